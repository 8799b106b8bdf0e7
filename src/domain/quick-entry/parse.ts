/** A phone booking or a guest at the door in one typed line: "19h 4 người Lan 0912345678". */
import { fold } from '../../kernel/fold-diacritics.ts'
import type { Words } from '../../kernel/locale.ts'
import { dateAt, hour, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import type { Period } from '../scheduling/hours.ts'
import type { Phrase } from '../scheduling/rules.ts'
import { type DateTaken, takeDate } from './date.ts'
import type { Half } from './day-part.ts'
import { takeName } from './name.ts'
import { takeAnnouncedNote, takeSetApart } from './note.ts'
import { noteText } from './note-text.ts'
import { type PartyTaken, takeParty } from './party.ts'
import { takePhone } from './phone.ts'
import type { Unclear, Understood } from './result.ts'
import { settleTime, type TimeTaken, takeTime } from './time.ts'
import { type Line, splitLine } from './tokens.ts'
import { type FieldsTaken, secondWishes, takeFields } from './trade-phrases.ts'

export { toWishInput, type WishInput } from './booking-input.ts'
export type { Unclear, Understood } from './result.ts'

export type LineContext = {
  now: number
  vocabulary: readonly Phrase[]
  /** When the door is open on a day, to tell which half of the day a bare "7h" means. */
  opening?(date: string): readonly Period[]
}

/** Every word of the line is found again in what is understood; what has no place is in the note. */
export function readLine(text: string, context: LineContext): Understood {
  const line = splitLine(text)
  const { phone, unclear } = takePhone(line)
  takeAnnouncedNote(line)
  const draft: Line = { ...line, parts: [...line.parts] }
  takeParts(draft, context)
  takeSetApart(line, draft)
  const parts = takeParts(line, context)
  const name = takeName(line)
  const note = noteText(line, [...parts.time.kept, ...parts.party.kept])
  const { date, saidDate, doubt } = parts.date
  return {
    date,
    saidDate,
    time: parts.at === undefined ? undefined : timeOf(parts.at),
    partySize: parts.party.partySize,
    name,
    phone,
    note,
    fields: parts.fields.fields,
    unclear: [
      ...unclear,
      ...parts.time.unclear,
      ...parts.date.unclear,
      ...(doubt && name === undefined ? [doubt] : []),
      ...secondWishes(line, parts.fields.spare),
      ...timeFaults(parts, context.now),
      ...unreadDays(text),
    ],
  }
}

type Parts = {
  fields: FieldsTaken
  time: TimeTaken
  date: DateTaken
  party: PartyTaken
  /** Minutes after midnight. */
  at: number | undefined
}

/** The trade's words first, since "mâm 4 người" is no party; what stays open at last. */
function takeParts(line: Line, { now, vocabulary, opening }: LineContext): Parts {
  const fields = takeFields(line, vocabulary)
  const time = takeTime(line)
  const today = dateAt(now)
  const minutesOn = (date: string, half: Half | undefined) =>
    time.clock && settleTime({ ...time.clock, half }, opening?.(date) ?? [])
  const date = takeDate(line, now, (half) => {
    const at = minutesOn(today, time.clock?.half ?? half)
    return at === undefined || startOfDay(today) + at * minute >= now
  })
  const party = takeParty(line)
  const at = minutesOn(date.date, time.clock?.half ?? date.half)
  return { fields, time, date, party, at }
}

function timeFaults({ at, date, time }: Parts, now: number): Unclear[] {
  if (at === undefined) {
    const elsewhen = date.words !== undefined && (date.date !== dateAt(now) || date.half)
    return elsewhen && date.words && time.unclear.length === 0
      ? [{ text: date.words, message: whatTime }]
      : []
  }
  const past = startOfDay(date.date) + at * minute < now - hour
  return past ? [{ text: timeOf(at), message: pastTime }] : []
}

const whatTime: Words = {
  vi: 'Chưa có giờ. Viết thêm, như 19h hoặc 7h tối.',
  en: 'The time is missing. Add it, such as 19h or 7pm.',
}

const pastTime: Words = {
  vi: 'Giờ này đã qua. Sửa giờ, hoặc viết thêm ngày, như mai hoặc 20/11.',
  en: 'This time is past. Change it, or add the day, such as tomorrow or 20/11.',
}

/** Days that are said in a way we do not read: better asked about than taken for today. */
function unreadDays(text: string): Unclear[] {
  const said = fold(text).match(/(?<![a-z])(hom qua|yesterday|mung \d{1,2}|tet)(?![a-z])/)?.[0]
  return said === undefined ? [] : [{ text: said, message: whichDay }]
}

const whichDay: Words = {
  vi: 'Ngày này chưa hiểu; viết như 20/11.',
  en: 'This day is not understood; write it as 20/11.',
}
