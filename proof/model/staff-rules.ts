/** Transitions of a booking by staff actions, or the reason why they are rejected. */
import { isRejection } from './allowed-resources.ts'
import { endOffers, withoutOffers } from './booking-offers.ts'
import { applyExpectedPlacement, findExpectedPlacement } from './expected.ts'
import { erased, type ModelGuest } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import {
  applySeatedPlacement,
  findSeatedPlacement,
  findUnfinished,
  holdPresence,
  isPlanOver,
  releaseAbsences,
  settleHolds,
} from './presence.ts'
import {
  type BookingState,
  currentStatus,
  epochMinutes,
  hold,
  holdersOf,
  type ModelBooking,
  type ModelDeposit,
  type ModelVisit,
  type Rejection,
  reject,
  release,
  releaseBefore,
  releaseEnd,
  type ShopModel,
  startOf,
  timeRules,
} from './shop-model.ts'
import { findDelayedStay } from './stays.ts'
import type { RequestDetails, TradeModel } from './trade.ts'

type MoveTarget = Partial<Time> & {
  resources?: readonly string[] | undefined
  overrides?: readonly string[] | undefined
  party?: number | undefined
  confirm?: boolean
  /** The minutes of the stay. */
  stay?: number | undefined
  service?: string | undefined
}

/** A staff action with its arguments. */
export type IntendedAction =
  | { type: 'confirm' | 'decline' | 'cancel' | 'settle' | 'undo' | 'note' }
  | { type: 'seated' | 'finished' | 'no_show' }
  | ({ type: 'correct' } & ModelGuest)
  | { type: 'offer'; times: readonly Time[] }
  | ({ type: 'deposit' } & ModelDeposit)
  | ({ type: 'move' } & MoveTarget)
  | { type: 'delayed' }
  | { type: 'change_offer'; service: string; overrides?: readonly string[] | undefined }

/** The resources that the shop assigned. */
type AssignedResources = readonly string[] | undefined

/** Expected and seated guests occupy resources; finished visits and no-shows do not. */
const occupiesResources = ({ status, visit, holdsPlace }: BookingState) =>
  holdsPlace && status !== 'cancelled' && (visit === null || visit === 'seated')

const wrongState = reject('wrong_state')

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function snapshot(one: ModelBooking, action: string): BookingState & { action: string } {
  const { status, reason, visit, date, at, length, details, resources, changeRequest, deposit } =
    one
  const { holdsPlace, overrides, stay } = one
  return {
    status,
    reason,
    visit,
    date,
    at,
    length,
    details,
    resources,
    holdsPlace,
    overrides,
    stay,
    changeRequest,
    deposit,
    action,
  }
}

/** The booking of an erased guest has no contact data, and no details from which another place could be found. */
function isErased({ name }: ModelBooking): boolean {
  return name === erased.name
}

