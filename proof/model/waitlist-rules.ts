/** Rules of the waitlist: who may join it, which places can be offered, and what an answer changes. */
import { findPlacement, isRejection, type Placement } from './allowed-resources.ts'
import { findFreeOptions, findStarts } from './guest-rules.ts'
import { settleHolds } from './presence.ts'
import {
  epochMinutes,
  hold,
  lengthAt,
  type ModelEntry,
  type ModelPlaceOffer,
  type Rejection,
  reject,
  release,
  type ShopModel,
} from './shop-model.ts'
import type { RequestDetails } from './trade.ts'

type Window = { date: string; from: number; to: number }

const wrongState = reject('wrong_state')
const notPossible = reject('not_possible')

/** The starts of the window that guests could book if nothing were occupied. */
function possibleStarts(model: ShopModel, details: RequestDetails, window: Window): number[] {
  const { date, from, to } = window
  const earliest = model.now + model.trade.noticeMinutes(details)
  return (findStarts(model, details, date) ?? []).filter((at) => {
    if (at < from || at > to || epochMinutes(date, at) < earliest) return false
    const length = lengthAt(model, details, date, at) ?? 0
    return model.trade.options(details, date, at, length).length > 0
  })
}

/** Guests wait only for a time that is full: one that is free can be booked, and all others never become free. */
export function findJoinRejection(
  model: ShopModel,
  details: RequestDetails,
  window: Window,
): Rejection | undefined {
  const starts = possibleStarts(model, details, window)
  const isFreeAt = (at: number) =>
    findFreeOptions(model, details, { date: window.date, at }).length > 0
  if (starts.some(isFreeAt)) return reject('available')
  return starts.length === 0 ? notPossible : undefined
}

/** The entry of the same request within the last half hour, if the guest still waits. */
export function findJoinedBefore(model: ShopModel, fields: string): ModelEntry | undefined {
  const earlier = model.waitlist.findLast((one) => one.fields === fields)
  const isRecent = earlier !== undefined && earlier.joinedAt > model.now - 30
  return isRecent && earlier.phone !== '' && isWaiting(model, earlier) ? earlier : undefined
}

/** A guest does not wait for a time that has passed, also before the job has ended the entry. */
export function isWaiting(model: ShopModel, { status, date, to }: ModelEntry): boolean {
  return (status === 'waiting' || status === 'offered') && epochMinutes(date, to) > model.now
}

function openOffersOf({ offers }: ModelEntry): ModelPlaceOffer[] {
  return offers.filter(({ status }) => status === 'open')
}

const maxOpenOffers = 3

/** Where the guest would sit, if staff can offer this start. */
export function findOfferPlacement(
  model: ShopModel,
  entry: ModelEntry,
  at: number,
  assigned: readonly string[] | undefined,
): Placement | Rejection {
  const { details, date, from, to } = entry
  if (!isWaiting(model, entry)) return wrongState
  const isWanted = at >= from && at <= to && epochMinutes(date, at) > model.now
  const open = openOffersOf(entry)
  if (!isWanted || open.some((offer) => offer.at === at)) return notPossible
  const starts = model.closed.has(date) ? [] : (model.trade.starts(details, date) ?? [])
  if (!starts.includes(at)) return notPossible
  const placement = findPlacement(model, { details, date, at, isByGuest: true }, assigned)
  if (isRejection(placement)) return reject('not_free')
  return open.length >= maxOpenOffers ? notPossible : placement
}

/** The owner's minutes; near the start half of the time that is left, but at least five minutes. */
export function answerDeadline(model: ShopModel, start: number, holdMinutes: number): number {
  const half = Math.floor((start - model.now) / 2)
  return Math.min(start, model.now + Math.min(holdMinutes, Math.max(5, half)))
}

export function recordOffer(
  model: ShopModel,
  entry: ModelEntry,
  offer: ModelPlaceOffer,
  actor: string,
): void {
  hold(model, offer.holder, offer.option, epochMinutes(entry.date, offer.at))
  entry.offers.push(offer)
  record(model, entry, 'offered', `${actor} offered`)
}

