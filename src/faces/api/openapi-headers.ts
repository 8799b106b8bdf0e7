/** The response headers, described once for /openapi.json. */
import { apiVersion, exposedHeaders, versioningAddress } from './headers.ts'

type Described = { description: string; schema: { type: 'string' }; example: string }

function header(description: string, example: string): Described {
  return { description, schema: { type: 'string' }, example }
}

export function headerComponents(policy: string, base: string): Record<string, Described> {
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
    'X-Request-Id': header(
      'This one request; name it when you ask us about it.',
      '1f0e5b9c-8c2d-4a57-9f0e-2b7d1c3a4e5f',
    ),
    'Cache-Control': header('How long the answer may be kept.', 'public, max-age=60'),
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

const everywhere = [
  'API-Version',
  'RateLimit-Policy',
  'Link',
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
]

const alsoOn = {
  reading: ['ETag', 'Content-Language'],
  unchanged: ['ETag'],
  problem: ['Content-Language'],
}

export function headersOf(answer: keyof typeof alsoOn) {
  return Object.fromEntries(
    [...everywhere, ...alsoOn[answer]].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` as const },
    ]),
  )
}
