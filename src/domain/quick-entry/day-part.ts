/** Parts of the day (morning, evening), and how they change an hour. */
import {
  isCapital,
  isIntentionalCapital,
  isNextToPhone,
  type Line,
  unreadTokenAt,
} from './tokens.ts'
import { createWordLookup, isAfterHonorific, isUnaccented } from './word-lists.ts'

export type DayPart = 'am' | 'pm' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

const dayPartLookup = createWordLookup<DayPart>([
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

/** The part of the day, unless it is a guest: "Sang" is a common name. */
export function dayPartAt(line: Line, index: number): DayPart | undefined {
  const token = unreadTokenAt(line, index)
  const dayPart = dayPartLookup(token)
  if (token === undefined || dayPart === undefined || isAfterHonorific(line, index))
    return undefined
  if (token.folded !== 'sang' || !isUnaccented(token) || !isCapital(line, index)) return dayPart
  const isName =
    isIntentionalCapital(line, index) || isNextToPhone(line, { from: index, to: index + 1 })
  return isName ? undefined : dayPart
}

/** Whether a time after midnight with this part of the day belongs to the evening before. */
export function isNightPart(part: DayPart | undefined): boolean {
  return part === 'evening' || part === 'night'
}

const afternoonFrom = (minHour: number) => (hour: number) =>
  hour >= minHour && hour <= 12 ? hour + 12 : hour

/** Converts an hour to the 24-hour clock. */
export const toHour24: Record<DayPart, (hour: number) => number> = {
  am: (hour) => hour % 12,
  pm: (hour) => (hour < 12 ? hour + 12 : hour),
  morning: (hour) => hour,
  noon: (hour) => (hour < 5 ? hour + 12 : hour),
  afternoon: (hour) => (hour < 12 ? hour + 12 : hour),
  evening: afternoonFrom(1),
  night: afternoonFrom(6),
}

/** The hours with which a part of the day is used. */
export const dayPartHours: Record<DayPart, readonly [min: number, max: number]> = {
  am: [1, 12],
  pm: [1, 12],
  morning: [5, 11],
  noon: [10, 13],
  afternoon: [1, 6],
  evening: [5, 11],
  night: [8, 12],
}
