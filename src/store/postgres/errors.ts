/** What PostgreSQL's refusals mean to whoever asked. */
import pg from 'pg'
import { LockConflict, StoreUnavailable, UniqueViolation } from '../sql.ts'

const uniqueViolation = '23505'

/**
 * Somebody else was in the way, it took too long, or a statement was named in what was undone: the
 * same may succeed in a moment.
 */
const lockConflicts = new Set(['40001', '40P01', '55P03', '57014', '26000'])

/**
 * Not our fault and not the statement's: the connection, the login, the database's or the schema's
 * absence, missing rights, a standby that does not write, a transaction that was ended for us,
 * resources, shutdown, the disk.
 */
const unavailable = /^(08|28|3D|3F|42501|25006|25P03|53|57P|58)/

export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  // What the server did not say, the connection did: refused, reset, timed out, ended.
  if (!(error instanceof pg.DatabaseError)) return new StoreUnavailable(error)
  const { code = '' } = error
  if (code === uniqueViolation) return new UniqueViolation(error)
  if (lockConflicts.has(code)) return new LockConflict(error)
  return unavailable.test(code) ? new StoreUnavailable(error) : error
}

/** Whether the connection is of no more use to the statement, so that it may be asked again on another. */
export function isConnectionLost(error: unknown): boolean {
  if (isStalePlan(error)) return true
  if (error instanceof pg.DatabaseError) return /^(08|25P03|57P)/.test(error.code ?? '')
  return !/timeout/i.test(String(error))
}

/**
 * Whether the statement was planned when its tables had fewer columns: a newer version has opened the
 * book meanwhile. All connections from before have such plans.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000'
}

/** Whether nobody answers there, or only to say that he is not ready. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code === '57P03'
}

/** Whether it came to a server that only reads, as one does whose place another has taken. */
export function isStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006'
}

/** Whether it was refused only because something before it had failed. */
export function isTransactionAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}
