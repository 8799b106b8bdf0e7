/** The free times that the booking panel shows: those of the next days, of the chosen day and of a month. */
import type { OperationClient, OperationResult } from '../../../content/dynamic-page.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { addDays, dateAt, isDate, isMonth, monthAfter } from '../../../kernel/time.ts'
import type { DayResponse } from '../../booking/availability-response.ts'
import { surchargeSentences } from '../../booking/quote-fields.ts'
import { toAvailabilityQuery } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import type { BookingPageContext } from './context.ts'
import { listStarts, listTimes, type PanelTime } from './panel-times.ts'

/** Days of the strip, today first. */
export const stripDays = 7

export type PanelDay = {
  date: string
  /** Not closed. */
  open: boolean
  free: number
}

type ChosenDay = {
  date: string
  reason?: string
  times: readonly PanelTime[]
  /** Sentences about what a booking costs on this day. */
  quotes: readonly string[]
}

/** How many more times there are with other choices, which the text names. */
export type MoreTimes = { text: string; chosen: Chosen; count: number }

export type PanelAvailability = {
  strip: readonly PanelDay[]
  /** The day whose times are shown: the chosen one, or the first with a free time. */
  day: ChosenDay | undefined
  month?: { month: string; days: readonly PanelDay[] }
  /** Further times of the day if the guest leaves a choice open. */
  more?: MoreTimes
}

type Loaded =
  | { availability: PanelAvailability; problem?: undefined }
  | { availability?: undefined; problem: Problem }

type DaysQuery = { date: string; to_date: string } | { month: string }

/** Where the free times come from: those of a new booking, or those for a booking that is moved. */
export type TimesSource = {
  readDays(query: DaysQuery): Promise<OperationResult<readonly PanelDay[]>>
  readDay(date: string): Promise<OperationResult<LoadedDay>>
}

type LoadedDay = Pick<DayResponse, 'date' | 'reason' | 'price' | 'surcharge'> & {
  times: readonly PanelTime[]
}

/** The times of a new booking with these choices. */
export function createTimesSource(
  context: BookingPageContext,
  client: OperationClient,
  chosen: Chosen,
  locale: Locale,
): TimesSource {
  const { form, operations } = context
  const query = toAvailabilityQuery(form, chosen)
  const read = (dates: Readonly<Record<string, string>>) =>
    client.read(operations.getAvailability, { ...query, ...dates })
  return {
    async readDays(dates) {
      const { output, problem } = await read(dates)
      return problem ? { problem } : { output: 'days' in output ? output.days : [] }
    },
    async readDay(date) {
      const { output, problem } = await read({ date })
      if (problem) return { problem }
      if (!('slots' in output)) return { output: { date, times: [] } }
      const times = listTimes(output, listStarts(context, query, output.date), (slot) =>
        form.slotPlaces(slot, chosen, locale),
      )
      return { output: { ...output, times } }
    },
  }
}

/** A problem if the other choices are invalid. `knownPrice` is what the guest has seen. */
export async function loadAvailability(
  context: BookingPageContext,
  source: TimesSource,
  chosen: Chosen,
  knownPrice: number | undefined,
  locale: Locale,
): Promise<Loaded> {
  const { rules, now } = context

  const findLaterDay = async (): Promise<string | undefined> => {
    const today = dateAt(now())
    const last = addDays(today, rules.horizonDays)
    for (let month = today.slice(0, 7); month <= last.slice(0, 7); month = monthAfter(month, 1)) {
      const { output: days = [] } = await source.readDays({ month })
      const found = days.find(({ free }) => free > 0)
      if (found) return found.date
    }
    return undefined
  }

  const today = rules.serviceDays.dateAt(now())
  const strip = await source.readDays({ date: today, to_date: addDays(today, stripDays - 1) })
  if (strip.problem) return strip
  const date = isDate(chosen.date ?? '')
    ? serviceDateOf(rules, chosen)
    : (strip.output.find(({ free }) => free > 0)?.date ?? (await findLaterDay()))
  const month = isMonth(chosen.month ?? '') ? clampMonth(context, chosen.month ?? '') : undefined
  const ofMonth = month === undefined ? undefined : await source.readDays({ month })
  if (ofMonth?.problem) return ofMonth
  const loaded = date === undefined ? undefined : await source.readDay(date)
  if (loaded?.problem) return loaded
  return {
    availability: {
      strip: strip.output,
      day: loaded && toChosenDay(loaded.output, knownPrice, locale),
      ...(month !== undefined && ofMonth && { month: { month, days: ofMonth.output } }),
    },
  }
}

function toChosenDay(day: LoadedDay, knownPrice: number | undefined, locale: Locale): ChosenDay {
  const { date, reason, times } = day
  const quotes = dayQuotes(day, knownPrice, locale)
  return { date, times, quotes, ...(reason !== undefined && { reason }) }
}

/** The day whose times the guest chooses from; a time after midnight belongs to the evening before its date. */
export function serviceDateOf(
  { serviceDays }: Pick<BookingRules, 'serviceDays'>,
  { date = '', time = '' }: { date?: string | undefined; time?: string | undefined },
): string {
  return isDate(date) && /^\d\d:\d\d$/.test(time) ? serviceDays.find({ date, time }).date : date
}

/** The closest month within the booking horizon. */
function clampMonth({ rules, now }: BookingPageContext, month: string): string {
  const today = dateAt(now())
  const [first, last] = [today.slice(0, 7), addDays(today, rules.horizonDays).slice(0, 7)]
  if (month < first) return first
  return month > last ? last : month
}

/** The surcharge of the day, and the price of the day if it is not the one that the guest knows. */
function dayQuotes(
  day: Pick<DayResponse, 'price' | 'surcharge'>,
  knownPrice: number | undefined,
  locale: Locale,
): string[] {
  const { price } = day
  const isOtherPrice = price && knownPrice !== undefined && price.amount !== knownPrice
  return [
    ...(isOtherPrice ? [`${dayPriceLabel[locale]}: ${price.display}.`] : []),
    ...surchargeSentences(day, locale),
  ]
}

const dayPriceLabel: LocalizedText = { vi: 'Giá ngày này', en: 'The price on this day' }
