/** URLs of the booking steps. They contain every choice, so that Back and shared links work. */
import { allValues, type FormValues, firstValue } from '../../content/form-values.ts'
import { pageUrl, parseParameters } from '../../content/page-url.ts'
import { isDate, minutesOf } from '../../kernel/time.ts'
import { truncate } from '../../kernel/truncate.ts'
import { anyValue, type BookingForm, type Chosen } from '../forms/booking-form.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'

export const bookingPath = '/booking'

/** Page where a guest finds a booking by its code. */
export const lookupPath = '/my-booking'

/** Parameters that only navigate between steps, or fill in the form; the API does not know them. */
export function navigationNames({ steps, prefilled = {} }: BookingForm): string[] {
  const ofSteps = steps.flatMap(({ names, leadsTo }) => (leadsTo === undefined ? [] : names))
  return [...ofSteps, ...Object.keys(prefilled)]
}

export function parameterNames(form: BookingForm): string[] {
  const { steps, optionalSteps, carried, prefilled = {} } = form
  const ofSteps = [...steps, ...optionalSteps].flatMap(({ names }) => names)
  return [...carried, ...ofSteps, ...Object.keys(prefilled)]
}

/** Parameter of a select whose options set different parameters: its value is a query itself. */
export const combinedName = 'choice'

export function parseChosen(form: BookingForm, values: FormValues): Chosen {
  const combined = parseParameters(firstValue(values, combinedName) ?? '')
  const chosen: Chosen = Object.fromEntries(
    [...parameterNames(form), 'date', 'time', 'month'].flatMap((name) => {
      const value = firstValue(values, name) ?? combined[name]
      return value ? [[name, truncate(value, 100)]] : []
    }),
  )
  return { ...chosen, ...prefilledOf(form, values), ...calendarTimeOf(chosen) }
}

/** All answers: none of them may be lost, such as one of several allergens. */
function prefilledOf({ prefilled = {} }: BookingForm, values: FormValues): Chosen {
  return Object.fromEntries(
    Object.keys(prefilled).flatMap((name) => {
      const answers = [...new Set(allValues(values, name).flatMap((text) => text.split(',')))]
      return answers.length > 0 ? [[name, answers.join(',')]] : []
    }),
  )
}

/**
 * A time in a form that also has a date, which is the day on which the night begins: "24:30" is half past midnight. It
 * becomes the date and the time of the calendar.
 */
export function formatServiceTime(time: string, nightDate: string | undefined): string {
  return nightDate === undefined ? time : `${Number(time.slice(0, 2)) + 24}${time.slice(2)}`
}

function calendarTimeOf({ date = '', time = '' }: Chosen): Chosen {
  if (!/^(2[4-9]|30):[0-5][0-9]$/.test(time) || !isDate(date)) return {}
  return toCalendarTime({ date, at: minutesOf(time) })
}

export function stepUrl(chosen: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return pageUrl(bookingPath, Object.fromEntries(entries))
}

/** The same page, opened at the panel. */
export function panelUrl(chosen: Chosen): string {
  return `${stepUrl(chosen)}#${panelId}`
}

/** The id of the panel on every page that has it. */
const panelId = 'booking'

/** The review of a request; what the guest typed is not part of the URL. */
export function reviewUrl(chosen: Chosen): string {
  return stepUrl({ ...chosen, step: 'review' })
}

export function omitChosen(chosen: Chosen, ...names: readonly string[]): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name)))
}

/** The choices that the availability depends on: without date, time and navigation parameters. */
export function toAvailabilityQuery(form: BookingForm, chosen: Chosen): Chosen {
  const entries = Object.entries(
    omitChosen(chosen, 'date', 'time', 'month', ...navigationNames(form)),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== anyValue))
}
