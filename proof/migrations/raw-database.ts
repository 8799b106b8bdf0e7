/** A book as the bare driver sees it, of whichever version: its shape and its rows. */
import { copyFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from '../../src/store/postgres/connection-url.ts'

export type Row = Record<string, string | number | null>

export type Column = { name: string; isNumber: boolean }

export type RawBook = {
  /** Any number of statements. */
  run(script: string): Promise<void>
  all<Found extends Row>(question: string): Promise<Found[]>
  insert(table: string, rows: readonly Row[]): Promise<void>
  tables(): Promise<Map<string, Column[]>>
  /** All that it is, but for its rows. */
  shape(): Promise<string[]>
  close(): Promise<void>
}

export async function openRaw(address: string): Promise<RawBook> {
  return isPostgres(address) ? openPostgres(address) : openFile(address)
}

/** Another book like it, while nobody uses it. */
export async function copyBook(address: string, name: string): Promise<string> {
  if (!isPostgres(address)) {
    const copy = join(dirname(address), `${name}.sqlite`)
    copyFileSync(address, copy)
    return copy
  }
  const { pathname } = new URL(address)
  const elsewhere = await connect(address.replace(pathname, '/postgres'))
  await elsewhere.query(`CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)}`)
  await elsewhere.end()
  return address.replace(pathname, `/${name}`)
}

function openFile(file: string): RawBook {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  const all = <Found extends Row>(question: string) => database.prepare(question).all() as Found[]
  const namesOfTables = () =>
    all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    ).map(({ name }) => name)
  return {
    run: async (script) => database.exec(script),
    all: async <Found extends Row>(question: string) => all<Found>(question),
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {})
      if (names.length === 0) return
      const marks = names.map(() => '?').join()
      const add = database.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks})`)
      database.exec('BEGIN')
      for (const row of rows) add.run(...Object.values(row))
      database.exec('COMMIT')
    },
    tables: async () =>
      new Map(
        namesOfTables().map((table) => [
          table,
          all<{ name: string; type: string }>(`PRAGMA table_info(${table})`).map(
            ({ name, type }) => ({ name, isNumber: /INT/.test(type) }),
          ),
        ]),
      ),
    shape: async () =>
      all<{ text: string }>(
        "SELECT type || ' ' || name || ': ' || COALESCE(sql, '') AS text FROM sqlite_schema ORDER BY text",
      ).map(({ text }) => text),
    close: async () => database.close(),
  }
}

const columnsOfPostgres = `SELECT table_name AS "table", column_name AS name, data_type AS type,
  is_nullable AS nullable FROM information_schema.columns WHERE table_schema = current_schema()
  ORDER BY table_name, ordinal_position`

const shapeOfPostgres = `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = current_schema()
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1`

async function openPostgres(address: string): Promise<RawBook> {
  const client = await connect(address)
  const all = async <Found extends Row>(question: string) =>
    (await client.query<Found>(question)).rows
  const columns = () =>
    all<{ table: string; name: string; type: string; nullable: string }>(columnsOfPostgres)
  return {
    run: async (script) => {
      await client.query(script)
    },
    all,
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {})
      for (let from = 0; from < rows.length; from += mostAtOnce) {
        const some = rows.slice(from, from + mostAtOnce)
        const marks = some.map(
          (_, place) => `(${names.map((__, at) => `$${place * names.length + at + 1}`).join()})`,
        )
        const values = some.flatMap((row) => names.map((name) => row[name] ?? null))
        await client.query(`INSERT INTO ${table} (${names.join()}) VALUES ${marks.join()}`, values)
      }
    },
    async tables() {
      const found = new Map<string, Column[]>()
      for (const { table, name, type } of await columns()) {
        found.set(table, [...(found.get(table) ?? []), { name, isNumber: /int/.test(type) }])
      }
      return found
    },
    async shape() {
      const rest = await all<{ text: string }>(shapeOfPostgres)
      return [
        ...(await columns()).map((one) => Object.values(one).join(' ')),
        ...rest.map(({ text }) => text),
      ]
    },
    close: () => client.end(),
  }
}

/** A statement of PostgreSQL has at most 65,535 values. */
const mostAtOnce = 1_000

const longNumber = 20

async function connect(address: string): Promise<pg.Client> {
  const types = {
    getTypeParser: (type: number, format?: 'text') =>
      type === longNumber ? Number : pg.types.getTypeParser(type, format),
  }
  const client = new pg.Client({ connectionString: address, types: types as pg.CustomTypesConfig })
  await client.connect()
  return client
}
