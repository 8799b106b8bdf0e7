/** A trade (a restaurant, a spa): the files it adds to a shop's folder, and what it makes of them. */

import { ContentError, type ContentIssue } from '../../content/content-errors.ts'
import {
  createTradeError,
  type DeclaredTrade,
  readDeclaredTrade,
} from '../../content/declared-trade.ts'
import type { Page } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import { type FileKind, type Report, readFolder, type Values } from '../../content/folder.ts'
import { samplePath } from '../../content/sample.ts'
import { type Business, type Shared, sharedFiles } from '../../content/shop.ts'
import { checkShared } from '../../content/shop-checks.ts'
import { assertPrefix } from '../../kernel/booking-code.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { ClosedDay } from '../closed-days/closed-days.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { OrderRules } from '../orders/operations.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { PriceNotes, ToolContext } from './tool-context.ts'

export type Shop = Shared & {
  variant: string
  /** What its owner may not have meant, though the shop can open with it. */
  notes: readonly ContentIssue[]
  assortment: Assortment
  /** The pages of the trade: its menu, its team. */
  tradePages: readonly Page[]
  booking: BookingRules
  /** Cards that can be ordered, where the trade has any. */
  orders: OrderRules | undefined
  bookingForm: BookingForm
  forms: readonly DynamicPage[]
  priceNotes: PriceNotes
  /** What an assistant can do here beside what it can do at every shop. */
  tools(parts: ToolContext): readonly Tool[]
  prompts: readonly Prompt[]
  /** The same shop with some more days on which it is closed. */
  closedOn(days: readonly ClosedDay[]): Shop
}

export type Trade<Id extends string = string> = {
  id: Id
  /** Reads, checks and freezes a content folder; throws a ContentError with every fault. */
  open(folder: string): Shop
}

/** A check that compares files; it runs if the files it needs could be read. */
export type Check<Files extends Record<string, FileKind>> = {
  needs: readonly (keyof Files | keyof Shared)[]
  run(values: Values<Files> & Shared, report: Report): void
}

export function defineTrade<
  const Id extends string,
  Files extends Record<string, FileKind>,
>(trade: {
  id: Id
  files: Files
  checks: readonly Check<Files>[]
  assortment(values: Values<Files>): Assortment
  pages(values: Values<Files>, shared: Shared, assortment: Assortment): readonly Page[]
  booking(values: Values<Files>, business: Business): BookingRules
  orders?(values: Values<Files>): OrderRules
  bookingForm(values: Values<Files>, business: Business): BookingForm
  /** Forms of the trade alone. */
  forms?(values: Values<Files>, business: Business): readonly DynamicPage[]
  priceNotes(values: Values<Files>): PriceNotes
  tools(values: Values<Files>, parts: ToolContext): readonly Tool[]
  prompts(values: Values<Files>): readonly Prompt[]
}): Trade<Id> {
  return {
    id: trade.id,
    open(folder) {
      const named = readDeclaredTrade(folder)
      if (named && named.trade !== trade.id) throw wrongTradeError(folder, named, trade.id)
      const kinds = { ...sharedFiles, ...trade.files }
      const { values, errors, notes, report } = readFolder(folder, kinds, samplePath(trade.id))
      const all = values as unknown as Values<Files> & Shared
      checkShared(all, report)
      const { business } = all
      if (business && business.trade !== trade.id) {
        // Spelt so that it was not seen at once: a word between quotes, for one.
        const found = declaredTradeText(business.trade)
        report.error(business, ['trade'], () => found, { vi: trade.id, en: trade.id })
      }
      for (const { needs, run } of trade.checks) {
        if (needs.every((name) => all[name] !== undefined)) run(all, report)
      }
      if (errors.length > 0) throw new ContentError(folder, errors)

      deepFreeze(values)
      const assortment = deepFreeze(trade.assortment(all))
      const tradePages = trade.pages(all, all, assortment)
      const shadowed = all.pages.filter(({ slug }) =>
        tradePages.some(({ path }) => path === `/${slug}`),
      )
      for (const { slug } of shadowed) {
        report.fileError(
          `pages/${slug}.vi.md`,
          {
            vi: 'ngành này đã có trang tên như vậy',
            en: 'its name is taken by a page of the trade',
          },
          { write: { vi: 'tên khác', en: 'another name' } },
        )
      }
      if (errors.length > 0) throw new ContentError(folder, errors)

      const buildShop = (values: Values<Files> & Shared): Shop => ({
        variant: trade.id,
        notes,
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
        closedOn: (days) => buildShop({ ...all, business: withClosedDays(all.business, days) }),
      })
      const shop = buildShop(all)
      assertPrefix(shop.booking.codePrefix)
      return shop
    },
  }
}

/** That one alone: whatever else is said of a folder of another trade follows from it. */
function wrongTradeError(folder: string, named: DeclaredTrade, id: string): ContentError {
  const instead = {
    vi: `${id}, hoặc khởi động với VARIANT=${named.trade}`,
    en: `${id}, or start with VARIANT=${named.trade}`,
  }
  return new ContentError(folder, [
    createTradeError(named, declaredTradeText(named.trade), instead),
  ])
}

function declaredTradeText(trade: string): LocalizedText {
  return { vi: `trade là ${trade}`, en: `trade is ${trade}` }
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
