/** Parses a phone booking or a walk-in from one typed line: "19h 4 người Lan 0912345678". */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import {
  addDays,
  dateAt,
  hour,
  minute,
  minutesOfDay,
  startOfDay,
  timeOf,
} from '../../kernel/time.ts'
import type { Period } from '../scheduling/hours.ts'
import type { Phrase } from '../scheduling/rules.ts'
import { findApproximateOffers, findExtendedOffers, type OfferIndex } from './approximate-offer.ts'
import { type ExtractedDate, extractDate } from './date.ts'
import { type DayPart, isNightPart } from './day-part.ts'
import { extractName } from './name.ts'
import { markAnnouncedNote, markSeparatedNotes } from './note.ts'
import { buildNoteText } from './note-text.ts'
import { type ExtractedParty, extractParty } from './party.ts'
import { extractPerson } from './person.ts'
import { extractPhone } from './phone.ts'
import { placeField } from './place-phrases.ts'
import type { QuickEntry, QuickEntryWarning } from './result.ts'
import { type ExtractedTime, extractTime, resolveTime } from './time.ts'
import { type Line, tokenizeLine } from './tokens.ts'
import {
  buildPhraseIndex,
  duplicateFieldWarnings,
  type ExtractedFields,
  extractFields,
  type PhraseIndex,
} from './trade-phrases.ts'

export { toBookingInput } from './booking-input.ts'
export type { QuickEntry, QuickEntryWarning } from './result.ts'

/** The phrases of a shop, prepared once for many lines. */
type Vocabulary = {
  all: PhraseIndex
  withoutPlaces: PhraseIndex
  people: PhraseIndex
}

export function createVocabulary(phrases: readonly Phrase[]): Vocabulary {
  return {
    all: buildPhraseIndex(phrases),
    withoutPlaces: buildPhraseIndex(phrases.filter(({ field }) => field !== placeField)),
    // Only people are introduced by "with".
    people: buildPhraseIndex(phrases.filter(({ after }) => after?.includes('với'))),
  }
}

type QuickEntryContext = {
  now: number
  vocabulary: Vocabulary
  /** Opening hours of a day, to decide whether a plain "7h" means morning or evening. */
  openPeriods?(date: string): readonly Period[]
  /** The offers that may be named approximately, if a booking needs one. */
  offers?: OfferIndex | undefined
}

/**
 * No text is lost: what cannot be parsed goes into the note. "Hiên 4 Lan" is a table and a guest only if the line has a
 * party size besides it.
 */
export function parseQuickEntry(text: string, context: QuickEntryContext): QuickEntry {
  const entry = parseLine(text, context)
  // An appointment needs no party size.
  const isComplete = entry.partySize !== undefined || context.offers !== undefined
  if (entry.fields[placeField] === undefined || isComplete) return entry
  const { withoutPlaces } = context.vocabulary
  const vocabulary = { ...context.vocabulary, all: withoutPlaces }
  const withoutPlace = parseLine(text, { ...context, vocabulary })
  return withoutPlace.partySize === undefined ? entry : withoutPlace
}

function parseLine(text: string, context: QuickEntryContext): QuickEntry {
  const line = tokenizeLine(text)
  const { phone, warnings } = extractPhone(line)
  markAnnouncedNote(line)
  const draft: Line = { ...line, parts: [...line.parts] }
  extractParts(draft, context)
  markSeparatedNotes(line, draft)
  const extracted = extractParts(line, context)
  const name = extractName(line)
  const person =
    name === undefined ? {} : extractPerson(line, context.vocabulary.people, extracted.fields)
  const note = buildNoteText(line, [...extracted.time.noteRanges, ...extracted.party.noteRanges])
  const { hasExplicitDate, ambiguity } = extracted.date
  return {
    date: startDate(extracted, context),
    hasExplicitDate,
    time: extracted.at === undefined ? undefined : timeOf(extracted.at),
    partySize: extracted.party.partySize,
    name,
    phone,
    note,
    fields: { ...extracted.fields.fields, ...person },
    offerChoices: extracted.offerChoices,
    warnings: [
      ...warnings,
      ...extracted.time.warnings,
      ...extracted.date.warnings,
      ...(ambiguity && name === undefined ? [ambiguity] : []),
      ...duplicateFieldWarnings(line, extracted.fields.duplicates),
      ...timeWarnings(extracted, startDate(extracted, context), context.now),
      ...unparsedDayWarnings(text),
    ],
  }
}

