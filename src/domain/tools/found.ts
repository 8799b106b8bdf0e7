/** What a search found: whether the names match, and how the words were read. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

/** Of a search in texts. */
export const nearestMeaning = 'No text contains all the words; these contain most of them.'

export const foundFields = {
  nearest: z
    .literal(true)
    .optional()
    .describe('No name contains all the words; these have them in their texts, or most of them.'),
  note: z.string().optional().describe('How the words were read.'),
}

type Selection = ReturnType<Catalogue['select']>

export function toFoundFields(
  { offers, isNearest, notExcluded, read }: Selection,
  query: string | undefined,
  locale: Locale,
): { nearest?: true; note?: string } {
  if (query === undefined) return {}
  const filters = Object.entries(read).map(([name, value]) =>
    name === 'max_price'
      ? `${name} ${formatMoney(Number(value), locale)}`
      : `${name} ${String(value)}`,
  )
  const note = joinSentences(
    filters.length > 0 &&
      {
        vi: `Đã lọc theo: ${filters.join('; ')}.`,
        en: `Filtered by: ${filters.join('; ')}.`,
      }[locale],
    notExcluded.length > 0 &&
      {
        vi: `Không lọc được theo điều kiện không có “${notExcluded.join('”, “')}”; xin hỏi nhân viên.`,
        en: `What has no “${notExcluded.join('”, “')}” cannot be filtered; staff can answer.`,
      }[locale],
  )
  return { ...(isNearest && offers.length > 0 && { nearest: true }), ...(note && { note }) }
}

/** If nothing is so cheap: what the cheapest costs. */
export function cheapestNote(
  catalogue: Catalogue,
  selected: OfferSelection,
  locale: Locale,
): string | undefined {
  const { max_price: maxPrice, ...filters } = selected.filters ?? {}
  if (maxPrice === undefined || catalogue.select(selected).offers.length > 0) return undefined
  const prices = catalogue.select({ ...selected, filters }).offers.map(({ price }) => price)
  if (prices.length === 0) return undefined
  const lowest = formatMoney(Math.min(...prices), locale)
  return { vi: `Rẻ nhất là ${lowest}.`, en: `The cheapest costs ${lowest}.` }[locale]
}

type OfferSelection = Parameters<Catalogue['select']>[0]

/** "3 dishes, such as …", or that there is none of that name and what is nearest. */
export function describeFound(
  { total, nouns, some, nearest, prices }: Found,
  locale: Locale,
): string {
  const { vi, en } = nouns
  const names = some.join(', ')
  if (total === 0) return { vi: `Không có ${vi} nào như vậy.`, en: `No ${en.one} matches.` }[locale]
  const count = { vi: `${total} ${vi}`, en: `${total} ${plural(total, en)}` }[locale]
  if (nearest) {
    return {
      vi: `Không có ${vi} nào tên như vậy. Gần nhất, theo lời mô tả: ${names || count}.`,
      en: `No ${en.one} has that name. Nearest, by description: ${names || count}.`,
    }[locale]
  }
  if (prices !== undefined) return `${count}, ${prices}.`
  return names === '' ? `${count}.` : `${count}: ${names}${some.length < total ? ' …' : '.'}`
}

type Found = {
  total: number
  nouns: { vi: string; en: { one: string; other: string } }
  /** Some of the names; a table has them all. */
  some: readonly string[]
  nearest?: true | undefined
  /** Of a table. */
  prices?: string | undefined
}

export function joinSentences(...sentences: readonly (string | false | undefined)[]): string {
  return sentences.filter((one) => one).join(' ')
}
