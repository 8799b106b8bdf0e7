/** A software authenticator: it creates passkeys and signs with them, like a phone or a security key. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The options of a site that this authenticator uses; the others are for browsers. */
export type CreationOptions = {
  challenge: string
  rp: { id?: string; name: string }
  user: { id: string; name: string }
  excludeCredentials?: readonly { id: string }[]
}

export type RequestOptions = { challenge: string; rpId?: string }

export type Registration = {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, never>
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}

export type Assertion = {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Record<string, never>
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle: string
  }
}

export type Authenticator = {
  /** Creates a passkey for the requesting site, at this origin. */
  register(options: CreationOptions, origin: string): Registration
  /** Signs with the newest passkey of the requesting site. */
  assert(options: RequestOptions, origin: string): Assertion
}

export type AuthenticatorOptions = {
  /** Passkeys that are synchronized between devices always have the counter 0. */
  counts?: boolean
  /** Whether it verifies the user. */
  verifies?: boolean
}

type Credential = {
  id: Buffer
  rpId: string
  userId: string
  key: KeyObject
  uses: number
}

const flag = { present: 0x01, verified: 0x04, newCredential: 0x40 }

export function createAuthenticator({
  counts = true,
  verifies = true,
}: AuthenticatorOptions = {}): Authenticator {
  const credentials: Credential[] = []
  const flags = flag.present | (verifies ? flag.verified : 0)

  const authenticatorData = (
    { rpId, uses }: Credential,
    more: number,
    extension = Buffer.alloc(0),
  ) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(counts ? uses : 0)
    return Buffer.concat([sha256(rpId), Buffer.of(flags | more), counter, extension])
  }

  return {
    register({ challenge, rp, user, excludeCredentials = [] }, origin) {
      const rpId = rp.id ?? new URL(origin).hostname
      const known = credentials.some(({ id }) =>
        excludeCredentials.some((one) => one.id === id.toString('base64url')),
      )
      if (known) throw new Error('InvalidStateError: there is a passkey for this site already')
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const made = { id: randomBytes(32), rpId, userId: user.id, key: privateKey, uses: 0 }
      credentials.push(made)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(made.id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, made.id, coseKey(publicKey)])
      const attestation = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(made, flag.newCredential, attested)],
        ]),
      )
      const id = made.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    assert({ challenge, rpId = '' }, origin) {
      const used = credentials.findLast((one) => one.rpId === (rpId || new URL(origin).hostname))
      if (!used) throw new Error('NotAllowedError: there is no passkey for this site')
      used.uses++
      const data = authenticatorData(used, 0)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), used.key)
      const id = used.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: used.userId,
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** An ES256 key in COSE: type 2 (two coordinates), algorithm -7, curve 1 (P-256), x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** The part of CBOR that an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  }
  const members = [...value].flat().map(cbor)
  return Buffer.concat([head(5, value.size), ...members])
}

/** The major type and size of a value, in as few bytes as possible. */
function head(kind: number, size: number): Buffer {
  const type = kind << 5
  if (size < 24) return Buffer.of(type | size)
  if (size < 0x100) return Buffer.of(type | 24, size)
  return Buffer.of(type | 25, size >> 8, size & 0xff)
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
