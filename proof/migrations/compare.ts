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

/** Health data is copied to the answers, under the question of the trade, and what needs attention to the booking. */
export function differencesOfAnswers(contents: DatabaseContents): string[] {
  const bookings = new Map((contents.get('bookings') ?? []).map((row) => [row.id, row]))
  const healthRows = contents.get('booking_health') ?? []
  const answered = healthRows.filter(({ marks }) => marks !== '[]')
  const expected = answered.map(({ booking_id = null, marks = null }) => {
    const question = String(bookings.get(booking_id)?.code).startsWith('BAN')
      ? 'allergens'
      : 'health'
    return rowText({ booking_id, question, answer: marks, sensitive: 1 })
  })
  const found = (contents.get('booking_answers') ?? []).map(rowText)
  const isEqual = JSON.stringify(expected.sort()) === JSON.stringify(found.sort())
  const wrongAttention = healthRows.filter(
    ({ booking_id = null, needs_attention }) =>
      bookings.get(booking_id)?.call_first !== needs_attention,
  )
  return [
    ...(isEqual ? [] : [`booking_answers: ${found.length} rows, expected ${expected.length}`]),
    ...(wrongAttention.length > 0 ? [`call_first: ${wrongAttention.length} differ`] : []),
  ]
}

/** Compares two migrated databases, without values that differ with every start. */
export function differencesBetween(one: DatabaseContents, other: DatabaseContents): string[] {
  const tables = new Set([...one.keys(), ...other.keys()])
  // A background job moves these rows to the answers, where the migration has copied them.
  tables.delete('booking_health')
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