const rules = {
  confirm(model: ShopModel, one: ModelBooking, assigned: AssignedResources): Rejection | undefined {
    if (one.status !== 'pending') return wrongState
    const rules = timeRules(model, one.details, one.date, one.at, one.stay)
    if (rules.some((rule) => !one.overrides.includes(rule))) return reject('not_possible')
    const before = snapshot(one, 'confirmed')
    if (!one.holdsPlace) {
      const placementRequest = {
        ...one,
        currentResources: one.resources,
        ownResources: one.resources,
        accepted: one.overrides,
        storedLength: one.length,
      }
      const placement = findExpectedPlacement(model, placementRequest, assigned, one.holder)
      if (isRejection(placement)) return placement
      applyExpectedPlacement(model, one, placementRequest, placement)
      one.holdsPlace = true
    }
    one.undoState = before
    one.status = 'confirmed'
    return undefined
  },

  end(model: ShopModel, one: ModelBooking, how: 'decline' | 'cancel'): Rejection | undefined {
    const possible = how === 'decline' ? one.status === 'pending' : one.status !== 'cancelled'
    if (!possible || one.visit !== null) return wrongState
    one.undoState = snapshot(one, how === 'decline' ? 'declined' : 'cancelled')
    release(model, one.holder)
    one.status = 'cancelled'
    one.reason = how === 'decline' ? 'declined' : 'by_staff'
    one.changeRequest = undefined
    return undefined
  },

  move(
    model: ShopModel,
    one: ModelBooking,
    to: MoveTarget,
    assigned: AssignedResources,
  ): Rejection | undefined {
    const { date = one.date, at = one.at, resources: wanted = [], overrides = [] } = to
    const isDifferentTime = date !== one.date || at !== one.at
    const hasLeft = one.visit !== null && (isDifferentTime || one.visit !== 'seated')
    if (one.status === 'cancelled' || hasLeft || isErased(one)) return wrongState
    if (isDifferentTime && epochMinutes(date, at) <= model.now) return reject('not_possible')
    const { trade } = model
    const party = to.party ?? trade.partyOf(one.details)
    const details = changeDetails(trade, one.details, { ...to, party })
    const isOtherParty = trade.partyOf(details) !== trade.partyOf(one.details)
    const isSeated = one.visit === 'seated'
    const stay = to.stay ?? (to.service === undefined ? one.stay : null)
    if (to.stay !== undefined && epochMinutes(date, at) + to.stay <= model.now + 1)
      return reject('not_possible')
    const isKept =
      wanted.length === 0
        ? !isDifferentTime
        : wanted.every((resource) => one.resources.includes(resource))
    const placementRequest = {
      ...{ details, date, at, wanted },
      accepted: [...overrides, ...(isKept ? one.overrides : [])],
      ownResources: one.resources,
      isOwnLast: isDifferentTime && wanted.length === 0,
      staysHere: wanted.length === 0 && !isDifferentTime && (isSeated || to.stay !== undefined),
      stay,
      isOtherLength: to.service !== undefined || (stay !== null && stay !== one.stay),
      currentResources: isDifferentTime ? undefined : one.resources,
      storedLength: one.length,
    }
    const find = isSeated ? findSeatedPlacement : findExpectedPlacement
    const placement = find(model, placementRequest, assigned, one.holder)
    if (isRejection(placement)) return placement
    one.undoState = snapshot(one, isDifferentTime ? 'moved' : 'rearranged')
    const apply = isSeated ? applySeatedPlacement : applyExpectedPlacement
    apply(model, one, placementRequest, placement)
    one.holdsPlace = true
    one.stay = stay
    if (isDifferentTime || isOtherParty) one.changeRequest = undefined
    if (to.confirm) one.status = 'confirmed'
    return undefined
  },

  /** The same place from the next quarter hour on, for as long as it is free and the shop is open. */
  delayed(model: ShopModel, one: ModelBooking, assigned: AssignedResources): Rejection | undefined {
    const isLate = one.status === 'confirmed' && one.visit === null && model.now >= startOf(one)
    if (!isLate || isErased(one)) return wrongState
    const target = findDelayedStay(model, one)
    if ('code' in target) return target
    const resources = one.resources
    const rejection = rules.move(model, one, { ...target, resources }, assigned)
    if (!rejection && one.undoState) one.undoState.action = 'delayed'
    return rejection
  },

  /** Another service at the same time; its length replaces the previous one. */
  changeOffer(
    model: ShopModel,
    one: ModelBooking,
    { service, overrides }: { service: string; overrides?: readonly string[] | undefined },
    assigned: AssignedResources,
  ): Rejection | undefined {
    const isOpen = one.status !== 'cancelled' && (one.visit === null || one.visit === 'seated')
    if (!isOpen) return wrongState
    if (service === one.details.offerId) return reject('not_possible')
    const rejection = rules.move(model, one, { service, overrides }, assigned)
    if (!rejection && one.undoState) one.undoState.action = 'offer_changed'
    return rejection
  },

  mark(model: ShopModel, one: ModelBooking, visit: ModelVisit): Rejection | undefined {
    const possible = {
      seated: one.visit === null && model.now >= startOf(one) - 120,
      finished: one.visit === 'seated',
      no_show: one.visit === null && model.now >= startOf(one),
    }
    if (one.status !== 'confirmed' || !possible[visit]) return wrongState
    one.undoState = snapshot(one, visit)
    one.visit = visit
    if (visit === 'seated') holdPresence(model, one)
    else release(model, one.holder, Math.floor(model.now / 15) * 15)
    return undefined
  },

  /** The contact data of an erased guest cannot be changed. */
  correct(one: ModelBooking, { name, phone }: ModelGuest): Rejection | undefined {
    if (isErased(one)) return wrongState
    Object.assign(one, { name, phone })
    return undefined
  },

  /** Requested or waived before the visit, paid at any time, returned after it was paid. */
  deposit(
    { trade }: ShopModel,
    one: ModelBooking,
    { amount, state }: ModelDeposit,
  ): Rejection | undefined {
    const previousState = one.deposit?.state
    const isOpen = one.status !== 'cancelled'
    const possible = {
      asked:
        isOpen &&
        trade.hasAccount &&
        one.visit === null &&
        previousState !== 'paid' &&
        previousState !== 'returned',
      waived: isOpen && (previousState === undefined || previousState === 'asked'),
      paid: previousState !== 'paid' && previousState !== 'returned',
      returned: previousState === 'paid',
    }
    if (!possible[state]) return wrongState
    // The returned amount is the paid amount.
    const depositAmount = state === 'returned' ? (one.deposit?.amount ?? 0) : amount
    if (depositAmount < 1_000) return reject('amount_missing')
    one.undoState = snapshot(one, `deposit_${state}`)
    one.deposit = { amount: depositAmount, state }
    return undefined
  },

  settle(_model: ShopModel, one: ModelBooking): Rejection | undefined {
    if (one.status === 'cancelled') return wrongState
    one.undoState = snapshot(one, 'settled')
    one.changeRequest = undefined
    return undefined
  },

  undo(model: ShopModel, one: ModelBooking, assigned: AssignedResources): Rejection | undefined {
    const previous = one.undoState
    if (!previous) return wrongState
    if (previous.action === 'admitted') {
      release(model, one.holder)
      const cancelled = { status: 'cancelled', reason: 'by_staff', visit: null }
      Object.assign(one, { ...cancelled, undoState: undefined })
      return undefined
    }
    if (previous.status === 'pending' && startOf(previous) <= model.now)
      return reject('not_possible')
    const isUnmoved =
      startOf(previous) === startOf(one) &&
      previous.stay === one.stay &&
      isSame(previous.details, one.details) &&
      isSame(previous.resources.toSorted(), one.resources.toSorted())
    // Both bookings of a swap have released their places before.
    const isUnchanged = isUnmoved && occupiesResources(one) && !previous.swappedWith
    if (occupiesResources(previous) && !isUnchanged && isErased(one)) return wrongState
    if (!previous.holdsPlace) release(model, one.holder)
    const { action: _, ...state } = previous
    if (!occupiesResources(previous) || isUnchanged) {
      // The end of a booking that keeps its place can be restored if that needs no more time.
      const length = isUnchanged ? Math.min(one.length, previous.length) : previous.length
      if (isUnchanged && length < one.length) releaseEnd(model, one.holder, one.length - length)
      Object.assign(one, state, { length, undoState: undefined })
      if (isUnchanged && previous.action === 'seated') releasePresence(model, one)
      return undefined
    }
    const placementRequest = {
      ...previous,
      currentResources: previous.resources,
      ownResources: previous.resources,
      accepted: previous.overrides,
      storedLength: previous.length,
    }
    const isSeated = previous.visit === 'seated'
    const held = new Map(model.held)
    releaseAbsences(model, previous.resources, previous.date)
    const find = isSeated ? findSeatedPlacement : findExpectedPlacement
    const placement = find(model, placementRequest, assigned, one.holder)
    if (isRejection(placement)) {
      model.held = held
      return placement
    }
    Object.assign(one, state, { undoState: undefined })
    const apply = isSeated ? applySeatedPlacement : applyExpectedPlacement
    apply(model, one, placementRequest, placement)
    return undefined
  },
}

