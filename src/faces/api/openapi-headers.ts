/** The response headers, described once for /openapi.json. */
import { contentCacheControl } from '../../http/cache-control.ts'
import { apiVersion, exposedHeaders, versioningAddress } from './headers.ts'

type HeaderDescription = { description: string; schema: { type: 'string' }; example: string }

function header(description: string, example: string): HeaderDescription {
  return { description, schema: { type: 'string' }, example }
}

/** `ending`: whether an operation is deprecated. */
export function headerComponents(
  policy: string,
  base: string,
  hasDeprecations: boolean,
): Record<string, HeaderDescription> {
  return {
    'API-Version': header('The version that answered.', apiVersion),
    'RateLimit-Policy': header(
      'How many writes an hour one address may make (draft-ietf-httpapi-ratelimit-headers-11). Reads are not limited.',
      policy,
    ),
    Link: header(
      'Where versions and deprecations are explained. On a deprecated address also what takes its place.',
      `<${versioningAddress(base)}>; rel="deprecation"; type="text/html"`,
    ),
    RateLimit: header(
      'How many writes are left to this address, and in how many seconds there will be more.',
      '"writes";r=4;t=3412',
    ),
    ...(hasDeprecations && {
      Deprecation: header('Since when this address is deprecated (RFC 9745).', '@1798761600'),
      Sunset: header('When it goes away (RFC 8594).', 'Thu, 01 Jul 2027 00:00:00 GMT'),
    }),
    'X-Request-Id': header(
      'This one request; name it when you ask us about it.',
      '1f0e5b9c-8c2d-4a57-9f0e-2b7d1c3a4e5f',
    ),
    'Cache-Control': header('How long the answer may be kept.', contentCacheControl),
    Vary: header(
      'The request headers that the answer depends on.',
      'Accept, Accept-Language, API-Version, Accept-Encoding',
    ),
    ETag: header('Send it back in If-None-Match to learn whether anything changed.', '"x8fJ0c"'),
    'Content-Language': header('The language of the words in the answer.', 'vi'),
    'Access-Control-Allow-Origin': header('Reads are open to pages of any origin.', '*'),
    'Access-Control-Expose-Headers': header(
      'The headers that a page of another origin may read.',
      exposedHeaders.join(', '),
    ),
    'X-Content-Type-Options': header('The media type is as stated.', 'nosniff'),
    'Cross-Origin-Resource-Policy': header('May be embedded anywhere.', 'cross-origin'),
  }
}

const commonHeaderNames = [
  'API-Version',
  'RateLimit-Policy',
  'Link',
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
  reading: [...corsHeaderNames, 'ETag', 'Content-Language'],
  unchanged: [...corsHeaderNames, 'ETag'],
  problem: [...corsHeaderNames, 'Content-Language'],
  writing: ['RateLimit', 'Content-Language'],
  refusedWrite: ['RateLimit', 'Content-Language'],
}

export type ResponseKind = keyof typeof extraHeaderNames

export function responseHeaders(kind: ResponseKind, deprecated: boolean) {
  const deprecationNames = deprecated ? ['Deprecation', 'Sunset'] : []
  return Object.fromEntries(
    [...commonHeaderNames, ...extraHeaderNames[kind], ...deprecationNames].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` as const },
    ]),
  )
}
