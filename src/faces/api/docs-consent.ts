/** What a guest agrees to, word for word, for whoever asks him on a page or a telephone of his own. */
import { type Block, heading, paragraph } from '../../content/document.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'

/** Which of the shop's texts it is, by what is asked for. */
const agreedFor = {
  booking: ['/api/booking', '/api/booking/{code}/change'],
  contact: ['/api/lead', '/api/order'],
  newsletter: ['/api/subscribe'],
} as const

type Kind = keyof typeof agreedFor

export type ConsentTexts = Readonly<Record<Kind, { text: Words }>>

export function consentBlocks(
  operations: readonly Operation[],
  texts: ConsentTexts,
  locale: Locale,
): Block[] {
  const served = new Set<string>(operations.map(({ http }) => http.path))
  return [
    heading({ vi: 'Khách đồng ý điều gì', en: 'What the person agrees to' }[locale], 'consent'),
    paragraph(
      {
        vi: 'Cho khách xem hoặc đọc nguyên văn trước khi gửi consent là "1". Lời này được lưu cùng yêu cầu.',
        en: 'Show or read it word for word before consent is "1". These words are kept with the request.',
      }[locale],
    ),
    {
      kind: 'list',
      items: (Object.keys(agreedFor) as Kind[]).map((kind) => [
        `${agreedFor[kind].filter((path) => served.has(path)).join(', ')}: “${texts[kind].text[locale]}”`,
      ]),
    },
  ]
}
