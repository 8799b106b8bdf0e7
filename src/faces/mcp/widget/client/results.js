/** Reads the results of the tools. */
import { expandDays, expandTimes, isDate, isTime } from './dates.js'
import { data, local, pickedChoices, state, t } from './state.js'

/** The data of a result. A host may pass on only the text. */
export function contentOf({ structuredContent, content }) {
  if (structuredContent) return structuredContent
  const text = content?.find(({ type }) => type === 'text')?.text ?? ''
  try {
    return Object(JSON.parse(text))
  } catch {
    return { message: text }
  }
}

/** Texts of the view replace those that speak of arguments. */
const ownMessages = ['slot-taken', 'rate-limited', 'store-unavailable']

export function problemOf(result) {
  const { code, field, message, choices = [], retry_after: seconds } = contentOf(result)
  const values = { phone: data.phone, minutes: Math.ceil((seconds ?? 60) / 60) }
  const name = code === 'slot-taken' && choices.length === 0 ? 'day-full' : code
  const text = ownMessages.includes(code) ? t(name, values) : message
  const names = namesIn(message, choices.length)
  return {
    field,
    text: text || t('failed', values),
    choices: choices.map((value, index) => toSuggestion(field, value, names[index])),
  }
}

/** A question lists the names of its choices: "Which one: short hair · long hair?" */
function namesIn(message = '', count) {
  const names = message
    .slice(message.indexOf(': ') + 2)
    .replace(/\?$/, '')
    .split(' · ')
  return names.length === count ? names : []
}

/** What a choice of an error sets: a time, a day, both, or an argument. */
function toSuggestion(field, value, name) {
  const parts = String(value).split(' ')
  const date = parts.find(isDate)
  const time = parts.find(isTime)
  return date || time ? { date, time } : { field, value, text: findPick(value)?.text ?? name }
}

/** The picker that has this value, with the position and the name of the choice. */
export function findPick(value) {
  for (const [index, { choices }] of data.pickers.entries()) {
    const position = choices.findIndex(({ sets }) =>
      Object.values(sets).some((one) => String(one) === String(value)),
    )
    if (position >= 0) return { index, position, text: local(choices[position].text) }
  }
  return undefined
}

/** The name of what the times are for, without its quotation marks. */
function applySubject({ for: subject = '' }) {
  state.subject = subject.replace(/[“”]/g, '')
}

export function applyMonth(result) {
  const { month, reason, free_by_day: free = {}, not_free: others = {} } = result
  applySubject(result)
  const days = Object.entries(free).map(([key, count]) => ({ date: key.slice(0, 10), count }))
  for (const [why, ranges] of Object.entries(others)) {
    if (why === 'past' || why === 'too_far') continue
    for (const day of expandDays(ranges)) {
      days.push({ date: `${month}-${String(day).padStart(2, '0')}`, count: 0, why })
    }
  }
  const isEmpty = Object.keys(free).length === 0
  Object.assign(state, {
    month,
    days: days.sort((one, other) => (one.date < other.date ? -1 : 1)),
    monthReason: reason ?? (isEmpty ? t('noFreeDays') : undefined),
    isLastMonth: reason !== undefined || 'too_far' in others,
  })
}

/** All free times of a day, of every area or person. */
function timesOf({ starts, slots = [], start_every_minutes: every = 15 }) {
  const times = starts
    ? Object.values(starts).flatMap((ranges) => expandTimes(ranges, every))
    : slots.map(({ time }) => time)
  return [...new Set(times)].sort()
}

/** Shows what the result of the assistant’s own call says, for a host that passes on no calls. */
export function applyAvailability(result) {
  const { month, days, date } = result
  if (month) applyMonth(result)
  else if (days) {
    state.days = days.map((day) => {
      const count = timesOf({ ...day, start_every_minutes: result.start_every_minutes }).length
      return { date: day.date, count: count || (day.free ?? []).length, why: day.why }
    })
    state.month = days[0]?.date.slice(0, 7)
  } else if (date) {
    state.month = date.slice(0, 7)
    state.days = [{ date, count: 1 }]
  }
  if (date && !days) applyDay(result)
}

export function applyDay(result) {
  const { date, why, reason, starts = {}, next_free_dates: next = [] } = result
  const times = timesOf(result)
  applySubject(result)
  Object.assign(state, {
    date,
    times,
    dayReason: times.length > 0 ? undefined : why === 'full' || !reason ? t('dayFull') : reason,
    nextDates: next.map((day) => day.date),
    // The times of one person say nothing about the others.
    freeKinds: pickedChoices().length > 0 ? state.freeKinds : Object.keys(starts),
  })
  if (!times.includes(state.time)) state.time = undefined
}

/** Fills in what the assistant’s call said. */
export function applyArguments(args, assumed = {}) {
  state.picks = data.pickers.map(({ names, choices }) => {
    const isChosen = ({ sets }) =>
      Object.keys(sets).length > 0 &&
      Object.entries(sets).every(([name, value]) => isSame(args[name] ?? assumed[name], value))
    const chosen = choices.findIndex(isChosen)
    if (chosen >= 0) return chosen
    const stated = names.map((name) => args[name]).find((value) => value !== undefined)
    const called = choices.findIndex(({ text }) => text.some((one) => isSame(stated, one)))
    if (called >= 0) return called
    const any = choices.findIndex(({ sets }) => Object.keys(sets).length === 0)
    return any >= 0 ? any : undefined
  })
  const select = (names) =>
    Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)))
  state.carried = select(data.carried)
  state.shown = select(data.shown)
  for (const name of ['name', 'phone', 'note']) {
    if (typeof args[name] === 'string') state[name] = args[name]
  }
  const time = args.time ?? args.around
  if (isTime(time)) state.time = time
  if (isDate(args.date)) state.date = args.date
}

/** An assumption has a remark: "2 (not given)". */
const isSame = (one, other) =>
  one !== undefined &&
  String(one)
    .replace(/\s\(.*/, '')
    .trim()
    .toLowerCase() === String(other).toLowerCase()
