/** How to send a request: consent, dry run, idempotency and the order of the checks. */
import type { z } from 'zod'
import { type Block, heading, paragraph } from '../../../content/document.ts'
import type { Locale } from '../../../kernel/locale.ts'
import type { DocsContext } from './context.ts'

/** An example that works as it is: a dry run, which stores nothing. */
export function writingBlocks(
  { base, operations, bookable }: DocsContext,
  locale: Locale,
): Block[] {
  const booking = operations.find(({ http }) => http.path === '/api/booking')
  if (!booking) return []
  const needed = Object.fromEntries(
    Object.entries(booking.input.shape).flatMap(([name, field]) => {
      const mustBe = !(field as z.ZodType).safeParse(undefined).success
      return mustBe ? [[name, (field as z.ZodType).meta()?.example]] : []
    }),
  )
  return [
    heading({ vi: 'Gửi yêu cầu', en: 'Sending requests' }[locale], 'writing'),
    paragraph(
      {
        vi:
          'Chỉ gửi sau khi người khách đồng ý: consent là "1". Một yêu cầu luôn ở trạng ' +
          'thái chờ cho tới khi nhân viên xác nhận. Với dry_run=1 mọi thứ được kiểm tra mà ' +
          'không lưu gì, không báo ai, không tính lượt.',
        en:
          'Send a request only after the guest has agreed: consent is "1". A request is ' +
          'pending until staff confirm it. With dry_run=1 everything is checked; nothing ' +
          'is stored, reported or counted.',
      }[locale],
    ),
    {
      kind: 'code',
      language: 'sh',
      text:
        `curl '${base}/api/booking?dry_run=1' \\\n  -H 'Content-Type: application/json' ` +
        `\\\n  -H 'Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324' \\\n  -d ` +
        `'${JSON.stringify({ ...needed, date: bookable?.date, time: bookable?.time })}'`,
    },
    paragraph(
      {
        vi:
          'Idempotency-Key (8 đến 64 ký tự) làm cho việc gửi lại vô hại: cùng mã và cùng ' +
          'nội dung thì nhận lại đúng câu trả lời đầu tiên trong 24 giờ, kèm ' +
          'Idempotent-Replayed: true; nội dung khác bị từ chối. Câu trả lời từ chối không ' +
          'được lưu, nên có thể sửa rồi dùng lại mã.',
        en:
          'Idempotency-Key (8 to 64 characters) makes a retry safe: for 24 hours the same ' +
          'key with the same body returns the first response again, with ' +
          'Idempotent-Replayed: true; a different body is rejected. Rejections are not ' +
          'stored, so a corrected request may use the same key.',
      }[locale],
    ),
    paragraph(
      {
        vi:
          'Thứ tự kiểm tra: phiên bản, kiểu và cỡ nội dung, cùng trang, mã lặp, nội dung ' +
          '(422), lượt gửi (429), quy định và chỗ trống (422, 409), rồi mới lưu.',
        en:
          'Order of the checks: version, type and size of the body, same site, key, ' +
          'replay, body (422), write limit (429), rules and free slot (422, 409). Then the ' +
          'request is stored.',
      }[locale],
    ),
  ]
}
