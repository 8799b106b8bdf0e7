/** What can be ordered at a spa: a gift card for an amount or a treatment, or a membership. */
import { z } from 'zod'
import { multiLineField, singleLineField } from '../../domain/guest/fields.ts'
import type { OrderRules } from '../../domain/orders/operations.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { missingFieldError, oneOf, unknownFieldErrors } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { allTreatments, membershipPrice } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function orderRules(files: SpaFiles): OrderRules {
  const { giftCards, memberships } = files
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  const amounts = giftCards.cards.map(({ amount }) => amount)
  const visits = memberships.memberships.map((membership) => membership.visits)

  const readGiftCard = (input: Readonly<Record<string, unknown>>) => {
    const { amount, offerId } = input as { amount?: number; offerId?: string }
    const treatment = treatments.get(offerId ?? '')
    const errors: FieldError[] = []
    if ((amount === undefined) === (offerId === undefined)) {
      errors.push({ name: 'amount', code: 'missing', message: eitherOr })
    } else if (amount !== undefined && !amounts.includes(amount)) {
      errors.push({ name: 'amount', code: 'not_one_of', message: oneOf(amounts.map(String)) })
    }
    if (offerId !== undefined && !giftCards.may_name_treatment) {
      errors.push(...unknownFieldErrors(['offerId']))
    }
    if (input.delivery === undefined) errors.push(missingFieldError('delivery'))
    if (input.delivery === 'email' && input.email === undefined)
      errors.push(missingFieldError('email'))
    if (input.visits !== undefined) errors.push(...unknownFieldErrors(['visits']))
    if (errors.length > 0) return { faults: errors }
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
      },
    }
  }

  const readMembership = (input: Readonly<Record<string, unknown>>) => {
    const membership = memberships.memberships.find((one) => one.visits === input.visits)
    const errors = unknownFieldErrors(
      ['amount', 'recipient', 'message', 'delivery'].filter((name) => input[name] !== undefined),
    )
    if (!membership)
      errors.push({ name: 'visits', code: 'not_one_of', message: oneOf(visits.map(String)) })
    if (!membership || errors.length > 0) return { faults: errors }
    const offerId = (input.offerId as string | undefined) ?? membership.treatment
    return {
      order: {
        kind: 'membership',
        total: membershipPrice(membership, treatments.get(offerId) as Treatment),
        item: { visits: membership.visits, offerId, valid_months: membership.valid_months },
        recipient: null,
        message: null,
      },
    }
  }

  return {
    codePrefix: 'THE',
    kinds: ['gift_card', 'membership'],
    fields: {
      kind: z
        .enum(['gift_card', 'membership'])
        .meta({ description: 'What is ordered.', example: 'gift_card' }),
      amount: z
        .int()
        .min(1)
        .max(100_000_000)
        .optional()
        .meta({
          description: `For a gift card: its worth in dong, one of ${amounts.join(', ')}; or name a treatment.`,
          example: amounts[0],
        }),
      offerId: z
        .enum([...treatments.keys()])
        .optional()
        .meta({
          description:
            'For a gift card instead of an amount; for a membership another treatment than the usual.',
          example: [...treatments.keys()][0],
        }),
      visits: z
        .int()
        .min(1)
        .max(50)
        .optional()
        .meta({
          description: `For a membership: ${visits.join(' or ')}.`,
          example: visits[0],
        }),
      recipient: singleLineField(80).optional().meta({
        description: 'For a gift card: the name on it.',
        example: 'Minh',
      }),
      message: multiLineField(300).optional().meta({
        description: 'For a gift card: some words on it; at most 300 characters.',
        example: 'Chúc mừng sinh nhật!',
      }),
      delivery: z
        .enum(giftCards.delivery.map(({ id }) => id))
        .optional()
        .meta({
          description: 'For a gift card: how it is sent.',
          example: giftCards.delivery[0]?.id,
        }),
    },
    parse: (input) => (input.kind === 'membership' ? readMembership(input) : readGiftCard(input)),
    describeItem: ({ offerId, visits: times, delivery, valid_months }, locale) =>
      joinParts([
        treatments.get(String(offerId))?.name[locale],
        times !== undefined && { vi: `${times} lần`, en: `${times} visits` }[locale],
        giftCards.delivery.find(({ id }) => id === delivery)?.name[locale],
        { vi: `hạn ${valid_months} tháng`, en: `valid ${valid_months} months` }[locale],
      ]),
    example: {
      amount: amounts[0] ?? 0,
      delivery: giftCards.delivery[0]?.id ?? '',
      valid_months: giftCards.valid_months,
    },
  }
}

const eitherOr: LocalizedText = {
  vi: 'Gửi đúng một trong hai: amount (số tiền) hoặc offerId (liệu trình).',
  en: 'Send exactly one of the two: amount, or offerId for a treatment.',
}
