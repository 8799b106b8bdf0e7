/** Identifies clients by keyed hashes of their address. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { memoize } from '../../kernel/memoize.ts'
import type { ClientIdentity } from '../../kernel/operation.ts'
import {
  type ClientRequest,
  networkOf,
  type ProxyMismatch,
  resolveClientAddress,
  widerNetworksOf,
} from './client-address.ts'

export type IdentifyClient = (request: ClientRequest) => string

export function createClientHasher(
  trustedProxies: number,
  secret: string,
  onMismatch: (mismatch: ProxyMismatch) => void = () => {},
): IdentifyClient {
  const key = createSecretKey(secret, 'utf8')
  const hashOf = memoize((address: string) => hashClient(address, key))
  return (request) => hashOf(resolveClientAddress(request, trustedProxies, onMismatch))
}

/** The limits of an address behind which a hosted assistant names its users are wider by this factor. */
const sharedAddressFactor = 20

export type IdentifySender = (request: ClientRequest, user?: string) => ClientIdentity

/** Also by the networks of the address, and by the user that a hosted assistant names. */
export function createSenderIdentifier(
  trustedProxies: number,
  secret: string,
  onMismatch: (mismatch: ProxyMismatch) => void = () => {},
): IdentifySender {
  const key = createSecretKey(secret, 'utf8')
  const identify = memoize((address: string) => ({
    client: hashClient(address, key),
    networks: widerNetworksOf(address).map(({ network, factor }) => ({
      id: hash(`network ${network}`, key),
      factor,
    })),
  }))
  return (request, user) => {
    const address = resolveClientAddress(request, trustedProxies, onMismatch)
    const { client, networks } = identify(address)
    if (user === undefined) return { client, sharedAddress: undefined, networks }
    // Not the hash of the client: requests that name no user have the limit of one client.
    const sharedAddress = {
      id: hash(`shared ${networkOf(address)}`, key),
      factor: sharedAddressFactor,
    }
    const widened = networks.map(({ id, factor }) => ({ id, factor: factor * sharedAddressFactor }))
    return {
      client: hash(`user ${networkOf(address)} ${user}`, key),
      sharedAddress,
      networks: [sharedAddress, ...widened],
    }
  }
}

/** IPv6 clients are identified by their /64 network. */
function hashClient(address: string, key: KeyObject): string {
  return hash(`client ${networkOf(address)}`, key)
}

function hash(text: string, key: KeyObject): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}
