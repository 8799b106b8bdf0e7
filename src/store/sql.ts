/** The SQL interface of the domain: rows, atomic transactions and the errors of a store. */
import { LoggableError } from '../kernel/describe-error.ts'
import type { Histogram } from '../kernel/histogram.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { Problem } from '../kernel/problem.ts'

export type Value = string | number | null

export type Row = Record<string, Value>

/** Statements of one connection. Values are marked by `?` on every engine. */
export type Sql = {
  all<ResultRow extends Row>(statement: string, ...values: Value[]): Promise<ResultRow[]>
  get<ResultRow extends Row>(statement: string, ...values: Value[]): Promise<ResultRow | undefined>
  /** Returns the number of changed rows. */
  run(statement: string, ...values: Value[]): Promise<number>
}

export type Store = {
  /** Reads committed data. It rejects writes. */
  read: Sql
  /**
   * Runs the job in a transaction and resolves when the transaction is durable. Jobs that are queued at the same
   * time run one after the other in one transaction; an error thrown by a job undoes only that job. After a lock
   * conflict or a lost connection the job runs again, so it must have no effects outside the transaction. A job
   * that has not ended seven seconds after the call is rejected with StoreUnavailable and not stored. If it was
   * decided before its transaction, the job runs only if that decision cannot be stored.
   */
  write<Result>(
    work: (sql: Sql) => Promise<Result>,
    prepared?: PreparedWrite<Result>,
  ): Promise<Result>
  /**
   * Calls the listener when any process may have written, and returns a function that removes it. A call may be
   * late or missing: it says when to query, not what changed. Absent on engines without notifications.
   */
  onChange?(listener: () => void): () => void
  /**
   * Names the committed data: as long as it is the same, no process has written anything. It can change without a write
   * to this database. Absent on engines that cannot say so.
   */
  dataVersion?(): Promise<string>
  /** Resolves while the store is readable and no failed write is outstanding. */
  ready(): Promise<void>
  /** Time of the database server in milliseconds. Absent on engines that use the clock of this machine. */
  readClock?(): Promise<number>
  /** The other client of the database that blocks writes or reads, or blocked some within the last ten seconds. */
  lockHolder?(): LockHolder | undefined
  /** Integrity errors found by the engine, as sentences. Empty if there are none. */
  findIntegrityErrors(): Promise<string[]>
  /**
   * Removes deleted and overwritten data of these tables from the database files. Writes wait meanwhile, and fail
   * with StoreUnavailable if it takes long.
   */
  vacuum(tables: readonly string[]): Promise<void>
  /**
   * File name of each table: a different name means that the table was rewritten. Absent on engines where the
   * process can always vacuum by itself.
   */
  relationFiles?(sql: Sql, tables: readonly string[]): Promise<Readonly<Record<string, string>>>
  /** Counters of this process since its start. */
  metrics(): StoreMetrics
  close(): Promise<void>
}

/** What is known about a write before its transaction. */
export type PreparedWrite<Result> = {
  /** A name for the row that the write changes and that other clients of the database may lock. */
  row?: string
  /** The decision, if there is one. */
  part?: unknown
  /**
   * Absent if the write is decided in the transaction. Verifies the parts of all writes of a transaction that have this
   * function, and stores those whose decision still holds. Returns their results, and undefined for the others, of
   * which nothing may be stored.
   */
  storeAll?(sql: Sql, parts: readonly unknown[]): Promise<readonly (Result | undefined)[]>
}

/** A session of the database that holds a lock. Its role may hide its state and its times. */
export type LockHolder = {
  pid: number
  application_name: string
  /** For example "active" or "idle in transaction". */
  state: string
  transaction_seconds: number | null
  query_seconds: number | null
}

/** Passes on what an operator should know, such as which client blocks a migration. */
export type ReportStoreEvent = (
  event: string,
  fields: Readonly<Record<string, string | number>>,
) => void

export type StoreMetrics = {
  /** From the call of `write` to the commit. */
  writeDurations: Histogram
  transactions: number
  /** Transactions that failed because the store was unavailable. */
  failures: number
  queueLength: number
}

const retryAfterSeconds = 5

/** The database is unreachable, full or does not respond. Nothing was stored, unless it is a CommitOutcomeUnknown. */
export class StoreUnavailable extends Problem {
  constructor(cause: unknown, detail?: LocalizedText, retryAfter = retryAfterSeconds) {
    super('store-unavailable', { retryAfter, ...(detail && { detail }) })
    this.name = 'StoreUnavailable'
    this.cause = cause
  }
}

/** The database cannot be read until the operator repairs it, so that another attempt fails too. */
export class StoreDamaged extends StoreUnavailable {
  constructor(cause: unknown) {
    super(cause, damagedText, retryAfterRepairSeconds)
  }
}

const retryAfterRepairSeconds = 3_600

const damagedText: LocalizedText = {
  vi: 'Sổ đặt chỗ bị hỏng và phải được sửa. Không có gì được lưu, và gửi lại ngay cũng không được. Xin gọi điện.',
  en: 'The booking system is damaged and must be repaired. Nothing was stored, and trying again now fails too. Call us.',
}

/** The connection was lost during COMMIT, so it is not known whether the transaction was stored. */
export class CommitOutcomeUnknown extends StoreUnavailable {
  constructor(cause: unknown) {
    super(cause, outcomeUnknownText)
  }
}

const outcomeUnknownText: LocalizedText = {
  vi:
    'Sổ đặt chỗ ngừng trả lời đúng lúc đang lưu, nên chưa rõ đã lưu hay chưa. ' +
    'Nếu đã gửi kèm Idempotency-Key, gửi lại đúng như vậy với cùng khoá: đã lưu rồi thì không lưu lần nữa. ' +
    'Nếu không có khoá, xin gọi điện hỏi trước.',
  en:
    'The booking system stopped responding while storing this, so it is not known whether it was stored. ' +
    'If you sent an Idempotency-Key, send the same request with the same key: it is not stored twice. ' +
    'Without a key, call us first.',
}

/** Another transaction held a lock, or the connection ended, before anything was stored: the job can run again. */
export class LockConflict extends StoreUnavailable {}

/** Another client held the lock of a row or a table for longer than a statement waits. */
export class LockTimeout extends LockConflict {}

/** The database rejected a row because its key exists. */
export class UniqueViolation extends LoggableError {
  constructor(cause: unknown) {
    super('the key exists', { cause })
    this.name = 'UniqueViolation'
  }
}

/** Deleted data stays in the database files until the owner of the tables runs VACUUM. */
export class VacuumNotPermitted extends LoggableError {
  /** What the owner has to run. */
  readonly statement: string

  constructor(statement: string) {
    super(`the owner of the tables must run: ${statement}`)
    this.statement = statement
  }
}
