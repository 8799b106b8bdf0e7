/** Databases of a test file: temporary SQLite files, or PostgreSQL. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { isPostgres } from '../../src/kernel/database-url.ts'
import { type Pooler, startPooler } from './pgbouncer.ts'
import { type Server, startPostgres } from './postgres.ts'

/** PostgreSQL, optionally behind PgBouncer, which assigns each transaction another connection. */
export type Engine = 'sqlite' | 'postgres' | 'pgbouncer'

let usual: Engine = 'sqlite'
let server: Promise<Server | string> | undefined
let pooler: Promise<Pooler | string> | undefined

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The reason to skip a test that applies only to SQLite or simulates days. */
export function onlyOnSqlite(): { skip: string | false } {
  return { skip: usual === 'sqlite' ? false : 'tried on SQLite' }
}

/** The URL of a new database. */
export async function newDatabase(engine: Engine = usual): Promise<string> {
  if (engine === 'postgres') return (await postgres()).newDatabase()
  if (engine === 'pgbouncer') return newPooledDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  folders.push(folder)
  return join(folder, 'book.sqlite')
}

async function newPooledDatabase(): Promise<string> {
  const found = await pgbouncer()
  if (typeof found === 'string') throw new Error(found)
  return found.throughPooler(await (await postgres()).newDatabase())
}

/** All bytes of a database. */
export async function bytesOf(address: string): Promise<Buffer> {
  if (!isPostgres(address)) {
    return Buffer.concat([readFileSync(address), readFileSync(`${address}-wal`)])
  }
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const contents: Buffer[] = []
  for (const { name } of rows) {
    const found = await client.query(`SELECT row_to_json(${name})::text AS text FROM ${name}`)
    contents.push(...found.rows.map(({ text }) => Buffer.from(text)))
  }
  await client.end()
  return Buffer.concat(contents)
}

/** The server of this test file. */
export async function postgres(): Promise<Server> {
  server ??= startPostgres()
  const found = await server
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** Whether PostgreSQL is available; if not, a test with this name is reported as skipped. */
export async function havePostgres(name: string): Promise<boolean> {
  server ??= startPostgres()
  const found = await server
  if (typeof found === 'string') {
    it(name, (test) => test.skip(`SKIPPED: no PostgreSQL on this machine: ${found}`))
    return false
  }
  return true
}

async function pgbouncer(): Promise<Pooler | string> {
  server ??= startPostgres()
  const found = await server
  if (typeof found === 'string') return `no PostgreSQL on this machine: ${found}`
  pooler ??= startPooler(found)
  return pooler
}

/** Whether PgBouncer is available; if not, a test with this name is reported as skipped. */
export async function havePgbouncer(name: string): Promise<boolean> {
  const found = await pgbouncer()
  if (typeof found === 'string') it(name, (test) => test.skip(`SKIPPED: ${found}`))
  return typeof found !== 'string'
}

/** Runs a whole test file again with PostgreSQL. */
export async function onPostgres(file: string): Promise<void> {
  if (await havePostgres(`${file} on PostgreSQL`)) runOn('postgres', file)
}

/** The same behind PgBouncer. */
export async function onPgbouncer(file: string): Promise<void> {
  if (await havePgbouncer(`${file} behind PgBouncer`)) runOn('pgbouncer', file)
}

function runOn(engine: Engine, file: string): void {
  usual = engine
  const read = import(`../${file}`)
  // The test run does not end before the file is loaded.
  it(`${file}, on ${engine}`, () => read)
}
