/** The free times that the booking panel shows: those of the next days, of the chosen day and of a month. */
import type { OperationClient } from '../../../content/dynamic-page.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { addDays, dateAt, isDate, isMonth, monthAfter } from '../../../kernel/time.ts'
import { toAvailabilityQuery } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import type { BookingPageContext } from './context.ts'
import { dayQuotes } from './day-quotes.ts'
import { listTimes, type PanelTime } from './panel-times.ts'

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

export type PanelAvailability = {
  strip: readonly PanelDay[]
  /** The day whose times are shown: the chosen one, or the first with a free time. */
  day: ChosenDay | undefined
  month?: { month: string; days: readonly PanelDay[] }
}

type Loaded =
  | { availability: PanelAvailability; problem?: undefined }
  | { availability?: undefined; problem: Problem }

export async function loadAvailability(
  context: BookingPageContext,
  client: OperationClient,
  chosen: Chosen,
  locale: Locale,
): Promise<Loaded> {
  const { form, rules, operations, now } = context
  const query = toAvailabilityQuery(form, chosen)
  const read = (dates: Readonly<Record<string, string>>) =>
    client.read(operations.getAvailability, { ...query, ...dates })

  /** The days of a range or a month; a problem if the other choices are invalid. */
  const readDays = async (dates: Readonly<Record<string, string>>) => {
    const { output, problem } = await read(dates)
    return problem ? { problem } : { days: 'days' in output ? output.days : [] }
  }

  const findLaterDay = async (): Promise<string | undefined> => {
    const today = dateAt(now())
    const last = addDays(today, rules.horizonDays)
    for (let month = today.slice(0, 7); month <= last.slice(0, 7); month = monthAfter(month, 1)) {
      const { days = [] } = await readDays({ month })
      const found = days.find(({ free }) => free > 0)
      if (found) return found.date
    }
    return undefined
  }

  const today = rules.serviceDays.dateAt(now())
  const strip = await readDays({ date: today, to_date: addDays(today, stripDays - 1) })
  if (strip.problem) return strip
  const date = isDate(chosen.date ?? '')
    ? serviceDateOf(rules, chosen)
    : (strip.days.find(({ free }) => free > 0)?.date ?? (await findLaterDay()))
  const month = isMonth(chosen.month ?? '') ? clampMonth(context, chosen.month ?? '') : undefined
  const ofMonth = month === undefined ? { days: [] } : await readDays({ month })
  if (ofMonth.problem) return ofMonth
  const day = date === undefined ? undefined : await read({ date })
  if (day?.problem) return day
  const times = day && 'slots' in day.output ? day.output : undefined
  return {
    availability: {
      strip: strip.days,
      day: times && {
        date: times.date,
        ...(times.reason !== undefined && { reason: times.reason }),
        times: listTimes(context, query, times, chosen, locale),
        quotes: dayQuotes(times, context.findOffer(chosen.offerId ?? ''), locale),
      },
      ...(month !== undefined && { month: { month, days: ofMonth.days } }),
    },
  }
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
