/** Dependencies of the MCP tools. */
import type { PageRecord } from '../../content/dynamic-page.ts'
import type { PageIndex } from '../../content/page-index.ts'
import type { Business, Shared } from '../../content/shop.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import type { PreparedRead } from '../../kernel/operation.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Tool } from '../../kernel/tool.ts'
import type { BookingOperations } from '../booking/operations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { GuestQuestion } from '../scheduling/guest-question.ts'
import type { BookingRequestDetails, BookingRules, StartWindow } from '../scheduling/rules.ts'
import type { Search } from '../search/search.ts'
import type { ShopOperations } from './operations.ts'

export type ToolContext = {
  rules: BookingRules
  /** The questions of the trade that a tool asks; the owner may leave some out of it. */
  questionsOf(tool: string): readonly GuestQuestion[]
  business: Business
  /** Base URL of the site. */
  base: string
  now: Clock
  /** The operations of the HTTP API; the tools call the same ones. */
  operations: ShopOperations
  /** The next dates after a date with free starts in the window for the request, with their number. */
  prepareNextFreeDates(
    details: BookingRequestDetails,
    after: string,
    window: StartWindow,
  ): Promise<PreparedRead<readonly { date: string; free: number }[]>>
  /** A change request that is authorized by the booking code alone. */
  changeByCode: BookingOperations['requestChange']
  /** With which the codes of orders begin, in a shop with orders. */
  orderCodePrefix: string | undefined
  assortment: Assortment
  catalogue: Catalogue
  search: Search
  pageIndex: PageIndex
  /** The booking, order, waitlist entry or card that the page at a path shows. */
  findRecord(path: string): (PageRecord & { code: string }) | undefined
  /** All tools of the shop; complete once the app is created. */
  tools(): readonly Tool[]
  faqs: Shared['faqs']
  priceNotes: PriceNotes
}

/** What prices include and what they do not include. */
export type PriceNotes = {
  included: readonly LocalizedText[]
  notIncluded: readonly LocalizedText[]
}

/** The page on which the guest sees and changes the booking. */
export function bookingStatusUrl(
  { base, business }: Pick<ToolContext, 'base' | 'business'>,
  code: string,
  locale: Locale,
): string {
  return `${base}${localPath(`/booking/${code}`, locale, business.languages)}`
}
