/** Derives cases from the routes of the app, so that every kind of route is measured. */
import type { AppRoutes } from '../src/app.ts'
import type { Page } from '../src/content/document.ts'
import type { ServedFile } from '../src/http/static-file.ts'
import type { Operation } from '../src/kernel/operation.ts'
import { type Case, inBothEncodings, type Limit, sqliteOnly } from './cases.ts'
import type { FixtureKind, Samples, ShopFixture } from './fixtures.ts'
import { get, type Headers } from './requests.ts'

export const contentLimit: Limit = {
  measurement: 'responses that change only with the content or the minute',
  of: 'node:http',
  limit: 0.85,
}

/** A sample shop: the fixture in which it runs, and the routes of its app. */
export type TradeRoutes = { fixture: FixtureKind; routes: AppRoutes }

/**
 * The routes of the first trade, and of each further trade only the kinds of route that no trade before it has:
 * `/treatments` of the spa is the same kind of page as `/menu` of the restaurant.
 */
export function createRouteCases(trades: readonly TradeRoutes[]): Case[] {
  const measured = new Set<string>()
  const cases = trades.flatMap(({ fixture, routes }) => {
    const found = casesOf(routes, fixture).filter(({ routeKind }) => !measured.has(routeKind))
    for (const { routeKind } of found) measured.add(routeKind)
    return found
  })
  return [...cases, ...responseCases]
}

/** The kinds of route of an app that no case measures. */
export function findUnmeasuredRoutes(routes: AppRoutes, cases: readonly Case[]): string[] {
  const measured = new Set(cases.map(({ routeKind }) => routeKind))
  const all = new Set([
    ...routes.operations.map(operationKind),
    ...routes.tools.map(({ name }) => toolKind(name)),
    ...casesOf(routes, 'sample').map(({ routeKind }) => routeKind),
  ])
  return [...all].filter((routeKind) => !measured.has(routeKind))
}

export function toolKind(name: string): string {
  return `tool ${name}`
}

function operationKind({ http: { method, path } }: Operation): string {
  return `${method} ${path}`
}

function casesOf(routes: AppRoutes, fixture: FixtureKind): Case[] {
  return [
    ...routes.operations.flatMap((operation) => operationCases(operation, fixture)),
    ...pageCases(routes.pages, fixture),
    ...fileCases(routes.files, fixture),
    ...routes.dynamicPages.flatMap(({ path }) =>
      perRequestCases(requestsOf(path), fixture, `page ${path}`),
    ),
  ]
}

type NamedRequest = {
  name: string
  target(fixture: ShopFixture): string
  headers?: Headers
  status?: number
}

/** Queries that lead to responses of different kinds, by the path and the name of the case. */
const queries: Readonly<Record<string, Record<string, (fixture: ShopFixture) => string>>> = {
  '/api/offers': {
    'first 20': () => '?limit=20',
    'one category': () => '?category=khoi-vi&limit=20',
    search: () => '?q=ca%20kho&limit=20',
  },
  '/booking': {
    'step: day': () => '',
    'step: time': ({ day }) => `?date=${day}&party_size=2`,
    'step: guest details': ({ day }) => `?date=${day}&time=18:30&party_size=2`,
  },
  '/menu': { 'all dishes': () => '', filtered: () => '?spice=1' },
}

/**
 * A booking without a deposit has no QR code, a newsletter page without a token is an invalid link, and the form of the
 * waitlist and the answer to an offer lead to another page.
 */
const statuses: Readonly<Record<string, number>> = {
  '/booking/{code}/qr': 303,
  '/booking/{code}/coming': 303,
  '/booking/{code}/offers': 303,
  '/newsletter/confirm': 404,
  '/newsletter/leave': 404,
  '/waitlist': 303,
  '/waitlist/{code}/answer': 303,
}

function requestsOf(path: string, name = path): NamedRequest[] {
  const status = statuses[path] ?? 200
  return Object.entries(queries[path] ?? { '': () => '' }).map(([label, query]) => ({
    name: label === '' ? `GET ${name}` : `GET ${name}, ${label}`,
    target: (fixture) => `${fillPath(path, fixture.samples)}${query(fixture)}`,
    status,
  }))
}

function fillPath(path: string, samples: Samples): string {
  const { offerId, bookingCode, orderCode, waitlistCode, cardNumber } = samples
  const ofOthers = path.includes('/order/') ? orderCode : waitlistCode
  const code = /\/(order|waitlist)\//.test(path) ? ofOthers : bookingCode
  const values: Record<string, string | undefined> = {
    ...{ '{id}': offerId, '{code}': code, '{number}': cardNumber },
  }
  return path.replace(/\{\w+\}/g, (parameter) => {
    const value = values[parameter]
    if (value === undefined)
      throw new Error(`There is no sample value for ${parameter} in ${path}.`)
    return value
  })
}

