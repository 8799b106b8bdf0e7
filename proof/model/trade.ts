/** The rules of a trade for the model, implemented a second time from the content files, minute by minute. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { TradeName } from '../../test/support/shop.ts'

/** The fields of a request that belong to the trade. */
export type RequestDetails = Readonly<Record<string, string | number>>

/** Resources that can serve a request, with their minutes. A lower cost is a better fit. */
export type ResourceOption = {
  takes: readonly { resource: string; minutes: number }[]
  cost: number
}

/** With the rules that it breaks. */
export type StaffOption = ResourceOption & { broken: readonly string[] }

export type TradeModel = {
  id: TradeName
  folder: string
  /** Details for random requests. */
  sampleDetails: readonly RequestDetails[]
  /** The details of a month query that names none. */
  defaultDetails: readonly RequestDetails[]
  resources: readonly string[]
  horizonDays: number
  /** Whether the shop has a bank account; without one it requests no deposits. */
  hasAccount: boolean
  partyOf(details: RequestDetails): number
  withParty(details: RequestDetails, party: number): RequestDetails
  /** The error code if the trade takes no such party online, even if all is free. */
  rejectParty(details: RequestDetails): string | undefined
  noticeMinutes(details: RequestDetails): number
  /** The starts that guests can book, in minutes after midnight; `undefined` on a closed day. */
  starts(details: RequestDetails, date: string): readonly number[] | undefined
  /** The end of the opening hours, in minutes after midnight; `undefined` on a closed day. */
  closesAt(date: string): number | undefined
  /** The duration if it starts then; staff can choose any quarter hour. */
  lengthAt(details: RequestDetails, date: string, at: number): number | undefined
  /** All options for that time, free or not. */
  options(
    details: RequestDetails,
    date: string,
    at: number,
    length: number,
  ): readonly ResourceOption[]
  /** The opening hours of a day; none on a closed day. */
  periods(date: string): readonly OpenPeriod[]
  /** The duration regardless of opening hours. */
  stayMinutes(details: RequestDetails): number
  /** The ways to use all of these resources, with the rules that each breaks. */
  staffOptions(
    details: RequestDetails,
    date: string,
    at: number,
    length: number,
    resources: readonly string[],
  ): readonly StaffOption[]
  /** The resources of the stored assignment. */
  resourcesOf(assignment: Record<string, string | string[]>): string[]
  /** The tool call of an assistant for a request. */
  tool(details: RequestDetails): { name: string; arguments: RequestDetails }
  /** Tables, rooms and seats that staff have added for one day, which guests cannot book. */
  extraPlaces: ExtraPlace[]
  /** The options of guests, and those with places that staff have added. */
  optionsForStaff: TradeModel['options']
  /** The services that a booking can change to; none in the restaurant. */
  services: readonly string[]
  withService(details: RequestDetails, id: string): RequestDetails
  /** The hours of persons that staff have set, by date and resource. */
  shifts: Map<string, OpenPeriod>
  changeTool: { name: string; kinds: readonly string[]; byPhone: boolean }
}

export type ExtraPlace = { id: string; date: string; seats: number; kind: string }

type OpenPeriod = { from: number; to: number }

type DayHours = { periods: readonly OpenPeriod[]; special: boolean }

type Hours = { from: string; to: string }

export type BusinessContent = {
  bank?: object
  hours: { days: number[]; periods: Hours[] }[]
  special_days: { from: string; to: string; hours?: Hours[] }[]
}

/** Reads a file of a content folder. */
export function createContentReader(folder: string) {
  return (path: string) => parse(readFileSync(join(folder, path), 'utf8'))
}

/** The opening hours of a day, and whether it is a special day. */
export function createOpeningHours(business: BusinessContent) {
  const known = new Map<string, DayHours>()
  const computeHours = (date: string): DayHours => {
    const special = business.special_days.find(({ from, to }) => from <= date && date <= to)
    const usual = business.hours
      .filter(({ days }) => days.includes(weekdayOf(date)))
      .flatMap(({ periods }) => periods)
    const hours = special ? (special.hours ?? []) : usual
    return {
      periods: hours.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
      special: special !== undefined,
    }
  }
  return (date: string): DayHours => {
    const dayHours = known.get(date) ?? computeHours(date)
    known.set(date, dayHours)
    return dayHours
  }
}

/** The end of the last period. */
export function closingMinutes({ periods }: DayHours): number | undefined {
  return periods.length > 0 ? Math.max(...periods.map(({ to }) => to)) : undefined
}

export function timetable(first: string, last: string, intervalMinutes: number): number[] {
  const times: number[] = []
  for (let at = minutesOf(first); at <= minutesOf(last); at += intervalMinutes) times.push(at)
  return times
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

export function formatClockTime(at: number): string {
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

const weekdays = new Map<string, number>()

/** 1 for Monday, 7 for Sunday. Memoized because it is called very often. */
export function weekdayOf(date: string): number {
  const weekday = weekdays.get(date) ?? (new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
  weekdays.set(date, weekday)
  return weekday
}

/** Whether a person works for all of this time: in the hours that staff have set, else in those of the content. */
export function isOnDuty(
  shifts: ReadonlyMap<string, OpenPeriod>,
  { resource, weekdays, from, to }: OpenPeriod & { resource: string; weekdays: readonly number[] },
  date: string,
  at: number,
  minutes: number,
): boolean {
  const set = shifts.get(`${date} ${resource}`)
  const hours = set ?? (weekdays.includes(weekdayOf(date)) ? { from, to } : undefined)
  return hours !== undefined && hours.from <= at && at + minutes <= hours.to
}

/** One of the resources, or for one index a resource that does not exist. */
export function resourceAt(resources: readonly string[], index: number): string {
  return index === 39 ? 'table:none' : (resources[index % resources.length] as string)
}
