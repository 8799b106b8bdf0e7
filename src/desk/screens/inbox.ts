/** Requests that wait for an answer, by day; the most urgent of each day first. */
import type { GuestContacts } from '../../domain/contact/states.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { formatShortDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { contactMarks } from '../booking-contact.ts'
import { emptyText } from '../components.ts'
import { loadBookingContacts } from '../contact-state.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { firstEmailNotice } from '../first-email-notice.ts'
import { flashNotice } from '../flash.ts'
import { inboxPath } from '../inbox-path.ts'
import { loadNotNotified, notNotifiedLink, notNotifiedSection } from '../not-notified.ts'
import type { Screen } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'
import { loadWaitlist, proposalNotices } from '../waitlist-parts.ts'
import { bulkNotice, confirmDayForm, inboxBulkScreens, selectionBar } from './inbox-bulk.ts'
import { inboxCard } from './inbox-card.ts'
import { filterInbox, inboxFilters, inboxUrl, parseInboxFilter } from './inbox-filters.ts'
import { type InboxRequest, loadInbox } from './inbox-requests.ts'
import { onlineBookingsNotice } from './online-bookings.ts'
import { soldOutLink } from './sold-out.ts'

export function inboxScreens(context: DeskContext): Screen[] {
  return [inboxScreen(context), ...inboxBulkScreens(context)]
}

function inboxScreen(context: DeskContext): Screen {
  return {
    path: inboxPath,
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const filter = parseInboxFilter(query)
      const next = inboxUrl(filter)
      const requests = await loadInbox(context)
      const shown = filterInbox(requests, filter)
      const notNotified = await loadNotNotified(context, locale)
      const contacts = await loadBookingContacts(
        context,
        shown.map(({ booking }) => booking.id),
      )
      const days = [...Map.groupBy(shown, ({ serviceDate }) => serviceDate)].sort(
        ([one], [other]) => one.localeCompare(other),
      )
      const sections = await Promise.all(
        days.map(([date, ofDay]) =>
          daySection(context, date, { requests: ofDay, contacts }, next, locale),
        ),
      )
      return {
        title: words.title[locale],
        tab: inboxPath,
        notice:
          (await bulkNotice(context, screenRequest, next)) ??
          (await flashNotice(context, screenRequest)),
        body: html`<h1>${words.title[locale]}</h1>
${await seatingConflictList(context, inboxPath, locale)}
${proposalNotices(context, await loadWaitlist(context), inboxPath, locale)}
${await firstEmailNotice(context, locale)}
${inboxFilters(context, requests, filter, locale, notNotifiedLink(notNotified, locale))}
<div id="waiting" class="inbox">${sections}</div>
${shown.length === 0 && emptyText(words[requests.length === 0 ? 'nothing' : 'noMatch'][locale])}
${shown.some(({ fits }) => fits) && selectionBar(next, locale)}
${await notNotifiedSection(context, notNotified, next, locale)}
${await onlineBookingsNotice(context, locale)}
${soldOutLink(locale)}`,
      }
    },
  }
}

type DayRequests = {
  requests: readonly InboxRequest[]
  contacts: ReadonlyMap<string, GuestContacts>
}

async function daySection(
  context: DeskContext,
  date: string,
  { requests, contacts }: DayRequests,
  next: string,
  locale: Locale,
): Promise<Html> {
  const cards = await Promise.all(
    requests.map((request) => {
      const marks = contactMarks(context, request.booking, contacts.get(request.booking.id), locale)
      return inboxCard(context, request, { next, marks }, locale)
    }),
  )
  const guests = requests.reduce((sum, { booking }) => sum + booking.party_size, 0)
  const urgent = requests.filter(({ isUrgent }) => isUrgent).length
  const counts = [
    `${requests.length} ${plural(requests.length, requestForms[locale], locale)}`,
    formatGuestCount(guests, locale),
  ].join(' · ')
  const isToday = date === serviceDateNow(context)
  const today = isToday && html`${words.today[locale]}, `
  return html`<section class="inbox-day" id="waiting-${date}">
<header>
<div><h2>${today}${formatShortDate(date, locale)}</h2>
<p>${counts}${urgent > 0 && html` · <b class="bad">${urgent} ${words.urgent[locale]}</b>`}</p></div>
${confirmDayForm(requests, next, locale)}
</header>
${cards}
</section>`
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
