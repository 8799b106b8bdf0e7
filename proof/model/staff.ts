/** Commands of staff on bookings, through forms or direct calls, on the shop and on the model. */
import { loadNewOffers, offerTimes, recordWithdrawal } from './booking-offers.ts'
import type { Command } from './commands.ts'
import { createForms } from './forms.ts'
import { guestAt } from './guest-fixtures.ts'
import { settleHolds } from './presence.ts'
import {
  type ActualOutcome,
  assertSameOutcome,
  catchActionError,
  loadAssignedResources,
} from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import { currentStatus, dayFrom, type ModelBooking, type Rejection, reject } from './shop-model.ts'
import { type IntendedAction, transitions } from './staff-rules.ts'
import { untilOf } from './stays.ts'
import { findSwapPartner, undoSwap } from './swap.ts'
import { formatClockTime, resourceAt } from './trade.ts'
import { reopenEntryOf } from './waitlist-rules.ts'

type StaffCommand = Exclude<Extract<Command, { versionOffset: number }>, { type: 'swap' }>

export async function applyStaffAction(
  setup: ModelSetup,
  one: ModelBooking,
  command: StaffCommand,
): Promise<Rejection | undefined> {
  const wanted = resolveAction(setup, one, command)
  if (!wanted) return reject('no_change_request')
  const { byForm, versionOffset } = command
  const version = one.version + versionOffset
  const actor = byForm ? setup.actor : directActor
  const isOverridden = 'override' in command && command.override
  const seen = { code: one.code, version, actor }
  const attempt = (action: IntendedAction) =>
    byForm
      ? createForms(setup).apply(one, version, action)
      : catchActionError(callDesk(setup, seen, one, action))
  let intended = wanted
  let actual = await attempt(intended)
  const overrides: string[] = []
  while (isOverridden && isOverridable(intended) && hasNewRules(actual, overrides)) {
    const expected =
      versionOffset === 0 ? applyToModel(setup, one, intended, undefined) : changedMeanwhile
    assertSameOutcome(actual, expected)
    overrides.push(...(actual?.rules ?? []))
    intended = { ...intended, overrides }
    actual = await attempt(intended)
  }
  const assigned = actual ? undefined : await loadAssignedResources(setup, one.code)
  const partner = intended.type === 'undo' ? findSwapPartner(setup.model, one) : undefined
  if (partner && versionOffset === 0) {
    return undoBoth(setup, actor, [one, partner], actual, assigned)
  }
  const wasPending = one.status === 'pending'
  const isEntryUndone = intended.type === 'undo' && one.undoState?.action === 'admitted'
  const newOffers = actual ? [] : await loadNewOffers(setup, one)
  const expected =
    versionOffset === 0 ? applyToModel(setup, one, intended, assigned, newOffers) : changedMeanwhile
  if (!expected) {
    const action = actionOf(one, intended)
    recordWithdrawal(one, actor, action)
    // A move with confirmation has two history rows and one event.
    const isConfirmedByMove = intended.type === 'move' && wasPending && one.status === 'confirmed'
    one.history.push(...(isConfirmedByMove ? [`${actor} confirmed`] : []), `${actor} ${action}`)
    one.events.push(`booking.${action}`)
    one.version++
    settleHolds(setup.model)
    if (isEntryUndone) reopenEntryOf(setup.model, one.code, actor)
  }
  return assertSameOutcome(actual, expected)
}

/** The undo of a swap concerns both bookings. */
async function undoBoth(
  setup: ModelSetup,
  actor: string,
  [one, partner]: [ModelBooking, ModelBooking | Rejection],
  actual: ActualOutcome,
  assigned: string[] | undefined,
): Promise<Rejection | undefined> {
  const { model } = setup
  if (currentStatus(model, one) !== one.status)
    return assertSameOutcome(actual, reject('wrong_state'))
  if (!('holder' in partner)) return assertSameOutcome(actual, partner)
  const both = assigned && [assigned, await loadAssignedResources(setup, partner.code)]
  const expected = undoSwap(model, [one, partner], both)
  if (!expected) {
    for (const booking of [one, partner]) {
      recordWithdrawal(booking, actor, 'reopened')
      booking.history.push(`${actor} reopened`)
      booking.events.push('booking.reopened')
      booking.version++
    }
    settleHolds(model)
  }
  return assertSameOutcome(actual, expected)
}

function isOverridable(
  intended: IntendedAction,
): intended is Extract<IntendedAction, { type: 'move' | 'change_offer' }> {
  return intended.type === 'move' || intended.type === 'change_offer'
}

/** Whether a rule refused the action that staff have not set aside yet. */
function hasNewRules(actual: ActualOutcome, overrides: readonly string[]): boolean {
  return actual?.rules?.some((rule) => !overrides.includes(rule)) ?? false
}

