/** Address, opening hours and contact details of the shop. */
import { type ActionLink, type Block, type Inline, link } from '../../content/document.ts'
import { type Business, directionsLink, formatAddress, telephoneLink } from '../../content/shop.ts'
import { formatDateRange } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, compareTimes, dateAt, formatPeriod, timeOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { hoursOn } from '../scheduling/hours.ts'

/** What the footer of every page says about the place. */
export function footerFacts(business: Business, now: number, locale: Locale) {
  const today = { vi: 'Hôm nay', en: 'Today' }[locale]
  return {
    hoursToday: `${today} ${hoursToday(business, now, locale)}`,
    directions: directionsLink(business),
  }
}

/** "10:30–16:00, 17:00–23:30", or "closed" */
export function hoursToday(business: Business, now: number, locale: Locale): string {
  const hours = hoursOn(business, dateAt(now))
  if (!hours.open) return labels.closed[locale]
  return hours.periods.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(', ')
}

/** With the next day that has special hours. */
export function contactFacts(business: Business, locale: Locale, now: number): Block {
  const { address, phone, email, messaging, hours } = business
  return {
    kind: 'facts',
    rows: [
      [labels.address[locale], [formatAddress(business, locale)]],
      ...(address.directions ? [row(labels.directions, locale, address.directions[locale])] : []),
      ...hours.map(({ days, periods }): [string, Inline[]] => [
        weekdayNames(days)[locale],
        [periods.map(formatPeriod).join(', ')],
      ]),
      ...closedWeekdays(business, locale),
      ...nextSpecialDay(business, now, locale),
      [labels.phone[locale], [link(phone, telephoneLink(business))]],
      ...messaging.map(({ name, address }): [string, Inline[]] => [
        name,
        [link(address.replace('https://', ''), address)],
      ]),
      ...(email === undefined ? [] : [row(labels.email, locale, link(email, `mailto:${email}`))]),
    ],
  }
}

type Row = [term: string, text: Inline[]]

function row(label: LocalizedText, locale: Locale, text: Inline): Row {
  return [label[locale], [text]]
}

function closedWeekdays({ hours }: Business, locale: Locale): Row[] {
  const open = new Set(hours.flatMap(({ days }) => days))
  const closed = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.has(day))
  return closed.length === 0 ? [] : [[weekdayNames(closed)[locale], [labels.closed[locale]]]]
}

/** Special days further ahead are not shown. */
const daysAhead = 90

function nextSpecialDay({ special_days }: Business, now: number, locale: Locale): Row[] {
  const today = dateAt(now)
  const next = special_days
    .filter(({ from, to }) => to >= today && from <= addDays(today, daysAhead))
    .toSorted((one, other) => compareTimes(one.from, other.from))[0]
  if (!next) return []
  const { from, to, reason, hours } = next
  const open = hours?.map(formatPeriod).join(', ') ?? labels.closed[locale]
  return [[formatDateRange(from, to, locale), [`${open}. `, reason[locale]]]]
}

export function shopContactLinks(business: Business, locale: Locale): ActionLink[] {
  return [
    { text: `${labels.call[locale]} ${business.phone}`, href: telephoneLink(business) },
    ...business.messaging.map(({ name, address }) => ({ text: name, href: address })),
  ]
}

const labels = {
  address: { vi: 'Địa chỉ', en: 'Address' },
  directions: { vi: 'Đường đi', en: 'Directions' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  email: { vi: 'Email', en: 'Email' },
  call: { vi: 'Gọi', en: 'Call' },
  closed: { vi: 'nghỉ', en: 'closed' },
} satisfies Record<string, LocalizedText>
