/**
 * Reloads the content folder while the shop is running. A change is applied completely or not at all: a folder with
 * errors is rejected, and a folder that conflicts with upcoming bookings is held until the owner accepts it.
 */
import { resolve } from 'node:path'
import { ContentError, type ContentIssue, formatIssue } from '../content/content-errors.ts'
import { readDeclaredTrade } from '../content/declared-trade.ts'
import { fingerprintOf, folderSignature } from '../content/fingerprint.ts'
import type { PhotoFile } from '../content/photo.ts'
import type { ContentReloader, ContentState } from '../desk/context.ts'
import {
  type BookingCapability,
  findConflicts,
  findNewConflicts,
} from '../domain/booking/conflicts.ts'
import { findShopIdentity } from '../domain/integrity/shop-identity.ts'
import { recordAudit } from '../domain/outbox/events.ts'
import type { Shop, Trade } from '../domain/trade/trade.ts'
import type { Log } from '../kernel/log.ts'
import { type Clock, dateAt, minute, toIsoString } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import { loadTrade, openFolder } from '../variants/trades.ts'
import { changePhotos, withTrialFolder } from './content-trial.ts'
import type { LoadedContent, StoreContent } from './stored-content.ts'
import { createTradeChange } from './trade-change.ts'

export type PollableContentReloader = ContentReloader & {
  /** Applies a change of the folder once two polls in a row have found the same files. */
  poll(): Promise<void>
}

type ReloaderOptions = {
  folder: string
  trade: Trade
  /** The settings name the trade, or a database by its trade. */
  isTradeSet: boolean
  /** As it was loaded at the start. */
  loaded: LoadedContent
  store: Store
  now: Clock
  replace(shop: Shop): Promise<void>
  /** Stores a copy of accepted content for a later start. Returns false if the folder has changed meanwhile. */
  storeContent: StoreContent
  /** Called once until it succeeds again. */
  onStoreFailure(error: unknown): void
  /** Called once for each new state. */
  onStateChange(state: ContentState): void
}

/** After a failure, for example on a full disk. */
const storeRetryMs = minute

/** Held content is checked again, because the conflicting bookings may have been moved. */
const recheckIntervalMs = minute / 6

