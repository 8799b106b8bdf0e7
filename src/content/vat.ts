/** The VAT rate that prices include on a day. */
import type { SharedFiles } from './shop.ts'

/** The reduction from 10 % to 8 % (Resolution 204/2025/QH15). */
export const vatReduction = { percent: 8, usualPercent: 10, lastDay: '2026-12-31' }

/** Of the usual rate. Undefined if the shop states none, or only the reduced one that has ended. */
export function vatPercentOn(
  { vat: [usual] }: Pick<SharedFiles['business'], 'vat'>,
  day: string,
): number | undefined {
  const rate = usual?.rates.findLast(({ from }) => from <= day)
  return rate && isExpired(rate, day) ? undefined : rate?.percent
}

/** A reduced rate that is declared for a later day is an extension. */
function isExpired({ from, percent }: { from: string; percent: number }, day: string): boolean {
  const { lastDay } = vatReduction
  return percent === vatReduction.percent && from <= lastDay && lastDay < day
}
