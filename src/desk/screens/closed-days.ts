/** Days that staff close, one or several together, and the guests who have booked on them. */

import { loadOffersByIds, type PlaceOffer } from '../../domain/booking/place-offer/rows.ts'
import { findBookingsByIds, findBookingsIn } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import {
  type ClosedDay,
  type ClosedDayChange,
  findOffersEndedWith,
} from '../../domain/closed-days/closed-days.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import { loadOpenEntries } from '../../domain/waitlist/rows.ts'
import { entryAsOwner } from '../../domain/waitlist/transitions.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { eachDay } from '../../kernel/date-range.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { addDays, isDate } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, guestContactLinks } from '../booking-components.ts'
import {
  disclosure,
  emptyText,
  inputField,
  itemList,
  postButton,
  problemNotice,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { notNotifiedPath } from '../not-notified.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { deskWaitlistPath } from '../waitlist-parts.ts'
import { historyDisclosure } from './history.ts'

/** Days in a row with one reason. */
type ClosedRun = { first: string; last: string; reason: LocalizedText }

export function closedDayScreens(context: DeskContext): Screen[] {
  const { closedDays } = context
  const actionScreen = (
    path: string,
    action: (form: URLSearchParams, actor: string) => Promise<string>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/closed' }),
    submit: (screenRequest) => attempt(context, screenRequest, action),
  })
  return [
    {
      path: '/closed',
      show: async (screenRequest) => ({
        ...(await renderPage(context, screenRequest.locale, screenRequest.query)),
        notice: changeNotice(screenRequest),
      }),
    },
    actionScreen('/closed/close', async (form, actor) => {
      const range = parseRange(form)
      const reason = {
        vi: formText(form, 'reason'),
        en: formText(form, 'reason_en') || words.closedToday.en,
      }
      await closedDays.close({ date: range.first, until: range.last, reason }, actor)
      return changedUrl('closed', range)
    }),
    actionScreen('/closed/open', async (form, actor) => {
      const range = parseRange(form)
      await closedDays.reopen(range.first, actor, range.last)
      return changedUrl('reopened', range)
    }),
    actionScreen('/closed/undo', async (form, actor) => {
      const change: ClosedDayChange = form.get('change') === 'reopened' ? 'reopened' : 'closed'
      const { first, last } = parseRange(form)
      await closedDays.undo({ from: first, to: last }, change, actor)
      return '/closed'
    }),
  ]
}

/** A rejected form is shown again with its input. */
async function attempt(
  context: DeskContext,
  { locale, form, member }: ScreenRequest,
  action: (form: URLSearchParams, actor: string) => Promise<string>,
): Promise<ScreenPage | { seeOther: string }> {
  try {
    const seeOther = await action(form, `staff:${member.id}`)
    await context.onStaffChange()
    return { seeOther }
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, locale, form)), notice, status: 409 }
  }
}

/** Without a last day, the first alone. */
function parseRange(form: URLSearchParams): { first: string; last: string } {
  const first = form.get('date') ?? ''
  return { first, last: form.get('until') || first }
}

/** No longer than a closed day can be ahead. */
const maxRunDays = 400

function datesOf({ first, last }: { first: string; last: string }): string[] {
  if (!isDate(first) || !isDate(last) || addDays(first, maxRunDays) < last) return []
  return eachDay({ from: first, to: last })
}

function changedUrl(change: ClosedDayChange, { first, last }: { first: string; last: string }) {
  return `/closed?change=${change}&from=${first}&to=${last}#day-${first}`
}

