/** A trade (restaurant, spa, salon): its content files, and the shop that is built from them. */
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
import type { OfferFilters } from '../catalogue/filters.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { OrderRules } from '../catalogue/order.ts'
import type { ClosedDay } from '../closed-days/closed-days.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ShopOperations } from './operations.ts'
import type { PriceNotes, ToolContext } from './tool-context.ts'
import { checkToolSettings } from './tool-settings.ts'

export type Shop = Shared & {
  trade: string
  /** Content that is valid but probably a mistake. */
  notes: readonly ContentIssue[]
  assortment: Assortment
  /** Filters of the offers, in addition to category, tag and words. */
  offerFilters: OfferFilters
  /** Pages of the trade, such as the menu and the team. */
  tradePages: readonly Page[]
  booking: BookingRules
  orders: OrderRules | undefined
  bookingForm: BookingForm
  /** Forms of the trade, in addition to the booking. */
  forms(operations: ShopOperations): readonly DynamicPage[]
  priceNotes: PriceNotes
  /** MCP tools of the trade, in addition to the shared ones. */
  tools(context: ToolContext): readonly Tool[]
  prompts: readonly Prompt[]
  /** Throws a ContentError if the owner's settings name a tool or an argument that is not among these. */
  checkTools(tools: readonly Tool[]): void
  /** A copy of the shop with additional closed days. */
  closedOn(days: readonly ClosedDay[]): Shop
}

export type Trade<Id extends string = string> = {
  id: Id
  /** The first letters of every booking code, by which a database of an older version shows its trade. */
  codePrefix: string
  /** Reads, checks and freezes a content folder. Throws a ContentError with all errors. */
  open(folder: string): Shop
}

/** A check across files. It runs only if all files that it needs are valid. */
export type Check<Files extends Record<string, FileKind>> = {
  needs: readonly (keyof Files | keyof Shared)[]
  run(values: Values<Files> & Shared, report: Report): void
}

export function defineTrade<
  const Id extends string,
  Files extends Record<string, FileKind>,
>(trade: {
  id: Id
  codePrefix: string
  files: Files
  checks: readonly Check<Files>[]
  assortment(values: Values<Files>): Assortment
  offerFilters(values: Values<Files>): OfferFilters
  pages(values: Values<Files>, shared: Shared, assortment: Assortment): readonly Page[]
  booking(values: Values<Files>, business: Business): BookingRules
  orders?(values: Values<Files>): OrderRules
  bookingForm(values: Values<Files>, business: Business): BookingForm
  forms?(
    values: Values<Files>,
    business: Business,
    operations: ShopOperations,
  ): readonly DynamicPage[]
  priceNotes(values: Values<Files>): PriceNotes
  tools(values: Values<Files>, context: ToolContext): readonly Tool[]
  prompts(values: Values<Files>): readonly Prompt[]
}): Trade<Id> {
  assertPrefix(trade.codePrefix)
  return {
    id: trade.id,
    codePrefix: trade.codePrefix,
    open(folder) {
      const declared = readDeclaredTrade(folder)
      if (declared && declared.trade !== trade.id) throw wrongTradeError(folder, declared, trade.id)
      const sample = samplePath(trade.id)
      const content = readFolder(folder, sharedFiles, trade.files, sample)
      const { values: all, errors, notes, report } = content
      checkShared(all, report)
      const { business } = all
      if (business && business.trade !== trade.id) {
        // readDeclaredTrade finds only a plain line `trade: …`.
        const found = declaredTradeText(business.trade)
        report.error(business, ['trade'], () => found, { vi: trade.id, en: trade.id })
      }
      for (const { needs, run } of trade.checks) {
        if (needs.every((name) => all[name] !== undefined)) run(all, report)
      }
      if (errors.length > 0) throw new ContentError(folder, errors)

      deepFreeze(all)
      const assortment = deepFreeze(trade.assortment(all))
      checkPageNames(all.pages, trade.pages(all, all, assortment), report)
      if (errors.length > 0) throw new ContentError(folder, errors)

      const buildShop = (values: Values<Files> & Shared): Shop => ({
        trade: trade.id,
        notes,
        business: values.business,
        faqs: values.faqs,
        pages: values.pages,
        articles: values.articles,
        look: values.look,
        toolSettings: values.toolSettings,
        pictures: values.pictures,
        assortment,
        offerFilters: trade.offerFilters(values),
        tradePages: trade.pages(values, values, assortment),
        booking: trade.booking(values, values.business),
        orders: trade.orders?.(values),
        bookingForm: trade.bookingForm(values, values.business),
        forms: (operations) => trade.forms?.(values, values.business, operations) ?? [],
        priceNotes: trade.priceNotes(values),
        tools: (context) => trade.tools(values, context),
        prompts: trade.prompts(values),
        checkTools(tools) {
          if (values.toolSettings) checkToolSettings(values.toolSettings, tools, report)
          if (errors.length > 0) throw new ContentError(folder, errors)
        },
        closedOn: (days) => buildShop({ ...all, business: withClosedDays(all.business, days) }),
      })
      const shop = buildShop(all)
      checkOwnerConsent(shop, report)
      return shop
    },
  }
}

/** A page of the owner must not have the path of a page of the trade. */
function checkPageNames(pages: Shared['pages'], tradePages: readonly Page[], report: Report): void {
  for (const { slug } of pages) {
    if (!tradePages.some(({ path }) => path === `/${slug}`)) continue
    report.fileError(
      `pages/${slug}.vi.md`,
      {
        vi: 'ngành này đã có trang tên như vậy',
        en: 'the trade already has a page with this name',
      },
      { write: { vi: 'tên khác', en: 'another name' } },
    )
  }
}

/** A question about health adds its own sentence to the text that the guest agrees to (`guest/consent.ts`). */
function checkOwnerConsent({ business, booking }: Shop, report: Report): void {
  const { vi, en } = business.consent.booking.ownerText
  const isRepeated = vi.includes('dữ liệu nhạy cảm') || en.includes('sensitive data')
  if (!isRepeated || booking.questions.every(({ sensitivity }) => sensitivity !== 'health')) return
  report.note(
    business,
    ['consent', 'booking', 'text'],
    () => ({
      vi: 'lời này nói đến dữ liệu nhạy cảm, mà chương trình đã tự thêm một câu về điều đó',
      en: 'this text mentions sensitive data, and the program itself adds a sentence about it',
    }),
    { vi: 'lời này không có phần ấy', en: 'the text without that part' },
  )
}

/** Reported alone: all other errors of a folder of another trade follow from this one. */
function wrongTradeError(folder: string, declared: DeclaredTrade, id: string): ContentError {
  const instead = {
    vi: `${id}, hoặc khởi động với VARIANT=${declared.trade}`,
    en: `${id}, or start with VARIANT=${declared.trade}`,
  }
  return new ContentError(folder, [
    createTradeError(declared, declaredTradeText(declared.trade), instead),
  ])
}

function declaredTradeText(trade: string): LocalizedText {
  return { vi: `trade là ${trade}`, en: `trade is ${trade}` }
}

/** Days closed by staff take precedence over special days of the content. */
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
