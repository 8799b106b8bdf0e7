/** The time that a line says: 19h30, 7 giờ tối, 7:30pm, 8 rưỡi. */
import type { Words } from '../../kernel/locale.ts'
import type { Period } from '../scheduling/hours.ts'
import { bareClockAt, begins, type Clock, clockAt, type SaidClock } from './clock-time.ts'
import { type Half, halfAt, halfHours } from './day-part.ts'
import type { Unclear } from './result.ts'
import { free, isMeantCapital, type Line, type Span, signAt, take, textOf } from './tokens.ts'
import { anyOf, isAddressed } from './word-lists.ts'

export type TimeTaken = {
  clock: Clock | undefined
  /** Text that must also stand in the note, such as "19h-21h". */
  kept: Span[]
  unclear: Unclear[]
}

const until = anyOf('đến to till until')
const leading = anyOf('lúc vào khoảng tầm từ đến at around from by')

export function takeTime(line: Line): TimeTaken {
  takeNow(line)
  const said = findClock(line, clockAt) ?? findClock(line, bareClockAt)
  if (!said) return { clock: undefined, kept: [], unclear: impossible(line) }
  const range = rangeAfter(line, said)
  const whole = withLeading(line, range ?? said)
  take(line, whole.span, 'time')
  const { hour, minute } = said
  const half = said.half ?? range?.half ?? whole.half
  return { clock: { hour, minute, half }, kept: range ? [range] : [], unclear: [] }
}

/** Minutes after midnight. A bare "7h" is the evening where only the evening is open. */
export function settleTime({ hour, minute, half }: Clock, periods: readonly Period[]): number {
  const asWritten = hour * 60 + minute
  if (half !== undefined) return (halfHours[half](hour) % 24) * 60 + minute
  const later = asWritten + 12 * 60
  const open = (at: number) => periods.some(({ from, to }) => from <= at && at < to)
  return hour < 12 && !open(asWritten) && open(later) ? later : asWritten
}

function findClock(
  line: Line,
  at: (line: Line, place: number) => SaidClock | undefined,
): SaidClock | undefined {
  for (let place = 0; place < line.atoms.length; place += 1) {
    const found = begins(line, place) ? at(line, place) : undefined
    if (found && found.hour < 24 && found.minute < 60) return found
  }
  return undefined
}

/** "19h-21h", "19h đến 21h": the start counts, and the whole is kept for the note. */
function rangeAfter(line: Line, said: SaidClock): (Span & { half: Half | undefined }) | undefined {
  if (said.ranged) return said
  if (!signAt(line, said.to, '-–') && !until(free(line, said.to))) return undefined
  const end = clockAt(line, said.to + 1)
  return end && { from: said.from, to: end.to, half: end.half }
}

/** With the words before it that only lead to it: "lúc", "tối". */
function withLeading(line: Line, { from, to }: Span): { span: Span; half: Half | undefined } {
  let first = from
  while (leads(line, first - 1)) first -= 1
  const half = halfAt(line, first - 1)
  return { span: { from: half ? first - 1 : first, to }, half }
}

function leads(line: Line, place: number): boolean {
  const named = isMeantCapital(line, place) || isAddressed(line, place)
  // "thu tu 19h" is Wednesday, not "from 19h".
  const weekday = free(line, place - 1)?.folded === 'thu'
  return signAt(line, place, '@') || (leading(free(line, place)) && !named && !weekday)
}

const now = [
  ['ngay', 'bây', 'giờ'],
  ['bây', 'giờ'],
  ['khách', 'vãng', 'lai'],
  ['vãng', 'lai'],
  ['walk', '-', 'in'],
  ['walk', 'in'],
  ['walkin'],
  ['right', 'now'],
  ['now'],
].map((words) => words.map(anyOf))

function takeNow(line: Line): void {
  for (let place = 0; place < line.atoms.length; place += 1) {
    const said = now.find((words) => words.every((is, step) => is(free(line, place + step))))
    if (said) take(line, { from: place, to: place + said.length }, 'time')
  }
}

const noSuchHour: Words = {
  vi: 'Không có giờ này. Viết như 19h, 19h30 hoặc 7h tối.',
  en: 'There is no such time. Write 19h, 19:30 or 7pm.',
}

function impossible(line: Line): Unclear[] {
  for (let place = 0; place < line.atoms.length; place += 1) {
    const said = begins(line, place) ? clockAt(line, place) : undefined
    if (said) return [{ text: textOf(line, said), message: noSuchHour }]
  }
  return []
}
