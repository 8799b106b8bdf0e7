/** A trade (restaurant, spa, salon) and the shop that is built from its content. */
import type { SpecialDays } from '../../content/add-special-days.ts'
import type { ContentIssue } from '../../content/content-errors.ts'
import type { Page } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { FileKind, Values } from '../../content/file-kinds.ts'
import { holidayNotes, proposeClosedDays } from '../../content/holiday-note.ts'
import type { PhotoFile, Photos } from '../../content/photo.ts'
import type { PicturePlace } from '../../content/photo-checks.ts'
import { type Business, type Shared, sharedFiles } from '../../content/shop.ts'
import { formatSurcharges } from '../../content/surcharge-texts.ts'
import { assertPrefix } from '../../kernel/booking-code.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import type { Languages } from '../../kernel/locale.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { OfferFilters } from '../catalogue/filters.ts'
import type { Assortment, Offer } from '../catalogue/offer.ts'
import type { OrderRules } from '../catalogue/order.ts'
import { markSoldOut, type SoldOutOffer } from '../catalogue/sold-out.ts'
import type { ClosedDay } from '../closed-days/closed-days.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { DayPace } from '../online-limits/day-paces.ts'
import type { OnlinePause } from '../online-limits/pauses.ts'
import { type CreateQuote, createQuotes } from '../pricing/quote.ts'
import type { DayShift } from '../scheduling/duty.ts'
import { type ExtraPlace, onTheirDays } from '../scheduling/extra-place.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ViewDeclaration } from './booking-view.ts'
import type { TradeDeclaration } from './declaration.ts'
import { withNextPrices } from './next-prices.ts'
import { withOnlineLimits } from './online-limit-rules.ts'
import type { ShopOperations } from './operations.ts'
import { checkOwnerConsent, readContent, type TradeContent } from './read-content.ts'
import { type ConvertedPhotos, describePhotos, withPhotoLinks } from './shop-photos.ts'
import { withoutSoldOut } from './sold-out-rules.ts'
import type { PriceNotes, ToolContext } from './tool-context.ts'
import { checkToolSettings } from './tool-settings.ts'

export type Shop = Shared & {
  readyPhotos: Photos
  trade: string
  languages: Languages
  /** The texts of the owner that exist in one language only, with that language. */
  untranslated: Untranslated
  /** Content that is valid but probably a mistake. */
  notes(): readonly ContentIssue[]
  /** The same, with what is a mistake from some day on. */
  notesOn(day: string): readonly ContentIssue[]
  /** A note about the holidays of the coming days that the content does not mention, if there are any. */
  holidayNotes(period: { today: string; daysAhead: number }): readonly ContentIssue[]
  /** The days that this note proposes and on which most shops close. */
  proposedHolidays(period: { today: string; daysAhead: number }): readonly SpecialDays[]
  /** Paths of the files that the shop was built from, relative to its folder. */
  contentFiles: readonly string[]
  /** What the content folder may contain, by file and folder. */
  fileKinds: readonly FileKind[]
  /** What a photo of the trade can show besides offers: the list of offers, people. */
  picturePlaces: readonly PicturePlace[]
  assortment: Assortment
  /** Filters of the offers, in addition to category, tag and words. */
  offerFilters: OfferFilters
  /** Pages of the trade, such as the menu and the team. */
  tradePages: readonly Page[]
  booking: BookingRules
  /** The rules on the site, in the API and for assistants, if guests cannot book all working hours of the desk. */
  bookingForGuests?: BookingRules
  /** The working hours that staff have set for some days. */
  dayShifts: readonly DayShift[]
  /** What a booking costs on a day. */
  quote: CreateQuote
  /** An offer with the price of a day. */
  findOfferOn(id: string, day: string): Offer | undefined
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
  /** The pages and forms that offer nothing by email, for a program that cannot send any. */
  withoutEmail(): { pages: readonly Page[]; forms: Shop['forms'] }
  /** A copy of the shop that shows these photos, with notes about those that could not be converted. */
  withPhotos(photos: ConvertedPhotos, problems: readonly ContentIssue[]): Shop
}

export type StaffChanges = {
  extraPlaces: readonly ExtraPlace[]
  closedDays: readonly ClosedDay[]
  soldOut: readonly SoldOutOffer[]
  pauses: readonly OnlinePause[]
  dayPaces: readonly DayPace[]
  shifts: readonly DayShift[]
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
  /** Reads, checks and freezes a content folder. Throws a ContentError with all errors. */
  open(folder: string, options?: OpenOptions): Shop
}

export type OpenOptions = {
  /** The day of the prices. */
  day?: string
  /** The photos of the owner, if the folder is a copy without them. */
  storedPhotos?: readonly PhotoFile[]
}

export function defineTrade<
  const Id extends string,
  Files extends Record<string, FileKind>,
  Content extends Values<Files> = Values<Files>,
