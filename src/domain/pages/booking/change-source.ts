/** The free times for a booking that is moved, for the panel. */
import type { Locale } from '../../../kernel/locale.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { parseStart } from '../../scheduling/format-start.ts'
import type { BookingPageContext } from './context.ts'
import type { TimesSource } from './panel-availability.ts'
import { listTimes } from './panel-times.ts'

/** `guests` is another number of guests than the booked one. The time of the booking itself is marked. */
export async function createChangeSource(
  { changeTimes }: BookingPageContext,
  booking: BookingStatus,
  guests: number | undefined,
  locale: Locale,
): Promise<TimesSource> {
  const movable = await changeTimes.open(booking.code, guests)
  const own = parseStart(booking.starts_at)
  return {
    readDays: async (query) => ({ output: (await movable?.countDays(query)) ?? [] }),
    async readDay(date) {
      const found = await movable?.readDay(date, locale)
      if (!found) return { output: { date, times: [] } }
      const times = listTimes(found.day, found.starts, () => [])
      const isOwn = (one: { date: string; time: string }) =>
        one.date === own.date && one.time === own.time
      return {
        output: {
          ...found.day,
          times: times.map((one) => (isOwn(one) ? { ...one, isOwn: true } : one)),
        },
      }
    },
  }
}
