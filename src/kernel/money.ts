import { z } from 'zod'

export const money = z
  .object({
    amount: z.int().min(0).describe('A whole number of dong.'),
    currency: z.literal('VND'),
    display: z.string().describe('The amount as it is written in Vietnam.'),
  })
  .meta({
    id: 'Money',
    description: 'An amount of money. Prices include VAT.',
    example: { amount: 185000, currency: 'VND', display: '185.000 ₫' },
  })

export type Money = z.infer<typeof money>

export function toMoney(amount: number): Money {
  return { amount, currency: 'VND', display: formatMoney(amount) }
}

/** 185000 → "185.000 ₫" */
export function formatMoney(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')} ₫`
}
