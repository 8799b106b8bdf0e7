/** What a model of a shop knows of its trade: the rules once more, minute by minute and from the files alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Variant } from '../../test/support/shop.ts'

/** The members of a request that are the trade's own. */
export type RequestDetails = Readonly<Record<string, string | number>>

/** One way to serve a wish: what it takes, and for how many minutes. The cheaper, the better it fits. */
export type ResourceOption = {
  takes: readonly { resource: string; minutes: number }[]
  cost: number
}

export type TradeModel = {
  variant: Variant
  folder: string
  /** To choose from at random. */
  sampleDetails: readonly RequestDetails[]
  /** Those that a question for a month means if it names none. */
  defaultDetails: readonly RequestDetails[]
  resources: readonly string[]
  horizonDays: number
  /** Whether guests can transfer money: without an account nothing is asked for. */
  hasAccount: boolean
  partyOf(details: RequestDetails): number
  withParty(details: RequestDetails, party: number): RequestDetails
  noticeMinutes(details: RequestDetails): number
  /** When guests may begin on a day, in minutes after midnight; nothing if it is closed. */
  starts(details: RequestDetails, date: string): readonly number[] | undefined
  /** How long it takes if it begins then: staff may let it begin at any quarter hour. */
  lengthAt(details: RequestDetails, date: string, at: number): number | undefined
  /** Every way in which it could be served then, whatever is taken; the first of equals goes first. */
  options(
    details: RequestDetails,
    date: string,
    at: number,
    length: number,
  ): readonly ResourceOption[]
  /** What a booking has, by what the book says was given. */
  resourcesOf(assignment: Record<string, string | string[]>): string[]
  /** How an assistant asks for it, and for which changes. */
  tool(details: RequestDetails): { name: string; arguments: RequestDetails }
  changeTool: { name: string; kinds: readonly string[]; byPhone: boolean }
}

export type OpenPeriod = { from: number; to: number }

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

/** When the door is open on a day, and whether that day is unlike others. */
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

/** From the first to the last, as a timetable lists them. */
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

/** 1 for Monday, 7 for Sunday; it is asked for very often. */
export function weekdayOf(date: string): number {
  const found = weekdays.get(date) ?? (new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
  weekdays.set(date, found)
  return found
}

/** One of them, or now and then one that there is not. */
export function resourceAt(resources: readonly string[], index: number): string {
  return index === 39 ? 'table:none' : (resources[index % resources.length] as string)
}
