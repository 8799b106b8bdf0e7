/** Days on which the shop stays closed, and places that are kept free for a while. */

import { type BlockRow, findBookingsOn, loadBlocks } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt, day, isTime, minutesOf } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { resourceNames } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock } from '../labels.ts'
import { resourceGroups, resourceOptions } from '../resources.ts'
import type { Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'

const maxAheadMs = 400 * day

export function closedDayScreens(context: DeskContext): Screen[] {
  const { closedDays, staffDesk } = context

  /** What was typed stays where an act is refused. */
  const attempt = async (screenRequest: ScreenRequest, action: () => Promise<string>) => {
    try {
      return { seeOther: await action() }
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      const notice =
        error.code === 'not_free'
          ? await actionErrorNotice(context, error, undefined, screenRequest.locale)
          : {
              tone: 'problem' as const,
              body: html`<p><b>${formatActionError(error, screenRequest.locale)}</b></p>`,
            }
      return {
        ...(await page(context, screenRequest.locale, screenRequest.form)),
        notice,
        status: 409,
      }
    }
  }

  return [
    { path: '/closed', show: ({ locale, query }) => page(context, locale, query) },
    {
      path: '/closed/close',
      show: async () => ({ seeOther: '/closed' }),
      submit: (screenRequest) =>
        attempt(screenRequest, async () => {
          const { form, member } = screenRequest
          const vi = formText(form, 'reason')
          const reason = { vi, en: formText(form, 'reason_en') || words.closedToday.en }
          const date = form.get('date') ?? ''
          await closedDays.close({ date, reason }, `staff:${member.id}`)
          await context.onClosedDaysChanged()
          return `/closed#day-${date}`
        }),
    },
    {
      path: '/closed/open',
      show: async () => ({ seeOther: '/closed' }),
      submit: (screenRequest) =>
        attempt(screenRequest, async () => {
          await closedDays.reopen(
            screenRequest.form.get('date') ?? '',
            `staff:${screenRequest.member.id}`,
          )
          await context.onClosedDaysChanged()
          return '/closed'
        }),
    },
    {
      path: '/closed/block',
      show: async () => ({ seeOther: '/closed' }),
      submit: (screenRequest) =>
        attempt(screenRequest, async () => {
          const { form, member } = screenRequest
          const [from, to] = [form.get('from') ?? '', form.get('to') ?? '']
          if (!isTime(from) || !isTime(to)) throw new BookingActionError('not_possible')
          const reason = formText(form, 'reason')
          if (reason === '') throw new BookingActionError('reason_missing')
          const date = form.get('date') ?? ''
          // "00:00" ends the day.
          const end = minutesOf(to) || 1440
          const span = { date, at: minutesOf(from), minutes: end - minutesOf(from) }
          const blocks = selectedResources(context, form.get('resource') ?? '').map((resource) => ({
            ...span,
            resource,
            reason,
          }))
          await staffDesk.blockAll(blocks, `staff:${member.id}`)
          return form.get('next') === 'timeline' ? `/timeline?date=${date}` : '/closed'
        }),
    },
    {
      path: '/closed/unblock',
      show: async () => ({ seeOther: '/closed' }),
      submit: (screenRequest) =>
        attempt(screenRequest, async () => {
          await staffDesk.unblock(
            screenRequest.form.get('id') ?? '',
            `staff:${screenRequest.member.id}`,
          )
          return '/closed'
        }),
    },
  ]
}

async function page(
  context: DeskContext,
  locale: Locale,
  typed: URLSearchParams,
): Promise<ScreenPage> {
  const { closedDays, now } = context
  const days = await closedDays.list()
  const affected = await Promise.all(
    days.map(async ({ date }) =>
      (await findBookingsOn(context.store.read, date, now())).filter(
        ({ status }) => status !== 'cancelled',
      ),
    ),
  )
  const blocks = await loadBlocks(context.store.read, now(), now() + maxAheadMs)
  return {
    title: words.title[locale],
    tab: '/closed',
    body: html`<h1>${words.title[locale]}</h1>
<section><h2>${words.days[locale]}</h2><p class="hint">${words.daysHint[locale]}</p>
<ul class="found">${days.map(
      ({ date, reason }, index) =>
        html`<li id="day-${date}"><span><b>${formatDate(date, locale)}</b><br>${reason[locale]}${
          (affected[index]?.length ?? 0) > 0 &&
          html`<br><a class="bad" href="/day?date=${date}">${affected[index]?.length} ${words.affected[locale]}</a>`
        }</span><form method="post" action="/closed/open"><input type="hidden" name="date" value="${date}"><button type="submit">${words.reopen[locale]}</button></form></li>`,
    )}</ul>
<form method="post" action="/closed/close" class="row">
<div><label for="close-date">${words.date[locale]}</label><input id="close-date" type="date" name="date" min="${dateAt(now())}" value="${typed.get('date') ?? ''}" required></div>
<div class="long"><label for="close-reason">${words.reasonVi[locale]}</label><input type="text" id="close-reason" name="reason" maxlength="120" value="${typed.get('reason') ?? words.closedToday.vi}" required></div>
<div class="long"><label for="close-reason-en">${words.reasonEn[locale]}</label><input type="text" id="close-reason-en" name="reason_en" maxlength="120" value="${typed.get('reason_en') ?? words.closedToday.en}"></div>
<button type="submit">${words.close[locale]}</button></form></section>
<section><h2>${words.blocks[locale]}</h2>
<ul class="found">${blocks.map((block) => blockLine(context, block, locale))}</ul>
${blockForm(context, typed, locale)}</section>`,
  }
}

export function blockForm(
  context: DeskContext,
  typed: URLSearchParams,
  locale: Locale,
  next = '',
): Html {
  return html`<form method="post" action="/closed/block" class="row">${next !== '' && html`<input type="hidden" name="next" value="${next}">`}
<div><label for="block-place">${words.place[locale]}</label><select id="block-place" name="resource">${resourceOptions(context, locale, typed.get('resource') ?? '')}<optgroup label="${words.several[locale]}">${resourceGroups(context).map(([group]) => html`<option value="group:${group.vi}">${words.all[locale]}: ${group[locale]}</option>`)}<option value="all">${words.everything[locale]}</option></optgroup></select></div>
<div><label for="block-date">${words.date[locale]}</label><input id="block-date" type="date" name="date" value="${typed.get('date') ?? dateAt(context.now())}" required></div>
<div><label for="block-from">${words.from[locale]}</label><input id="block-from" type="time" name="from" step="900" value="${typed.get('from') ?? ''}" required></div>
<div><label for="block-to">${words.to[locale]}</label><input id="block-to" type="time" name="to" step="900" value="${typed.get('to') ?? ''}" required></div>
<div class="long"><label for="block-reason">${words.why[locale]}</label><input type="text" id="block-reason" name="reason" maxlength="120" value="${typed.get('reason') ?? ''}" required></div>
<button type="submit">${words.block[locale]}</button></form>`
}

function selectedResources(context: DeskContext, choice: string): string[] {
  const all = context.shop.booking.resources
  if (choice === 'all') return all.map(({ id }) => id)
  const [kind, group] = choice.split(':')
  if (kind !== 'group') return [choice]
  return all.filter((one) => one.group.vi === group).map(({ id }) => id)
}

function blockLine(context: DeskContext, block: BlockRow, locale: Locale): Html {
  return html`<li id="block-${block.id}"><span><b>${resourceNames(context, [block.resource], locale)}</b> · ${formatShortDate(dateAt(block.starts_at), locale)} ${formatClock(block.starts_at)}–${formatClock(block.ends_at)}<br>${block.reason}</span><form method="post" action="/closed/unblock"><input type="hidden" name="id" value="${block.id}"><button type="submit">${words.unblock[locale]}</button></form></li>`
}

function formText(form: URLSearchParams, name: string): string {
  return truncate((form.get(name) ?? '').trim(), 120)
}

const words = {
  title: { vi: 'Ngày nghỉ và khóa chỗ', en: 'Closed days and blocks' },
  days: { vi: 'Ngày nghỉ thêm', en: 'Further closed days' },
  daysHint: {
    vi: 'Khách không đặt được những ngày này; lượt đã có thì vẫn còn, xin gọi cho khách.',
    en: 'Nobody can book these days; bookings that are there stay: please call the guests.',
  },
  affected: { vi: 'lượt đã đặt cần gọi khách', en: 'bookings whose guests must be called' },
  reopen: { vi: 'Mở lại', en: 'Open again' },
  close: { vi: 'Nghỉ ngày này', en: 'Close this day' },
  closedToday: { vi: 'Hôm đó chúng tôi nghỉ.', en: 'We are closed that day.' },
  date: { vi: 'Ngày', en: 'Date' },
  reasonVi: { vi: 'Lý do, khách sẽ đọc', en: 'Reason for guests, in Vietnamese' },
  reasonEn: { vi: 'Lý do bằng tiếng Anh', en: 'Reason in English' },
  blocks: { vi: 'Chỗ đang khóa', en: 'Blocked places' },
  place: { vi: 'Chỗ', en: 'Place' },
  several: { vi: 'Nhiều chỗ', en: 'Several' },
  all: { vi: 'Tất cả', en: 'All' },
  everything: { vi: 'Toàn bộ', en: 'Everything' },
  from: { vi: 'Từ', en: 'From' },
  to: { vi: 'Đến', en: 'To' },
  why: { vi: 'Vì sao', en: 'Why' },
  block: { vi: 'Khóa', en: 'Block' },
  unblock: { vi: 'Mở khóa', en: 'Unblock' },
} satisfies Record<string, LocalizedText>
