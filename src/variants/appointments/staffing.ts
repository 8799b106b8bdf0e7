/** Why no one can serve a request at some starts: who is on duty, and how many are needed. */
import type { Period } from '../../domain/scheduling/hours.ts'
import type { Rejection, Start } from '../../domain/scheduling/rules.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { formatPeriod, minutesOf, startTimeOf, timeOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Worker } from './values.ts'

export type StaffingTexts = {
  /** No one who performs the service works that day. */
  noneWorks: LocalizedText
  /** The noun for one person. */
  person: LocalizedText
}

type Duty = {
  /** People who perform the service, on duty or not. */
  skilled: readonly Worker[]
  /** Those of them who suit the request. */
  able: readonly Worker[]
  needed: number
  requested: Worker | undefined
  /** In ascending order; at least one. */
  starts: readonly Start[]
  date: string
}

/** The hours of a person on a service day; undefined on a day off. */
export function hoursOfPerson(worker: Worker, date: string): Period | undefined {
  const set = worker.dayHours?.[date]
  if (set !== undefined) return set ?? undefined
  return usualHours(worker, date)
}

/** The same by the content alone. */
export function usualHours({ weekdays, hours }: Worker, date: string): Period | undefined {
  if (!weekdays.includes(weekdayOf(date))) return undefined
  return { from: minutesOf(hours.from), to: minutesOf(hours.to) }
}

export function isOnShift(worker: Worker, date: string, { at, minutes }: Start): boolean {
  const hours = hoursOfPerson(worker, date)
  return hours !== undefined && hours.from <= at && at + minutes <= hours.to
}

/** When the person works, for a start at which they do not. */
export function dutyText(worker: Worker, date: string): LocalizedText {
  const { name, dayHours } = worker
  const set = dayHours?.[date]
  if (set) {
    const time = `${timeOf(set.from)}–${timeOf(set.to)}`
    return { vi: `Hôm đó ${name} làm ${time}.`, en: `${name} works ${time} that day.` }
  }
  const isOff = hoursOfPerson(worker, date) === undefined
  return isOff ? dayOffText(worker, weekdayOf(date)) : worksText(worker, true)
}

/** The reason is true for every one of the starts. */
export function explainStaffing(
  { skilled, able, needed, requested, starts, date }: Duty,
  texts: StaffingTexts,
): Rejection {
  const weekday = weekdayOf(date)
  const worksThatDay = (worker: Worker) => hoursOfPerson(worker, date) !== undefined
  const workers = able.filter(worksThatDay)
  if (requested && !worksThatDay(requested)) return off(dayOffText(requested, weekday))
  if (requested && !workers.includes(requested)) return off(worksText(requested, false))
  if (workers.length === 0) {
    if (skilled.some(worksThatDay)) return off(noneSuitsText(texts.person))
    return off(withDaysOff(texts.noneWorks, skilled, weekday))
  }
  const onDuty = starts.map((start) => workers.filter((one) => isOnShift(one, date, start)))
  if (requested && !onDuty.some((people) => people.includes(requested))) {
    return off(dutyText(requested, date))
  }
  const most = onDuty.toSorted((one, other) => other.length - one.length)[0] ?? []
  if (most.length === 0) return off(noneLongEnoughText(starts))
  return {
    code: 'understaffed',
    reason: understaffedText(needed, requested ? [requested] : most, texts.person),
  }
}

function off(reason: LocalizedText): Rejection {
  return { code: 'off', reason }
}

function worksText({ name, weekdays, hours }: Worker, withHours: boolean): LocalizedText {
  const days = weekdayNames(weekdays)
  const time = withHours ? ` ${formatPeriod(hours)}` : ''
  return { vi: `${name} làm việc ${days.vi}${time}.`, en: `${name} works ${days.en}${time}.` }
}

/** "Minh Khang is off on Thursday and works Monday–Wednesday, Friday–Sunday." */
function dayOffText({ name, weekdays }: Worker, weekday: number): LocalizedText {
  const [day, days] = [weekdayNames([weekday]), weekdayNames(weekdays)]
  if (weekdays.includes(weekday)) {
    return {
      vi: `Hôm đó ${name} nghỉ; thường làm việc ${days.vi}.`,
      en: `${name} is off that day and usually works ${days.en}.`,
    }
  }
  return {
    vi: `${name} nghỉ ${day.vi}, làm việc ${days.vi}.`,
    en: `${name} is off on ${day.en} and works ${days.en}.`,
  }
}

/** So many people are named. */
const maxNamedPeople = 4

function withDaysOff(
  text: LocalizedText,
  people: readonly Worker[],
  weekday: number,
): LocalizedText {
  if (people.length === 0 || people.length > maxNamedPeople) return text
  const names = people.map(({ name }) => name).join(', ')
  const day = weekdayNames([weekday])
  return {
    vi: `${text.vi} Nghỉ ${day.vi}: ${names}.`,
    en: `${text.en} Off on ${day.en}: ${names}.`,
  }
}

function noneSuitsText(person: LocalizedText): LocalizedText {
  return {
    vi: `Hôm đó không có ${person.vi} nào hợp với yêu cầu.`,
    en: `No ${person.en} who fits the request works that day.`,
  }
}

/** A service may be longer than what is left of a shift. */
function noneLongEnoughText(starts: readonly Start[]): LocalizedText {
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) throw new Error('no starts to explain')
  if (first === last) {
    const [from, to] = [startTimeOf(first.at), timeOf(first.at + first.minutes)]
    return {
      vi: `Hôm đó không có ai nhận được từ ${from} đến ${to}.`,
      en: `No one who can do this works from ${from} to ${to} that day.`,
    }
  }
  return {
    vi: `Hôm đó không có ai nhận được lượt ${first.minutes} phút bắt đầu từ ${startTimeOf(first.at)} đến ${startTimeOf(last.at)}.`,
    en: `No one who can do this works long enough for ${first.minutes} minutes from a start between ${startTimeOf(first.at)} and ${startTimeOf(last.at)}.`,
  }
}

function understaffedText(
  needed: number,
  onDuty: readonly Worker[],
  person: LocalizedText,
): LocalizedText {
  const names = onDuty.map(({ name }) => name).join(', ')
  return {
    vi: `Cần ${needed} ${person.vi} cùng lúc, nhưng chỉ có ${onDuty.length} người phù hợp đi làm: ${names}.`,
    en: `This needs ${needed} ${person.en}s at the same time, but only ${onDuty.length} of them works then: ${names}.`,
  }
}
