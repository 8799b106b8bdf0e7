/** Remaining writes of a client, and the seconds until it has more. */
export type Quota = { remaining: number; resetSeconds: number }
