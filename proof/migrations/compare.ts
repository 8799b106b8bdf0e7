/** Compares the contents of databases row by row. */
import type { DatabaseRow, RawDatabase } from './raw-database.ts'

type DatabaseContents = ReadonlyMap<string, readonly DatabaseRow[]>

export async function readContents(database: RawDatabase): Promise<DatabaseContents> {
  const contents = new Map<string, DatabaseRow[]>()
  for (const table of (await database.tables()).keys()) {
    contents.set(table, await database.all(`SELECT * FROM ${table}`))
  }
  return contents
}

/** All inserted rows must exist, and no others. Columns that the old version did not have are ignored. */
export function differencesFromModel(
  contents: DatabaseContents,
  model: DatabaseContents,
): string[] {
  return [...model].flatMap(([table, rows]) => {
    const expected = rows.map(rowText)
    const shapes = [...new Set(rows.map((row) => Object.keys(row).join()))]
    const asWritten = (row: DatabaseRow) =>
      shapes.map((shape) =>
        rowText(Object.fromEntries(shape.split(',').map((name) => [name, row[name] ?? null]))),
      )
    const foundRows = contents.get(table) ?? []
    const foundTexts = new Set(foundRows.flatMap(asWritten))
    const lost = expected.filter((text) => !foundTexts.has(text))
    return lost.length > 0 || foundRows.length !== rows.length
      ? [
          `${table}: ${foundRows.length} rows instead of ${rows.length}, ${lost.length} of them changed`,
        ]
      : []
  })
}

/** Compares two migrated databases, without values that differ with every start. */
export function differencesBetween(one: DatabaseContents, other: DatabaseContents): string[] {
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
    (table === 'secrets' && row.name === 'signing') ||
    (table === 'staff_links' && row.made_by === 'start') ||
    (table === 'audit' && row.actor === 'start')
  )
}

/** The time of a migration, and the folded names that a background job adds. */
function withoutStartValues(table: string, row: DatabaseRow): DatabaseRow {
  if (table === 'migrations') return { ...row, applied_at: null }
  return table === 'booking_guests' ? { ...row, folded: null } : row
}

function rowText(row: DatabaseRow): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
