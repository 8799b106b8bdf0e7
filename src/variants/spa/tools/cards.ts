/** Gift cards and memberships for a model: what there is, and ordering one. No money moves here. */
import { z } from 'zod'
import { multiLineField, singleLineField } from '../../../domain/guest/fields.ts'
import {
  describeField,
  emailArgument,
  nameArgument,
  phoneArgument,
} from '../../../domain/tools/arguments.ts'
import { getWriteOperation, type ToolContext } from '../../../domain/trade/tool-context.ts'
import { joinParts } from '../../../kernel/format-date.ts'
import { type Locale, localPath } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import { readTool, type Tool, writeTool } from '../../../kernel/tool.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'

export function listGiftOptions(files: SpaFiles): Tool {
  const { giftCards } = files
  return readTool({
    name: 'list_gift_options',
    title: 'Gift cards',
    description:
      'Use when somebody wants to give a visit: the amounts of gift cards, whether a card may name a treatment, for how long it is valid, how it is delivered, and the rule for company orders.',
    changesWith: 'content',
    input: z.strictObject({}),
    output: z.object({
      amounts: z.array(money),
      may_name_treatment: z.boolean(),
      treatments: z
        .array(z.string())
        .describe('Ids that a card may name; list_services tells more.'),
      validity_months: z.int(),
      delivery: z.array(z.object({ id: z.string(), name: z.string(), how: z.string() })),
      company_orders: z.string(),
    }),
    run: (_input, { locale }) => ({
      amounts: giftCards.cards.map(({ amount }) => toMoney(amount)),
      may_name_treatment: giftCards.may_name_treatment,
      treatments: giftCards.may_name_treatment ? allTreatments(files).map(({ id }) => id) : [],
      validity_months: giftCards.valid_months,
      delivery: giftCards.delivery.map(({ id, name, how }) => ({
        id,
        name: name[locale],
        how: how[locale],
      })),
      company_orders: giftCards.company_orders[locale],
    }),
    summarize({ amounts, validity_months }, locale) {
      const list = amounts.map(({ display }) => display).join(', ')
      return {
        vi: `Thẻ quà ${list}, hoặc cho một liệu trình; dùng trong ${validity_months} tháng.`,
        en: `Gift cards of ${list}, or for a treatment; valid for ${validity_months} months.`,
      }[locale]
    },
  })
}

const orderResponseFields = {
  code: z.string(),
  status: z.literal('pending_payment'),
  total: money,
  read_back: z.string(),
  next_step: z.string(),
  status_url: z.string().optional().describe('The page that shows its state.'),
  test: z.literal(true).optional(),
}

type OrderResponse = {
  code: string
  status: 'pending_payment'
  total: z.infer<typeof money>
  item: Readonly<Record<string, string | number>>
  next_step: string
  test?: true
}

function toOrderResponse({ booking: { base } }: ToolContext) {
  return (
    { code, status, total, next_step, test }: OrderResponse,
    readBack: string,
    locale: Locale,
  ) => ({
    code,
    status,
    total,
    read_back: readBack,
    next_step,
    status_url: `${base}${localPath(`/order/${code}`, locale)}`,
    ...(test && { test }),
  })
}

function describeOrder({ code, next_step }: { code: string; next_step: string }, locale: Locale) {
  return {
    vi: `Đã ghi đơn, mã ${code}. ${next_step}`,
    en: `The order was recorded, code ${code}. ${next_step}`,
  }[locale]
}

