/** A person, table or room is away: no one else can book it, bookings keep theirs, and what they release stays blocked. */
import { createAbsences } from '../../src/domain/absence/absences.ts'
import { findAffected } from '../../src/domain/absence/affected.ts'
import { type MoveProposal, proposeMoves } from '../../src/domain/absence/proposals.ts'
import { findAbsence } from '../../src/domain/absence/rows.ts'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { ModelMismatch } from './allowed-resources.ts'
import { recordWithdrawal } from './booking-offers.ts'
import type { Command } from './commands.ts'
import { endOffersOfResource } from './ended-offers.ts'
import { holdAbsences, settleHolds } from './presence.ts'
import { assertSameOutcome, catchActionError, loadAssignedResources } from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import {
  dayFrom,
  epochMinutes,
  type ModelBooking,
  type Rejection,
  reject,
  release,
  toEpochMs,
} from './shop-model.ts'
import { transitions } from './staff-rules.ts'
import { formatClockTime, resourceAt } from './trade.ts'

type CommandOf<Name extends Command['type']> = Extract<Command, { type: Name }>

const absencesOf = ({ app }: ModelSetup) =>
  createAbsences(app.store, createBookingContext(app.appHost.shop()), () => app.clock.now)

export async function markAway(
  setup: ModelSetup,
  { resource: number, day, at, minutes, byForm }: CommandOf<'away'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const resource = resourceAt(model.trade.resources, number)
  const date = dayFrom(model, day)
  const from = epochMinutes(date, at)
  const to = from + minutes
  let id = ''
  const period = { starts_at: toEpochMs(from), ends_at: toEpochMs(to) }
  const actual = byForm
    ? await markByForm(setup, resource, date, at, to)
    : await catchActionError(
        absencesOf(setup)
          .mark({ resource, reason: 'ốm', ...period }, directActor)
          .then((made) => {
            id = made
          }),
      )
  const isKnown = model.trade.resources.includes(resource)
  const expected = isKnown && to > model.now ? undefined : reject('not_possible')
  assertSameOutcome(actual, expected)
  if (expected) return expected
  const isActive = (one: (typeof model.absences)[number]) => !one.isRemoved
  const same = model.absences.find(
    (one) => isActive(one) && one.resource === resource && one.from === from && one.to === to,
  )
  if (same) return undefined
  if (byForm) id = await findNewAbsence(setup)
  const holder = `block:${id}`
  model.absences.push({ id, holder, resource, from, to, isRemoved: false })
  model.blocks.push({ id, holder })
  model.otherActions++
  holdAbsences(model)
  endOffersOfResource(model, { resource, from, to }, byForm ? setup.actor : directActor)
  if (!(await findAbsence(app.store.read, id))) throw new ModelMismatch('the absence is missing')
  return undefined
}

async function markByForm(
  setup: ModelSetup,
  resource: string,
  date: string,
  at: number,
  to: number,
): Promise<Rejection | undefined> {
  const last = new Date(to * 60_000).toISOString()
  const answer = await setup.postToDesk('/absence', {
    ...{ resource, for: 'period', date, from: formatClockTime(at) },
    ...{ last: last.slice(0, 10), to: last.slice(11, 16), reason: 'ốm' },
  })
  return answer.status === 303 ? undefined : reject('not_possible')
}

async function findNewAbsence({ app, model }: ModelSetup): Promise<string> {
  const known = new Set(model.absences.map(({ id }) => id))
  const rows = await app.store.read.all<{ id: string }>('SELECT id FROM absences')
  const added = rows.filter(({ id }) => !known.has(id))
  const [one] = added
  if (!one || added.length !== 1) throw new ModelMismatch(`${added.length} absences were stored`)
  return one.id
}

/** Takes an absence back, or undoes that. */
export async function changeAway(
  setup: ModelSetup,
  { type, absence: number }: CommandOf<'back' | 'away_again'>,
): Promise<Rejection | undefined> {
  const { model } = setup
  const chosen = model.absences[number % model.absences.length]
  if (!chosen) return undefined
  const absences = absencesOf(setup)
  const isBack = type === 'back'
  const actual = await catchActionError(
    isBack ? absences.remove(chosen.id, directActor) : absences.restore(chosen.id, directActor),
  )
  const isOver = !isBack && chosen.to <= model.now
  const expected =
    chosen.isRemoved === isBack
      ? reject('wrong_state')
      : isOver
        ? reject('not_possible')
        : undefined
  assertSameOutcome(actual, expected)
  if (expected) return expected
  chosen.isRemoved = isBack
  model.blocks = model.blocks.filter(({ id }) => id !== chosen.id)
  if (isBack) release(model, chosen.holder)
  else model.blocks.push({ id: chosen.id, holder: chosen.holder })
  if (isBack) settleHolds(model)
  else {
    holdAbsences(model)
    endOffersOfResource(model, chosen, directActor)
  }
  model.otherActions++
  return undefined
}

/** Accepts the proposals of an absence: all fit together, and each move follows the rules of a move. */
export async function acceptProposals(
  setup: ModelSetup,
  { absence: number }: CommandOf<'accept'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const active = model.absences.filter(({ isRemoved, to }) => !isRemoved && to > model.now)
  const chosen = active[number % active.length]
  const stored = chosen && (await findAbsence(app.store.read, chosen.id))
  if (!stored) return undefined
  const context = createBookingContext(app.appHost.shop())
  const { read } = app.store
  const now = app.clock.now
  const affected = await findAffected(read, context, stored, now)
  for (const { booking, best } of await proposeMoves(read, context, stored, affected, now)) {
    const one = model.bookings.find(({ holder }) => holder === `booking:${booking.id}`)
    if (!one) throw new ModelMismatch(`${booking.code} is unknown`)
    if (!one.resources.includes(stored.resource))
      throw new ModelMismatch(`${one.code} is not affected`)
    if (best) await acceptProposal(setup, one, best)
  }
  return undefined
}

async function acceptProposal(
  setup: ModelSetup,
  one: ModelBooking,
  { date, time, resources, rules }: MoveProposal,
): Promise<void> {
  const { app, model } = setup
  const target = { date, time, resources, overrides: rules }
  const actual = await catchActionError(
    app.desk.move({ code: one.code, version: one.version, actor: directActor, ...target }),
  )
  const assigned = actual ? undefined : await loadAssignedResources(setup, one.code)
  const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const rejection = transitions.move(
    model,
    one,
    { date, at, resources, overrides: rules },
    assigned,
  )
  assertSameOutcome(actual, rejection)
  if (rejection) throw new ModelMismatch(`the proposal for ${one.code} is ${rejection.code}`)
  const action = one.undoState?.action ?? ''
  recordWithdrawal(one, directActor, action)
  one.history.push(`${directActor} ${action}`)
  one.events.push(`booking.${action}`)
  one.version++
  settleHolds(model)
}
