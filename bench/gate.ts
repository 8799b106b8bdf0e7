/**
 * Measures every kind of route as a browser requests it: the CPU time of a request, relative to a bare node:http server
 * that sends the same bytes. The performance test compares the ratios with its limits.
 */
import { readTradeRoutes } from './app-routes.ts'
import { type Baselines, createBaselines } from './baselines.ts'
import { type Case, fixedCases } from './cases.ts'
import { compareCase } from './compare.ts'
import { createDeskCases } from './desk-cases.ts'
import { openFixtures, type ShopFixtures } from './fixtures.ts'
import { createMcpCases } from './mcp-cases.ts'
import type { MeasureOptions } from './measure.ts'
import type { Headers } from './requests.ts'
import { browserHeaders, createRouteCases } from './route-cases.ts'

export type GateRow = {
  group: Case['group']
  name: string
  routeKind: string
  /** CPU time of Letan, divided by that of node:http for the same bytes. */
  ratio: number
}

export type Gate = {
  cases: readonly Case[]
  measure(one: Case, options: MeasureOptions): Promise<GateRow>
  close(): Promise<void>
}

const warmUpSeconds = 0.3
/** Enough that a query over all of them would be noticed. */
const pastBookings = 20_000

export async function openGate(): Promise<Gate> {
  const fixtures = openFixtures({ pastBookings, warmUpSeconds })
  const baselines = createBaselines(warmUpSeconds)
  const close = async () => {
    baselines.stop()
    await fixtures.close()
  }
  try {
    const cases = await listCases(fixtures)
    return {
      cases,
      measure: (one, options) => measureRow(one, fixtures, baselines, options),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function listCases(fixtures: ShopFixtures): Promise<Case[]> {
  const trades = await readTradeRoutes()
  const cases = [...createRouteCases(trades), ...fixedCases, ...createMcpCases(trades)]
  const kinds = new Set(cases.map(({ fixture }) => fixture))
  await Promise.all([...kinds].map((kind) => fixtures.open(kind, 'SQLite')))
  const busy = await fixtures.open('busy', 'SQLite')
  if (busy) cases.push(...(await createDeskCases(busy, warmUpSeconds)))
  return requestAsBrowser(cases)
}

/** Each case once, with compression. */
function requestAsBrowser(cases: readonly Case[]): Case[] {
  const byName = Map.groupBy(cases, ({ group, name }) => `${group} ${name}`)
  return [...byName.values()].flatMap(([one]) => {
    if (!one) return []
    const headers = headersFor(one)
    return {
      ...one,
      encoding: 'br',
      baseline: 'node:http',
      createRequests: (shop, added) => one.createRequests(shop, { ...headers, ...added }),
    }
  })
}

/** A browser opens pages and files, and its scripts call the API; for MCP the protocol prescribes `Accept`. */
function headersFor({ group, name }: Case): Headers {
  if (['Content', 'Per request', 'Desk'].includes(group) && !name.startsWith('GET /api'))
    return browserHeaders
  const { accept: _, ...others } = browserHeaders
  return {
    ...others,
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
  }
}

async function measureRow(
  one: Case,
  fixtures: ShopFixtures,
  baselines: Baselines,
  options: MeasureOptions,
): Promise<GateRow> {
  const { group, name, routeKind } = one
  const compared = await compareCase(one, { fixtures, baselines, engines: ['SQLite'], options })
  const baseline = compared?.rows.find(({ server }) => server === 'node:http')
  if (!baseline) throw new Error(`${name} was not measured.`)
  return { group, name, routeKind, ratio: baseline.cpuRatio }
}
