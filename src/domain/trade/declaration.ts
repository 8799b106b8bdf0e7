/** What a trade declares: its files, their checks, and what follows from them. */

import type { Page } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { FileKind, Values } from '../../content/file-kinds.ts'
import type { PicturePlace } from '../../content/photo-checks.ts'
import type { PlaceholderValues } from '../../content/placeholders.ts'
import type { Report } from '../../content/report.ts'
import type { Business, Shared, SharedFiles } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { OfferFilters } from '../catalogue/filters.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { OrderRules } from '../catalogue/order.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { DayShift } from '../scheduling/duty.ts'
import type { ExtraPlace } from '../scheduling/extra-place.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ViewDeclaration } from './booking-view.ts'
import type { ShopOperations } from './operations.ts'
import type { PriceNotes, ToolContext } from './tool-context.ts'

/** `Content` is what the files of the trade mean, with what the steps of `complete` add to it. */
export type TradeDeclaration<
  Id extends string,
  Files extends Record<string, FileKind>,
  Content extends Values<Files>,
> = {
  id: Id
  /** The first letters of every booking code, by which a database of an older version shows its trade. */
  codePrefix: string
  files: Files
  /** Steps that add in place what the owner left out and what follows from other files; they run before the checks. */
  complete?: readonly Check<Values<Files>>[]
  checks: readonly Check<Content>[]
  /** The placeholders of the trade in texts: the figures of its rules. */
  placeholders(values: Content): PlaceholderValues
  /** The text of the page about the booking rules, if the owner wrote none. It has placeholders. */
  rulesText(values: Content): LocalizedText
  assortment(values: Content): Assortment
  offerFilters(values: Content): OfferFilters
  /** What a picture may show besides offers, categories and articles: the people, the lists. */
  picturePlaces(values: Content): readonly PicturePlace[]
  pages(values: Content, shared: Shared, assortment: Assortment): readonly Page[]
  /** The values with tables, chairs or beds that staff have added. */
  addPlaces(values: Content, extras: readonly ExtraPlace[]): Content
  /** The values with the working hours that staff have set for some days; none if no one works in shifts. */
  setShifts?(values: Content, shifts: readonly DayShift[], isForGuests: boolean): Content
  booking(values: Content, business: Business): BookingRules
  orders?(values: Content, assortment: Assortment): OrderRules | undefined
  bookingForm(values: Content, business: Business, assortment: Assortment): BookingForm
  view: ViewDeclaration
  /** For a shop that cannot send emails: the values that differ on its pages, and the paths of these pages. */
  withoutEmail?: { values(values: Content): object; paths: readonly string[] }
  forms?(
    values: Content,
    business: Business,
    operations: ShopOperations,
    assortment: Assortment,
  ): readonly DynamicPage[]
  priceNotes(values: Content): PriceNotes
  tools(values: Content, context: ToolContext): readonly Tool[]
  prompts(values: Content): readonly Prompt[]
}

/**
 * A check across files, or a step that adds to the values of a file what follows from others. It runs only if all
 * files that it needs are valid.
 */
export type Check<Content> = {
  needs: readonly (keyof Content | keyof SharedFiles)[]
  run(values: Content & SharedFiles, report: Report): void
}
