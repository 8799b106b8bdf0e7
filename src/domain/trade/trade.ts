/** A trade (restaurant, spa, salon): its content files, and the shop that is built from them. */
import { resolve } from 'node:path'
import { completeShared, sharedPlaceholders } from '../../content/complete-shared.ts'
import { ContentError, type ContentIssue } from '../../content/content-errors.ts'
import { findPriceChanges, withPricesOn } from '../../content/dated-prices.ts'
import {
  createTradeError,
  type DeclaredTrade,
  readDeclaredTrade,
} from '../../content/declared-trade.ts'
import type { Page } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import { type FileKind, type Report, readFolder, type Values } from '../../content/folder.ts'
import { holidayNotes } from '../../content/holiday-note.ts'
import { checkLinks } from '../../content/link-checks.ts'
import { type ConvertedPhoto, type Photos, photoLink } from '../../content/photo.ts'
import { checkPhotos, type PicturePlace } from '../../content/photo-checks.ts'
import {
  checkPlaceholders,
  findUntranslated,
  type PlaceholderValues,
} from '../../content/placeholders.ts'
import { sampleFolder, samplePath } from '../../content/sample.ts'
import { noteLeftovers } from '../../content/sample-leftovers.ts'
import { type Business, type Shared, type SharedFiles, sharedFiles } from '../../content/shop.ts'
import { checkShared } from '../../content/shop-checks.ts'
import { formatSurcharges } from '../../content/surcharge-texts.ts'
import { noteSameTexts } from '../../content/translation-check.ts'
import { assertPrefix } from '../../kernel/booking-code.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import type { Languages, LocalizedText } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { OfferFilters } from '../catalogue/filters.ts'
import { type Assortment, pictureNamesOf } from '../catalogue/offer.ts'
import type { OrderRules } from '../catalogue/order.ts'
import { markSoldOut, type SoldOutOffer } from '../catalogue/sold-out.ts'
import type { ClosedDay } from '../closed-days/closed-days.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import { type CreateQuote, createQuotes } from '../pricing/quote.ts'
import { type ExtraPlace, onTheirDays } from '../scheduling/extra-place.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ViewDeclaration } from './booking-view.ts'
import { type OffersOn, withNextPrices } from './next-prices.ts'
import type { ShopOperations } from './operations.ts'
import { withoutSoldOut } from './sold-out-rules.ts'
import type { PriceNotes, ToolContext } from './tool-context.ts'
import { checkToolSettings } from './tool-settings.ts'

/** By name. */
type ConvertedPhotos = ReadonlyMap<string, ConvertedPhoto>

export type Shop = Shared & {
  readyPhotos: Photos
  trade: string
  languages: Languages
  /** The texts of the owner that exist in one language only, with that language. */
  untranslated: Untranslated
  /** Content that is valid but probably a mistake. */
  notes: readonly ContentIssue[]
  /** The same, with what is a mistake from some day on. */
  notesOn(day: string): readonly ContentIssue[]
  /** A note about the holidays of the coming days that the content does not mention, if there are any. */
  holidayNotes(period: { today: string; daysAhead: number }): readonly ContentIssue[]
  /** Paths of the files that the shop was built from, relative to its folder. */
  contentFiles: readonly string[]
  assortment: Assortment
  /** Filters of the offers, in addition to category, tag and words. */
  offerFilters: OfferFilters
  /** Pages of the trade, such as the menu and the team. */
  tradePages: readonly Page[]
  booking: BookingRules
  /** What a booking costs on a day. */
  quote: CreateQuote
  orders: OrderRules | undefined
  bookingForm: BookingForm
  /** The view in which a guest books inside an assistant. */
  view: ViewDeclaration
  /** Forms of the trade, in addition to the booking. */
  forms(operations: ShopOperations): readonly DynamicPage[]
  priceNotes: PriceNotes
  /** MCP tools of the trade, in addition to the shared ones. */
  tools(context: ToolContext): readonly Tool[]
  prompts: readonly Prompt[]
  /** Throws a ContentError if the owner's settings name a tool or an argument that is not among these. */
  checkTools(tools: readonly Tool[]): void
  /** Whether a price of the content changes on some day. */
  hasPriceChanges: boolean
  /** The shop with the prices of a day. Without it, prices are those before the first change. */
  onDay(day: string): Shop
  /** The shop of the content with what staff have changed on the desk. */
  withStaffChanges(changes: StaffChanges): Shop
  /** A copy of the shop that shows these photos, with notes about those that could not be converted. */
  withPhotos(photos: ConvertedPhotos, problems: readonly ContentIssue[]): Shop
}

