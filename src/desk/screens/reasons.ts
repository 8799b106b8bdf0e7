/** The reason for declining a request or cancelling a booking: a preset one or a text. */
import type { BookingView, CancelledBy } from '../../domain/booking/rows.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { type FormFields, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'

export function declineReasons(
  { shop }: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed = '',
): Html {
  const id = `reason-${booking.code}`
  const presets = [full, shop.booking.dayUnavailableText, notReached]
  const buttons = presets.map((reason) => {
    const text = reason[booking.locale]
    return html`<button type="submit" name="reason" value="${text}">${text}</button>`
  })
  return html`<p class="hint">${words.guestReads[locale]}</p>
<div class="preset-reasons">${buttons}</div>
<label for="${id}">${words.other[locale]}</label>
<input id="${id}" name="own" type="text" maxlength="300" autocomplete="off" value="${typed}">
${submitButton(words.confirm[locale])}`
}

/** The fields of a cancellation by the guest, who reads that it was done as asked. */
export function guestCancelFields({ locale }: BookingView): FormFields {
  return { by: 'guest' satisfies CancelledBy, reason: asAsked[locale] }
}

/** A typed reason takes precedence: the Enter key also submits the first preset. */
export function parseReason(form: URLSearchParams): string {
  return truncate(form.get('own')?.trim() || form.get('reason')?.trim() || '', 300)
}

/** The presets are for the guest, in the guest's language. */
const full: LocalizedText = {
  vi: 'Giờ đó chúng tôi đã kín chỗ.',
  en: 'We are full at that time.',
}
const notReached: LocalizedText = {
  vi: 'Chúng tôi gọi nhưng chưa liên lạc được với bạn.',
  en: 'We tried to call but could not reach you.',
}

const asAsked: LocalizedText = { vi: 'Theo yêu cầu của bạn.', en: 'As you asked.' }

const words = {
  guestReads: {
    vi: 'Khách đọc lý do này trên trang của lượt đặt, và trong email nếu có địa chỉ.',
    en: 'The guest reads this reason on the page of the booking, and by email if there is an address.',
  },
  other: { vi: 'Lý do khác', en: 'Another reason' },
  confirm: { vi: 'Dùng lý do này', en: 'Use this reason' },
} satisfies Record<string, LocalizedText>
