/** Compares the contents of databases row by row. */
import type { DatabaseRow, RawDatabase } from './raw-database.ts'

export type DatabaseContents = ReadonlyMap<string, readonly DatabaseRow[]>

export async function readContents(database: RawDatabase): Promise<DatabaseContents> {
  const contents = new Map<string, DatabaseRow[]>()
  for (const table of (await database.tables()).keys()) {
    contents.set(table, await database.all(`SELECT * FROM ${table}`))
  }
  return contents
}

/** Every value of every row must be the expected one; a column that the expectation does not name must be empty. */
export function differencesFromExpected(
  contents: DatabaseContents,
  expected: DatabaseContents,
): string[] {
  const tables = new Set([...contents.keys(), ...expected.keys()])
  return [...tables].flatMap((table) => {
    const foundRows = contents.get(table) ?? []
    const noValues = Object.fromEntries(Object.keys(foundRows[0] ?? {}).map((name) => [name, null]))
    const found = countTexts(foundRows.map((row) => withoutTime(table, row)))
    const wanted = countTexts(
      (expected.get(table) ?? []).map((row) => withoutTime(table, { ...noValues, ...row })),
    )
    const missing = [...wanted].filter(([text, count]) => found.get(text) !== count)
    const unexpected = [...found].filter(([text, count]) => wanted.get(text) !== count)
    if (missing.length === 0 && unexpected.length === 0) return []
    const [example] = unexpected[0] ?? missing[0] ?? []
    return [`${table}: ${missing.length} rows missing, ${unexpected.length} unexpected: ${example}`]
  })
}

function countTexts(rows: readonly DatabaseRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of rows.map(rowText)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/**
 * Compares the database of the servers with one that was only migrated, without values that differ with every start.
 */
export function differencesAfterStart(one: DatabaseContents, migrated: DatabaseContents): string[] {
  // A background job deletes these rows: the migration has copied them to the answers.
  const other = new Map([...migrated, ['booking_health', []]])
  const tables = new Set([...one.keys(), ...other.keys()])
  return [...tables].flatMap((table) => {
    const [firstRows, secondRows] = [one, other].map((contents) =>
      (contents.get(table) ?? [])
        .filter((row) => !isWrittenAtStart(table, row))
        .map((row) => rowText(withoutStartValues(table, row)))
        .sort(),
    )
    const same = JSON.stringify(firstRows) === JSON.stringify(secondRows)
    return same
      ? []
      : [`${table}: ${firstRows?.length} rows and ${secondRows?.length} are not the same`]
  })
}

function isWrittenAtStart(table: string, row: DatabaseRow): boolean {
  return (
    // Every start stores the current name.
    table === 'shop_identity' ||
    (table === 'secrets' && row.name === 'signing') ||
    (table === 'staff_links' && row.made_by === 'start') ||
    (table === 'audit' && row.actor === 'start')
  )
}

/** Without the time of a migration, and the folded names that a background job adds. */
function withoutStartValues(table: string, row: DatabaseRow): DatabaseRow {
  return table === 'booking_guests' ? { ...row, folded: null } : withoutTime(table, row)
}

/** Without the time of a migration. */
function withoutTime(table: string, row: DatabaseRow): DatabaseRow {
  return table === 'migrations' ? { ...row, applied_at: null } : row
}

function rowText(row: DatabaseRow): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
