/** Which origins may call from a browser: this site, and those in the settings. Protects against DNS rebinding. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Headers } from '../http/message.ts'
import { memoize } from '../kernel/memoize.ts'

type OriginCheck = {
  /** Undefined if the request is allowed. */
  rejectionReason(headers: IncomingHttpHeaders): string | undefined
}

/**
 * A foreign name in Host means that another site's name was pointed at this server (DNS rebinding). That is not
 * possible with an IP address or localhost.
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

/** CORS headers for an origin that passed the check. */
export function corsHeaders({ origin }: IncomingHttpHeaders): Headers {
  return origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
}

/** `parameters` are the names of the headers that tools read. */
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
