/** Databases of a test file: temporary SQLite files, or PostgreSQL. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { isPostgres } from '../../src/kernel/database-url.ts'
import { openStore } from '../../src/store/open.ts'
import type { ReportStoreEvent, Store } from '../../src/store/sql.ts'
import { runAsSuites } from './file-groups.ts'
import { findPgbouncer, type Pooler, startPooler } from './pgbouncer.ts'
import {
  createClient,
  type Databases,
  databasesOn,
  findPrograms,
  type Server,
  startPostgres,
} from './postgres.ts'

/** PostgreSQL, optionally behind PgBouncer, which assigns each transaction another connection. */
export type Engine = 'sqlite' | 'postgres' | 'pgbouncer'

let usual: Engine = 'sqlite'
let server: Promise<Databases> | undefined
let pooler: Promise<Pooler> | undefined

/** The socket folder of the server that all files of a run share: test/support/global-setup.ts. */
const sharedVariable = 'TEST_POSTGRES'

/** The migrated SQLite file that all files of a run copy. */
const sqliteTemplateVariable = 'TEST_SQLITE_TEMPLATE'
let sqliteTemplate: Promise<string> | undefined

/** A migrated database without rows. Copying it is faster than migrating a new one. */
const template = 'migrated'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The reason to skip a test that applies only to SQLite or simulates days. */
export function onlyOnSqlite(): { skip: string | false } {
  return { skip: usual === 'sqlite' ? false : 'tried on SQLite' }
}

/** A store for tests. Its commits are not flushed to the disk, which tests need only in test/store.test.ts. */
export function openTestStore(
  databaseUrl: string,
  now: () => number,
  report?: ReportStoreEvent,
): Promise<Store> {
  return openStore(databaseUrl, now, { isDurable: false, ...(report && { report }) })
}

/** The URL of a new database with all tables and no rows. */
export function newDatabase(engine: Engine = usual): Promise<string> {
  return createDatabase(engine, template)
}

/** The URL of a new database without tables. */
export function newEmptyDatabase(engine: Engine = usual): Promise<string> {
  return createDatabase(engine)
}

async function createDatabase(engine: Engine, copied?: string): Promise<string> {
  if (engine !== 'sqlite') {
    const databases = await postgres()
    const address = await databases.newDatabase(copied)
    return engine === 'pgbouncer' ? (await pgbouncer(databases)).throughPooler(address) : address
  }
  const file = join(newFolder(), 'book.sqlite')
  if (copied !== undefined) copyFileSync(await findSqliteTemplate(), file)
  return file
}

/** Removed when this process ends. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  folders.push(folder)
  return folder
}

/** The file of the run, or one of this test file if it is run alone. */
function findSqliteTemplate(): Promise<string> {
  const shared = process.env[sqliteTemplateVariable]
  sqliteTemplate ??= shared ? Promise.resolve(shared) : createSqliteTemplate()
  return sqliteTemplate
}

async function createSqliteTemplate(): Promise<string> {
  const file = join(newFolder(), 'template.sqlite')
  const migrated = await openTestStore(file, Date.now)
  await migrated.close()
  return file
}

/** All bytes of a database. */
export async function bytesOf(address: string): Promise<Buffer> {
  if (!isPostgres(address)) {
    return Buffer.concat([readFileSync(address), readFileSync(`${address}-wal`)])
  }
  const client = await createClient(address)
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

/** The PostgreSQL of the run, or one of this file if the file is run alone. */
export function postgres(): Promise<Databases> {
  const shared = process.env[sharedVariable]
  server ??= shared ? Promise.resolve(databasesOn(shared)) : startWithTemplate()
  return server
}

/** A server of this file only, which it may stop. */
export function useOwnPostgres(): Promise<Server> {
  const own = startWithTemplate()
  server = own
  return own
}

/** Creates what the test files of this run share. */
export async function shareDatabases(): Promise<void> {
  process.env[sqliteTemplateVariable] = await createSqliteTemplate()
  if (findPrograms() === undefined) return
  const { socket } = await startWithTemplate()
  process.env[sharedVariable] = dirname(socket)
}

async function startWithTemplate(): Promise<Server> {
  const started = await startPostgres()
  if (typeof started === 'string') throw new Error(started)
  const migrated = await openStore(await started.newDatabase('template1', template), Date.now)
  await migrated.close()
  return started
}

/** Whether PostgreSQL is available; if not, a test with this name is reported as skipped. */
export function havePostgres(name: string): boolean {
  const isAvailable = findPrograms() !== undefined
  if (!isAvailable) it(name, (test) => test.skip('SKIPPED: no PostgreSQL on this machine'))
  return isAvailable
}

/** SQLite and PostgreSQL, if available; only the engine with which the whole file is run, if that is another one. */
export function enginesUnderTest(name: string): Engine[] {
  if (usual !== 'sqlite') return [usual]
  return havePostgres(name) ? ['sqlite', 'postgres'] : ['sqlite']
}

function pgbouncer(databases: Databases): Promise<Pooler> {
  pooler ??= startPooler(findPgbouncer() ?? 'pgbouncer', databases)
  return pooler
}

/** Whether PgBouncer is available; if not, a test with this name is reported as skipped. */
export function havePgbouncer(name: string): boolean {
  const isAvailable = findPrograms() !== undefined && findPgbouncer() !== undefined
  if (!isAvailable) it(name, (test) => test.skip('SKIPPED: no PostgreSQL with PgBouncer here'))
  return isAvailable
}

/** Runs a whole test file again with PostgreSQL. */
export async function onPostgres(file: string): Promise<void> {
  if (havePostgres(`${file} on PostgreSQL`)) await runOn('postgres', file)
}

/** The same with several files in one process, because most take less time than its start. */
export function onPostgresTogether(...files: string[]): void {
  if (!havePostgres(`${files.join(', ')} on PostgreSQL`)) return
  usual = 'postgres'
  runAsSuites(files.map((file) => `test/${file}`))
}

/** The same behind PgBouncer. */
export async function onPgbouncer(file: string): Promise<void> {
  if (havePgbouncer(`${file} behind PgBouncer`)) await runOn('pgbouncer', file)
}

async function runOn(engine: Engine, file: string): Promise<void> {
  usual = engine
  await import(`../${file}`)
}
