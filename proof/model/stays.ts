/** How long a place is free from a time on, and what that means for guests who are late or come without a booking. */
import {
  dateOfMinutes,
  epochMinutes,
  type ModelBooking,
  type Rejection,
  reject,
  type ShopModel,
  timeRules,
} from './shop-model.ts'
import { formatClockTime, type RequestDetails, type ResourceOption } from './trade.ts'

const quarter = 15
const minutesOfDay = 24 * 60
const ceil = (minutes: number) => Math.ceil(minutes / quarter) * quarter

/** The minutes that a stay in all places of an option can last, and who has them next. */
export function freeMinutes(
  { held }: ShopModel,
  option: ResourceOption,
  planned: number,
  from: number,
  own?: string,
): { minutes: number; next: readonly string[] } {
  const limits = option.takes.flatMap(({ resource, minutes }) => {
    // A place is cleared before the next party has it.
    const clearing = ceil(minutes) - ceil(planned)
    return (held.get(resource) ?? [])
      .filter((span) => span.holder !== own && span.to > from)
      .map((span) => ({ holder: span.holder, at: Math.max(span.from, from) - clearing }))
  })
  const first = Math.min(...limits.map(({ at }) => at), Number.POSITIVE_INFINITY)
  return {
    minutes: first - from,
    next: limits.filter(({ at }) => at === first).map(({ holder }) => holder),
  }
}

type DelayedStay = {
  date: string
  at: number
  overrides: readonly string[]
  stay?: number
}

/** The next quarter hour, and how long the party can then stay: at most as long as planned. */
export function findDelayedStay(model: ShopModel, one: ModelBooking): DelayedStay | Rejection {
  const from = Math.floor(model.now / quarter) * quarter + quarter
  const [date, at] = [dateOfMinutes(from), from % minutesOfDay]
  const serviceMinute = from - epochMinutes(one.date, 0)
  const { details, length, resources, holder } = one
  const [option] = model.trade.staffOptions(details, one.date, serviceMinute, length, resources)
  if (!option) return reject('not_possible')
  const free = freeMinutes(model, option, length, from, holder)
  // That the day was closed since is no reason to send guests away.
  const overrides = [...one.overrides, 'closed_day']
  const isOpen = (minutes: number) =>
    timeRules(model, details, date, at, minutes).every((rule) => overrides.includes(rule))
  const longest = Math.min(length, free.minutes)
  for (let stay = longest; stay > 0; stay -= quarter) {
    if (isOpen(stay)) return { date, at, overrides, ...(stay < length && { stay }) }
  }
  return longest > 0 ? reject('not_possible') : reject('not_free', free.next)
}

/** The end of the stay, as the form has it. */
export function untilOf(
  { at }: Pick<ModelBooking, 'at'>,
  { stay }: { stay?: number | undefined },
): string | undefined {
  return stay === undefined ? undefined : formatClockTime((at + stay) % minutesOfDay)
}

/** How long guests who sit down now can stay: as usual and until the end of that quarter hour, if the shop is open. */
export function walkInMinutes(
  model: ShopModel,
  details: RequestDetails,
  date: string,
  at: number,
): { usual: number; longest: number } {
  const isClosed = model.closed.has(date)
  const lengthAt = isClosed ? undefined : model.trade.lengthAt(details, date, at)
  const usual = lengthAt ?? model.trade.stayMinutes(details)
  const longer = usual + (model.now % quarter >= 1 ? quarter : 0)
  const rulesOf = (stay: number | null) => timeRules(model, details, date, at, stay).length
  return { usual, longest: rulesOf(longer) <= rulesOf(null) ? longer : usual }
}
