/** Access to a database of any version through the driver: schema and rows. */
import { copyFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from '../../src/kernel/database-url.ts'

export type DatabaseRow = Record<string, string | number | null>

type Column = { name: string; isNumber: boolean }

export type RawDatabase = {
  /** One or several statements. */
  run(script: string): Promise<void>
  all<Found extends DatabaseRow>(query: string): Promise<Found[]>
  insert(table: string, rows: readonly DatabaseRow[]): Promise<void>
  tables(): Promise<Map<string, Column[]>>
  /** The complete schema as text. */
  schema(): Promise<string[]>
  close(): Promise<void>
}

export async function openRawDatabase(address: string): Promise<RawDatabase> {
  return isPostgres(address) ? openPostgres(address) : openSqlite(address)
}

/** Copies a database that is not in use. */
export async function cloneDatabase(address: string, name: string): Promise<string> {
  if (!isPostgres(address)) {
    const copy = join(dirname(address), `${name}.sqlite`)
    copyFileSync(address, copy)
    return copy
  }
  const { pathname } = new URL(address)
  const maintenanceClient = await connect(address.replace(pathname, '/postgres'))
  await maintenanceClient.query(`CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)}`)
  await maintenanceClient.end()
  return address.replace(pathname, `/${name}`)
}

function openSqlite(file: string): RawDatabase {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  const all = <Found extends DatabaseRow>(query: string) => database.prepare(query).all() as Found[]
  const tableNames = () =>
    all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    ).map(({ name }) => name)
  return {
    run: async (script) => database.exec(script),
    all: async <Found extends DatabaseRow>(query: string) => all<Found>(query),
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {})
      if (names.length === 0) return
      const placeholders = names.map(() => '?').join()
      const add = database.prepare(
        `INSERT INTO ${table} (${names.join()}) VALUES (${placeholders})`,
      )
      database.exec('BEGIN')
      for (const row of rows) add.run(...Object.values(row))
      database.exec('COMMIT')
    },
    tables: async () =>
      new Map(
        tableNames().map((table) => [
          table,
          all<{ name: string; type: string }>(`PRAGMA table_info(${table})`).map(
            ({ name, type }) => ({ name, isNumber: /INT/.test(type) }),
          ),
        ]),
      ),
    schema: async () =>
      all<{ text: string }>(
        "SELECT type || ' ' || name || ': ' || COALESCE(sql, '') AS text FROM sqlite_schema ORDER BY text",
      ).map(({ text }) => text),
    close: async () => database.close(),
  }
}

const postgresColumnsQuery = `SELECT table_name AS "table", column_name AS name, data_type AS type,
  is_nullable AS nullable FROM information_schema.columns WHERE table_schema = current_schema()
  ORDER BY table_name, ordinal_position`

const postgresSchemaQuery = `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = current_schema()
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1`

async function openPostgres(address: string): Promise<RawDatabase> {
  const client = await connect(address)
  const all = async <Found extends DatabaseRow>(query: string) =>
    (await client.query<Found>(query)).rows
  const columns = () =>
    all<{ table: string; name: string; type: string; nullable: string }>(postgresColumnsQuery)
  return {
    run: async (script) => {
      await client.query(script)
    },
    all,
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {})
      for (let from = 0; from < rows.length; from += maxRowsPerInsert) {
        const some = rows.slice(from, from + maxRowsPerInsert)
        const placeholders = some.map(
          (_, index) => `(${names.map((__, at) => `$${index * names.length + at + 1}`).join()})`,
        )
        const values = some.flatMap((row) => names.map((name) => row[name] ?? null))
        await client.query(
          `INSERT INTO ${table} (${names.join()}) VALUES ${placeholders.join()}`,
          values,
        )
      }
    },
    async tables() {
      const found = new Map<string, Column[]>()
      for (const { table, name, type } of await columns()) {
        found.set(table, [...(found.get(table) ?? []), { name, isNumber: /int/.test(type) }])
      }
      return found
    },
    async schema() {
      const indexesAndConstraints = await all<{ text: string }>(postgresSchemaQuery)
      return [
        ...(await columns()).map((one) => Object.values(one).join(' ')),
        ...indexesAndConstraints.map(({ text }) => text),
      ]
    },
    close: () => client.end(),
  }
}

/** A PostgreSQL statement has at most 65,535 parameters. */
const maxRowsPerInsert = 1_000

const bigintTypeId = 20

async function connect(address: string): Promise<pg.Client> {
  const types = {
    getTypeParser: (type: number, format?: 'text') =>
      type === bigintTypeId ? Number : pg.types.getTypeParser(type, format),
  }
  const client = new pg.Client({ connectionString: address, types: types as pg.CustomTypesConfig })
  await client.connect()
  return client
}
