/** Asking staff to cancel a booking, to move it, or to come with fewer. */
import type { DynamicPage } from '../../../content/dynamic-page.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { bookingPath } from '../../booking/url.ts'
import type { FlowParts } from '../../forms/booking-form.ts'
import { consentFormField, type FormField, formPage, optionalField } from '../../forms/form-page.ts'

/** The form with which a guest asks staff to cancel or change. */
export function changePage({ business, form }: FlowParts): DynamicPage {
  const kinds: { value: string; label: LocalizedText }[] = [
    { value: 'cancel', label: { vi: 'Hủy', en: 'Cancel it' } },
    { value: 'move', label: { vi: 'Dời sang lúc khác', en: 'Move it' } },
    ...(form.steps.some(({ names }) => names.includes('party_size'))
      ? [{ value: 'smaller_party', label: { vi: 'Ít người hơn', en: 'Fewer guests' } }]
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
      label: { vi: 'Bốn số cuối điện thoại đã đặt', en: 'Last four digits of the phone' },
      type: 'text',
      needed: true,
    },
    optionalField('date', 'date', { vi: 'Nếu dời: ngày mới', en: 'To move it: the new day' }),
    optionalField('time', 'time', { vi: 'Nếu dời: giờ mới', en: 'To move it: the new time' }),
    ...(kinds.length > 2
      ? [
          optionalField('party_size', 'text', {
            vi: 'Nếu ít người hơn: còn mấy người',
            en: 'If fewer: how many will come',
          }),
        ]
      : []),
    optionalField('note', 'textarea', { vi: 'Ghi chú', en: 'Note' }),
    consentFormField(business.consent.booking.text),
  ]
  const path = `${bookingPath}/{code}/change`
  const formAt = (code: string) =>
    formPage({
      path,
      operation: 'requestChange',
      endpoint: `/api/booking/${encodeURIComponent(code)}/change`,
      title: { vi: 'Xin đổi hoặc hủy', en: 'Ask to change or cancel' },
      intro: {
        vi: 'Lịch vẫn giữ nguyên cho tới khi nhân viên gọi vào số đã đặt.',
        en: 'The booking stays as it is until staff have called the number it was made with.',
      },
      button: { vi: 'Gửi', en: 'Send' },
      tool: {
        name: 'ask_to_change_a_booking',
        description: 'Asks staff to cancel, move or reduce a booking; they call before they act.',
      },
      fields,
      done: ({ next_step = '' }) => next_step,
    })
  return {
    path,
    show: (request) => formAt(request.pathParams.code ?? '').show(request),
    submit: async (request) => {
      const submit = formAt(request.pathParams.code ?? '').submit
      return submit ? submit(request) : { seeOther: bookingPath }
    },
  }
}
