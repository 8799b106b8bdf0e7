/**
 * Describes an error for the log: its class, its code, where it was thrown, and its message if that cannot contain
 * text from a guest. Messages of zod, JSON.parse, PostgreSQL, Node's argument checks and plain errors may quote input.
 */
import { UserError } from './user-error.ts'

/** An error whose message is text of our own and never contains input. */
export class LoggableError extends Error {}

export type ErrorDescription = {
  error: string
  code?: string
  /** Of a PostgreSQL error. */
  severity?: string
  message?: string
  at: string
}

export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { error: typeof error, at: '' }
  const causeFirst = error.cause instanceof Error ? [error.cause, error] : [error]
  const find = (read: (one: ErrorWithDetails) => unknown) =>
    causeFirst.map(read).find((value) => typeof value === 'string')
  const [code, severity] = [find((one) => one.code), find((one) => one.severity)]
  const message = find(safeMessageOf)
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof severity === 'string' && { severity }),
    ...(typeof message === 'string' && { message }),
    at: framesOf(error) || framesOf(error.cause),
  }
}

/** What Node, node:sqlite and pg add to their errors. */
type ErrorWithDetails = Error & {
  code?: unknown
  syscall?: unknown
  errstr?: unknown
  severity?: unknown
}

function safeMessageOf(error: ErrorWithDetails): unknown {
  if (error instanceof LoggableError || error instanceof UserError) return error.message
  // The fixed text of the result code of SQLite; its message may quote a statement.
  if (error.code === 'ERR_SQLITE_ERROR') return error.errstr
  const isSystemError = typeof error.syscall === 'string' && typeof error.code === 'string'
  return isSystemError ? error.message : undefined
}

function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Without the message: one of its lines may look like a frame.
  const lines = (error.stack ?? '').replace(error.message, '').split('\n')
  const frames = lines.map((line) => line.trim()).filter((line) => line.startsWith('at '))
  return frames.slice(0, 6).join(' | ')
}
