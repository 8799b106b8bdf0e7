/** Requests as bytes, encoded once where they are the same each time. */
import { randomInt } from 'node:crypto'
import { createBookingCall } from '../proof/support/clients.ts'
import { encodePost } from '../proof/support/prober.ts'
import { openDays } from '../proof/support/scratch.ts'
import type { NextRequest } from './load.ts'

export type Headers = Record<string, string>

export function get(path: string, headers: Headers = {}): NextRequest {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return () => request
}

export function post(path: string, body: object, headers: Headers = {}): NextRequest {
  const request = encodePost(path, body, headers)
  return () => request
}

type McpCall = {
  method: string
  params?: object | undefined
  /** A message of the protocol versions of 2025. */
  isLegacy?: boolean | undefined
  headers?: Headers
}

const version = '2026-07-28'
const legacyVersion = '2025-11-25'
const metaPrefix = 'io.modelcontextprotocol'

export function createMcpRequest({ method, params, isLegacy, headers }: McpCall): NextRequest {
  const accept = 'application/json, text/event-stream'
  if (isLegacy) {
    const legacyHeaders = { accept, 'mcp-protocol-version': legacyVersion, ...headers }
    return post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, legacyHeaders)
  }
  const { name, uri } = (params ?? {}) as { name?: string; uri?: string }
  const target = name ?? uri
  const _meta = {
    [`${metaPrefix}/protocolVersion`]: version,
    [`${metaPrefix}/clientCapabilities`]: {},
  }
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
  return post('/mcp', message, {
    accept,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(target !== undefined && { 'mcp-name': target }),
    ...headers,
  })
}

/** A table for two is occupied for 105 minutes. */
const hours = ['11:00', '13:00', '17:00', '19:00', '21:00']

/** Bookings for two, each for a different day or hour until every table is taken. */
export function createSpreadBookings(
  client: 'http' | 'mcp' = 'http',
  days = openDays(),
): NextRequest {
  // Guests of an earlier run would get their first response again.
  const firstGuest = randomInt(maxGuest)
  let sent = 0
  return () => {
    const index = sent++
    const date = days[index % days.length] as string
    const time = hours[Math.floor(index / days.length) % hours.length] as string
    return createBookingCall(client, date, time, firstGuest + index).request
  }
}

/** The number of the last guest of spread bookings; phone numbers have room for more. */
const maxGuest = 8_000_000

/** Bookings of a thousand clients for the same hour, none of whom has booked it. */
export function createContendedBookings(date: string, time: string): NextRequest {
  return sendInTurn(
    Array.from(
      { length: 1_000 },
      (_, client) => createBookingCall('http', date, time, maxGuest + client).request,
    ),
  )
}

/** The availability of each open day for one to six guests. */
export function createVariedDays(headers: Headers): NextRequest {
  const paths = openDays().flatMap((day) =>
    [1, 2, 3, 4, 5, 6].map((guests) => `/api/availability?date=${day}&party_size=${guests}`),
  )
  return getInTurn(paths, headers)
}

/** Pages, a list and MCP messages, for a warm-up. */
export function createMixedRequests(): NextRequest {
  const paths = ['/', '/en', '/about.md', '/api/offers', '/openapi.json', '/docs', '/llms.txt']
  const message = createMcpRequest({ method: 'tools/list' })
  return sendInTurn([...paths.map((path) => get(path)()), message()])
}

export function getInTurn(paths: readonly string[], headers: Headers): NextRequest {
  return sendInTurn(paths.map((path) => get(path, headers)()))
}

function sendInTurn(requests: readonly Buffer[]): NextRequest {
  let sent = 0
  return () => requests[sent++ % requests.length] as Buffer
}
