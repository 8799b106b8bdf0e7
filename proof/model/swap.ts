/** Two bookings exchange their places: both or neither, on the shop and on the model. */
import { endOffers, recordWithdrawal } from './booking-offers.ts'
import { settleHolds } from './presence.ts'
import { assertSameOutcome, catchActionError, loadAssignedResources } from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import {
  currentStatus,
  type ModelBooking,
  type Rejection,
  reject,
  release,
  type ShopModel,
} from './shop-model.ts'
import { transitions } from './staff-rules.ts'

type Pair = readonly [ModelBooking, ModelBooking]

/** Repeats a refused swap with the rules that refused it, if staff decide so. */
export async function swapBookings(
  setup: ModelSetup,
  [one, other]: Pair,
  isOverridden: boolean,
  versionOffset: number,
): Promise<Rejection | undefined> {
  const overrides: string[] = []
  for (;;) {
    const actual = await catchActionError(
      setup.app.desk.swap({
        ...{ code: one.code, version: one.version, actor: directActor },
        other: { code: other.code, version: other.version + versionOffset },
        overrides: overrides as never,
      }),
    )
    const assigned = actual
      ? undefined
      : await Promise.all([one, other].map(({ code }) => loadAssignedResources(setup, code)))
    const expected =
      versionOffset === 0
        ? applySwap(setup.model, [one, other], overrides, assigned)
        : rejectOldVersion(setup.model, one)
    if (!expected) recordSwap(setup.model, [one, other])
    assertSameOutcome(actual, expected)
    const rules = actual?.rules ?? []
    if (!isOverridden || rules.every((rule) => overrides.includes(rule))) return expected
    overrides.push(...rules)
  }
}

/** The first booking is read first: an expired request is refused before the version of the other. */
function rejectOldVersion(model: ShopModel, one: ModelBooking): Rejection {
  const hasExpired = currentStatus(model, one) !== one.status
  return reject(hasExpired ? 'wrong_state' : 'changed_meanwhile')
}

function recordSwap(model: ShopModel, pair: Pair): void {
  for (const booking of pair) {
    const action = booking.undoState?.action ?? ''
    recordWithdrawal(booking, directActor, 'rearranged')
    booking.history.push(`${directActor} ${action}`)
    booking.events.push(`booking.${action}`)
    booking.version++
  }
  settleHolds(model)
}

/** Both release first; if one of them finds no place, nothing has happened. */
function applySwap(
  model: ShopModel,
  [one, other]: Pair,
  overrides: readonly string[],
  assigned: string[][] | undefined,
): Rejection | undefined {
  const before = { held: new Map(model.held), one: { ...one }, other: { ...other } }
  const rejection = trySwap(model, [one, other], overrides, assigned)
  if (!rejection) return undefined
  model.held = before.held
  Object.assign(one, before.one)
  Object.assign(other, before.other)
  return rejection
}

function trySwap(
  model: ShopModel,
  [one, other]: Pair,
  overrides: readonly string[],
  assigned: string[][] | undefined,
): Rejection | undefined {
  const isOpen = (booking: ModelBooking) =>
    currentStatus(model, booking) === booking.status &&
    booking.status !== 'cancelled' &&
    (booking.visit === null || booking.visit === 'seated')
  if (!isOpen(one) || !isOpen(other)) return reject('wrong_state')
  if (one === other) return reject('not_possible')
  const kind = one.resources[0]?.split(':')[0]
  const ofKind = (booking: ModelBooking, isWanted: boolean) =>
    booking.resources.filter((id) => id.startsWith(`${kind}:`) === isWanted)
  const [mine, theirs] = [ofKind(one, true), ofKind(other, true)]
  const isSamePlace = mine.toSorted().join() === theirs.toSorted().join()
  const at = ({ date, at }: ModelBooking) => ({ date, at })
  const targets = isSamePlace
    ? [
        { ...at(other), resources: mine },
        { ...at(one), resources: theirs },
      ]
    : [
        { ...at(one), resources: [...theirs, ...ofKind(one, false)] },
        { ...at(other), resources: [...mine, ...ofKind(other, false)] },
      ]
  const isTimeSwap = isSamePlace && (one.date !== other.date || one.at !== other.at)
  if (isTimeSwap && [one, other].some(({ visit }) => visit === 'seated'))
    return reject('wrong_state')
  for (const booking of [one, other]) {
    const from = booking.visit === 'seated' ? Math.floor(model.now / 15) * 15 : 0
    endOffers(model, booking)
    release(model, booking.holder, from)
  }
  const [first = {}, second = {}] = targets
  const rejection =
    transitions.move(model, one, { ...first, overrides }, assigned?.[0]) ??
    transitions.move(model, other, { ...second, overrides }, assigned?.[1])
  if (rejection) return rejection
  if (one.undoState) one.undoState.swappedWith = other.code
  if (other.undoState) other.undoState.swappedWith = one.code
  return undefined
}

/** The booking that must go back as well; a rejection if it has changed since. */
export function findSwapPartner(
  { bookings }: ShopModel,
  one: ModelBooking,
): ModelBooking | Rejection | undefined {
  const code = one.undoState?.swappedWith
  if (code === undefined) return undefined
  const partner = bookings.find((other) => other.code === code)
  return partner?.undoState?.swappedWith === one.code ? partner : reject('not_possible')
}

/** Both go back, or neither. */
export function undoSwap(
  model: ShopModel,
  [one, other]: Pair,
  assigned: readonly string[][] | undefined,
): Rejection | undefined {
  const before = { held: new Map(model.held), one: { ...one }, other: { ...other } }
  for (const booking of [one, other]) {
    const from = booking.visit === 'seated' ? Math.floor(model.now / 15) * 15 : 0
    endOffers(model, booking)
    release(model, booking.holder, from)
  }
  const rejection =
    transitions.undo(model, one, assigned?.[0]) ?? transitions.undo(model, other, assigned?.[1])
  if (!rejection) return undefined
  model.held = before.held
  Object.assign(one, before.one)
  Object.assign(other, before.other)
  return rejection
}
