/** Statements as the driver takes them, each with its name, so that the server plans it once. */
import type { QueryConfig } from 'pg'
import type { Value } from '../sql.ts'
import { numbered } from './placeholders.ts'

export type Prepare = (statement: string, values: Value[]) => QueryConfig

/** Texts come from code and not from callers, so there is an end to them; but for lists of values. */
const mostNamed = 1_000

export function createStatements(named: boolean): Prepare {
  const known = new Map<string, { text: string; name?: string }>()
  return (statement, values) => {
    let found = known.get(statement)
    if (!found) {
      const text = numbered(statement)
      found = named && known.size < mostNamed ? { text, name: `letan_${known.size}` } : { text }
      known.set(statement, found)
    }
    return { ...found, values: values.map(storable), types: asNumbers }
  }
}

/** A text of PostgreSQL holds no NUL; it holds what stands for a character that cannot be shown. */
function storable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value
}

/** Whole numbers, sums and averages are numbers, and so is what is true or not, as in SQLite. */
const asNumbers = { getTypeParser: (type: number) => parsers.get(type) ?? asIs }

const asIs = (text: string) => text
const bool = 16
const int8 = 20
const int2 = 21
const int4 = 23
const float4 = 700
const float8 = 701
const numeric = 1700
const parsers = new Map<number, (text: string) => string | number>([
  ...[int8, int2, int4, float4, float8, numeric].map((type) => [type, Number] as const),
  [bool, (text) => (text === 't' ? 1 : 0)],
])