type ExtractedParts = {
  fields: ExtractedFields
  offerChoices: string[]
  time: ExtractedTime
  date: ExtractedDate
  party: ExtractedParty
  /** Minutes after midnight. */
  at: number | undefined
}

/**
 * A time after midnight is on the next day if the line says evening or night ("t6 tối 0h30"), or if it has no day and
 * the time is past; the shop must be open then.
 */
function startDate(
  { date: { date, dayPart, hasExplicitDate }, time, at }: ExtractedParts,
  { now, openPeriods }: QuickEntryContext,
): string {
  if (at === undefined || !openPeriods?.(date).some(({ to }) => at + minutesOfDay < to)) return date
  const isNight = [time.clockTime?.dayPart, time.partBefore, dayPart].some(isNightPart)
  const isPast = !hasExplicitDate && startOfDay(date) + at * minute < now - hour
  return isNight || isPast ? addDays(date, 1) : date
}

/** Phrases of the trade first, since "mâm 4 người" is not a party size; ambiguous numbers last. */
function extractParts(
  line: Line,
  { now, vocabulary, openPeriods, offers }: QuickEntryContext,
): ExtractedParts {
  const fields = extractFields(line, vocabulary.all)
  const offerChoices = offers ? extractOffer(line, fields, offers) : []
  const time = extractTime(line)
  const today = dateAt(now)
  const minutesOn = (date: string, dayPart: DayPart | undefined) =>
    time.clockTime && resolveTime({ ...time.clockTime, dayPart }, openPeriods?.(date) ?? [])
  const date = extractDate(line, now, (dayPart) => {
    const at = minutesOn(today, time.clockTime?.dayPart ?? dayPart)
    return at === undefined || startOfDay(today) + at * minute >= now
  })
  const party = extractParty(line)
  const at = minutesOn(date.date, time.clockTime?.dayPart ?? date.dayPart)
  return { fields, offerChoices, time, date, party, at }
}

/** Sets the offer if the line names one approximately; returns the choices if it may mean several. */
function extractOffer(
  line: Line,
  { fields, offerRange }: ExtractedFields,
  offers: OfferIndex,
): string[] {
  const { offerId } = fields
  const found =
    offerId === undefined || !offerRange
      ? findApproximateOffers(line, offers)
      : findExtendedOffers(line, offers, offerId, offerRange)
  const [first, ...more] = found
  if (first === undefined) return []
  delete fields.offerId
  if (more.length > 0) return found
  fields.offerId = first
  return []
}

function timeWarnings(
  { at, date, time }: ExtractedParts,
  startsOn: string,
  now: number,
): QuickEntryWarning[] {
  if (at === undefined) {
    const isOtherTime = date.text !== undefined && (date.date !== dateAt(now) || date.dayPart)
    return isOtherTime && date.text && time.warnings.length === 0
      ? [{ text: date.text, message: missingTimeText }]
      : []
  }
  const isPast = startOfDay(startsOn) + at * minute < now - hour
  return isPast ? [{ text: timeOf(at), message: pastTimeText }] : []
}

const missingTimeText: LocalizedText = {
  vi: 'Chưa có giờ. Viết thêm, như 19h hoặc 7h tối.',
  en: 'The time is missing. Add it, such as 19h or 7pm.',
}

const pastTimeText: LocalizedText = {
  vi: 'Giờ này đã qua. Sửa giờ, hoặc viết thêm ngày, như mai hoặc 20/11.',
  en: 'This time is past. Change it, or add the day, such as tomorrow or 20/11.',
}

/** Dates in unsupported forms: a warning is better than assuming today. */
function unparsedDayWarnings(text: string): QuickEntryWarning[] {
  const unparsed = foldDiacritics(text).match(
    /(?<![a-z])(hom qua|yesterday|mung \d{1,2}|tet)(?![a-z])/,
  )?.[0]
  return unparsed === undefined ? [] : [{ text: unparsed, message: unparsedDayText }]
}

const unparsedDayText: LocalizedText = {
  vi: 'Ngày này chưa hiểu; viết như 20/11.',
  en: 'This day is not understood; write it as 20/11.',
}
