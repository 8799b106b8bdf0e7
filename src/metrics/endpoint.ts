/**
 * GET /metrics on the desk listener. Metrics contain no personal data, but they show how business is going: they
 * require the token or, if none is set, a client on the same machine.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { methodNotAllowedReply } from '../http/health.ts'
import type { Reply, Request } from '../http/message.ts'
import type { Handler } from '../http/server.ts'

const route = '/metrics'

type MetricsAccess = {
  token: string | undefined
  /** A client on this machine may be a proxy that forwards requests from elsewhere. */
  isBehindProxy: boolean
}

export function withMetrics(
  desk: Handler,
  { token, isBehindProxy }: MetricsAccess,
  renderMetrics: () => Promise<string>,
): Handler {
  const checkAccess =
    token !== undefined
      ? requireToken(token)
      : isBehindProxy
        ? tokenRequiredReply
        : requireLocalClient
  return {
    ...desk,
    handle(request) {
      if (request.path !== route) return desk.handle(request)
      const { method } = request
      const rejection = checkAccess(request)
      if (rejection) return rejection
      if (method !== 'GET' && method !== 'HEAD') return methodNotAllowedReply(method, route)
      return renderMetrics().then((text) =>
        textReply(200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
      )
    },
  }
}

function requireToken(token: string): (request: Request) => Reply | undefined {
  return ({ headers }) => {
    const sentToken = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
    if (sentToken !== undefined && isSameToken(sentToken, token)) return undefined
    return textReply(401, 'Send METRICS_TOKEN as "Authorization: Bearer <token>".\n', {
      'WWW-Authenticate': 'Bearer realm="metrics"',
    })
  }
}

/** Sent by proxies, which may run on this machine and forward requests from elsewhere. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function requireLocalClient({ remoteAddress, headers }: Request): Reply | undefined {
  const isLocalAddress = /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
  // DNS rebinding: another site's name may point here, in a browser on this machine.
  const isLocalHost = /^(127(\.\d+){3}|\[::1\]|localhost)(:\d+)?$/.test(headers.host ?? '')
  if (isLocalAddress && isLocalHost && proxyHeaders.every((name) => headers[name] === undefined))
    return undefined
  return tokenRequiredReply()
}

function tokenRequiredReply(): Reply {
  return textReply(
    403,
    'Without METRICS_TOKEN, metrics are only available on the same machine and not through a proxy. ' +
      'Set METRICS_TOKEN and send it as "Authorization: Bearer <token>".\n',
  )
}

function isSameToken(sentToken: string, token: string): boolean {
  return timingSafeEqual(digestOf(sentToken), digestOf(token))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

function textReply(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
    route,
  }
}
