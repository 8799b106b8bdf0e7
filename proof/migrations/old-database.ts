/**
 * Books as each version left them. Every migration stands for a version that was released: its book has
 * been through those before it, with what they and it wrote.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyBook, openRaw, type RawBook, type Row } from './raw-database.ts'
import { type Evening, rowsWrittenBy } from './rows.ts'

const folder = join(import.meta.dirname, '../../src/store/migrations')

export const versions: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

export type OldBook = {
  version: string
  /** The first is 1. */
  place: number
  address: string
  shape: string[]
  /** What was put into it, by table: of each row what its version knew. */
  rows: ReadonlyMap<string, readonly Row[]>
  /** When no table is free, and who has them. */
  evenings: readonly Evening[]
}

/** In the order of the versions. Of those that only added to the schema, the old rows are enough. */
export async function makeOldBooks(empty: string, past: number): Promise<OldBook[]> {
  const books: OldBook[] = []
  let before: Pick<OldBook, 'address' | 'rows' | 'evenings'> = {
    address: empty,
    rows: new Map(),
    evenings: [],
  }
  for (const [place, version] of versions.entries()) {
    const address = await copyBook(before.address, `version_${place + 1}`)
    const book = await openRaw(address)
    const known = await book.tables()
    await applyMigration(book, version, place)
    const { rows, evening } = rowsWrittenBy(place + 1, past)
    const added = await write(book, place < 2 ? [] : [...known.keys()], rows)
    const made: OldBook = {
      version,
      place: place + 1,
      address,
      shape: await book.shape(),
      rows: joined(before.rows, added),
      evenings: [...before.evenings, ...(added.has('bookings') ? [evening] : [])],
    }
    await book.close()
    books.push(made)
    before = made
  }
  return books
}

async function applyMigration(book: RawBook, name: string, place: number): Promise<void> {
  const text = readFileSync(join(folder, name), 'utf8')
  const digest = createHash('sha256').update(text).digest('hex')
  if (place === 0) {
    await book.run(
      'CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
  }
  // Without comments, which SQLite would keep, as the program does it.
  await book.run(text.replace(/--.*$/gm, ''))
  await book.insert('migrations', [{ name, digest, applied_at: place + 1 }])
}

/** Into every table but those that are left alone, as far as this version has its columns. */
async function write(
  book: RawBook,
  leftAlone: readonly string[],
  rows: Record<string, Row[]>,
): Promise<Map<string, Row[]>> {
  const written = new Map<string, Row[]>()
  const tables = await book.tables()
  const ours = Object.keys(rows)
  const inOrder = [...tables.keys()].toSorted(
    (one, other) => ours.indexOf(one) - ours.indexOf(other),
  )
  for (const table of inOrder) {
    if (leftAlone.includes(table) || table === 'migrations') continue
    const columns = tables.get(table) ?? []
    const filledAlready = (await book.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0
    const given =
      rows[table] ??
      (filledAlready
        ? []
        : [1, 2, 3].map((number) =>
            Object.fromEntries(
              columns.map(({ name, isNumber }) => [name, isNumber ? number : `${name} ${number}`]),
            ),
          ))
    const known = given.map((row) =>
      Object.fromEntries(
        columns.flatMap(({ name }) => (name in row ? [[name, row[name] ?? null]] : [])),
      ),
    )
    await book.insert(table, known).catch((error: unknown) => {
      throw new Error(`${table} needs rows of its own in proof/migrations/rows.ts`, {
        cause: error,
      })
    })
    if (known.length > 0) written.set(table, known)
  }
  return written
}

function joined(
  one: ReadonlyMap<string, readonly Row[]>,
  other: ReadonlyMap<string, readonly Row[]>,
): Map<string, readonly Row[]> {
  const tables = new Set([...one.keys(), ...other.keys()])
  return new Map(
    [...tables].map((table) => [table, [...(one.get(table) ?? []), ...(other.get(table) ?? [])]]),
  )
}
