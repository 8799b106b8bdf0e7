/** Reading by way of a pooler: a session can be told nothing there, so each transaction is told. */

import type { Send } from './read-pool.ts'
import { patience } from './timeouts.ts'

const begin = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${patience.statement}`

/** All of it costs one way there and back. Where one question fails, so do those after it. */
export const sendWithin: Send = (client, questions) => {
  const begun = client.query(begin)
  const asked = questions.map((question) => client.query(question))
  const over = client.query('COMMIT')
  // Whoever asked hears of it; who asked nothing does not.
  for (const step of [begun, over]) step.catch(() => {})
  const whole = async (answer: (typeof asked)[number]) => {
    const [, given] = await Promise.all([begun, answer, over])
    return given
  }
  return asked.map(whole)
}
