/** Rules for requests and change requests of guests. */
import {
  currentStatus,
  dateOfMinutes,
  epochMinutes,
  isFree,
  lengthAt,
  type ModelBooking,
  type Rejection,
  type RequestedChange,
  reject,
  type ShopModel,
  startOf,
} from './shop-model.ts'
import type { RequestDetails } from './trade.ts'

export type Time = { date: string; at: number }

/** Why guests cannot book this start, independent of free resources. */
function findOpeningRejection(
  model: ShopModel,
  details: RequestDetails,
  { date, at }: Time,
): Rejection | undefined {
  const starts = findStarts(model, details, date)
  if (!starts) return reject('date not_open')
  if (!starts.includes(at)) return reject('time not_open')
  const earliestStart = model.now + model.trade.noticeMinutes(details)
  return epochMinutes(date, at) < earliestStart ? reject('time too_soon') : undefined
}

/** The starts of a day; `undefined` if the day is closed, past or beyond the horizon. */
export function findStarts(
  model: ShopModel,
  details: RequestDetails,
  date: string,
): readonly number[] | undefined {
  const { trade, closed, now } = model
  const last = dateOfMinutes(now + trade.horizonDays * 24 * 60)
  const isOutsideHorizon = date < dateOfMinutes(now) || date > last
  return isOutsideHorizon || closed.has(date) ? undefined : trade.starts(details, date)
}

export function findRequestRejection(
  model: ShopModel,
  details: RequestDetails,
  time: Time,
  excludeHolder?: string,
): Rejection | undefined {
  const rejection = findOpeningRejection(model, details, time)
  if (rejection) return rejection
  return findFreeOptions(model, details, time, excludeHolder).length > 0
    ? undefined
    : reject('taken')
}

export function findFreeOptions(
  model: ShopModel,
  details: RequestDetails,
  { date, at }: Time,
  excludeHolder?: string,
) {
  const length = lengthAt(model, details, date, at) ?? 0
  return model.trade
    .options(details, date, at, length)
    .filter((option) => isFree(model, option, epochMinutes(date, at), excludeHolder))
}

/** The starts of a day with a free option. */
export function findBookableTimes(
  model: ShopModel,
  details: RequestDetails,
  date: string,
): number[] {
  const starts = findStarts(model, details, date) ?? []
  return starts.filter((at) => !findRequestRejection(model, details, { date, at }))
}

/** The booking of the same request within the last half hour, if it still stands: it is not booked again. */
export function findDuplicate(model: ShopModel, fields: string): ModelBooking | undefined {
  const earlier = model.requests.findLast((one) => one.fields === fields)
  if (!earlier || earlier.at <= model.now - 30) return undefined
  const one = model.bookings.find(({ code }) => code === earlier.code)
  const stands = one && one.status !== 'cancelled' && startOf(one) === earlier.start
  return stands && one.phone !== '' ? one : undefined
}

/** Whether the same change was requested in the last half hour, and staff have not acted on it since. */
export function isDuplicateChange(
  model: ShopModel,
  one: ModelBooking,
  { kind, date, at, party }: RequestedChange,
  fields: string,
): boolean {
  const open = one.changeRequest
  const isSame =
    open?.kind === kind &&
    (kind !== 'move' || (open.date === date && open.at === at)) &&
    (!kind.endsWith('_party') || open.party === party)
  const earlier = model.changeRequests.findLast((request) => request.fields === fields)
  return isSame && one.phone !== '' && earlier !== undefined && earlier.at > model.now - 30
}

/** Whether staff or another client hold a place with this phone number at that time: the request then holds none. */
export function hasOverlap(
  model: ShopModel,
  { phone, client }: Pick<ModelBooking, 'phone' | 'client'>,
  from: number,
  length: number,
): boolean {
  return model.bookings.some(
    (one) =>
      one.client !== client &&
      one.phone === phone &&
      one.holdsPlace &&
      one.status !== 'cancelled' &&
      (one.visit === null || one.visit === 'seated') &&
      startOf(one) < from + length &&
      startOf(one) + one.length > from,
  )
}

/** `byPhone`: the client has to know the end of the phone number. */
export function findChangeRejection(
  model: ShopModel,
  one: ModelBooking,
  change: RequestedChange,
  byPhone = true,
): Rejection | undefined {
  if (byPhone && one.phone === '') return reject('not found')
  if (currentStatus(model, one) === 'cancelled' || startOf(one) <= model.now) {
    return reject('code not_open')
  }
  if (change.kind === 'smaller_party' && change.party >= model.trade.partyOf(one.details)) {
    return reject('party_size too_large')
  }
  if (change.kind === 'larger_party') return findLargerPartyRejection(model, one, change.party)
  if (change.kind !== 'move') return undefined
  if (startOf(change) === startOf(one)) return reject('time not_one_of')
  return findRequestRejection(model, one.details, change, one.holder)
}

/** More guests at the same time, which may be one at which guests cannot book. */
function findLargerPartyRejection(
  model: ShopModel,
  one: ModelBooking,
  party: number,
): Rejection | undefined {
  const { trade, closed, now } = model
  const details = trade.withParty(one.details, party)
  const rejected = trade.rejectParty(details)
  if (rejected) return reject(rejected)
  const notice = trade.noticeMinutes(details)
  if (notice > trade.noticeMinutes(one.details) && startOf(one) < now + notice) {
    return reject('party_size too_soon')
  }
  if (closed.has(one.date)) return reject('date not_open')
  const length = lengthAt(model, details, one.date, one.at) ?? one.length
  const options = trade.options(details, one.date, one.at, length)
  if (options.length === 0) return reject('party_size too_large')
  const isPossible = options.some((option) => isFree(model, option, startOf(one), one.holder))
  return isPossible ? undefined : reject('taken')
}

/** Replaces an earlier change request and makes versions that staff have seen outdated. */
export function recordChangeRequest(
  { now }: Pick<ShopModel, 'now'>,
  one: ModelBooking,
  change: RequestedChange,
  actor: string,
): void {
  Object.assign(one, { changeRequest: change, undoState: undefined, version: one.version + 1 })
  one.changeRequestedAt = now
  one.history.push(`${actor} change_requested`)
  one.events.push('booking.change_requested')
}
