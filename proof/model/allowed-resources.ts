/** Which resources a booking may get, and whether the assigned ones are among them. */
import {
  epochMinutes,
  isFree,
  type Rejection,
  reject,
  type ShopModel,
  timeRules,
  usesAll,
  usesExactly,
} from './shop-model.ts'
import type { RequestDetails, ResourceOption, StaffOption } from './trade.ts'

export class ModelMismatch extends Error {}

export type PlacementRequest = {
  details: RequestDetails
  date: string
  at: number
  /** Resources that the assignment must contain. */
  wanted?: readonly string[]
  /** The current resources, which the booking keeps if possible. */
  currentResources?: readonly string[] | undefined
  /** Its own place, to which a change along its own row belongs. */
  ownResources?: readonly string[] | undefined
  /** Its own place is possible only if the rules allow no other. */
  isOwnLast?: boolean
  /** Guests cannot book what staff have added. */
  isByGuest?: boolean
  /** The rules that staff have set aside. */
  accepted?: readonly string[]
  /** The party is there, or only its end changes: it keeps its place unless another one was asked for. */
  staysHere?: boolean
  /** The minutes that staff have agreed with the guest. */
  stay?: number | null
  /** The plan of a party that is there stays, unless staff change its length. */
  isOtherLength?: boolean
}

/** The request for a booking that has a plan already. */
export type MoveRequest = PlacementRequest & { storedLength: number }

/** `isUnmoved`: the party keeps its place and its plan, although others may hold the time that follows. */
export type Placement = { option: StaffOption; length: number; isUnmoved?: boolean }

/** What the rules and staff allow, and what only further rules prevent. */
export type Choices = {
  length: number
  allowed: readonly StaffOption[]
  refused: readonly StaffOption[]
  /** The rules about the time that staff have not set aside. */
  brokenTime: readonly string[]
}

/** A broken rule weighs more than any other cost. */
const ruleCost = 1_000_000_000

/** A seated party has a plan, which no rule about the time can break unless its length changes. */
export function findChoices(
  model: ShopModel,
  request: PlacementRequest,
  seatedLength?: number,
): Choices {
  const { details, date, at, wanted = [], ownResources = [], accepted = [], stay = null } = request
  const { trade } = model
  const isClosed = model.closed.has(date)
  const usualLength = isClosed ? undefined : trade.lengthAt(details, date, at)
  const broken = timeRules(model, details, date, at, stay)
  const isKept = seatedLength !== undefined && broken.length > 0 && !request.isOtherLength
  const newLength = stay ?? usualLength ?? trade.stayMinutes(details)
  const length = isKept ? seatedLength : newLength
  const time = isKept ? [] : broken
  const staffOptions = (resources: readonly string[]) =>
    trade.staffOptions(details, date, at, length, resources)
  const optionsOf = request.isByGuest ? trade.options : trade.optionsForStaff
  const usual = optionsOf(details, date, at, length)
  const isOwn =
    ownResources.length > 0 &&
    wanted.every((one) => ownResources.includes(one)) &&
    !(request.isOwnLast && usual.length > 0)
  const all = [
    ...usual.map((one) => ({ ...one, broken: [] as string[] })),
    ...(wanted.length > 0 ? staffOptions(wanted) : []),
    ...(isOwn ? staffOptions(ownResources) : []),
  ].filter(usesAll(wanted))
  const different = all.filter(
    (one, index) =>
      all.findIndex((other) => usesExactly(other.takes.map(({ resource }) => resource))(one)) ===
      index,
  )
  const kept = request.staysHere ? different.filter(usesExactly(ownResources)) : []
  const candidates = (kept.length > 0 ? kept : different).map((one) => ({
    ...one,
    cost: one.cost + one.broken.length * ruleCost,
    broken: [...time, ...one.broken],
  }))
  const isAccepted = ({ broken }: StaffOption) => broken.every((rule) => accepted.includes(rule))
  return {
    length,
    allowed: candidates.filter(isAccepted),
    refused: candidates.filter((one) => !isAccepted(one)),
    brokenTime: time.filter((rule) => !accepted.includes(rule)),
  }
}

/** A place that is free breaks a rule; otherwise the time does, or someone has the place, or there is none. */
export function refuse(
  { allowed, refused, brokenTime }: Choices,
  holders: (option: StaffOption) => readonly string[],
): Rejection {
  const all = [...allowed, ...refused]
  if (brokenTime.length > 0 || refused.some((one) => holders(one).length === 0))
    return reject('not_possible')
  return all.length === 0 ? reject('not_possible') : reject('not_free', all.flatMap(holders))
}

/** Checks the assigned resources. The shop may choose any of the options with the lowest cost. */
export function findPlacement(
  model: ShopModel,
  request: PlacementRequest,
  assigned: readonly string[] | undefined,
  excludeHolder?: string,
): Placement | Rejection {
  if (request.at % 15 !== 0) return reject('not_possible')
  const choices = findChoices(model, request)
  const from = epochMinutes(request.date, request.at)
  const free = choices.allowed.filter((option) => isFree(model, option, from, excludeHolder))
  const option = chooseOption(choices.allowed, free, assigned)
  if (option) return { option, length: choices.length }
  return refuse(choices, (one) => otherHoldersAt(model, one, from, excludeHolder))
}

function otherHoldersAt(
  { held }: ShopModel,
  { takes }: ResourceOption,
  from: number,
  excludeHolder: string | undefined,
): string[] {
  return takes.flatMap(({ resource, minutes }) =>
    (held.get(resource) ?? [])
      .filter((one) => one.holder !== excludeHolder && one.from < from + minutes && from < one.to)
      .map(({ holder }) => holder),
  )
}

/** The assigned option, which must be `kept` or one of the free options with the lowest cost. */
export function chooseOption<One extends ResourceOption>(
  options: readonly One[],
  free: readonly One[],
  assigned: readonly string[] | undefined,
  kept?: One,
): One | undefined {
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
