/** Tool that orders a membership. */
import { z } from 'zod'
import { emailArgument, nameArgument, phoneArgument } from '../../../domain/tools/arguments.ts'
import { toolConsent } from '../../../domain/tools/consent.ts'
import { getPlaceOrder } from '../../../domain/trade/operations.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { argumentReaders } from '../../../kernel/argument-reader.ts'
import { joinParts } from '../../../kernel/format-date.ts'
import { type Tool, writeTool } from '../../../kernel/tool.ts'
import { serviceArgument } from '../../appointments/arguments.ts'
import { allTreatments } from '../assortment.ts'
import type { SpaFiles } from '../files.ts'
import { describeOrder, orderResponseFields, toOrderResponse } from './order-response.ts'

export function requestMembership(files: SpaFiles, context: ToolContext): Tool {
  const { memberships } = files.memberships
  const treatments = new Map(allTreatments(files).map((one) => [one.id, one]))
  const visits = memberships.map((one) => one.visits)
  return writeTool({
    name: 'request_membership',
    title: 'Order a membership',
    description:
      'Orders a membership card. The order is pending payment by bank transfer ' +
      '(next_step says how); staff confirm the payment. No payment is made here. The prices are in list_services, ' +
      `category “${files.memberships.category.id}”.`,
    operation: getPlaceOrder(context.operations),
    input: z.strictObject({
      visits: z
        .literal(visits)
        .meta({ description: 'Number of visits.' })
        .register(argumentReaders, {
          question: {
            vi: `Mấy lần: ${visits.join(' hay ')}?`,
            en: `How many visits: ${visits.join(' or ')}?`,
          },
        }),
      service_id: serviceArgument(
        allTreatments(files),
        'A treatment other than the default of the card.',
        context,
      ).optional(),
      name: nameArgument,
      phone: phoneArgument,
      email: emailArgument,
    }),
    output: z.object(orderResponseFields),
    names: { offerId: 'service_id' },
    consent: (input) => toolConsent(context, 'order', input),
    request: ({ service_id, ...fields }) => ({
      kind: 'membership',
      ...(service_id && { offerId: service_id }),
      ...fields,
    }),
    readBack(input, { total, item }, locale) {
      const treatment = treatments.get(String(item.offerId))?.name[locale] ?? ''
      return joinParts([
        {
          vi: `Thẻ ${input.visits} lần ${treatment}, ${total.display}`,
          en: `A membership of ${input.visits} visits of ${treatment}, ${total.display}`,
        }[locale],
        { vi: `tên ${input.name}`, en: `name ${input.name}` }[locale],
        { vi: `điện thoại ${input.phone}`, en: `phone ${input.phone}` }[locale],
        input.email,
        { vi: 'trả bằng chuyển khoản', en: 'paid by bank transfer' }[locale],
      ])
    },
    toOutput: toOrderResponse(context),
    summarize: describeOrder,
  })
}
