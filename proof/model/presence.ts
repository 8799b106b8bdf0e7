/** What a seated party occupies: its place from its arrival until it leaves, as the rules of the shop say. */
import {
  chooseOption,
  findChoices,
  type MoveRequest,
  type Placement,
  type PlacementRequest,
  refuse,
} from './allowed-resources.ts'
import {
  epochMinutes,
  type ModelBooking,
  type Rejection,
  reject,
  release,
  type ShopModel,
  startOf,
  usesExactly,
} from './shop-model.ts'
import type { ResourceOption } from './trade.ts'

export type Span = { resource: string; from: number; to: number }

export type Plan = { date: string; at: number; length: number }

export const quarter = 15
export const floor = (minutes: number) => Math.floor(minutes / quarter) * quarter
const ceil = (minutes: number) => Math.ceil(minutes / quarter) * quarter
const minutesOfDay = 24 * 60

const plannedEnd = (plan: Plan) => startOf(plan) + plan.length

/** A minute early, because the shop extends the holds before the plan ends. */
export function isPlanOver({ now }: ShopModel, plan: Plan): boolean {
  return now >= plannedEnd(plan) - 1
}

function closingTime({ trade, closed }: ShopModel, plan: Plan): number {
  const closesAt = closed.has(plan.date) ? undefined : trade.closesAt(plan.date)
  return Math.max(epochMinutes(plan.date, closesAt ?? minutesOfDay), plannedEnd(plan))
}

/** What is needed of a span, longer than planned if the party uses it to the end. */
function neededSpan(model: ShopModel, plan: Plan, { resource, from, to }: Span): Span {
  const isUsedLonger = isPlanOver(model, plan) && to >= ceil(plannedEnd(plan))
  const extended = Math.min(floor(model.now) + 2 * quarter, ceil(closingTime(model, plan)))
  return { resource, from, to: isUsedLonger ? Math.max(to, extended) : to }
}

/** Occupies what the party needs of the places that it uses. */
export function holdPresence(model: ShopModel, one: ModelBooking): void {
  const from = floor(model.now)
  for (const [resource, spans] of model.held) {
    const own = spans.filter(({ holder }) => holder === one.holder)
    if (own.length === 0) continue
    const to = Math.max(...own.map((span) => ceil(span.to)))
    occupyFree(model, one.holder, neededSpan(model, one, { resource, from, to }))
  }
}

/** Occupies the quarter hours of a span that are free. */
function occupyFree({ held }: ShopModel, holder: string, { resource, from, to }: Span): void {
  const spans = held.get(resource) ?? []
  const added = []
  for (let time = from; time < to; time += quarter) {
    const isTaken = spans.some((span) => span.from < time + quarter && time < span.to)
    if (!isTaken) added.push({ holder, from: time, to: time + quarter })
  }
  held.set(resource, [...spans, ...added])
}

/** A party that stays longer needs the end of its plan and what follows. */
function staySpans(model: ShopModel, plan: Plan, option: ResourceOption): Span[] {
  const end = ceil(plannedEnd(plan))
  const marks = option.takes
    .filter(({ minutes }) => startOf(plan) + ceil(minutes) >= end)
    .map(({ resource }) => ({ resource, from: end - quarter, to: end }))
  const later = remainingSpans(model, plan, option).map((span) => ({
    ...span,
    from: Math.max(span.from, end),
  }))
  return [...marks, ...later]
}

/** The holders that have all of it, if the party holds nothing else. */
function findOccupants(
  model: ShopModel,
  plan: Plan,
  option: ResourceOption,
  own: string,
): string[] | undefined {
  const spans = staySpans(model, plan, option)
  const trial = { ...model, held: new Map(model.held) }
  for (const span of spans) occupyFree(trial, own, span)
  const held = [...trial.held.values()].flat()
  return held.some(({ holder }) => holder === own) ? undefined : otherHolders(model, spans, own)
}

/** What a party needs of an option from this time on. */
export function remainingSpans(
  model: ShopModel,
  plan: Plan,
  { takes }: ResourceOption,
  from = floor(model.now),
): Span[] {
  return takes
    .map(({ resource, minutes }) =>
      neededSpan(model, plan, { resource, from, to: startOf(plan) + ceil(minutes) }),
    )
    .filter((span) => span.from < span.to)
}

