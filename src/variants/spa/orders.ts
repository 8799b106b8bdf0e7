/** Order rules of a spa: a gift card for an amount or a treatment, or a membership. */

import { z } from 'zod'
import type { Assortment } from '../../domain/catalogue/offer.ts'
import type { Order, OrderRules, ParsedOrder } from '../../domain/catalogue/order.ts'
import { soldOutReason } from '../../domain/catalogue/sold-out.ts'
import { multiLineField, singleLineField } from '../../domain/guest/fields.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { oneOf, unknownFieldErrors } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { allTreatments, membershipPrice } from './assortment.ts'
import { deliveryErrors, recipientAddress } from './delivery.ts'
import type { SpaFiles, Treatment } from './files.ts'

/** Undefined in a spa without gift cards and memberships. */
export function orderRules(files: SpaFiles, { offers }: Assortment): OrderRules | undefined {
  const { giftCards, memberships } = files
  const [firstKind, ...otherKinds] = [
    ...(giftCards.cards.length > 0 ? ['gift_card'] : []),
    ...(memberships.memberships.length > 0 ? ['membership'] : []),
  ]
  if (firstKind === undefined) return undefined
  const kinds = [firstKind, ...otherKinds] as const
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  const amounts = giftCards.cards.map(({ amount }) => amount)
  const visits = memberships.memberships.map((membership) => membership.visits)
  /** The error of a card that is sold out. */
  const soldOutErrors = (cardId: string | undefined, field: string): FieldError[] => {
    const offer = offers.find(({ id }) => id === cardId)
    return offer?.soldOut
      ? [{ name: field, code: 'not_one_of', message: soldOutReason(offer) }]
      : []
  }

  const parseGiftCard = (input: Readonly<Record<string, unknown>>): ParsedOrder => {
    const { amount, offerId } = input as { amount?: number; offerId?: string }
    const treatment = treatments.get(offerId ?? '')
    const errors: FieldError[] = []
    if (amount === undefined && offerId === undefined) {
      errors.push({ name: 'amount', code: 'missing', message: amountOrTreatmentText })
    } else if (amount !== undefined && offerId !== undefined) {
      errors.push({ name: 'amount', code: 'unknown', who: 'model', message: notBothText })
    } else if (amount !== undefined && !amounts.includes(amount)) {
      errors.push({ name: 'amount', code: 'not_one_of', message: oneOf(amounts.map(String)) })
    }
    if (offerId !== undefined && !giftCards.may_name_treatment) {
      errors.push(...unknownFieldErrors(['offerId']))
    }
    const card = giftCards.cards.find((one) => one.amount === amount)
    errors.push(...soldOutErrors(card?.id, 'amount'))
    errors.push(...deliveryErrors(input))
    if (input.visits !== undefined) errors.push(...unknownFieldErrors(['visits']))
    if (errors.length > 0) return { errors }
    return {
      order: {
        kind: 'gift_card',
        total: amount ?? treatment?.price ?? 0,
        item: {
          ...(amount === undefined ? { offerId: offerId ?? '' } : { amount }),
          delivery: String(input.delivery),
          valid_months: giftCards.valid_months,
        },
        recipient: (input.recipient as string | undefined) ?? null,
        message: (input.message as string | undefined) || null,
        deliverTo: recipientAddress(input) ?? null,
      },
    }
  }

  const parseMembership = (input: Readonly<Record<string, unknown>>): ParsedOrder => {
    const membership = memberships.memberships.find((one) => one.visits === input.visits)
    const errors = unknownFieldErrors(
      ['amount', 'recipient', 'message', 'delivery', 'deliver_to'].filter(
        (name) => input[name] !== undefined,
      ),
    )
    if (!membership)
      errors.push({ name: 'visits', code: 'not_one_of', message: oneOf(visits.map(String)) })
    errors.push(...soldOutErrors(membership?.id, 'visits'))
    if (!membership || errors.length > 0) return { errors }
    const offerId = (input.offerId as string | undefined) ?? membership.treatment
    return {
      order: {
        kind: 'membership',
        total: membershipPrice(membership, treatments.get(offerId) as Treatment),
        item: { visits: membership.visits, offerId, valid_months: membership.valid_months },
        recipient: null,
        message: null,
        deliverTo: null,
      },
    }
  }

  const giftCardFields = kinds.includes('gift_card') && {
    amount: z
      .literal(amounts)
      .optional()
      .meta({
        type: 'integer',
        description: `For a gift card: its value in dong, one of ${amounts.join(', ')}; or give a treatment.`,
        example: amounts[0],
      }),
  }
  const membershipFields = kinds.includes('membership') && {
    visits: z
      .literal(visits)
      .optional()
      .meta({
        type: 'integer',
        description: `For a membership: ${visits.join(' or ')}.`,
        example: visits[0],
      }),
  }
  const giftCardDetails = {
    recipient: singleLineField(80).optional().meta({
      description: 'For a gift card: the name on the card.',
      example: 'Minh',
    }),
    message: multiLineField(300).optional().meta({
      description: 'For a gift card: the message on the card; at most 300 characters.',
      example: 'Chúc mừng sinh nhật!',
    }),
    delivery: z
      .enum(giftCards.delivery.map(({ id }) => id))
      .optional()
      .meta({
        description: 'For a gift card: the delivery method.',
        example: giftCards.delivery[0]?.id,
      }),
    deliver_to: singleLineField(254).optional().meta({
      description:
        'For a gift card: the email address or the Zalo number of the recipient; without it, the card goes to the buyer.',
      example: 'minh@example.com',
    }),
  }

  const delivery = giftCards.delivery[0]?.id ?? ''
  const amount = amounts[0] ?? 0
  const [membership] = memberships.memberships
  const examples = kinds.includes('gift_card')
    ? {
        example: { amount, delivery, valid_months: giftCards.valid_months },
        requestExample: { amount, recipient: 'Minh', delivery, email: 'lan@example.com' },
      }
    : {
        example: {
          visits: membership?.visits ?? 0,
          offerId: membership?.treatment ?? '',
          valid_months: membership?.valid_months ?? 0,
        },
        requestExample: { visits: membership?.visits ?? 0 },
      }

  return {
    codePrefix: 'THE',
    kinds,
    fields: {
      kind: z.enum(kinds).meta({ description: 'The ordered item.', example: firstKind }),
      ...giftCardFields,
      offerId: z
        .enum([...treatments.keys()])
        .optional()
        .meta({
          description:
            'For a gift card instead of an amount; for a membership a treatment other than the default.',
          example: [...treatments.keys()][0],
        }),
      ...membershipFields,
      ...(kinds.includes('gift_card') && giftCardDetails),
    },
    parse: (input) => (input.kind === 'membership' ? parseMembership(input) : parseGiftCard(input)),
    describeItem: ({ offerId, visits: times, delivery, valid_months }, locale) =>
      joinParts([
        treatments.get(String(offerId))?.name[locale],
        times !== undefined && { vi: `${times} lần`, en: `${times} visits` }[locale],
        giftCards.delivery.find(({ id }) => id === delivery)?.name[locale],
        {
          vi: `hạn ${valid_months} tháng`,
          en: `valid for ${valid_months} ${plural(Number(valid_months), { one: 'month', other: 'months' })}`,
        }[locale],
      ]),
    itemRows: (item, locale) => itemRows(files, treatments, item, locale),
    ...examples,
  }
}

