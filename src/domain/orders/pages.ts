/** What became of an order, for whoever has its code. */
import { type Document, paragraph } from '../../content/document.ts'
import type { LivePage } from '../../content/live.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { orderStep } from '../guest/answer-by.ts'

export const orderPath = '/order'

export function orderStatusPage(business: Business): LivePage {
  return {
    path: `${orderPath}/{code}`,
    async show({ at: { code = '' }, locale, doors }) {
      const { status, body } = await doors.read(`/api/order/${encodeURIComponent(code)}`, locale)
      if (status >= 400) {
        const document = page(
          words.unknown[locale],
          [paragraph(body.detail ?? '')],
          business,
          locale,
        )
        return { status, document }
      }
      const total = body.total as { display: string }
      const waiting = body.status === 'pending_payment'
      const blocks: Document['blocks'] = [
        ...(waiting
          ? [
              {
                kind: 'notice' as const,
                tone: 'note' as const,
                text: [orderStep(business, locale)],
              },
            ]
          : []),
        {
          kind: 'facts',
          rows: [
            [words.code[locale], [String(body.code)]],
            [words.state[locale], [String(body.status_label)]],
            [words.total[locale], [total.display]],
          ],
        },
      ]
      return { document: page(words.title[locale], blocks, business, locale) }
    },
  }
}

function page(
  title: string,
  blocks: Document['blocks'],
  business: Business,
  locale: Locale,
): Document {
  const text = `${words.call[locale]} ${business.phone}`
  return {
    title,
    description: business.name,
    blocks: [
      ...blocks,
      { kind: 'actions', links: [{ text, href: telephoneLink(business), main: true }] },
    ],
  }
}

const words = {
  title: { vi: 'Đơn của bạn', en: 'Your order' },
  code: { vi: 'Mã', en: 'Code' },
  state: { vi: 'Tình trạng', en: 'State' },
  total: { vi: 'Số tiền', en: 'Amount' },
  call: { vi: 'Gọi', en: 'Call' },
  unknown: { vi: 'Không tìm thấy đơn này', en: 'This order was not found' },
} satisfies Record<string, Words>
