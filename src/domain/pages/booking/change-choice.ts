/** What a guest wants to change, as parameters of the URL of the change page. */
import { type FormValues, firstValue } from '../../../content/form-values.ts'
import { pageUrl } from '../../../content/page-url.ts'
import { isDate } from '../../../kernel/time.ts'
import { truncate } from '../../../kernel/truncate.ts'
import { bookingPath } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'

/** One question at a time: another day or time, another number of guests, or cancelling. */
export type ChangeQuestion = 'move' | 'party' | 'cancel'

export type ChangeChoice = {
  question: ChangeQuestion
  date?: string
  time?: string
  month?: string
  /** The new number of guests; with a move it is written into the note. */
  guests?: number
}

const maxGuests = 500

/** `party_size` and the kinds of the API are understood too, because assistants in the browser know them. */
export function parseChangeChoice(query: FormValues, asksParty: boolean): ChangeChoice {
  const value = (name: string) => truncate(firstValue(query, name) ?? '', 20)
  const kind = value('kind')
  const guests = Number(value('party_size'))
  const isGuests = asksParty && Number.isInteger(guests) && guests >= 1 && guests <= maxGuests
  const date = isDate(value('date')) ? value('date') : undefined
  const isParty = asksParty && (kind === 'party' || kind.endsWith('_party'))
  const question = kind === 'cancel' ? 'cancel' : isParty ? 'party' : 'move'
  return {
    question,
    ...(date !== undefined && { date }),
    ...(/^\d\d:\d\d$/.test(value('time')) && date !== undefined && { time: value('time') }),
    ...(value('month') !== '' && { month: value('month') }),
    ...(isGuests && { guests }),
  }
}

export function changePath(code: string): string {
  return `${bookingPath}/${code}/change`
}

/** A move needs no parameter of its own: it is what the page asks first. */
export function changeUrl(
  code: string,
  { question, date, time, month, guests }: ChangeChoice,
): string {
  return pageUrl(changePath(code), {
    ...(question !== 'move' && { kind: question }),
    ...(date !== undefined && { date }),
    ...(time !== undefined && { time }),
    ...(month !== undefined && { month }),
    ...(guests !== undefined && { party_size: String(guests) }),
  })
}

/** Opened at the panel, from the choices of its parts. */
export function changeLinkTo(code: string, { guests }: ChangeChoice): (chosen: Chosen) => string {
  return ({ date, time, month }) => {
    const choice = {
      question: 'move' as const,
      ...(date !== undefined && { date }),
      ...(time !== undefined && { time }),
      ...(month !== undefined && { month }),
      ...(guests !== undefined && { guests }),
    }
    return `${changeUrl(code, choice)}#booking`
  }
}

/** The kind in the API; undefined for the booked number of guests. */
export function changeKind({ question, guests }: ChangeChoice, bookedGuests: number) {
  if (question !== 'party') return question
  if (guests === undefined || guests === bookedGuests) return undefined
  return guests < bookedGuests ? 'smaller_party' : 'larger_party'
}
