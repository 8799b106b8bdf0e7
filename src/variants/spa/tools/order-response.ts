/** Result of the tools that place an order. */
import { z } from 'zod'
import { alreadyRequestedField } from '../../../domain/guard/stored-responses.ts'
import type { PlacedOrder } from '../../../domain/orders/operations.ts'
import { sentText } from '../../../domain/tools/sent-text.ts'
import type { ToolContext } from '../../../domain/trade/tool-context.ts'
import { type Locale, localPath } from '../../../kernel/locale.ts'
import { money } from '../../../kernel/money.ts'

export const orderResponseFields = {
  code: z.string(),
  status: z.literal('pending_payment'),
  total: money,
  read_back: z.string(),
  next_step: z.string(),
  status_url: z.string().optional().describe('The status page.'),
  test: z.literal(true).optional(),
  already_requested: alreadyRequestedField,
}

export function toOrderResponse({ base, business }: ToolContext) {
  return (
    { code, total, next_step, test, already_requested }: PlacedOrder,
    readBack: string,
    locale: Locale,
  ) => ({
    code,
    status: 'pending_payment' as const,
    total,
    read_back: readBack,
    next_step,
    status_url: `${base}${localPath(`/order/${code}`, locale, business.languages)}`,
    ...(test && { test }),
    ...(already_requested && { already_requested }),
  })
}

export function describeOrder(
  {
    already_requested,
    code,
    next_step,
  }: { already_requested?: true | undefined; code: string; next_step: string },
  locale: Locale,
) {
  if (already_requested) return `${sentText({ code, already_requested }, locale)} ${next_step}`
  return {
    vi: `Đã ghi đơn, mã ${code}. ${next_step}`,
    en: `The order was recorded, code ${code}. ${next_step}`,
  }[locale]
}
