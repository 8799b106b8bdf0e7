/** The status pages of an order, for anyone who has its code. */
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type { ApiResponseBody, DynamicPage } from '../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { orderStepText } from '../guest/response-deadline.ts'
import { orderPath } from '../orders/url.ts'
import { fromTransferResponse, type TransferResponse, transferBlock } from '../payment/transfer.ts'

export function orderPages(business: Business): DynamicPage[] {
  return [orderStatusPage(business), qrPage(business)]
}

function orderStatusPage(business: Business): DynamicPage {
  return {
    path: `${orderPath}/{code}`,
    record: { endpoint: '/api/order/{code}', followUp: 'submitLead' },
    async show({ pathParams: { code = '' }, locale, api }) {
      const { status, body } = await api.read(`/api/order/${encodeURIComponent(code)}`, locale)
      if (status >= 400) return { status, document: orderNotFound(business, body, locale) }
      const total = body.total as { display: string }
      const isAwaitingPayment = body.status === 'pending_payment'
      const transfer = body.transfer as TransferResponse | undefined
      const blocks: Document['blocks'] = [
        ...(isAwaitingPayment
          ? [
              {
                kind: 'notice' as const,
                tone: 'note' as const,
                text: [orderStepText(business, locale)],
              },
            ]
          : []),
        ...(transfer ? transferBlocks(transfer, String(body.code), locale) : []),
        {
          kind: 'facts',
          rows: [
            [labels.code[locale], [String(body.code)]],
            [labels.status[locale], [String(body.status_label)]],
            [labels.total[locale], [total.display]],
          ],
        },
      ]
      return { document: page(labels.title[locale], blocks, business, locale) }
    },
  }
}

function transferBlocks(transfer: TransferResponse, code: string, locale: Locale): Block[] {
  return [
    paragraph(labels.scan[locale]),
    transferBlock(fromTransferResponse(transfer), `${orderPath}/${code}/qr`, locale),
    paragraph(labels.noAutomaticCharge[locale]),
  ]
}

/** The VietQR code as an image, to open it in a banking app on the same phone. */
function qrPage(business: Business): DynamicPage {
  return {
    path: `${orderPath}/{code}/qr`,
    async show({ pathParams: { code = '' }, locale, api }) {
      const { status, body } = await api.read(`/api/order/${encodeURIComponent(code)}`, locale)
      if (status >= 400) return { status, document: orderNotFound(business, body, locale) }
      const transfer = body.transfer as TransferResponse | undefined
      if (!transfer) return { seeOther: `${orderPath}/${body.code}` }
      return { qr: { name: `${transfer.purpose}.png`, code: transfer.qr } }
    },
  }
}

function orderNotFound(
  business: Business,
  { detail = '' }: ApiResponseBody,
  locale: Locale,
): Document {
  return page(labels.notFound[locale], [paragraph(detail)], business, locale)
}

function page(
  title: string,
  blocks: Document['blocks'],
  business: Business,
  locale: Locale,
): Document {
  const text = `${labels.call[locale]} ${business.phone}`
  return {
    title,
    description: business.name,
    blocks: [
      ...blocks,
      { kind: 'actions', links: [{ text, href: telephoneLink(business), main: true }] },
    ],
  }
}

const labels = {
  title: { vi: 'Đơn của bạn', en: 'Your order' },
  code: { vi: 'Mã', en: 'Code' },
  status: { vi: 'Tình trạng', en: 'Status' },
  total: { vi: 'Số tiền', en: 'Amount' },
  call: { vi: 'Gọi', en: 'Call' },
  scan: {
    vi:
      'Quét mã bằng ứng dụng ngân hàng bất kỳ, hoặc lưu ảnh rồi mở trong ứng dụng; cũng có thể chép từng dòng. Xin ' +
      'giữ đúng nội dung để chúng tôi nhận ra đơn của bạn.',
    en:
      'Scan the code with any Vietnamese banking app, or save it and open it there; or copy the lines. Please keep ' +
      'the purpose unchanged, so that we can identify your order.',
  },
  noAutomaticCharge: {
    vi: 'Không có khoản nào bị trừ tự động, và không ai hỏi bạn mã OTP hay mật khẩu.',
    en: 'You are never charged automatically, and we never ask for a one-time code or a password.',
  },
  notFound: { vi: 'Không tìm thấy đơn này', en: 'This order was not found' },
} satisfies Record<string, LocalizedText>
