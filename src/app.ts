/** Composition of the public side: from a shop and a store to one handler. Every part is created here. */
import type { Page } from './content/document.ts'
import type { DynamicPage } from './content/dynamic-page.ts'
import { createPageIndex } from './content/page-index.ts'
import type { PictureFiles } from './content/share-image.ts'
import { createReceiver } from './domain/bank/receive.ts'
import { changeOperation } from './domain/booking/change-operation.ts'
import { createChangeTimes } from './domain/booking/change-times.ts'
import { comingOperation } from './domain/booking/coming.ts'
import { createBookingContext } from './domain/booking/context.ts'
import { prepareNextFreeDates } from './domain/booking/next-free-dates.ts'
import type { OccupancyCache } from './domain/booking/occupancy-cache.ts'
import { bookingOperations } from './domain/booking/operations.ts'
import { answerOffersOperation } from './domain/booking/place-offer/answer-operation.ts'
import { panelUrl } from './domain/booking/url.ts'
import { cardOperations, lookUpCard } from './domain/cards/operations.ts'
import { createCatalogue } from './domain/catalogue/catalogue.ts'
import { catalogueOperations } from './domain/catalogue/operations.ts'
import { createSenderIdentifier } from './domain/guard/client.ts'
import type { ProxyMismatch } from './domain/guard/client-address.ts'
import { issueFormToken } from './domain/guard/form-token.ts'
import { createGuard } from './domain/guard/guard.ts'
import { createWriteAccess } from './domain/guard/write-access.ts'
import { createAddressConfirmation } from './domain/guest/confirmed-addresses.ts'
import { leadOperations } from './domain/leads/operations.ts'
import { describeProcesses } from './domain/messages/api-processes.ts'
import { createNewsletter } from './domain/newsletter/newsletter.ts'
import { newsletterOperations } from './domain/newsletter/operations.ts'
import { orderOperations } from './domain/orders/operations.ts'
import { createRecipientFinder } from './domain/orders/recipient.ts'
import { bookingFlow } from './domain/pages/booking/flow.ts'
import { createPanelPlacer } from './domain/pages/booking/place-panel.ts'
import { bookingPages } from './domain/pages/booking/status.ts'
import { leadForm } from './domain/pages/callback-form.ts'
import { cardPages } from './domain/pages/cards.ts'
import { footerFacts } from './domain/pages/contact.ts'
import { newsletterPages } from './domain/pages/newsletter.ts'
import { orderPages } from './domain/pages/orders.ts'
import { buildIndexEntries } from './domain/pages/search-entries.ts'
import { searchPage, searchPath } from './domain/pages/search-page.ts'
import { firstList, listPaths, pageTitle, sharedPages } from './domain/pages/shared.ts'
import { waitlistPages } from './domain/pages/waitlist/status-page.ts'
import { withoutPrepaidOffers } from './domain/pages/without-prepaid-offers.ts'
import { dataRequestForm } from './domain/privacy/data-request-form.ts'
import { dataRequestOperation } from './domain/privacy/data-request-operation.ts'
import { createBookingCalendar } from './domain/scheduling/booking-calendar.ts'
import { exampleBooking } from './domain/scheduling/example.ts'
import { rulesForGuests } from './domain/scheduling/rules.ts'
import { createSearch, type IndexCache } from './domain/search/search.ts'
import { loadStatus } from './domain/tools/booking-status.ts'
import { type ShopToolContext, shopTools } from './domain/tools/tools.ts'
import { createBookingView } from './domain/trade/booking-view.ts'
import { choosePrompts } from './domain/trade/tool-settings.ts'
import type { Shop } from './domain/trade/trade.ts'
import { withoutEmail } from './domain/trade/without-email.ts'
import { answerOperation } from './domain/waitlist/answer-operation.ts'
import { waitlistOperations } from './domain/waitlist/operations.ts'
import {
  createDeprecations,
  type Deprecation,
  deprecations as publishedDeprecations,
} from './faces/api/deprecation.ts'
import { docsPage } from './faces/api/docs/page.ts'
import { parsePublishedApi } from './faces/api/docs/published-api.ts'
import { createApi } from './faces/api/face.ts'
import { indexOperation } from './faces/api/index-operation.ts'
import { describeApi } from './faces/api/openapi.ts'
import { problemPages } from './faces/api/problem-pages.ts'
import { createBankFace } from './faces/bank/face.ts'
import {
  assistantsPage,
  homeLinks,
  renderDiscoveryFiles,
  type Verification,
  verificationFiles,
} from './faces/discovery/face.ts'
import { createMcp, type Mcp } from './faces/mcp/face.ts'
import { createRootHandler } from './faces/root-handler.ts'
import { createDraftCookie } from './faces/site/draft-cookie.ts'
import { createDynamicPages, findRecord } from './faces/site/dynamic-pages.ts'
import { createSite } from './faces/site/face.ts'
import { faviconFile, serverIcons } from './faces/site/icons.ts'
import { pictureFiles as drawingFiles } from './faces/site/pictures.ts'
import type { Handler } from './http/server.ts'
import type { ServedFile } from './http/static-file.ts'
import type { BankService } from './kernel/bank-notification.ts'
import { type FairShareLimits, fairShareLimits } from './kernel/fair-share-limits.ts'
import { lazy } from './kernel/memoize.ts'
import type { CountWrite, Operation } from './kernel/operation.ts'
import { createResultCache } from './kernel/result-cache.ts'
import type { Clock } from './kernel/time.ts'
import type { Tool } from './kernel/tool.ts'
import { version } from './kernel/version.ts'
import type { Store } from './store/sql.ts'

