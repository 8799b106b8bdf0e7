/** The order forms for gift cards and memberships. */
import type { Block } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import { type FormValues, firstValue } from '../../content/form-values.ts'
import type { Business } from '../../content/shop.ts'
import type { Assortment } from '../../domain/catalogue/offer.ts'
import {
  emailFormField,
  type FormField,
  nameFormField,
  optionalField,
  phoneFormField,
} from '../../domain/forms/form-fields.ts'
import { formPage } from '../../domain/forms/form-page.ts'
import { orderPath } from '../../domain/orders/url.ts'
import type { ShopOperations } from '../../domain/trade/operations.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { allTreatments, membershipPrice } from './assortment.ts'
import type { SpaFiles } from './files.ts'

export function orderForms(
  files: SpaFiles,
  business: Business,
  operations: ShopOperations,
  { offers }: Assortment,
): DynamicPage[] {
  const { placeOrder } = operations
  if (!placeOrder) return []
  const soldOut = new Set(offers.filter((offer) => offer.soldOut).map(({ id }) => id))
  const isAvailable = ({ id }: { id: string }) => !soldOut.has(id)
  return [
    ...(files.giftCards.cards.length > 0
      ? [giftCardForm(files, business, placeOrder, isAvailable)]
      : []),
    ...(files.memberships.memberships.length > 0
      ? [membershipForm(files, business, placeOrder, isAvailable)]
      : []),
  ]
}

/** Cards are not sent by email if the program cannot send any, unless there is no other way. */
export function withoutEmailDelivery({ giftCards }: SpaFiles): Pick<SpaFiles, 'giftCards'> {
  const delivery = giftCards.delivery.filter(({ id }) => id !== 'email')
  return { giftCards: delivery.length === 0 ? giftCards : { ...giftCards, delivery } }
}

type IsAvailable = (card: { id: string }) => boolean

type PlaceOrder = NonNullable<ShopOperations['placeOrder']>

const sendLabel: LocalizedText = { vi: 'Gửi đơn', en: 'Send the order' }

function paymentText({ bank }: Business): LocalizedText {
  return bank
    ? {
        vi: 'Gửi đơn xong, bạn nhận được mã VietQR để chuyển khoản; thẻ được gửi sau khi nhận tiền.',
        en: 'After you send the order, you get a VietQR code for the transfer. We send the card after payment.',
      }
    : {
        vi: 'Nhân viên xác nhận rồi gửi thông tin chuyển khoản; thẻ được gửi sau khi nhận tiền.',
        en: 'Staff confirm and send the transfer details. We send the card after payment.',
      }
}

function treatmentField(files: SpaFiles, label: LocalizedText, none: LocalizedText): FormField {
  return {
    name: 'offerId',
    label,
    type: 'select',
    needed: false,
    options: [
      { value: '', label: none },
      ...allTreatments(files).map(({ id, name, price }) => ({
        value: id,
        label: {
          vi: `${name.vi} · ${formatMoney(price, 'vi')}`,
          en: `${name.en} · ${formatMoney(price, 'en')}`,
        },
      })),
    ],
  }
}

function giftCardForm(
  files: SpaFiles,
  business: Business,
  operation: PlaceOrder,
  isAvailable: IsAvailable,
): DynamicPage {
  const { giftCards } = files
  return formPage({
    operation,
    path: '/gift-cards/order',
    listed: true,
    title: { vi: 'Đặt thẻ quà tặng', en: 'Order a gift card' },
    intro: {
      vi: `Chọn số tiền hoặc một liệu trình. ${paymentText(business).vi}`,
      en: `Choose an amount or a treatment. ${paymentText(business).en}`,
    },
    button: sendLabel,
    picture: giftCards.category.id,
    preset: { kind: 'gift_card' },
    prefill: ['amount', 'offerId'],
    chosen: {
      names: ['amount', 'offerId'],
      summary: (values, locale) =>
        joinParts([
          { vi: 'Thẻ quà tặng', en: 'Gift card' }[locale],
          valueText(files, values, locale),
        ]),
    },
    dropped: (values) => (firstValue(values, 'amount') ? ['offerId'] : []),
    preview: (values, locale) => [cardPreview(files, business, values, locale)],
    tool: {
      name: 'order_a_gift_card',
      description:
        'Prepares the order of a gift card. The buyer then reviews it, agrees and sends it, and pays by bank transfer.',
    },
    fields: [
      {
        name: 'amount',
        label: { vi: 'Số tiền', en: 'Amount' },
        type: 'radio',
        hasChips: true,
        needed: false,
        options: [
          ...giftCards.cards.filter(isAvailable).map(({ amount }) => ({
            value: String(amount),
            label: forEachLocale((locale) => formatMoney(amount, locale)),
          })),
        ],
      },
      ...(giftCards.may_name_treatment
        ? [
            {
              ...treatmentField(
                files,
                { vi: 'Hoặc tặng một liệu trình', en: 'Or give a treatment' },
                { vi: 'Theo số tiền', en: 'By amount' },
              ),
              isCollapsed: true,
            },
          ]
        : []),
      optionalField('recipient', 'text', { vi: 'Tên trên thẻ', en: 'Name on the card' }),
      {
        ...optionalField('message', 'textarea', {
          vi: 'Lời nhắn trên thẻ (không bắt buộc)',
          en: 'Message on the card (optional)',
        }),
        isCollapsed: true,
      },
      {
        name: 'delivery',
        label: { vi: 'Cách gửi', en: 'Delivery' },
        type: 'radio',
        needed: true,
        options: giftCards.delivery.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        ...optionalField('deliver_to', 'text', recipientLabel(giftCards)),
        hint: {
          vi: 'Để trống thì thẻ được gửi cho bạn.',
          en: 'If it is empty, the card is sent to you.',
        },
      },
      nameFormField,
      phoneFormField,
      isSentByEmail(giftCards) ? buyerEmailField : emailFormField,
    ],
    consent: business.consent.contact.text,
    done: { address: ({ code }) => `${orderPath}/${code}` },
  })
}

