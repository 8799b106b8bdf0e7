/** Reading by way of a pooler: a session can be told nothing there, so each transaction is told. */
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { patience } from './patience.ts'

const begin = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${patience.statement}`

/** All of it is sent at once and costs one way there and back; the pool's clients must pipeline. */
export async function readWithin<Found extends QueryResultRow>(
  pool: Pool,
  question: QueryConfig,
): Promise<QueryResult<Found>> {
  const client = await pool.connect()
  // What ends the connection also ends what was asked on it, and is told there.
  client.on('error', ignore)
  const begun = client.query(begin)
  const asked = client.query<Found>(question)
  const steps = await Promise.allSettled([begun, asked, client.query('COMMIT')])
  client.off('error', ignore)
  const failed = steps.find((step) => step.status === 'rejected')
  client.release(failed !== undefined)
  if (failed) throw failed.reason
  return asked
}

function ignore(): void {}
