/** SSRF protection: decides which IP addresses are public. */
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { DeliveryError } from '../kernel/channel.ts'

/** One list for each family, because an IPv4 address would also match a block of mapped IPv6 addresses. */
const nonPublicIPv4 = createBlockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays (deprecated)
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
])

/** Only 2000::/3 is assigned; forms that embed IPv4, such as ::ffff:0:0/96, are outside of it. */
const nonPublicIPv6 = createBlockList('ipv6', [
  '::/3', // unspecified, loopback, mapped and translated IPv4
  '4000::/2',
  '8000::/1', // unique local, link local, multicast
  '2001::/23', // protocols, tunnels, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, embeds an IPv4 address
  '3fff::/20', // documentation
])

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !nonPublicIPv4.check(address, 'ipv4')
  return family === 6 && !address.includes('%') && !nonPublicIPv6.check(address, 'ipv6')
}

/**
 * Resolves a host, and fails if one of its addresses is not public. The connection uses the resolved address, so that a
 * later change of the DNS entry has no effect.
 */
export const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(privateAddressError(), [])
    const [first] = addresses
    if (options.all || !first) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

export function privateAddressError(): DeliveryError {
  return new DeliveryError({ reason: 'private address rejected', final: true })
}

function createBlockList(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
