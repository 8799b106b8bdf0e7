/**
 * The page of a gift card or membership, for its holder: balance and history after the last four digits of the phone
 * number.
 */
import { type Block, type Document, heading, paragraph } from '../../content/document.ts'
import type { DynamicPage, PageRequest, PageResult } from '../../content/dynamic-page.ts'
import { firstValue, withValues } from '../../content/form-values.ts'
import { type Business, telephoneLink } from '../../content/shop.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import type { Problem } from '../../kernel/problem.ts'
import { truncate } from '../../kernel/truncate.ts'
import { formatCardNumber, parseCardNumber } from '../cards/number.ts'
import type { CardBalance, CardOperations } from '../cards/operations.ts'
import { cardKindLabels } from '../cards/status.ts'
import { cardPath } from '../cards/url.ts'
import { newFormToken } from '../forms/form-token.ts'

type CardPageContext = {
  business: Business
  getBalance: CardOperations['getCardBalance']
  base: string
  deskUrl: string | undefined
}

export function cardPages(context: CardPageContext): DynamicPage[] {
  return [numberPage(context), balancePage(context), qrPage(context)]
}

/** For a guest who has the number but not the link. */
function numberPage({ business }: CardPageContext): DynamicPage {
  return {
    path: cardPath,
    show: ({ locale, address }) => {
      const field = { ...numberField, label: labels.number[locale] }
      const form: Block = {
        ...{ kind: 'form', method: 'post', address, hidden: [] },
        fields: [{ ...field, values: [], error: undefined }],
        buttons: [{ label: labels.next[locale] }],
      }
      return { document: page(business, [paragraph(labels.askNumber[locale]), form], locale) }
    },
    submit: async ({ sent }) => {
      const typed = truncate((firstValue(sent, 'number') ?? '').trim(), 40)
      const number = parseCardNumber(typed)
      const shown = number === undefined ? typed : formatCardNumber(number)
      return { seeOther: shown === '' ? cardPath : `${cardPath}/${encodeURIComponent(shown)}` }
    },
  }
}

const numberField = { name: 'number', type: 'text', needed: true, autocomplete: 'off' } as const

function balancePage(context: CardPageContext): DynamicPage {
  const { business, getBalance } = context
  return {
    path: `${cardPath}/{number}`,
    record: { followUp: 'submitLead', isCard: true },
    show: (request) => ({
      document: page(business, askBlocks(context, request), request.locale),
    }),
    async submit(request): Promise<PageResult> {
      const { sent, client, pathParams, locale } = request
      const values = withValues(new Map(), {
        number: pathParams.number ?? '',
        phone_last4: (firstValue(sent, 'phone_last4') ?? '').trim(),
        form_token: firstValue(sent, 'form_token') ?? '',
      })
      const { output, problem } = await client.submit(getBalance, values, {})
      if (!problem) return { document: balanceDocument(context, output, locale) }
      const notice: Block = { kind: 'notice', tone: 'problem', text: [reasonOf(problem, locale)] }
      const blocks = [notice, ...askBlocks(context, request)]
      return { status: problem.status, document: page(business, blocks, locale) }
    },
  }
}

/** The same text for every wrong input, so that it does not tell whether the card exists. */
function reasonOf(problem: Problem, locale: Locale): string {
  return problem.code === 'invalid-fields' ? labels.digitsHint[locale] : problem.detailText(locale)
}

/** The same for every number. */
function askBlocks(
  { getBalance, deskUrl }: CardPageContext,
  { locale, address, client, pathParams }: PageRequest,
): Block[] {
  const number = shownNumber(pathParams)
  const isDeskPublic = deskUrl?.startsWith('https://')
  return [
    { kind: 'facts', rows: [[labels.number[locale], [number]]] },
    paragraph(labels.askDigits[locale]),
    {
      kind: 'form',
      method: 'post',
      address,
      fields: [
        {
          name: 'phone_last4',
          label: labels.digits[locale],
          hint: labels.digitsHint[locale],
          type: 'text',
          digits: 4,
          needed: true,
          autocomplete: 'off',
          values: [],
          error: undefined,
        },
      ],
      hidden: Object.entries(newFormToken(getBalance, client)),
      buttons: [{ label: labels.show[locale] }],
    },
    ...(isDeskPublic ? [staffLink(`${deskUrl}/cards/${encodeURIComponent(number)}`, locale)] : []),
  ]
}

function staffLink(href: string, locale: Locale): Block {
  return { kind: 'paragraph', text: [{ text: labels.staff[locale], href }] }
}

