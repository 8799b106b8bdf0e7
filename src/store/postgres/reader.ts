/** A few connections that only read what is committed. */
import pg, { type QueryConfig } from 'pg'
import { type Row, type Sql, StoreUnavailable, type Value } from '../sql.ts'
import type { Reach } from './circuit-breaker.ts'
import type { Address } from './connection-url.ts'
import { isAway, isLost, isOutdated, translate } from './errors.ts'
import { createStatements } from './prepared-statements.ts'
import { Disturbed, openLanes, type Send } from './read-pool.ts'
import { shareQuestions } from './sharing.ts'
import { patience } from './timeouts.ts'
import { sendWithin } from './within.ts'

export type Reading = Sql & { close(): Promise<void> }

export function createReading(address: Address, reach: Reach): Reading {
  const prepare = createStatements(!address.pooled)
  const open = () => openLanes(configOf(address), address.pooled ? sendWithin : sendEach)
  let lanes = open()
  const openOthers = () => {
    lanes.close().catch(() => {})
    lanes = open()
  }
  reach.onLost(openOthers)

  const ask = async (question: QueryConfig) => {
    await reach.check()
    let asked = lanes
    try {
      return await asked.ask(question).catch(async (error: unknown) => {
        const again = error instanceof Disturbed || isLost(error) || asked !== lanes
        if (!again || error instanceof StoreUnavailable) throw error
        if (isOutdated(error) && asked === lanes) openOthers()
        await reach.check()
        asked = lanes
        return asked.askAlone(question)
      })
    } catch (error) {
      // Who waited on connections that were given up since then says nothing of the new ones.
      if (error instanceof StoreUnavailable) throw error
      if (isAway(error) && asked === lanes) reach.lost(error)
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
    close: () => lanes.close(),
  }
}

const sendEach: Send = (client, questions) => questions.map((question) => client.query(question))

function configOf({ connection, pooled }: Address): pg.PoolConfig {
  return {
    ...connection,
    ...(!pooled && {
      statement_timeout: patience.statement,
      options: '-c default_transaction_read_only=on',
    }),
    // In a crowd one waits longer for his turn than for a connection.
    connectionTimeoutMillis: patience.answer,
    Client: Reader,
    query_timeout: patience.answer,
    // The name of the host may lead elsewhere one day.
    maxLifetimeSeconds: 600,
    allowExitOnIdle: true,
  }
}

class Reader extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool hides the password, so that it is not copied by chance.
    const { password } = config ?? {}
    super({ ...config, password, connectionTimeoutMillis: patience.connection })
    // What ends the connection also ends what was asked on it, and is told there. Heard from the first
    // moment to the last: it may end while it goes from one hand to another.
    this.on('error', () => {})
  }
}
