/** Lists of values in a statement. */
import type { Value } from './sql.ts'

/**
 * For `column IN (${marks})`, with the values that go there. The last one is repeated up to a power of two, so that
 * there are few texts to prepare.
 */
export function valueList(distinct: ReadonlySet<Value>): { marks: string; values: Value[] } {
  const values = [...distinct]
  const last = values.at(-1) ?? null
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  while (values.length < length) values.push(last)
  return { marks: Array(length).fill('?').join(', '), values }
}
