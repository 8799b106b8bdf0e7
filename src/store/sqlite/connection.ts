/** SQLite connection: settings, prepared statements and translation of errors. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { WriteConnection } from '../group-commit.ts'
import {
  LockConflict,
  type Row,
  type Sql,
  StoreDamaged,
  StoreUnavailable,
  UniqueViolation,
  type Value,
} from '../sql.ts'

export type SqliteConnection = WriteConnection & { database: DatabaseSync }

/** Several processes may start together. No request is served yet, so blocking is harmless. */
const startupBusyTimeoutMs = 10_000

const settings = [
  'journal_mode = WAL',
  // NORMAL loses acknowledged writes when the power fails.
  'synchronous = FULL',
  'foreign_keys = ON',
  // Overwrites deleted rows. Next to the fsync the cost is not measurable.
  'secure_delete = ON',
  // A page that many commits change is read once, and copied from the WAL into the file less often.
  'cache_size = -8000',
  'wal_autocheckpoint = 4000',
]

export function openConnection(file: string, onDiskError = () => {}): SqliteConnection {
  const database = translateErrors(
    () => new DatabaseSync(file, { timeout: startupBusyTimeoutMs }),
    onDiskError,
  )
  translateErrors(
    () => database.exec(settings.map((setting) => `PRAGMA ${setting};`).join(' ')),
    onDiskError,
  )
  const sql = createSql(database, onDiskError)
  const send = async (text: string) => {
    await sql.run(text)
  }
  return {
    ...sql,
    database,
    send,
    begin: () => send('BEGIN IMMEDIATE'),
    commit: () => send('COMMIT'),
    isInTransaction: () => database.isTransaction,
  }
}

/** Each statement is prepared once. */
export function createSql(database: DatabaseSync, onDiskError = () => {}): Sql {
  const prepared = new Map<string, StatementSync>()

  const statement = (text: string): StatementSync => {
    const cached = prepared.get(text)
    if (cached) return cached
    const created = database.prepare(text)
    prepared.set(text, created)
    return created
  }

  return {
    all: async <ResultRow extends Row>(text: string, ...values: Value[]) =>
      translateErrors(() => statement(text).all(...values) as ResultRow[], onDiskError),
    get: async <ResultRow extends Row>(text: string, ...values: Value[]) =>
      translateErrors(() => statement(text).get(...values) as ResultRow | undefined, onDiskError),
    run: async (text, ...values) =>
      translateErrors(() => Number(statement(text).run(...values).changes), onDiskError),
  }
}

export function translateErrors<Result>(run: () => Result, onDiskError = () => {}): Result {
  try {
    return run()
  } catch (error) {
    if (primaryCode(error) === diskErrorCode) onDiskError()
    throw toStoreError(error)
  }
}

/** Result codes that mean that the file cannot be used now, as opposed to a wrong statement. */
const unavailableCodes = new Set([6, 7, 8, 10, 13, 14])
/** A damaged file, and one that is no database. */
const damagedCodes = new Set([11, 26])
const busyCode = 5
const diskErrorCode = 10
const uniqueViolationCodes = new Set([1555, 2067])

function toStoreError(error: unknown): unknown {
  const { errcode } = error as { errcode?: number }
  if (errcode !== undefined && uniqueViolationCodes.has(errcode)) return new UniqueViolation(error)
  const code = primaryCode(error)
  if (code === busyCode) return new LockConflict(error)
  if (code !== undefined && damagedCodes.has(code)) return new StoreDamaged(error)
  return code !== undefined && unavailableCodes.has(code) ? new StoreUnavailable(error) : error
}

/** Result code without its extension. */
function primaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}
