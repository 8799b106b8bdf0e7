/** SQLite, embedded: one file, one writer, and every acknowledged write on the disk. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { migrate } from './migrate.ts'
import { createReadiness } from './readiness.ts'
import {
  KeyTaken,
  type Row,
  type Sql,
  type Store,
  StoreBusy,
  StoreUnavailable,
  type Value,
} from './sql.ts'
import { type Connection, createWriter } from './writer.ts'

export async function openSqlite(file: string, now: () => number): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Names and phones are in it: only the owner of the process reads it, and what SQLite lays beside it.
  closeSync(openSync(file, 'a', 0o600))
  const writing = connect(file)
  await migrate(writing, now)
  // To wait for another process inside SQLite would stop everyone: from now on the writer waits.
  writing.database.exec('PRAGMA busy_timeout = 0')
  const reading = connect(file)
  reading.database.exec('PRAGMA query_only = ON')
  const writer = createWriter(writing)

  return {
    read: reading,
    write: writer.write,
    ready: createReadiness(reading, writer),
    async close() {
      await writer.idle()
      reading.database.close()
      writing.database.close()
    },
  }
}

/** Several processes may start at once; nobody is served yet, so waiting costs nothing. */
const startPatience = 10_000

function connect(file: string): Connection & { database: DatabaseSync } {
  const database = translated(() => new DatabaseSync(file, { timeout: startPatience }))
  // NORMAL would lose acknowledged writes when the power fails.
  translated(() =>
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON'),
  )
  const prepared = new Map<string, StatementSync>()

  const statement = (text: string): StatementSync => {
    const before = prepared.get(text)
    if (before) return before
    const made = database.prepare(text)
    prepared.set(text, made)
    return made
  }

  const sql: Sql = {
    all: async <Found extends Row>(text: string, ...values: Value[]) =>
      translated(() => statement(text).all(...values) as Found[]),
    get: async <Found extends Row>(text: string, ...values: Value[]) =>
      translated(() => statement(text).get(...values) as Found | undefined),
    run: async (text, ...values) =>
      translated(() => Number(statement(text).run(...values).changes)),
  }
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

/** Result codes of SQLite that mean the file cannot be used now, and not that we were wrong. */
const unusable = new Set([6, 7, 8, 10, 11, 13, 14, 26])
const busy = 5
const keyTaken = new Set([1555, 2067])

function translated<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const code = (error as { errcode?: number }).errcode
    if (code !== undefined && keyTaken.has(code)) throw new KeyTaken(error)
    if (code !== undefined && (code & 0xff) === busy) throw new StoreBusy(error)
    if (code !== undefined && unusable.has(code & 0xff)) throw new StoreUnavailable(error)
    throw error
  }
}
