/** Result of the tools that place an order. */
import { z } from 'zod'
import type { PlacedOrder } from '../../../domain/orders/operations.ts'
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
}

export function toOrderResponse({ base, business }: ToolContext) {
  return ({ code, total, next_step, test }: PlacedOrder, readBack: string, locale: Locale) => ({
    code,
    status: 'pending_payment' as const,
    total,
    read_back: readBack,
    next_step,
    status_url: `${base}${localPath(`/order/${code}`, locale, business.languages)}`,
    ...(test && { test }),
  })
}

export function describeOrder(
  { code, next_step }: { code: string; next_step: string },
  locale: Locale,
) {
  return {
    vi: `Đã ghi đơn, mã ${code}. ${next_step}`,
    en: `The order was recorded, code ${code}. ${next_step}`,
  }[locale]
}
