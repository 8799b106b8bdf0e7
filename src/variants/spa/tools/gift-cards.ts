/** Tools that list gift cards and order one. */

import { z } from 'zod'
import { readAmount } from '../../../domain/catalogue/filters.ts'
import { multiLineField, singleLineField } from '../../../domain/guest/fields.ts'
import {
  describeField,
  emailArgument,
  nameArgument,
  phoneArgument,
} from '../../../domain/tools/arguments.ts'
import { toolConsent } from '../../../domain/tools/consent.ts'
import { statedField } from '../../../domain/tools/stated-field.ts'
import { getPlaceOrder } from '../../../domain/trade/operations.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { joinParts } from '../../../kernel/format-date.ts'
import { forEachLocale } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import { readName } from '../../../kernel/name-reader.ts'
import { plural } from '../../../kernel/plural.ts'
import { readTool, type Tool, writeTool } from '../../../kernel/tool.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import { allTreatments } from '../assortment.ts'
import { deliveryTarget } from '../delivery.ts'
import type { SpaFiles } from '../files.ts'
import { describeOrder, orderResponseFields, toOrderResponse } from './order-response.ts'

export function listGiftOptions(files: SpaFiles, { catalogue }: ToolContext): Tool {
  const { giftCards } = files
  const isAvailable = ({ id }: { id: string }) => catalogue.find(id)?.soldOut === undefined
  const isHowStated = giftCards.delivery.every(({ how }) => how !== undefined)
  return readTool({
    name: 'list_gift_options',
    title: 'Gift cards',
    description:
      'Lists the amounts of gift cards, whether a card may name a treatment, for how long it is valid, how it is ' +
      'delivered, and the rule for company orders.',
    changesWith: 'content',
    input: z.strictObject({}),
    output: z.object({
      amounts: z.array(money),
      may_name_treatment: z.boolean(),
      treatments: z
        .array(z.string())
        .describe('Ids that a card may name; list_services has the details.'),
      validity_months: z.int(),
      delivery: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          how: statedField(isHowStated, z.string()),
        }),
      ),
      ...(giftCards.company_orders && { company_orders: z.string() }),
    }),
    run: (_input, { locale }) => ({
      amounts: giftCards.cards.filter(isAvailable).map(({ amount }) => toMoney(amount, locale)),
      may_name_treatment: giftCards.may_name_treatment,
      treatments: giftCards.may_name_treatment ? allTreatments(files).map(({ id }) => id) : [],
      validity_months: giftCards.valid_months,
      delivery: giftCards.delivery.map(({ id, name, how }) => ({
        id,
        name: name[locale],
        ...(how && { how: how[locale] }),
      })),
      ...(giftCards.company_orders && { company_orders: giftCards.company_orders[locale] }),
    }),
    summarize({ amounts, validity_months }, locale) {
      const list = amounts.map(({ display }) => display).join(', ')
      const monthNoun = plural(validity_months, { one: 'month', other: 'months' })
      return {
        vi: `Thẻ quà ${list}, hoặc cho một liệu trình; dùng trong ${validity_months} tháng.`,
        en: `Gift cards of ${list}, or for a treatment; valid for ${validity_months} ${monthNoun}.`,
      }[locale]
    },
  })
}

export function requestGiftCard(files: SpaFiles, context: ToolContext): Tool {
  const { giftCards } = files
  const amounts = giftCards.cards.map(({ amount }) => amount)
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  const deliveryNames = new Map(giftCards.delivery.map(({ id, name }) => [id, name]))
  return writeTool({
    name: 'request_gift_card',
    title: 'Order a gift card',
    description:
      'Orders a gift card: an amount or one treatment, not both. The order is pending payment by bank transfer ' +
      '(next_step says how); staff confirm the payment and send the card within one opening hour. No payment is made here.',
    operation: getPlaceOrder(context.operations),
    input: z.strictObject({
      amount: z
        .literal(amounts)
        .optional()
        .meta({ description: 'Value in dong.' })
        .register(argumentReaders, {
          aliases: ['value', 'price'],
          question: forEachLocale((locale) => {
            const list = amounts.map((amount) => formatMoney(amount, locale)).join(' · ')
            return {
              vi: `Thẻ bao nhiêu tiền: ${list}? Hay cho một liệu trình?`,
              en: `Which amount: ${list}? Or which treatment?`,
            }[locale]
          }),
          read: readAmount,
        }),
      service_id: serviceArgument(
        allTreatments(files),
        'A treatment instead of an amount.',
        context,
      ).optional(),
      recipient: describeField(singleLineField(80).optional(), 'The name on the card.', {
        maxLength: 80,
      }),
      message: describeField(multiLineField(300).optional(), 'Message on the card.', {
        maxLength: 300,
      }),
      delivery: z
        .enum(giftCards.delivery.map(({ id }) => id))
        .meta({ description: 'Delivery method.' })
        .register(argumentReaders, {
          question: {
            vi: `Nhận thẻ bằng cách nào: ${giftCards.delivery.map(({ name }) => name.vi).join(' · ')}?`,
            en: `How is the card delivered: ${giftCards.delivery.map(({ name }) => name.en).join(' · ')}?`,
          },
          read: readName(giftCards.delivery),
        }),
      deliver_to: describeField(
        singleLineField(254).optional(),
        'The recipient’s email or Zalo number; else the card goes to the buyer.',
        { maxLength: 254 },
      ),
      name: describeField(nameArgument, 'The buyer’s name.'),
      phone: describeField(phoneArgument, 'The buyer’s own phone number.'),
      email: describeField(
        emailArgument,
        'The buyer’s email; needed for delivery to the buyer by email.',
      ),
    }),
    output: z.object(orderResponseFields),
    names: { offerId: 'service_id' },
    consent: (input) => toolConsent(context, 'order', input),
    request: ({ service_id, ...fields }) => ({
      kind: 'gift_card',
      ...(service_id && { offerId: service_id }),
      ...fields,
    }),
    readBack(input, { total }, locale) {
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
          { vi: `lời chúc: ${input.message}`, en: `message: ${input.message}` }[locale],
        [
          { vi: 'cách nhận:', en: 'delivery:' }[locale],
          deliveryNames.get(input.delivery)?.[locale],
          deliveryTarget(input)?.[locale],
        ]
          .filter((part) => part !== undefined)
          .join(' '),
        { vi: `người mua ${input.name}`, en: `buyer ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        { vi: 'trả bằng chuyển khoản', en: 'paid by bank transfer' }[locale],
      ])
    },
    toOutput: toOrderResponse(context),
    summarize: describeOrder,
  })
}
