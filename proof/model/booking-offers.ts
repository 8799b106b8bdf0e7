/** Offers of staff to guests who have booked: which places can be offered, what they occupy, and what ends them. */
import { ModelMismatch } from './allowed-resources.ts'
import { erased } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import { settleHolds } from './presence.ts'
import type { ModelSetup } from './setup.ts'
import {
  currentStatus,
  epochMinutes,
  hold,
  holdersOf,
  isFree,
  lengthAt,
  listHeldQuarters,
  type ModelBooking,
  type ModelBookingOffer,
  type Rejection,
  reject,
  release,
  type ShopModel,
  startOf,
  timeRules,
  usesExactly,
} from './shop-model.ts'
import type { ResourceOption } from './trade.ts'
import { answerDeadline } from './waitlist-rules.ts'

const wrongState = reject('wrong_state')
const notPossible = reject('not_possible')
const maxOpenOffers = 3

/** A new row of the table of offers. */
type OfferRow = { id: string; resources: readonly string[]; expires_at: number }

const isOpen = ({ status }: ModelBookingOffer) => status === 'open'

export function isOfferAcceptable(model: ShopModel, offer: ModelBookingOffer): boolean {
  return isOpen(offer) && model.now < offer.answerBy
}

/** Those that the guest can accept. */
function acceptableOffers(model: ShopModel, one: ModelBooking): ModelBookingOffer[] {
  return one.offers.filter((offer) => isOfferAcceptable(model, offer))
}

function closeWith(
  model: ShopModel,
  one: ModelBooking,
  statusOf: (offer: ModelBookingOffer) => ModelBookingOffer['status'],
  ends: (offer: ModelBookingOffer) => boolean = () => true,
): void {
  // New objects, so that a rejected action can bring the previous ones back.
  one.offers = one.offers.map((offer) => {
    if (!isOpen(offer) || !ends(offer)) return offer
    release(model, offer.holder)
    return { ...offer, status: statusOf(offer) }
  })
}

/** Every change of the booking ends its offers. */
export function endOffers(model: ShopModel, one: ModelBooking): void {
  if (!one.offers.some(isOpen)) return
  one.hasEndedOffers = true
  closeWith(model, one, () => 'released')
}

/** Runs a transition after the offers have made way; a rejected one changes nothing. */
export function withoutOffers<Rest extends unknown[]>(
  transition: (model: ShopModel, one: ModelBooking, ...rest: Rest) => Rejection | undefined,
): (model: ShopModel, one: ModelBooking, ...rest: Rest) => Rejection | undefined {
  return (model, one, ...rest) => {
    const { offers, hasEndedOffers } = one
    const held = new Map(model.held)
    endOffers(model, one)
    const rejection = transition(model, one, ...rest)
    if (rejection && one.offers !== offers) {
      model.held = held
      Object.assign(one, { offers, hasEndedOffers })
    }
    return rejection
  }
}

/** A guest who is not notified of the action itself is told that the offers have ended. */
export function recordWithdrawal(one: ModelBooking, actor: string, action: string): void {
  if (one.hasEndedOffers && action === 'rearranged') {
    one.history.push(`${actor} offer_withdrawn`)
    one.events.push('booking.offer_withdrawn')
    one.version++
  }
  one.hasEndedOffers = false
}

/** Offers these times besides those that are open. Nothing changes if one of them is rejected. */
export function offerTimes(
  setup: ModelSetup,
  one: ModelBooking,
  times: readonly Time[],
  rows: readonly OfferRow[],
): Rejection | undefined {
  const { model } = setup
  const isExpected = one.status !== 'cancelled' && one.visit === null
  if (!isExpected || one.name === erased.name || startOf(one) <= model.now) return wrongState
  const before = { held: new Map(model.held), offers: one.offers }
  const open = acceptableOffers(model, one)
  one.offers = one.offers.map((offer) => {
    if (!isOpen(offer) || open.includes(offer)) return offer
    release(model, offer.holder)
    return { ...offer, status: 'expired' as const }
  })
  for (const [index, time] of times.entries()) {
    const rejection = offerTime(model, one, time, rows[index])
    if (!rejection) continue
    model.held = before.held
    one.offers = before.offers
    return rejection
  }
  renewDeadline(setup, one, rows)
  return undefined
}

