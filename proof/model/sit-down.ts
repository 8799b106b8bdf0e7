/** Guests without a booking who sit down now, through the form of the service, on the shop and on the model. */
import { findChoices, isRejection, type Placement, refuse } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { createForms } from './forms.ts'
import { walkIn } from './guest-fixtures.ts'
import { assertSameOutcome, recordBooking } from './record-outcome.ts'
import type { ModelSetup } from './setup.ts'
import {
  dateOfMinutes,
  epochMinutes,
  holdersOf,
  type Rejection,
  reject,
  type ShopModel,
  usesExactly,
} from './shop-model.ts'
import { freeMinutes, walkInMinutes } from './stays.ts'
import { type RequestDetails, resourceAt } from './trade.ts'

type SitDown = Extract<Command, { type: 'sit_down' }>

type Seat = { details: RequestDetails; date: string; at: number; resources: readonly string[] }

export async function sitDown(setup: ModelSetup, command: SitDown): Promise<Rejection | undefined> {
  const { model } = setup
  const seat = chooseSeat(model, command)
  if (!seat) return undefined
  const overrides: string[] = []
  for (;;) {
    let code = ''
    const actual = await createForms(setup).sitDown({ ...seat, overrides }, (made) => {
      code = made
    })
    const placement = findSeat(model, seat, overrides)
    if (!isRejection(placement)) {
      assertSameOutcome(actual, undefined)
      await recordSeated(setup, code, seat, placement)
      return undefined
    }
    assertSameOutcome(actual, placement)
    const rules = actual?.rules ?? []
    if (!command.override || rules.every((rule) => overrides.includes(rule))) return placement
    overrides.push(...rules)
  }
}

/** A table, two tables, or a person with a place. */
function chooseSeat(
  model: ShopModel,
  { detailsIndex, resource, secondResource, choice }: SitDown,
): Seat | undefined {
  const { trade } = model
  const { party_size, offerId } = trade.sampleDetails[
    detailsIndex % trade.sampleDetails.length
  ] as RequestDetails
  const details: RequestDetails = {
    ...(party_size !== undefined && { party_size }),
    ...(offerId !== undefined && { offerId }),
  }
  const now = Math.floor(model.now / 15) * 15
  const [date, at] = [dateOfMinutes(now), now % (24 * 60)]
  const wanted = [resource, ...(secondResource === undefined ? [] : [secondResource])].map(
    (number) => resourceAt(trade.resources, number),
  )
  const { usual } = walkInMinutes(model, details, date, at)
  const options = trade.staffOptions(details, date, at, usual, wanted)
  const chosen = options[choice % options.length]
  return chosen && { details, date, at, resources: chosen.takes.map((one) => one.resource) }
}

/** As long as the place is free, at most as long as such guests usually stay. */
function findSeat(
  model: ShopModel,
  { details, date, at, resources }: Seat,
  accepted: readonly string[],
): (Placement & { stay: number }) | Rejection {
  const from = epochMinutes(date, at)
  const { usual, longest } = walkInMinutes(model, details, date, at)
  const [first] = model.trade.staffOptions(details, date, at, usual, resources)
  const free = first ? freeMinutes(model, first, usual, from).minutes : 0
  if (free < 15) return reject('not_free')
  const stay = Math.min(longest, free)
  const request = { details, date, at, wanted: resources, accepted, stay }
  const all = findChoices(model, request)
  const isSeat = usesExactly(resources)
  const choices = {
    ...all,
    allowed: all.allowed.filter(isSeat),
    refused: all.refused.filter(isSeat),
  }
  const holders = (option: (typeof all.allowed)[number]) => holdersOf(model, option, from)
  const option = choices.allowed.find((one) => holders(one).length === 0)
  return option ? { option, length: stay, stay } : refuse(choices, holders)
}

/** Entered and seated immediately: an undo takes back both. */
async function recordSeated(
  setup: ModelSetup,
  code: string,
  seat: Seat,
  placement: Placement & { stay: number },
): Promise<void> {
  const { actor, model } = setup
  const { stay } = placement
  const info = { status: 'confirmed' as const, actor, stay, ...walkIn(0, false) }
  await recordBooking(setup, code, seat, placement, info)
  const one = model.bookings[model.lastIndex]
  if (!one) return
  one.visit = 'seated'
  one.version++
  one.history.push(`${actor} seated`)
  one.events.push('booking.seated')
}
