/** Who may call from a browser: pages of this site, and of origins that the owner names. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Headers } from '../http/message.ts'
import { memoize } from '../kernel/memoize.ts'

export type OriginCheck = {
  /** Why the request is refused, if it is. */
  rejectionReason(headers: IncomingHttpHeaders): string | undefined
}

/**
 * A name that is not ours in Host means that somebody made a browser believe we are his site; no
 * name can be wrong where the host is a bare address or this very machine.
 */
export function createOriginCheck(base: string, origins: readonly string[]): OriginCheck {
  const own = new URL(base)
  const isOwnHost = memoize((host: string): boolean => {
    const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
    return host === own.host || name === own.hostname || name === 'localhost' || isIP(name) !== 0
  })
  return {
    rejectionReason({ host = '', origin }) {
      if (!isOwnHost(host)) return `Forbidden: invalid Host; this server is ${own.host}`
      if (origin === undefined || origin === own.origin || origins.includes(origin))
        return undefined
      if (URL.canParse(origin) && new URL(origin).host === host) return undefined
      return 'Forbidden: invalid Origin'
    },
  }
}

const allowedHeaders = [
  'Content-Type',
  'Accept',
  'Accept-Language',
  'Authorization',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
]

/** What a browser is told of a caller that may call. */
export function corsHeaders({ origin }: IncomingHttpHeaders): Headers {
  return origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
}

/** `parameters` are the names of headers that tools ask for. */
export function preflightHeaders(
  headers: IncomingHttpHeaders,
  parameters: readonly string[],
): Headers {
  return {
    ...corsHeaders(headers),
    Allow: 'POST, OPTIONS',
    'Access-Control-Allow-Methods': 'POST, OPTIONS',
    'Access-Control-Allow-Headers': [
      ...allowedHeaders,
      ...parameters.map((name) => `Mcp-Param-${name}`),
    ].join(', '),
    'Access-Control-Max-Age': '86400',
    'Cache-Control': 'no-store',
  }
}
