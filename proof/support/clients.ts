/** The same request for a table through the API and through the MCP server. */
import { type Answer, postOf } from './prober.ts'

export type Door = 'http' | 'mcp' | 'mixed'

export type Asking = {
  request: Buffer
  /** The alternatives of a refusal, or what else it says. */
  read(answer: Answer): 'accepted' | string | string[]
}

type Alternatives = { alternatives?: { date: string; time: string }[] }

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678' }
const version = '2026-07-28'

export function doors(by: Door): ('http' | 'mcp')[] {
  return by === 'mixed' ? ['http', 'mcp'] : [by]
}

/** From one of a thousand addresses, if the server believes its proxy (TRUST_PROXY=1). */
export function bookingOf(door: 'http' | 'mcp', date: string, time: string, caller = 0): Asking {
  const wish = { ...guest, date, time, party_size: 2 }
  const from = { 'x-forwarded-for': `203.0.${caller % 4}.${caller % 250}` }
  return door === 'http' ? byHttp(wish, from) : byMcp(wish, from)
}

type Headers = Record<string, string>

function byHttp(wish: object, from: Headers): Asking {
  return {
    request: postOf('/api/booking', { ...wish, consent: '1' }, from),
    read: ({ status, text }) =>
      status === 202 ? 'accepted' : status === 409 ? listOf(JSON.parse(text())) : String(status),
  }
}

function byMcp(wish: object, from: Headers): Asking {
  const name = 'request_reservation'
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: { ...wish, consent: true },
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
    request: postOf('/mcp', message, headers),
    read({ status, text }) {
      const { result, error } = JSON.parse(text())
      if (status !== 200 || error) return `${status} ${error?.code}`
      if (!result.isError) return 'accepted'
      const problem = JSON.parse(result.content[0].text)
      return problem.type.endsWith('/slot-taken') ? listOf(problem) : problem.type
    },
  }
}

function listOf({ alternatives = [] }: Alternatives): string[] {
  return alternatives.map(({ date, time }) => `${date} ${time}`)
}