/** What was closed or reopened, with its undo. */
function changeNotice({ query, locale }: ScreenRequest): Notice | undefined {
  const change = query.get('change')
  const [first, last] = [query.get('from') ?? '', query.get('to') ?? '']
  if ((change !== 'closed' && change !== 'reopened') || datesOf({ first, last }).length === 0) {
    return undefined
  }
  const fields = { date: first, until: last, change }
  return {
    tone: 'good',
    body: html`<p>${words[change][locale]}: ${formatRun({ first, last }, locale)}</p>
${postButton('/closed/undo', words.undo[locale], { tone: 'undo', fields })}`,
  }
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  typed: URLSearchParams,
): Promise<ScreenPage> {
  const runs = groupDays(await context.closedDays.list())
  const lines = await Promise.all(runs.map((run) => closedRunLine(context, run, locale)))
  return {
    title: words.title[locale],
    tab: '/closed',
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${words.hint[locale]}</p>
${closeForm(context, typed, locale)}
<h2>${words.days[locale]}</h2>
${lines.length === 0 ? emptyText(words.none[locale]) : itemList(lines)}`,
  }
}

function groupDays(days: readonly ClosedDay[]): ClosedRun[] {
  const runs: ClosedRun[] = []
  for (const { date, reason } of days) {
    const run = runs.at(-1)
    const isNext = run && addDays(run.last, 1) === date
    const isSame = run?.reason.vi === reason.vi && run?.reason.en === reason.en
    if (run && isNext && isSame) run.last = date
    else runs.push({ first: date, last: date, reason })
  }
  return runs
}

async function closedRunLine(context: DeskContext, run: ClosedRun, locale: Locale): Promise<Html> {
  const { store, now, shop } = context
  const { first, last, reason } = run
  const range = shop.booking.serviceDays.rangeOf({ from: first, to: last })
  const affected = (await findBookingsIn(store.read, range, now())).filter(
    ({ status, visit }) => status !== 'cancelled' && visit === null,
  )
  const text = `${affected.length} ${plural(affected.length, affectedForms[locale], locale)}`
  const isSingle = first === last
  return html`<li id="day-${first}" class="closed-run">
<span><b>${formatRun(run, locale)}</b><br>${reason[locale]}</span>
${postButton('/closed/open', words[isSingle ? 'reopen' : 'reopenAll'][locale], {
  fields: isSingle ? { date: first } : { date: first, until: last },
})}
${affected.length > 0 && disclosure(text, affectedList(context, affected, locale), { isOpen: true })}
${await waitingGuests(context, run, locale)}
${!isSingle && disclosure(words.single[locale], singleDays(run, locale))}
${await historyDisclosure(context, `day:${first}`, locale)}
</li>`
}

function formatRun({ first, last }: { first: string; last: string }, locale: Locale): string {
  if (first === last) return formatDate(first, locale)
  const count = datesOf({ first, last }).length
  return `${formatShortDate(first, locale)} – ${formatDate(last, locale)} (${count} ${words.dayCount[locale]})`
}

/** Existing bookings stay, so staff call their guests. */
function affectedList(
  context: DeskContext,
  bookings: readonly BookingView[],
  locale: Locale,
): Html {
  return itemList(
    bookings.map(
      (booking) => html`<li><a href="${bookingUrl(booking)}"><b>${booking.name}</b><br>
${formatShortDate(booking.date, locale)} ${booking.time} · ${formatGuestCount(booking.party_size, locale)} ·
${context.offerName(booking.offer_id)[locale]}</a>
${guestContactLinks(booking, locale)}</li>`,
    ),
  )
}

/** Guests who wait for one of these days, or were offered a place on it, which has ended with the day. */
async function waitingGuests(
  context: DeskContext,
  { first, last }: ClosedRun,
  locale: Locale,
): Promise<Html | undefined> {
  const { read } = context.store
  const ids = await findOffersEndedWith(read, { from: first, to: last })
  const ended = ids.length > 0 ? await loadOffersByIds(read, ids) : []
  const withdrawn = ended.filter(({ status }) => status === 'withdrawn')
  const open = await loadOpenEntries(read, context.now())
  const waiting = open.filter(({ date }) => first <= date && date <= last)
  const bookings = await findBookingsByIds(read, idsOf(withdrawn, 'booking'), context.now())
  const count = waiting.length + bookings.length
  if (count === 0) return undefined
  const offersTo = (owner: string) => withdrawn.filter((offer) => offer.owner === owner)
  const line = (guest: Named, owner: string, url: string, fallback: string) => {
    const times = offersTo(owner).map(
      ({ date, time }) => `${formatShortDate(date, locale)} ${time}`,
    )
    const about = times.length > 0 ? `${words.withdrawn[locale]}: ${times.join(', ')}` : fallback
    return html`<li><a href="${url}"><b>${guest.name}</b><br>${about}</a>
${guestContactLinks(guest, locale)}</li>`
  }
  const list = itemList([
    ...waiting.map((entry) =>
      line(
        entry,
        entryAsOwner(entry),
        `${deskWaitlistPath}#w-${entry.code}`,
        words.waiting[locale],
      ),
    ),
    ...bookings.map((one) => line(one, `booking:${one.id}`, bookingUrl(one), '')),
  ])
  const text = `${count} ${plural(count, waitingForms[locale], locale)}`
  return html`${disclosure(text, list, { isOpen: true })}
<p><a href="${notNotifiedPath}">${words.notNotified[locale]}</a></p>`
}

