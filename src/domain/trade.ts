/** A trade (a restaurant, a spa): the files it adds to a shop's folder, and what it makes of them. */
import type { Page } from '../content/document.ts'
import { ContentError } from '../content/faults.ts'
import { type FileKind, type Report, readFolder, type Values } from '../content/folder.ts'
import type { LivePage } from '../content/live.ts'
import { type Business, checkShared, type Shared, sharedFiles } from '../content/shop.ts'
import type { Prompt, Tool } from '../kernel/tool.ts'
import type { PriceNotes, ToolParts } from './assistant/parts.ts'
import type { BookingForm } from './booking/pages/form.ts'
import type { BookingRules } from './booking/plan.ts'
import type { Assortment } from './catalogue/offer.ts'
import type { ClosedDay } from './closing/closed-days.ts'
import type { OrderRules } from './orders/operations.ts'

export type Shop = Shared & {
  variant: string
  assortment: Assortment
  /** The pages of the trade: its menu, its team. */
  tradePages: readonly Page[]
  booking: BookingRules
  /** Cards that can be ordered, where the trade has any. */
  orders: OrderRules | undefined
  bookingForm: BookingForm
  forms: readonly LivePage[]
  priceNotes: PriceNotes
  /** What an assistant can do here beside what it can do at every shop. */
  tools(parts: ToolParts): readonly Tool[]
  prompts: readonly Prompt[]
  /** The same shop with some more days on which it is closed. */
  closedOn(days: readonly ClosedDay[]): Shop
}

export type Trade = {
  id: string
  /** Reads, checks and freezes a content folder; throws a ContentError with every fault. */
  open(folder: string): Shop
}

/** A check that compares files; it runs if the files it needs could be read. */
export type Check<Files extends Record<string, FileKind>> = {
  needs: readonly (keyof Files | keyof Shared)[]
  run(values: Values<Files> & Shared, report: Report): void
}

export function defineTrade<Files extends Record<string, FileKind>>(trade: {
  id: string
  files: Files
  checks: readonly Check<Files>[]
  assortment(values: Values<Files>): Assortment
  pages(values: Values<Files>, shared: Shared, assortment: Assortment): readonly Page[]
  booking(values: Values<Files>, business: Business): BookingRules
  orders?(values: Values<Files>): OrderRules
  bookingForm(values: Values<Files>, business: Business): BookingForm
  /** Forms of the trade alone. */
  forms?(values: Values<Files>, business: Business): readonly LivePage[]
  priceNotes(values: Values<Files>): PriceNotes
  tools(values: Values<Files>, parts: ToolParts): readonly Tool[]
  prompts(values: Values<Files>): readonly Prompt[]
}): Trade {
  return {
    id: trade.id,
    open(folder) {
      const { values, faults, report } = readFolder(folder, { ...sharedFiles, ...trade.files })
      const all = values as unknown as Values<Files> & Shared
      checkShared(all, report)
      for (const { needs, run } of trade.checks) {
        if (needs.every((name) => all[name] !== undefined)) run(all, report)
      }
      if (faults.length > 0) throw new ContentError(folder, faults)

      deepFreeze(values)
      const assortment = deepFreeze(trade.assortment(all))
      const tradePages = trade.pages(all, all, assortment)
      const shadowed = all.pages.filter(({ slug }) =>
        tradePages.some(({ path }) => path === `/${slug}`),
      )
      for (const { slug } of shadowed) {
        report.at(`pages/${slug}.vi.md`, 'its name is taken by a page of the trade', 'another name')
      }
      if (faults.length > 0) throw new ContentError(folder, faults)

      const shopOf = (values: Values<Files> & Shared): Shop => ({
        variant: trade.id,
        business: values.business,
        faqs: values.faqs,
        pages: values.pages,
        articles: values.articles,
        look: values.look,
        pictures: values.pictures,
        assortment,
        tradePages: trade.pages(values, values, assortment),
        booking: trade.booking(values, values.business),
        orders: trade.orders?.(values),
        bookingForm: trade.bookingForm(values, values.business),
        forms: trade.forms?.(values, values.business) ?? [],
        priceNotes: trade.priceNotes(values),
        tools: (parts) => trade.tools(values, parts),
        prompts: trade.prompts(values),
        closedOn: (days) => shopOf({ ...all, business: withClosedDays(all.business, days) }),
      })
      return shopOf(all)
    },
  }
}

/** What staff closed goes before what the content says of the same day. */
function withClosedDays(business: Business, days: readonly ClosedDay[]): Business {
  const closed = days.map(({ date, reason }) => ({ from: date, to: date, reason }))
  return { ...business, special_days: [...closed, ...business.special_days] }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}
