/** A guest on the phone or at the door: one line is understood, looked at, and kept. */
import { randomUUID } from 'node:crypto'
import { findRejectionReason } from '../../domain/booking/rejection-reasons.ts'
import type { Booking } from '../../domain/booking/request.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import { addDays, isDate } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  type Draft,
  describeFields,
  draftFromForm,
  draftFromQuery,
  parseDraft,
} from '../booking-draft.ts'
import type { DeskContext } from '../context.ts'
import { withFlash } from '../flash.ts'
import { formatDay } from '../labels.ts'
import { resourceOptions } from '../resources.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { actionErrorNotice } from './booking-actions.ts'
import { blockForm } from './closed-days.ts'

export function quickEntryScreen(context: DeskContext): Screen {
  const errorPage = (draft: Draft, locale: Locale, notice: Notice): ScreenPage => ({
    ...page(context, draft, locale),
    notice,
    status: 409,
  })

  return {
    path: '/entry',
    show: async ({ query, locale }) => page(context, draftFromQuery(context, query), locale, query),
    async submit({ form, locale, member }) {
      const draft = draftFromForm(context, form)
      const problems = problemsOf(context, draft, locale)
      if (problems.length > 0) return errorPage(draft, locale, problemListNotice(problems))
      const formId = form.get('id') || undefined
      const day = `/timeline?date=${encodeURIComponent(draft.date)}`
      try {
        const booking = await createBooking(context, draft, locale, `staff:${member.id}`, formId)
        return { seeOther: withFlash(day, 'admitted', booking.code) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        if (error.code === 'sent_before') return { seeOther: day }
        // Nothing was kept: the same form may be mended and sent again.
        return errorPage(draft, locale, await actionErrorNotice(context, error, undefined, locale))
      }
    },
  }
}

function createBooking(
  context: DeskContext,
  draft: Draft,
  locale: Locale,
  actor: string,
  formId: string | undefined,
): Promise<Booking> {
  const { details } = parseDraft(context, draft)
  if (!details) throw new BookingActionError('not_possible')
  const phone = parsePhone(draft.phone) ?? ''
  return context.staffDesk.createByStaff(
    {
      details: details[0],
      date: draft.date,
      time: draft.time,
      guest: {
        name: draft.name || words.someone[locale],
        phone,
        email: null,
        note: draft.note || null,
      },
      sensitiveFlags: [],
      consent: { version: 'spoken', text: words.verbalConsent.vi },
      locale: draft.guestLocale,
      source: phone === '' ? 'door' : 'phone',
      client: 'desk',
    },
    actor,
    draft.resource || undefined,
    formId,
  )
}

/** What must be mended before it can be kept. */
function problemsOf(context: DeskContext, draft: Draft, locale: Locale): string[] {
  const { errors } = parseDraft(context, draft)
  return [
    ...(errors ?? []).map(({ message }) => message[locale]),
    ...(draft.phone !== '' && parsePhone(draft.phone) === undefined
      ? [words.badPhone[locale]]
      : []),
  ]
}

function problemListNotice(problems: readonly string[]): Notice {
  return { tone: 'problem', body: html`<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul>` }
}

function page(
  context: DeskContext,
  draft: Draft,
  locale: Locale,
  query?: URLSearchParams,
): ScreenPage {
  const isForResource = query?.has('resource') ?? false
  return {
    title: words.title[locale],
    tab: '/timeline',
    body: html`<h1>${words.title[locale]}</h1>
${draft.line !== '' && html`<p class="typed">“${draft.line}”</p>`}
${draft.unclear.length > 0 && html`<ul class="unclear">${draft.unclear.map(({ text, message }) => html`<li>${text !== '' && html`<b>${text}</b>: `}${message[locale]}</li>`)}</ul>`}
${query && draft.line !== '' && rejectionWarning(context, draft, locale)}
${entryForm(context, draft, locale)}
${isForResource && html`<details class="drop" id="block"><summary>${words.block[locale]}</summary>${blockForm(context, blockDefaults(draft), locale, 'timeline')}</details>`}`,
  }
}

/** What the book will refuse, whoever keeps it; whoever is on the phone can be told at once. */
function findRejection(context: DeskContext, draft: Draft): LocalizedText | undefined {
  const { details } = parseDraft(context, draft)
  const { booking: rules, business } = context.shop
  return details && findRejectionReason({ rules, business }, details[0], draft.date, draft.time)
}

function rejectionWarning(context: DeskContext, draft: Draft, locale: Locale): Html | undefined {
  const reason = findRejection(context, draft)
  const next = reason && nextOpenDay(context, draft.date)
  return (
    reason &&
    html`<div class="notice problem"><p><b>${reason[locale]}</b></p>${
      next !== undefined &&
      html`<p><a class="button" href="/entry?${new URLSearchParams({ line: draft.line, date: next, time: draft.time }).toString()}">${words.instead[locale]} ${formatShortDate(next, locale)}</a></p>`
    }</div>`
  )
}

const maxDaysAhead = 60

/** After a day that is closed; undefined after one that is not. */
function nextOpenDay({ shop }: DeskContext, date: string): string | undefined {
  if (!isDate(date) || hoursOn(shop.business, date).open) return undefined
  return Array.from({ length: maxDaysAhead }, (_, ahead) => addDays(date, ahead + 1)).find(
    (each) => hoursOn(shop.business, each).open,
  )
}

function parsedSummary(context: DeskContext, draft: Draft, locale: Locale): Html {
  const day = isDate(draft.date) ? formatDay(draft.date, context.now(), locale) : '–'
  const rows: [string, string][] = [
    [words.when[locale], `${day} ${draft.time}`],
    ...(shouldShowParty(context, draft)
      ? [[words.party[locale], draft.party || '–'] as [string, string]]
      : []),
    [words.name[locale], draft.name || words.someone[locale]],
    [words.phone[locale], draft.phone || '–'],
    ...describeFields(context, draft, locale),
    ...(draft.note === '' ? [] : [[words.note[locale], draft.note] as [string, string]]),
  ]
  return html`<dl class="facts understood">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`
}

/** Where a booking is for one guest, only who wrote of more sees a number to mend. */
function shouldShowParty({ shop }: DeskContext, { party }: Draft): boolean {
  return party !== '' || 'party_size' in shop.booking.requestFields
}

function entryForm(context: DeskContext, draft: Draft, locale: Locale): Html {
  const { date, time, party, name, phone, note } = draft
  const isComplete =
    draft.line !== '' && draft.unclear.length === 0 && !findRejection(context, draft)
  return html`<form method="post" action="/entry" class="entry">
${draft.line !== '' && parsedSummary(context, draft, locale)}
${isComplete && html`<button type="submit" class="main" autofocus>${words.saveConfirmed[locale]}</button>`}
<details class="drop"${!isComplete && html` open`}><summary>${words.editDetails[locale]}</summary><div class="row">
<input type="hidden" name="id" value="${randomUUID()}"><input type="hidden" name="line" value="${draft.line}">
${Object.entries(draft.fields)
  .filter(([field]) => field !== 'offerId')
  .map(([field, value]) => html`<input type="hidden" name="field.${field}" value="${value}">`)}
<div><label for="entry-date">${words.date[locale]}</label><input id="entry-date" type="date" name="date" value="${date}" required></div>
<div><label for="entry-time">${words.time[locale]}</label><input id="entry-time" type="time" name="time" step="900" value="${time}" required></div>
${shouldShowParty(context, draft) && html`<div><label for="entry-party">${words.party[locale]}</label><input id="entry-party" type="number" name="party" min="1" max="500" value="${party}"></div>`}
<div><label for="entry-name">${words.name[locale]}</label><input type="text" id="entry-name" name="name" maxlength="80" value="${name}" autocomplete="off"></div>
<div><label for="entry-phone">${words.phone[locale]}</label><input id="entry-phone" name="phone" type="tel" inputmode="tel" maxlength="30" value="${phone}" autocomplete="off"></div>
<div><label for="entry-offer">${words.what[locale]}</label><select id="entry-offer" name="offerId"><option value="">–</option>${draft.offers.map(({ id, label }) => html`<option value="${id}"${id === draft.fields.offerId && html` selected`}>${label[locale]}</option>`)}</select></div>
<div><label for="entry-place">${words.place[locale]}</label><select id="entry-place" name="resource"><option value="">${words.anywhere[locale]}</option>${resourceOptions(context, locale, draft.resource)}</select></div>
<div><label for="entry-note">${words.note[locale]}</label><input type="text" id="entry-note" name="note" maxlength="500" value="${note}" autocomplete="off"></div>
</div></details>
${!isComplete && html`<button type="submit" class="main">${words.saveConfirmed[locale]}</button>`}</form>`
}

function blockDefaults({ resource, date, time }: Draft): URLSearchParams {
  return new URLSearchParams({ resource, date, from: time, to: '', reason: '' })
}

const words = {
  title: { vi: 'Ghi một lượt đặt', en: 'Enter a booking' },
  when: { vi: 'Lúc', en: 'When' },
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Số khách', en: 'Guests' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  what: { vi: 'Đặt', en: 'Booking' },
  place: { vi: 'Chỗ', en: 'Place' },
  anywhere: { vi: 'Chỗ nào phù hợp cũng được', en: 'Wherever fits best' },
  note: { vi: 'Ghi chú', en: 'Note' },
  saveConfirmed: { vi: 'Lưu, đã xác nhận', en: 'Keep it, confirmed' },
  instead: { vi: 'Chuyển sang', en: 'Take' },
  editDetails: { vi: 'Sửa chi tiết', en: 'Mend the details' },
  someone: { vi: 'Khách lẻ', en: 'Walk-in' },
  verbalConsent: {
    vi: 'Khách đồng ý bằng lời, qua điện thoại hoặc tại quầy.',
    en: 'Agreed by word of mouth, on the phone or at the door.',
  },
  badPhone: {
    vi: 'Số điện thoại chưa đúng; viết như 0912 345 678, hoặc để trống.',
    en: 'This is no phone number; write it as 0912 345 678, or leave it empty.',
  },
  block: { vi: 'Hoặc khóa chỗ này', en: 'Or block this place' },
} satisfies Record<string, LocalizedText>
