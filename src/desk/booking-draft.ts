/** A booking that is not stored yet, from a quick entry or from a submitted form. */
import type { z } from 'zod'
import { findNoteAnswers } from '../domain/guest/note.ts'
import { maxAnswerLength, readAnswers } from '../domain/guest/questions.ts'
import { findAnswers } from '../domain/quick-entry/answers.ts'
import { toBookingInput } from '../domain/quick-entry/booking-input.ts'
import { parseQuickEntry, type QuickEntryWarning } from '../domain/quick-entry/parse.ts'
import type { Answers, GuestQuestion } from '../domain/scheduling/guest-question.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import type { ParsedDetails } from '../domain/scheduling/rules.ts'
import type { StaffRule } from '../domain/scheduling/staff-rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt, isDate, isTime, minutesOf, timeOf } from '../kernel/time.ts'
import { truncate } from '../kernel/truncate.ts'
import type { DeskContext } from './context.ts'
import { currentQuarterHour, formatPhone } from './labels.ts'
import { parseOverrides } from './refusal.ts'

export type Draft = {
  line: string
  date: string
  time: string
  party: string
  name: string
  phone: string
  note: string
  /** The places that staff chose; none for any suitable place. */
  resources: readonly string[]
  /** The rules that staff set aside. */
  overrides: readonly StaffRule[]
  /** Fields of the trade, by their API names. */
  fields: Readonly<Record<string, string>>
  answers: Answers
  unclear: readonly QuickEntryWarning[]
  guestLocale: Locale
  offers: readonly { id: string; label: LocalizedText }[]
}

const maxLineLength = 300

export function draftFromQuery(context: DeskContext, query: URLSearchParams): Draft {
  const { shop, now } = context
  const line = truncate((query.get('line') ?? '').trim(), maxLineLength)
  const entry = parseQuickEntry(line, {
    now: now(),
    phrases: shop.booking.quickEntryPhrases(),
    openPeriods: (date) => {
      const hours = hoursOn(shop.business, date)
      return hours.open ? hours.periods : []
    },
  })
  const { missing } = toBookingInput(entry, shop.booking)
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? '']
  return {
    line,
    date: isDate(date) ? date : entry.date,
    time: isTime(time)
      ? time
      : entry.time === undefined
        ? currentQuarterHour(now())
        : floorToQuarterHour(entry.time),
    party: entry.partySize === undefined ? '' : String(entry.partySize),
    name: capitalizeName(entry.name ?? ''),
    phone: entry.phone === undefined ? '' : formatPhone(entry.phone),
    note: entry.note ?? '',
    resources: chosenResources(query),
    overrides: [],
    fields: entry.fields,
    answers: {
      ...findAnswers(shop.booking.questions, entry.note ?? ''),
      ...findNoteAnswers(shop.booking.questions, entry.note ?? ''),
    },
    unclear: line === '' ? [] : [...entry.warnings, ...missing],
    guestLocale: 'vi',
    offers: bookableOffers(context),
  }
}

/** Bookings start at a quarter hour. */
function floorToQuarterHour(time: string): string {
  const minutes = minutesOf(time)
  return timeOf(minutes - (minutes % 15))
}

/** Capitalizes a name that was typed in lower case. */
function capitalizeName(name: string): string {
  if (/\p{Lu}/u.test(name)) return name
  return name.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())
}

export function draftFromForm(context: DeskContext, form: URLSearchParams): Draft {
  const text = (name: string, maxLength = 100) => truncate((form.get(name) ?? '').trim(), maxLength)
  const own = [...form].flatMap(([name, value]) =>
    name.startsWith('field.') ? [[name.slice('field.'.length), value] as const] : [],
  )
  const offerId = text('offerId')
  return {
    line: text('line', maxLineLength),
    date: text('date') || dateAt(context.now()),
    time: text('time'),
    party: text('party'),
    name: text('name', 80),
    phone: text('phone'),
    note: text('note', 500),
    resources: chosenResources(form),
    overrides: parseOverrides(form),
    fields: { ...Object.fromEntries(own), ...(offerId !== '' && { offerId }) },
    answers: answersFromForm(context, form),
    unclear: [],
    guestLocale: 'vi',
    offers: bookableOffers(context),
  }
}

function chosenResources(fields: URLSearchParams): string[] {
  return [...new Set(fields.getAll('resource').filter((id) => id !== ''))].slice(0, 20)
}

/** Ignores ids that are not options, such as the empty choice. Keeps the words of a guest. */
function answersFromForm({ shop }: DeskContext, form: URLSearchParams): Answers {
  const { questions } = shop.booking
  const chosen = questions.map(({ name, choice, options }) => {
    const ids = form.getAll(`answer.${name}`)
    if (choice === 'text') return [name, truncate((ids[0] ?? '').trim(), maxAnswerLength)]
    const known = ids.filter((id) => options.some((option) => option.id === id))
    return [name, choice === 'one' ? known.slice(0, 1) : known]
  })
  return readAnswers(questions, Object.fromEntries(chosen))
}

/** The details as the trade parses them, or the errors. */
export function parseDraft({ shop }: DeskContext, { fields, party }: Draft): ParsedDetails {
  const size = Number(party)
  const partySize = Number.isInteger(size) && size >= 1 && size <= 500 ? size : undefined
  const { input, missing } = toBookingInput({ fields, partySize }, shop.booking)
  if (missing.length > 0) {
    return { errors: missing.map(({ message }) => ({ name: '', code: 'missing', message })) }
  }
  return shop.booking.parseDetails(input, 'request')
}

/** What the answers rule out or leave open for a guest who books; staff decide. */
export function findAnswerWarnings({ shop, now }: DeskContext, draft: Draft): LocalizedText[] {
  const { fields, answers, date, time, note } = draft
  const input = { ...fields, ...toFields(shop.booking.questions, answers), date, time, note }
  return (shop.booking.answerErrors?.(input, now()) ?? []).map(({ message }) => message)
}

/** The words of a guest are one text in a request. */
function toFields(questions: readonly GuestQuestion[], answers: Answers): Record<string, unknown> {
  return Object.fromEntries(
    questions.flatMap(({ name, choice }) => {
      const ids = answers[name]
      return ids ? [[name, choice === 'many' ? ids : ids[0]]] : []
    }),
  )
}

/** Labels and values of the trade's fields. */
export function describeFields(
  context: DeskContext,
  { fields, offers }: Draft,
  locale: Locale,
): [string, string][] {
  return Object.entries(fields).map(([name, value]) => {
    const offer = offers.find(({ id }) => id === value)
    const match = context.shop.booking
      .quickEntryPhrases()
      .find((one) => one.field === name && one.value === value)
    const label =
      (name === 'offerId' ? booked : context.shop.booking.detailLabels[name])?.[locale] ?? name
    return [label, offer?.label[locale] ?? match?.phrase ?? value]
  })
}

function bookableOffers({ shop }: DeskContext): { id: string; label: LocalizedText }[] {
  const bookable = shop.booking.requestFields.offerId as z.ZodType | undefined
  return shop.assortment.offers
    .filter(({ id }) => bookable?.safeParse(id).success)
    .map(({ id, name }) => ({ id, label: name }))
}

const booked: LocalizedText = { vi: 'Đặt', en: 'Booking' }
