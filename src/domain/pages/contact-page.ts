/** What the contact page shows around the text of the owner. No fact is there twice. */
import type { Block, Inline, Tile } from '../../content/document.ts'
import { link, paragraph } from '../../content/document.ts'
import { mapLink } from '../../content/map-link.ts'
import { type Business, formatAddress, telephoneLink } from '../../content/shop.ts'
import { formatDateRange, formatDayOfMonth, weekdayName } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, compareTimes, dateAt, formatPeriod } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { openNow } from '../scheduling/open-now.ts'
import type { Shop } from '../trade/trade.ts'
import { hoursToday } from './contact.ts'
import { pictureFinder } from './pictures.ts'

/** Special days further ahead are not shown. */
const daysAhead = 90

export function contactBlocks(
  shop: Shop,
  prose: string,
  callBack: Block,
  now: number,
  locale: Locale,
): Block[] {
  const { business } = shop
  const directions = business.address.directions?.[locale]
  return [
    {
      kind: 'columns',
      blocks: [
        { kind: 'tiles', tiles: tiles(business, locale) },
        { kind: 'heading', level: 2, text: labels.hours[locale] },
        { kind: 'facts', rows: hourRows(business, now, locale) },
      ],
      side: [
        ...mapBlocks(shop, locale),
        ...(directions === undefined ? [] : [paragraph(directions)]),
        ...emailBlocks(business, locale),
        callBack,
      ],
    },
    { kind: 'spread', markdown: prose },
  ]
}

/** Beside a text about rules or about the shop: whom to ask. */
export function questionBlocks(business: Business, locale: Locale): Block[] {
  return [
    { kind: 'heading', level: 2, text: labels.questions[locale] },
    { kind: 'tiles', tiles: reachTiles(business, locale) },
  ]
}

function tiles(business: Business, locale: Locale): Tile[] {
  return [
    {
      icon: 'directions',
      title: labels.directions[locale],
      text: labels.openMap[locale],
      href: mapLink(business),
    },
    ...reachTiles(business, locale),
    { icon: 'address', title: labels.address[locale], text: formatAddress(business, locale) },
  ]
}

function reachTiles(business: Business, locale: Locale): Tile[] {
  const { phone, messaging } = business
  return [
    { icon: 'call', title: labels.call[locale], text: phone, href: telephoneLink(business) },
    ...messaging.map(
      ({ name, address }): Tile => ({
        icon: 'message',
        title: name,
        text: labels.message[locale],
        href: address,
      }),
    ),
  ]
}

function mapBlocks(shop: Shop, locale: Locale): Block[] {
  const name = pictureFinder(shop)('contact', 'hero')
  if (name === undefined) return []
  return [{ kind: 'map', name, label: labels.showMap[locale], href: mapLink(shop.business) }]
}

function emailBlocks({ email }: Business, locale: Locale): Block[] {
  return email === undefined
    ? []
    : [paragraph(`${labels.email[locale]}: `, link(email, `mailto:${email}`))]
}

type Row = [term: string, text: Inline[]]

/** Today first, then the week, then the days that differ. */
function hourRows(business: Business, now: number, locale: Locale): Row[] {
  const today = dateAt(now)
  const state = openNow(business, now).isOpen ? labels.isOpen[locale] : labels.isClosed[locale]
  const name = `${labels.today[locale]}, ${weekdayName(today, locale)} ${formatDayOfMonth(today, locale)}`
  return [
    [name, [`${hoursToday(business, now, locale)} · ${state}`]],
    ...business.hours.map(
      ({ days, periods }): Row => [
        weekdayNames(days)[locale],
        [periods.map(formatPeriod).join(', ')],
      ],
    ),
    ...closedWeekdays(business, locale),
    ...specialDays(business, today, locale),
  ]
}

function closedWeekdays({ hours }: Business, locale: Locale): Row[] {
  const open = new Set(hours.flatMap(({ days }) => days))
  const closed = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.has(day))
  return closed.length === 0 ? [] : [[weekdayNames(closed)[locale], [labels.closed[locale]]]]
}

function specialDays({ special_days }: Business, today: string, locale: Locale): Row[] {
  return special_days
    .filter(({ from, to }) => to > today && from <= addDays(today, daysAhead))
    .toSorted((one, other) => compareTimes(one.from, other.from))
    .map(({ from, to, reason, hours }) => {
      const open = hours?.map(formatPeriod).join(', ') ?? labels.closed[locale]
      const text = reason[locale]
      const isClosureNamed = !hours && text.toLowerCase().includes(labels.closed[locale])
      return [formatDateRange(from, to, locale), isClosureNamed ? [text] : [`${open} · `, text]]
    })
}

const labels = {
  directions: { vi: 'Chỉ đường', en: 'Directions' },
  openMap: { vi: 'Mở bản đồ', en: 'Open the map' },
  showMap: { vi: 'Xem đường đi trên bản đồ', en: 'Show the way on a map' },
  call: { vi: 'Gọi', en: 'Call' },
  message: { vi: 'Nhắn tin', en: 'Send a message' },
  address: { vi: 'Địa chỉ để sao chép', en: 'Address to copy' },
  email: { vi: 'Email', en: 'Email' },
  hours: { vi: 'Giờ mở cửa', en: 'Opening hours' },
  questions: { vi: 'Bạn muốn hỏi thêm?', en: 'Any questions?' },
  today: { vi: 'Hôm nay', en: 'Today' },
  isOpen: { vi: 'đang mở', en: 'open now' },
  isClosed: { vi: 'đang đóng', en: 'closed now' },
  closed: { vi: 'nghỉ', en: 'closed' },
} satisfies Record<string, LocalizedText>
