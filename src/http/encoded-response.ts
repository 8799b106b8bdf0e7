/** A lasting reply, hashed once and compressed once for each encoding that is asked for. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { perRequestHeaders, type RawHeaders } from './last-headers.ts'
import type { Headers, Reply } from './message.ts'
import type { Encoding } from './negotiate.ts'

/** Its headers end with those that differ from request to request. */
export type EncodedBody = {
  etag: string
  body: Buffer
  headers: RawHeaders
  notModifiedHeaders: RawHeaders
}

export type EncodedResponse = {
  status: number
  route: string
  encode(encoding: Encoding): EncodedBody
  size: number
}

const minCompressibleBytes = 700

/**
 * A window of 64 KB. From 17 bits on the encoder chooses a larger hash table, which costs several times the CPU
 * time for each page of 12 KB and makes it no smaller.
 */
const brotliWindowBits = 16

export function encodeResponse(reply: Reply): EncodedResponse {
  const plain = toOwnBuffer(reply.body, reply.encoded ? 'latin1' : 'utf8')
  const isAlreadyCompressed = /^(image\/png|font\/)/.test(String(reply.headers['Content-Type']))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const bodies = new Map<Encoding, EncodedBody>()

  const encodeBody = (encoding: Encoding): EncodedBody => {
    const body = compress(plain, encoding)
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const allHeaders: Headers = {
      ...reply.headers,
      ETag: etag,
      Vary: addEncodingToVary(reply.headers.Vary),
    }
    const { 'Content-Type': type, 'Content-Language': language, ...otherHeaders } = allHeaders
    return {
      etag,
      body,
      headers: flattenHeaders({
        ...(type !== undefined && { 'Content-Type': type }),
        ...(language !== undefined && { 'Content-Language': language }),
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        'Content-Length': String(body.length),
        ...otherHeaders,
        ...perRequestHeaders,
      }),
      notModifiedHeaders: flattenHeaders({ ...otherHeaders, ...perRequestHeaders }),
    }
  }

  return {
    status: reply.status,
    route: reply.route ?? '-',
    size: plain.length,
    encode(wanted) {
      const encoding =
        isAlreadyCompressed || plain.length < minCompressibleBytes ? 'identity' : wanted
      const cached = bodies.get(encoding)
      if (cached) return cached
      const encodedBody = encodeBody(encoding)
      bodies.set(encoding, encodedBody)
      return encodedBody
    },
  }
}

/** Header objects that are sent again and again are flattened once. */
const flattened = new WeakMap<Headers, RawHeaders>()

export function flattenHeaders(headers: Headers): RawHeaders {
  const cached = flattened.get(headers)
  if (cached) return cached.slice()
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [name, value] : value.flatMap((one) => [name, one]),
  )
  flattened.set(headers, flat)
  return flat.slice()
}

/** True if the caller already holds this rendition (RFC 9110, 13.1.2: compared weakly). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

function addEncodingToVary(vary: Headers[string] | undefined): string {
  return [vary ?? [], 'Accept-Encoding'].flat().join(', ')
}

function compress(plain: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return copyToOwnBuffer(gzipSync(plain, { level: 9 }))
  const packed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
    },
  })
  return copyToOwnBuffer(packed)
}

/** In memory of their own: Node cuts short ones out of 64 KB, and whoever keeps one keeps all of that. */
function toOwnBuffer(text: string, encoding: BufferEncoding): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, encoding))
  bytes.write(text, encoding)
  return bytes
}

function copyToOwnBuffer(packed: Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(packed.length)
  packed.copy(bytes)
  return bytes
}
