/** A few connections that read: the questions that wait for one go together on the next that is free. */
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { StoreUnavailable } from '../sql.ts'
import { holdBack } from './cork.ts'
import { patience } from './timeouts.ts'

const most = 8
const mostTogether = 32

export type Lanes = {
  ask(question: QueryConfig): Promise<QueryResult>
  /** With no other beside it that could fail. */
  askAlone(question: QueryConfig): Promise<QueryResult>
  close(): Promise<void>
}

/** Sends some questions on a connection without waiting between them; each is answered by itself. */
export type Send = (client: PoolClient, questions: readonly QueryConfig[]) => Promise<QueryResult>[]

/** What went wrong was another's question, or began with it: alone this one may be answered. */
export class Disturbed extends Error {}

type Waiting = PromiseWithResolvers<QueryResult> & { question: QueryConfig; since: number }

export function openLanes(config: pg.PoolConfig, send: Send): Lanes {
  const pool = openPool(config)
  const waiting: Waiting[] = []
  let open = 0
  let withoutClient = 0

  const serve = async () => {
    open++
    try {
      while (waiting.length > 0) await answer(await connect(), send, takeShare())
    } catch (error) {
      // The others may still serve; the last one knows that nobody will.
      if (open === 1) for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      open--
    }
  }

  const connect = async () => {
    withoutClient++
    try {
      return await pool.connect()
    } finally {
      withoutClient--
    }
  }

  /** As much as leaves the same for each lane that is about to come. */
  const takeShare = (): Waiting[] => {
    const share = Math.ceil(waiting.length / (withoutClient + 1))
    const taken = waiting.splice(0, Math.min(mostTogether, share))
    const tooOld = performance.now() - patience.answer
    for (const { since, reject } of taken) {
      if (since < tooOld) reject(new StoreUnavailable('too many are asking'))
    }
    return taken.filter(({ since }) => since >= tooOld)
  }

  return {
    ask(question) {
      const asked = beginWaiting(question)
      waiting.push(asked)
      if (open < most) serve()
      return asked.promise
    },
    async askAlone(question) {
      const asked = beginWaiting(question)
      const client = await pool.connect()
      answer(client, send, [asked])
      return asked.promise
    },
    async close() {
      const over = new Error('the connections were closed')
      for (const { reject } of waiting.splice(0)) reject(over)
      await pool.end()
    },
  }
}

function beginWaiting(question: QueryConfig): Waiting {
  return { question, since: performance.now(), ...Promise.withResolvers<QueryResult>() }
}

/** Never rejects: each of those who asked is told by himself. */
async function answer(client: PoolClient, send: Send, asked: readonly Waiting[]): Promise<void> {
  if (asked.length === 0) {
    client.release()
    return
  }
  holdBack(client)
  const answers = send(
    client,
    asked.map(({ question }) => question),
  )
  let failed = false
  const told = asked.map(async ({ resolve, reject }, place) => {
    try {
      resolve((await answers[place]) as QueryResult)
    } catch (error) {
      reject(failed ? new Disturbed(String(error), { cause: error }) : error)
      failed = true
    }
  })
  await Promise.all(told)
  client.release(failed)
}

function openPool(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({ ...config, pipeline: true, max: most })
  // A connection that ends while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  return pool
}
