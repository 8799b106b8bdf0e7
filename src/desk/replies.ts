/** What the desk answers, as plain replies: for staff's eyes, kept by nobody. */
import type { Headers, Reply } from '../http/message.ts'
import type { Locale } from '../kernel/locale.ts'

export const securityHeaders: Headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
}

export function screenReply(status: number, locale: Locale, body: string, route: string): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      ...securityHeaders,
    },
    body,
    route,
  }
}

export function seeOther(path: string, route: string, cookie?: string): Reply {
  return {
    status: 303,
    headers: {
      ...securityHeaders,
      Location: path,
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
    },
    body: '',
    route,
  }
}

export function jsonReply(status: number, value: unknown, route: string, cookie?: string): Reply {
  return {
    status,
    headers: {
      ...securityHeaders,
      'Content-Type': 'application/json',
      ...(cookie !== undefined && { 'Set-Cookie': cookie }),
    },
    body: JSON.stringify(value),
    route,
  }
}

export function downloadReply(
  { name, type, body }: { name: string; type: string; body: string },
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

/** The store is out of reach; whoever waits so many seconds may find it again. */
export function unavailableReply(text: string, seconds = 5): Reply {
  const reply = plainReply(503, text, '-')
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(seconds) } }
}

export function plainReply(status: number, text: string, route: string): Reply {
  return {
    status,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${text}\n`,
    route,
  }
}
