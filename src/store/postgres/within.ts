/** Reading by way of a pooler: a session can be told nothing there, so each transaction is told. */

import type { SendQueries } from './read-pool.ts'
import { timeouts } from './timeouts.ts'

const begin = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeouts.statementMs}`

/** All of it costs one way there and back. Where one question fails, so do those after it. */
export const sendInTransaction: SendQueries = (client, queryConfigs) => {
  const begun = client.query(begin)
  const queries = queryConfigs.map((queryConfig) => client.query(queryConfig))
  const over = client.query('COMMIT')
  // Whoever asked hears of it; who asked nothing does not.
  for (const step of [begun, over]) step.catch(() => {})
  const afterCommit = async (query: (typeof queries)[number]) => {
    const [, result] = await Promise.all([begun, query, over])
    return result
  }
  return queries.map(afterCommit)
}
