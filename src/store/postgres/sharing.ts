/** In a crowd many ask the same: whoever comes while it is being asked shares the next answer. */
import type { Row, Value } from '../sql.ts'

type Ask = (statement: string, values: Value[]) => Promise<readonly Row[]>

type Shared = { underWay: Promise<unknown>; next?: Promise<readonly Row[]> }

/**
 * Nobody joins what is under way already: it may have been read before he came. Whoever comes
 * meanwhile waits for it to end, and then all of them ask once.
 */
export function shareQuestions(ask: Ask): Ask {
  const asked = new Map<string, Shared>()

  const begin = (name: string, statement: string, values: Value[]): Promise<readonly Row[]> => {
    const answer = ask(statement, values)
    const shared: Shared = { underWay: answer }
    asked.set(name, shared)
    const over = () => {
      if (asked.get(name) === shared && !shared.next) asked.delete(name)
    }
    answer.then(over, over)
    return answer
  }

  return (statement, values) => {
    const name = JSON.stringify([statement, values])
    const shared = asked.get(name)
    if (!shared) return begin(name, statement, values)
    const again = () => begin(name, statement, values)
    shared.next ??= shared.underWay.then(again, again)
    return shared.next
  }
}
