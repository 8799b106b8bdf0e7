/** Tells all processes that something was written, and hears it from them. */
import pg from 'pg'
import type { Reach } from './circuit-breaker.ts'
import { leave } from './close-client.ts'
import type { Address } from './connection-url.ts'
import { patience } from './timeouts.ts'

/** The names of channels are one database's own. */
const channel = 'letan_written'

/** What is written meanwhile is told with it. */
const gathered = 20

const beforeAnotherTry = 1_000

export type Signal = {
  /** After a commit, never within: a transaction that notifies waits for all that do. */
  written(): void
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

export function createSignal(
  { connection }: Address,
  reach: Reach,
  send: (statement: string) => Promise<unknown>,
): Signal {
  const listeners = new Set<() => void>()
  let ear: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const tell = () => {
    for (const listener of listeners) listener()
  }

  const hear = async () => {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: patience.connection,
      query_timeout: patience.answer,
    })
    ear = client
    client.on('error', () => hearAnew(client))
    client.on('end', () => hearAnew(client))
    client.on('notification', tell)
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      // What was told while nobody heard it.
      tell()
    } catch {
      hearAnew(client)
    }
  }

  const hearAnew = (deaf: pg.Client) => {
    if (ear !== deaf) return
    ear = undefined
    deaf.end().catch(() => {})
    if (closed) return
    retry = setTimeout(() => {
      retry = undefined
      void hear()
    }, beforeAnotherTry).unref()
  }

  reach.onLost(() => ear && hearAnew(ear))

  return {
    written() {
      timer ??= setTimeout(() => {
        timer = undefined
        // Whoever does not hear it looks by himself a little later.
        send(`NOTIFY ${channel}`).catch(() => {})
      }, gathered).unref()
    },
    onChange(listener) {
      listeners.add(listener)
      if (!ear && !retry) void hear()
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(retry)
      const client = ear
      ear = undefined
      await leave(client)
    },
  }
}
