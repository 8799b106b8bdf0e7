/** Statements as the driver takes them, each with its name, so that the server plans it once. */
import type { QueryConfig } from 'pg'
import type { Value } from '../sql.ts'
import { numberPlaceholders } from './placeholders.ts'

export type PrepareStatement = (statement: string, values: Value[]) => QueryConfig

/** Texts come from code and not from callers, so there is an end to them; but for lists of values. */
const maxNamedStatements = 1_000

export function createStatementPreparer(isNamed: boolean): PrepareStatement {
  const statements = new Map<string, { text: string; name?: string }>()
  return (statement, values) => {
    let prepared = statements.get(statement)
    if (!prepared) {
      const text = numberPlaceholders(statement)
      prepared =
        isNamed && statements.size < maxNamedStatements
          ? { text, name: `letan_${statements.size}` }
          : { text }
      statements.set(statement, prepared)
    }
    return { ...prepared, values: values.map(replaceNul), types: numericTypes }
  }
}

/** A text of PostgreSQL holds no NUL; it holds what stands for a character that cannot be shown. */
function replaceNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value
}

/** Whole numbers, sums and averages are numbers, and so is what is true or not, as in SQLite. */
const numericTypes = { getTypeParser: (type: number) => parsers.get(type) ?? asIs }

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
