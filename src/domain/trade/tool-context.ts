/** What the tools are made of. */
import type { PageIndex } from '../../content/page-index.ts'
import type { Shared } from '../../content/shop.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import type { Operation, ReadOperation, WriteOperation } from '../../kernel/operation.ts'
import type { BookingParts } from '../booking/fields.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { Search } from '../search/search.ts'

export type ToolContext = {
  booking: BookingParts
  /** What the HTTP API serves; the tools call the same. */
  operations: readonly Operation[]
  /** A wish to change a booking for which its code is enough. */
  changeByCode: WriteOperation
  assortment: Assortment
  catalogue: Catalogue
  search: Search
  pageIndex: PageIndex
  faqs: Shared['faqs']
  priceNotes: PriceNotes
}

/** What a price covers, and what it does not. */
export type PriceNotes = {
  included: readonly LocalizedText[]
  notIncluded: readonly LocalizedText[]
}

/** Where a guest looks after his booking. */
export function bookingStatusUrl({ booking }: ToolContext, code: string, locale: Locale): string {
  return `${booking.base}${localPath(`/booking/${code}`, locale)}`
}

export function getReadOperation({ operations }: ToolContext, name: string): ReadOperation {
  const found = operations.find((one) => one.name === name)
  if (found?.kind !== 'read') throw new Error(`no operation ${name} that reads`)
  return found
}

export function getWriteOperation({ operations }: ToolContext, name: string): WriteOperation {
  const found = operations.find((one) => one.name === name)
  if (found?.kind !== 'write') throw new Error(`no operation ${name} that writes`)
  return found
}