export type StaffChanges = {
  extraPlaces: readonly ExtraPlace[]
  closedDays: readonly ClosedDay[]
  soldOut: readonly SoldOutOffer[]
}

/** What a shop has besides its content. */
type ShopState = StaffChanges & {
  /** The day of the prices. */
  day: string
  readyPhotos: Photos
  photoNotes: readonly ContentIssue[]
}

export type Trade<Id extends string = string> = {
  id: Id
  /** The first letters of every booking code, by which a database of an older version shows its trade. */
  codePrefix: string
  /** Reads, checks and freezes a content folder, with the prices of a day. Throws a ContentError with all errors. */
  open(folder: string, day?: string): Shop
}

/**
 * A check across files, or a step that adds to the values of a file what follows from others. It runs only if all
 * files that it needs are valid.
 */
export type Check<Content> = {
  needs: readonly (keyof Content | keyof SharedFiles)[]
  run(values: Content & SharedFiles, report: Report): void
}

/** `Content` is what the files of the trade mean, with what the steps of `complete` add to it. */
export function defineTrade<
  const Id extends string,
  Files extends Record<string, FileKind>,
  Content extends Values<Files> = Values<Files>,
>(trade: {
  id: Id
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
  booking(values: Content, business: Business): BookingRules
  orders?(values: Content, assortment: Assortment): OrderRules | undefined
  bookingForm(values: Content, business: Business, assortment: Assortment): BookingForm
  view: ViewDeclaration
  forms?(
    values: Content,
    business: Business,
    operations: ShopOperations,
    assortment: Assortment,
  ): readonly DynamicPage[]
  priceNotes(values: Content): PriceNotes
  tools(values: Content, context: ToolContext): readonly Tool[]
  prompts(values: Content): readonly Prompt[]
}): Trade<Id> {
  assertPrefix(trade.codePrefix)
  return {
    id: trade.id,
    codePrefix: trade.codePrefix,
    open(folder, openedOn = '') {
      const declared = readDeclaredTrade(folder)
      if (declared && declared.trade !== trade.id) throw wrongTradeError(folder, declared, trade.id)
      const sample = samplePath(trade.id)
      const content = readFolder(folder, sharedFiles, trade.files, sample)
      const { values: raw, usedFiles, errors, notes, datedNotes, report } = content
      const all = raw as Content & SharedFiles
      checkShared(all, report)
      const { business } = all
      if (business && business.trade !== trade.id) {
        // readDeclaredTrade finds only a plain line `trade: …`.
        const found = declaredTradeText(business.trade)
        report.error(business, ['trade'], () => found, { vi: trade.id, en: trade.id })
      }
      for (const { needs, run } of [...(trade.complete ?? []), ...trade.checks]) {
        if (needs.every((name) => all[name] !== undefined)) run(all, report)
      }
      const isComplete = Object.keys(trade.files).every((name) => all[name] !== undefined)
      if (!business || !isComplete) throw new ContentError(folder, errors)
      const placeholders = { ...sharedPlaceholders(business), ...trade.placeholders(all) }
      errors.push(...checkPlaceholders(content.texts, placeholders))
      if (errors.length > 0) throw new ContentError(folder, errors)
      noteSameTexts(content.sources, report)
      if (resolve(folder) !== sampleFolder(trade.id))
        noteLeftovers(business, content.texts, sampleFolder(trade.id), report)
      completeShared(all, trade.rulesText(all), placeholders)
      const { languages } = business
      const untranslated = findUntranslated(all, languages[0])

      deepFreeze(all)
      const priceChanges = findPriceChanges(all)
      const valuesOn = (day: string) => (priceChanges.length > 0 ? withPricesOn(all, day) : all)
      const assortmentOn = memoize((pricesSince: string) =>
        deepFreeze(trade.assortment(valuesOn(pricesSince))),
      )
      /** One assortment for all days between two changes. */
      const offersOn: OffersOn = (day) =>
        assortmentOn(priceChanges.findLast((change) => change <= day) ?? '')
      const allOffers = offersOn(openedOn)
      const tradePages = trade.pages(all, all, allOffers)
      checkPageNames(all.pages, tradePages, report)
      checkLinks(all, tradePages, report)
      checkPhotos(all, [...offerPlaces(allOffers), ...trade.picturePlaces(all)], report)
      if (errors.length > 0) throw new ContentError(folder, errors)

      const buildShop = (state: ShopState): Shop => {
        const { readyPhotos, photoNotes } = state
        const business = withClosedDays(all.business, state.closedDays)
        const values: Content & Shared = { ...valuesOn(state.day), business, readyPhotos }
        const { extraPlaces } = state
        const equipped =
          extraPlaces.length > 0 ? { ...values, ...trade.addPlaces(values, extraPlaces) } : values
        const rules = onTheirDays(trade.booking(equipped, business), extraPlaces)
        const dayOffers = withNextPrices(offersOn, priceChanges, state.day, rules.horizonDays)
        const assortment = withPhotoLinks(markSoldOut(dayOffers, state.soldOut), readyPhotos)
        const shop: Shop = {
          trade: trade.id,
          languages,
          untranslated,
          // Without photo notes the list itself: a later check adds to it.
          notes: photoNotes.length === 0 ? notes : [...notes, ...photoNotes],
          notesOn: (day) => [
            ...shop.notes,
            ...datedNotes.filter(({ from }) => from <= day).map(({ note }) => note),
          ],
          holidayNotes: (period) => holidayNotes(business, all.business, period, report),
          contentFiles: usedFiles,
          business,
          faqs: values.faqs,
          pages: values.pages,
          articles: values.articles,
          look: values.look,
          synonyms: values.synonyms,
          toolSettings: values.toolSettings,
          pictures: values.pictures,
          photos: values.photos,
          photoTexts: values.photoTexts,
          readyPhotos,
          assortment,
          offerFilters: trade.offerFilters(values),
          tradePages: trade.pages(values, values, assortment),
          booking: withoutSoldOut(rules, assortment.offers),
          quote: createQuotes(
            (id, day) => offersOn(day).offers.find((offer) => offer.id === id),
            business.surcharges,
          ),
          orders: trade.orders?.(values, assortment),
          bookingForm: trade.bookingForm(values, business, assortment),
          view: trade.view,
          forms: (operations) => trade.forms?.(values, business, operations, assortment) ?? [],
          priceNotes: withSurcharges(trade.priceNotes(values), business),
          tools: (context) => trade.tools(values, context),
          prompts: trade.prompts(values),
          checkTools(tools) {
            if (values.toolSettings) checkToolSettings(values.toolSettings, tools, report)
            if (errors.length > 0) throw new ContentError(folder, errors)
          },
          hasPriceChanges: priceChanges.length > 0,
          onDay: (day) =>
            priceChanges.length === 0 || day === state.day ? shop : buildShop({ ...state, day }),
          withStaffChanges: (changes) => buildShop({ ...state, ...changes }),
          withPhotos: (converted, problems) =>
            buildShop({
              ...state,
              readyPhotos: describePhotos(values, converted),
              photoNotes: problems,
            }),
        }
        return shop
      }
      const shop = buildShop({
        day: openedOn,
        closedDays: [],
        soldOut: [],
        extraPlaces: [],
        readyPhotos: new Map(),
        photoNotes: [],
      })
      checkOwnerConsent(shop, report)
      return shop
    },
  }
}

