/** Inserts rows of several records together. */
import type { Sql, Value } from './sql.ts'

const maxRows = 64

type InsertOptions = {
  /** The values of a row, if they are not just the placeholders. */
  values?: string
  suffix?: string
}

/**
 * `into` names the table and its columns, `suffix` what follows the values. The number of rows of a statement is a
 * power of two, so that there are few texts to prepare. Returns the number of inserted rows.
 */
export async function insertRows(
  sql: Pick<Sql, 'run'>,
  into: string,
  rows: readonly (readonly Value[])[],
  { values, suffix = '' }: InsertOptions = {},
): Promise<number> {
  const statements: Promise<number>[] = []
  for (let offset = 0; offset < rows.length; ) {
    const count = 2 ** Math.floor(Math.log2(Math.min(maxRows, rows.length - offset)))
    const chunk = rows.slice(offset, offset + count)
    const marks = values ?? `(${(chunk[0] ?? []).map(() => '?').join(', ')})`
    const text = `INSERT INTO ${into} VALUES ${Array(count).fill(marks).join(', ')} ${suffix}`
    statements.push(sql.run(text, ...chunk.flat()))
    offset += count
  }
  return (await Promise.all(statements)).reduce((sum, one) => sum + one, 0)
}
