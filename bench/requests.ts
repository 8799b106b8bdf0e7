/** Requests as bytes, made once where they are the same each time. */
import { bookingOf } from '../proof/support/clients.ts'
import { postOf } from '../proof/support/prober.ts'
import { openDays } from '../proof/support/scratch.ts'
import type { Next } from './load.ts'

type Headers = Record<string, string>

export function get(path: string, headers: Headers = {}): Next {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return () => request
}

export function post(path: string, body: object, headers: Headers = {}): Next {
  const request = postOf(path, body, headers)
  return () => request
}

const version = '2026-07-28'

/** A message to the MCP server; with a tool, a call of it. */
export function tell(method: string, tool?: string, given?: object): Next {
  const prefix = 'io.modelcontextprotocol'
  const _meta = { [`${prefix}/protocolVersion`]: version, [`${prefix}/clientCapabilities`]: {} }
  const params = { ...(tool && { name: tool, arguments: given }), _meta }
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
export function spread(door: 'http' | 'mcp' = 'http', days = openDays()): Next {
  let turn = 0
  return () => {
    const place = turn++
    const date = days[place % days.length] as string
    const time = hours[Math.floor(place / days.length) % hours.length] as string
    return bookingOf(door, date, time, place).request
  }
}

/** A thousand callers in turn want the same hour. */
export function crowd(date: string, time: string): Next {
  const all = Array.from({ length: 1_000 }, (_, caller) => {
    return bookingOf('http', date, time, caller).request
  })
  let turn = 0
  return () => all[turn++ % all.length] as Buffer
}
