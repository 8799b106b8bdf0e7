/** Says that a request holds no place, because another booking has the same phone number at that time. */
import { findOverlappingBookings } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import type { DeskContext } from './context.ts'

export async function noPlaceWarning(
  { store }: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  if (booking.holdsPlace || booking.status !== 'pending') return undefined
  const others = await findOverlappingBookings(store.read, booking)
  const links = others.map(
    (other, index) =>
      html`${index > 0 && ', '}<a href="${bookingUrl(other)}">${formatCode(other.code)}</a>
${words.at[locale]} ${other.time}`,
  )
  return html`<p class="closed-warning">${
    others.length > 0 && html`<b>${words.samePhone[locale]}</b> ${links}. `
  }${words.noPlace[locale]}</p>`
}

const words = {
  samePhone: { vi: 'Cùng số điện thoại với', en: 'Same phone number as' },
  at: { vi: 'lúc', en: 'at' },
  noPlace: {
    vi: 'Yêu cầu này chưa giữ chỗ. Hỏi khách: xác nhận thì tìm chỗ trống, trùng thì từ chối.',
    en:
      'This request holds no place. Ask the guest: confirm it to look for a free place, or decline it ' +
      'if it is the same visit.',
  },
} satisfies Record<string, LocalizedText>
