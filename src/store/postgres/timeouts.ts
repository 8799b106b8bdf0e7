/** How long we wait for PostgreSQL before a caller is told to come back, in milliseconds. */
export type PostgresTimeouts = {
  /** For the other processes to finish what they are writing. */
  lockMs: number
  /** For a row that somebody else holds, while the other processes wait for us. */
  rowLockMs: number
  statementMs: number
  /** For an answer of any kind: a server that is stopped does not count its own time. */
  responseMs: number
  connectMs: number
  /** A process that fell asleep in the middle of writing keeps the others out for so long. */
  idleInTransactionMs: number
}

export const timeouts: PostgresTimeouts = {
  // While we wait for it, others get on: who does not is thrown out before we give up.
  lockMs: 3_000,
  rowLockMs: 500,
  statementMs: 4_000,
  responseMs: 5_000,
  connectMs: 2_000,
  idleInTransactionMs: 2_000,
}

/** Nobody is served yet, so another process may take its time with a migration. */
export const startupTimeouts: PostgresTimeouts = {
  ...timeouts,
  lockMs: 60_000,
  rowLockMs: 60_000,
  statementMs: 0,
  responseMs: 120_000,
}
