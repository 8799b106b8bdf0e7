/** The response headers, described once for /openapi.json. */
import { contentCacheControl } from '../../http/cache-control.ts'
import { apiVersion, exposedHeaders, versioningAddress } from './headers.ts'

type HeaderDescription = {
  description: string
  required?: true
  schema: { type: 'string' }
  example: string
}

/** A header that every response has for which it is described. */
function header(description: string, example: string): HeaderDescription {
  return { description, required: true, schema: { type: 'string' }, example }
}

function optionalHeader(description: string, example: string): HeaderDescription {
  return { description, schema: { type: 'string' }, example }
}

export function headerComponents(policy: string, base: string): Record<string, HeaderDescription> {
  return {
    'API-Version': header('The API version of the response.', apiVersion),
    'RateLimit-Policy': header(
      'Writes per hour and client address (draft-ietf-httpapi-ratelimit-headers-11). Reads are not limited.',
      policy,
    ),
    Link: header(
      'Documentation of versions and deprecations. For a deprecated endpoint also its replacement.',
      `<${versioningAddress(base)}>; rel="deprecation"; type="text/html"`,
    ),
    RateLimit: optionalHeader(
      'Remaining writes of this client address, and the seconds until more are available. ' +
        'Absent only if they are unknown because of an error of the server.',
      '"writes";r=4;t=3412',
    ),
    Location: optionalHeader(
      'URL of the status of what was created; absent in a dry run.',
      `${base}/api/booking/…`,
    ),
    'Idempotent-Replayed': optionalHeader(
      '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
      'true',
    ),
    'Retry-After': header('Seconds to wait before the request is sent again.', '3412'),
    Allow: header('The methods of this URL.', 'GET, HEAD, OPTIONS'),
    Deprecation: optionalHeader(
      'Date from which this endpoint or version is deprecated (RFC 9745); absent otherwise.',
      '@1798761600',
    ),
    Sunset: optionalHeader(
      'Date on which this endpoint or version is removed (RFC 8594); absent if it is not deprecated.',
      'Thu, 01 Jul 2027 00:00:00 GMT',
    ),
    'X-Request-Id': header(
      'Id of this request; include it in questions to us.',
      '1f0e5b9c-8c2d-4a57-9f0e-2b7d1c3a4e5f',
    ),
    'Cache-Control': header('How long the response may be cached.', contentCacheControl),
    Vary: header(
      'Request headers that the response depends on.',
      'Accept, Accept-Language, API-Version, Accept-Encoding',
    ),
    ETag: header('Send it in If-None-Match to check whether the response has changed.', '"x8fJ0c"'),
    'Content-Language': header('Language of the texts in the response.', 'vi'),
    'Access-Control-Allow-Origin': header('Reads are open to pages of any origin.', '*'),
    'Access-Control-Expose-Headers': header(
      'Headers that a page of another origin may read.',
      exposedHeaders.join(', '),
    ),
    'X-Content-Type-Options': header('Clients must use the stated media type.', 'nosniff'),
    'Cross-Origin-Resource-Policy': header(
      'Pages of any origin may load the response.',
      'cross-origin',
    ),
  }
}

const commonHeaderNames = [
  'API-Version',
  'RateLimit-Policy',
  'Link',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
]

const corsHeaderNames = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Cross-Origin-Resource-Policy',
]

const extraHeaderNames = {
  read: [...corsHeaderNames, 'ETag', 'Content-Language'],
  notModified: [...corsHeaderNames, 'ETag'],
  problem: [...corsHeaderNames, 'Content-Language'],
  queryByPost: ['RateLimit', 'Content-Language'],
  write: ['RateLimit', 'Idempotent-Replayed', 'Content-Language'],
  locatedWrite: ['RateLimit', 'Location', 'Idempotent-Replayed', 'Content-Language'],
  rejectedWrite: ['RateLimit', 'Content-Language'],
}

export type ResponseKind = keyof typeof extraHeaderNames

export function responseHeaders(kind: ResponseKind, more: readonly string[] = []) {
  return Object.fromEntries(
    [...commonHeaderNames, ...extraHeaderNames[kind], ...more].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` as const },
    ]),
  )
}
