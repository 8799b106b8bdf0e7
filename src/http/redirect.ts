/** Redirects. */
import type { Headers, Reply } from './message.ts'

/** Redirect after a form was accepted: reloading the next page does not submit it again. */
export function seeOther(path: string, route: string, headers: Headers = {}): Reply {
  return {
    status: 303,
    headers: { 'Cache-Control': 'no-store', ...headers, Location: path },
    body: '',
    route,
  }
}
