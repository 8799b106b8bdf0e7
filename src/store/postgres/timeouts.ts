/** Timeouts for PostgreSQL, after which a request fails with 503. */
export type PostgresTimeouts = {
  /** For the advisory lock, while other processes write. */
  lockMs: number
  /** For row and table locks, while other processes wait for our advisory lock. */
  rowLockMs: number
  statementMs: number
  /** For any response. A paused server does not enforce its own timeouts. */
  responseMs: number
  connectMs: number
  /** How long a stalled process can hold the advisory lock. */
  idleInTransactionMs: number
}

export const timeouts: PostgresTimeouts = {
  // Longer than idleInTransactionMs, so that the server ends a stalled holder before the waiting process gives up.
  lockMs: 3_000,
  rowLockMs: 500,
  statementMs: 4_000,
  responseMs: 5_000,
  connectMs: 2_000,
  idleInTransactionMs: 2_000,
}

/** No request is served yet, so a migration by another process may take long. */
export const startupTimeouts: PostgresTimeouts = {
  ...timeouts,
  lockMs: 60_000,
  rowLockMs: 60_000,
  statementMs: 0,
  responseMs: 120_000,
}
