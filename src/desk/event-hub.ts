/**
 * Publishes new outbox events to all open desks. It polls the database, so it also receives events that
 * other processes wrote. The id of an event is its position in the order of the commits; a desk that
 * reconnects asks for the events after the last id it received.
 */
import type { Sql, Store } from '../store/sql.ts'

export type DeskEvent = { id: string; kind: string; subject: string }

type Listener = (event: DeskEvent) => void

export type EventHub = {
  /** The id of the newest event. */
  lastEventId(): Promise<string>
  /** The events after this id, or undefined if it is unknown or there are too many to send one by one. */
  since(id: string): Promise<DeskEvent[] | undefined>
  /** Resolves with a function that unsubscribes, once no later event can be missed. */
  listen(listener: Listener): Promise<() => void>
  /** Aborted when the process shuts down. */
  closed: AbortSignal
  close(): void
}

const pollIntervalMs = 200
/** If the store notifies about changes. */
const fallbackPollIntervalMs = 1_000
const maxBatchSize = 500

export function createEventHub(
  sql: Sql,
  onError: (error: unknown) => void,
  onChange?: Store['onChange'],
): EventHub {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  /** Position of the last event that was published. */
  let from: number | undefined
  let initializing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const read = async (after: number) => {
    const rows = await sql.all<Omit<DeskEvent, 'id'> & { position: number }>(
      `SELECT position, kind, subject FROM outbox WHERE position > ?
       ORDER BY position LIMIT ${maxBatchSize}`,
      after,
    )
    return rows.map(({ position, ...event }) => ({ position, ...event, id: formatId(position) }))
  }

  const lastPosition = async () => {
    const row = await sql.get<{ last: number | null }>('SELECT MAX(position) AS last FROM outbox')
    return row?.last ?? 0
  }

  /** Undefined if the event is unknown. Pages of the previous version have the id of the row. */
  const findPosition = async (eventId: string): Promise<number | undefined> => {
    if (eventId.length === idLength) return Number(eventId)
    const row = await sql.get<{ position: number | null }>(
      'SELECT position FROM outbox WHERE id = ?',
      eventId,
    )
    return row?.position ?? undefined
  }

  /** Only later events are published; the pages were rendered after the earlier ones. */
  const initialize = () => {
    initializing ??= (async () => {
      from = await lastPosition()
    })().finally(() => {
      initializing = undefined
    })
    return initializing
  }

  const publishNewEvents = async () => {
    if (from === undefined) return initialize()
    for (let isComplete = false; !isComplete; ) {
      const events = await read(from)
      for (const { position, ...event } of events) {
        from = position
        for (const listener of listeners) listener(event)
      }
      isComplete = events.length < maxBatchSize
    }
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
    lastEventId: async () => formatId(await lastPosition()),
    async since(id) {
      const position = await findPosition(id)
      if (position === undefined || position > (await lastPosition())) return undefined
      const missed = await read(position)
      return missed.length === maxBatchSize ? undefined : missed
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

/** Ids are compared as text. The previous version, during a rolling restart, asks a desk with such an id to reload. */
const idLength = 12

function formatId(position: number): string {
  return String(position).padStart(idLength, '0')
}

/** An id of this version, or of the previous one. */
export function isEventId(text: string): boolean {
  return /^([0-9]{12}|[0-9a-f]{34})$/.test(text)
}