type GiftCards = SpaFiles['giftCards']

const isSentByEmail = ({ delivery }: GiftCards) => delivery.some(({ id }) => id === 'email')

function recipientLabel(giftCards: GiftCards): LocalizedText {
  return isSentByEmail(giftCards)
    ? { vi: 'Email hoặc số Zalo của người nhận', en: 'Email or Zalo number of the recipient' }
    : { vi: 'Số Zalo của người nhận', en: 'Zalo number of the recipient' }
}

const buyerEmailField: FormField = {
  ...emailFormField,
  label: { vi: 'Email', en: 'Email' },
  hint: {
    vi: 'Cần có nếu thẻ gửi cho bạn qua email.',
    en: 'Needed if the card is sent to you by email.',
  },
}

/** "1.000.000 ₫", or the name of the treatment. */
function valueText(files: SpaFiles, values: FormValues, locale: Locale): string {
  const amount = Number(firstValue(values, 'amount') ?? '')
  if (Number.isInteger(amount) && amount > 0) return formatMoney(amount, locale)
  const offerId = firstValue(values, 'offerId')
  return allTreatments(files).find(({ id }) => id === offerId)?.name[locale] ?? ''
}

function cardPreview(
  files: SpaFiles,
  business: Business,
  values: FormValues,
  locale: Locale,
): Block {
  const months = files.giftCards.valid_months
  return {
    kind: 'giftCard',
    shop: business.name,
    sum: valueText(files, values, locale),
    label: { vi: 'Dành cho', en: 'For' }[locale],
    recipient: firstValue(values, 'recipient') || '…',
    note: {
      vi: `Dùng trong ${months} tháng`,
      en: `Valid for ${months} ${plural(months, { one: 'month', other: 'months' })}`,
    }[locale],
  }
}

function membershipForm(
  files: SpaFiles,
  business: Business,
  operation: PlaceOrder,
  isAvailable: IsAvailable,
): DynamicPage {
  const { memberships, category } = files.memberships
  return formPage({
    operation,
    path: '/memberships/order',
    listed: true,
    title: { vi: 'Đặt thẻ thành viên', en: 'Order a membership' },
    intro: paymentText(business),
    button: sendLabel,
    picture: category.id,
    preset: { kind: 'membership' },
    prefill: ['visits', 'offerId'],
    chosen: {
      names: ['visits'],
      summary(values, locale) {
        const visits = Number(firstValue(values, 'visits'))
        const found = memberships.find((membership) => membership.visits === visits)
        return found ? membershipLabel(files, found)[locale] : ''
      },
    },
    tool: {
      name: 'order_a_membership',
      description:
        'Prepares the order of a membership card. The guest then reviews it, agrees and ' +
        'sends it, and pays by bank transfer.',
    },
    fields: [
      {
        name: 'visits',
        label: { vi: 'Số lần', en: 'Visits' },
        type: 'radio',
        needed: true,
        options: memberships.filter(isAvailable).map((membership) => ({
          value: String(membership.visits),
          label: membershipLabel(files, membership),
        })),
      },
      treatmentField(
        files,
        { vi: 'Liệu trình', en: 'Treatment' },
        { vi: 'Như thẻ ghi', en: 'The default treatment of the card' },
      ),
      nameFormField,
      phoneFormField,
      emailFormField,
    ],
    consent: business.consent.contact.text,
    done: { address: ({ code }) => `${orderPath}/${code}` },
  })
}

/** "Thẻ năm lần · 1.440.000 ₫", for the default treatment of the card. */
function membershipLabel(
  files: SpaFiles,
  membership: SpaFiles['memberships']['memberships'][number],
): LocalizedText {
  const treatment = allTreatments(files).find(({ id }) => id === membership.treatment)
  if (!treatment) return membership.name
  const price = membershipPrice(membership, treatment)
  return forEachLocale((locale) => `${membership.name[locale]} · ${formatMoney(price, locale)}`)
}
