/** Redirects. */
import type { Headers, Reply } from './message.ts'

/** Redirect after a form was accepted: reloading the next page does not submit it again. */
export function seeOther(path: string, route: string, headers: Headers = {}): Reply {
  return {
    status: 303,
    headers: { 'Cache-Control': 'no-store', ...headers, Location: encodeLocation(path) },
    body: '',
    route,
  }
}

/** A header with any other character is refused by Node. What is encoded already stays as it is. */
function encodeLocation(path: string): string {
  return path.toWellFormed().replace(/[^!-~]+/gu, encodeURIComponent)
}
