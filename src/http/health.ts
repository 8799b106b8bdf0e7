import type { Reply, Request } from './message.ts'

/** The process is up. It says nothing of the store. */
export function healthReply(method: string): Reply {
  return isReading(method) ? stateReply(200, 'ok', '/healthz') : onlyReading(method, '/healthz')
}

/** Whether requests should be sent here: what is asked resolves while the store can be used. */
export async function readyReply(method: string, ask: () => Promise<unknown>): Promise<Reply> {
  if (!isReading(method)) return onlyReading(method, '/readyz')
  return ask().then(
    () => stateReply(200, 'ok', '/readyz'),
    () => stateReply(503, 'store unavailable', '/readyz'),
  )
}

export function isReadyQuestion({ method, path }: Request): boolean {
  return path === '/readyz' && isReading(method)
}

/** It still answers, but will soon be gone. */
export function stoppingReply(): Reply {
  return stateReply(503, 'stopping', '/readyz')
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

function stateReply(status: number, state: string, route: string): Reply {
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
export function onlyReading(method: string, route: string, posts = false): Reply {
  return {
    status: method === 'OPTIONS' ? 204 : 405,
    headers: {
      Allow: posts ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS',
      'Cache-Control': 'no-store',
    },
    body: '',
    route,
  }
}