function itemRows(
  { giftCards }: SpaFiles,
  treatments: ReadonlyMap<string, Treatment>,
  { amount, offerId, visits, delivery, valid_months }: Order['item'],
  locale: Locale,
): [term: string, text: string][] {
  const method = giftCards.delivery.find(({ id }) => id === delivery)
  const treatment = treatments.get(String(offerId))?.name[locale]
  const row = (label: LocalizedText, text: string | undefined): [string, string][] =>
    text === undefined || text === '' ? [] : [[label[locale], text]]
  return [
    ...row(itemLabels.amount, typeof amount === 'number' ? formatMoney(amount, locale) : undefined),
    ...row(itemLabels.treatment, treatment),
    ...row(itemLabels.visits, visits === undefined ? undefined : String(visits)),
    ...row(
      itemLabels.delivery,
      method && [method.name[locale], method.how?.[locale]].filter((text) => text).join('. '),
    ),
    ...row(itemLabels.validity, validityText(Number(valid_months))[locale]),
  ]
}

function validityText(months: number): LocalizedText {
  const unit = plural(months, { one: 'month', other: 'months' })
  return { vi: `${months} tháng`, en: `${months} ${unit}` }
}

const itemLabels = {
  amount: { vi: 'Trị giá', en: 'Value' },
  treatment: { vi: 'Liệu trình', en: 'Treatment' },
  visits: { vi: 'Số lần', en: 'Visits' },
  delivery: { vi: 'Cách nhận', en: 'Delivery' },
  validity: { vi: 'Dùng được trong', en: 'Valid for' },
} satisfies Record<string, LocalizedText>

const notBothText: LocalizedText = {
  vi: 'Thẻ có số tiền (amount) hoặc một liệu trình (offerId), không có cả hai: bỏ bớt một.',
  en: 'A card has an amount or a treatment (offerId), not both: leave one of them out.',
}

const amountOrTreatmentText: LocalizedText = {
  vi: 'Gửi đúng một trong hai: amount (số tiền) hoặc offerId (liệu trình).',
  en: 'Send exactly one of the two: amount, or offerId for a treatment.',
}
