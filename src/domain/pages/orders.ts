/** The status pages of an order, for anyone who has its code. */
import { type Block, type Document, heading, paragraph } from '../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../content/dynamic-page.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { cardPath } from '../cards/url.ts'
import type { OrderRules } from '../catalogue/order.ts'
import type { AddressConfirmation } from '../guest/confirmed-addresses.ts'
import type { OrderOperations, PublicOrder } from '../orders/operations.ts'
import type { FindRecipient } from '../orders/recipient.ts'
import { orderKindLabel } from '../orders/status.ts'
import { orderPath } from '../orders/url.ts'
import { fromTransferResponse, type TransferResponse, transferBlock } from '../payment/transfer.ts'
import { confirmationBlocks, confirmFromLink } from './address-confirmation.ts'

type GetOrder = OrderOperations['getOrder']

type OrderPageContext = {
  business: Business
  addresses: AddressConfirmation
  rules: Pick<OrderRules, 'itemRows'>
  findRecipient: FindRecipient
}

/** None for a shop without orders. */
export function orderPages(
  context: Omit<OrderPageContext, 'rules'> & { rules: OrderPageContext['rules'] | undefined },
  { getOrder }: { getOrder?: GetOrder },
): DynamicPage[] {
  const { rules, business } = context
  return getOrder && rules
    ? [orderStatusPage({ ...context, rules }, getOrder), qrPage(business, getOrder)]
    : []
}

/** Calls `show` with the order whose code is in the path, or returns an error page. */
async function withOrder(
  { pathParams: { code = '' }, locale, client }: PageRequest,
  business: Business,
  getOrder: GetOrder,
  show: (order: PublicOrder) => PageResult | Promise<PageResult>,
): Promise<PageResult> {
  const { output, problem } = await client.read(getOrder, { code })
  if (!problem) return show(output)
  const blocks = [paragraph(problem.detailText(locale))]
  return {
    status: problem.status,
    document: page(labels.notFound[locale], blocks, business, locale),
  }
}

function orderStatusPage(context: OrderPageContext, getOrder: GetOrder): DynamicPage {
  const { business, addresses, findRecipient } = context
  const render = (request: PageRequest, confirmation: Block[]) =>
    withOrder(request, business, getOrder, async (order) => {
      const recipient = await findRecipient(order.code)
      return { document: orderDocument(context, order, recipient, confirmation, request.locale) }
    })
  return {
    path: `${orderPath}/{code}`,
    record: { followUp: 'submitLead' },
    show: async (request) => render(request, await confirmationBlocks(addresses, 'order', request)),
    submit: async (request) => confirmFromLink(addresses, 'order', request, render),
  }
}

function orderDocument(
  { business, rules }: OrderPageContext,
  order: PublicOrder,
  recipient: string | undefined,
  confirmation: Block[],
  locale: Locale,
): Document {
  const { code, kind, status_label, total, item, transfer, next_step, card } = order
  const rows: [string, string][] = [
    [labels.what[locale], orderKindLabel(kind)[locale]],
    ...(recipient === undefined ? [] : [[labels.recipient[locale], recipient] as [string, string]]),
    ...rules.itemRows(item, locale),
    [labels.total[locale], total.display],
    [labels.status[locale], status_label],
    [labels.code[locale], code],
    ...(card ? [[labels.card[locale], card.number] as [string, string]] : []),
  ]
  const blocks: Document['blocks'] = [
    ...confirmation,
    ...(next_step === undefined
      ? []
      : [{ kind: 'notice' as const, tone: 'note' as const, text: [next_step] }]),
    { kind: 'facts', rows: rows.map(([term, text]) => [term, [text]]) },
    ...(card ? cardBlocks(card, locale) : []),
    ...(transfer ? transferBlocks(transfer, code, locale) : []),
  ]
  return page(labels.title[locale], blocks, business, locale)
}

/** The page of the card has its balance, and its QR code to show or to send on. */
function cardBlocks({ number }: NonNullable<PublicOrder['card']>, locale: Locale): Block[] {
  return [
    paragraph(labels.cardHint[locale]),
    { kind: 'actions', links: [{ text: labels.cardPage[locale], href: `${cardPath}/${number}` }] },
  ]
}

function transferBlocks(transfer: TransferResponse, code: string, locale: Locale): Block[] {
  return [
    heading(labels.pay[locale], 'pay'),
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
  what: { vi: 'Đã đặt', en: 'Ordered' },
  recipient: { vi: 'Dành cho', en: 'For' },
  card: { vi: 'Số thẻ', en: 'Card number' },
  cardPage: { vi: 'Số dư và mã QR của thẻ', en: 'Balance and QR code of the card' },
  cardHint: {
    vi: 'Đọc số thẻ hoặc đưa mã QR ở quầy để dùng thẻ. Ai có số thẻ đều dùng được, nên xin giữ kỹ.',
    en: 'Read out the number or show the QR code at the desk to use the card. Anyone with the number can use it, so keep it safe.',
  },
  pay: { vi: 'Chuyển khoản', en: 'Bank transfer' },
  code: { vi: 'Mã đơn', en: 'Order number' },
  status: { vi: 'Tình trạng', en: 'Status' },
  total: { vi: 'Cần trả', en: 'To pay' },
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
