/** Where an expected party may be placed: of its plan, only the time from now on must be free. */
import {
  chooseOption,
  findChoices,
  type Placement,
  type PlacementRequest,
  refuse,
} from './allowed-resources.ts'
import {
  floor,
  isPlanOver,
  otherHolders,
  type Plan,
  quarter,
  remainingSpans,
  type Span,
} from './presence.ts'
import {
  hold,
  isFree,
  type ModelBooking,
  type Rejection,
  reject,
  release,
  type ShopModel,
  startOf,
  usesExactly,
} from './shop-model.ts'
import type { ResourceOption } from './trade.ts'

/** Undefined after closing time: then nothing is needed any more, and the whole plan counts. */
function expectedSpans(
  model: ShopModel,
  plan: Plan,
  option: ResourceOption,
): readonly Span[] | undefined {
  const spans = remainingSpans(model, plan, option, Math.max(startOf(plan), floor(model.now)))
  return spans.length > 0 ? spans : undefined
}

function holdersFor(model: ShopModel, plan: Plan, option: ResourceOption, own: string): string[] {
  const whole = option.takes.map(({ resource, minutes }) => ({
    resource,
    from: startOf(plan),
    to: startOf(plan) + minutes,
  }))
  return otherHolders(model, expectedSpans(model, plan, option) ?? whole, own)
}

export function findExpectedPlacement(
  model: ShopModel,
  request: PlacementRequest,
  assigned: readonly string[] | undefined,
  own: string,
): Placement | Rejection {
  const { date, at, currentResources } = request
  if (at % 15 !== 0) return reject('not_possible')
  const choices = findChoices(model, request)
  const { length, allowed: options } = choices
  const plan = { date, at, length }
  const current = currentResources && options.find(usesExactly(currentResources))
  const free = options.filter((option) => holdersFor(model, plan, option, own).length === 0)
  // Its own place stays also if only the time after the plan is taken.
  const isUnmoved = current !== undefined && isFree(model, current, startOf(plan), own)
  const kept = current && (isUnmoved || free.includes(current)) ? current : undefined
  const option = chooseOption(options, free, assigned, kept)
  if (option) return { option, length, isUnmoved }
  return refuse(choices, (one) => holdersFor(model, plan, one, own))
}

/** Occupies the plan from now on, and before that the quarter hours back to the last one that others had. */
export function applyExpectedPlacement(
  model: ShopModel,
  one: ModelBooking,
  { details, date, at }: PlacementRequest,
  { option, length, isUnmoved }: Placement,
): void {
  const plan = { date, at, length }
  release(model, one.holder)
  const spans = isUnmoved ? undefined : expectedSpans(model, plan, option)
  if (!spans) hold(model, one.holder, option, startOf(plan))
  for (const { resource, from, to } of spans ?? []) {
    const others = model.held.get(resource) ?? []
    const isTaken = (time: number) =>
      others.some((span) => span.from < time + quarter && time < span.to)
    let first = from
    while (!isPlanOver(model, plan) && first > startOf(plan) && !isTaken(first - quarter))
      first -= quarter
    model.held.set(resource, [...others, { holder: one.holder, from: first, to }])
  }
  const resources = option.takes.map(({ resource }) => resource)
  Object.assign(one, { details, date, at, length, resources, overrides: option.broken })
}
