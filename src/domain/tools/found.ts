/** What a search found: whether the names match, and how the words were read. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

export const foundFields = {
  nearest: z.literal(true).optional().describe('Nothing has the name; these are the nearest.'),
  note: z.string().optional().describe('How the words were read.'),
}

type Selection = ReturnType<Catalogue['select']>

export function toFoundFields(
  { isNearest, notExcluded, read }: Selection,
  query: string | undefined,
  locale: Locale,
): { nearest?: true; note?: string } {
  if (query === undefined) return {}
  const filters = Object.entries(read).map(([name, value]) => `${name} ${String(value)}`)
  const note = joinSentences(
    filters.length > 0 &&
      {
        vi: `Đã lọc theo: ${filters.join('; ')}.`,
        en: `Filtered by: ${filters.join('; ')}.`,
      }[locale],
    notExcluded.length > 0 &&
      {
        vi: `Không lọc được những gì không có “${notExcluded.join('”, “')}”; nhân viên trả lời được.`,
        en: `What has no “${notExcluded.join('”, “')}” cannot be filtered; staff can answer.`,
      }[locale],
  )
  return { ...(isNearest && { nearest: true }), ...(note && { note }) }
}

/** "3 dishes, such as …", or that there is none of that name and what is nearest. */
export function describeFound(
  { total, nouns, some, nearest, prices }: Found,
  locale: Locale,
): string {
  const { vi, en } = nouns
  const names = some.join(', ')
  if (total === 0) return { vi: `Không có ${vi} nào như vậy.`, en: `No ${en.one} matches.` }[locale]
  if (nearest) {
    return {
      vi: `Không có ${vi} nào tên như vậy. Gần nhất: ${names}.`,
      en: `No ${en.one} has that name. Nearest: ${names}.`,
    }[locale]
  }
  const count = { vi: `${total} ${vi}`, en: `${total} ${plural(total, en)}` }[locale]
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
