/** Days closed by staff, and blocked resources. */
import { type BlockRow, findBookingsIn, loadBlocks } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { dateAt, day, isTime, minutesOf, minutesOfDay } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { blockForm, selectedResources } from '../block-form.ts'
import { formatResources } from '../booking-components.ts'
import { inputField, itemList, postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import type { Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'

export function closedDayScreens(context: DeskContext): Screen[] {
  const { closedDays, staffActions } = context

  /** A rejected form is shown again with its input. */
  const attempt = async (
    { locale, form }: ScreenRequest,
    action: () => Promise<string>,
  ): Promise<ScreenPage | { seeOther: string }> => {
    try {
      return { seeOther: await action() }
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      const notice =
        error.code === 'not_free'
          ? await actionErrorNotice(context, error, undefined, locale)
          : problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
      return { ...(await renderPage(context, locale, form)), notice, status: 409 }
    }
  }
  const actionScreen = (
    path: string,
    action: (form: URLSearchParams, actor: string) => Promise<string>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/closed' }),
    submit: (screenRequest) =>
      attempt(screenRequest, () => action(screenRequest.form, `staff:${screenRequest.member.id}`)),
  })

  return [
    { path: '/closed', show: ({ locale, query }) => renderPage(context, locale, query) },
    actionScreen('/closed/close', async (form, actor) => {
      const vi = formText(form, 'reason')
      const reason = { vi, en: formText(form, 'reason_en') || words.closedToday.en }
      const date = form.get('date') ?? ''
      await closedDays.close({ date, reason }, actor)
      await context.onStaffChange()
      return `/closed#day-${date}`
    }),
    actionScreen('/closed/open', async (form, actor) => {
      await closedDays.reopen(form.get('date') ?? '', actor)
      await context.onStaffChange()
      return '/closed'
    }),
    actionScreen('/closed/block', async (form, actor) => {
      const [from, to] = [form.get('from') ?? '', form.get('to') ?? '']
      if (!isTime(from) || !isTime(to)) throw new BookingActionError('not_possible')
      const reason = formText(form, 'reason')
      if (reason === '') throw new BookingActionError('reason_missing')
      const date = form.get('date') ?? ''
      const at = minutesOf(from)
      const span = { date, at, minutes: blockEnd(context, at, to) - at }
      const resources = selectedResources(context, form.get('resource') ?? '')
      await staffActions.blockAll(
        resources.map((resource) => ({ ...span, resource, reason })),
        actor,
      )
      return form.get('next') === 'timeline' ? `/timeline?date=${date}` : '/closed'
    }),
    actionScreen('/closed/unblock', async (form, actor) => {
      await staffActions.unblock(form.get('id') ?? '', actor)
      return '/closed'
    }),
  ]
}

/** "00:00" is the end of the day. An end before the start is after midnight if the shop is open then. */
function blockEnd({ shop }: DeskContext, at: number, to: string): number {
  const end = minutesOf(to) || minutesOfDay
  return end > at ? end : shop.booking.serviceDays.minutesOf(to)
}

const maxAheadMs = 400 * day

async function renderPage(
  context: DeskContext,
  locale: Locale,
  typed: URLSearchParams,
): Promise<ScreenPage> {
  const { closedDays, now, store } = context
  const days = await Promise.all(
    (await closedDays.list()).map((one) => closedDayLine(context, one, locale)),
  )
  const blocks = await loadBlocks(store.read, { begin: now(), end: now() + maxAheadMs })
  return {
    title: words.title[locale],
    tab: '/closed',
    body: html`<h1>${words.title[locale]}</h1>
<section>
<h2>${words.days[locale]}</h2>
<p class="hint">${words.daysHint[locale]}</p>
${itemList(days)}
${closeForm(context, typed, locale)}
</section>
<section>
<h2>${words.blocks[locale]}</h2>
${itemList(blocks.map((block) => blockLine(context, block, locale)))}
${blockForm(context, typed, locale)}
</section>`,
  }
}

async function closedDayLine(
  { store, now, shop }: DeskContext,
  { date, reason }: { date: string; reason: LocalizedText },
  locale: Locale,
): Promise<Html> {
  const serviceDay = shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const bookings = await findBookingsIn(store.read, serviceDay, now())
  const affected = bookings.filter(({ status }) => status !== 'cancelled').length
  const text = `${affected} ${plural(affected, affectedForms[locale], locale)}`
  const warning = affected > 0 && html`<br><a class="bad" href="/day?date=${date}">${text}</a>`
  return html`<li id="day-${date}">
<span><b>${formatDate(date, locale)}</b><br>${reason[locale]}${warning}</span>
${postButton('/closed/open', words.reopen[locale], { fields: { date } })}
</li>`
}

const affectedForms = {
  vi: { other: 'lượt đã đặt cần gọi khách' },
  en: { one: 'booking: call the guest', other: 'bookings: call the guests' },
}

function closeForm({ now, shop }: DeskContext, typed: URLSearchParams, locale: Locale): Html {
  const value = (name: string, fallback = '') => typed.get(name) ?? fallback
  const today = shop.booking.serviceDays.dateAt(now())
  const date = html`type="date" name="date" min="${today}" value="${value('date')}" required`
  const reason = (name: string, fallback: string) =>
    html`type="text" name="${name}" maxlength="120" value="${value(name, fallback)}"`
  const reasonVi = html`${reason('reason', words.closedToday.vi)} required`
  const reasonEn = reason('reason_en', words.closedToday.en)
  return html`<form method="post" action="/closed/close" class="row">
${inputField('close-date', words.date[locale], date)}
${inputField('close-reason', words.reasonVi[locale], reasonVi, { isWide: true })}
${inputField('close-reason-en', words.reasonEn[locale], reasonEn, { isWide: true })}
${submitButton(words.close[locale])}
</form>`
}

function blockLine(context: DeskContext, block: BlockRow, locale: Locale): Html {
  const name = formatResources(context, [block.resource], locale)
  const date = formatShortDate(dateAt(block.starts_at), locale)
  const period = `${formatClock(block.starts_at)}–${formatClock(block.ends_at)}`
  return html`<li id="block-${block.id}">
<span><b>${name}</b> · ${date} ${period}<br>${block.reason}</span>
${postButton('/closed/unblock', words.unblock[locale], { fields: { id: block.id } })}
</li>`
}

function formText(form: URLSearchParams, name: string): string {
  return truncate((form.get(name) ?? '').trim(), 120)
}

const words = {
  title: { vi: 'Ngày nghỉ và khoá chỗ', en: 'Closed days and blocks' },
  days: { vi: 'Ngày nghỉ thêm', en: 'Additional closed days' },
  daysHint: {
    vi: 'Khách không đặt được những ngày này; lượt đã có thì vẫn còn, xin gọi cho khách.',
    en: 'Guests cannot book these days. Existing bookings stay: please call those guests.',
  },
  reopen: { vi: 'Mở lại', en: 'Reopen' },
  close: { vi: 'Nghỉ ngày này', en: 'Close this day' },
  closedToday: { vi: 'Hôm đó chúng tôi nghỉ.', en: 'We are closed that day.' },
  date: { vi: 'Ngày', en: 'Date' },
  reasonVi: { vi: 'Lý do, khách sẽ đọc', en: 'Reason for guests, in Vietnamese' },
  reasonEn: { vi: 'Lý do bằng tiếng Anh', en: 'Reason in English' },
  blocks: { vi: 'Chỗ đang khoá', en: 'Blocked places' },
  unblock: { vi: 'Mở khoá', en: 'Unblock' },
} satisfies Record<string, LocalizedText>