export type AppOptions = Verification & {
  baseUrl: string
  writeLimit: number
  trustProxy: number
  /** Origins of other sites whose pages may call /mcp. */
  mcpOrigins: readonly string[]
  /** Where staff who scan the QR code of a card find it; shown if it has a public address. */
  deskUrl?: string
  /** Accepts clients that name a 2025 version in the header of a 2026 message. */
  lenientMcpVersions: boolean
  /** The service that reports bank transfers; without it, there is no receiver. */
  bank?: { service: BankService; key: string } | undefined
  /** For tests and proofs; by default those that belong to the write limit. */
  fairShare?: FairShareLimits
  /** For tests; by default the published ones. */
  deprecations?: readonly Deprecation[]
}

/** Passed in, so that tests can replace them. */
export type AppDependencies = {
  store: Store
  secret: string
  now: Clock
  /** Called with the result of every write, for metrics. */
  count?: CountWrite
  /** Called for a request that shows that TRUST_PROXY does not fit the proxies in front of the app. */
  onProxyMismatch?: (mismatch: ProxyMismatch) => void
  /** Whether the content folder was invalid at the start, so that the stored content is in use. */
  hasStoredContent?: () => boolean
  /** Whether the site may offer what arrives by email. */
  canSendEmail?: boolean
  /** Shared by the apps of one store; without it the app creates its own. */
  occupancyCache?: OccupancyCache
  /** Shared by the apps that replace each other. */
  indexCache?: IndexCache
  /** Converted photos and share images; without it the site shows drawings only. */
  pictureFiles?: PictureFiles
}

/** Everything that the app serves, so that tests and measurements can cover all of it. */
export type AppRoutes = {
  operations: readonly Operation[]
  pages: readonly Page[]
  /** Pages that are rendered for each request. */
  dynamicPages: readonly DynamicPage[]
  files: readonly ServedFile[]
  tools: readonly Tool[]
  /** Name, version and texts of the MCP server. */
  serverInfo: Mcp['info']
}

type App = Handler & { routes: AppRoutes }

