/** The whole system on one screen: content in, one handler out. */

import { createCatalogue } from './domain/catalogue/catalogue.ts'
import { catalogueOperations } from './domain/catalogue/operations.ts'
import { findable } from './domain/pages/findable.ts'
import { listPaths, sharedPages } from './domain/pages/shared.ts'
import { createSearch } from './domain/search/search.ts'
import type { Shop } from './domain/trade.ts'
import { deprecations as announced, type Deprecation } from './faces/api/deprecation.ts'
import { docsPage } from './faces/api/docs.ts'
import { createApi } from './faces/api/face.ts'
import { indexOperation } from './faces/api/index-operation.ts'
import { describeApi } from './faces/api/openapi.ts'
import { problemPages } from './faces/api/problem-pages.ts'
import { createSite } from './faces/site/face.ts'
import { createAnswers } from './http/answers.ts'
import { healthReply } from './http/health.ts'
import type { Handler } from './http/server.ts'
import { warm } from './http/warm.ts'
import { locales } from './kernel/locale.ts'
import { Problem } from './kernel/problem.ts'

export type AppOptions = {
  baseUrl: string
  writeLimit: number
  /** For tests; otherwise what has been announced. */
  deprecations?: readonly Deprecation[]
}

export async function createApp(shop: Shop, options: AppOptions): Promise<Handler> {
  const { baseUrl: base, writeLimit, deprecations = announced } = options
  const { business } = shop
  const settings = { base, writeLimit, deprecations, business }

  const search = createSearch(findable(shop))
  const catalogue = createCatalogue(shop.assortment, search)
  const offering = catalogueOperations(shop.assortment, catalogue, base)
  const named = { name: business.name, variant: shop.variant }
  const operations = [indexOperation(named, base, offering), ...offering]

  const api = createApi(operations, settings)
  const openapi = describeApi(operations, settings)
  const site = createSite({
    base,
    business,
    pages: [
      ...sharedPages(shop),
      ...shop.tradePages,
      docsPage(operations, settings),
      ...problemPages(),
    ],
    navigation: [...listPaths(shop), '/articles', '/faq', '/contact'],
    files: [{ path: '/openapi.json', type: 'application/json', body: JSON.stringify(openapi) }],
  })

  const handler: Handler = {
    answers: createAnswers((request) =>
      api.owns(request.path) ? api.question(request) : site.question(request),
    ),
    answer(request) {
      if (request.path === '/healthz') return healthReply
      return api.owns(request.path) ? api.answer(request) : site.answer(request)
    },
    broken: (request) =>
      api.owns(request.path)
        ? api.refuse(new Problem('internal'), request.id)
        : site.broken(request),
    tooLarge: (request) => api.refuse(new Problem('body-too-large'), request.id),
    unreadable: (status, id) => api.refuse(new Problem(unreadable[status]), id),
  }
  await warm(handler, ['/', '/api', '/api/offers', '/openapi.json'], locales)
  return handler
}

const unreadable = {
  400: 'unreadable-request',
  408: 'request-timeout',
  431: 'headers-too-large',
} as const