function shownNumber({ number = '' }: PageRequest['pathParams']): string {
  const parsed = parseCardNumber(number)
  return parsed === undefined ? truncate(number, 40) : formatCardNumber(parsed)
}

function balanceDocument(
  { business, base }: CardPageContext,
  card: CardBalance,
  locale: Locale,
): Document {
  const { number, visits_reserved = 0 } = card
  const path = `${cardPath}/${number}`
  const rows: [string, [string]][] = [
    [labels.left[locale], [card.display]],
    ...(visits_reserved > 0
      ? [[labels.reserved[locale], [String(visits_reserved)]] as [string, [string]]]
      : []),
    ...(card.what === undefined ? [] : [[labels.offer[locale], [card.what]] as [string, [string]]]),
    [labels.validUntil[locale], [formatDate(card.valid_until, locale)]],
    [labels.status[locale], [card.status_label]],
  ]
  const blocks: Block[] = [
    { kind: 'facts', rows },
    ...(card.status === 'active'
      ? [
          paragraph(labels.use[locale]),
          {
            kind: 'payment' as const,
            code: `${base}${localPath(path, locale, business.languages)}`,
            label: `${labels.qr[locale]} ${number}`,
            rows: [[labels.number[locale], number]] as [string, string][],
            picture: { text: labels.save[locale], href: `${path}/qr` },
          },
        ]
      : []),
    heading(labels.history[locale], 'history'),
    {
      kind: 'list',
      items: card.history.map(({ at, display }) => [
        `${formatDate(at.slice(0, 10), locale)}: ${display}`,
      ]),
    },
  ]
  return page(business, blocks, locale, cardKindLabels[card.kind][locale])
}

/** The QR code contains nothing but the address, so it needs no digits. */
function qrPage({ base, business }: CardPageContext): DynamicPage {
  return {
    path: `${cardPath}/{number}/qr`,
    show({ pathParams, locale }) {
      const number = shownNumber(pathParams)
      const path = localPath(
        `${cardPath}/${encodeURIComponent(number)}`,
        locale,
        business.languages,
      )
      return { qr: { name: 'card.png', code: `${base}${path}` } }
    },
  }
}

function page(
  business: Business,
  blocks: readonly Block[],
  locale: Locale,
  title = labels.title[locale],
): Document {
  const call = { text: `${labels.call[locale]} ${business.phone}`, href: telephoneLink(business) }
  return {
    title,
    description: business.name,
    blocks: [...blocks, { kind: 'actions', links: [call] }],
  }
}

const labels = {
  title: { vi: 'Số dư của thẻ', en: 'Balance of a card' },
  askNumber: {
    vi: 'Nhập số trên thẻ quà tặng hoặc thẻ thành viên, như 7K3M-9Q2X-4DT1.',
    en: 'Enter the number on the gift card or membership, such as 7K3M-9Q2X-4DT1.',
  },
  askDigits: {
    vi: 'Để xem số dư, xin nhập bốn số cuối điện thoại của người đã đặt thẻ, hoặc của người giữ thẻ nếu bạn đã báo cho chúng tôi.',
    en: 'To see the balance, enter the last four digits of the phone number with which the card was ordered, or of the holder if you have told us.',
  },
  number: { vi: 'Số thẻ', en: 'Card number' },
  digits: { vi: 'Bốn số cuối điện thoại', en: 'Last four digits of the phone number' },
  digitsHint: { vi: 'Bốn chữ số, như 5678.', en: 'Four digits, such as 5678.' },
  show: { vi: 'Xem số dư', en: 'Show the balance' },
  next: { vi: 'Tiếp tục', en: 'Continue' },
  staff: { vi: 'Nhân viên: mở thẻ ở quầy', en: 'Staff: open the card at the desk' },
  left: { vi: 'Còn lại', en: 'Left' },
  reserved: { vi: 'Đã giữ cho lượt đặt', en: 'Reserved by bookings' },
  offer: { vi: 'Dùng cho', en: 'For' },
  validUntil: { vi: 'Dùng đến hết', en: 'Valid until' },
  status: { vi: 'Tình trạng', en: 'Status' },
  use: {
    vi: 'Đưa mã QR hoặc đọc số thẻ ở quầy để dùng.',
    en: 'Show the QR code or read out the number at the desk to use it.',
  },
  qr: { vi: 'Mã QR của thẻ', en: 'QR code of the card' },
  save: { vi: 'Lưu ảnh mã QR', en: 'Save the QR code' },
  history: { vi: 'Lịch sử', en: 'History' },
  call: { vi: 'Gọi', en: 'Call' },
} satisfies Record<string, LocalizedText>
