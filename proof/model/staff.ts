/** Staff at the desk, by its forms or by its own hand, and what the book ought to make of them. */

import type { Command } from './commands.ts'
import { createForms } from './forms.ts'
import { guestAt } from './guest-fixtures.ts'
import { agree, orObstacle, placeOf } from './record-outcome.ts'
import { ownHand, type Stage } from './setup.ts'
import { type Booked, dayFrom, type Refusal, refuse, statusNow } from './shop-model.ts'
import { acts, type Meant } from './staff-rules.ts'
import { clockOf, resourceAt } from './trade.ts'

export type ActCommand = Extract<Command, { stale: number }>

export async function actOn(
  stage: Stage,
  one: Booked,
  command: ActCommand,
): Promise<Refusal | undefined> {
  const meant = meaningOf(stage, one, command)
  if (!meant) return refuse('nothing asked')
  const { byForm, stale } = command
  const version = one.version + stale
  const who = byForm ? stage.actor : ownHand
  const said = byForm
    ? await createForms(stage).act(one, version, meant)
    : await orObstacle(byOwnHand(stage, { code: one.code, version, actor: who }, one, meant))
  const got = said ? undefined : await placeOf(stage, one.code)
  const wasPending = one.status === 'pending'
  const ought = stale === 0 ? outcome(stage, one, meant, got) : changed
  if (!ought) {
    const action = actionOf(one, meant)
    // The guest agreed to the move: both are in the history, and told as one.
    const confirmed = meant.act === 'move' && wasPending && one.status === 'confirmed'
    one.history.push(...(confirmed ? [`${who} confirmed`] : []), `${who} ${action}`)
    one.news.push(`booking.${action}`)
    one.version++
  }
  return agree(said, ought)
}

const changed = refuse('changed_meanwhile')

function meaningOf({ book }: Stage, one: Booked, command: ActCommand): Meant | undefined {
  const timeOf = ({ day, at }: { day: number; at: number }) => ({
    date: dayFrom(book, day),
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
      date: day === undefined ? one.date : dayFrom(book, day),
      at: at ?? one.at,
      resource: resource === undefined ? undefined : resourceAt(book.trade.resources, resource),
      party,
      confirm,
    }
  }
  if (command.does !== 'grant') return { act: command.does }
  const { asks } = one
  if (!asks) return undefined
  if (asks.kind === 'cancel') return { act: 'cancel' }
  const { date, at } = asks.kind === 'move' ? asks : one
  return { act: 'move', date, at, ...(asks.kind === 'smaller_party' && { party: asks.party }) }
}

function outcome(
  { book }: Stage,
  one: Booked,
  meant: Meant,
  got: string[] | undefined,
): Refusal | undefined {
  // What has lapsed is the clock's to end.
  if (statusNow(book, one) !== one.status) return refuse('wrong_state')
  switch (meant.act) {
    case 'confirm':
    case 'settle':
      return acts[meant.act](book, one)
    case 'undo':
      return acts.undo(book, one, got)
    case 'decline':
    case 'cancel':
      return acts.end(book, one, meant.act)
    case 'offer':
      return acts.offer(book, one, meant.times)
    case 'move':
      return acts.move(book, one, meant, got)
    case 'deposit':
      return acts.deposit(book, one, meant)
    case 'correct':
      return acts.correct(one, meant)
    case 'note':
      return undefined
    default:
      return acts.mark(book, one, meant.act)
  }
}

/** As the history calls what was done. */
function actionOf({ before }: Booked, { act }: Meant): string {
  if (act === 'undo') return 'reopened'
  if (act === 'note') return 'noted'
  if (act === 'offer') return 'offered'
  if (act === 'correct') return 'corrected'
  return before?.action ?? act
}

function byOwnHand(
  { app: { desk } }: Stage,
  seen: { code: string; version: number; actor: string },
  one: Booked,
  meant: Meant,
): Promise<void> {
  switch (meant.act) {
    case 'confirm':
    case 'settle':
    case 'undo':
      return desk[meant.act](seen)
    case 'decline':
    case 'cancel':
      return desk[meant.act]({ ...seen, reason: 'kín chỗ' })
    case 'deposit':
      return desk.deposit({ ...seen, becomes: meant.state, amount: meant.amount })
    case 'correct':
      return desk.correct({
        ...seen,
        contact: { name: meant.name, phone: meant.phone, email: null },
      })
    case 'note':
      return desk.note({ ...seen, note: 'khách quen' })
    case 'offer':
      return desk.offer({
        ...seen,
        times: meant.times.map(({ date, at }) => `${date} ${clockOf(at)}`),
      })
    case 'move': {
      const { date = one.date, at = one.at, resource, party, confirm } = meant
      return desk.move({ ...seen, date, time: clockOf(at), resource, partySize: party, confirm })
    }
    default:
      return desk.mark({ ...seen, visit: meant.act })
  }
}