export function createContentReloader({
  folder,
  trade: firstTrade,
  isTradeSet,
  loaded: { shop, contentSignature, rejected },
  store,
  now,
  ...options
}: ReloaderOptions): PollableContentReloader {
  let trade = firstTrade
  let current = shop
  let loadedAtMs = now()
  /** Undefined while the stored content is served: no state of the folder is in use. */
  let servedSignature = rejected ? undefined : contentSignature
  let lastSignature = contentSignature
  let evaluatedSignature = rejected && contentSignature
  let storedAtMs = rejected?.acceptedAtMs
  let storedSignature: string | undefined
  let nextStoreMs = 0
  let hasStoreFailed = false
  let heldShop: Shop | undefined
  let state: ContentState = rejected
    ? { kind: 'invalid', errors: rejected.errors, storedAtMs, sinceMs: now() }
    : { kind: 'loaded', sinceMs: now() }

  const setState = (next: ContentState, shop?: Shop) => {
    heldShop = shop
    state = next
    options.onStateChange(next)
  }

  /** Another process, or this one, has changed the trade of a fresh shop: the database says so. */
  const followTrade = async () => {
    const declared = readDeclaredTrade(folder)?.trade
    if (declared === undefined || declared === trade.id) return
    if ((await findShopIdentity(store.read))?.trade === declared) trade = await loadTrade(declared)
  }

  const evaluate = async (signature: string) => {
    await followTrade()
    const { shop: next, errors } = loadShop(trade, folder, now())
    if (!next) {
      setState({ kind: 'invalid', errors, storedAtMs, sinceMs: now() })
      return
    }
    const fingerprint = fingerprintOf(folder)
    const { length: conflictCount } = await findConflictsWith(next)
    if (conflictCount > 0 && !(await isAccepted(fingerprint))) {
      const isSameContent = state.kind === 'held' && state.fingerprint === fingerprint
      const held: ContentState = { kind: 'held', fingerprint, conflictCount, sinceMs: now() }
      if (isSameContent) state = held
      else setState(held, next)
      return
    }
    try {
      await options.replace(next)
    } catch (error) {
      // The names of the tools are known only once the app is built.
      if (!(error instanceof ContentError)) throw error
      setState({ kind: 'invalid', errors: error.errors, storedAtMs, sinceMs: now() })
      return
    }
    current = next
    servedSignature = signature
    storedAtMs = undefined
    loadedAtMs = now()
    setState({ kind: 'loaded', sinceMs: loadedAtMs })
  }

  const findConflictsWith = (next: Shop) =>
    findNewConflicts(store.read, capabilityOf(current), capabilityOf(next), now())

  const poll = async () => {
    const signature = folderSignature(folder)
    const isStable = signature === lastSignature
    lastSignature = signature
    if (!isStable) return
    if (signature === servedSignature) {
      // The owner has reverted the change.
      if (state.kind !== 'loaded') setState({ kind: 'loaded', sinceMs: now() })
      evaluatedSignature = signature
      await storeOnce(signature)
      return
    }
    if (signature === evaluatedSignature && !(await shouldReevaluate())) return
    await evaluate(signature)
    evaluatedSignature = signature
  }

  /** The folder is the content in use. */
  const storeOnce = async (signature: string) => {
    if (signature === storedSignature || now() < nextStoreMs) return
    try {
      if (await options.storeContent(current, signature)) storedSignature = signature
      hasStoreFailed = false
    } catch (error) {
      nextStoreMs = now() + storeRetryMs
      if (!hasStoreFailed) options.onStoreFailure(error)
      hasStoreFailed = true
    }
  }

  const shouldReevaluate = async () =>
    state.kind === 'held' &&
    (now() - state.sinceMs >= recheckIntervalMs || (await isAccepted(state.fingerprint)))

  /** Only since the last load: the same folder may conflict with other bookings at another time. */
  const isAccepted = async (fingerprint: string) =>
    (await store.read.get(
      "SELECT id FROM audit WHERE subject = ? AND action = 'accepted' AND at >= ?",
      `content:${fingerprint}`,
      loadedAtMs,
    )) !== undefined

  const recordAccepted = (fingerprint: string, actor: string) =>
    store.write((sql) => recordAudit(sql, now(), actor, 'accepted', `content:${fingerprint}`))

  /** Serialized: a poll must not evaluate the folder while `accept` does. */
  let lastTask = Promise.resolve()
  const runInOrder = (work: () => Promise<void>) => {
    lastTask = lastTask.catch(() => {}).then(work)
    return lastTask
  }

  const reload = async (acceptedBy?: string) => {
    if (acceptedBy !== undefined) await recordAccepted(fingerprintOf(folder), acceptedBy)
    evaluatedSignature = undefined
    // The second poll finds the same files as the first, which is what a change waits for.
    await runInOrder(poll)
    await runInOrder(poll)
  }

  return {
    folder: resolve(folder),
    tradeChange: createTradeChange({
      ...{ folder, store, now, isTradeSet, reload },
      shop: () => current,
    }),
    poll: () => runInOrder(poll),
    state: () => state,
    hasStoredContent: () => storedAtMs !== undefined,
    conflicts: () => findConflicts(store.read, capabilityOf(current), now()),
    newConflicts: async () => (heldShop ? findConflictsWith(heldShop) : []),
    async accept(fingerprint, actor) {
      await recordAccepted(fingerprint, actor)
      evaluatedSignature = undefined
      await runInOrder(poll)
    },
    async tryChanges(files) {
      const { shop: next, errors } = withTrialFolder(folder, files, (copy) =>
        loadShop(trade, copy, now(), changePhotos(current.photos, files)),
      )
      if (!next) return { errors }
      return { errors: [], shop: next, conflicts: await findConflictsWith(next) }
    },
    reload,
  }
}

type LoadResult = { shop: Shop; errors?: never } | { shop?: never; errors: readonly ContentIssue[] }

/** `storedPhotos` are those of a copy without photos. */
function loadShop(
  trade: Trade,
  folder: string,
  nowMs: number,
  storedPhotos?: readonly PhotoFile[],
): LoadResult {
  try {
    return {
      shop: openFolder(trade, folder, {
        day: dateAt(nowMs),
        ...(storedPhotos && { storedPhotos }),
      }),
    }
  } catch (error) {
    if (error instanceof ContentError) return { errors: error.errors }
    throw error
  }
}

export function capabilityOf({ booking, assortment }: Shop): BookingCapability {
  return { rules: booking, offers: new Set(assortment.offers.map(({ id }) => id)) }
}

/** At a start with the stored content. With all errors, because the desk may not be reachable for the operator. */
export function logStoredContent(
  folder: string,
  { errors, acceptedAtMs }: NonNullable<LoadedContent['rejected']>,
  log: Log,
): void {
  log.error('content rejected at the start: the stored content is in use', {
    folder: resolve(folder),
    accepted_at: toIsoString(acceptedAtMs),
    errors: errors.length,
    messages: errors.map((error) => formatIssue(error, 'en')).join('\n'),
  })
}

/** Logs a summary; the desk shows the details. */
export function logContentState(state: ContentState, log: Log): void {
  if (state.kind === 'loaded') log.info('content loaded')
  else if (state.kind === 'held') {
    log.warn('content held: upcoming bookings conflict', { conflicts: state.conflictCount })
  } else {
    const [first] = state.errors
    log.warn('content rejected', {
      errors: state.errors.length,
      first: first ? formatIssue(first, 'en') : '',
    })
  }
}
