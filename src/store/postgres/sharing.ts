/** In a crowd many ask the same: whoever comes while it is being asked shares the next answer. */
import type { Row, Value } from '../sql.ts'

type RunQuery = (statement: string, values: Value[]) => Promise<readonly Row[]>

type SharedQuery = { running: Promise<unknown>; next?: Promise<readonly Row[]> }

/**
 * Nobody joins what is under way already: it may have been read before he came. Whoever comes
 * meanwhile waits for it to end, and then all of them ask once.
 */
export function coalesceQueries(runQuery: RunQuery): RunQuery {
  const inFlight = new Map<string, SharedQuery>()

  const begin = (key: string, statement: string, values: Value[]): Promise<readonly Row[]> => {
    const result = runQuery(statement, values)
    const shared: SharedQuery = { running: result }
    inFlight.set(key, shared)
    const cleanUp = () => {
      if (inFlight.get(key) === shared && !shared.next) inFlight.delete(key)
    }
    result.then(cleanUp, cleanUp)
    return result
  }

  return (statement, values) => {
    const key = JSON.stringify([statement, values])
    const shared = inFlight.get(key)
    if (!shared) return begin(key, statement, values)
    const startNext = () => begin(key, statement, values)
    shared.next ??= shared.running.then(startNext, startNext)
    return shared.next
  }
}
