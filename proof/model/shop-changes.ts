/** Commands of staff that change what can be booked on a day: extra places and shifts. */
import { createExtraPlaces } from '../../src/domain/booking/extra-places.ts'
import type { Command } from './commands.ts'
import { assertSameOutcome, catchActionError } from './record-outcome.ts'
import { directActor, type ModelSetup } from './setup.ts'
import { dateOfMinutes, dayFrom, type Rejection, reject } from './shop-model.ts'
import { formatClockTime, resourceAt } from './trade.ts'

type CommandOf<Name extends Command['type']> = Extract<Command, { type: Name }>

/** Staff can use it on its day, and guests cannot book it. */
export async function addExtraPlace(
  setup: ModelSetup,
  { day, seats, kind: number }: CommandOf<'extra_place'>,
): Promise<Rejection | undefined> {
  const { app, model } = setup
  const { kinds } = app.shop.booking.extraPlace
  const kind = kinds[number % kinds.length]?.id
  if (kind === undefined) return undefined
  const date = dayFrom(model, day)
  let id = ''
  const places = createExtraPlaces(app.store, () => app.clock.now)
  const place = { name: 'Chỗ phụ', kind, seats, from: date, to: date }
  const adding = places.add(place, directActor).then((added) => {
    id = added
  })
  const actual = await catchActionError(adding)
  const expected = date < dateOfMinutes(model.now) ? reject('not_possible') : undefined
  assertSameOutcome(actual, expected)
  if (expected) return expected
  await app.appHost.refresh()
  model.trade.extraPlaces.push({ id, date, seats, kind })
  model.otherActions++
  return undefined
}

/** Tables and rooms have no shifts. */
export async function setShift(
  setup: ModelSetup,
  { resource: number, day, at, minutes }: CommandOf<'shift'>,
): Promise<Rejection | undefined> {
  const { model } = setup
  const { shifts, resources } = model.trade
  const resource = resourceAt(resources, number)
  const date = dayFrom(model, day)
  const key = `${date} ${resource}`
  const times = { from: formatClockTime(at), to: formatClockTime(at + minutes), online: '1' }
  const answer = await setup.postToDesk('/shift', {
    ...{ resource, date },
    ...(minutes > 0 ? times : { from: '', to: '' }),
  })
  const actual = answer.status === 303 ? undefined : reject('not_possible')
  const isPerson = /^(therapist|stylist):/.test(resource)
  const expected = minutes === 0 || isPerson ? undefined : reject('not_possible')
  assertSameOutcome(actual, expected)
  if (expected) return expected
  if (minutes > 0 || shifts.has(key)) model.otherActions++
  if (minutes > 0) shifts.set(key, { from: at, to: at + minutes })
  else shifts.delete(key)
  return undefined
}
