/**
 * Rows of bookings that are already rendered: after an action, only the rows that it has changed are rendered again.
 */
import type { BookingView } from '../domain/booking/rows.ts'
import type { Locale } from '../kernel/locale.ts'
import type { Html } from '../ui/html.ts'

export type RowCache<Row = Html> = {
  /** `shown` is all that the row shows besides the booking and the content; it is compared as JSON. */
  render(booking: BookingView, locale: Locale, shown: readonly unknown[], create: () => Row): Row
}

/** A booking is loaded again when it has changed, so its rows are kept as long as the loaded booking. */
export function createRowCache<Row = Html>(): RowCache<Row> {
  const rows = new WeakMap<BookingView, Map<Locale, { key: string; row: Row }>>()
  return {
    render(booking, locale, shown, create) {
      const ofBooking = rows.get(booking) ?? new Map<Locale, { key: string; row: Row }>()
      const key = JSON.stringify(shown)
      const known = ofBooking.get(locale)
      if (known?.key === key) return known.row
      const row = create()
      rows.set(booking, ofBooking.set(locale, { key, row }))
      return row
    },
  }
}
