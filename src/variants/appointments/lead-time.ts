/** Whether there is still time to see the guest before an appointment, such as for a patch test. */
import type { Business } from '../../content/shop.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
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
import type { AppointmentValues, Service } from './values.ts'

type Shop = { trade: AppointmentTrade; values: AppointmentValues; business: Business }

type WantedStart = { date?: unknown; time?: unknown }

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
  { trade, values, business }: Shop,
  service: Service,
  { date, time }: WantedStart,
  now: number,
): TooLateTexts | undefined {
  const { lead } = trade.attention
  if (!lead || typeof date !== 'string' || typeof time !== 'string') return undefined
  if (!isDate(date) || !isTime(time)) return undefined
  const hours = lead.hours(values)
  const earliest = nextOpening(business, now) + hours * hour
  if (startOfDay(date) + minutesOf(time) * minute >= earliest) return undefined
  const day = firstDay(business, earliest, service.minutes)
  return lead.tooLate({
    hours,
    day: { vi: formatDate(day, 'vi'), en: formatDate(day, 'en') },
    phone: business.phone,
  })
}

/** Now if the shop is open; without opening hours in the next weeks also now. */
function nextOpening(business: Business, now: number): number {
  return (
    firstInPeriods(business, dateAt(now), ({ from, to }) =>
      now < to ? Math.max(now, from) : undefined,
    )?.value ?? now
  )
}

/** The first day on which the service can start at `earliest` or later. */
function firstDay(business: Business, earliest: number, minutes: number): string {
  const found = firstInPeriods(business, dateAt(earliest), ({ to }) =>
    to - minutes * minute >= earliest ? to : undefined,
  )
  return found?.date ?? dateAt(earliest)
}

const maxDays = 31

function firstInPeriods<Value>(
  business: Business,
  firstDate: string,
  find: (period: { from: number; to: number }) => Value | undefined,
): { date: string; value: Value } | undefined {
  for (let days = 0; days < maxDays; days += 1) {
    const date = addDays(firstDate, days)
    const hours = hoursOn(business, date)
    const midnight = startOfDay(date)
    for (const { from, to } of hours.open ? hours.periods : []) {
      const value = find({ from: midnight + from * minute, to: midnight + to * minute })
      if (value !== undefined) return { date, value }
    }
  }
  return undefined
}
