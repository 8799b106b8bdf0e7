/** Which resources a booking may get, and whether the assigned ones are among them. */
import {
  type BookingState,
  epochMinutes,
  hold,
  holdersOf,
  isFree,
  lengthAt,
  type ModelBooking,
  type Rejection,
  reject,
  release,
  type ShopModel,
  uses,
  usesExactly,
} from './shop-model.ts'
import type { RequestDetails, ResourceOption } from './trade.ts'

export class ModelMismatch extends Error {}

export type PlacementRequest = {
  details: RequestDetails
  date: string
  at: number
  /** A resource that the assignment must contain. */
  resource?: string | undefined
  /** The current resources, which the booking keeps if possible. */
  currentResources?: readonly string[] | undefined
}

/** `isUnmoved`: a seated party keeps its place although others may hold its time. */
export type Placement = { option: ResourceOption; length: number; isUnmoved?: boolean }

/** Checks the assigned resources. The shop may choose any of the options with the lowest cost. */
export function findPlacement(
  model: ShopModel,
  { details, date, at, resource, currentResources }: PlacementRequest,
  assigned: readonly string[] | undefined,
  excludeHolder?: string,
): Placement | Rejection {
  const length = lengthAt(model, details, date, at)
  if (length === undefined) return reject('not_possible')
  const from = epochMinutes(date, at)
  const options = model.trade.options(details, date, at, length).filter(uses(resource))
  if (options.length === 0) return reject('not_possible')
  const free = options.filter((option) => isFree(model, option, from, excludeHolder))
  const unchanged = currentResources && free.find(usesExactly(currentResources))
  const lowestCost = Math.min(...free.map(({ cost }) => cost))
  const allowed = unchanged ? [unchanged] : free.filter(({ cost }) => cost === lowestCost)
  const [first] = allowed
  if (!first) {
    const taken = options.flatMap((option) => holdersOf(model, option, from, excludeHolder))
    return reject('not_free', taken)
  }
  if (assigned === undefined) return { option: first, length }
  const option = allowed.find(usesExactly(assigned))
  if (option) return { option, length }
  throw new ModelMismatch(`assigned ${assigned}, which ${explainMismatch(options, free, assigned)}`)
}

function explainMismatch(
  options: readonly ResourceOption[],
  free: readonly ResourceOption[],
  assigned: readonly string[],
): string {
  if (!options.some(usesExactly(assigned))) return 'type not fit'
  return free.some(usesExactly(assigned)) ? 'is not the best free option' : 'is taken'
}

export const isRejection = (found: Placement | Rejection): found is Rejection => 'code' in found

/** Replaces the resources of a booking. */
export function applyPlacement(
  model: ShopModel,
  one: ModelBooking,
  { details, date, at }: PlacementRequest,
  { option, length }: Placement,
): void {
  release(model, one.holder)
  hold(model, one.holder, option, epochMinutes(date, at))
  const resources = option.takes.map(({ resource }) => resource)
  Object.assign(one, { details, date, at, length, resources } satisfies Partial<BookingState>)
}