/** The offers of staff end before the booking changes. */
export const transitions = {
  ...rules,
  confirm: withoutOffers(rules.confirm),
  end: withoutOffers(rules.end),
  move: withoutOffers(rules.move),
  delayed: withoutOffers(rules.delayed),
  changeOffer: withoutOffers(rules.changeOffer),
  mark: withoutOffers(rules.mark),
  settle: withoutOffers(rules.settle),
  undo: withoutOffers(rules.undo),
}

/** Another service has its own number of guests. */
function changeDetails(
  trade: TradeModel,
  details: RequestDetails,
  { party, service }: { party: number; service?: string | undefined },
): RequestDetails {
  if (service !== undefined) return trade.withService(details, service)
  return party === trade.partyOf(details) ? details : trade.withParty(details, party)
}

/** An expected party occupies only its plan. */
function releasePresence(model: ShopModel, one: ModelBooking): void {
  releaseBefore(model, one.holder, startOf(one))
  if (!isPlanOver(model, one)) return
  const plannedEnd = Math.ceil((startOf(one) + one.length) / 15) * 15
  const own = [...model.held.values()].flat().filter(({ holder }) => holder === one.holder)
  // A party that got its place after its planned end had it up to the first gap.
  const isInPlan = own.some(({ from }) => from < plannedEnd)
  release(model, one.holder, isInPlan ? plannedEnd : endOfFirstRun(own))
}

