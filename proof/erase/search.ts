/** Searches for traces of a guest in files and tables, in every spelling. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from '../../src/kernel/database-url.ts'
import type { GuestFixture, TradeFixture } from './guest-activity.ts'

export type Search = (bytes: Buffer | string) => number

/** Counts the marker, the phone number and the sensitive data of the guest. */
export function createSearch(
  { mark, phones }: GuestFixture,
  { sensitiveFields }: TradeFixture,
): Search {
  const national = phones[0].replace(/\D/g, '').replace(/^0/, '')
  const parts = national.match(/\d{3}/g) ?? []
  const needles = [
    mark,
    ...['', ' ', '.', '-'].map((between) => parts.join(between)),
    ...Object.values(sensitiveFields).map((values) => JSON.stringify(values)),
  ]
  return (bytes) => {
    const text = (typeof bytes === 'string' ? bytes : bytes.toString('latin1')).toLowerCase()
    return needles.reduce((hits, needle) => hits + text.split(needle.toLowerCase()).length - 1, 0)
  }
}

/** All files in a folder, recursively. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

export function countFileHits(search: Search, files: readonly string[]): number {
  return files.reduce((hits, file) => hits + search(readFileSync(file)), 0)
}

/** The rows of every table, each as text. */
export async function readAllRows(address: string): Promise<Record<string, string[]>> {
  if (isPostgres(address)) return rowsOfPostgres(address)
  const database = new DatabaseSync(address, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const rows = tables.map(({ name }) => {
    const tableRows = database.prepare(`SELECT * FROM ${name}`).all()
    return [String(name), tableRows.map((row) => JSON.stringify(row))] as const
  })
  database.close()
  return Object.fromEntries(rows)
}

async function rowsOfPostgres(address: string): Promise<Record<string, string[]>> {
  return withPostgresClient(address, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT row_to_json(one)::text AS text FROM ${name} one`)
      all[name] = rows.map(({ text }) => text)
    }
    return all
  })
}

/** The files of the tables and indexes of PostgreSQL after a checkpoint. */
export async function listPostgresFiles(address: string): Promise<string[]> {
  return withPostgresClient(address, async (client) => {
    await client.query('CHECKPOINT')
    const { rows: setting } = await client.query('SHOW data_directory')
    const { rows } = await client.query<{ path: string }>(
      `SELECT pg_relation_filepath(oid) AS path FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
       UNION SELECT pg_relation_filepath(reltoastrelid) FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND reltoastrelid <> 0`,
    )
    return rows.map(({ path }) => join(setting[0].data_directory, path))
  })
}

/** Values of columns in the planner statistics of PostgreSQL. */
export async function readPostgresStatistics(address: string): Promise<string> {
  return withPostgresClient(address, async (client) => {
    const { rows } = await client.query(
      `SELECT tablename, attname, most_common_vals::text, histogram_bounds::text FROM pg_stats
       WHERE schemaname = 'public'`,
    )
    return JSON.stringify(rows)
  })
}

/** Updates the planner statistics, as autovacuum does. */
export async function analyzePostgres(address: string): Promise<void> {
  await withPostgresClient(address, (client) => client.query('ANALYZE'))
}

async function withPostgresClient<Result>(
  address: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
