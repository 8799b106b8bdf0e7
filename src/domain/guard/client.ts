/** Identifies clients by a keyed hash of their address. */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { memoize } from '../../kernel/memoize.ts'

type ClientRequest = {
  remoteAddress: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * The address of the socket, or the one that the outermost trusted proxy saw. Entries further left in
 * X-Forwarded-For are set by the client and cannot be trusted.
 */
function resolveClientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwardedFor === undefined) return socketAddress
  const forwardedAddresses = forwardedFor.split(',').map((one) => one.trim())
  return forwardedAddresses.at(-trustedProxies) || socketAddress
}

export function createClientHasher(
  trustedProxies: number,
  secret: string,
): (request: ClientRequest) => string {
  const hashOf = memoize((address: string) => hashClient(address, secret))
  return ({ remoteAddress, headers }) => {
    const forwarded = headers['x-forwarded-for']?.toString()
    return hashOf(resolveClientAddress(remoteAddress, forwarded, trustedProxies))
  }
}

/** IPv6 clients are identified by their /64 network. */
function hashClient(address: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`client ${networkPrefix(address)}`)
    .digest('base64url')
    .slice(0, 22)
}

function networkPrefix(address: string): string {
  const normalized = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  return isIPv6(normalized) ? groups(normalized).slice(0, 4).join(':') : normalized
}

/** "2001:db8::1" → its eight groups. */
function groups(address: string): string[] {
  const [left = '', right] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const missing = right === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail].map((one) =>
    one.replace(/^0+(?=.)/, ''),
  )
}
