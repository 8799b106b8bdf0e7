/** Requests that wait for an answer, by day; the most urgent of each day first. */
import type { GuestContacts } from '../../domain/contact/states.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { formatShortDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type EncodedHtml, type Html, html, joinEncoded } from '../../ui/html.ts'
import { contactMarks } from '../booking-contact.ts'
import { emptyText } from '../components.ts'
import { loadBookingContacts } from '../contact-state.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { firstEmailNotice } from '../first-email-notice.ts'
import { flashNotice } from '../flash.ts'
import { inboxPath } from '../inbox-path.ts'
import { noPlaceWarning } from '../no-place-warning.ts'
import { loadNotNotified, notNotifiedLink, notNotifiedSection } from '../not-notified.ts'
import type { Screen } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'
import { createUnchangedCache } from '../unchanged-cache.ts'
import { loadWaitlist, proposalNotices } from '../waitlist-parts.ts'
import { bulkNotice, confirmDayForm, inboxBulkScreens, selectionBar } from './inbox-bulk.ts'
import { inboxCard } from './inbox-card.ts'
import {
  filterInbox,
  type InboxFilter,
  inboxFilters,
  inboxUrl,
  parseInboxFilter,
} from './inbox-filters.ts'
import {
  createInboxCache,
  type InboxCache,
  type InboxRequest,
  loadInbox,
} from './inbox-requests.ts'
import { onlineBookingsNotice } from './online-bookings.ts'
import { soldOutLink } from './sold-out.ts'

export function inboxScreens(context: DeskContext): Screen[] {
  return [inboxScreen(context), ...inboxBulkScreens(context)]
}

function inboxScreen(context: DeskContext): Screen {
  const cache = createInboxCache()
  const bodies = createUnchangedCache<InboxBody>(context, maxBodies)
  return {
    path: inboxPath,
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const filter = parseInboxFilter(query)
      const next = inboxUrl(filter)
      const { body, waitingCount } = await bodies.load(
        screenRequest,
        [locale, next],
        () => renderInbox(context, cache, filter, locale),
        ({ untilMs }) => untilMs,
      )
      return {
        title: words.title[locale],
        tab: inboxPath,
        notice:
          (await bulkNotice(context, screenRequest, next)) ??
          (await flashNotice(context, screenRequest)),
        body,
        waitingCount,
      }
    },
  }
}

/** One for each language and filter. */
const maxBodies = 6

type InboxBody = {
  body: EncodedHtml
  waitingCount: number
  /** When the first offer, mark or pause that it shows ends. */
  untilMs: number
}

async function renderInbox(
  context: DeskContext,
  cache: InboxCache,
  filter: InboxFilter,
  locale: Locale,
): Promise<InboxBody> {
  const next = inboxUrl(filter)
  // Together: PostgreSQL answers statements that are sent together with less work for this process.
  const [requests, notNotified, pauses, waitlist, seatingConflicts, firstEmails] =
    await Promise.all([
      loadInbox(context, cache),
      loadNotNotified(context, locale),
      context.onlinePauses.list(),
      loadWaitlist(context),
      seatingConflictList(context, inboxPath, locale),
      firstEmailNotice(context, locale),
    ])
  const shown = filterInbox(requests, filter)
  const [contacts, noPlaces] = await Promise.all([
    loadBookingContacts(
      context,
      shown.map(({ booking }) => booking.id),
    ),
    loadNoPlaceWarnings(context, shown, locale),
  ])
  const days = [...Map.groupBy(shown, ({ serviceDate }) => serviceDate)].sort(([one], [other]) =>
    one.localeCompare(other),
  )
  const sections = days.flatMap(([date, ofDay]) =>
    daySection(context, date, { cache, requests: ofDay, contacts, noPlaces }, next, locale),
  )
  const before = html`<h1>${words.title[locale]}</h1>
${seatingConflicts}
${proposalNotices(context, waitlist, inboxPath, locale)}
${firstEmails}
${inboxFilters(context, requests, filter, locale, notNotifiedLink(notNotified, locale))}
<div id="waiting" class="inbox">`
  const after = html`</div>
${shown.length === 0 && emptyText(words[requests.length === 0 ? 'nothing' : 'noMatch'][locale])}
${shown.some(({ fits }) => fits) && selectionBar(next, locale)}
${await notNotifiedSection(context, notNotified, next, locale)}
${onlineBookingsNotice(context, pauses, locale)}
${soldOutLink(locale)}`
  const ends = [
    ...requests.flatMap(({ offers }) => offers.map(({ expires_at }) => expires_at)),
    ...[...notNotified.open, ...notNotified.marked].map(({ row }) => row.until_at),
    ...[...contacts.values()].flatMap(({ current, reminder }) =>
      [current, reminder].flatMap((row) => row?.until_at ?? []),
    ),
    ...pauses.map(({ until }) => until),
  ]
  return {
    body: joinEncoded([before, ...sections, after]),
    waitingCount: requests.length,
    untilMs: Math.min(...ends),
  }
}

