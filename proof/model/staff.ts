/** Staff at the desk, by its forms or by its own hand, and what the book ought to make of them. */

import type { Command } from './commands.ts'
import { createForms } from './forms.ts'
import { guestAt } from './guest-fixtures.ts'
import { assertSameOutcome, catchActionError, loadAssignedResources } from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import { currentStatus, dayFrom, type ModelBooking, type Rejection, reject } from './shop-model.ts'
import { type IntendedAction, transitions } from './staff-rules.ts'
import { formatClockTime, resourceAt } from './trade.ts'

export type StaffCommand = Extract<Command, { stale: number }>

export async function applyStaffAction(
  setup: ModelSetup,
  one: ModelBooking,
  command: StaffCommand,
): Promise<Rejection | undefined> {
  const intended = resolveAction(setup, one, command)
  if (!intended) return reject('nothing asked')
  const { byForm, stale } = command
  const version = one.version + stale
  const actor = byForm ? setup.actor : directActor
  const actual = byForm
    ? await createForms(setup).act(one, version, intended)
    : await catchActionError(callDesk(setup, { code: one.code, version, actor }, one, intended))
  const assigned = actual ? undefined : await loadAssignedResources(setup, one.code)
  const wasPending = one.status === 'pending'
  const expected = stale === 0 ? applyToModel(setup, one, intended, assigned) : changedMeanwhile
  if (!expected) {
    const action = actionOf(one, intended)
    // The guest agreed to the move: both are in the history, and told as one.
    const isConfirmedByMove = intended.act === 'move' && wasPending && one.status === 'confirmed'
    one.history.push(...(isConfirmedByMove ? [`${actor} confirmed`] : []), `${actor} ${action}`)
    one.events.push(`booking.${action}`)
    one.version++
  }
  return assertSameOutcome(actual, expected)
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
  if (command.does === 'deposit') {
    return { act: 'deposit', amount: command.amount, state: command.becomes }
  }
  if (command.does === 'correct') return { act: 'correct', ...guestAt(command.guest) }
  if (command.does === 'offer') return { act: 'offer', times: command.times.map(timeOf) }
  if (command.does === 'move') {
    const { day, at, resource, party, confirm } = command
    return {
      act: 'move',
      date: day === undefined ? one.date : dayFrom(model, day),
      at: at ?? one.at,
      resource: resource === undefined ? undefined : resourceAt(model.trade.resources, resource),
      party,
      confirm,
    }
  }
  if (command.does !== 'grant') return { act: command.does }
  const { changeRequest } = one
  if (!changeRequest) return undefined
  if (changeRequest.kind === 'cancel') return { act: 'cancel' }
  const { date, at } = changeRequest.kind === 'move' ? changeRequest : one
  return {
    act: 'move',
    date,
    at,
    ...(changeRequest.kind === 'smaller_party' && { party: changeRequest.party }),
  }
}

function applyToModel(
  { model }: ModelSetup,
  one: ModelBooking,
  intended: IntendedAction,
  assigned: string[] | undefined,
): Rejection | undefined {
  // What has lapsed is the clock's to end.
  if (currentStatus(model, one) !== one.status) return reject('wrong_state')
  switch (intended.act) {
    case 'confirm':
    case 'settle':
      return transitions[intended.act](model, one)
    case 'undo':
      return transitions.undo(model, one, assigned)
    case 'decline':
    case 'cancel':
      return transitions.end(model, one, intended.act)
    case 'offer':
      return transitions.offer(model, one, intended.times)
    case 'move':
      return transitions.move(model, one, intended, assigned)
    case 'deposit':
      return transitions.deposit(model, one, intended)
    case 'correct':
      return transitions.correct(one, intended)
    case 'note':
      return undefined
    default:
      return transitions.mark(model, one, intended.act)
  }
}

/** As the history calls what was done. */
function actionOf({ before }: ModelBooking, { act }: IntendedAction): string {
  if (act === 'undo') return 'reopened'
  if (act === 'note') return 'noted'
  if (act === 'offer') return 'offered'
  if (act === 'correct') return 'corrected'
  return before?.action ?? act
}

function callDesk(
  { app: { desk } }: ModelSetup,
  seen: { code: string; version: number; actor: string },
  one: ModelBooking,
  intended: IntendedAction,
): Promise<void> {
  switch (intended.act) {
    case 'confirm':
    case 'undo':
      return desk[intended.act](seen)
    case 'settle':
      return desk.resolveChangeRequest(seen)
    case 'decline':
    case 'cancel':
      return desk[intended.act]({ ...seen, reason: 'kín chỗ' })
    case 'deposit':
      return desk.deposit({ ...seen, newState: intended.state, amount: intended.amount })
    case 'correct':
      return desk.correct({
        ...seen,
        contact: { name: intended.name, phone: intended.phone, email: null },
      })
    case 'note':
      return desk.note({ ...seen, note: 'khách quen' })
    case 'offer':
      return desk.offer({
        ...seen,
        times: intended.times.map(({ date, at }) => `${date} ${formatClockTime(at)}`),
      })
    case 'move': {
      const { date = one.date, at = one.at, resource, party, confirm } = intended
      return desk.move({
        ...seen,
        date,
        time: formatClockTime(at),
        resource,
        partySize: party,
        confirm,
      })
    }
    default:
      return desk.setVisitStatus({ ...seen, visit: intended.act })
  }
}
