/** Which resources a booking may get, and whether the assigned ones are among them. */
import {
  epochMinutes,
  holdersOf,
  isFree,
  lengthAt,
  type Rejection,
  reject,
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

/** The request for a booking that has a plan already. */
export type MoveRequest = PlacementRequest & { storedLength: number }

/** `isUnmoved`: the party keeps its place and its plan, although others may hold the time that follows. */
export type Placement = { option: ResourceOption; length: number; isUnmoved?: boolean }

/** Checks the assigned resources. The shop may choose any of the options with the lowest cost. */
export function findPlacement(
  model: ShopModel,
  { details, date, at, resource }: PlacementRequest,
  assigned: readonly string[] | undefined,
  excludeHolder?: string,
): Placement | Rejection {
  const length = lengthAt(model, details, date, at)
  if (length === undefined) return reject('not_possible')
  const from = epochMinutes(date, at)
  const options = model.trade.options(details, date, at, length).filter(uses(resource))
  if (options.length === 0) return reject('not_possible')
  const free = options.filter((option) => isFree(model, option, from, excludeHolder))
  const option = chooseOption(options, free, assigned)
  if (option) return { option, length }
  const taken = options.flatMap((one) => holdersOf(model, one, from, excludeHolder))
  return reject('not_free', taken)
}

/** The assigned option, which must be `kept` or one of the free options with the lowest cost. */
export function chooseOption(
  options: readonly ResourceOption[],
  free: readonly ResourceOption[],
  assigned: readonly string[] | undefined,
  kept?: ResourceOption,
): ResourceOption | undefined {
  const lowestCost = Math.min(...free.map(({ cost }) => cost))
  const allowed = kept ? [kept] : free.filter(({ cost }) => cost === lowestCost)
  if (assigned === undefined || allowed.length === 0) return allowed[0]
  const option = allowed.find(usesExactly(assigned))
  if (option) return option
  throw new ModelMismatch(`assigned ${assigned}, which ${explainMismatch(options, free, assigned)}`)
}

function explainMismatch(
  options: readonly ResourceOption[],
  free: readonly ResourceOption[],
  assigned: readonly string[],
): string {
  if (!options.some(usesExactly(assigned))) return 'does not fit'
  return free.some(usesExactly(assigned)) ? 'is not the best free option' : 'is taken'
}

export const isRejection = (found: Placement | Rejection): found is Rejection => 'code' in found
