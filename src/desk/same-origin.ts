/** Protection against cross-site request forgery and DNS rebinding. */
import { isIP } from 'node:net'
import type { Request } from '../http/message.ts'
import { isLoopback } from '../kernel/loopback.ts'

/**
 * A foreign name in `Host` is a domain that another site resolves to this address (DNS rebinding). IP
 * addresses cannot be rebound.
 */
export function isAllowedHost({ headers }: Request, deskUrl: string): boolean {
  const { host } = headers
  if (host === undefined) return false
  const hostname = host.replace(/:[0-9]+$/, '')
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isIpAddress || isLoopback(hostname) || host === new URL(deskUrl).host
}

/** Rejects forms that a page of another site submits. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
