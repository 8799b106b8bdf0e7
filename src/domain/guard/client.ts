/** Who is calling, as far as we want to know: a keyed hash of the address. */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { memoize } from '../../kernel/memoize.ts'

type Caller = {
  remoteAddress: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * The caller's address: the socket's, or the one that the outermost of our own proxies saw. What
 * stands further left in X-Forwarded-For is what callers say of themselves.
 */
export function resolveClientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  ownProxies: number,
): string {
  if (ownProxies === 0 || forwardedFor === undefined) return socketAddress
  const forwardedAddresses = forwardedFor.split(',').map((one) => one.trim())
  return forwardedAddresses.at(-ownProxies) || socketAddress
}

/** Who sent a request, through as many of our own proxies as there are. */
export function createClientHasher(ownProxies: number, secret: string): (caller: Caller) => string {
  const hashOf = memoize((address: string) => hashClient(address, secret))
  return ({ remoteAddress, headers }) => {
    const forwarded = headers['x-forwarded-for']?.toString()
    return hashOf(resolveClientAddress(remoteAddress, forwarded, ownProxies))
  }
}

/** The same text for the same caller; an IPv6 caller is his whole /64. */
export function hashClient(address: string, secret: string): string {
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