/** Offers and categories, each by the names that its picture may have. */
function offerPlaces({ offers, categories }: Assortment): PicturePlace[] {
  const named = offers.flatMap((offer) =>
    pictureNamesOf(offer).map((id) => ({ id, name: offer.name })),
  )
  return [...named, ...categories]
}

/** Adds the owner's descriptions. */
function describePhotos({ photoTexts }: Shared, photos: ConvertedPhotos): Photos {
  const texts = new Map(photoTexts?.photos.map(({ name, alt }) => [name, alt]))
  return new Map(
    [...photos].map(([name, photo]) => {
      const alt = texts.get(name)
      return [name, alt ? { ...photo, alt } : photo] as const
    }),
  )
}

/** Surcharges are not included in prices. */
function withSurcharges(notes: PriceNotes, { surcharges }: Business): PriceNotes {
  if (surcharges.length === 0) return notes
  const texts = surcharges.map((one) => formatSurcharges([one]))
  return { ...notes, notIncluded: [...notes.notIncluded, ...texts] }
}

/** Each offer with the link to its own photo. */
function withPhotoLinks(assortment: Assortment, photos: Photos): Assortment {
  if (photos.size === 0) return assortment
  return {
    ...assortment,
    offers: assortment.offers.map((offer) => {
      const name = pictureNamesOf(offer).find((one) => photos.has(one))
      const photo = photos.get(name ?? '')
      if (name === undefined || !photo) return offer
      return { ...offer, photo: { name, ...photoLink(photo), alt: photo.alt ?? offer.name } }
    }),
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
  if (days.length === 0) return business
  const closed = days.map(({ date, reason }) => ({ from: date, to: date, reason }))
  return { ...business, special_days: [...closed, ...business.special_days] }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}
