/** Result of the tools that place an order. */
import { z } from 'zod'
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

export type OrderResponse = {
  code: string
  status: 'pending_payment'
  total: z.infer<typeof money>
  item: Readonly<Record<string, string | number>>
  next_step: string
  test?: true
}

export function toOrderResponse({ base }: ToolContext) {
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

export function describeOrder(
  { code, next_step }: { code: string; next_step: string },
  locale: Locale,
) {
  return {
    vi: `Đã ghi đơn, mã ${code}. ${next_step}`,
    en: `The order was recorded, code ${code}. ${next_step}`,
  }[locale]
}
