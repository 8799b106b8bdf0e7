/** Compares the outcomes of the shop and the model, and records new bookings in the model. */
import { BookingActionError } from '../../src/kernel/action-errors.ts'
import { ModelMismatch, type Placement, type PlacementRequest } from './allowed-resources.ts'
import type { ModelSetup } from './setup.ts'
import {
  type BookingState,
  epochMinutes,
  hold,
  type ModelBooking,
  type ModelClient,
  type Rejection,
} from './shop-model.ts'

/** The outcome in the shop; `undefined` if it succeeded. */
export type ActualOutcome =
  | (Rejection & { holder?: string | undefined; rules?: readonly string[] })
  | undefined

export function assertSameOutcome(
  actual: ActualOutcome,
  expected: Rejection | undefined,
): Rejection | undefined {
  if (actual?.code !== expected?.code) {
    throw new ModelMismatch(`was ${actual?.code ?? 'done'} instead of ${expected?.code ?? 'done'}`)
  }
  if (actual?.holder !== undefined && !expected?.holders?.includes(actual.holder)) {
    throw new ModelMismatch(`the response names the wrong holder ${actual.holder}`)
  }
  return expected
}

export async function loadAssignedResources(
  { app, model }: ModelSetup,
  code: string,
): Promise<string[]> {
  const row = await app.store.read.get<{ assignment: string }>(
    'SELECT given AS assignment FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return model.trade.resourcesOf(JSON.parse(row?.assignment ?? '{}'))
}

type NewBookingInfo = {
  /** By default staff for a confirmed booking. */
  client?: ModelClient
  holdsPlace?: boolean
  stay?: number
  status: 'pending' | 'confirmed'
  actor: string
  name: string
  phone: string
}

/** Adds a booking to the model with its assigned resources. */
export async function recordBooking(
  { app, model }: ModelSetup,
  code: string,
  { details, date, at }: PlacementRequest,
  { option, length }: Placement,
  { status, actor, client, holdsPlace = true, stay, ...guest }: NewBookingInfo,
): Promise<void> {
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const holder = `booking:${row?.id}`
  const resources = option.takes.map(({ resource }) => resource)
  const state: BookingState = {
    ...{ status, reason: null, visit: null, changeRequest: undefined, deposit: undefined },
    ...{ date, at, length, details, resources, holdsPlace, overrides: option.broken },
    stay: stay ?? null,
  }
  const action = status === 'confirmed' ? 'admitted' : 'requested'
  const one: ModelBooking = {
    ...state,
    code,
    holder,
    client: client ?? (status === 'confirmed' ? 'staff' : 'guest'),
    ...guest,
    version: 1,
    offers: [],
    undoState: status === 'confirmed' ? { ...state, action } : undefined,
    history: [`${actor} ${action}`],
    events: [`booking.${action}`],
  }
  model.lastIndex = model.bookings.push(one) - 1
  if (holdsPlace) hold(model, holder, option, epochMinutes(date, at))
}

/** The error of a direct call. */
export async function catchActionError(work: Promise<unknown>): Promise<ActualOutcome> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    return { code: error.code, holder: error.holder, rules: error.rules }
  }
}
