/** What the domain knows of a database: rows, and transactions that either happen or do not. */
import type { Histogram } from '../kernel/histogram.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { Problem } from '../kernel/problem.ts'

export type Value = string | number | null

export type Row = Record<string, Value>

/** One connection's statements. A question mark stands for each value, on every engine. */
export type Sql = {
  all<ResultRow extends Row>(statement: string, ...values: Value[]): Promise<ResultRow[]>
  get<ResultRow extends Row>(statement: string, ...values: Value[]): Promise<ResultRow | undefined>
  /** How many rows it changed. */
  run(statement: string, ...values: Value[]): Promise<number>
}

export type Store = {
  /** What is committed. */
  read: Sql
  /**
   * Runs the work in a transaction and resolves when it is durable; what the work throws undoes it
   * alone. Works that wait at the same moment share one transaction, one after the other. A work
   * that met somebody else's lock, or lost its connection, is run again: it must do nothing but ask.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /**
   * Calls when any process may have written something, and returns how to stop that. It may be late
   * or be missed: it says when to look, not what is there. Engines that cannot tell have none.
   */
  onChange?(listener: () => void): () => void
  /** Resolves while it can be read and, as far as we know, written. */
  ready(): Promise<void>
  /** What is wrong with the book as the engine sees it, in plain words; nothing if all is well. */
  findIntegrityErrors(): Promise<string[]>
  /**
   * Takes what was deleted or overwritten in these tables out of the files of the book as well.
   * Whoever writes meanwhile waits, and is told to come back if it takes long.
   */
  vacuum(tables: readonly string[]): Promise<void>
  /**
   * Each table with the name of the file that holds it: another name means that it was written anew.
   * Engines whose files are always ours to write have none.
   */
  relationFiles?(sql: Sql, tables: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** What this process has written since it began. */
  metrics(): StoreMetrics
  close(): Promise<void>
}

export type StoreMetrics = {
  /** From the wish to the disk, or to the server's word. */
  writeDurations: Histogram
  transactions: number
  /** Transactions that came to nothing for want of the store. */
  failures: number
  queueLength: number
}

const retryAfterSeconds = 5

/** The database cannot be reached, is full, or does not answer. Nothing was kept. */
export class StoreUnavailable extends Problem {
  constructor(cause: unknown, detail?: LocalizedText) {
    super('store-unavailable', { retryAfter: retryAfterSeconds, ...(detail && { detail }) })
    this.name = 'StoreUnavailable'
    this.cause = cause
  }
}

/** The database stopped answering while it kept something: whether it did, nobody knows yet. */
export class CommitOutcomeUnknown extends StoreUnavailable {
  constructor(cause: unknown) {
    super(cause, {
      vi: 'Sổ đặt chỗ ngừng trả lời đúng lúc đang lưu, nên chưa rõ đã lưu hay chưa. Nếu đã gửi kèm Idempotency-Key, gửi lại đúng như vậy với cùng khóa: đã lưu rồi thì không lưu lần nữa. Nếu không có khóa, xin gọi điện hỏi trước.',
      en: 'The book stopped answering while this was being stored, so it is not known whether it was. If you sent an Idempotency-Key, send the same again with it: what was stored is not stored twice. Without one, call us first.',
    })
  }
}

/** Somebody else was in the way, or the connection ended, before anything was kept: once more. */
export class LockConflict extends StoreUnavailable {}

/** A key is already taken: the database itself refused the row. */
export class UniqueViolation extends Error {
  constructor(cause: unknown) {
    super('the key is taken', { cause })
    this.name = 'UniqueViolation'
  }
}

/** What was deleted is still in the files of the book, until somebody with more rights sees to it. */
export class VacuumNotPermitted extends Error {}
