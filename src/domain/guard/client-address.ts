/** The address of a client, also behind proxies. Addresses have one spelling each, so that they can be counted. */
import { isIPv4, isIPv6 } from 'node:net'

export type ClientRequest = {
  remoteAddress: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** A setting that does not fit the proxies in front of the app. */
export type ProxyMismatch = 'proxy not declared' | 'fewer proxies than declared'

/**
 * The address of the socket, or the one that the outermost trusted proxy saw. Entries further left are set by the
 * client and cannot be trusted. What is no address, such as `unknown`, counts as the address of the socket.
 */
export function resolveClientAddress(
  { remoteAddress, headers }: ClientRequest,
  trustedProxies: number,
  onMismatch: (mismatch: ProxyMismatch) => void,
): string {
  const socketAddress = normalizeAddress(remoteAddress) ?? remoteAddress
  const hops = forwardedHops(headers)
  if (trustedProxies === 0) {
    if (hops.length > 0) onMismatch('proxy not declared')
    return socketAddress
  }
  if (hops.length < trustedProxies) {
    onMismatch('fewer proxies than declared')
    return socketAddress
  }
  return normalizeAddress(hops.at(-trustedProxies) ?? '') ?? socketAddress
}

/** The clients that each proxy saw, the last proxy's last. X-Forwarded-For takes precedence over Forwarded. */
function forwardedHops(headers: ClientRequest['headers']): string[] {
  const list = (name: string) => headers[name]?.toString().split(',') ?? []
  const forwardedFor = list('x-forwarded-for')
  if (forwardedFor.length > 0) return forwardedFor
  return list('forwarded').map((hop) => /(?:^|;)\s*for\s*=([^;]*)/i.exec(hop)?.[1] ?? '')
}

/** Without quotes, brackets, port and zone; undefined if it is no address. */
function normalizeAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? []
  const address = (inBrackets ?? bare.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '')
  if (/^\d+(\.\d+){3}$/.test(address)) {
    const withoutZeros = address.split('.').map(Number).join('.')
    return isIPv4(withoutZeros) ? withoutZeros : undefined
  }
  if (!isIPv6(address)) return undefined
  const [first = '', last = ''] = toGroups(address).slice(-2)
  const isMapped = /^(0:){5}ffff:/.test(toGroups(address).join(':'))
  return isMapped ? toIPv4(first, last) : toGroups(address).join(':')
}

/** The network of an IPv6 address with this many bits; an IPv4 address is its own network. */
export function networkOf(address: string, bits: 48 | 56 | 64): string {
  if (!isIPv6(address)) return address
  const groups = toGroups(address).slice(0, Math.ceil(bits / 16))
  const rest = bits % 16
  if (rest === 0) return groups.join(':')
  const last = Number.parseInt(groups.at(-1) ?? '0', 16) >> (16 - rest)
  return [...groups.slice(0, -1), last.toString(16)].join(':')
}

/** "2001:db8::1" → its eight groups, without leading zeros. */
function toGroups(address: string): string[] {
  const hostname = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = '', right = ''] = hostname.split('::')
  const [head, tail] = [left, right].map((part) => (part === '' ? [] : part.split(':')))
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0)
  return [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])]
}

function toIPv4(high: string, low: string): string {
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
