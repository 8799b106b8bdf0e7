/** Timeouts for PostgreSQL, after which a request fails with 503. */
export type PostgresTimeouts = {
  /** For the advisory lock, while other processes write. */
  lockMs: number
  /** For row and table locks of other clients, while other processes wait for our advisory lock. */
  rowLockMs: number
  /** The same for a read, which delays only the reads behind it on its connection. */
  readLockMs: number
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
  rowLockMs: 60,
  readLockMs: 500,
  statementMs: 4_000,
  responseMs: 5_000,
  connectMs: 2_000,
  idleInTransactionMs: 2_000,
}

/** This process serves no request yet, so a migration by another process may take long. */
export const startupTimeouts: PostgresTimeouts = {
  ...timeouts,
  lockMs: 60_000,
  // Other processes serve requests, which wait behind a migration that waits for a lock.
  rowLockMs: 200,
  statementMs: 0,
  responseMs: 120_000,
}
