/** SQL interface on a connection or pool of the driver. */
import type { QueryConfig, QueryResult } from 'pg'
import type { Sql, Value } from '../sql.ts'

/** Bounds the cache, as the text of some statements depends on the length of a list. */
const maxPreparedStatements = 1_000

/** With `isNamed` the server plans each statement once per connection. */
export function createPreparedSql(
  query: (config: QueryConfig) => Promise<QueryResult>,
  isNamed: boolean,
): Sql {
  const cache = new Map<string, { text: string; name?: string }>()

  const prepare = (statement: string) => {
    const text = numberPlaceholders(statement)
    if (cache.size === maxPreparedStatements) return { text }
    const prepared = isNamed ? { text, name: `letan_${cache.size}` } : { text }
    cache.set(statement, prepared)
    return prepared
  }

  const execute = (statement: string, values: Value[]) => {
    const prepared = cache.get(statement) ?? prepare(statement)
    return query({ ...prepared, values: values.map(replaceNul), types: numericTypes })
  }

  return {
    // A copy, because a coalesced result has several readers.
    all: async (statement, ...values) => [...(await execute(statement, values)).rows],
    get: async (statement, ...values) => (await execute(statement, values)).rows[0],
    run: async (statement, ...values) => (await execute(statement, values)).rowCount ?? 0,
  }
}

/** Replaces each `?` outside of a literal by `$1`, `$2` and so on. */
export function numberPlaceholders(statement: string): string {
  let index = 0
  return statement.replace(/'[^']*'|\?/g, (match) => (match === '?' ? `$${++index}` : match))
}

/** A text in PostgreSQL cannot contain NUL, so it is stored as the replacement character. */
function replaceNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value
}

/** Returns integers, decimals and booleans as numbers, as SQLite does, and everything else as text. */
const numericTypes = { getTypeParser: (type: number) => parsers.get(type) ?? asText }

const asText = (text: string) => text
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