/** An offer is answered once, before its time is up. */
export function findAnswerRejection(
  model: ShopModel,
  entry: ModelEntry,
  offer: ModelPlaceOffer,
): Rejection | undefined {
  if (offer.status !== 'open' || model.now >= offer.answerBy) return wrongState
  return isWaiting(model, entry) ? undefined : wrongState
}

/** The place becomes a booking, whose resources the caller occupies; the other offers end. */
export function recordAcceptance(
  model: ShopModel,
  entry: ModelEntry,
  offer: ModelPlaceOffer,
  actor: string,
): void {
  offer.status = 'accepted'
  releaseOffers(model, entry)
  record(model, entry, 'booked', `${actor} accepted`)
}

/** The guest keeps waiting. */
export function recordClosedOffer(
  model: ShopModel,
  entry: ModelEntry,
  offer: ModelPlaceOffer,
  status: 'declined' | 'withdrawn' | 'expired',
  actor: string,
): void {
  offer.status = status
  release(model, offer.holder)
  settleHolds(model)
  const next = openOffersOf(entry).length > 0 ? 'offered' : 'waiting'
  record(model, entry, next, `${actor} offer_${status}`)
}

export function recordEnd(
  model: ShopModel,
  entry: ModelEntry,
  status: 'left' | 'expired',
  actor: string,
): void {
  releaseOffers(model, entry)
  record(model, entry, status, `${actor} ${status}`)
}

/** The guest of a booking that is undone waits again, unless the time has passed or the guest was erased. */
export function reopenEntryOf(model: ShopModel, bookingCode: string, actor: string): void {
  const entry = model.waitlist.find(
    (one) => one.bookingCode === bookingCode && one.status === 'booked',
  )
  if (!entry || isErasedEntry(entry) || epochMinutes(entry.date, entry.to) <= model.now) return
  record(model, entry, 'waiting', `${actor} reopened`)
}

/** Undoes a removal, unless the time has passed or the guest was erased. */
export function putBackOnList(
  model: ShopModel,
  entry: ModelEntry,
  actor: string,
): Rejection | undefined {
  if (entry.status !== 'left' || isErasedEntry(entry)) return wrongState
  if (epochMinutes(entry.date, entry.to) <= model.now) return notPossible
  record(model, entry, 'waiting', `${actor} returned`)
  return undefined
}

const isErasedEntry = ({ phone }: ModelEntry) => phone === ''

/** The clock ends offers whose time is up and entries whose last start has passed. Returns their number. */
export function expireEntries(model: ShopModel): number {
  let ended = 0
  for (const entry of model.waitlist) {
    const due = openOffersOf(entry).filter(({ answerBy }) => answerBy <= model.now)
    for (const offer of due) recordClosedOffer(model, entry, offer, 'expired', 'clock')
    ended += due.length
  }
  for (const entry of model.waitlist) {
    const isOpen = entry.status === 'waiting' || entry.status === 'offered'
    if (!isOpen || isWaiting(model, entry)) continue
    recordEnd(model, entry, 'expired', 'clock')
    ended++
  }
  return ended
}

/** The entries of an erased guest stay without them. */
export function recordErasedEntry(model: ShopModel, entry: ModelEntry, actor: string): void {
  Object.assign(entry, { name: '–', phone: '', fields: '' })
  record(model, entry, entry.status, `${actor} erased`)
}

function releaseOffers(model: ShopModel, entry: ModelEntry): void {
  for (const offer of openOffersOf(entry)) {
    offer.status = 'released'
    release(model, offer.holder)
    settleHolds(model)
  }
}

/** One history row and one event. */
function record(
  model: ShopModel,
  entry: ModelEntry,
  status: ModelEntry['status'],
  line: string,
): void {
  Object.assign(entry, { status, version: entry.version + 1 })
  entry.history.push(line)
  model.otherActions++
}
