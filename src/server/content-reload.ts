/**
 * A folder that its owner edits while the shop is open: what he saves is taken whole or not at all.
 * A folder with faults changes nothing; one that would break bookings to come waits for his word.
 */
import { resolve } from 'node:path'
import { ContentError, type ContentIssue, formatIssue } from '../content/content-errors.ts'
import { fingerprintOf, folderSignature } from '../content/fingerprint.ts'
import type { ContentReloader, ContentState } from '../desk/context.ts'
import {
  type BookingCapability,
  findConflicts,
  findNewConflicts,
} from '../domain/booking/conflicts.ts'
import { recordAudit } from '../domain/outbox/events.ts'
import type { Shop, Trade } from '../domain/trade/trade.ts'
import type { Log } from '../kernel/log.ts'
import { type Clock, minute } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import { openFolder } from '../variants/index.ts'

export type PollableContentReloader = ContentReloader & {
  /** Takes up what was saved since the last look, once nobody is saving any more. */
  poll(): Promise<void>
}

export type ReloaderOptions = {
  folder: string
  trade: Trade
  /** What was read of it when the doors opened, and how it looked just before. */
  shop: Shop
  contentSignature: string
  store: Store
  now: Clock
  replace(shop: Shop): Promise<void>
  /** Told once of each new state. */
  onStateChange(state: ContentState): void
}

/** What waits is looked at again: the bookings that held it up may have been moved. */
const recheckIntervalMs = minute / 6

export function createContentReloader({
  folder,
  trade,
  store,
  now,
  ...options
}: ReloaderOptions): PollableContentReloader {
  let current = options.shop
  let loadedAtMs = now()
  let servedSignature = options.contentSignature
  let lastSignature = servedSignature
  let evaluatedSignature: string | undefined
  let heldShop: Shop | undefined
  let state: ContentState = { kind: 'open', sinceMs: now() }

  const setState = (next: ContentState, shop?: Shop) => {
    heldShop = shop
    state = next
    options.onStateChange(next)
  }

  const evaluate = async (signature: string) => {
    const { shop: next, errors } = loadShop(trade, folder)
    if (!next) {
      setState({ kind: 'faulty', errors, sinceMs: now() })
      return
    }
    const fingerprint = fingerprintOf(folder)
    const conflicts = await findConflictsWith(next)
    if (conflicts.length > 0 && !(await isAccepted(fingerprint))) {
      const isSameContent = state.kind === 'waiting' && state.fingerprint === fingerprint
      const heldState: ContentState = { kind: 'waiting', fingerprint, sinceMs: now() }
      if (isSameContent) state = heldState
      else setState(heldState, next)
      return
    }
    await options.replace(next)
    current = next
    servedSignature = signature
    loadedAtMs = now()
    setState({ kind: 'open', sinceMs: loadedAtMs })
  }

  const findConflictsWith = (next: Shop) =>
    findNewConflicts(store.read, capabilityOf(current), capabilityOf(next), now())

  const poll = async () => {
    const signature = folderSignature(folder)
    const isStable = signature === lastSignature
    lastSignature = signature
    if (!isStable) return
    if (signature === servedSignature) {
      // He took it back.
      if (state.kind !== 'open') setState({ kind: 'open', sinceMs: now() })
      evaluatedSignature = signature
      return
    }
    if (signature === evaluatedSignature && !(await shouldReevaluate())) return
    await evaluate(signature)
    evaluatedSignature = signature
  }

  const shouldReevaluate = async () =>
    state.kind === 'waiting' &&
    (now() - state.sinceMs >= recheckIntervalMs || (await isAccepted(state.fingerprint)))

  /** His word holds for this change; the same folder may break other bookings another time. */
  const isAccepted = async (fingerprint: string) =>
    (await store.read.get(
      "SELECT id FROM audit WHERE subject = ? AND action = 'accepted' AND at >= ?",
      `content:${fingerprint}`,
      loadedAtMs,
    )) !== undefined

  /** One after the other. */
  let lastTask = Promise.resolve()
  const runInOrder = (work: () => Promise<void>) => {
    lastTask = lastTask.catch(() => {}).then(work)
    return lastTask
  }

  return {
    folder: resolve(folder),
    poll: () => runInOrder(poll),
    state: () => state,
    conflicts: () => findConflicts(store.read, capabilityOf(current), now()),
    newConflicts: async () => (heldShop ? findConflictsWith(heldShop) : []),
    async accept(fingerprint, actor) {
      await store.write((sql) =>
        recordAudit(sql, now(), actor, 'accepted', `content:${fingerprint}`),
      )
      evaluatedSignature = undefined
      await runInOrder(poll)
    },
  }
}

type LoadResult = { shop: Shop; errors?: never } | { shop?: never; errors: readonly ContentIssue[] }

function loadShop(trade: Trade, folder: string): LoadResult {
  try {
    return { shop: openFolder(trade, folder) }
  } catch (error) {
    if (error instanceof ContentError) return { errors: error.errors }
    throw error
  }
}

export function capabilityOf({ booking, assortment }: Shop): BookingCapability {
  return { rules: booking, offers: new Set(assortment.offers.map(({ id }) => id)) }
}

/** What the log has of it; the rest stands on the desk. */
export function logContentState(state: ContentState, log: Log): void {
  if (state.kind === 'open') log.info('content served as it is')
  else if (state.kind === 'waiting') log.warn('content waits: bookings to come would not fit')
  else {
    const { errors } = state
    const first = errors
      .slice(0, 1)
      .map((error) => formatIssue(error, 'en'))
      .join()
    log.warn('content refused', { faults: errors.length, first })
  }
}
