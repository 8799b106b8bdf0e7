/** The kinds of replies of the desk. None of them may be cached. */
import type { Headers, Reply } from '../http/message.ts'
import { seeOther } from '../http/redirect.ts'
import type { Locale } from '../kernel/locale.ts'
import { EncodedHtml, type Html } from '../ui/html.ts'

export const securityHeaders: Headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), camera=(self), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
}

export function screenReply(
  status: number,
  locale: Locale,
  page: Html | EncodedHtml,
  route: string,
  encodedBodies?: Map<string, Buffer>,
): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      ...securityHeaders,
    },
    body: page instanceof EncodedHtml ? page.bytes : page.text,
    ...(encodedBodies && { encodedBodies }),
    route,
  }
}

export function redirectReply(
  path: string,
  route: string,
  cookie?: string | readonly string[],
): Reply {
  return seeOther(path, route, { ...securityHeaders, ...cookieHeader(cookie) })
}

export function jsonReply(
  status: number,
  value: unknown,
  route: string,
  cookie?: string | readonly string[],
): Reply {
  return {
    status,
    headers: {
      ...securityHeaders,
      'Content-Type': 'application/json',
      ...cookieHeader(cookie),
    },
    body: JSON.stringify(value),
    route,
  }
}

function cookieHeader(cookie: string | readonly string[] | undefined): Headers {
  return cookie === undefined ? {} : { 'Set-Cookie': cookie }
}

export function downloadReply(
  { name, type, body }: { name: string; type: string; body: string | Buffer },
  route: string,
): Reply {
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
    body,
    route,
  }
}

/** A photo of the owner. */
export function pictureReply(
  { type, bytes }: { type: string; bytes: Buffer },
  route: string,
): Reply {
  return {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': type },
    body: bytes,
    route,
  }
}

/** The database is unavailable. */
export function unavailableReply(text: string, retryAfterSeconds = 5): Reply {
  const reply = plainReply(503, text, '-')
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retryAfterSeconds) } }
}

export function plainReply(status: number, text: string, route: string): Reply {
  return {
    status,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${text}\n`,
    route,
  }
}
