/**
 * A folder that its owner edits while the shop is open: what he saves is taken whole or not at all.
 * A folder with faults changes nothing; one that would break bookings to come waits for his word.
 */
import { resolve } from 'node:path'
import { ContentError, describeFault, type Fault } from '../content/content-errors.ts'
import { fingerprintOf, traceOf } from '../content/fingerprint.ts'
import type { ContentState, NewContent } from '../desk/context.ts'
import { findMisfits, findNewMisfits, type Keeper } from '../domain/booking/conflicts.ts'
import { record } from '../domain/outbox/events.ts'
import type { Shop, Trade } from '../domain/trade/trade.ts'
import type { Log } from '../kernel/log.ts'
import { type Clock, minute } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import { openFolder } from '../variants/index.ts'

export type ContentWatch = NewContent & {
  /** Takes up what was saved since the last look, once nobody is saving any more. */
  look(): Promise<void>
}

export type Watched = {
  folder: string
  trade: Trade
  /** What was read of it when the doors opened, and how it looked just before. */
  shop: Shop
  trace: string
  store: Store
  now: Clock
  replace(shop: Shop): Promise<void>
  /** Told once of each new state. */
  tell(state: ContentState): void
}

/** What waits is looked at again: the bookings that held it up may have been moved. */
const patience = minute / 6

export function watchContent({ folder, trade, store, now, ...given }: Watched): ContentWatch {
  let current = given.shop
  let openSince = now()
  let served = given.trace
  let seen = served
  let judged: string | undefined
  let waiting: Shop | undefined
  let state: ContentState = { kind: 'open', since: now() }

  const become = (next: ContentState, shop?: Shop) => {
    waiting = shop
    state = next
    given.tell(next)
  }

  const judge = async (trace: string) => {
    const { shop: next, faults } = read(trade, folder)
    if (!next) {
      become({ kind: 'faulty', faults, since: now() })
      return
    }
    const fingerprint = fingerprintOf(folder)
    const broken = await brokenBy(next)
    if (broken.length > 0 && !(await isAccepted(fingerprint))) {
      const known = state.kind === 'waiting' && state.fingerprint === fingerprint
      const news: ContentState = { kind: 'waiting', fingerprint, since: now() }
      if (known) state = news
      else become(news, next)
      return
    }
    await given.replace(next)
    current = next
    served = trace
    openSince = now()
    become({ kind: 'open', since: openSince })
  }

  const brokenBy = (next: Shop) =>
    findNewMisfits(store.read, keeperOf(current), keeperOf(next), now())

  const look = async () => {
    const trace = traceOf(folder)
    const settled = trace === seen
    seen = trace
    if (!settled) return
    if (trace === served) {
      // He took it back.
      if (state.kind !== 'open') become({ kind: 'open', since: now() })
      judged = trace
      return
    }
    if (trace === judged && !(await mayGoOn())) return
    await judge(trace)
    judged = trace
  }

  const mayGoOn = async () =>
    state.kind === 'waiting' &&
    (now() - state.since >= patience || (await isAccepted(state.fingerprint)))

  /** His word holds for this change; the same folder may break other bookings another time. */
  const isAccepted = async (fingerprint: string) =>
    (await store.read.get(
      "SELECT id FROM audit WHERE subject = ? AND action = 'accepted' AND at >= ?",
      `content:${fingerprint}`,
      openSince,
    )) !== undefined

  /** One after the other. */
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.catch(() => {}).then(work)
    return turn
  }

  return {
    folder: resolve(folder),
    look: () => inTurn(look),
    state: () => state,
    misfits: () => findMisfits(store.read, keeperOf(current), now()),
    broken: async () => (waiting ? brokenBy(waiting) : []),
    async accept(fingerprint, actor) {
      await store.write((sql) => record(sql, now(), actor, 'accepted', `content:${fingerprint}`))
      judged = undefined
      await inTurn(look)
    },
  }
}

type Read = { shop: Shop; faults?: never } | { shop?: never; faults: readonly Fault[] }

function read(trade: Trade, folder: string): Read {
  try {
    return { shop: openFolder(trade, folder) }
  } catch (error) {
    if (error instanceof ContentError) return { faults: error.faults }
    throw error
  }
}

export function keeperOf({ booking, assortment }: Shop): Keeper {
  return { rules: booking, offers: new Set(assortment.offers.map(({ id }) => id)) }
}

/** What the log has of it; the rest stands on the desk. */
export function tellOfContent(state: ContentState, log: Log): void {
  if (state.kind === 'open') log.info('content served as it is')
  else if (state.kind === 'waiting') log.warn('content waits: bookings to come would not fit')
  else {
    const { faults } = state
    const first = faults
      .slice(0, 1)
      .map((fault) => describeFault(fault, 'en'))
      .join()
    log.warn('content refused', { faults: faults.length, first })
  }
}
