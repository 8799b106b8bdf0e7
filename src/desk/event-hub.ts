/**
 * What happens, told to every open desk within a moment. It is read from the store, so it does not
 * matter which process wrote it; and each event has the id of its row, so that a desk that was away
 * asks for what it missed.
 */
import { idBefore } from '../kernel/id.ts'
import type { Sql, Store } from '../store/sql.ts'

export type LiveEvent = { id: string; kind: string; subject: string }

export type Listener = (event: LiveEvent) => void

export type Hub = {
  /** The newest event there is; whoever has read it has missed nothing. */
  newest(): Promise<string>
  /** What came after an event, or nothing if that is too long ago to be told one by one. */
  since(id: string): Promise<LiveEvent[] | undefined>
  /** Resolves, with how to stop, when nothing that happens from now on can be missed. */
  listen(listener: Listener): Promise<() => void>
  /** Acts when the house closes. */
  closed: AbortSignal
  close(): void
}

/** Whoever has read nothing yet misses nothing either. */
const beforeAll = '0'.repeat(12)

const between = 200
/** Where the store says when to look. */
const betweenIfTold = 1_000
const most = 500

/** A transaction that began earlier may end later: so far back we look again. */
const overlap = 10_000

export function createHub(
  sql: Sql,
  failed: (error: unknown) => void,
  onChange?: Store['onChange'],
): Hub {
  const listeners = new Set<Listener>()
  const told = new Set<string>()
  const closing = new AbortController()
  let from: string | undefined
  let beginning: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const read = (after: string) =>
    sql.all<LiveEvent>(
      `SELECT id, kind, subject FROM outbox WHERE id > ? ORDER BY id LIMIT ${most}`,
      after,
    )

  /** However many there are. */
  const readAll = async (after: string): Promise<LiveEvent[]> => {
    const events = await read(after)
    const last = events.at(-1)
    return last && events.length === most ? [...events, ...(await readAll(last.id))] : events
  }

  const newest = async () => {
    const last = await sql.get<{ id: string }>('SELECT id FROM outbox ORDER BY id DESC LIMIT 1')
    return last?.id ?? beforeAll
  }

  /** From here on events are told; what is older was seen by whoever asks. */
  const begin = () => {
    beginning ??= (async () => {
      const start = await newest()
      const seen = await readAll(idBefore(start, overlap))
      for (const { id } of seen) if (id <= start) told.add(id)
      from = start
    })().finally(() => {
      beginning = undefined
    })
    return beginning
  }

  const turn = async () => {
    if (from === undefined) return begin()
    for (const event of await readAll(idBefore(from, overlap))) {
      if (told.has(event.id)) continue
      told.add(event.id)
      if (event.id > from) from = event.id
      for (const listener of listeners) listener(event)
    }
    const oldest = idBefore(from, 2 * overlap)
    for (const id of told) if (id < oldest) told.delete(id)
  }

  let looking = false
  let again = false
  const look = () => {
    if (looking) {
      again = true
      return
    }
    clearTimeout(timer)
    looking = true
    turn()
      .catch(failed)
      .finally(() => {
        looking = false
        timer = undefined
        if (listeners.size === 0 || closing.signal.aborted) from = undefined
        else goOn(again ? 0 : onChange ? betweenIfTold : between)
      })
  }

  const goOn = (pause: number) => {
    again = false
    timer = setTimeout(look, pause)
  }

  const stopHearing = onChange?.(() => timer && look())

  return {
    newest,
    async since(id) {
      const missed = await read(idBefore(id, overlap))
      return missed.length === most ? undefined : missed.filter((event) => event.id !== id)
    },
    async listen(listener) {
      listeners.add(listener)
      const stop = () => listeners.delete(listener)
      if (from === undefined) {
        await begin().catch((error: unknown) => {
          stop()
          throw error
        })
      }
      if (!timer) goOn(between)
      return stop
    },
    closed: closing.signal,
    close() {
      stopHearing?.()
      clearTimeout(timer)
      closing.abort()
    },
  }
}
