/** Amounts in Vietnamese dong. */
import { z } from 'zod'
import type { Locale } from './locale.ts'

export const money = z
  .object({
    amount: z.int().min(0).describe('A whole number of dong.'),
    currency: z.literal('VND').describe('Vietnamese dong.'),
    display: z
      .string()
      .describe(
        'The amount in the language of the response: 185.000 ₫ in Vietnamese, 185,000 ₫ in English.',
      ),
  })
  .meta({
    id: 'Money',
    description: 'An amount of money. `display` follows the language of the response.',
    example: { amount: 185000, currency: 'VND', display: '185.000 ₫' },
  })

type Money = z.infer<typeof money>

export function toMoney(amount: number, locale: Locale): Money {
  return { amount, currency: 'VND', display: formatMoney(amount, locale) }
}

/** 185000 → "185.000 ₫" in Vietnamese, "185,000 ₫" in English. */
export function formatMoney(amount: number, locale: Locale): string {
  // Not Intl.NumberFormat: its separators and spaces differ between ICU versions.
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, groupSeparators[locale])} ₫`
}

/** "Bún chả (85.000 ₫)". An amount that the name already contains is not repeated. */
export function nameWithPrice(name: string, amount: number, locale: Locale): string {
  const text = formatMoney(amount, locale)
  return amount === 0 || name.includes(text) ? name : `${name} (${text})`
}

const groupSeparators: Record<Locale, string> = { vi: '.', en: ',' }
