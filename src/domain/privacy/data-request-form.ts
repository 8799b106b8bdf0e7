/**
 * The form with which a guest asks to see, correct or erase their data. The privacy page and the status page lead to
 * it.
 */
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Clock, dateAt } from '../../kernel/time.ts'
import { type FormField, optionalField } from '../forms/form-fields.ts'
import { formPage } from '../forms/form-page.ts'
import { dataRequestPath } from '../guest/data-request-url.ts'
import { type DataRequestOperation, dataRequestNextStep } from './data-request-operation.ts'
import { computeDueDates } from './data-requests.ts'

export function dataRequestForm(
  business: Business,
  operation: DataRequestOperation,
  now: Clock,
): DynamicPage {
  return formPage({
    path: dataRequestPath,
    listed: true,
    operation,
    title: { vi: 'Yêu cầu về dữ liệu của bạn', en: 'Request about your data' },
    intro: {
      vi:
        'Bạn có thể xin xem, sửa hoặc xoá dữ liệu của mình. Nhân viên gọi số của bạn để xác minh trước khi làm; trang này không ' +
        'hiện dữ liệu nào.',
      en:
        'You can ask to see, correct or erase your data. Staff call your number to verify that it is you first; this page ' +
        'shows no data.',
    },
    button: { vi: 'Gửi', en: 'Send' },
    prefill: ['code'],
    tool: {
      name: 'ask_about_personal_data',
      description:
        'Prepares a request of the guest to see, correct or erase their data. The guest then reviews it, agrees and sends it.',
    },
    fields: [
      kindField,
      {
        ...optionalField('phone', 'tel', labels.phone),
        autocomplete: 'tel',
        hint: labels.phoneHint,
      },
      optionalField('code', 'text', labels.code),
      {
        ...optionalField('phone_last4', 'text', labels.digits),
        digits: 4,
        hint: labels.digitsHint,
      },
      optionalField('note', 'textarea', labels.note),
    ],
    consent: business.consent.contact.text,
    done: {
      receipt: (sentAt, locale) =>
        // The receipt does not know the kind.
        dataRequestNextStep(business, latestDates(business, dateAt(sentAt)))[locale],
      now,
    },
  })
}

/** The latest of the deadlines, because the receipt does not know the kind. */
function latestDates(business: Business, came_on: string) {
  const dates = (['see', 'correct', 'erase'] as const).map((kind) =>
    computeDueDates(business, { kind, came_on }),
  )
  const latest = (name: 'reply_by' | 'due_on') =>
    dates.map((one) => one[name]).reduce((one, other) => (one > other ? one : other))
  return { reply_by: latest('reply_by'), due_on: latest('due_on') }
}

const kindField: FormField = {
  name: 'kind',
  label: { vi: 'Bạn muốn', en: 'You want to' },
  type: 'select',
  needed: true,
  options: [
    { value: 'see', label: { vi: 'Xem dữ liệu của tôi', en: 'See my data' } },
    { value: 'correct', label: { vi: 'Sửa dữ liệu của tôi', en: 'Correct my data' } },
    { value: 'erase', label: { vi: 'Xoá dữ liệu của tôi', en: 'Erase my data' } },
  ],
}

const labels = {
  phone: { vi: 'Số điện thoại', en: 'Phone' },
  phoneHint: {
    vi: 'Nhân viên gọi số này. Hoặc để trống, và viết mã đặt chỗ bên dưới.',
    en: 'Staff call this number. Or leave it empty, and enter a booking number below.',
  },
  code: { vi: 'Mã đặt chỗ', en: 'Booking number' },
  digits: { vi: '4 số cuối điện thoại', en: 'Last four digits of the phone number' },
  digitsHint: {
    vi: 'Của số đã dùng để đặt chỗ; viết cùng với mã.',
    en: 'Of the phone number that was used for the booking. Enter the booking number as well.',
  },
  note: { vi: 'Ghi thêm, ví dụ điều cần sửa', en: 'Anything else, such as what to correct' },
} satisfies Record<string, LocalizedText>
