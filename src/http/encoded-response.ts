/** A reply with its ETag, compressed once for each content encoding that a client accepts. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { encodeText, ownBytes } from '../kernel/encode-text.ts'
import type { Headers, Reply } from './message.ts'
import type { Encoding } from './negotiate.ts'

export type EncodedResponse = {
  status: number
  route: string
  encode(encoding: Encoding): EncodedBody
  /** Bytes of the body before compression. */
  size: number
}

/** Headers are names and values in turn, as `writeHead` takes them. */
type EncodedBody = {
  etag: string | undefined
  body: Buffer
  headers: readonly string[]
  notModifiedHeaders: readonly string[]
}

const minCompressibleBytes = 700

/**
 * A window of 64 KB. From 17 bits on the encoder chooses a larger hash table, which costs several times the CPU
 * time for each page of 12 KB and makes it no smaller.
 */
const brotliWindowBits = 16

/**
 * A response for one request is compressed with levels that cost less than half the CPU time of the highest ones and
 * add less than a tenth to its size; a stored response is compressed once for all requests.
 */
const compressionLevels = {
  once: { brotli: 2, gzip: 6 },
  stored: { brotli: 9, gzip: 9 },
} as const

type ResponseUse = keyof typeof compressionLevels

/**
 * A long page for one request, such as a full list of the desk, repeats its markup. A lower level with a window of
 * 256 KB then costs a third of the CPU time and adds a tenth to its size.
 */
const longPageBytes = 24 * 1024
const longPageLevel = 1
const longPageWindowBits = 18

export function encodeResponse(reply: Reply, use: ResponseUse = 'stored'): EncodedResponse {
  const known = reply.encodedBodies ?? new Map<string, Buffer>()
  const plain = known.get('identity') ?? bytesOf(reply)
  known.set('identity', plain)
  // Not `reply` itself, whose body would stay in memory a second time.
  const { headers: replyHeaders, status, route = '-' } = reply
  const isAlreadyCompressed = /^(image\/png|font\/)/.test(String(replyHeaders['Content-Type']))
  const isCompressible = !isAlreadyCompressed && plain.length >= minCompressibleBytes
  const hash = canBeRevalidated(replyHeaders) ? hashOf(plain) : undefined
  const bodies = new Map<Encoding, EncodedBody>()

  const encodeBody = (encoding: Encoding): EncodedBody => {
    const body = known.get(encoding) ?? compress(plain, encoding, use)
    known.set(encoding, body)
    const suffix = encoding === 'identity' ? '' : `-${encoding}`
    const etag = hash && `"${hash}${suffix}"`
    const vary = [replyHeaders.Vary ?? [], 'Accept-Encoding'].flat().join(', ')
    const headers: Headers = { ...replyHeaders, ...(etag && { ETag: etag }), Vary: vary }
    const { 'Content-Type': type, 'Content-Language': language, ...otherHeaders } = headers
    return {
      etag,
      body,
      headers: flattenHeaders({
        ...(type !== undefined && { 'Content-Type': type }),
        ...(language !== undefined && { 'Content-Language': language }),
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        'Content-Length': String(body.length),
        ...otherHeaders,
      }),
      notModifiedHeaders: flattenHeaders(otherHeaders),
    }
  }

  return {
    status,
    route,
    size: plain.length,
    encode(accepted) {
      const encoding = isCompressible ? accepted : 'identity'
      const cached = bodies.get(encoding)
      if (cached) return cached
      const encodedBody = encodeBody(encoding)
      bodies.set(encoding, encodedBody)
      return encodedBody
    },
  }
}

/** No browser asks again with the ETag of a page that it may not store; clients of the API may keep what they got. */
function canBeRevalidated(headers: Headers): boolean {
  const isPage = String(headers['Content-Type']).startsWith('text/html')
  return !isPage || !String(headers['Cache-Control']).includes('no-store')
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

export function flattenHeaders(headers: Headers): string[] {
  const flat: string[] = []
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? []
    if (typeof value === 'string') flat.push(name, value)
    else for (const one of value) flat.push(name, one)
  }
  return flat
}

/** Whether the client already has this body (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

function compress(plain: Buffer, encoding: Encoding, use: ResponseUse): Buffer {
  if (encoding === 'identity') return plain
  const level = compressionLevels[use]
  if (encoding === 'gzip') return ownBytes(gzipSync(plain, { level: level.gzip }))
  const isLong = use === 'once' && plain.length > longPageBytes
  const compressed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isLong ? longPageLevel : level.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGWIN]: isLong ? longPageWindowBits : brotliWindowBits,
    },
  })
  return ownBytes(compressed)
}

function bytesOf({ body, encoded }: Reply): Buffer {
  if (typeof body === 'string')
    return encoded ? ownBytes(Buffer.from(body, 'latin1')) : encodeText(body)
  return ownBytes(body)
}
