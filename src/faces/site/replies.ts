/** The kinds of replies of the site. */
import { contentCacheControl } from '../../http/cache-control.ts'
import type { Headers, Reply } from '../../http/message.ts'
import type { PageFormat } from './page-format.ts'

type PageAddresses = { html: string; markdown: string }

const createPolicy = (...more: readonly string[]): string =>
  [
    "default-src 'none'",
    ...more,
    "img-src 'self' data:",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const [policy, policyWithScript] = [createPolicy(), createPolicy("script-src 'self'")]

const securityHeaders: Headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

export function pageReply(
  status: number,
  format: PageFormat,
  language: string,
  body: string,
  addresses?: PageAddresses,
): Reply {
  return {
    status,
    headers: {
      'Content-Type':
        format === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8',
      'Content-Language': language,
      Vary: 'Accept',
      'Cache-Control': status === 200 ? contentCacheControl : 'no-store',
      ...(status === 503 && { 'Retry-After': '5' }),
      ...(addresses && { Link: alternateLink(format, addresses) }),
      ...securityHeaders,
    },
    body,
    cacheable: status === 200,
    route: 'page',
  }
}

/** A page that loads the script of the site. */
export function withScript<Replied extends Reply>(reply: Replied): Replied {
  return {
    ...reply,
    headers: { ...reply.headers, 'Content-Security-Policy': policyWithScript },
  }
}

/** A page that is rendered per request and not cached. Search engines may index it if it is listed. */
export function privatePageReply(
  format: PageFormat,
  language: string,
  body: string,
  addresses: PageAddresses,
  { isListed = false, hasForm = false }: { isListed?: boolean; hasForm?: boolean },
): Reply {
  const reply = pageReply(200, format, language, body, addresses)
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'Cache-Control': 'no-store',
      // With "no-referrer" browsers send no Origin header, and the form would be rejected.
      'Referrer-Policy': hasForm ? 'same-origin' : 'no-referrer',
      ...(!isListed && { 'X-Robots-Tag': 'noindex' }),
    },
    cacheable: false,
  }
}

export function downloadFileReply(
  file: { type: string; name: string; body: string; encoded?: boolean },
  route: string,
): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...securityHeaders,
      'Referrer-Policy': 'no-referrer',
    },
    body: file.body,
    ...(file.encoded && { encoded: true }),
    route,
  }
}

function alternateLink(format: PageFormat, addresses: PageAddresses): string {
  return format === 'html'
    ? `<${addresses.markdown}>; rel="alternate"; type="text/markdown"`
    : `<${addresses.html}>; rel="canonical"`
}

export function permanentRedirect(path: string, isDynamic: boolean): Reply {
  return {
    status: 308,
    headers: { Location: path, 'Cache-Control': isDynamic ? 'no-store' : contentCacheControl },
    body: '',
    route: 'page',
  }
}

const immutable = 'public, max-age=31536000, immutable'

/** The name contains the hash of the content. Pages of any origin may show photos. */
export function photoFileReply(name: string, bytes: Buffer): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': name.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
      'Cache-Control': immutable,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body: bytes.toString('latin1'),
    encoded: true,
    route: '/pictures/{file}',
  }
}

/** From the path of the owner's file to the converted one, which changes with the photo. */
export function photoRedirect(path: string): Reply {
  return {
    status: 302,
    headers: { Location: path, 'Cache-Control': contentCacheControl },
    body: '',
    route: '/pictures/{file}',
  }
}
