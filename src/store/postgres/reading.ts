/** A few connections that only read what is committed. */
import pg, { type QueryConfig } from 'pg'
import type { Row, Sql, Value } from '../sql.ts'
import type { Address } from './address.ts'
import { isAway, isLost, translate } from './faults.ts'
import { patience } from './patience.ts'
import type { Reach } from './reach.ts'
import { shareQuestions } from './sharing.ts'
import { createStatements } from './statements.ts'
import { readWithin } from './within.ts'

const most = 8

export type Reading = Sql & { close(): Promise<void> }

export function createReading(address: Address, reach: Reach): Reading {
  const prepare = createStatements(!address.pooled)
  let pool = openPool(address)
  reach.onLost(() => {
    pool.end().catch(() => {})
    pool = openPool(address)
  })

  const askOnce = <Found extends Row>(question: QueryConfig) =>
    address.pooled ? readWithin<Found>(pool, question) : pool.query<Found>(question)

  const ask = async <Found extends Row>(question: QueryConfig) => {
    await reach.check()
    let asked = pool
    try {
      return await askOnce<Found>(question).catch(async (error: unknown) => {
        if (!isLost(error) && asked === pool) throw error
        await reach.check()
        asked = pool
        return askOnce<Found>(question)
      })
    } catch (error) {
      // Who waited on connections that were given up since then says nothing of the new ones.
      if (isAway(error) && asked === pool) reach.lost(error)
      throw translate(error)
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

function openPool({ connection, pooled }: Address): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    ...(pooled
      ? { pipeline: true }
      : {
          statement_timeout: patience.statement,
          options: '-c default_transaction_read_only=on',
        }),
    max: most,
    // In a crowd one waits longer for his turn than for a connection.
    connectionTimeoutMillis: patience.answer,
    Client: Reader,
    query_timeout: patience.answer,
    // The name of the host may lead elsewhere one day.
    maxLifetimeSeconds: 600,
    allowExitOnIdle: true,
  })
  // A connection that ends while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  return pool
}

class Reader extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool hides the password, so that it is not copied by chance.
    const { password } = config ?? {}
    super({ ...config, password, connectionTimeoutMillis: patience.connection })
  }
}
