/** The addresses of the steps: everything chosen stands in them, so Back and sharing work. */

import { shorten } from '../../kernel/truncate.ts'
import { anyone, type BookingForm, type Chosen } from '../forms/booking-form.ts'

export const bookingPath = '/booking'

/** Where somebody who has only a code looks it up. */
export const findPath = '/my-booking'

/** What only leads from step to step, and means nothing to the book. */
export function namesAside({ steps }: BookingForm): string[] {
  return steps.flatMap(({ names, leadsTo }) => (leadsTo === undefined ? [] : names))
}

export function namesOf({ steps, wishes, carried }: BookingForm): string[] {
  return [...carried, ...[...steps, ...wishes].flatMap(({ names }) => names)]
}

/** What an address says, of what the form knows. */
export function readChosen(form: BookingForm, query: URLSearchParams): Chosen {
  return Object.fromEntries(
    [...namesOf(form), 'date', 'time', 'month'].flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, shorten(value, 100)]] : []
    }),
  )
}

export function addressOf(chosen: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(given as [string, string][]).toString()
  return query === '' ? bookingPath : `${bookingPath}?${query}`
}

/** The same without some names. */
export function without(chosen: Chosen, ...names: readonly string[]): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name)))
}

/** As the book understands it. */
export function asQuestion(form: BookingForm, chosen: Chosen): URLSearchParams {
  const given = Object.entries(without(chosen, 'date', 'time', 'month', ...namesAside(form)))
  return new URLSearchParams(given.filter(([, value]) => value !== anyone))
}