/** Availability and writes depend on the state of the database: they are in the list of fixed cases. */
function operationCases(operation: Operation, fixture: FixtureKind): Case[] {
  const { path } = operation.http
  if (operation.kind === 'write' || path === '/api/availability') return []
  const create = operation.changesWith === 'content' ? contentCases : perRequestCases
  return create(requestsOf(path), fixture, operationKind(operation))
}

/** Each page of the first level, one of the pages below it, and one Markdown page of each kind. */
function pageCases(pages: readonly Page[], fixture: FixtureKind): Case[] {
  const groups = Map.groupBy(pages, ({ path }) => path.replace(/^(\/[^/]+)\/.+/, '$1/{id}'))
  const withMarkdown = new Set<string>()
  return [...groups].flatMap(([name, [page]]) => {
    if (!page) return []
    const routeKind = pageKind(page)
    const requests = requestsOf(page.path, name)
    if (!withMarkdown.has(routeKind)) {
      const path = page.path === '/' ? '/index.md' : `${page.path}.md`
      requests.push({ name: `GET ${name === '/' ? '/index' : name}.md`, target: () => path })
    }
    withMarkdown.add(routeKind)
    return contentCases(requests, fixture, routeKind)
  })
}

function pageKind({ path, kind, queryNames, isDynamic }: Page): string {
  if (path === '/') return 'home page'
  const filters = queryNames ? ' with filters' : ''
  return `${kind} page${filters}${isDynamic ? ' that changes by the minute' : ''}`
}

function fileCases(files: readonly Pick<ServedFile, 'path'>[], fixture: FixtureKind): Case[] {
  const groups = Map.groupBy(files, ({ path }) => filePattern(path))
  return [...groups].flatMap(([name, [file]]) => {
    const request = { name: `GET ${name}`, target: () => file?.path ?? name }
    return contentCases([request], fixture, `file ${name}`)
  })
}

/** Pictures and fonts of one type are one kind, as are skills; each other file is a kind of its own. */
export function filePattern(path: string): string {
  return path
    .replace(/^\/(pictures|fonts)\/.*(\.\w+)$/, '/$1/{name}$2')
    .replace(/^(.*\/agent-skills)\/.+\/SKILL\.md$/, '$1/{name}/SKILL.md')
}

/** Headers of a current browser that opens a page. */
export const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'vi-VN,vi;q=0.9,en-US;q=0.8,en;q=0.7',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Responses that belong to no single route. */
const responseCases: readonly Case[] = [
  ...contentCases(
    [
      { name: 'GET /menu, browser headers', target: () => '/menu', headers: browserHeaders },
      {
        name: 'GET /menu, Accept: text/markdown',
        target: () => '/menu',
        headers: { accept: 'text/markdown' },
      },
      {
        name: 'GET /menu, not modified (304)',
        target: () => '/menu',
        headers: { 'if-none-match': '*' },
        status: 304,
      },
      { name: 'GET /menu/, redirect (308)', target: () => '/menu/', status: 308 },
      { name: 'GET /unknown, not found (404)', target: () => '/unknown', status: 404 },
      { name: 'GET /unknown.md, not found (404)', target: () => '/unknown.md', status: 404 },
    ],
    'sample',
    'response',
  ),
  ...perRequestCases(
    [
      { name: 'GET /api/unknown, problem (404)', target: () => '/api/unknown', status: 404 },
      { name: 'GET /healthz', target: () => '/healthz' },
      { name: 'GET /readyz', target: () => '/readyz' },
    ],
    'sample',
    'response',
  ),
]

/**
 * Responses that change only with the content or the minute: compared with node:http that sends the same bytes. There is
 * no limit for redirects and errors: clients can invent any number of such paths, so these are not cached by path.
 */
function contentCases(
  requests: readonly NamedRequest[],
  fixture: FixtureKind,
  routeKind: string,
): Case[] {
  return perRequestCases(requests, fixture, routeKind).map((one) => ({
    ...one,
    group: 'Content',
    baseline: 'node:http',
    ...(one.expectedStatus < 305 && { limit: contentLimit }),
  }))
}

function perRequestCases(
  requests: readonly NamedRequest[],
  fixture: FixtureKind,
  routeKind: string,
): Case[] {
  return requests.flatMap(({ name, target, headers = {}, status = 200 }) =>
    inBothEncodings({
      group: 'Per request',
      name,
      fixture,
      createRequests: (shop, added) => get(target(shop), { ...added, ...headers }),
      expectedStatus: status,
      engines: sqliteOnly,
      routeKind,
    }),
  )
}
