/** What a book holds against what it should hold, row by row. */
import type { DatabaseRow, RawDatabase } from './raw-database.ts'

export type DatabaseContents = ReadonlyMap<string, readonly DatabaseRow[]>

export async function readContents(database: RawDatabase): Promise<DatabaseContents> {
  const found = new Map<string, DatabaseRow[]>()
  for (const table of (await database.tables()).keys()) {
    found.set(table, await database.all(`SELECT * FROM ${table}`))
  }
  return found
}

/** Rows that were written are all there, and no others; what their version did not know is not looked at. */
export function differencesFromModel(found: DatabaseContents, model: DatabaseContents): string[] {
  return [...model].flatMap(([table, rows]) => {
    const expected = rows.map(rowText)
    const shapes = [...new Set(rows.map((row) => Object.keys(row).join()))]
    const asWritten = (row: DatabaseRow) =>
      shapes.map((shape) =>
        rowText(Object.fromEntries(shape.split(',').map((name) => [name, row[name] ?? null]))),
      )
    const foundRows = found.get(table) ?? []
    const foundTexts = new Set(foundRows.flatMap(asWritten))
    const lost = expected.filter((text) => !foundTexts.has(text))
    return lost.length > 0 || foundRows.length !== rows.length
      ? [
          `${table}: ${foundRows.length} rows instead of ${rows.length}, ${lost.length} of them changed`,
        ]
      : []
  })
}

/** Two books that went the same way hold the same, but for what a start writes each time anew. */
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

/** When a migration was applied; and the names of guests in the form in which they are searched for. */
function withoutStartValues(table: string, row: DatabaseRow): DatabaseRow {
  if (table === 'migrations') return { ...row, applied_at: null }
  return table === 'booking_guests' ? { ...row, folded: null } : row
}

function rowText(row: DatabaseRow): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
