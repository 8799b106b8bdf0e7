/** How long we wait for PostgreSQL before a caller is told to come back, in milliseconds. */
export type Patience = {
  /** For the other processes to finish what they are writing. */
  lock: number
  /** For a row that somebody else holds, while the other processes wait for us. */
  row: number
  statement: number
  /** For an answer of any kind: a server that is stopped does not count its own time. */
  answer: number
  connection: number
  /** A process that fell asleep in the middle of writing keeps the others out for so long. */
  idleWriter: number
}

export const patience: Patience = {
  // While we wait for it, others get on: who does not is thrown out before we give up.
  lock: 3_000,
  row: 500,
  statement: 4_000,
  answer: 5_000,
  connection: 2_000,
  idleWriter: 2_000,
}

/** Nobody is served yet, so another process may take its time with a migration. */
export const patienceAtStart: Patience = {
  ...patience,
  lock: 60_000,
  row: 60_000,
  statement: 0,
  answer: 120_000,
}
