/** The status pages of an order, for anyone who has its code. */
import { type Block, type Document, paragraph } from '../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { AddressConfirmation } from '../guest/confirmed-addresses.ts'
import { orderStepText } from '../guest/response-deadline.ts'
import type { OrderOperations, PublicOrder } from '../orders/operations.ts'
import { orderPath } from '../orders/url.ts'
import { fromTransferResponse, type TransferResponse, transferBlock } from '../payment/transfer.ts'
import { confirmationBlocks, confirmFromLink } from './address-confirmation.ts'

type GetOrder = OrderOperations['getOrder']

/** None for a shop without orders. */
export function orderPages(
  business: Business,
  addresses: AddressConfirmation,
  { getOrder }: { getOrder?: GetOrder },
): DynamicPage[] {
  return getOrder
    ? [orderStatusPage(business, addresses, getOrder), qrPage(business, getOrder)]
    : []
}

/** Calls `show` with the order whose code is in the path, or returns an error page. */
async function withOrder(
  { pathParams: { code = '' }, locale, client }: PageRequest,
  business: Business,
  getOrder: GetOrder,
  show: (order: PublicOrder) => PageResult,
): Promise<PageResult> {
  const { output, problem } = await client.read(getOrder, { code })
  if (!problem) return show(output)
  const blocks = [paragraph(problem.detailText(locale))]
  return {
    status: problem.status,
    document: page(labels.notFound[locale], blocks, business, locale),
  }
}

function orderStatusPage(
  business: Business,
  addresses: AddressConfirmation,
  getOrder: GetOrder,
): DynamicPage {
  const render = (request: PageRequest, confirmation: Block[]) =>
    withOrder(request, business, getOrder, (order) => ({
      document: orderDocument(business, order, confirmation, request.locale),
    }))
  return {
    path: `${orderPath}/{code}`,
    record: { followUp: 'submitLead' },
    show: async (request) => render(request, await confirmationBlocks(addresses, 'order', request)),
    submit: async (request) => render(request, await confirmFromLink(addresses, 'order', request)),
  }
}

function orderDocument(
  business: Business,
  order: PublicOrder,
  confirmation: Block[],
  locale: Locale,
): Document {
  const { code, status, status_label, total, transfer } = order
  const isAwaitingPayment = status === 'pending_payment'
  const blocks: Document['blocks'] = [
    ...confirmation,
    ...(isAwaitingPayment
      ? [
          {
            kind: 'notice' as const,
            tone: 'note' as const,
            text: [orderStepText(business, locale)],
          },
        ]
      : []),
    ...(transfer ? transferBlocks(transfer, code, locale) : []),
    {
      kind: 'facts',
      rows: [
        [labels.code[locale], [code]],
        [labels.status[locale], [status_label]],
        [labels.total[locale], [total.display]],
      ],
    },
  ]
  return page(labels.title[locale], blocks, business, locale)
}

function transferBlocks(transfer: TransferResponse, code: string, locale: Locale): Block[] {
  return [
    paragraph(labels.scan[locale]),
    transferBlock(fromTransferResponse(transfer), `${orderPath}/${code}/qr`, locale),
    paragraph(labels.noAutomaticCharge[locale]),
  ]
}

/** The VietQR code as an image, to open it in a banking app on the same phone. */
function qrPage(business: Business, getOrder: GetOrder): DynamicPage {
  return {
    path: `${orderPath}/{code}/qr`,
    show: (request) =>
      withOrder(request, business, getOrder, ({ code, transfer }) =>
        transfer
          ? { qr: { name: `${transfer.purpose}.png`, code: transfer.qr } }
          : { seeOther: `${orderPath}/${code}` },
      ),
  }
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
  code: { vi: 'Mã đơn', en: 'Order number' },
  status: { vi: 'Tình trạng', en: 'Status' },
  total: { vi: 'Số tiền', en: 'Amount' },
  call: { vi: 'Gọi', en: 'Call' },
  scan: {
    vi:
      'Quét mã bằng ứng dụng ngân hàng bất kỳ, hoặc lưu ảnh rồi mở trong ứng dụng; cũng có thể chép từng dòng. Xin ' +
      'giữ đúng nội dung để chúng tôi nhận ra đơn của bạn.',
    en:
      'Scan the QR code with any Vietnamese banking app, or save it and open it there; or copy the lines. Please keep ' +
      'the purpose unchanged, so that we can identify your order.',
  },
  noAutomaticCharge: {
    vi: 'Không có khoản nào bị trừ tự động, và không ai hỏi bạn mã OTP hay mật khẩu.',
    en: 'You are never charged automatically, and we never ask for a one-time code or a password.',
  },
  notFound: { vi: 'Không tìm thấy đơn này', en: 'This order was not found' },
} satisfies Record<string, LocalizedText>
