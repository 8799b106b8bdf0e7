/** A connection to the file, and what SQLite's refusals mean to whoever asked. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Connection } from '../group-commit.ts'
import { KeyTaken, type Row, type Sql, StoreBusy, StoreUnavailable, type Value } from '../sql.ts'

export type SqliteConnection = Connection & { database: DatabaseSync }

/** Several processes may start at once; nobody is served yet, so waiting costs nothing. */
const startPatience = 10_000

const settings = [
  'journal_mode = WAL',
  // NORMAL would lose acknowledged writes when the power fails.
  'synchronous = FULL',
  'foreign_keys = ON',
  // What goes is overwritten; it costs nothing that could be measured beside the fsync.
  'secure_delete = ON',
]

export function connect(file: string, onDiskFault = () => {}): SqliteConnection {
  const database = translated(() => new DatabaseSync(file, { timeout: startPatience }), onDiskFault)
  translated(() => database.exec(settings.map((one) => `PRAGMA ${one};`).join(' ')), onDiskFault)
  const sql = sqlOf(database, onDiskFault)
  const send = async (text: string) => {
    await sql.run(text)
  }
  return {
    ...sql,
    database,
    send,
    begin: () => send('BEGIN IMMEDIATE'),
    commit: () => send('COMMIT'),
    inTransaction: () => database.isTransaction,
  }
}

/** Each statement is prepared once. */
export function sqlOf(database: DatabaseSync, onDiskFault = () => {}): Sql {
  const prepared = new Map<string, StatementSync>()

  const statement = (text: string): StatementSync => {
    const before = prepared.get(text)
    if (before) return before
    const made = database.prepare(text)
    prepared.set(text, made)
    return made
  }

  return {
    all: async <Found extends Row>(text: string, ...values: Value[]) =>
      translated(() => statement(text).all(...values) as Found[], onDiskFault),
    get: async <Found extends Row>(text: string, ...values: Value[]) =>
      translated(() => statement(text).get(...values) as Found | undefined, onDiskFault),
    run: async (text, ...values) =>
      translated(() => Number(statement(text).run(...values).changes), onDiskFault),
  }
}

export function translated<Result>(act: () => Result, onDiskFault = () => {}): Result {
  try {
    return act()
  } catch (error) {
    if (codeOf(error) === diskFault) onDiskFault()
    throw translate(error)
  }
}

/** Result codes of SQLite that mean the file cannot be used now, and not that we were wrong. */
const unusable = new Set([6, 7, 8, 10, 11, 13, 14, 26])
const busy = 5
const diskFault = 10
const keyTaken = new Set([1555, 2067])

function translate(error: unknown): unknown {
  const { errcode } = error as { errcode?: number }
  if (errcode !== undefined && keyTaken.has(errcode)) return new KeyTaken(error)
  const code = codeOf(error)
  if (code === busy) return new StoreBusy(error)
  return code !== undefined && unusable.has(code) ? new StoreUnavailable(error) : error
}

/** Without the part that says in which call it happened. */
function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? undefined : errcode & 0xff
}
