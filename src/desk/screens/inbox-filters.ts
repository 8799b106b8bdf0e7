/** The filters of the inbox: kind, day, and what was requested. They are in the query, so a filtered list is a link. */
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isDate } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { hiddenInput, option, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { inboxPath } from '../inbox-path.ts'
import { depositsPath, hasDeposits } from './deposits.ts'
import type { InboxRequest } from './inbox-requests.ts'

type Kind = { name: LocalizedText; matches(request: InboxRequest): boolean }

const kinds: Readonly<Record<string, Kind>> = {
  urgent: { name: { vi: 'Gấp', en: 'Urgent' }, matches: ({ isUrgent }) => isUrgent },
  new: {
    name: { vi: 'Yêu cầu mới', en: 'New requests' },
    matches: ({ booking }) => booking.change_kind === null,
  },
  change: {
    name: { vi: 'Xin đổi, huỷ', en: 'Changes' },
    matches: ({ booking }) => booking.change_kind !== null,
  },
  remarks: {
    name: { vi: 'Có lời dặn, dị ứng', en: 'With a note or allergy' },
    matches: ({ hasRemarks }) => hasRemarks,
  },
  deposit: {
    name: { vi: 'Chờ cọc', en: 'Deposit open' },
    matches: ({ hasOpenDeposit }) => hasOpenDeposit,
  },
  unplaced: {
    name: { vi: 'Chưa giữ chỗ', en: 'Without a place' },
    matches: ({ booking }) => !booking.holdsPlace,
  },
}

/** Sizes of parties that are seated alike. */
const sizes: readonly (readonly [from: number, to: number])[] = [
  [1, 2],
  [3, 4],
  [5, 8],
  [9, Number.POSITIVE_INFINITY],
]

export type InboxFilter = { kind: string; date: string; size: string; offer: string }

const empty: InboxFilter = { kind: '', date: '', size: '', offer: '' }

/** Unknown values are ignored: a link may be old. */
export function parseInboxFilter(query: URLSearchParams): InboxFilter {
  const value = (name: string) => query.get(name) ?? ''
  const [kind, date, size] = [value('kind'), value('day'), value('size')]
  return {
    kind: Object.hasOwn(kinds, kind) ? kind : '',
    date: isDate(date) ? date : '',
    size: sizes.some(([from]) => String(from) === size) ? size : '',
    offer: value('offer').slice(0, 100),
  }
}

export function filterInbox(
  requests: readonly InboxRequest[],
  { kind, date, size, offer }: InboxFilter,
): InboxRequest[] {
  return requests.filter(
    (request) =>
      (kind === '' || kinds[kind]?.matches(request)) &&
      (date === '' || request.serviceDate === date) &&
      (size === '' || sizeOf(request) === size) &&
      (offer === '' || request.booking.offer_id === offer),
  )
}

const sizeOf = ({ booking }: InboxRequest) =>
  String(sizes.find(([, to]) => booking.party_size <= to)?.[0])

/** The inbox with this filter. */
export function inboxUrl({ kind, date, size, offer }: InboxFilter): string {
  const fields = Object.entries({ kind, day: date, size, offer }).filter(
    ([, value]) => value !== '',
  )
  const query = new URLSearchParams(fields).toString()
  return query === '' ? inboxPath : `${inboxPath}?${query}`
}

/** A list that is seen at a glance needs no filter, but the links to the deposits and to the guests below. */
export function inboxFilters(
  context: DeskContext,
  requests: readonly InboxRequest[],
  filter: InboxFilter,
  locale: Locale,
  jump?: Html | undefined,
): Html | undefined {
  const isLong = requests.length >= minRequests || inboxUrl(filter) !== inboxPath
  if (!isLong && !hasDeposits(context) && !jump) return undefined
  const links = Object.entries({ '': { name: words.all }, ...kinds }).map(([kind, { name }]) =>
    kindLink(kind, name, filter, requests, locale),
  )
  const deposits = html`<a class="button" href="${depositsPath}">${words.deposits[locale]}</a>`
  return html`<nav class="inbox-kinds" aria-label="${words.show[locale]}">
${isLong && links}
${jump}
${hasDeposits(context) && deposits}
</nav>
${isLong && choiceForm(context, requests, filter, locale)}`
}

const minRequests = 5

function kindLink(
  kind: string,
  name: LocalizedText,
  filter: InboxFilter,
  requests: readonly InboxRequest[],
  locale: Locale,
): Html | undefined {
  const count = filterInbox(requests, { ...filter, kind }).length
  const isCurrent = filter.kind === kind
  // A kind that all or none of them have divides nothing.
  if (!isCurrent && kind !== '' && (count === 0 || count === requests.length)) return undefined
  const current = isCurrent && html` aria-current="true"`
  return html`<a class="button" href="${inboxUrl({ ...filter, kind })}"${current}>${name[locale]} <b>${count}</b></a>`
}

/** Each list only if it divides the requests. */
function choiceForm(
  context: DeskContext,
  requests: readonly InboxRequest[],
  filter: InboxFilter,
  locale: Locale,
): Html | undefined {
  const days = countBy(requests, ({ serviceDate }) => serviceDate).sort(([one], [other]) =>
    one.localeCompare(other),
  )
  const sizeCounts = countBy(requests, sizeOf).sort(([one], [other]) => Number(one) - Number(other))
  const offers = countBy(requests, ({ booking }) => booking.offer_id)
  const selects = [
    choice('day', words.anyDay, days, filter.date, (date) => formatShortDate(date, locale), locale),
    choice(
      'size',
      words.anySize,
      sizeCounts,
      filter.size,
      (from) => formatSize(from, locale),
      locale,
    ),
    choice(
      'offer',
      words.anyOffer,
      offers,
      filter.offer,
      (id) => context.offerName(id)[locale],
      locale,
    ),
  ]
  if (selects.every((select) => select === undefined)) return undefined
  return html`<form class="inbox-choices" action="${inboxPath}" method="get">
${filter.kind !== '' && hiddenInput('kind', filter.kind)}
${selects}
${submitButton(words.filter[locale])}
${inboxUrl(filter) !== inboxPath && html`<a class="button" href="${inboxUrl(empty)}">${words.reset[locale]}</a>`}
</form>`
}

function choice(
  name: string,
  any: LocalizedText,
  counts: readonly (readonly [value: string, count: number])[],
  selected: string,
  format: (value: string) => string,
  locale: Locale,
): Html | undefined {
  if (counts.length < 2 && selected === '') return undefined
  const options = counts.map(([value, count]) =>
    option(value, `${format(value)} (${count})`, value === selected),
  )
  return html`<select name="${name}" aria-label="${any[locale]}" data-submit>
${option('', any[locale])}${options}</select>`
}

/** The most frequent first. */
function countBy(
  requests: readonly InboxRequest[],
  key: (request: InboxRequest) => string,
): [value: string, count: number][] {
  return [...Map.groupBy(requests, key)]
    .map(([value, found]): [string, number] => [value, found.length])
    .sort(([, one], [, other]) => other - one)
}

function formatSize(from: string, locale: Locale): string {
  const [low, high] = sizes.find(([first]) => String(first) === from) ?? [1, 2]
  const range = Number.isFinite(high) ? `${low}–${formatGuestCount(high, locale)}` : undefined
  return range ?? `${words.from[locale]} ${formatGuestCount(low, locale)}`
}

const words = {
  show: { vi: 'Lọc yêu cầu', en: 'Filter requests' },
  all: { vi: 'Tất cả', en: 'All' },
  deposits: { vi: 'Tiền cọc chưa nhận', en: 'Open deposits' },
  anyDay: { vi: 'Mọi ngày', en: 'Any day' },
  anySize: { vi: 'Mọi số khách', en: 'Any party size' },
  anyOffer: { vi: 'Mọi loại đặt', en: 'Any kind of booking' },
  from: { vi: 'từ', en: 'from' },
  filter: { vi: 'Lọc', en: 'Filter' },
  reset: { vi: 'Bỏ lọc', en: 'Clear' },
} satisfies Record<string, LocalizedText>
