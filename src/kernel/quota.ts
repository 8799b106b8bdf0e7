/** How many more writes a caller has, and the seconds until he has more. */
export type Quota = { remaining: number; resetSeconds: number }
