/** A long list as a table: names of columns once, then one short row for each item. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'

/** Lists of more items are tables, so that a whole list fits into one result. */
const maxDetailedItems = 5

/** Of items with long details; more of them would not fit into a usual result of 600 tokens. */
export const maxLongItems = 3

const cell = z.union([z.string(), z.int()])

export function tableField(maxDetailed: number = maxDetailedItems) {
  return z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(cell)) })
    .optional()
    .describe(`All items as rows, instead of the details, if there are more than ${maxDetailed}.`)
}

type Table = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] }

type Row = Readonly<Record<string, string | number | readonly string[]>>

/** The details of few items, or a table of many. */
export function listOrTable<Name extends string, Item, Detail>(
  name: Name,
  items: readonly Item[],
  toDetail: (item: Item) => Detail,
  toRow: (item: Item) => Row,
  maxDetailed: number = maxDetailedItems,
) {
  if (items.length <= maxDetailed) {
    return { [name]: items.map(toDetail) } as Record<Name, Detail[]>
  }
  const rows = items.map(toRow)
  return {
    table: {
      columns: Object.keys(rows[0] ?? {}),
      rows: rows.map((row) => Object.values(row).map(toCell)),
    },
  }
}

/** "from 25,000 ₫ to 450,000 ₫", of the rows of a table. */
export function priceRange(table: Table | undefined, locale: Locale): string | undefined {
  if (!table) return undefined
  const column = table.columns.indexOf('price_vnd')
  const prices = table.rows.map((row) => Number(row[column]))
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)].map((price) =>
    formatMoney(price, locale),
  )
  return { vi: `từ ${lowest} đến ${highest}`, en: `from ${lowest} to ${highest}` }[locale]
}

function toCell(value: Row[string]): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : value.join(' ')
}
