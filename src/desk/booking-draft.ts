/** A booking that is not stored yet, from a quick entry or from a submitted form. */
import type { EntryOption } from '../domain/booking/entry-preview.ts'
import { maxAnswerLength, readAnswers } from '../domain/guest/questions.ts'
import { moveSpokenAnswers } from '../domain/guest/spoken-answers.ts'
import { findGuestPhone } from '../domain/profile/guest-phone.ts'
import { findAnswers } from '../domain/quick-entry/answers.ts'
import { type QuickEntryWarning, toBookingInput } from '../domain/quick-entry/parse.ts'
import { placeField } from '../domain/quick-entry/place-phrases.ts'
import type { Answers, GuestQuestion } from '../domain/scheduling/guest-question.ts'
import type { ParsedDetails } from '../domain/scheduling/rules.ts'
import type { StaffRule } from '../domain/scheduling/staff-rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt, isDate, isTime, minutesOf, timeOf } from '../kernel/time.ts'
import { truncate } from '../kernel/truncate.ts'
import { bookableOffers } from './bookable-offers.ts'
import type { DeskContext } from './context.ts'
import { currentQuarterHour, formatNationalPhone } from './labels.ts'
import type { LineReader } from './line-reader.ts'
import { parseOverrides } from './refusal.ts'
import { chosenResources } from './resources.ts'

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
  /** The length of a stay that is shorter than usual. */
  stayMinutes: number | null
  /** Fields of the trade, by their API names. */
  fields: Readonly<Record<string, string>>
  answers: Answers
  unclear: readonly QuickEntryWarning[]
  /** Offers of which the line may mean any. */
  offerChoices: readonly string[]
  guestLocale: Locale
  offers: readonly { id: string; label: LocalizedText }[]
}

const maxLineLength = 300

export function draftFromQuery(
  context: DeskContext,
  readLine: LineReader,
  query: URLSearchParams,
): Draft {
  const { shop, now } = context
  const line = truncate((query.get('line') ?? '').trim(), maxLineLength)
  const entry = readLine(line, now())
  const offers = offerChoices(context)
  const { [placeField]: places, ...named } = entry.fields
  const chosen = offers.find(({ id }) => id === query.get('offerId'))
  const fields = { ...(chosen && { offerId: chosen.id }), ...named }
  const { missing } = toBookingInput({ ...entry, fields }, shop.booking)
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? '']
  const spoken = moveSpokenAnswers(shop.booking.questions, entry.note ?? '')
  const resources = chosenResources(query)
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
    phone: entry.phone === undefined ? '' : formatNationalPhone(entry.phone),
    note: spoken.note,
    resources: resources.length > 0 ? resources : (places?.split(',') ?? []),
    overrides: [],
    stayMinutes: null,
    fields,
    answers: { ...findAnswers(shop.booking.questions, entry.note ?? ''), ...spoken.answers },
    unclear: line === '' ? [] : [...entry.warnings, ...missing],
    offerChoices: fields.offerId === undefined ? entry.offerChoices : [],
    guestLocale: 'vi',
    offers,
  }
}

/** A new booking from the page of a guest, which names the guest by a code. */
export async function withGuestOf(
  { store }: DeskContext,
  draft: Draft,
  query: URLSearchParams,
): Promise<Draft> {
  const reference = query.get('guest')
  const phone = reference === null ? undefined : await findGuestPhone(store.read, reference)
  return phone === undefined ? draft : { ...draft, phone: formatNationalPhone(phone) }
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

export function draftFromForm(context: DeskContext, sent: URLSearchParams): Draft {
  const form = withChosenOption(sent)
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
    stayMinutes: parseStay(form.get('stay') ?? ''),
    fields: { ...Object.fromEntries(own), ...(offerId !== '' && { offerId }) },
    answers: answersFromForm(context, form),
    unclear: [],
    offerChoices: [],
    guestLocale: 'vi',
    offers: offerChoices(context),
  }
}

/** The button of an option: where and when, instead of what the rest of the form says. */
export function optionValue({ date, time, resources, rules, stayMinutes }: EntryOption): string {
  return [date, time, resources.join(','), rules.join(','), stayMinutes ?? ''].join('|')
}

function withChosenOption(form: URLSearchParams): URLSearchParams {
  const option = form.get('option')
  if (option === null) return form
  const [date = '', time = '', resources = '', rules = '', stay = ''] = option.split('|')
  const rest = [...form].filter(([name]) => name !== 'resource' && name !== 'option')
  const chosen = new URLSearchParams(rest)
  for (const [name, value] of Object.entries({ date, time, override: rules, stay }))
    chosen.set(name, value)
  for (const id of resources.split(',')) chosen.append('resource', id)
  return chosen
}

const maxStayMinutes = 24 * 60

function parseStay(text: string): number | null {
  const minutes = Number(text)
  const isValid = Number.isInteger(minutes / 15) && minutes > 0 && minutes <= maxStayMinutes
  return isValid ? minutes : null
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

function offerChoices(context: DeskContext): { id: string; label: LocalizedText }[] {
  return bookableOffers(context).map(({ id, name }) => ({ id, label: name }))
}

const booked: LocalizedText = { vi: 'Đặt', en: 'Booking' }
