/** Classifies SQLSTATE codes and connection errors. */
import pg from 'pg'
import {
  LockConflict,
  LockTimeout,
  StoreDamaged,
  StoreUnavailable,
  UniqueViolation,
} from '../sql.ts'

const uniqueViolation = '23505'
const statementNotPrepared = '26000'
const lockNotAvailable = '55P03'

/**
 * Serialization failure, deadlock, query canceled, and a statement that was prepared in a transaction that was rolled
 * back. The same statement may succeed when it is repeated.
 */
const lockConflicts = new Set(['40001', '40P01', '57014', statementNotPrepared])

/**
 * Not an error of the statement: connection, authentication, missing database or schema, missing privilege, read-only
 * server, idle transaction timeout, resources, shutdown, disk.
 */
const unavailable = /^(08|28|3D|3F|42501|25006|25P03|53|57P|58)/

/** A damaged table or index. */
const damaged = /^XX00[12]$/

export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  const code = sqlStateOf(error)
  if (code === undefined) return new StoreUnavailable(error)
  if (code === uniqueViolation) return new UniqueViolation(error)
  if (isLockTimeout(error)) return new LockTimeout(error)
  if (lockConflicts.has(code)) return new LockConflict(error)
  if (damaged.test(code)) return new StoreDamaged(error)
  return unavailable.test(code) ? new StoreUnavailable(error) : error
}

/** Absent if the error comes from the connection: refused, reset, timed out, ended. */
function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : undefined
}

/** Whether the connection became unusable, so that the statement can be repeated on another one. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlStateOf(error)
  if (code === undefined) return !/timeout/i.test(String(error))
  return isStalePlan(error) || /^(08|25P03|57P)/.test(code)
}

/**
 * Also after a short wait for a lock, and if another query failed: the one that prepares the statement, or one in the
 * transaction of a pooler.
 */
export function canRepeatRead(error: unknown): boolean {
  const isNotPrepared = sqlStateOf(error) === statementNotPrepared
  return (
    isConnectionLost(error) || isNotPrepared || isTransactionAborted(error) || isLockTimeout(error)
  )
}

/** Whether another client held the lock of a table or a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === lockNotAvailable
}

/**
 * Whether the statement was planned before a newer version added columns to its tables. Every older connection has
 * such plans.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlStateOf(error) === '0A000'
}

/** Whether the server did not respond, or responded that it is starting. */
export function isUnreachable(error: unknown): boolean {
  const code = sqlStateOf(error)
  return code === undefined || code === '57P03'
}

/** Whether the server is read-only, like a former primary after a failover. */
export function isStandby(error: unknown): boolean {
  return sqlStateOf(error) === '25006'
}

/** Whether the statement failed only because an earlier one in its transaction had failed. */
export function isTransactionAborted(error: unknown): boolean {
  return sqlStateOf(error) === '25P02'
}
