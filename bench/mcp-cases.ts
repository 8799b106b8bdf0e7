/** Derives cases from the tools of the app and the methods of the MCP server. */
import type { z } from 'zod'
import type { Tool } from '../src/kernel/tool.ts'
import { type Case, inBothEncodings, type Limit, type SdkCapability, sqliteOnly } from './cases.ts'
import { type FixtureKind, fullWindow, type ShopFixture } from './fixtures.ts'
import { createMcpRequest, createSpreadBookings } from './requests.ts'
import { type TradeRoutes, toolKind } from './route-cases.ts'

export function createMcpCases(trades: readonly TradeRoutes[]): Case[] {
  const measured = new Set<string>()
  const toolCases = trades.flatMap(({ fixture, routes }) => {
    const found = routes.tools.filter(({ name }) => !measured.has(name))
    for (const { name } of found) measured.add(name)
    return found.flatMap((tool) => createToolCases(tool, fixture))
  })
  const methodCases = Object.entries(mcpMethods).flatMap(([name, method]) =>
    createMethodCases(name, method),
  )
  return [...methodCases, ...toolCases, acceptedReservation]
}

type McpMethod = {
  /** The capability that the server of the official SDK needs for it. */
  capability: SdkCapability
  /** Exists only in the protocol versions of 2025. */
  isLegacy?: boolean
  params?(fixture: ShopFixture): object
}

/** Every method but tools/call. */
export const mcpMethods: Readonly<Record<string, McpMethod>> = {
  initialize: {
    capability: 'tools',
    isLegacy: true,
    params: () => ({
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    }),
  },
  ping: { capability: 'tools', isLegacy: true },
  'server/discover': { capability: 'tools' },
  'tools/list': { capability: 'tools' },
  'resources/list': { capability: 'resources' },
  'resources/templates/list': { capability: 'resources' },
  'resources/read': {
    capability: 'resources',
    params: ({ samples }) => ({ uri: samples.resourceUri }),
  },
  'completion/complete': {
    capability: 'resources',
    params: ({ samples }) => ({
      ref: { type: 'ref/resource', uri: samples.uriTemplate },
      argument: { name: 'id', value: '' },
    }),
  },
  'prompts/list': { capability: 'prompts' },
  'prompts/get': { capability: 'prompts', params: ({ samples }) => samples.prompt },
}

const mcpCase = {
  group: 'MCP',
  expectedStatus: 200,
  engines: sqliteOnly,
  isSuccess: ({ text }) => !/"isError":true|"error":\{/.test(text()),
} satisfies Partial<Case>

function createMethodCases(method: string, { capability, isLegacy, params }: McpMethod): Case[] {
  const cases = inBothEncodings({
    ...mcpCase,
    name: method,
    fixture: 'sample',
    createRequests: (shop, headers) =>
      createMcpRequest({ method, params: params?.(shop), isLegacy, headers }),
    routeKind: `method ${method}`,
  })
  return cases.map((one) => compareWithSdk(one, capability))
}

/** A tool that reads is called; one that writes is called as a dry run. */
function createToolCases(tool: Tool, fixture: FixtureKind): Case[] {
  const isWrite = tool.kind === 'write'
  const cases = inBothEncodings({
    ...mcpCase,
    name: isWrite ? `${tool.name}, dry run` : tool.name,
    fixture,
    createRequests: (shop, headers) =>
      createMcpRequest({
        method: 'tools/call',
        params: { name: tool.name, arguments: argumentsOf(tool, shop) },
        headers,
      }),
    routeKind: toolKind(tool.name),
  })
  if (isWrite) return cases
  const compared = cases.map((one) => compareWithSdk(one, 'tools'))
  // These read the database, while the SDK returns a recorded result: the figure is shown, but has no limit.
  return tool.changesWith === 'bookings' ? compared.map(({ limit: _, ...one }) => one) : compared
}

/** The SDK does not compress, so only responses without compression are compared. */
function compareWithSdk(one: Case, capability: SdkCapability): Case {
  if (one.encoding === 'br') return one
  return { ...one, baseline: 'official SDK', capability, limit: sdkLimit }
}

const sdkLimit: Limit = { measurement: 'MCP', of: 'official SDK', limit: 5 }

/** Optional arguments without which a call would be rejected. */
const extraArguments: Readonly<Record<string, readonly string[]>> = {
  check_table_availability: ['date', 'party_size'],
  check_slots: ['date'],
  request_gift_card: ['amount'],
}

function argumentsOf(tool: Tool, { day, samples }: ShopFixture): Record<string, unknown> {
  const values: Record<string, unknown> = {
    query: 'hoa',
    path: '/about',
    dish_id: samples.offerId,
    service_id: samples.offerId,
    party_size: 4,
    date: day,
    time: '18:30',
    name: 'Nguyễn Thị Lan',
    phone: '0912345678',
    phone_last4: '5678',
    number: samples.cardNumber,
    code: samples.bookingCode,
    kind: 'cancel',
    amount: 500_000,
    delivery: 'zalo',
    visits: 5,
    ...(tool.name === 'join_waitlist' && fullWindow),
  }
  const required = Object.entries(tool.input.shape).flatMap(([name, field]) =>
    (field as z.ZodType).safeParse(undefined).success ? [] : [name],
  )
  const args = [...required, ...(extraArguments[tool.name] ?? [])].map((name) => {
    if (values[name] === undefined) {
      throw new Error(`There is no sample value for ${name} of the tool ${tool.name}.`)
    }
    return [name, values[name]]
  })
  const writeArguments = tool.kind === 'write' ? { consent: true, dry_run: true } : {}
  return { ...Object.fromEntries(args), ...writeArguments }
}

const acceptedReservation: Case = {
  ...mcpCase,
  name: 'request_reservation, accepted',
  encoding: 'identity',
  fixture: 'large',
  createRequests: () => createSpreadBookings('mcp'),
  engines: ['SQLite', 'PostgreSQL'],
  routeKind: toolKind('request_reservation'),
}
