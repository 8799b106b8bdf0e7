/** Headers of every response under /api, including errors. */
import type { Headers } from '../../http/message.ts'

export const apiVersion = '2.0'

/** A client may pin the API version with or without the minor part. */
export const apiVersions: readonly string[] = ['2.0', '2']

export const exposedHeaders = [
  'ETag',
  'API-Version',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Location',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'Link',
  'X-Request-Id',
]

/** draft-ietf-httpapi-ratelimit-headers-11: a list of one quoted name with quota and window. */
export function rateLimitPolicy(quota: number): string {
  return `"writes";q=${quota};w=3600`
}

export function commonHeaders(base: string, writeLimit: number): Headers {
  return {
    'API-Version': apiVersion,
    'RateLimit-Policy': rateLimitPolicy(writeLimit),
    Link: `<${versioningAddress(base)}>; rel="deprecation"; type="text/html"`,
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Pages of any origin may read; writes from other origins are not allowed. */
export const publicReadHeaders: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export function versioningAddress(base: string): string {
  return `${base}/docs#versioning`
}

/** `language`: a language, or several if the response has texts in more than one. */
export function languageHeaders(language: string): Headers {
  return { 'Content-Language': language, Vary: 'Accept, Accept-Language, API-Version' }
}
