/** Commands of staff on a day: walk-ins, blocks and closed days. */

import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createClosedDays } from '../../src/domain/closed-days/closed-days.ts'
import { offersOfDays } from '../../src/domain/waitlist/offers-of-day.ts'
import { findPlacement, isRejection, ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { endOffersOfDay } from './ended-offers.ts'
import { createForms } from './forms.ts'
import { type ModelGuest, walkIn } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import { settleHolds } from './presence.ts'
import {
  assertSameOutcome,
  catchActionError,
  loadAssignedResources,
  recordBooking,
} from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import {
  dateOfMinutes,
  dayFrom,
  epochMinutes,
  type Rejection,
  reject,
  release,
} from './shop-model.ts'
import { findBlockRejection, recordBlock } from './staff-rules.ts'
import { formatClockTime, type RequestDetails, resourceAt } from './trade.ts'

const minutesOfDay = 24 * 60

type CommandOf<Name extends Command['type']> = Extract<Command, { type: Name }>

export async function createWalkIn(
  setup: ModelSetup,
  command: CommandOf<'walk_in'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const { byForm, isNow } = command
  const at = isNow ? Math.floor((model.now % minutesOfDay) / 15) * 15 : command.at
  const guest = walkIn(command.guest, command.phone)
  const { sampleDetails, resources } = model.trade
  const details = sampleDetails[command.detailsIndex % sampleDetails.length] as RequestDetails
  const resource =
    command.resource === undefined ? undefined : resourceAt(resources, command.resource)
  const time = { date: dayFrom(model, isNow ? 0 : command.day), at }
  let code = ''
  const onCreated = (made: string) => {
    code = made
  }
  const actual = byForm
    ? await createForms(setup).createWalkIn({ details, ...time, resource, guest }, onCreated)
    : await catchActionError(
        app.desk
          .createByStaff(createEntry(setup, details, time, guest), directActor, {
            ...(resource !== undefined && { resources: [resource] }),
          })
          .then((booking) => onCreated(booking.code)),
      )
  const placementRequest = { details, ...time, wanted: resource === undefined ? [] : [resource] }
  const isTooLate = epochMinutes(time.date, at) < model.now - 60
  const placement = isTooLate
    ? reject('not_possible')
    : findPlacement(
        model,
        placementRequest,
        actual ? undefined : await loadAssignedResources(setup, code),
      )
  if (isRejection(placement)) return assertSameOutcome(actual, placement)
  assertSameOutcome(actual, undefined)
  const actor = byForm ? setup.actor : directActor
  await recordBooking(setup, code, placementRequest, placement, {
    status: 'confirmed',
    actor,
    ...guest,
  })
  return undefined
}

function createEntry(
  { app }: ModelSetup,
  fields: RequestDetails,
  { date, at }: Time,
  guest: ModelGuest,
) {
  const { details } = app.shop.booking.parseDetails(fields, 'request')
  if (!details) throw new Error(`invalid details: ${JSON.stringify(fields)}`)
  return {
    details: details[0],
    date,
    time: formatClockTime(at),
    guest: { ...guest, email: null, note: null },
    answers: {},
    consent: { version: 'spoken', text: 'in person' },
    locale: 'vi' as const,
    source: 'door',
    client: 'desk',
  }
}

export async function block(
  setup: ModelSetup,
  { byForm: wantsForm, resources: numbers, day, at, minutes }: CommandOf<'block'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  // A block through the form ends on the same day.
  const byForm = wantsForm && at + minutes <= 24 * 60
  const all = [...new Set(numbers.map((one) => resourceAt(model.trade.resources, one)))]
  // The form accepts a single resource.
  const resources = byForm ? all.slice(0, 1) : all
  const date = dayFrom(model, day)
  const requested = { resources, date, at, minutes }
  const blocks = resources.map((resource) => ({ resource, date, at, minutes, reason: 'sơn lại' }))
  const actual = byForm
    ? await createForms(setup).block(requested)
    : await catchActionError(app.desk.blockAll(blocks, directActor))
  const expected = findBlockRejection(model, requested)
  assertSameOutcome(actual, expected)
  if (expected) return expected
  const known = new Set(model.blocks.map(({ id }) => id))
  const rows = await app.store.read.all<{ id: string; resource: string }>(
    'SELECT id, resource FROM blocks',
  )
  const newBlocks = rows.filter(({ id }) => !known.has(id))
  if (newBlocks.length !== resources.length)
    throw new ModelMismatch(`${newBlocks.length} blocks were stored`)
  for (const { id, resource } of newBlocks) recordBlock(model, id, resource, requested)
  return undefined
}

export async function unblock(
  setup: ModelSetup,
  { byForm, bookingNumber }: CommandOf<'unblock'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const chosen = model.blocks[bookingNumber % model.blocks.length]
  const id = chosen?.id ?? 'none'
  const actual = byForm
    ? await createForms(setup).unblock(id)
    : await catchActionError(app.desk.unblock(id, directActor))
  if (!chosen) return assertSameOutcome(actual, reject('not_found'))
  release(model, chosen.holder)
  const absence = model.absences.find((one) => one.id === chosen.id)
  if (absence) absence.isRemoved = true
  settleHolds(model)
  model.blocks = model.blocks.filter((one) => one !== chosen)
  model.otherActions++
  return assertSameOutcome(actual, undefined)
}

export async function closeOrReopen(
  setup: ModelSetup,
  { type, byForm, day }: CommandOf<'close' | 'reopen'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  // Only a closed day is reopened.
  const known = [...model.closed]
  const date =
    (type === 'reopen' ? known[(day + 1) % known.length] : undefined) ?? dayFrom(model, day)
  const reason = { vi: 'Mất điện.', en: 'No power.' }
  const closing = createClosedDays(
    app.store,
    () => app.clock.now,
    offersOfDays(() => createBookingContext(app.appHost.shop())),
  )
  const applyDirectly = () =>
    type === 'close'
      ? closing.close({ date, reason }, directActor)
      : closing.reopen(date, directActor)
  const actual = byForm
    ? await createForms(setup)[type](date)
    : await catchActionError(applyDirectly())
  await app.appHost.refresh()
  const isPast = type === 'close' && date < dateOfMinutes(model.now)
  const isUnknown = type === 'reopen' && !model.closed.has(date)
  const expected = isPast ? reject('not_possible') : isUnknown ? reject('not_found') : undefined
  assertSameOutcome(actual, expected)
  if (expected) return expected
  const actor = byForm ? setup.actor : directActor
  if (type === 'close') {
    model.closed.add(date)
    endOffersOfDay(model, date, actor)
  } else model.closed.delete(date)
  model.otherActions++
  return undefined
}
