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
  // Most are plain: without zeros in front, this is the one spelling.
  if (isIPv4(text)) return text
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? []
  const address = (inBrackets ?? bare.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '')
  if (/^\d+(\.\d+){3}$/.test(address)) {
    const withoutZeros = address.split('.').map(Number).join('.')
    return isIPv4(withoutZeros) ? withoutZeros : undefined
  }
  if (!isIPv6(address)) return undefined
  const groups = toGroups(address)
  const isIPv4InIPv6 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isIPv4InIPv6 ? toIPv4(groups.slice(6)) : groups.join(':')
}

/** The /64 network of an IPv6 address, which belongs to one household; an IPv4 address is its own network. */
export function networkOf(address: string): string {
  return isIPv6(address) ? toGroups(address).slice(0, 4).join(':') : address
}

/** The wider networks of an IPv6 address, which one provider or site may have as a whole; none for IPv4. */
export function widerNetworksOf(address: string): { network: string; factor: number }[] {
  if (!isIPv6(address)) return []
  const groups = toGroups(address)
  const site = groups.slice(0, 3).join(':')
  const subnet = Number.parseInt(groups[3] ?? '0', 16) >> 8
  return [
    { network: `${site}:${subnet.toString(16)}/56`, factor: 2 },
    { network: `${site}/48`, factor: 4 },
  ]
}

/** "2001:db8::1" → its eight groups, without leading zeros. */
function toGroups(address: string): string[] {
  // The URL parser writes an address in its shortest form.
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [head, tail] = [split(left), split(right)]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}

function toIPv4(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