export function otherHolders({ held }: ShopModel, spans: readonly Span[], own: string): string[] {
  return spans.flatMap(({ resource, from, to }) =>
    (held.get(resource) ?? [])
      .filter((one) => one.holder !== own && one.from < to && from < one.to)
      .map(({ holder }) => holder),
  )
}

/** Checks the resources of a seated party, which needs them only from now on. */
export function findSeatedPlacement(
  model: ShopModel,
  request: MoveRequest,
  assigned: readonly string[] | undefined,
  own: string,
): Placement | Rejection {
  const { date, at, wanted = [], currentResources, storedLength } = request
  // The party is there, so its plan stays, also on a day that has been closed since.
  const choices = findChoices(model, request, storedLength)
  const { length, allowed: options } = choices
  const plan = { date, at, length }
  const current = currentResources && options.find(usesExactly(currentResources))
  // A party that stays longer stays where it is, unless another place was asked for.
  if (wanted.length === 0 && current && isPlanOver(model, plan)) {
    const occupants = findOccupants(model, plan, current, own)
    return occupants ? reject('not_free', occupants) : { option: current, length, isUnmoved: true }
  }
  const holders = (option: ResourceOption) =>
    otherHolders(model, remainingSpans(model, plan, option), own)
  const free = options.filter((option) => holders(option).length === 0)
  const kept = currentResources && free.find(usesExactly(currentResources))
  const option = chooseOption(options, free, assigned, kept)
  return option ? { option, length } : refuse(choices, holders)
}

/** Moves a seated party from now on. Of its previous place it keeps nothing at or after the planned end. */
export function applySeatedPlacement(
  model: ShopModel,
  one: ModelBooking,
  { details, date, at }: PlacementRequest,
  { option, length, isUnmoved }: Placement,
): void {
  const plan = { date, at, length }
  if (isUnmoved) {
    Object.assign(one, { details, date, at, length, overrides: option.broken })
    for (const span of staySpans(model, one, option)) occupyFree(model, one.holder, span)
    return
  }
  const spans = remainingSpans(model, plan, option)
  if (spans.length > 0) {
    release(model, one.holder, Math.min(floor(model.now), ceil(plannedEnd(plan)) - quarter))
    for (const { resource, from, to } of spans) {
      model.held.set(resource, [
        ...(model.held.get(resource) ?? []),
        { holder: one.holder, from, to },
      ])
    }
  }
  const resources = option.takes.map(({ resource }) => resource)
  Object.assign(one, { details, date, at, length, resources, overrides: option.broken })
}

const maxSeatedMinutes = 30 * minutesOfDay

function findSeated(model: ShopModel): ModelBooking[] {
  return model.bookings.filter(
    (one) =>
      one.status === 'confirmed' &&
      one.visit === 'seated' &&
      startOf(one) > model.now - maxSeatedMinutes &&
      startOf(one) <= model.now + 120,
  )
}

/** Parties outside their plan occupy their places, after each action and with each run of the job. */
function holdSeated(model: ShopModel): void {
  for (const one of findSeated(model)) {
    const isInPlan = model.now >= startOf(one) && !isPlanOver(model, one)
    if (!isInPlan && model.now < closingTime(model, one)) holdPresence(model, one)
  }
}

/** What an action released belongs to the party that is there, then to the absence of the place. */
export function settleHolds(model: ShopModel): void {
  holdSeated(model)
  holdAbsences(model)
}

/** An absence holds all time of its place from now on that no one else holds. */
export function holdAbsences(model: ShopModel): void {
  for (const { holder, resource, from, to, isRemoved } of model.absences) {
    if (!isRemoved)
      occupyFree(model, holder, {
        resource,
        from: Math.max(floor(from), floor(model.now)),
        to: ceil(to),
      })
  }
}

/** An undo finds the place that the booking had, although it is away now. */
export function releaseAbsences(
  model: ShopModel,
  resources: readonly string[],
  date: string,
): void {
  const [from, to] = [epochMinutes(date, 0), epochMinutes(date, 36 * 60)]
  const holders = new Set(model.absences.map(({ holder }) => holder))
  for (const resource of resources) {
    const spans = model.held.get(resource) ?? []
    const isAway = (one: (typeof spans)[number]) =>
      holders.has(one.holder) && from <= one.from && one.from < to
    model.held.set(
      resource,
      spans.filter((one) => !isAway(one)),
    )
  }
}

/** The bookings whose visits end because the shop has closed. */
export function findUnfinished(model: ShopModel): ModelBooking[] {
  return findSeated(model).filter((one) => model.now >= closingTime(model, one))
}
