/**
 * The last rendering of a service screen in each language. After every action all open desks load the screen again, and
 * only the first of them has to compute it. The key names everything that it is made of: the newest event, the cells of
 * the day, the pause of online bookings and the minute. Limits, closed days and content replace the whole desk.
 */
import type { ShownBookings } from '../domain/booking/service-state.ts'
import type { Locale } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import type { Html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { createRowCache, type RowCache } from './row-cache.ts'

export type ServiceCache = {
  bookings: ShownBookings
  rows: RowCache
  /** `lastEventId` was read before anything that the screen shows. */
  render(
    context: DeskContext,
    options: { lastEventId: string; locale: Locale },
    create: () => Promise<Html>,
  ): Promise<Html>
}

export function createServiceCache(): ServiceCache {
  const rendered = new Map<Locale, { key: string; body: Html }>()
  return {
    bookings: new Map(),
    rows: createRowCache(),
    async render(context, { lastEventId, locale }, create) {
      const { store, now, onlinePauses, bookingContext } = context
      const date = serviceDateNow(context)
      const { version } = await bookingContext.occupancyCache.loadDay(store.read, date)
      const pauses = await onlinePauses.list()
      if (version === undefined) return create()
      const paused = pauses.map(({ id, until }) => `${id} ${until}`).join(' ')
      const key = [lastEventId, date, version, Math.floor(now() / minute), paused].join(' ')
      const known = rendered.get(locale)
      if (known?.key === key) return known.body
      const body = await create()
      rendered.set(locale, { key, body })
      return body
    },
  }
}