>(trade: TradeDeclaration<Id, Files, Content>): Trade<Id> {
  assertPrefix(trade.codePrefix)
  return {
    id: trade.id,
    codePrefix: trade.codePrefix,
    open(folder, { day = '', storedPhotos } = {}) {
      const content = readContent(trade, folder, { openedOn: day, storedPhotos })
      const lists = { closedDays: [], soldOut: [], extraPlaces: [], shifts: [] }
      const staffChanges = { ...lists, pauses: [], dayPaces: [] }
      const photos = { readyPhotos: new Map(), photoNotes: [] }
      const shop = buildShop(trade, content, { day, ...staffChanges, ...photos })
      checkOwnerConsent(shop, content.report)
      return shop
    },
  }
}

function buildShop<Files extends Record<string, FileKind>, Content extends Values<Files>>(
  trade: TradeDeclaration<string, Files, Content>,
  content: TradeContent<Content>,
  state: ShopState,
): Shop {
  const { values: all, report, priceChanges, offersOn } = content
  const build = (other: Partial<ShopState>) => buildShop(trade, content, { ...state, ...other })
  const { readyPhotos, photoNotes } = state
  const business = withClosedDays(all.business, state.closedDays)
  const values: Content & Shared = { ...content.valuesOn(state.day), business, readyPhotos }
  const { extraPlaces } = state
  const equipped =
    extraPlaces.length > 0 ? { ...values, ...trade.addPlaces(values, extraPlaces) } : values
  const { shifts } = state
  const rulesWith = (isForGuests: boolean) => {
    const staffed =
      shifts.length > 0 && trade.setShifts
        ? { ...equipped, ...trade.setShifts(equipped, shifts, isForGuests) }
        : equipped
    return onTheirDays(trade.booking(staffed, business), extraPlaces)
  }
  const rules = rulesWith(false)
  const dayOffers = withNextPrices(offersOn, priceChanges, state.day, rules.horizonDays)
  const assortment = withPhotoLinks(markSoldOut(dayOffers, state.soldOut), readyPhotos)
  const findOfferOn: Shop['findOfferOn'] = (id, day) =>
    offersOn(day).offers.find((offer) => offer.id === id)
  const limited = (all: BookingRules) =>
    withOnlineLimits(withoutSoldOut(all, assortment.offers), state.pauses, state.dayPaces)
  const shop: Shop = {
    trade: trade.id,
    languages: all.business.languages,
    untranslated: content.untranslated,
    notes: () => [...content.notes(), ...photoNotes],
    notesOn: (day) => [
      ...shop.notes(),
      ...content.datedNotes.filter(({ from }) => from <= day).map(({ note }) => note()),
    ],
    holidayNotes: (period) => holidayNotes(business, all.business, period, report),
    proposedHolidays: (period) => proposeClosedDays(business, period),
    contentFiles: content.usedFiles,
    fileKinds: Object.values<FileKind>({ ...sharedFiles, ...trade.files }),
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
    picturePlaces: trade.picturePlaces(values),
    assortment,
    offerFilters: trade.offerFilters(values),
    tradePages: trade.pages(values, values, assortment),
    booking: limited(rules),
    dayShifts: shifts,
    ...(shifts.length > 0 && { bookingForGuests: limited(rulesWith(true)) }),
    quote: createQuotes(findOfferOn, business, content.version),
    findOfferOn,
    orders: trade.orders?.(values, assortment),
    bookingForm: trade.bookingForm(values, business, assortment),
    view: trade.view,
    forms: (operations) => trade.forms?.(values, business, operations, assortment) ?? [],
    priceNotes: withSurcharges(trade.priceNotes(values), business),
    tools: (context) => trade.tools(values, context),
    prompts: trade.prompts(values),
    checkTools(tools) {
      if (values.toolSettings) checkToolSettings(values.toolSettings, tools, report)
      content.assertNoErrors()
    },
    hasPriceChanges: priceChanges.length > 0,
    onDay: (day) => (priceChanges.length === 0 || day === state.day ? shop : build({ day })),
    withoutEmail() {
      if (!trade.withoutEmail) return { pages: [], forms: shop.forms }
      const { values: change, paths } = trade.withoutEmail
      const changed = { ...values, ...change(values) }
      return {
        pages: trade.pages(changed, changed, assortment).filter(({ path }) => paths.includes(path)),
        forms: (operations) => trade.forms?.(changed, business, operations, assortment) ?? [],
      }
    },
    withStaffChanges: build,
    withPhotos: (converted, problems) =>
      build({ readyPhotos: describePhotos(values, converted), photoNotes: problems }),
  }
  return shop
}

/** Surcharges are not included in prices. */
function withSurcharges(notes: PriceNotes, { surcharges }: Business): PriceNotes {
  if (surcharges.length === 0) return notes
  const texts = surcharges.map((one) => formatSurcharges([one]))
  return { ...notes, notIncluded: [...notes.notIncluded, ...texts] }
}

/** Days closed by staff take precedence over special days of the content. */
function withClosedDays(business: Business, days: readonly ClosedDay[]): Business {
  if (days.length === 0) return business
  const closed = days.map(({ date, reason }) => ({ from: date, to: date, reason }))
  return { ...business, special_days: [...closed, ...business.special_days] }
}
