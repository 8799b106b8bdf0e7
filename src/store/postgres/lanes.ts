/** A few connections that read: the questions that wait for one go together on the next that is free. */
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { holdBack } from './hold-back.ts'

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

type Waiting = PromiseWithResolvers<QueryResult> & { question: QueryConfig }

export function openLanes(config: pg.PoolConfig, send: Send): Lanes {
  const pool = openPool(config)
  const waiting: Waiting[] = []
  let open = 0

  const serve = async () => {
    open++
    try {
      while (waiting.length > 0) {
        const client = await pool.connect()
        const taken = waiting.splice(0, mostTogether)
        await answer(client, send, taken)
      }
    } catch (error) {
      // The others may still serve; the last one knows that nobody will.
      if (open === 1) for (const { reject } of waiting.splice(0)) reject(error)
    } finally {
      open--
    }
  }

  return {
    ask(question) {
      const asked = { question, ...Promise.withResolvers<QueryResult>() }
      waiting.push(asked)
      if (open < most) serve()
      return asked.promise
    },
    async askAlone(question) {
      const asked = { question, ...Promise.withResolvers<QueryResult>() }
      answer(await pool.connect(), send, [asked])
      return asked.promise
    },
    async close() {
      const over = new Error('the connections were closed')
      for (const { reject } of waiting.splice(0)) reject(over)
      await pool.end()
    },
  }
}

/** Never rejects: each of those who asked is told by himself. */
async function answer(client: PoolClient, send: Send, asked: readonly Waiting[]): Promise<void> {
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
      failed = true
      reject(error)
    }
  })
  await Promise.all(told)
  client.release(failed)
}

function openPool(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({ ...config, pipeline: true, max: most })
  // A connection that ends while nobody uses it is replaced when somebody does.
  pool.on('error', ignore)
  return pool
}

function ignore(): void {}
