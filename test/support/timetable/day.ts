/** The calendar of a sample shop, read from its content files and computed apart from the program. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { sampleFolder } from '../../../src/content/sample.ts'

export type Span = { from: string; to: string }

/** Why a time is not possible, from the first rule that is checked to the last. */
export const codesInOrder = [
  'past',
  'too_far',
  'closed',
  'no_start',
  'off',
  'understaffed',
  'too_soon',
  'party_size',
  'full',
  'free',
] as const

export type Code = (typeof codesInOrder)[number]

/** Whether a resource is held by a booking in one of the quarter hours from a time on. */
export type IsHeld = (resource: string, date: string, from: number, minutes: number) => boolean

export type Query = Readonly<Record<string, string | number | undefined>>

/** A time of a day for a query: why it is not possible, or who or what is free then. */
export type Verdict = { code: Code; kinds: readonly string[] }

export type Timetable = {
  judge(query: Query, date: string, at: number, now: number, isHeld: IsHeld): Verdict
  /** Member of a slot with the free areas or people. */
  kindsOf(slot: Readonly<Record<string, unknown>>): readonly string[]
}

export function readYaml(trade: string, file: string) {
  return parse(readFileSync(join(sampleFolder(trade), file), 'utf8'))
}

export function readYamlFolder(trade: string, folder: string) {
  const files = readdirSync(join(sampleFolder(trade), folder))
  return files.map((file) => readYaml(trade, join(folder, file)))
}

export const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const toMs = (date: string, at: number) => Date.parse(`${date}T00:00:00+07:00`) + at * 60_000

export const dateOf = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)

export const daysAfter = (date: string, days: number) => dateOf(toMs(date, days * 24 * 60))

export const isoWeekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

type SpecialDay = Span & { hours?: Span[] }
type Business = { hours: { days: number[]; periods: Span[] }[]; special_days: SpecialDay[] }

/** The opening hours of a day; none if the shop is closed. */
export function openingHours(
  business: Business,
  date: string,
): { special: boolean; spans: Span[] } {
  const special = business.special_days.find(({ from, to }) => from <= date && date <= to)
  if (special) return { special: true, spans: special.hours ?? [] }
  const weekday = isoWeekday(date)
  const spans = business.hours.flatMap(({ days, periods }) =>
    days.includes(weekday) ? periods : [],
  )
  return { special: false, spans }
}

/** Rules that every shop has, before those about people and places. */
export function judgeDay(date: string, now: number, horizonDays: number): Code | undefined {
  const today = dateOf(now)
  if (date < today) return 'past'
  return date > daysAfter(today, horizonDays) ? 'too_far' : undefined
}