function offerTime(
  model: ShopModel,
  one: ModelBooking,
  { date, at }: Time,
  row: OfferRow | undefined,
): Rejection | undefined {
  const open = one.offers.filter(isOpen)
  const start = epochMinutes(date, at)
  if (open.length >= maxOpenOffers || start <= model.now || at % 15 !== 0) return notPossible
  const length = one.stay ?? lengthAt(model, one.details, date, at)
  const rules = timeRules(model, one.details, date, at, one.stay)
  if (length === undefined || rules.length > 0 || start === startOf(one)) return notPossible
  const options = model.trade.optionsForStaff(one.details, date, at, length)
  if (options.length === 0) return notPossible
  const own = [one.holder, ...open.map(({ holder }) => holder)]
  const free = options.filter((option) => isFreeApartFrom(model, option, start, own))
  if (free.length === 0)
    return reject(
      'not_free',
      options.flatMap((option) => holdersOf(model, option, start)),
    )
  if (open.some((offer) => epochMinutes(offer.date, offer.at) === start)) return notPossible
  // After a rejected action there is no row, but a later time may be rejected because of this one.
  const option = row ? free.find(usesExactly(row.resources)) : free[0]
  if (!option) throw new ModelMismatch(`${row?.resources} cannot be offered`)
  const id = row?.id ?? `${date} ${at}`
  const holder = `offer:${id}`
  holdApartFrom(model, holder, option, start, own)
  const resources = option.takes.map(({ resource }) => resource)
  const offer = { id, holder, date, at, length, resources }
  const times = { answerBy: 0, offeredAt: model.now }
  one.offers = [...one.offers, { ...offer, ...times, status: 'open' }]
  return undefined
}

function isFreeApartFrom(
  model: ShopModel,
  option: ResourceOption,
  start: number,
  own: readonly string[],
): boolean {
  const [first] = own
  if (isFree(model, option, start, first)) return true
  return holdersOf(model, option, start).every((holder) => own.includes(holder))
}

/** What the booking and its other offers occupy is not occupied twice. */
function holdApartFrom(
  model: ShopModel,
  holder: string,
  { takes }: ResourceOption,
  start: number,
  own: readonly string[],
): void {
  const taken = new Set(
    own.flatMap((one) => listHeldQuarters(model, one).map((text) => text.slice(0, -one.length))),
  )
  for (const { resource, minutes } of takes) {
    for (let from = start; from < start + minutes; from += 15) {
      if (taken.has(`${resource} ${from / 15} `)) continue
      const spans = model.held.get(resource) ?? []
      model.held.set(resource, [...spans, { holder, from, to: from + 15 }])
    }
  }
}

/** All open offers have one deadline: half of the time before the first of the starts, at most what the owner says. */
function renewDeadline(
  { app, model }: ModelSetup,
  one: ModelBooking,
  rows: readonly OfferRow[],
): void {
  const starts = one.offers.filter(isOpen).map(({ date, at }) => epochMinutes(date, at))
  const { hold_minutes: holdMinutes } = app.shop.business.offered_times
  const answerBy = answerDeadline(model, Math.min(startOf(one), ...starts), holdMinutes)
  one.offers = one.offers.map((offer) => (isOpen(offer) ? { ...offer, answerBy } : offer))
  const expiresAt = (answerBy - 7 * 60) * 60_000
  if (rows.some((row) => row.expires_at !== expiresAt))
    throw new ModelMismatch(`${one.code} has other deadlines than ${expiresAt}`)
}

