/** Requests as bytes, made once where they are the same each time. */
import { createBookingCall } from '../proof/support/clients.ts'
import { encodePost } from '../proof/support/prober.ts'
import { openDays } from '../proof/support/scratch.ts'
import type { NextRequest } from './load.ts'

type Headers = Record<string, string>

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

const version = '2026-07-28'

/** A message to the MCP server; with a tool, a call of it. */
export function createMcpRequest(
  method: string,
  tool?: string,
  toolArguments?: object,
): NextRequest {
  const prefix = 'io.modelcontextprotocol'
  const _meta = { [`${prefix}/protocolVersion`]: version, [`${prefix}/clientCapabilities`]: {} }
  const params = { ...(tool && { name: tool, arguments: toolArguments }), _meta }
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(tool && { 'mcp-name': tool }),
  }
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)
}

/** A table for two is held for 105 minutes. */
const hours = ['11:00', '13:00', '17:00', '19:00', '21:00']

/** Bookings for two: every one is for another day or hour until all tables are taken. */
export function createSpreadBookings(
  client: 'http' | 'mcp' = 'http',
  days = openDays(),
): NextRequest {
  let turn = 0
  return () => {
    const index = turn++
    const date = days[index % days.length] as string
    const time = hours[Math.floor(index / days.length) % hours.length] as string
    return createBookingCall(client, date, time, index).request
  }
}

/** A thousand callers in turn want the same hour. */
export function createContendedBookings(date: string, time: string): NextRequest {
  const all = Array.from({ length: 1_000 }, (_, caller) => {
    return createBookingCall('http', date, time, caller).request
  })
  let turn = 0
  return () => all[turn++ % all.length] as Buffer
}
