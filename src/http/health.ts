import type { Reply, Request } from './message.ts'

/** The process is up. It says nothing of the store. */
export function healthReply(method: string): Reply {
  return isReadMethod(method)
    ? statusReply(200, 'ok', '/healthz')
    : methodNotAllowedReply(method, '/healthz')
}

/** Whether requests should be sent here: what is asked resolves while the store can be used. */
export async function readyReply(
  method: string,
  checkReady: () => Promise<unknown>,
): Promise<Reply> {
  if (!isReadMethod(method)) return methodNotAllowedReply(method, '/readyz')
  return checkReady().then(
    () => statusReply(200, 'ok', '/readyz'),
    () => statusReply(503, 'store unavailable', '/readyz'),
  )
}

export function isReadinessCheck({ method, path }: Request): boolean {
  return path === '/readyz' && isReadMethod(method)
}

/** It still answers, but will soon be gone. */
export function stoppingReply(): Reply {
  return statusReply(503, 'stopping', '/readyz')
}

const isReadMethod = (method: string) => method === 'GET' || method === 'HEAD'

function statusReply(status: number, state: string, route: string): Reply {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(status === 503 && { 'Retry-After': '5' }),
    },
    body: JSON.stringify({ status: state }),
    route,
  }
}

/** The answer to a method that an address does not take: any but reading, and posting where it says so. */
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