export function createApp(shop: Shop, options: AppOptions, dependencies: AppDependencies): App {
  const { store, secret, now, count = () => {}, occupancyCache, onProxyMismatch } = dependencies
  const {
    hasStoredContent = () => false,
    pictureFiles,
    canSendEmail = true,
    indexCache,
  } = dependencies
  const { baseUrl: base, writeLimit, trustProxy } = options
  const identify = createSenderIdentifier(trustProxy, secret, onProxyMismatch)
  const { business, assortment, offerFilters, orders, languages } = shop
  const siteShop = canSendEmail ? shop : withoutEmail(shop)
  const booking = rulesForGuests(shop.bookingForGuests ?? shop.booking)

  const search = createSearch(() => buildIndexEntries(shop), shop.synonyms.groups, indexCache)
  const catalogue = createCatalogue(assortment, offerFilters, search)
  const guard = createGuard(store, writeLimit, now)
  const writeAccess = createWriteAccess(guard, identify, secret, now, count)
  const newsletter = createNewsletter(store, secret, now)
  const addresses = createAddressConfirmation(store, secret, now)
  const context = { store, guard, secret, now }

  const resultCache = createResultCache()
  const bookingContext = createBookingContext(
    { booking, business, quote: shop.quote },
    occupancyCache,
    resultCache,
  )
  const bookingParts = {
    ...bookingContext,
    context,
    base,
    fairShare: options.fairShare ?? fairShareLimits(writeLimit),
    offerName: catalogue.nameOf,
  }
  const waitlist = waitlistOperations(bookingParts)
  const cardContext = { ...context, offerName: catalogue.nameOf }
  const cards = cardOperations(cardContext)
  const shopOperations = {
    ...catalogueOperations(assortment, offerFilters, catalogue, base, languages),
    ...bookingOperations(bookingParts),
    ...(orders && orderOperations(context, orders, business, base)),
    ...cards,
    ...waitlist,
    ...leadOperations(context, business),
    ...(business.consent.newsletter && newsletterOperations(context, business.consent.newsletter)),
    requestData: dataRequestOperation({ context, rules: booking, business }),
  }
  const listed: readonly Operation[] = Object.values(shopOperations)
  const identity = { name: business.name, trade: shop.trade }
  const operations = [indexOperation(identity, base, listed), ...listed]

  const bookable = exampleBooking(booking, now())
  const deprecations = createDeprecations(
    options.deprecations ?? publishedDeprecations,
    operations,
    base,
  )
  const settings = {
    base,
    writeLimit,
    deprecations,
    business,
    languages,
    untranslated: shop.untranslated,
    writeAccess,
  }
  const api = createApi(operations, settings)
  const openapi = lazy(() => JSON.stringify(describeApi(operations, settings)))
  const changeByCode = changeOperation(bookingParts, 'code alone')
  const bookingPageContext = {
    operations: shopOperations,
    form: shop.bookingForm,
    rules: booking,
    business,
    addresses,
    now,
    base,
    offerName: catalogue.nameOf,
    findOffer: catalogue.find,
    findOfferOn: shop.findOfferOn,
    policyTitle: pageTitle(shop, 'policy'),
    linkTo: panelUrl,
    tryChange: changeByCode,
    changeTimes: createChangeTimes(bookingParts),
    coming: comingOperation(bookingParts),
    answerOffers: answerOffersOperation(bookingParts),
  }
  const dynamicPages = [
    bookingFlow(bookingPageContext),
    ...bookingPages(bookingPageContext),
    ...waitlistPages({
      ...bookingPageContext,
      join: waitlist.joinWaitlist,
      getEntry: waitlist.getWaitlistEntry,
      answer: answerOperation(bookingParts),
    }),
    leadForm(business, shopOperations, now),
    dataRequestForm(business, shopOperations.requestData, now),
    ...newsletterPages(newsletter, siteShop.business, shopOperations, now),
    ...siteShop.forms(shopOperations),
    ...orderPages(
      { business, addresses, rules: orders, findRecipient: createRecipientFinder(store) },
      shopOperations,
    ),
    ...cardPages({ business, getBalance: cards.getCardBalance, base, deskUrl: options.deskUrl }),
    searchPage({
      search,
      catalogue,
      filters: offerFilters,
      categories: assortment.categories,
      business,
      menu: firstList(shop),
      bookingTitle: shop.bookingForm.title,
    }),
  ]
  const findDynamicPage = createDynamicPages(dynamicPages, languages)
  const pages = [
    ...sharedPages(siteShop, base, now),
    ...siteShop.tradePages,
    docsPage({
      base,
      business,
      ...describeProcesses({
        ...{ business, rules: booking, offerName: catalogue.nameOf, quote: shop.quote },
        ...{ orders, bookable },
      }),
      operations,
      publishedApi: lazy(() => parsePublishedApi(openapi())),
      writeLimit,
      deprecations,
    }),
    assistantsPage({ base, business, prompts: () => prompts, writeLimit, tools: () => tools }),
    ...problemPages(),
  ]
  const outlines = dynamicPages.flatMap(({ path, listing }): Page[] =>
    listing ? [{ path, kind: 'page', document: listing.outline }] : [],
  )
  const isDynamicPath = (path: string) => findDynamicPage(path)?.locale === languages[0]
  const pageIndex = createPageIndex(base, pages, outlines, isDynamicPath, shop)
  const forAssistants = shop.toolSettings?.hide_payment
    ? withoutPrepaidOffers({ shop, base, pages, outlines, isDynamicPath, indexCache })
    : { assortment, search, catalogue, pageIndex }
  const toolContext: ShopToolContext = {
    rules: booking,
    questionsOf: () => booking.questions,
    business,
    base,
    now,
    operations: shopOperations,
    waitlist,
    lookUpCard: (pair, sender, locale) => lookUpCard(cardContext, pair, sender, locale),
    prepareNextFreeDates: (details, after, window) =>
      prepareNextFreeDates(store.read, bookingContext, details, after, window, now()),
    changeByCode,
    orderCodePrefix: orders?.codePrefix,
    ...forAssistants,
    findRecord: (path) => findRecord(findDynamicPage, path),
    tools: () => tools,
    faqs: shop.faqs,
    priceNotes: shop.priceNotes,
  }
  const tools = shopTools(shop, toolContext)
  const prompts = choosePrompts(shop.prompts, tools)
  const mcp = createMcp({
    base,
    version,
    business,
    languages,
    untranslated: shop.untranslated,
    calendar: createBookingCalendar(booking, business),
    tools,
    prompts,
    view: createBookingView(shop.view, shop.bookingForm, tools),
    look: shop.look,
    pageIndex: forAssistants.pageIndex,
    loadStatus: (code, locale) => loadStatus(toolContext, code, locale),
    icons: serverIcons(shop.pictures, base),
    writeAccess,
    resultCache,
    secret,
    now,
    origins: options.mcpOrigins,
    lenientVersions: options.lenientMcpVersions,
  })

  const served = [{ path: '/openapi.json', type: 'application/json', body: openapi }, ...mcp.files]
  const discoveryFiles = renderDiscoveryFiles({
    base,
    business,
    languages,
    trade: shop.trade,
    operations,
    tools,
    prompts,
    pageIndex,
    dynamicPages: dynamicPages.flatMap(({ path, listing }) =>
      listing ? [{ path, title: listing.title }] : [],
    ),
    served,
    writeLimit,
    now,
  })
  const site = createSite({
    base,
    business,
    theme: shop.look,
    untranslated: shop.untranslated,
    pageIndex,
    navigation: [...listPaths(shop), '/articles', '/faq', '/contact'],
    navigationTitles: {
      '/faq': { vi: 'Hỏi đáp', en: 'Questions' },
      '/contact': { vi: 'Liên hệ', en: 'Contact' },
    },
    footer: ['/about', '/faq', '/policy', '/privacy', '/terms'],
    footerFacts: (locale) => footerFacts(business, now(), locale),
    bookingPath: '/booking',
    bookingLabel: { vi: shop.bookingForm.title.vi, en: 'Book' },
    searchPath,
    homeLinks,
    files: [
      ...served,
      ...discoveryFiles,
      ...verificationFiles(options),
      ...drawingFiles(shop.pictures),
      ...faviconFile(shop.pictures),
    ],
    photos: shop.readyPhotos,
    pictureFiles,
    listedDynamicPaths: outlines.map(({ path }) => path),
    findDynamicPage,
    placePanel: createPanelPlacer(bookingPageContext),
    draftCookie: createDraftCookie(secret, base, now),
    now,
    writeAccess,
    issueToken: ({ name }) => issueFormToken(secret, name, now()),
  })

  /** The desk's port names the client of the database; the public one does not. */
  const describeState = () => ({
    ...(store.lockHolder?.() && { database: 'locked' }),
    ...(hasStoredContent() && { content: 'stored' }),
  })
  const checkStore = store.ready
  const bankContext = { store, bookings: createBookingContext(shop, occupancyCache), now }
  const prefixes = [shop.booking.codePrefix, ...(orders ? [orders.codePrefix] : [])]
  const bank =
    options.bank &&
    createBankFace({ ...options.bank, receive: createReceiver(bankContext, prefixes), now })
  const handler = createRootHandler({ api, mcp, site, bank, checkStore, describeState, now })
  const routes = { operations, pages, dynamicPages, files: site.files, tools, serverInfo: mcp.info }
  return { ...handler, routes }
}
