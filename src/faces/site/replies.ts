/** The kinds of replies of the site. */
import { contentCacheControl } from '../../http/cache-control.ts'
import type { Headers, Reply } from '../../http/message.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { PageFormat } from './page-format.ts'

type PageAddresses = { html: string; markdown: string }

const securityHeaders: Headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "img-src 'self' data:",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

export function pageReply(
  status: number,
  format: PageFormat,
  locale: Locale,
  body: string,
  addresses?: PageAddresses,
): Reply {
  return {
    status,
    headers: {
      'Content-Type':
        format === 'html' ? 'text/html; charset=utf-8' : 'text/markdown; charset=utf-8',
      'Content-Language': locale,
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

/** A page that is rendered per request and not cached. Search engines may index it if it is listed. */
export function privatePageReply(
  format: PageFormat,
  locale: Locale,
  body: string,
  addresses: PageAddresses,
  { isListed = false, hasForm = false }: { isListed?: boolean; hasForm?: boolean },
): Reply {
  const reply = pageReply(200, format, locale, body, addresses)
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
