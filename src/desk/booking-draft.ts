/** A booking before it is kept: what a line said, or what a form holds. */
import type { z } from 'zod'
import { toWishInput } from '../domain/quick-entry/booking-input.ts'
import { readLine, type Unclear } from '../domain/quick-entry/parse.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import type { Asked } from '../domain/scheduling/rules.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import { dateAt, isDate, isTime, minutesOf, timeOf } from '../kernel/time.ts'
import { shorten } from '../kernel/truncate.ts'
import type { DeskParts } from './context.ts'
import { quarterNow, sayPhone } from './labels.ts'

export type Draft = {
  line: string
  date: string
  time: string
  party: string
  name: string
  phone: string
  note: string
  resource: string
  /** The trade's own, in the names of the wire. */
  fields: Readonly<Record<string, string>>
  unclear: readonly Unclear[]
  guestLocale: Locale
  offers: readonly { id: string; label: Words }[]
}

const longest = 300

export function draftOf(parts: DeskParts, query: URLSearchParams): Draft {
  const { shop, now } = parts
  const line = shorten((query.get('line') ?? '').trim(), longest)
  const said = readLine(line, {
    now: now(),
    vocabulary: shop.booking.vocabulary(),
    opening: (date) => {
      const hours = hoursOn(shop.business, date)
      return hours.open ? hours.periods : []
    },
  })
  const { missing } = toWishInput(said, shop.booking)
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? '']
  return {
    line,
    date: isDate(date) ? date : said.date,
    time: isTime(time) ? time : said.time === undefined ? quarterNow(now()) : quarterOf(said.time),
    party: said.partySize === undefined ? '' : String(said.partySize),
    name: asName(said.name ?? ''),
    phone: said.phone === undefined ? '' : sayPhone(said.phone),
    note: said.note ?? '',
    resource: query.get('resource') ?? '',
    fields: said.fields,
    unclear: line === '' ? [] : [...said.unclear, ...missing],
    guestLocale: 'vi',
    offers: offersOf(parts),
  }
}

/** Everything begins at a quarter hour. */
function quarterOf(time: string): string {
  const minutes = minutesOf(time)
  return timeOf(minutes - (minutes % 15))
}

/** A name typed in a hurry has no capitals. */
function asName(name: string): string {
  if (/\p{Lu}/u.test(name)) return name
  return name.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())
}

export function draftOfForm(parts: DeskParts, form: URLSearchParams): Draft {
  const text = (name: string, most = 100) => shorten((form.get(name) ?? '').trim(), most)
  const own = [...form].flatMap(([name, value]) =>
    name.startsWith('field.') ? [[name.slice('field.'.length), value] as const] : [],
  )
  const offerId = text('offerId')
  return {
    line: text('line', longest),
    date: text('date') || dateAt(parts.now()),
    time: text('time'),
    party: text('party'),
    name: text('name', 80),
    phone: text('phone'),
    note: text('note', 500),
    resource: text('resource'),
    fields: { ...Object.fromEntries(own), ...(offerId !== '' && { offerId }) },
    unclear: [],
    guestLocale: 'vi',
    offers: offersOf(parts),
  }
}

/** What the trade makes of it, or all that it lacks. */
export function wishOf({ shop }: DeskParts, { fields, party }: Draft): Asked {
  const size = Number(party)
  const partySize = Number.isInteger(size) && size >= 1 && size <= 500 ? size : undefined
  const { input, missing } = toWishInput({ fields, partySize }, shop.booking)
  if (missing.length > 0) {
    return { faults: missing.map(({ message }) => ({ name: '', code: 'missing', message })) }
  }
  return shop.booking.readWish(input, 'request')
}

/** The trade's own wishes, in words. */
export function fieldsOf(
  parts: DeskParts,
  { fields, offers }: Draft,
  locale: Locale,
): [string, string][] {
  return Object.entries(fields).map(([name, value]) => {
    const offer = offers.find(({ id }) => id === value)
    const said = parts.shop.booking
      .vocabulary()
      .find((one) => one.field === name && one.value === value)
    const label =
      (name === 'offerId' ? booked : parts.shop.booking.wishNames[name])?.[locale] ?? name
    return [label, offer?.label[locale] ?? said?.phrase ?? value]
  })
}

/** Everything that can be booked. */
function offersOf({ shop }: DeskParts): { id: string; label: Words }[] {
  const bookable = shop.booking.requestFields.offerId as z.ZodType | undefined
  return shop.assortment.offers
    .filter(({ id }) => bookable?.safeParse(id).success)
    .map(({ id, name }) => ({ id, label: name }))
}

const booked: Words = { vi: 'Đặt', en: 'Booking' }
