/** A guest on the phone or at the door: one line is understood, looked at, and kept. */
import { randomUUID } from 'node:crypto'
import { whyNever } from '../../domain/booking/rejection-reasons.ts'
import type { Booking } from '../../domain/booking/request.ts'
import { shortDate } from '../../domain/messages/format.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { StaffObstacle } from '../../kernel/action-errors.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { readPhone } from '../../kernel/phone.ts'
import { addDays, isDate } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { type Draft, draftOf, draftOfForm, fieldsOf, wishOf } from '../booking-draft.ts'
import type { DeskParts } from '../context.ts'
import { withDid } from '../flash.ts'
import { sayDay } from '../labels.ts'
import { resourceOptions } from '../resources.ts'
import type { Notice, Page, Screen } from '../screen.ts'
import { refused } from './booking-actions.ts'
import { blockForm } from './closed-days.ts'

export function entryScreen(parts: DeskParts): Screen {
  const refusal = (draft: Draft, locale: Locale, notice: Notice): Page => ({
    ...page(parts, draft, locale),
    notice,
    status: 409,
  })

  return {
    path: '/entry',
    show: async ({ query, locale }) => page(parts, draftOf(parts, query), locale, query),
    async act({ form, locale, member }) {
      const draft = draftOfForm(parts, form)
      const problems = problemsOf(parts, draft, locale)
      if (problems.length > 0) return refusal(draft, locale, listed(problems))
      const formId = form.get('id') || undefined
      const day = `/timeline?date=${encodeURIComponent(draft.date)}`
      try {
        const booking = await admit(parts, draft, locale, `staff:${member.id}`, formId)
        return { seeOther: withDid(day, 'admitted', booking.code) }
      } catch (error) {
        if (!(error instanceof StaffObstacle)) throw error
        if (error.obstacle === 'sent_before') return { seeOther: day }
        // Nothing was kept: the same form may be mended and sent again.
        return refusal(draft, locale, await refused(parts, error, undefined, locale))
      }
    },
  }
}