export async function loadNewOffers(
  { app, model }: ModelSetup,
  one: ModelBooking,
): Promise<OfferRow[]> {
  const known = new Set(one.offers.map(({ id }) => id))
  const rows = await app.store.read.all<{ id: string; assignment: string; expires_at: number }>(
    'SELECT id, given AS assignment, expires_at FROM place_offers WHERE owner = ? ORDER BY id',
    one.holder,
  )
  return rows
    .filter(({ id }) => !known.has(id))
    .map(({ assignment, ...row }) => ({
      ...row,
      resources: model.trade.resourcesOf(JSON.parse(assignment)),
    }))
}

/** Whether the guest or staff can answer. */
export function findOfferRejection(
  model: ShopModel,
  one: ModelBooking,
  isPossible: (offers: readonly ModelBookingOffer[]) => boolean,
): Rejection | undefined {
  const isExpected = currentStatus(model, one) !== 'cancelled' && one.visit === null
  return isExpected && isPossible(acceptableOffers(model, one)) ? undefined : wrongState
}

/** The booking moves there and is confirmed; a change that was requested before is answered with it. */
export function recordAcceptedOffer(
  model: ShopModel,
  one: ModelBooking,
  offer: ModelBookingOffer,
  actor: string,
): void {
  const wasPending = one.status === 'pending'
  closeWith(model, one, ({ id }) => (id === offer.id ? 'accepted' : 'released'))
  release(model, one.holder)
  const { date, at, length, resources } = offer
  const isAnswered = (one.changeRequestedAt ?? 0) <= offer.offeredAt
  Object.assign(one, {
    ...{ date, at, length, resources, status: 'confirmed', overrides: [], holdsPlace: true },
    ...(isAnswered && { changeRequest: undefined }),
    undoState: undefined,
  })
  const options = model.trade.optionsForStaff(one.details, date, at, length)
  const option = options.find(usesExactly(resources))
  if (!option) throw new ModelMismatch(`${one.code} was offered ${resources}`)
  hold(model, one.holder, option, startOf(one))
  record(one, `${actor} offer_accepted`, 'booking.offer_accepted', wasPending ? actor : undefined)
  settleHolds(model)
}

/** The booking stays as it is. */
export function recordClosedOffers(
  model: ShopModel,
  one: ModelBooking,
  status: 'declined' | 'withdrawn' | 'expired',
  actor: string,
): void {
  closeWith(model, one, () => status)
  record(one, `${actor} offer_${status}`, `booking.offer_${status}`, undefined)
  settleHolds(model)
}

/** Staff have closed their day, or their resource is away. The guest is told what is still offered. */
export function recordEndedOffers(
  model: ShopModel,
  one: ModelBooking,
  hasEnded: (offer: ModelBookingOffer) => boolean,
  actor: string,
): void {
  if (!acceptableOffers(model, one).some(hasEnded)) return
  closeWith(model, one, () => 'withdrawn', hasEnded)
  const action = one.offers.some(isOpen) ? 'offered' : 'offer_withdrawn'
  record(one, `${actor} ${action}`, `booking.${action}`, undefined)
  settleHolds(model)
}

function record(
  one: ModelBooking,
  line: string,
  event: string,
  confirmedBy: string | undefined,
): void {
  if (confirmedBy !== undefined) one.history.push(`${confirmedBy} confirmed`)
  one.history.push(line)
  one.events.push(event)
  one.version++
}

/** The clock ends offers whose time is up; those of a request that has expired end with it. */
export function expireBookingOffers(model: ShopModel): number {
  const due = model.bookings.filter(
    (one) =>
      one.offers.some((offer) => isOpen(offer) && offer.answerBy <= model.now) &&
      currentStatus(model, one) !== 'cancelled' &&
      one.visit === null,
  )
  for (const one of due) recordClosedOffers(model, one, 'expired', 'clock')
  return due.length
}
