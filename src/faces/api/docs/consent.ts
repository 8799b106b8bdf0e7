/** The consent texts word for word, for clients that show them on their own pages or by phone. */
import { type Block, heading, paragraph } from '../../../content/document.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Operation } from '../../../kernel/operation.ts'

/** Which consent text belongs to which operation. */
const consentPaths = {
  booking: ['/api/booking'],
  change: ['/api/booking/{code}/change'],
  waitlist: ['/api/waitlist'],
  contact: ['/api/lead', '/api/order'],
  newsletter: ['/api/subscribe'],
} as const

type ConsentKind = keyof typeof consentPaths

/** A shop without a newsletter has no text for it. */
export type ConsentTexts = Readonly<Partial<Record<ConsentKind, { text: LocalizedText }>>>

export function consentBlocks(
  operations: readonly Operation[],
  texts: ConsentTexts,
  locale: Locale,
): Block[] {
  const served = new Set<string>(operations.map(({ http }) => http.path))
  return [
    heading({ vi: 'Khách đồng ý điều gì', en: 'What the guest agrees to' }[locale], 'consent'),
    paragraph(
      {
        vi: 'Cho khách xem hoặc đọc nguyên văn trước khi gửi consent là "1". Lời này được lưu cùng yêu cầu.',
        en: 'Show or read the text word for word before you send consent "1". It is stored with the request.',
      }[locale],
    ),
    {
      kind: 'list',
      items: (Object.keys(consentPaths) as ConsentKind[]).flatMap((kind) => {
        const paths = consentPaths[kind].filter((path) => served.has(path)).join(', ')
        const text = texts[kind]?.text[locale]
        return text === undefined ? [] : [[`${paths}: “${text}”`]]
      }),
    },
  ]
}
