/** Identifies clients by a keyed hash of their address. */
import { createHmac } from 'node:crypto'
import { memoize } from '../../kernel/memoize.ts'
import {
  type ClientRequest,
  networkOf,
  type ProxyMismatch,
  resolveClientAddress,
} from './client-address.ts'

export type IdentifyClient = (request: ClientRequest) => string

export function createClientHasher(
  trustedProxies: number,
  secret: string,
  onMismatch: (mismatch: ProxyMismatch) => void = () => {},
): IdentifyClient {
  const hashOf = memoize((address: string) => hashClient(address, secret))
  return (request) => hashOf(resolveClientAddress(request, trustedProxies, onMismatch))
}

/** IPv6 clients are identified by their /64 network. */
function hashClient(address: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`client ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22)
}
