/** Replies of the health checks, and of paths that do not allow a method. */
import { isReadMethod, type Reply, type Request } from './message.ts'

/** Liveness: the process is running. It does not check the store. */
export function healthReply(method: string): Reply {
  return isReadMethod(method)
    ? { ...statusReply(200, 'ok', '/healthz'), cacheable: true }
    : methodNotAllowedReply(method, '/healthz')
}

/** Readiness: `checkReady` resolves while the store can be used. `readDetails` returns further fields of the body. */
export async function readyReply(
  method: string,
  checkReady: () => Promise<unknown>,
  readDetails: () => object = () => ({}),
): Promise<Reply> {
  if (!isReadMethod(method)) return methodNotAllowedReply(method, '/readyz')
  return checkReady().then(
    () => statusReply(200, 'ok', '/readyz', readDetails()),
    () => statusReply(503, 'store unavailable', '/readyz', readDetails()),
  )
}

export function isReadinessCheck({ method, path }: Request): boolean {
  return path === '/readyz' && isReadMethod(method)
}

/** Readiness during the drain period: requests should go to another process. */
export function stoppingReply(): Reply {
  return statusReply(503, 'stopping', '/readyz')
}

function statusReply(status: number, state: string, route: string, details: object = {}): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(status === 503 && { 'Retry-After': '5' }),
    },
    body: JSON.stringify({ status: state, ...details }),
    route,
  }
}

export function methodNotAllowedReply(method: string, route: string, allowsPost = false): Reply {
  return {
    status: method === 'OPTIONS' ? 204 : 405,
    headers: {
      Allow: allowsPost ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS',
      'Cache-Control': 'no-store',
    },
    body: '',
    route,
  }
}
