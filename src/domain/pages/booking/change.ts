/** The form with which a guest requests to cancel or move a booking, or another party size. */
import type { DynamicPage } from '../../../content/dynamic-page.ts'
import type { Business } from '../../../content/shop.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { bookingPath } from '../../booking/url.ts'
import { type FormField, optionalField } from '../../forms/form-fields.ts'
import { formPage } from '../../forms/form-page.ts'
import { changeConsent } from '../../guest/consent.ts'
import type { BookingPageContext } from './context.ts'

export function changePage({ business, form, operations }: BookingPageContext): DynamicPage {
  const kinds: { value: string; label: LocalizedText }[] = [
    { value: 'cancel', label: { vi: 'Huỷ', en: 'Cancel' } },
    { value: 'move', label: { vi: 'Dời sang lúc khác', en: 'Move to another time' } },
    ...(form.steps.some(({ names }) => names.includes('party_size'))
      ? [
          { value: 'smaller_party', label: { vi: 'Ít người hơn', en: 'Fewer guests' } },
          { value: 'larger_party', label: { vi: 'Đông người hơn', en: 'More guests' } },
        ]
      : []),
  ]
  const fields: FormField[] = [
    {
      name: 'kind',
      label: { vi: 'Bạn muốn', en: 'You would like to' },
      type: 'radio',
      needed: true,
      options: kinds,
    },
    {
      name: 'phone_last4',
      label: {
        vi: 'Bốn số cuối điện thoại đã đặt',
        en: 'Last four digits of the phone number of the booking',
      },
      type: 'text',
      needed: true,
    },
    optionalField('date', 'date', { vi: 'Nếu dời: ngày mới', en: 'To move: the new day' }),
    optionalField('time', 'time', { vi: 'Nếu dời: giờ mới', en: 'To move: the new time' }),
    ...(kinds.length > 2
      ? [
          optionalField('party_size', 'text', {
            vi: 'Nếu ít hoặc đông hơn: tất cả mấy người',
            en: 'For fewer or more guests: how many will come in all',
          }),
        ]
      : []),
    optionalField('note', 'textarea', { vi: 'Ghi chú', en: 'Note' }),
  ]
  return formPage({
    path: `${bookingPath}/{code}/change`,
    operation: operations.requestChange,
    sentFromPath: ['code'],
    title: { vi: 'Xin đổi hoặc huỷ', en: 'Request a change or cancellation' },
    intro: {
      vi: 'Lịch vẫn giữ nguyên cho tới khi nhân viên gọi vào số đã đặt.',
      en: 'Your booking does not change until staff have called the phone number of the booking.',
    },
    button: { vi: 'Gửi', en: 'Send' },
    tool: {
      name: 'ask_to_change_a_booking',
      description:
        'Prepares a request to cancel or move this booking, or to change its party size. ' +
        'The guest then reviews it, agrees and sends it; ' +
        'staff call before they act.',
    },
    fields,
    consent: changeConsent(business).text,
    explainErrors: (problem) => explainErrors(business, problem),
    done: ({ next_step }) => next_step,
  })
}

/** The page does not say which of the two is wrong, so that a code cannot be guessed. */
function explainErrors(
  { phone }: Business,
  { status, details }: Problem,
): Record<string, LocalizedText> {
  if (status === 404) return { phone_last4: noMatchText(phone) }
  const isWrongFormat = details.fields?.some(
    ({ name, code }) => name === 'phone_last4' && code === 'wrong_format',
  )
  return isWrongFormat ? { phone_last4: fourDigitsText } : {}
}

function noMatchText(phone: string): LocalizedText {
  return {
    vi:
      'Bốn số này không khớp với số điện thoại của lượt đặt có mã này. ' +
      `Xin xem lại bốn số và mã, rồi gửi lại; hoặc gọi ${phone}, nhân viên sẽ giúp bạn.`,
    en:
      'These four digits do not match the phone number of a booking with this code. ' +
      `Please check the digits and the code and send it again, or call ${phone}.`,
  }
}

const fourDigitsText: LocalizedText = {
  vi: 'Xin viết đúng bốn số cuối của số điện thoại đã đặt, ví dụ 5678.',
  en: 'Please write exactly the last four digits of the phone number of the booking, such as 5678.',
}
