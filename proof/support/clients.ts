/** A booking request through the API or the MCP server. */
import { encodePost, type RawResponse } from './prober.ts'

export type ClientKind = 'http' | 'mcp' | 'mixed'

export type BookingCall = {
  request: Buffer
  /** The alternatives of a rejected request, or another outcome. */
  readOutcome(response: RawResponse): 'accepted' | string | string[]
}

type Alternatives = { alternatives?: { date: string; time: string }[] }

const version = '2026-07-28'

export function expandClientKind(kind: ClientKind): ('http' | 'mcp')[] {
  return kind === 'mixed' ? ['http', 'mcp'] : [kind]
}

/** A valid Vietnamese phone number, another one for each index up to ten million. */
export function phoneOf(index: number): string {
  return `090${String(index).padStart(7, '0')}`
}

/** A guest with an own phone number, and with an own address if the server trusts its proxy (TRUST_PROXY=1). */
export function createBookingCall(
  client: 'http' | 'mcp',
  date: string,
  time: string,
  caller = 0,
): BookingCall {
  const guest = { name: 'Nguyễn Thị Lan', phone: phoneOf(caller) }
  const bookingFields = { ...guest, date, time, party_size: 2 }
  const from = { 'x-forwarded-for': `203.${Math.floor(caller / 250) % 250}.0.${caller % 250}` }
  return client === 'http'
    ? createHttpCall(bookingFields, from)
    : createMcpCall(bookingFields, from)
}

type Headers = Record<string, string>

function createHttpCall(bookingFields: object, from: Headers): BookingCall {
  return {
    request: encodePost('/api/booking', { ...bookingFields, consent: '1' }, from),
    readOutcome: ({ status, text }) =>
      status === 202
        ? 'accepted'
        : status === 409
          ? listAlternatives(JSON.parse(text()))
          : String(status),
  }
}

function createMcpCall(bookingFields: object, from: Headers): BookingCall {
  const name = 'request_reservation'
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: { ...bookingFields, consent: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'proof', version: '1' },
      },
    },
  }
  const headers = {
    ...from,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  return {
    request: encodePost('/mcp', message, headers),
    readOutcome({ status, text }) {
      const { result, error } = JSON.parse(text())
      if (status !== 200 || error) return `${status} ${error?.code}`
      if (!result.isError)
        return result.structuredContent.status === 'pending' ? 'accepted' : text()
      const { code, choices } = JSON.parse(result.content[0].text)
      return code === 'slot-taken' ? (choices as string[]) : code
    },
  }
}

function listAlternatives({ alternatives = [] }: Alternatives): string[] {
  return alternatives.map(({ date, time }) => `${date} ${time}`)
}