function admit(
  parts: DeskParts,
  draft: Draft,
  locale: Locale,
  actor: string,
  formId: string | undefined,
): Promise<Booking> {
  const { wishes } = wishOf(parts, draft)
  if (!wishes) throw new StaffObstacle('not_possible')
  const phone = readPhone(draft.phone) ?? ''
  return parts.staffDesk.admit(
    {
      wish: wishes[0],
      date: draft.date,
      time: draft.time,
      guest: {
        name: draft.name || words.someone[locale],
        phone,
        email: null,
        note: draft.note || null,
      },
      marks: [],
      consent: { version: 'spoken', text: words.spoken.vi },
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
function problemsOf(parts: DeskParts, draft: Draft, locale: Locale): string[] {
  const { faults } = wishOf(parts, draft)
  return [
    ...(faults ?? []).map(({ message }) => message[locale]),
    ...(draft.phone !== '' && readPhone(draft.phone) === undefined ? [words.badPhone[locale]] : []),
  ]
}

function listed(problems: readonly string[]): Notice {
  return { tone: 'problem', body: html`<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul>` }
}

function page(parts: DeskParts, draft: Draft, locale: Locale, query?: URLSearchParams): Page {
  const fromPlace = query?.has('resource') ?? false
  return {
    title: words.title[locale],
    tab: '/timeline',
    body: html`<h1>${words.title[locale]}</h1>
${draft.line !== '' && html`<p class="typed">“${draft.line}”</p>`}
${draft.unclear.length > 0 && html`<ul class="unclear">${draft.unclear.map(({ text, message }) => html`<li>${text !== '' && html`<b>${text}</b>: `}${message[locale]}</li>`)}</ul>`}
${query && draft.line !== '' && warning(parts, draft, locale)}
${entryForm(parts, draft, locale)}
${fromPlace && html`<details class="drop" id="block"><summary>${words.block[locale]}</summary>${blockForm(parts, blockDefaults(draft), locale, 'timeline')}</details>`}`,
  }
}

/** What the book will refuse, whoever keeps it; whoever is on the phone can be told at once. */
function refusalAhead(parts: DeskParts, draft: Draft): Words | undefined {
  const { wishes } = wishOf(parts, draft)
  const { booking: rules, business } = parts.shop
  return wishes && whyNever({ rules, business }, wishes[0], draft.date, draft.time)
}

function warning(parts: DeskParts, draft: Draft, locale: Locale): Html | undefined {
  const why = refusalAhead(parts, draft)
  const next = why && nextOpenDay(parts, draft.date)
  return (
    why &&
    html`<div class="notice problem"><p><b>${why[locale]}</b></p>${
      next !== undefined &&
      html`<p><a class="button" href="/entry?${new URLSearchParams({ line: draft.line, date: next, time: draft.time }).toString()}">${words.instead[locale]} ${shortDate(next, locale)}</a></p>`
    }</div>`
  )
}

const farthest = 60

/** After a day that is closed; undefined after one that is not. */
function nextOpenDay({ shop }: DeskParts, date: string): string | undefined {
  if (!isDate(date) || hoursOn(shop.business, date).open) return undefined
  return Array.from({ length: farthest }, (_, ahead) => addDays(date, ahead + 1)).find(
    (each) => hoursOn(shop.business, each).open,
  )
}

function understood(parts: DeskParts, draft: Draft, locale: Locale): Html {
  const day = isDate(draft.date) ? sayDay(draft.date, parts.now(), locale) : '–'
  const rows: [string, string][] = [
    [words.when[locale], `${day} ${draft.time}`],
    ...(asksParty(parts, draft)
      ? [[words.party[locale], draft.party || '–'] as [string, string]]
      : []),
    [words.name[locale], draft.name || words.someone[locale]],
    [words.phone[locale], draft.phone || '–'],
    ...fieldsOf(parts, draft, locale),
    ...(draft.note === '' ? [] : [[words.note[locale], draft.note] as [string, string]]),
  ]
  return html`<dl class="facts understood">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`
}

/** Where a booking is for one guest, only who wrote of more sees a number to mend. */
function asksParty({ shop }: DeskParts, { party }: Draft): boolean {
  return party !== '' || 'party_size' in shop.booking.requestFields
}

function entryForm(parts: DeskParts, draft: Draft, locale: Locale): Html {
  const { date, time, party, name, phone, note } = draft
  const ready = draft.line !== '' && draft.unclear.length === 0 && !refusalAhead(parts, draft)
  return html`<form method="post" action="/entry" class="entry">
${draft.line !== '' && understood(parts, draft, locale)}
${ready && html`<button type="submit" class="main" autofocus>${words.keep[locale]}</button>`}
<details class="drop"${!ready && html` open`}><summary>${words.mend[locale]}</summary><div class="row">
<input type="hidden" name="id" value="${randomUUID()}"><input type="hidden" name="line" value="${draft.line}">
${Object.entries(draft.fields)
  .filter(([field]) => field !== 'offerId')
  .map(([field, value]) => html`<input type="hidden" name="field.${field}" value="${value}">`)}
<div><label for="entry-date">${words.date[locale]}</label><input id="entry-date" type="date" name="date" value="${date}" required></div>
<div><label for="entry-time">${words.time[locale]}</label><input id="entry-time" type="time" name="time" step="900" value="${time}" required></div>
${asksParty(parts, draft) && html`<div><label for="entry-party">${words.party[locale]}</label><input id="entry-party" type="number" name="party" min="1" max="500" value="${party}"></div>`}
<div><label for="entry-name">${words.name[locale]}</label><input type="text" id="entry-name" name="name" maxlength="80" value="${name}" autocomplete="off"></div>
<div><label for="entry-phone">${words.phone[locale]}</label><input id="entry-phone" name="phone" type="tel" inputmode="tel" maxlength="30" value="${phone}" autocomplete="off"></div>
<div><label for="entry-offer">${words.what[locale]}</label><select id="entry-offer" name="offerId"><option value="">–</option>${draft.offers.map(({ id, label }) => html`<option value="${id}"${id === draft.fields.offerId && html` selected`}>${label[locale]}</option>`)}</select></div>
<div><label for="entry-place">${words.place[locale]}</label><select id="entry-place" name="resource"><option value="">${words.anywhere[locale]}</option>${resourceOptions(parts, locale, draft.resource)}</select></div>
<div><label for="entry-note">${words.note[locale]}</label><input type="text" id="entry-note" name="note" maxlength="500" value="${note}" autocomplete="off"></div>
</div></details>
${!ready && html`<button type="submit" class="main">${words.keep[locale]}</button>`}</form>`
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
  keep: { vi: 'Lưu, đã xác nhận', en: 'Keep it, confirmed' },
  instead: { vi: 'Chuyển sang', en: 'Take' },
  mend: { vi: 'Sửa chi tiết', en: 'Mend the details' },
  someone: { vi: 'Khách lẻ', en: 'Walk-in' },
  spoken: {
    vi: 'Khách đồng ý bằng lời, qua điện thoại hoặc tại quầy.',
    en: 'Agreed by word of mouth, on the phone or at the door.',
  },
  badPhone: {
    vi: 'Số điện thoại chưa đúng; viết như 0912 345 678, hoặc để trống.',
    en: 'This is no phone number; write it as 0912 345 678, or leave it empty.',
  },
  block: { vi: 'Hoặc khóa chỗ này', en: 'Or block this place' },
} satisfies Record<string, Words>
