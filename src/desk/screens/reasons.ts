/** Why a request is declined or a booking cancelled: a tap for the usual, a line for the rest. */
import type { BookingView } from '../../domain/booking/queries.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'

/** What the guest will read, so in his own language. */
const full: LocalizedText = { vi: 'Giờ đó chúng tôi đã kín chỗ.', en: 'We are full at that time.' }
const notReached: LocalizedText = {
  vi: 'Chúng tôi gọi nhưng chưa liên lạc được với bạn.',
  en: 'We tried to call but could not reach you.',
}

export function declineReasons(
  { shop }: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed = '',
): Html {
  const id = `reason-${booking.code}`
  const usual = [full, shop.booking.dayUnavailableText, notReached]
  return html`<p class="hint">${words.guestReads[locale]}</p>
<div class="usual">${usual.map((reason) => html`<button type="submit" name="reason" value="${reason[booking.locale]}">${reason[booking.locale]}</button>`)}</div>
<label for="${id}">${words.other[locale]}</label>
<input id="${id}" name="own" type="text" maxlength="300" autocomplete="off" value="${typed}">
<button type="submit">${words.send[locale]}</button>`
}

/** What was typed, or else tapped: the Enter key taps the first button, whatever was typed. */
export function parseReason(form: URLSearchParams): string {
  return truncate(form.get('own')?.trim() || form.get('reason')?.trim() || '', 300)
}

const words = {
  guestReads: { vi: 'Khách sẽ đọc lý do này.', en: 'The guest will read the reason.' },
  other: { vi: 'Lý do khác', en: 'Another reason' },
  send: { vi: 'Gửi với lý do này', en: 'Send with this reason' },
} satisfies Record<string, LocalizedText>
