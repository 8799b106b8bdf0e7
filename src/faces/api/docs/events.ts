/** Webhooks: event types, payloads, signature and delivery, from what the channel itself uses. */
import { z } from 'zod'
import { type Block, heading, link, paragraph } from '../../../content/document.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import {
  signWebhook,
  type WebhookPayload,
  webhookSecretPrefix,
} from '../../../kernel/webhook-message.ts'
import type { DocsContext } from './context.ts'
import type { JsonSchema } from './published-api.ts'
import { fieldsOf, fieldTable } from './schema-table.ts'

/** Not a secret of any shop: receivers can check their code with it. */
const exampleSecret = webhookSecretPrefix + Buffer.from('only an example').toString('base64')

export function eventBlocks({ webhooks }: DocsContext, locale: Locale): Block[] {
  return [
    heading({ vi: 'Sự kiện (webhook)', en: 'Events (webhooks)' }[locale], 'events'),
    paragraph(
      {
        vi:
          'Tiệm có thể gửi mọi thay đổi tới địa chỉ của bạn: người vận hành cấu hình địa chỉ ' +
          '(WEBHOOKS) và đưa cho bạn khoá ký. Mỗi tin là một POST với type, timestamp và ' +
          'data, không bao giờ có tên, số điện thoại hay ghi chú của khách. Hãy bỏ qua loại ' +
          'sự kiện lạ: sẽ có thêm.',
        en:
          'A shop can send every change to your URL: its operator configures the URL ' +
          '(WEBHOOKS) and gives you the signing secret. Each message is a POST with type, ' +
          'timestamp and data, and never contains the name, phone number or note of a guest. ' +
          'Ignore unknown event types: more will be added.',
      }[locale],
    ),
    {
      kind: 'table',
      head: ['type', { vi: 'Ý nghĩa', en: 'Meaning' }[locale]],
      rows: webhooks.events.map(({ type, title }) => [[type], [title[locale]]]),
    },
    ...webhooks.payloads.flatMap((payload) => payloadBlocks(payload, locale)),
    { kind: 'heading', level: 3, text: signature.title[locale], id: 'signature' },
    paragraph(
      signature.standard[locale],
      link('Standard Webhooks', 'https://www.standardwebhooks.com'),
      '.',
    ),
    { kind: 'list', ordered: true, items: signature.steps.map((step) => [step[locale]]) },
    ...signedExample(webhooks.payloads, locale),
    { kind: 'heading', level: 3, text: delivery.title[locale], id: 'delivery' },
    { kind: 'list', items: delivery.rules.map((rule) => [rule[locale]]) },
  ]
}

function payloadBlocks({ title, schema, example }: WebhookPayload, locale: Locale): Block[] {
  const data = { vi: `data: ${title.vi}`, en: `data: ${title.en}` }
  return [
    { kind: 'heading', level: 3, text: data[locale] },
    fieldTable(fieldsOf(toJsonSchema(schema)), 'in the response', locale),
    ...(example
      ? [
          {
            kind: 'code' as const,
            language: 'json',
            text: JSON.stringify(
              JSON.parse(signWebhook(example, exampleSecret, example.at).body),
              null,
              2,
            ),
          },
        ]
      : []),
  ]
}

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output' }) as JsonSchema
}

/** A whole request with a signature that can be verified. */
function signedExample(payloads: readonly WebhookPayload[], locale: Locale): Block[] {
  const example = payloads.at(-1)?.example
  if (!example) return []
  const { headers, body } = signWebhook(example, exampleSecret, example.at)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    paragraph(signature.example[locale]),
    {
      kind: 'code',
      language: 'http',
      text: `POST /letan HTTP/1.1\n${lines.join('\n')}\n\n${body}`,
    },
    { kind: 'code', language: 'text', text: exampleSecret },
  ]
}

const signature = {
  title: { vi: 'Chữ ký', en: 'Signature' },
  standard: {
    vi: 'Tin được ký theo chuẩn, nên có thể kiểm tra bằng thư viện của ',
    en: 'Messages are signed by the standard, so you can verify them with the libraries of ',
  },
  steps: [
    {
      vi: 'Dùng nguyên văn các byte của nội dung, trước khi đọc JSON.',
      en: 'Use the raw bytes of the body, before you parse them.',
    },
    {
      vi: 'Bỏ tin có webhook-timestamp (giây từ 1970) cũ hơn năm phút.',
      en: 'Reject a message whose webhook-timestamp (seconds since 1970) is more than five minutes old.',
    },
    {
      vi:
        'Tính HMAC-SHA256 của “{webhook-id}.{webhook-timestamp}.{nội dung}”; khoá là phần ' +
        'sau whsec_, giải mã base64.',
      en:
        'Compute the HMAC-SHA256 of “{webhook-id}.{webhook-timestamp}.{body}”; the key is ' +
        'the part after whsec_, decoded from base64.',
    },
    {
      vi:
        'So sánh base64 của kết quả với webhook-signature sau “v1,”, trong thời gian không ' +
        'đổi. Có thể có nhiều chữ ký, cách nhau bằng dấu cách.',
      en:
        'Compare its base64 with webhook-signature after “v1,” in constant time. There may ' +
        'be several signatures, separated by spaces.',
    },
  ],
  example: {
    vi: 'Ví dụ để thử chương trình của bạn, và khoá của nó (chỉ là ví dụ):',
    en: 'An example to check your code with, and its secret (an example only):',
  },
} satisfies Record<string, LocalizedText | LocalizedText[]>

const delivery = {
  title: { vi: 'Gửi và nhận', en: 'Delivery' },
  rules: [
    {
      vi:
        'Trả lời 2xx trong mười giây rồi mới xử lý. Không thì tin được gửi lại sau 5 giây, ' +
        '20 giây, 1 phút, cứ thế thưa dần, trong một ngày.',
      en:
        'Respond with 2xx within ten seconds and process the message afterwards. Otherwise ' +
        'it is sent again after 5 seconds, 20 seconds, a minute and so on, for a day.',
    },
    {
      vi: 'Retry-After của 429 hoặc 503 được tôn trọng; 410 thì ngừng gửi lại.',
      en: 'Retry-After of a 429 or 503 response is respected; a 410 response stops the retries.',
    },
    {
      vi: 'Mỗi tin tới ít nhất một lần, webhook-id không đổi khi gửi lại: hãy lưu và bỏ tin trùng.',
      en:
        'Each message arrives at least once, and webhook-id stays the same when it is sent ' +
        'again: store it and ignore duplicates.',
    },
    {
      vi: 'Tin của một lượt đặt tới theo thứ tự. data là trạng thái lúc gửi; bỏ tin có version nhỏ hơn bản đã nhận.',
      en:
        'Messages of one booking arrive in order. data is the state at the time of ' +
        'sending; ignore a message with a smaller version than you have.',
    },
  ],
} satisfies Record<string, LocalizedText | LocalizedText[]>
