/** The form of a booking that staff enter, with a summary of what the quick entry was parsed to. */
import { randomUUID } from 'node:crypto'
import { quoteRows, toQuoteResponse } from '../../domain/booking/quote-fields.ts'
import { answerRows, maxAnswerLength } from '../../domain/guest/questions.ts'
import type { GuestQuestion } from '../../domain/scheduling/guest-question.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { formatResources } from '../booking-components.ts'
import { type Draft, describeFields, parseDraft } from '../booking-draft.ts'
import {
  disclosure,
  factList,
  hiddenInput,
  inputField,
  option,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatStartDay } from '../labels.ts'
import { noStates, placeChoice } from '../place-choice.ts'

/**
 * A complete draft can be saved with one tap; the fields of any other are open. The warnings that the page shows are
 * sent with the form, so that others are shown before anything is saved.
 */
export function entryForm(
  context: DeskContext,
  draft: Draft,
  { isComplete, warnings }: { isComplete: boolean; warnings: string },
  locale: Locale,
): Html {
  const save = html`<button type="submit" class="main" autofocus>${words.saveConfirmed[locale]}</button>`
  return html`<form method="post" action="/entry" class="entry">
${warnings !== '' && hiddenInput('shown_warnings', warnings)}
${draft.stayMinutes !== null && hiddenInput('stay', draft.stayMinutes)}
${draft.line !== '' && parsedSummary(context, draft, locale)}
${isComplete && save}
${disclosure(words.editDetails[locale], entryFields(context, draft, locale), { isOpen: !isComplete })}
${!isComplete && submitButton(words.saveConfirmed[locale], 'main')}
</form>`
}

export function parsedSummary(context: DeskContext, draft: Draft, locale: Locale): Html {
  const day = isDate(draft.date) ? formatStartDay(context, draft, locale) : '–'
  const rows: [string, string][] = [
    [words.when[locale], `${day} ${draft.time}`],
    ...(shouldShowParty(context, draft)
      ? [[words.party[locale], draft.party || '–'] as [string, string]]
      : []),
    [words.name[locale], draft.name || walkInName[locale]],
    [words.phone[locale], draft.phone || '–'],
    ...describeFields(context, draft, locale),
    ...(draft.resources.length === 0
      ? []
      : [
          [words.place[locale], formatResources(context, draft.resources, locale)] as [
            string,
            string,
          ],
        ]),
    ...costRows(context, draft, locale),
    ...answerRows(context.shop.booking.questions, draft.answers, locale),
    ...(draft.note === '' ? [] : [[words.note[locale], draft.note] as [string, string]]),
  ]
  return factList(rows, 'facts parsed-entry')
}

export function entryWarnings({ unclear }: Draft, locale: Locale): Html {
  const items = unclear.map(
    ({ text, message }) =>
      html`<li>${text !== '' && html`<b>${text}</b>: `}${message[locale]}</li>`,
  )
  return html`<ul class="entry-warnings">${items}</ul>`
}

/** What the guest pays on that day, so that staff can say it on the phone. */
function costRows(context: DeskContext, draft: Draft, locale: Locale): [string, string][] {
  const { details } = parseDraft(context, draft)
  if (!details || !isDate(draft.date) || !isTime(draft.time)) return []
  const { quote, booking } = context.shop
  const { date } = booking.serviceDays.find(draft)
  const [request] = details
  return quoteRows(toQuoteResponse(quote(request, date), request.partySize, locale), locale)
}

/** In a trade where a booking is for one guest, the party size is shown only if one was typed. */
function shouldShowParty({ shop }: DeskContext, { party }: Draft): boolean {
  return party !== '' || 'party_size' in shop.booking.requestFields
}

function entryFields(context: DeskContext, draft: Draft, locale: Locale): Html {
  const { date, time, party, name, phone, note, fields, offers } = draft
  const input = (id: string, attributes: Html, label: LocalizedText) =>
    inputField(id, label[locale], attributes)
  const text = (field: string, maxLength: number, value: string) =>
    html`type="text" name="${field}" maxlength="${maxLength}" value="${value}" autocomplete="off"`
  const telephone = html`type="tel" name="phone" inputmode="tel" maxlength="30" value="${phone}" autocomplete="off"`
  const partySize = html`type="number" name="party" min="1" max="500" value="${party}"`
  const offerOptions = [
    option('', '–'),
    ...offers.map(({ id, label }) => option(id, label[locale], id === fields.offerId)),
  ]
  return html`<div class="row">
${hiddenInput('id', randomUUID())}${hiddenInput('line', draft.line)}
${hiddenFields(draft)}
${input('entry-date', html`type="date" name="date" value="${date}" required`, words.date)}
${input('entry-time', html`type="time" name="time" step="900" value="${time}" required`, words.time)}
${shouldShowParty(context, draft) && input('entry-party', partySize, words.party)}
${input('entry-name', text('name', 80, name), words.name)}
${input('entry-phone', telephone, words.phone)}
${selectField('entry-offer', 'offerId', words.what[locale], offerOptions)}
${context.shop.booking.questions.map((question) => questionField(question, draft, locale))}
${input('entry-note', text('note', 500, note), words.note)}
${placeChoice(context, noStates, draft.resources, locale)}
</div>`
}

/** A select for one answer, checkboxes for several, a line for the words of the guest. */
function questionField(
  { name, choice, heading, options }: GuestQuestion,
  { answers }: Draft,
  locale: Locale,
): Html {
  const field = `answer.${name}`
  if (choice === 'text') {
    const value = answers[name]?.[0] ?? ''
    return inputField(
      `entry-${name}`,
      heading[locale],
      html`type="text" name="${field}" maxlength="${maxAnswerLength}" value="${value}" autocomplete="off"`,
    )
  }
  const isChosen = (id: string) => answers[name]?.includes(id) ?? false
  if (choice === 'one') {
    const choices = options.map(({ id, name }) => option(id, name[locale], isChosen(id)))
    return selectField(`entry-${name}`, field, heading[locale], [option('', '–'), ...choices])
  }
  const boxes = options.map(
    ({ id, name }) => html`<label class="answer-option">
<input type="checkbox" name="${field}" value="${id}"${isChosen(id) && html` checked`}> <span>${name[locale]}</span>
</label>`,
  )
  return html`<fieldset class="field"><legend>${heading[locale]}</legend>${boxes}</fieldset>`
}

/** The trade's own fields, except the offer, which has a select. */
function hiddenFields({ fields }: Draft): Html[] {
  return Object.entries(fields)
    .filter(([name]) => name !== 'offerId')
    .map(([name, value]) => hiddenInput(`field.${name}`, value))
}

/** The name of a guest who gave none. */
export const walkInName: LocalizedText = { vi: 'Khách lẻ', en: 'Walk-in' }

const words = {
  when: { vi: 'Lúc', en: 'When' },
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Số khách', en: 'Guests' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  what: { vi: 'Đặt', en: 'Booking' },
  place: { vi: 'Chỗ', en: 'Place' },
  note: { vi: 'Ghi chú', en: 'Note' },
  saveConfirmed: { vi: 'Lưu, đã xác nhận', en: 'Save as confirmed' },
  editDetails: { vi: 'Sửa chi tiết', en: 'Edit details' },
} satisfies Record<string, LocalizedText>
