/**
 * Publishes new outbox events to all open desks. It polls the database, so it also receives events that
 * other processes wrote. An event has the id of its row; a desk that reconnects asks for the events after
 * the last id it received.
 */
import { idBefore } from '../kernel/id.ts'
import type { Sql, Store } from '../store/sql.ts'

export type DeskEvent = { id: string; kind: string; subject: string }

type Listener = (event: DeskEvent) => void

export type EventHub = {
  /** The id of the newest event. */
  lastEventId(): Promise<string>
  /** The events after this id, or undefined if there are too many to send one by one. */
  since(id: string): Promise<DeskEvent[] | undefined>
  /** Resolves with a function that unsubscribes, once no later event can be missed. */
  listen(listener: Listener): Promise<() => void>
  /** Aborted when the process shuts down. */
  closed: AbortSignal
  close(): void
}

/** The last event id while the outbox is empty. */
const firstEventId = '0'.repeat(12)

const pollIntervalMs = 200
/** If the store notifies about changes. */
const fallbackPollIntervalMs = 1_000
const maxBatchSize = 500

/** Transactions can commit out of order, so each poll reads this period again. */
const overlapMs = 10_000

export function createEventHub(
  sql: Sql,
  onError: (error: unknown) => void,
  onChange?: Store['onChange'],
): EventHub {
  const listeners = new Set<Listener>()
  const publishedIds = new Set<string>()
  const closing = new AbortController()
  let from: string | undefined
  let initializing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const read = (after: string) =>
    sql.all<DeskEvent>(
      `SELECT id, kind, subject FROM outbox WHERE id > ? ORDER BY id LIMIT ${maxBatchSize}`,
      after,
    )

  const readAll = async (after: string): Promise<DeskEvent[]> => {
    const events = await read(after)
    const last = events.at(-1)
    return last && events.length === maxBatchSize
      ? [...events, ...(await readAll(last.id))]
      : events
  }

  const lastEventId = async () => {
    const last = await sql.get<{ id: string }>('SELECT id FROM outbox ORDER BY id DESC LIMIT 1')
    return last?.id ?? firstEventId
  }

  /** Only later events are published; the pages were rendered after the earlier ones. */
  const initialize = () => {
    initializing ??= (async () => {
      const start = await lastEventId()
      const recentEvents = await readAll(idBefore(start, overlapMs))
      for (const { id } of recentEvents) if (id <= start) publishedIds.add(id)
      from = start
    })().finally(() => {
      initializing = undefined
    })
    return initializing
  }

  const publishNewEvents = async () => {
    if (from === undefined) return initialize()
    for (const event of await readAll(idBefore(from, overlapMs))) {
      if (publishedIds.has(event.id)) continue
      publishedIds.add(event.id)
      if (event.id > from) from = event.id
      for (const listener of listeners) listener(event)
    }
    const oldest = idBefore(from, 2 * overlapMs)
    for (const id of publishedIds) if (id < oldest) publishedIds.delete(id)
  }

  let isPolling = false
  let shouldPollAgain = false
  const poll = () => {
    if (isPolling) {
      shouldPollAgain = true
      return
    }
    clearTimeout(timer)
    isPolling = true
    publishNewEvents()
      .catch(onError)
      .finally(() => {
        isPolling = false
        timer = undefined
        if (listeners.size === 0 || closing.signal.aborted) from = undefined
        else schedulePoll(shouldPollAgain ? 0 : onChange ? fallbackPollIntervalMs : pollIntervalMs)
      })
  }

  const schedulePoll = (delayMs: number) => {
    shouldPollAgain = false
    timer = setTimeout(poll, delayMs)
  }

  const unsubscribe = onChange?.(() => timer && poll())

  return {
    lastEventId,
    async since(id) {
      const missed = await read(idBefore(id, overlapMs))
      return missed.length === maxBatchSize ? undefined : missed.filter((event) => event.id !== id)
    },
    async listen(listener) {
      listeners.add(listener)
      const stop = () => listeners.delete(listener)
      if (from === undefined) {
        await initialize().catch((error: unknown) => {
          stop()
          throw error
        })
      }
      if (!timer) schedulePoll(pollIntervalMs)
      return stop
    },
    closed: closing.signal,
    close() {
      unsubscribe?.()
      clearTimeout(timer)
      closing.abort()
    },
  }
}
