/** Address, opening hours and contact details of the shop. */
import { type ActionLink, type Block, type Inline, link } from '../../content/document.ts'
import { type Business, formatAddress, telephoneLink } from '../../content/shop.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, compareTimes, dateAt, formatPeriod } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'

export function contactFacts(business: Business, locale: Locale): Block {
  const { address, phone, email, messaging } = business
  return {
    kind: 'facts',
    rows: [
      [labels.address[locale], [formatAddress(business, locale)]],
      ...(address.directions ? [row(labels.directions, locale, address.directions[locale])] : []),
      ...weekRows(business, locale).map(([days, text]): Row => [days, [text]]),
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

type HoursRow = [days: string, text: string]

/** The usual hours, and the next day with other hours. */
export function hoursRows(business: Business, now: number, locale: Locale): HoursRow[] {
  return [...weekRows(business, locale), ...nextSpecialDay(business, now, locale)]
}

function weekRows(business: Business, locale: Locale): HoursRow[] {
  return [
    ...business.hours.map(
      ({ days, periods }): HoursRow => [
        weekdayNames(days)[locale],
        periods.map(formatPeriod).join(', '),
      ],
    ),
    ...closedWeekdays(business, locale),
  ]
}

function closedWeekdays({ hours }: Business, locale: Locale): HoursRow[] {
  const open = new Set(hours.flatMap(({ days }) => days))
  const closed = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.has(day))
  return closed.length === 0 ? [] : [[weekdayNames(closed)[locale], labels.closed[locale]]]
}

/** Special days further ahead are not shown. */
const daysAhead = 90

function nextSpecialDay({ special_days }: Business, now: number, locale: Locale): HoursRow[] {
  const today = dateAt(now)
  const next = special_days
    .filter(({ from, to }) => to >= today && from <= addDays(today, daysAhead))
    .toSorted((one, other) => compareTimes(one.from, other.from))[0]
  if (!next) return []
  const { from, to, reason, hours } = next
  const days =
    from === to
      ? formatDate(from, locale)
      : `${formatDate(from, locale)} – ${formatDate(to, locale)}`
  const open = hours?.map(formatPeriod).join(', ') ?? labels.closed[locale]
  return [[days, `${open}. ${reason[locale]}`]]
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