export function requestGiftCard(files: SpaFiles, parts: ToolContext): Tool {
  const { giftCards } = files
  const amounts = giftCards.cards.map(({ amount }) => amount)
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  const deliveryNames = new Map(giftCards.delivery.map(({ id, name }) => [id, name]))
  return writeTool({
    name: 'request_gift_card',
    title: 'Order a gift card',
    description:
      'Use to order a gift card once the buyer agreed: an amount or one treatment, not both. The order is pending payment by bank transfer (next_step says how); staff confirm that it came and send the card within one opening hour. No money moves here; never ask for card or bank data. Read all details back first.',
    operation: getWriteOperation(parts, 'placeOrder'),
    input: z.strictObject({
      amount: z
        .int()
        .min(1)
        .max(100_000_000)
        .optional()
        .meta({ description: `Worth in dong: ${amounts.join(', ')}; or give service_id.` }),
      service_id: serviceArgument(
        allTreatments(files),
        'A treatment instead of an amount.',
      ).optional(),
      recipient: describeField(singleLineField(80).optional(), 'The name on the card.', {
        maxLength: 80,
      }),
      message: describeField(multiLineField(300).optional(), 'Words on the card.', {
        maxLength: 300,
      }),
      delivery: z
        .enum(giftCards.delivery.map(({ id }) => id))
        .meta({ description: 'How it is sent; email needs an address.' }),
      name: describeField(nameArgument, 'The buyer’s name.'),
      phone: describeField(phoneArgument, 'The buyer’s own phone. Ask for it; never invent one.'),
      email: describeField(emailArgument, 'The buyer’s e-mail; needed for delivery by email.'),
    }),
    output: z.object(orderResponseFields),
    names: { offerId: 'service_id' },
    consent: parts.booking.business.consent.contact.text,
    request: ({ service_id, ...fields }) => ({
      kind: 'gift_card',
      ...(service_id && { offerId: service_id }),
      ...fields,
    }),
    readBack(input, { total }: OrderResponse, locale) {
      const treatment = treatments.get(input.service_id ?? '')?.name[locale]
      return joinParts([
        treatment
          ? {
              vi: `Thẻ quà ${treatment}, ${total.display}`,
              en: `A gift card for ${treatment}, ${total.display}`,
            }[locale]
          : { vi: `Thẻ quà ${total.display}`, en: `A gift card of ${total.display}` }[locale],
        input.recipient && { vi: `tặng ${input.recipient}`, en: `for ${input.recipient}` }[locale],
        input.message &&
          { vi: `lời chúc: ${input.message}`, en: `words: ${input.message}` }[locale],
        deliveryNames.get(input.delivery)?.[locale],
        { vi: `người mua ${input.name}`, en: `buyer ${input.name}` }[locale],
        input.phone,
        input.email,
        { vi: 'trả bằng chuyển khoản', en: 'paid by bank transfer' }[locale],
      ])
    },
    toOutput: toOrderResponse(parts),
    summarize: describeOrder,
  })
}

export function requestMembership(files: SpaFiles, parts: ToolContext): Tool {
  const { memberships } = files.memberships
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  const visits = memberships.map((one) => one.visits)
  return writeTool({
    name: 'request_membership',
    title: 'Order a membership',
    description: `Use to order a membership card of ${visits.join(' or ')} visits once the guest agreed. The order is pending payment by bank transfer (next_step says how); staff confirm that it came. No money moves here; never ask for card or bank data. Read all details back first; list_services with category ${files.memberships.category.id} tells the prices.`,
    operation: getWriteOperation(parts, 'placeOrder'),
    input: z.strictObject({
      visits: z
        .int()
        .min(1)
        .max(50)
        .meta({ description: `${visits.join(' or ')}.` }),
      service_id: serviceArgument(
        allTreatments(files),
        'Another treatment than the card’s usual one.',
      ).optional(),
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
    }),
    output: z.object(orderResponseFields),
    names: { offerId: 'service_id' },
    consent: parts.booking.business.consent.contact.text,
    request: ({ service_id, ...fields }) => ({
      kind: 'membership',
      ...(service_id && { offerId: service_id }),
      ...fields,
    }),
    readBack(input, { total, item }: OrderResponse, locale) {
      const treatment = treatments.get(String(item.offerId))?.name[locale] ?? ''
      return joinParts([
        {
          vi: `Thẻ ${input.visits} lần ${treatment}, ${formatMoney(total.amount)}`,
          en: `A membership of ${input.visits} visits of ${treatment}, ${formatMoney(total.amount)}`,
        }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        input.phone,
        input.email,
        { vi: 'trả bằng chuyển khoản', en: 'paid by bank transfer' }[locale],
      ])
    },
    toOutput: toOrderResponse(parts),
    summarize: describeOrder,
  })
}
