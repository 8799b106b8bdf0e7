/** An hour as it is typed: 19h30, 19:30, 7pm, 8 rưỡi, 7h kém 15, 7 tối. */
import { type Half, halfAt, usualHours } from './day-part.ts'
import { free, gluedAt, type Line, type Span, signAt } from './tokens.ts'
import { anyOf, known, numberAt, partyUnit } from './word-lists.ts'

/** As it was said; which half of the day was meant is settled with the date and the opening. */
export type Clock = { hour: number; minute: number; half: Half | undefined }

/** `ranged`: its end is said as well, as in "19-21h". */
export type SaidClock = Clock & Span & { ranged?: boolean }

const hourUnit = anyOf('h giờ')
const minuteUnit = anyOf('p ph phút min')
const halfPast = anyOf('rưỡi rưởi')
const lessThan = anyOf('kém')
const amPm = known<Half>([
  ['am', 'am'],
  ['pm', 'pm'],
])

/** Whether a number may begin here: not in the middle of 20/11, t6 or x4. */
export function begins(line: Line, place: number): boolean {
  const atom = free(line, place)
  const before = line.atoms[place - 1]
  if (!atom || atom.kind === 'sign') return false
  if (!atom.glued || !before) return true
  return before.kind === 'sign' ? !'/.:'.includes(before.text) : before.text.length > 1
}

/** An hour that is said to be one, with its minutes and its half of the day. */
export function clockAt(line: Line, from: number): SaidClock | undefined {
  const number = numberAt(line, from)
  if (!number) return undefined
  const core = clockFace(line, number) ?? hourAndMinutes(line, number)
  if (core) {
    const glyph = amPm(free(line, core.to))
    const half = fitting(core.hour, glyph ?? halfAt(line, core.to))
    return { ...core, from, to: core.to + (half ? 1 : 0), half }
  }
  const glyph = amPm(free(line, number.to))
  if (glyph) return { from, to: number.to + 1, hour: number.value, minute: 0, half: glyph }
  return undefined
}

const ofSomethingElse = anyOf('thứ ngày hôm tháng bàn cho for nhóm đoàn')

/** "7 tối": a number before a part of the day that has such an hour, where no other time is said. */
export function bareClockAt(line: Line, from: number): SaidClock | undefined {
  const number = numberAt(line, from)
  const half = number && halfAt(line, number.to)
  if (!half || ofSomethingElse(line.atoms[from - 1])) return undefined
  const [least, most] = usualHours[half]
  if (number.value < least || number.value > most) return undefined
  return { from, to: number.to + 1, hour: number.value, minute: 0, half }
}

type Core = { hour: number; minute: number; to: number; ranged?: boolean }

/** 19:30, and 19.30 where it can be no date. */
function clockFace(line: Line, { value, to }: { value: number; to: number }): Core | undefined {
  const minutes = gluedAt(line, to + 1)
  if (!gluedAt(line, to) || !/^[0-9]{2}$/.test(minutes?.text ?? '')) return undefined
  const quarter = ['00', '15', '30', '45'].includes(minutes?.text ?? '')
  const dotted = signAt(line, to, '.') && quarter && gluedAt(line, to + 2)?.kind !== 'sign'
  if (!dotted && !signAt(line, to, ':')) return undefined
  const unit = hourUnit(gluedAt(line, to + 2)) ? 1 : 0
  return { hour: value, minute: Number(minutes?.text), to: to + 2 + unit }
}

function hourAndMinutes(line: Line, number: { value: number; to: number }): Core | undefined {
  const { value: hour, to } = number
  if (halfPast(free(line, to))) return { hour, minute: 30, to: to + 1 }
  const range = upToHour(line, to)
  if (range) return { hour, minute: 0, to: range, ranged: true }
  const unit = free(line, to)
  if (!hourUnit(unit) && !(unit?.glued && unit.folded === 'g')) return undefined
  if (halfPast(free(line, to + 1))) return { hour, minute: 30, to: to + 2 }
  if (lessThan(free(line, to + 1))) return before(line, hour, to + 2)
  const minutes = minutesAt(line, to + 1)
  return { hour, minute: minutes?.value ?? 0, to: minutes?.to ?? to + 1 }
}

/** "19-21h": the first is the hour. */
function upToHour(line: Line, to: number): number | undefined {
  const last = gluedAt(line, to + 1)
  if (!signAt(line, to, '-–') || !gluedAt(line, to) || last?.kind !== 'number') return undefined
  return hourUnit(gluedAt(line, to + 2)) ? to + 3 : undefined
}

/** "7h kém 15" */
function before(line: Line, hour: number, place: number): Core | undefined {
  const number = numberAt(line, place)
  if (!number || number.value < 1 || number.value > 59 || hour < 1) return undefined
  const unit = minuteUnit(free(line, number.to)) ? 1 : 0
  return { hour: hour - 1, minute: 60 - number.value, to: number.to + unit }
}

/** Minutes after "19h": glued, or a quarter that counts no guests, or with their unit. */
function minutesAt(line: Line, place: number): { value: number; to: number } | undefined {
  const atom = free(line, place)
  if (atom?.kind !== 'number' || atom.text.length > 2) return undefined
  const next = free(line, place + 1)
  const unit = minuteUnit(next) || (next?.glued && `'’`.includes(next.text)) ? 1 : 0
  const quarter = ['00', '15', '30', '45'].includes(atom.text)
  const alone = !partyUnit(next) && !(next?.glued && !',;.)'.includes(next.text))
  const fits = unit === 1 || (atom.glued ? atom.text.length === 2 : quarter && alone)
  return fits ? { value: Number(atom.text), to: place + 1 + unit } : undefined
}

/** "19h Sang" is no morning. */
function fitting(hour: number, half: Half | undefined): Half | undefined {
  return hour > 12 && (half === 'morning' || half === 'am') ? undefined : half
}
