/** What every command does with its outcome: the two sides agree, and what came of it is kept. */
import { BookingActionError } from '../../src/kernel/action-errors.ts'
import { ModelMismatch, type Placement, type PlacementRequest } from './allowed-resources.ts'
import type { ModelSetup } from './setup.ts'
import {
  type BookingState,
  epochMinutes,
  hold,
  type ModelBooking,
  type Rejection,
} from './shop-model.ts'

/** What the shop said: nothing where it was done. */
export type ActualOutcome = (Rejection & { holder?: string | undefined }) | undefined

/** What the shop said against what it ought to say. */
export function assertSameOutcome(
  actual: ActualOutcome,
  expected: Rejection | undefined,
): Rejection | undefined {
  if (actual?.refused !== expected?.refused) {
    throw new ModelMismatch(
      `was ${actual?.refused ?? 'done'} instead of ${expected?.refused ?? 'done'}`,
    )
  }
  if (actual?.holder !== undefined && !expected?.holders?.includes(actual.holder)) {
    throw new ModelMismatch(`was told that ${actual.holder} has it`)
  }
  return expected
}

/** What a booking was given, by its code. */
export async function loadAssignedResources(
  { app, model }: ModelSetup,
  code: string,
): Promise<string[]> {
  const row = await app.store.read.get<{ given: string }>(
    'SELECT given FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return model.trade.resourcesOf(JSON.parse(row?.given ?? '{}'))
}

/** How it came about, and for whom. */
type NewBookingInfo = {
  status: 'pending' | 'confirmed'
  actor: string
  name: string
  phone: string
}

/** A new booking in the model, with the place that it was given. */
export async function recordBooking(
  { app, model }: ModelSetup,
  code: string,
  { details, date, at }: PlacementRequest,
  { option, length }: Placement,
  { status, actor, ...guest }: NewBookingInfo,
): Promise<void> {
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const holder = `booking:${row?.id}`
  const resources = option.takes.map(({ resource }) => resource)
  const state: BookingState = {
    ...{ status, reason: null, visit: null, changeRequest: undefined, deposit: undefined },
    ...{ date, at, length, details, resources },
  }
  const action = status === 'confirmed' ? 'admitted' : 'requested'
  const one: ModelBooking = {
    ...state,
    code,
    holder,
    ...guest,
    version: 1,
    before: status === 'confirmed' ? { ...state, action } : undefined,
    history: [`${actor} ${action}`],
    events: [`booking.${action}`],
  }
  model.lastIndex = model.booked.push(one) - 1
  hold(model, holder, option, epochMinutes(date, at))
}

/** What the desk says to its own hand. */
export async function catchActionError(work: Promise<unknown>): Promise<ActualOutcome> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    return { refused: error.code, holder: error.holder }
  }
}
