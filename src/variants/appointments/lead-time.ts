/** Whether there is still time to see the guest before an appointment, such as for a patch test. */
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsAtInterval } from '../../domain/scheduling/hours.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import {
  addDays,
  dateAt,
  hour,
  isDate,
  isTime,
  minute,
  minutesOf,
  startOfDay,
} from '../../kernel/time.ts'
import type { AppointmentTrade, TooLateTexts } from './declaration.ts'
import { canDo, partySizeOf } from './services.ts'
import { isOnShift } from './staffing.ts'
import type { AppointmentValues, Service } from './values.ts'
import { namesOf } from './words.ts'

type Shop = { trade: AppointmentTrade; values: AppointmentValues; business: Business }

/** With the field of the person, if the guest has chosen one. */
type WantedStart = { date?: unknown; time?: unknown } & Readonly<Record<string, unknown>>

/** The notice for every guest of a service; if it is too late for what the notice offers, that is said instead. */
export function noticeAt(
  shop: Shop,
  service: Service,
  start: WantedStart,
  now: number,
): { text: LocalizedText; isTooLate: boolean } | undefined {
  const offer = shop.trade.attention.notice?.(service.listed, shop.values)
  if (!offer) return undefined
  const tooLate = tooLateTexts(shop, service, start, now)?.notice
  return { text: tooLate ?? offer, isTooLate: tooLate !== undefined }
}

/**
 * What a guest reads for whom it is too late, with the first possible day; undefined while there is time. Staff can see
 * the guest from the next opening on, and then the hours of the rule must pass before the start.
 */
export function tooLateTexts(
  shop: Shop,
  service: Service,
  wanted: WantedStart,
  now: number,
): TooLateTexts | undefined {
  const { trade, values, business } = shop
  const { date, time } = wanted
  const { lead } = trade.attention
  if (!lead || typeof date !== 'string' || typeof time !== 'string') return undefined
  if (!isDate(date) || !isTime(time)) return undefined
  const hours = lead.hours(values)
  const earliest = nextOpening(business, now) + hours * hour
  if (startOfDay(date) + minutesOf(time) * minute >= earliest) return undefined
  const day = firstDay(shop, service, wanted, earliest)
  return lead.tooLate({
    hours,
    day: { vi: formatDate(day, 'vi'), en: formatDate(day, 'en') },
    phone: business.phone,
  })
}

/** Now if the shop is open; without opening hours in the next weeks also now. */
function nextOpening(business: Business, now: number): number {
  for (const date of daysFrom(dateAt(now))) {
    const hours = hoursOn(business, date)
    const midnight = startOfDay(date)
    const open = hours.open && hours.periods.find(({ to }) => now < midnight + to * minute)
    if (open) return Math.max(now, midnight + open.from * minute)
  }
  return now
}

/** The first day on which the service can start at `earliest` or later, with the people who are on shift then. */
function firstDay(
  { trade, values, business }: Shop,
  service: Service,
  wanted: WantedStart,
  earliest: number,
): string {
  const { first_start, last_start, start_every_minutes } = values.policy
  const times = startsAtInterval(start_every_minutes, first_start, last_start)
  const able = values.people.filter((one) => canDo(one, service))
  const chosen = able.find(({ id }) => id === wanted[namesOf(trade.words).personField])
  const { minutes } = service
  const canStart = (date: string, at: number) => {
    const onShift = able.filter((one) => isOnShift(one, date, { at, minutes }))
    return onShift.length >= partySizeOf(service) && (!chosen || onShift.includes(chosen))
  }
  const found = daysFrom(dateAt(earliest)).find((date) => {
    const hours = hoursOn(business, date)
    const midnight = startOfDay(date)
    return (
      hours.open &&
      times.some(
        (at) =>
          midnight + at * minute >= earliest &&
          periodFor(hours.periods, at, minutes) &&
          canStart(date, at),
      )
    )
  })
  return found ?? dateAt(earliest)
}

const maxDays = 31

function daysFrom(first: string): string[] {
  return Array.from({ length: maxDays }, (_, days) => addDays(first, days))
}
