/** The part of the day that a line says, and which hour it makes of 7. */

import { free, isCapital, isMeantCapital, isNextToPhone, type Line } from './tokens.ts'
import { isAddressed, isPlain, known } from './word-lists.ts'

export type Half = 'am' | 'pm' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

const halves = known<Half>([
  ['sáng', 'morning'],
  ['trưa', 'noon'],
  ['chiều', 'afternoon'],
  ['tối', 'evening'],
  ['đêm', 'night'],
  ['khuya', 'night'],
  ['morning', 'morning'],
  ['noon', 'noon'],
  ['afternoon', 'afternoon'],
  ['evening', 'evening'],
  ['night', 'evening'],
])

/** A part of the day, unless it is a guest: Sang is a common name. */
export function halfAt(line: Line, place: number): Half | undefined {
  const atom = free(line, place)
  const half = halves(atom)
  if (atom === undefined || half === undefined || isAddressed(line, place)) return undefined
  if (atom.folded !== 'sang' || !isPlain(atom) || !isCapital(line, place)) return half
  const named = isMeantCapital(line, place) || isNextToPhone(line, { from: place, to: place + 1 })
  return named ? undefined : half
}

const laterFrom = (least: number) => (hour: number) =>
  hour >= least && hour <= 12 ? hour + 12 : hour

/** The hour by the clock of 24. */
export const halfHours: Record<Half, (hour: number) => number> = {
  am: (hour) => hour % 12,
  pm: (hour) => (hour < 12 ? hour + 12 : hour),
  morning: (hour) => hour,
  noon: (hour) => (hour < 5 ? hour + 12 : hour),
  afternoon: (hour) => (hour < 12 ? hour + 12 : hour),
  evening: laterFrom(1),
  night: laterFrom(6),
}

/** Of which hours a part of the day is said. */
export const usualHours: Record<Half, readonly [least: number, most: number]> = {
  am: [1, 12],
  pm: [1, 12],
  morning: [5, 11],
  noon: [10, 13],
  afternoon: [1, 6],
  evening: [5, 11],
  night: [8, 12],
}
