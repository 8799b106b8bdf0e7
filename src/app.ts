/** The whole system on one screen: content and a store in, one handler out. */
import { createPageIndex } from './content/page-index.ts'
import { changeOperation } from './domain/booking/change-operation.ts'
import { bookingOperations } from './domain/booking/operations.ts'
import { createCatalogue } from './domain/catalogue/catalogue.ts'
import { catalogueOperations } from './domain/catalogue/operations.ts'
import { issueFormToken } from './domain/guard/form-token.ts'
import { createGuard } from './domain/guard/guard.ts'
import { createWriteAccess } from './domain/guard/write-access.ts'
import { leadOperations } from './domain/leads/operations.ts'
import { createNewsletter } from './domain/newsletter/newsletter.ts'
import { newsletterOperations } from './domain/newsletter/operations.ts'
import { orderOperations } from './domain/orders/operations.ts'
import { bookingFlow } from './domain/pages/booking/flow.ts'
import { bookingPages } from './domain/pages/booking/status.ts'
import { leadForm } from './domain/pages/callback-form.ts'
import { newsletterPages } from './domain/pages/newsletter.ts'
import { orderPages } from './domain/pages/orders.ts'
import { buildIndexEntries } from './domain/pages/search-entries.ts'
import { listPaths, pageTitle, sharedPages } from './domain/pages/shared.ts'
import { exampleBooking } from './domain/scheduling/example.ts'
import { createSearch } from './domain/search/search.ts'
import { sharedTools } from './domain/tools/tools.ts'
import type { Shop } from './domain/trade/trade.ts'
import { deprecations as announced, type Deprecation } from './faces/api/deprecation.ts'
import { docsPage } from './faces/api/docs.ts'
import { createApi } from './faces/api/face.ts'
import { indexOperation } from './faces/api/index-operation.ts'
import { describeApi } from './faces/api/openapi.ts'
import { problemPages } from './faces/api/problem-pages.ts'
import { assistantsPage, homeLinks, renderDiscoveryFiles } from './faces/discovery/face.ts'
import { createMcp } from './faces/mcp/face.ts'
import { createRootHandler } from './faces/root-handler.ts'
import { createDynamicPages } from './faces/site/dynamic-pages.ts'
import { createSite } from './faces/site/face.ts'
import { pictureFiles } from './faces/site/pictures.ts'
import type { Handler } from './http/server.ts'
import { lazy } from './kernel/memoize.ts'
import type { CountWrite } from './kernel/operation.ts'
import type { Clock } from './kernel/time.ts'
import { version } from './kernel/version.ts'
import type { Store } from './store/sql.ts'

export type AppOptions = {
  baseUrl: string
  writeLimit: number
  trustProxy: number
  /** Origins of other sites whose pages may call /mcp. */
  mcpOrigins: readonly string[]
  /** Lets through clients that name a 2025 version in the header of a 2026 message. */
  lenientMcpVersions: boolean
  /** For tests; otherwise what has been announced. */
  deprecations?: readonly Deprecation[]
}

/** What the app is given from outside, so that tests may give it something else. */
export type AppDependencies = {
  store: Store
  secret: string
  now: Clock
  /** Hears what becomes of every write, if anybody wants to know. */
  count?: CountWrite
}

export function createApp(
  shop: Shop,
  options: AppOptions,
  { store, secret, now, count = () => {} }: AppDependencies,
): Handler {
  const { baseUrl: base, writeLimit, trustProxy, deprecations = announced } = options
  const { business, assortment, booking, orders } = shop

  const search = createSearch(() => buildIndexEntries(shop))
  const catalogue = createCatalogue(assortment, search)
  const guard = createGuard(store, writeLimit, now)
  const writeAccess = createWriteAccess(guard, secret, trustProxy, now, count)
  const newsletter = createNewsletter(store, secret, now)
  const context = { store, guard, secret, now }

  const bookingParts = { context, rules: booking, business, base, offerName: catalogue.nameOf }
  const offering = [
    ...catalogueOperations(assortment, catalogue, base),
    ...bookingOperations(bookingParts),
    ...(orders ? orderOperations(context, orders, business, base) : []),
    ...leadOperations(context, business),
    ...newsletterOperations(context, business),
  ]
  const named = { name: business.name, trade: shop.variant }
  const operations = [indexOperation(named, base, offering), ...offering]

  const bookable = exampleBooking(booking, now())
  const settings = { base, writeLimit, deprecations, business, writeAccess }
  const api = createApi(operations, settings)
  const openapi = lazy(() => JSON.stringify(describeApi(operations, settings)))
  const flow = {
    form: shop.bookingForm,
    rules: booking,
    business,
    now,
    base,
    offerName: catalogue.nameOf,
    findOffer: catalogue.find,
    policyTitle: pageTitle(shop, 'policy'),
  }
  const live = [
    bookingFlow(flow),
    ...bookingPages(flow),
    leadForm(business),
    ...newsletterPages(newsletter, business),
    ...shop.forms,
    ...(orders ? orderPages(business) : []),
  ]
  const liveAt = createDynamicPages(live)
  const pages = [
    ...sharedPages(shop, now),
    ...shop.tradePages,
    docsPage(operations, { ...settings, bookable }),
    assistantsPage({ base, business, prompts: shop.prompts, writeLimit, tools: () => tools }),
    ...problemPages(),
  ]
  const pageIndex = createPageIndex(base, pages, (path) => liveAt(path)?.locale === 'vi')
  const toolParts = {
    booking: bookingParts,
    operations,
    changeByCode: changeOperation(bookingParts, 'code alone'),
    assortment,
    catalogue,
    search,
    pageIndex,
    faqs: shop.faqs,
    priceNotes: shop.priceNotes,
  }
  const tools = [...sharedTools(toolParts), ...shop.tools(toolParts)]
  const mcp = createMcp({
    base,
    version,
    business,
    tools,
    prompts: shop.prompts,
    pageIndex,
    writeAccess,
    secret,
    now,
    origins: options.mcpOrigins,
    lenientVersions: options.lenientMcpVersions,
  })

  const served = [{ path: '/openapi.json', type: 'application/json', body: openapi }, ...mcp.files]
  const machine = renderDiscoveryFiles({
    base,
    business,
    trade: shop.variant,
    operations,
    tools,
    prompts: shop.prompts,
    pageIndex,
    dynamicPages: live.flatMap(({ path, listingTitle: listed }) =>
      listed ? [{ path, title: listed }] : [],
    ),
    served,
    writeLimit,
    now,
  })
  const site = createSite({
    base,
    business,
    theme: shop.look,
    pageIndex,
    navigation: [...listPaths(shop), '/articles', '/faq', '/contact'],
    footer: ['/about', '/policy', '/privacy', '/ai', '/docs'],
    bookingPath: '/booking',
    bookingLabel: { vi: shop.bookingForm.title.vi, en: 'Book' },
    homeLinks,
    files: [...served, ...machine, ...pictureFiles(shop.pictures)],
    findDynamicPage: liveAt,
    apiBackend: {
      issueToken: (operation) => issueFormToken(secret, operation, now()),
      handle: api.handle,
    },
  })

  return createRootHandler(api, mcp, site, store.ready)
}
