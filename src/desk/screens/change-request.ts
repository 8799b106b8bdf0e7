/** The guest's change request: its description and the buttons that answer it. */
import { bookingCommands } from '../../domain/booking/action-rules.ts'
import type { ChangeKind } from '../../domain/booking/requested-change.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton } from '../booking-components.ts'
import { guestCancelFields } from './reasons.ts'

export function changeRequestActions(booking: BookingView, locale: Locale, next?: string): Html {
  const isPending = booking.status === 'pending'
  return html`${acceptButton(booking, locale, next)}
${isPending && actionButton(booking, 'confirm', words.confirmAsIs[locale], { next })}
${actionButton(booking, 'settle', bookingCommands.settle.button[locale], { next })}`
}

function acceptButton(booking: BookingView, locale: Locale, next: string | undefined): Html {
  const { change_kind, change_date, change_time, change_party } = booking
  if (change_kind === 'cancel') {
    const fields = guestCancelFields(booking)
    return actionButton(booking, 'cancel', words.cancel[locale], { tone: 'main', next, fields })
  }
  const fields = {
    date: change_date ?? booking.date,
    time: change_time ?? booking.time,
    party: String(change_party ?? booking.party_size),
  }
  return actionButton(booking, 'move', words.accept[locale], { tone: 'main', next, fields })
}

export function describeChangeRequest(booking: BookingView, locale: Locale): string {
  const { change_kind, change_date, change_time, change_party, change_note } = booking
  const start = `${change_time} ${formatShortDate(change_date ?? booking.date, locale)}`
  const party = formatGuestCount(change_party ?? 0, locale)
  const texts: Record<ChangeKind, LocalizedText> = {
    cancel: { vi: 'Khách xin huỷ', en: 'The guest asks to cancel' },
    move: { vi: `Khách xin dời sang ${start}`, en: `The guest asks to move to ${start}` },
    smaller_party: {
      vi: `Khách xin giảm còn ${party}`,
      en: `The guest asks to reduce the party to ${party}`,
    },
    larger_party: {
      vi: `Khách xin tăng lên ${party}`,
      en: `The guest asks to increase the party to ${party}`,
    },
  }
  const text = texts[change_kind ?? 'cancel'][locale]
  return change_note === null ? text : `${text}: “${change_note}”`
}

const words = {
  confirmAsIs: { vi: 'Xác nhận giờ cũ', en: 'Confirm the original time' },
  accept: { vi: 'Đổi theo ý khách', en: 'Change as requested' },
  cancel: { vi: 'Huỷ theo ý khách', en: 'Cancel as requested' },
} satisfies Record<string, LocalizedText>
