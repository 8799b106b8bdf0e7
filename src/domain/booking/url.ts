/** URLs of the booking steps. They contain every choice, so that Back and shared links work. */
import { truncate } from '../../kernel/truncate.ts'
import { anyValue, type BookingForm, type Chosen } from '../forms/booking-form.ts'

export const bookingPath = '/booking'

/** Page where a guest finds a booking by its code. */
export const lookupPath = '/my-booking'

/** Parameters that only navigate between steps; the API does not know them. */
export function navigationNames({ steps }: BookingForm): string[] {
  return steps.flatMap(({ names, leadsTo }) => (leadsTo === undefined ? [] : names))
}

export function parameterNames({ steps, optionalSteps, carried }: BookingForm): string[] {
  return [...carried, ...[...steps, ...optionalSteps].flatMap(({ names }) => names)]
}

/** Parameter of a select whose options set different parameters: its value is a query itself. */
export const combinedName = 'choice'

export function parseChosen(form: BookingForm, query: URLSearchParams): Chosen {
  const combined = new URLSearchParams(query.get(combinedName) ?? '')
  return Object.fromEntries(
    [...parameterNames(form), 'date', 'time', 'month'].flatMap((name) => {
      const value = query.get(name) ?? combined.get(name)
      return value ? [[name, truncate(value, 100)]] : []
    }),
  )
}

export function stepUrl(chosen: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(entries as [string, string][]).toString()
  return query === '' ? bookingPath : `${bookingPath}?${query}`
}

export function omitChosen(chosen: Chosen, ...names: readonly string[]): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name)))
}

/** Query of the availability operation: without date, time and navigation parameters. */
export function toAvailabilityQuery(form: BookingForm, chosen: Chosen): URLSearchParams {
  const entries = Object.entries(
    omitChosen(chosen, 'date', 'time', 'month', ...navigationNames(form)),
  )
  return new URLSearchParams(entries.filter(([, value]) => value !== anyValue))
}