/** The first time that none of the spans occupies after the first of them. */
function endOfFirstRun(spans: readonly { from: number; to: number }[]): number {
  const sorted = spans.toSorted((first, second) => first.from - second.from)
  let end = sorted[0]?.to ?? 0
  for (const { from, to } of sorted) if (from <= end) end = Math.max(end, to)
  return end
}

/** Cancels requests that were not answered in time, and returns their number. */
export function expirePending(model: ShopModel): number {
  const expired = model.bookings.filter(
    (one) => one.status === 'pending' && currentStatus(model, one) === 'cancelled',
  )
  for (const one of expired) {
    release(model, one.holder)
    endOffers(model, one)
    one.hasEndedOffers = false
    Object.assign(one, { status: 'cancelled', reason: 'unanswered', undoState: undefined })
    one.version++
    one.history.push('clock expired')
    one.events.push('booking.expired')
  }
  if (expired.length > 0) settleHolds(model)
  return expired.length
}

/** Extends what seated parties occupy, ends the visits at closing time, and returns their number. */
export function extendVisits(model: ShopModel): number {
  const ended = findUnfinished(model)
  for (const one of ended) {
    one.undoState = snapshot(one, 'finished')
    one.visit = 'finished'
    release(model, one.holder, Math.floor(model.now / 15) * 15)
    one.version++
    one.history.push('clock finished')
    one.events.push('booking.finished')
  }
  settleHolds(model)
  return ended.length
}

export type ModelBlock = { resources: readonly string[]; date: string; at: number; minutes: number }

/** The first resource that cannot be blocked determines the reason. */
export function findBlockRejection(
  model: ShopModel,
  { resources, date, at, minutes }: ModelBlock,
): Rejection | undefined {
  const from = epochMinutes(date, at)
  const isValidSpan = minutes % 15 === 0 && minutes > 0 && from + minutes > model.now
  for (const resource of resources) {
    if (!isValidSpan || !model.trade.resources.includes(resource)) return reject('not_possible')
    const holders = holdersOf(model, { takes: [{ resource, minutes }], cost: 0 }, from)
    if (holders.length > 0) return reject('not_free', holders)
  }
  return undefined
}

export function recordBlock(
  model: ShopModel,
  id: string,
  resource: string,
  block: ModelBlock,
): void {
  const holder = `block:${id}`
  model.blocks.push({ id, holder })
  const option = { takes: [{ resource, minutes: block.minutes }], cost: 0 }
  hold(model, holder, option, epochMinutes(block.date, block.at))
  model.otherActions++
}
