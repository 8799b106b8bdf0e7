/** A few connections that only read what is committed. */
import pg, { type QueryConfig } from 'pg'
import { type Row, type Sql, StoreUnavailable, type Value } from '../sql.ts'
import type { Address } from './address.ts'
import { isLost, translate } from './faults.ts'
import { patience } from './patience.ts'
import { shareQuestions } from './sharing.ts'
import { createStatements } from './statements.ts'

const most = 8

/** How long a server that could not be reached is believed to be away, so that nobody waits in turn. */
const believedAway = 500

export type Reading = Sql & { close(): Promise<void> }

export function createReading({ connection, pooled }: Address): Reading {
  const prepare = createStatements(!pooled)
  const pool = new pg.Pool({
    ...connection,
    ...(pooled
      ? {}
      : {
          statement_timeout: patience.statement,
          options: '-c default_transaction_read_only=on',
        }),
    max: most,
    keepAlive: true,
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.answer,
    allowExitOnIdle: true,
  })
  // A connection that ends while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  let away: StoreUnavailable | undefined

  const ask = async <Found extends Row>(question: QueryConfig) => {
    if (away) throw away
    try {
      return await pool.query<Found>(question).catch((error: unknown) => {
        if (!isLost(error)) throw error
        return pool.query<Found>(question)
      })
    } catch (error) {
      const meaning = translate(error)
      if (meaning instanceof StoreUnavailable && !(error instanceof pg.DatabaseError)) {
        away = meaning
        setTimeout(() => {
          away = undefined
        }, believedAway).unref()
      }
      throw meaning
    }
  }

  const found = shareQuestions(async (statement, values) => {
    const { rows } = await ask(prepare(statement, values))
    return rows
  })

  return {
    all: async <Found extends Row>(statement: string, ...values: Value[]) =>
      [...(await found(statement, values))] as Found[],
    get: async <Found extends Row>(statement: string, ...values: Value[]) =>
      (await found(statement, values))[0] as Found | undefined,
    run: async (statement, ...values) => (await ask(prepare(statement, values))).rowCount ?? 0,
    close: () => pool.end(),
  }
}
