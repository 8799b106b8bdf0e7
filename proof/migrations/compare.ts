/** What a book holds against what it should hold, row by row. */
import type { RawBook, Row } from './raw-database.ts'

export type Contents = ReadonlyMap<string, readonly Row[]>

export async function contentsOf(book: RawBook): Promise<Contents> {
  const found = new Map<string, Row[]>()
  for (const table of (await book.tables()).keys()) {
    found.set(table, await book.all(`SELECT * FROM ${table}`))
  }
  return found
}

/** Rows that were written are all there, and no others; what their version did not know is not looked at. */
export function differencesFromModel(found: Contents, model: Contents): string[] {
  return [...model].flatMap(([table, rows]) => {
    const expected = rows.map(asText)
    const shapes = [...new Set(rows.map((row) => Object.keys(row).join()))]
    const asWritten = (row: Row) =>
      shapes.map((shape) =>
        asText(Object.fromEntries(shape.split(',').map((name) => [name, row[name] ?? null]))),
      )
    const kept = found.get(table) ?? []
    const keptTexts = new Set(kept.flatMap(asWritten))
    const lost = expected.filter((text) => !keptTexts.has(text))
    return lost.length > 0 || kept.length !== rows.length
      ? [`${table}: ${kept.length} rows instead of ${rows.length}, ${lost.length} of them changed`]
      : []
  })
}

/** Two books that went the same way hold the same, but for what a start writes each time anew. */
export function differencesBetween(one: Contents, other: Contents): string[] {
  const tables = new Set([...one.keys(), ...other.keys()])
  return [...tables].flatMap((table) => {
    const [here, there] = [one, other].map((contents) =>
      (contents.get(table) ?? [])
        .filter((row) => !isOfAStart(table, row))
        .map((row) => asText(withoutTimesOfStart(table, row)))
        .sort(),
    )
    const same = JSON.stringify(here) === JSON.stringify(there)
    return same ? [] : [`${table}: ${here?.length} rows and ${there?.length} are not the same`]
  })
}

function isOfAStart(table: string, row: Row): boolean {
  return (
    (table === 'secrets' && row.name === 'signing') ||
    (table === 'staff_links' && row.made_by === 'start') ||
    (table === 'audit' && row.actor === 'start')
  )
}

/** When a migration was applied; and the names of guests in the form in which they are searched for. */
function withoutTimesOfStart(table: string, row: Row): Row {
  if (table === 'migrations') return { ...row, applied_at: null }
  return table === 'booking_guests' ? { ...row, folded: null } : row
}

function asText(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
