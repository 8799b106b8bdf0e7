/** Bookings that staff enter, by phone or in person: parses a line, shows the result and stores it. */
import type { EntryOption } from '../../domain/booking/entry-preview.ts'
import { findRejectionReason } from '../../domain/booking/rejection-reasons.ts'
import type { Booking } from '../../domain/booking/request.ts'
import { withSpokenNote } from '../../domain/guest/spoken-answers.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { hasInvisibleCharacters } from '../../kernel/invisible-text.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import { addDays, isDate, isTime } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { blockForm, breakForms } from '../block-form.ts'
import {
  type Draft,
  draftFromForm,
  draftFromQuery,
  findAnswerWarnings,
  parseDraft,
  withGuestOf,
} from '../booking-draft.ts'
import { disclosure, hiddenInput, plainList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import {
  adviceList,
  type DraftPreview,
  loadDraftPreview,
  offerChoiceLinks,
  optionButtons,
  previewCards,
  withKnownName,
} from '../entry-preview.ts'
import { withFlash } from '../flash.ts'
import { createLineReader } from '../line-reader.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { actionErrorNotice, findOptions } from './booking-actions.ts'
import { entryForm, entryWarnings, walkInName } from './quick-entry-form.ts'
import { draftInputs } from './quick-entry-panel.ts'

export function quickEntryScreen(context: DeskContext): Screen {
  const readLine = createLineReader(context.shop)
  const errorPage = (draft: Draft, locale: Locale, notice: Notice): ScreenPage => ({
    ...renderPage(context, draft, locale),
    notice,
    status: 409,
  })

  return {
    path: '/entry',
    async show({ query, locale }) {
      const draft = await withGuestOf(context, draftFromQuery(context, readLine, query), query)
      const isEmpty = draft.line === '' && draft.phone === ''
      const preview = isEmpty ? undefined : await loadDraftPreview(context, draft, locale)
      const shown = preview ? withKnownName(draft, preview) : draft
      return renderPage(context, shown, locale, { query, preview })
    },
    async submit({ form, locale, member }) {
      const draft = draftFromForm(context, form)
      const problems = findProblems(context, draft, locale)
      if (problems.length > 0) {
        return errorPage(draft, locale, { tone: 'problem', body: plainList(problems) })
      }
      const warnings = warningsText(context, draft, locale)
      if (warnings !== '' && form.get('shown_warnings') !== warnings) {
        return { ...renderPage(context, draft, locale), status: 409 }
      }
      const formId = form.get('id') || undefined
      const timelineUrl = `/timeline?date=${encodeURIComponent(serviceDateOf(context, draft))}`
      const next = nextPath(form, timelineUrl)
      try {
        const booking = await createBooking(context, draft, locale, `staff:${member.id}`, formId)
        return { seeOther: withFlash(next, 'admitted', booking.code) }
      } catch (error) {
        if (!(error instanceof BookingActionError)) throw error
        if (error.code === 'sent_before') return { seeOther: next }
        // Nothing was stored, so the form can be corrected and submitted again.
        return errorPage(draft, locale, await refusalNotice(context, error, draft, form, locale))
      }
    },
  }
}

/** Why the booking was not stored, and what staff can do instead. */
async function refusalNotice(
  context: DeskContext,
  error: BookingActionError,
  draft: Draft,
  form: URLSearchParams,
  locale: Locale,
): Promise<Notice> {
  const { details } = parseDraft(context, draft)
  const isAnywhere = draft.resources.length === 0
  const { date, time } = draft
  const proposals =
    details && isAnywhere ? await findOptions(context, { date, time, details: details[0] }) : []
  const refused = { action: '/entry', form }
  // Without a place that was asked for, the holder is that of the best one, which staff did not mention.
  const { code, reason, rules, resources } = error
  const shown = isAnywhere ? new BookingActionError(code, { reason, rules, resources }) : error
  return actionErrorNotice(context, shown, undefined, locale, { refused, proposals })
}

/** The screens that show what was saved, with its undo. */
const screensWithFlash = new Set(['/', '/inbox', '/tonight', '/timeline', '/day'])

/** The page on which the line was typed, if it shows what was saved. */
function nextPath(form: URLSearchParams, otherwise: string): string {
  const path = safePath(form.get('next'), otherwise)
  return screensWithFlash.has(new URL(path, 'http://desk').pathname) ? path : otherwise
}

function serviceDateOf({ shop }: DeskContext, { date, time }: Draft): string {
  return isDate(date) && isTime(time) ? shop.booking.serviceDays.find({ date, time }).date : date
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
  const source = phone === '' ? 'door' : 'phone'
  const { questions } = context.shop.booking
  return context.staffActions.createByStaff(
    {
      details: details[0],
      date: draft.date,
      time: draft.time,
      guest: {
        name: draft.name || walkInName[locale],
        phone,
        email: null,
        note: draft.note || null,
      },
      answers: withSpokenNote(questions, draft.answers, phone === '' ? 'desk' : 'phone', locale),
      consent: { version: 'spoken', text: words.verbalConsent.vi },
      locale: draft.guestLocale,
      source,
      client: 'desk',
    },
    actor,
    {
      resources: draft.resources,
      overrides: draft.overrides,
      stayMinutes: draft.stayMinutes,
      formId,
    },
  )
}

function findProblems(context: DeskContext, draft: Draft, locale: Locale): string[] {
  const { errors = [] } = parseDraft(context, draft)
  const isPhoneInvalid = draft.phone !== '' && parsePhone(draft.phone) === undefined
  const isHidden = [draft.name, draft.note].some(hasInvisibleCharacters)
  return [
    ...errors.map(({ message }) => message[locale]),
    ...(isPhoneInvalid ? [words.invalidPhone[locale]] : []),
    ...(isHidden ? [words.invisibleCharacters[locale]] : []),
  ]
}

function renderPage(
  context: DeskContext,
  draft: Draft,
  locale: Locale,
  { query, preview }: { query?: URLSearchParams; preview?: DraftPreview | undefined } = {},
): ScreenPage {
  const rejection = findRejection(context, draft)
  const isRefused = rejection !== undefined || preview?.entry?.error !== undefined
  const isComplete = draft.line !== '' && draft.unclear.length === 0 && !isRefused
  const showsRejection = query !== undefined && draft.line !== '' && rejection !== undefined
  const isForResource = query?.has('resource') ?? false
  const warnings = warningsText(context, draft, locale)
  // The reason is not shown twice.
  const shown = preview && showsRejection ? { ...preview, entry: undefined } : preview
  const options = draft.unclear.length === 0 && preview?.entry?.error ? preview.entry.options : []
  return {
    title: words.title[locale],
    tab: '/timeline',
    body: html`<h1>${words.title[locale]}</h1>
${draft.line !== '' && html`<p class="typed-line">“${draft.line}”</p>`}
${draft.unclear.length > 0 && entryWarnings(draft, locale)}
${showsRejection && rejectionWarning(context, draft, rejection, locale)}
${warnings !== '' && answerWarning(warnings, locale)}
${
  shown &&
  html`<div class="entry-preview">${previewCards(context, draft, shown, locale)}
${adviceList(context, draft, locale)}</div>`
}
${offerChoiceLinks(context, draft, locale)}
${options.length > 0 && optionForm(context, draft, { options, warnings }, locale)}
${isForResource && draft.time !== '' && breakForms({ ...draft, resource: draft.resources[0] ?? '' }, locale)}
${entryForm(context, draft, { isComplete, warnings }, locale)}
${isForResource && blockDisclosure(context, draft, locale)}`,
  }
}

/** A form of its own, so that the Enter key in a field does not choose an option. */
function optionForm(
  context: DeskContext,
  draft: Draft,
  { options, warnings }: { options: readonly EntryOption[]; warnings: string },
  locale: Locale,
): Html {
  return html`<form method="post" action="/entry" class="entry-preview">
${draftInputs(draft)}${warnings !== '' && hiddenInput('shown_warnings', warnings)}
${optionButtons(context, draft, options, locale)}
</form>`
}

/** Why the booking would be rejected, known before the form is submitted. */
function findRejection(context: DeskContext, draft: Draft): LocalizedText | undefined {
  const { details } = parseDraft(context, draft)
  const { booking: rules, business } = context.shop
  return details && findRejectionReason({ rules, business }, details[0], draft)
}

function rejectionWarning(
  context: DeskContext,
  draft: Draft,
  reason: LocalizedText,
  locale: Locale,
): Html {
  const next = nextOpenDay(context, serviceDateOf(context, draft))
  return html`<div class="notice problem">
<p><b>${reason[locale]}</b></p>
${next !== undefined && otherDayLink(draft, next, locale)}
</div>`
}

function warningsText(context: DeskContext, draft: Draft, locale: Locale): string {
  return findAnswerWarnings(context, draft)
    .map((message) => message[locale])
    .join(' ')
}

/** The form can be saved all the same: staff have talked to the guest. */
function answerWarning(warnings: string, locale: Locale): Html {
  return html`<div class="notice problem">
<p><b>${words.notForGuests[locale]}</b> ${warnings}</p>
<p>${words.saveAnyway[locale]}</p>
</div>`
}

function otherDayLink({ line, time }: Draft, date: string, locale: Locale): Html {
  const query = new URLSearchParams({ line, date, time })
  const label = `${words.useInstead[locale]} ${formatShortDate(date, locale)}`
  return html`<p><a class="button" href="/entry?${query.toString()}">${label}</a></p>`
}

const maxDaysAhead = 60

/** The next open day after a closed day; undefined if the day is open. */
function nextOpenDay({ shop }: DeskContext, date: string): string | undefined {
  if (!isDate(date) || hoursOn(shop.business, date).open) return undefined
  return Array.from({ length: maxDaysAhead }, (_, index) => addDays(date, index + 1)).find(
    (day) => hoursOn(shop.business, day).open,
  )
}

function blockDisclosure(context: DeskContext, draft: Draft, locale: Locale): Html {
  const { date, time } = draft
  const resource = draft.resources[0] ?? ''
  const defaults = new URLSearchParams({ resource, date, from: time, to: '', reason: '' })
  return disclosure(words.block[locale], blockForm(context, defaults, locale, 'timeline'), {
    id: 'block',
  })
}

const words = {
  title: { vi: 'Ghi một lượt đặt', en: 'Enter a booking' },
  useInstead: { vi: 'Chuyển sang', en: 'Use' },
  verbalConsent: {
    vi: 'Khách đồng ý bằng lời, qua điện thoại hoặc tại quầy.',
    en: 'Consent given verbally, by phone or in person.',
  },
  invisibleCharacters: {
    vi: 'Tên hoặc ghi chú có ký tự không nhìn thấy được. Xoá đi và gõ lại.',
    en: 'The name or the note contains invisible characters. Delete the text and type it again.',
  },
  invalidPhone: {
    vi: 'Số điện thoại chưa đúng; viết như 0912 345 678, hoặc để trống.',
    en: 'This is not a valid phone number. Write it like 0912 345 678, or leave it empty.',
  },
  notForGuests: {
    vi: 'Khách không tự đặt được như vậy:',
    en: 'A guest cannot book this:',
  },
  saveAnyway: {
    vi: 'Bạn vẫn lưu được, nếu đã trao đổi với khách.',
    en: 'You can still save it if you have talked to the guest.',
  },
  block: { vi: 'Hoặc khoá chỗ này', en: 'Or block this place' },
} satisfies Record<string, LocalizedText>
