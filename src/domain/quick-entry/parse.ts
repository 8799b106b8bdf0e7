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
import { type ExtractedDate, extractDate } from './date.ts'
import { type DayPart, isNightPart } from './day-part.ts'
import { extractName } from './name.ts'
import { markAnnouncedNote, markSeparatedNotes } from './note.ts'
import { buildNoteText } from './note-text.ts'
import { type ExtractedParty, extractParty } from './party.ts'
import { extractPhone } from './phone.ts'
import type { QuickEntry, QuickEntryWarning } from './result.ts'
import { type ExtractedTime, extractTime, resolveTime } from './time.ts'
import { type Line, tokenizeLine } from './tokens.ts'
import { duplicateFieldWarnings, type ExtractedFields, extractFields } from './trade-phrases.ts'

export { toBookingInput } from './booking-input.ts'
export type { QuickEntry, QuickEntryWarning } from './result.ts'

type QuickEntryContext = {
  now: number
  phrases: readonly Phrase[]
  /** Opening hours of a day, to decide whether a plain "7h" means morning or evening. */
  openPeriods?(date: string): readonly Period[]
}

/** No text is lost: what cannot be parsed goes into the note. */
export function parseQuickEntry(text: string, context: QuickEntryContext): QuickEntry {
  const line = tokenizeLine(text)
  const { phone, warnings } = extractPhone(line)
  markAnnouncedNote(line)
  const draft: Line = { ...line, parts: [...line.parts] }
  extractParts(draft, context)
  markSeparatedNotes(line, draft)
  const extracted = extractParts(line, context)
  const name = extractName(line)
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
    fields: extracted.fields.fields,
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
  { now, phrases, openPeriods }: QuickEntryContext,
): ExtractedParts {
  const fields = extractFields(line, phrases)
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
  return { fields, time, date, party, at }
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
