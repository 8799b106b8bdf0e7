/** Parses clock times: 19h30, 19:30, 7pm, 8 rưỡi, 7h kém 15, 7 tối. */
import { type DayPart, dayPartAt, dayPartHours } from './day-part.ts'
import { gluedTokenAt, isSignAt, type Line, type TokenRange, unreadTokenAt } from './tokens.ts'
import { createWordLookup, isPartyUnit, matchesAny, numberAt } from './word-lists.ts'

/** As typed; date and opening hours later decide between morning and evening. */
export type ClockTime = { hour: number; minute: number; dayPart: DayPart | undefined }

/** `isRange`: the line also contains the end, as in "19-21h". */
export type ParsedClockTime = ClockTime & TokenRange & { isRange?: boolean }

const isHourUnit = matchesAny('h giờ')
const isMinuteUnit = matchesAny('p ph phút min')
const isHalfPast = matchesAny('rưỡi rưởi')
const isLessThan = matchesAny('kém')
const amPmLookup = createWordLookup<DayPart>([
  ['am', 'am'],
  ['pm', 'pm'],
])

/** Whether a number can start here; false in the middle of 20/11, t6 or x4. */
export function canStartNumber(line: Line, index: number): boolean {
  const token = unreadTokenAt(line, index)
  const before = line.tokens[index - 1]
  if (!token || token.kind === 'sign') return false
  if (!token.isGlued || !before) return true
  return before.kind === 'sign' ? !'/.:'.includes(before.text) : before.text.length > 1
}

/** An hour with a unit, with its minutes and part of the day. */
export function clockTimeAt(line: Line, from: number): ParsedClockTime | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const core = clockFace(line, number) ?? hourAndMinutes(line, number)
  if (core) {
    const amOrPm = amPmLookup(unreadTokenAt(line, core.to))
    const dayPart = fittingDayPart(core.hour, amOrPm ?? dayPartAt(line, core.to))
    return { ...core, from, to: core.to + (dayPart ? 1 : 0), dayPart }
  }
  const amOrPm = amPmLookup(unreadTokenAt(line, number.to))
  if (amOrPm) return { from, to: number.to + 1, hour: number.value, minute: 0, dayPart: amOrPm }
  return undefined
}

const isOtherContext = matchesAny('thứ ngày hôm tháng bàn cho for nhóm đoàn')

/** "7 tối": a number before a part of the day that contains this hour. Used if the line has no other time. */
export function bareClockTimeAt(line: Line, from: number): ParsedClockTime | undefined {
  const number = numberAt(line, from)
  const dayPart = number && dayPartAt(line, number.to)
  if (!dayPart || isOtherContext(line.tokens[from - 1])) return undefined
  const [min, max] = dayPartHours[dayPart]
  if (number.value < min || number.value > max) return undefined
  return { from, to: number.to + 1, hour: number.value, minute: 0, dayPart }
}

type ClockCore = { hour: number; minute: number; to: number; isRange?: boolean }

/** 19:30, and 19.30 unless it can be a date. */
function clockFace(
  line: Line,
  { value, to }: { value: number; to: number },
): ClockCore | undefined {
  const minutes = gluedTokenAt(line, to + 1)
  if (!gluedTokenAt(line, to) || !/^[0-9]{2}$/.test(minutes?.text ?? '')) return undefined
  const isQuarter = ['00', '15', '30', '45'].includes(minutes?.text ?? '')
  const isDotted =
    isSignAt(line, to, '.') && isQuarter && gluedTokenAt(line, to + 2)?.kind !== 'sign'
  if (!isDotted && !isSignAt(line, to, ':')) return undefined
  const unit = isHourUnit(gluedTokenAt(line, to + 2)) ? 1 : 0
  return { hour: value, minute: Number(minutes?.text), to: to + 2 + unit }
}

function hourAndMinutes(line: Line, number: { value: number; to: number }): ClockCore | undefined {
  const { value: hour, to } = number
  if (isHalfPast(unreadTokenAt(line, to))) return { hour, minute: 30, to: to + 1 }
  const range = upToHour(line, to)
  if (range) return { hour, minute: 0, to: range, isRange: true }
  const unit = unreadTokenAt(line, to)
  if (!isHourUnit(unit) && !(unit?.isGlued && unit.folded === 'g')) return undefined
  if (isHalfPast(unreadTokenAt(line, to + 1))) return { hour, minute: 30, to: to + 2 }
  if (isLessThan(unreadTokenAt(line, to + 1))) return minutesBeforeHour(line, hour, to + 2)
  const minutes = minutesAt(line, to + 1)
  return { hour, minute: minutes?.value ?? 0, to: minutes?.to ?? to + 1 }
}

/** "19-21h": the index after the range. */
function upToHour(line: Line, to: number): number | undefined {
  const last = gluedTokenAt(line, to + 1)
  if (!isSignAt(line, to, '-–') || !gluedTokenAt(line, to) || last?.kind !== 'number')
    return undefined
  return isHourUnit(gluedTokenAt(line, to + 2)) ? to + 3 : undefined
}

/** "7h kém 15" */
function minutesBeforeHour(line: Line, hour: number, index: number): ClockCore | undefined {
  const number = numberAt(line, index)
  if (!number || number.value < 1 || number.value > 59 || hour < 1) return undefined
  const unit = isMinuteUnit(unreadTokenAt(line, number.to)) ? 1 : 0
  return { hour: hour - 1, minute: 60 - number.value, to: number.to + unit }
}

/** Minutes after "19h": without a space, or with a unit, or a quarter hour that is not a number of guests. */
function minutesAt(line: Line, index: number): { value: number; to: number } | undefined {
  const token = unreadTokenAt(line, index)
  if (token?.kind !== 'number' || token.text.length > 2) return undefined
  const next = unreadTokenAt(line, index + 1)
  const unit = isMinuteUnit(next) || (next?.isGlued && `'’`.includes(next.text)) ? 1 : 0
  const isQuarter = ['00', '15', '30', '45'].includes(token.text)
  const isStandalone = !isPartyUnit(next) && !(next?.isGlued && !',;.)'.includes(next.text))
  const isMinutes =
    unit === 1 || (token.isGlued ? token.text.length === 2 : isQuarter && isStandalone)
  return isMinutes ? { value: Number(token.text), to: index + 1 + unit } : undefined
}

/** In "19h Sang", "Sang" is a name and not the morning. */
function fittingDayPart(hour: number, dayPart: DayPart | undefined): DayPart | undefined {
  return hour > 12 && (dayPart === 'morning' || dayPart === 'am') ? undefined : dayPart
}