/** By booking id. Few requests hold no place. */
async function loadNoPlaceWarnings(
  context: DeskContext,
  requests: readonly InboxRequest[],
  locale: Locale,
): Promise<ReadonlyMap<string, Html | undefined>> {
  const without = requests.filter(({ booking }) => !booking.holdsPlace)
  const warnings = await Promise.all(
    without.map(({ booking }) => noPlaceWarning(context, booking, locale)),
  )
  return new Map(without.map(({ booking }, index) => [booking.id, warnings[index]]))
}

type DayRequests = {
  cache: InboxCache
  requests: readonly InboxRequest[]
  contacts: ReadonlyMap<string, GuestContacts>
  noPlaces: ReadonlyMap<string, Html | undefined>
}

function daySection(
  context: DeskContext,
  date: string,
  { cache, requests, contacts, noPlaces }: DayRequests,
  next: string,
  locale: Locale,
): (Html | EncodedHtml)[] {
  const cards = requests.flatMap((request) => {
    const { id } = request.booking
    const marks = contactMarks(context, request.booking, contacts.get(id), locale)
    const options = { next, marks, noPlace: noPlaces.get(id), cards: cache.cards }
    return inboxCard(context, request, options, locale)
  })
  const guests = requests.reduce((sum, { booking }) => sum + booking.party_size, 0)
  const urgent = requests.filter(({ isUrgent }) => isUrgent).length
  const counts = [
    `${requests.length} ${plural(requests.length, requestForms[locale], locale)}`,
    formatGuestCount(guests, locale),
  ].join(' · ')
  const isToday = date === serviceDateNow(context)
  const today = isToday && html`${words.today[locale]}, `
  const header = html`<section class="inbox-day" id="waiting-${date}">
<header>
<div><h2>${today}${formatShortDate(date, locale)}</h2>
<p>${counts}${urgent > 0 && html` · <b class="bad">${urgent} ${words.urgent[locale]}</b>`}</p></div>
${confirmDayForm(requests, next, locale)}
</header>
`
  return [header, ...cards, html`\n</section>`]
}

const requestForms = {
  vi: { other: 'yêu cầu' },
  en: { one: 'request', other: 'requests' },
}

const words = {
  title: { vi: 'Hộp chờ', en: 'Inbox' },
  today: { vi: 'Hôm nay', en: 'Today' },
  urgent: { vi: 'gấp', en: 'urgent' },
  nothing: {
    vi: 'Không còn yêu cầu nào chờ. Yêu cầu mới sẽ tự hiện ở đây.',
    en: 'No requests are waiting. New requests appear here automatically.',
  },
  noMatch: {
    vi: 'Không có yêu cầu nào như vậy. Bỏ lọc để xem tất cả.',
    en: 'No request matches the filter. Clear it to see all.',
  },
} satisfies Record<string, LocalizedText>
