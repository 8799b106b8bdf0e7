/** Whether a request comes from the desk's own pages, and was meant for the desk. */
import { isIP } from 'node:net'
import type { Request } from '../http/message.ts'
import { isLoopback } from './cookie.ts'

/**
 * A name that is not ours, in Host, is another site's that was made to point here. Addresses in
 * numbers cannot be made to point anywhere else.
 */
export function isAllowedHost({ headers }: Request, deskUrl: string): boolean {
  const { host } = headers
  if (host === undefined) return false
  const hostname = host.replace(/:[0-9]+$/, '')
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isIpAddress || isLoopback(hostname) || host === new URL(deskUrl).host
}

/** A form that another site's page sends is not staff's wish. */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