type Named = Parameters<typeof guestContactLinks>[0] & { name: string }

const idsOf = (offers: readonly PlaceOffer[], noun: string) => [
  ...new Set(
    offers.flatMap(({ owner }) =>
      owner.startsWith(`${noun}:`) ? [owner.slice(noun.length + 1)] : [],
    ),
  ),
]

const waitingForms = {
  vi: { other: 'khách đang chờ hoặc được mời' },
  en: { one: 'guest who waits or had an offer', other: 'guests who wait or had an offer' },
}

function singleDays(run: ClosedRun, locale: Locale): Html {
  return itemList(
    datesOf(run).map(
      (date) => html`<li><span>${formatDate(date, locale)}</span>
${postButton('/closed/open', words.reopen[locale], { fields: { date } })}</li>`,
    ),
  )
}

const affectedForms = {
  vi: { other: 'lượt đã đặt cần gọi khách' },
  en: { one: 'booking: call the guest', other: 'bookings: call the guests' },
}

function closeForm({ now, shop }: DeskContext, typed: URLSearchParams, locale: Locale): Html {
  const value = (name: string, fallback = '') => typed.get(name) ?? fallback
  const today = shop.booking.serviceDays.dateAt(now())
  const day = (name: string) =>
    html`type="date" name="${name}" min="${today}" value="${value(name)}"`
  const reason = (name: string, fallback: string) =>
    html`type="text" name="${name}" maxlength="120" value="${value(name, fallback)}"`
  const reasonVi = html`${reason('reason', words.closedToday.vi)} required`
  const reasonEn = reason('reason_en', words.closedToday.en)
  return html`<form method="post" action="/closed/close" class="row">
${inputField('close-date', words.first[locale], html`${day('date')} required`)}
${inputField('close-until', words.last[locale], day('until'))}
${inputField('close-reason', words.reasonVi[locale], reasonVi, { isWide: true })}
${inputField('close-reason-en', words.reasonEn[locale], reasonEn, { isWide: true })}
${submitButton(words.close[locale], 'main')}
</form>`
}

function formText(form: URLSearchParams, name: string): string {
  return truncate((form.get(name) ?? '').trim(), 120)
}

const words = {
  title: { vi: 'Ngày nghỉ', en: 'Closed days' },
  days: { vi: 'Các ngày đã đóng', en: 'Days that you have closed' },
  none: { vi: 'Không có ngày nghỉ thêm nào.', en: 'No additional day is closed.' },
  hint: {
    vi: 'Khách không đặt được những ngày này. Lượt đã có thì vẫn còn, xin gọi cho khách; chỗ đang mời khách thì được rút lại.',
    en: 'Guests cannot book these days. Existing bookings stay: please call those guests. Places that are offered to guests are withdrawn.',
  },
  withdrawn: { vi: 'Đã rút lời mời', en: 'Offer withdrawn' },
  waiting: { vi: 'Đang trong danh sách chờ', en: 'On the waitlist' },
  notNotified: { vi: 'Khách chưa được báo', en: 'Guests not yet notified' },
  closed: { vi: 'Đã đóng', en: 'Closed' },
  reopened: { vi: 'Đã mở lại', en: 'Reopened' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  reopen: { vi: 'Mở lại', en: 'Reopen' },
  reopenAll: { vi: 'Mở lại tất cả', en: 'Reopen all' },
  single: { vi: 'Mở lại từng ngày', en: 'Reopen single days' },
  dayCount: { vi: 'ngày', en: 'days' },
  close: { vi: 'Đóng cửa', en: 'Close' },
  closedToday: { vi: 'Hôm đó chúng tôi nghỉ.', en: 'We are closed that day.' },
  first: { vi: 'Ngày đầu', en: 'First day' },
  last: { vi: 'Ngày cuối (nếu nghỉ nhiều ngày)', en: 'Last day (if several)' },
  reasonVi: { vi: 'Lý do, khách sẽ đọc', en: 'Reason for guests, in Vietnamese' },
  reasonEn: { vi: 'Lý do bằng tiếng Anh', en: 'Reason in English' },
} satisfies Record<string, LocalizedText>
