import type { Reply } from './message.ts'

/** The process is up. It says nothing of the store. */
export function healthReply(method: string): Reply {
  if (method === 'GET' || method === 'HEAD') {
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
      body: JSON.stringify({ status: 'ok' }),
      route: '/healthz',
    }
  }
  return onlyReading(method, '/healthz')
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
