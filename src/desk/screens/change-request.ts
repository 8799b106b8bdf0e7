/** What a guest asks to have changed: in words, and granted with one tap. */
import type { BookingView } from '../../domain/booking/queries.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton } from '../components.ts'

export function changeRequestActions(booking: BookingView, locale: Locale, next?: string): Html {
  const { change_kind, change_date, change_time, change_party } = booking
  const grant =
    change_kind === 'cancel'
      ? actionButton(booking, 'cancel', words.cancel[locale], {
          tone: 'main',
          next,
          fields: { reason: words.byGuest[booking.locale] },
        })
      : actionButton(booking, 'move', words.grant[locale], {
          tone: 'main',
          next,
          fields: {
            date: change_date ?? booking.date,
            time: change_time ?? booking.time,
            party: String(change_party ?? booking.party_size),
          },
        })
  return html`${grant}
${booking.status === 'pending' && actionButton(booking, 'confirm', words.confirmAsIs[locale], { next })}
${actionButton(booking, 'settle', words.markResolved[locale], { next })}`
}

export function describeChangeRequest(booking: BookingView, locale: Locale): string {
  const { change_kind, change_date, change_time, change_party, change_note } = booking
  const what = {
    cancel: { vi: 'Khách xin hủy', en: 'The guest asks to cancel' },
    move: {
      vi: `Khách xin dời sang ${change_time} ${formatShortDate(change_date ?? booking.date, 'vi')}`,
      en: `The guest asks to move it to ${change_time} ${formatShortDate(change_date ?? booking.date, 'en')}`,
    },
    smaller_party: {
      vi: `Khách xin giảm còn ${formatGuestCount(change_party ?? 0, 'vi')}`,
      en: `The guest will come with fewer: ${formatGuestCount(change_party ?? 0, 'en')}`,
    },
  }[change_kind ?? 'cancel'][locale]
  return change_note === null ? what : `${what}: “${change_note}”`
}

const words = {
  confirmAsIs: { vi: 'Xác nhận giờ cũ', en: 'Confirm as it was' },
  grant: { vi: 'Đổi theo ý khách', en: 'Change as asked' },
  cancel: { vi: 'Hủy theo ý khách', en: 'Cancel as asked' },
  byGuest: { vi: 'Theo yêu cầu của bạn.', en: 'As you asked.' },
  markResolved: { vi: 'Đã giải quyết', en: 'Settled otherwise' },
} satisfies Record<string, LocalizedText>