const changedMeanwhile = reject('changed_meanwhile')

function resolveAction(
  { model }: ModelSetup,
  one: ModelBooking,
  command: StaffCommand,
): IntendedAction | undefined {
  const timeOf = ({ day, at }: { day: number; at: number }) => ({
    date: dayFrom(model, day),
    at,
  })
  if (command.type === 'deposit') {
    return { type: 'deposit', amount: command.amount, state: command.becomes }
  }
  if (command.type === 'correct') return { type: 'correct', ...guestAt(command.guest) }
  if (command.type === 'offer') return { type: 'offer', times: command.times.map(timeOf) }
  if (command.type === 'move') {
    const { day, at, resource, party, confirm } = command
    return {
      type: 'move',
      date: day === undefined ? one.date : dayFrom(model, day),
      at: at ?? one.at,
      resources: [resource, command.secondResource]
        .filter((number) => number !== undefined)
        .map((number) => resourceAt(model.trade.resources, number)),
      party,
      confirm,
    }
  }
  if (command.type === 'stay') return { type: 'move', stay: command.minutes }
  if (command.type === 'change_offer') {
    const { services } = model.trade
    const service = services[command.service % services.length]
    return service === undefined ? undefined : { type: 'change_offer', service }
  }
  if (command.type !== 'grant') return { type: command.type }
  const { changeRequest } = one
  if (!changeRequest) return undefined
  if (changeRequest.kind === 'cancel') return { type: 'cancel' }
  const { date, at } = changeRequest.kind === 'move' ? changeRequest : one
  return {
    type: 'move',
    date,
    at,
    ...(changeRequest.kind.endsWith('_party') && { party: changeRequest.party }),
  }
}

function applyToModel(
  setup: ModelSetup,
  one: ModelBooking,
  intended: IntendedAction,
  assigned: string[] | undefined,
  newOffers: Awaited<ReturnType<typeof loadNewOffers>> = [],
): Rejection | undefined {
  const { model } = setup
  // Only the clock ends an expired request.
  if (currentStatus(model, one) !== one.status) return reject('wrong_state')
  switch (intended.type) {
    case 'confirm':
      return transitions.confirm(model, one, assigned)
    case 'settle':
      return transitions.settle(model, one)
    case 'undo':
      return transitions.undo(model, one, assigned)
    case 'decline':
    case 'cancel':
      return transitions.end(model, one, intended.type)
    case 'offer':
      return offerTimes(setup, one, intended.times, newOffers)
    case 'move':
      return transitions.move(model, one, intended, assigned)
    case 'delayed':
      return transitions.delayed(model, one, assigned)
    case 'change_offer':
      return transitions.changeOffer(model, one, intended, assigned)
    case 'deposit':
      return transitions.deposit(model, one, intended)
    case 'correct':
      return transitions.correct(one, intended)
    case 'note':
      return undefined
    default:
      return transitions.mark(model, one, intended.type)
  }
}

/** The action in the history. */
function actionOf({ undoState }: ModelBooking, { type }: IntendedAction): string {
  if (type === 'undo') return 'reopened'
  if (type === 'note') return 'noted'
  if (type === 'offer') return 'offered'
  if (type === 'correct') return 'corrected'
  return undoState?.action ?? type
}

function callDesk(
  { app: { desk } }: ModelSetup,
  seen: { code: string; version: number; actor: string },
  one: ModelBooking,
  intended: IntendedAction,
): Promise<void> {
  switch (intended.type) {
    case 'confirm':
    case 'undo':
      return desk[intended.type](seen)
    case 'settle':
      return desk.resolveChangeRequest(seen)
    case 'decline':
    case 'cancel':
      return desk[intended.type]({ ...seen, reason: 'kín chỗ' })
    case 'deposit':
      return desk.deposit({ ...seen, newState: intended.state, amount: intended.amount })
    case 'correct':
      return desk.correct({
        ...seen,
        contact: { name: intended.name, phone: intended.phone, email: null },
      })
    case 'delayed':
      return desk.delay(seen)
    case 'change_offer': {
      const { service: offerId, overrides } = intended
      return desk.changeOffer({ ...seen, offerId, overrides: overrides as never })
    }
    case 'note':
      return desk.note({ ...seen, note: 'khách quen' })
    case 'offer':
      return desk.offer({
        ...seen,
        targets: intended.times.map(({ date, at }) => ({ date, time: formatClockTime(at) })),
      })
    case 'move': {
      const { date = one.date, at = one.at, resources, overrides, party, confirm } = intended
      return desk.move({
        ...seen,
        date,
        time: formatClockTime(at),
        resources,
        overrides: overrides as never,
        partySize: party,
        until: untilOf(one, intended),
        confirm,
      })
    }
    default:
      return desk.setVisitStatus({ ...seen, visit: intended.type })
  }
}
