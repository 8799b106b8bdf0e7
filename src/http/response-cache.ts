/**
 * Lasting replies by what was asked, each made once. The plain addresses are few and stay; those
 * with a query or an escape are as many as callers invent and share a bounded room, the oldest
 * leaving first.
 */

import { type Prepared, prepare } from './encoded-response.ts'
import type { Reply, Request } from './message.ts'

export type Answers = {
  find(request: Request): Prepared | undefined
  keep(request: Request, reply: Reply): Prepared
}

const room = 8 * 1024 * 1024

/** So many addresses, with headers of such a length, are remembered with what was found for them last. */
const mostRecent = 500
const longest = 500

/** What an answer may depend on beside the address. */
type Recent = {
  accept: string | undefined
  language: string | undefined
  version: string | string[] | undefined
  prepared: Prepared
}

/**
 * `question` gives requests that get the same answer the same text, and others none. It goes by the
 * address and by Accept, Accept-Language and Api-Version.
 */
export function createAnswers(question: (request: Request) => string | undefined): Answers {
  const lasting = new Map<string, Prepared>()
  const passing = new Map<string, Prepared>()
  /** Most ask as the one before: then the question need not even be put. */
  const recent = new Map<string, Recent>()
  let used = 0

  const look = (request: Request): Prepared | undefined => {
    const key = question(request)
    const prepared = key === undefined ? undefined : (lasting.get(key) ?? passing.get(key))
    const { accept, 'accept-language': language, 'api-version': version } = request.headers
    const length = [request.address, accept, language, version].join('').length
    if (!prepared || length > longest) return prepared
    if (recent.size >= mostRecent) recent.clear()
    recent.set(request.address, { accept, language, version, prepared })
    return prepared
  }

  return {
    find(request) {
      const last = recent.get(request.address)
      const { headers } = request
      if (
        last &&
        last.accept === headers.accept &&
        last.language === headers['accept-language'] &&
        last.version === headers['api-version']
      ) {
        return last.prepared
      }
      return look(request)
    },
    keep(request, reply) {
      recent.clear()
      const prepared = prepare(reply)
      const key = question(request)
      if (key === undefined) return prepared
      if (request.query === '' && !request.path.includes('%')) {
        lasting.set(key, prepared)
        return prepared
      }
      const before = passing.get(key)
      if (before) used -= cost(key, before)
      passing.set(key, prepared)
      used += cost(key, prepared)
      for (const [oldest, answer] of passing) {
        if (used <= room) break
        passing.delete(oldest)
        used -= cost(oldest, answer)
      }
      return prepared
    },
  }
}

/** About what an answer takes in memory, with its headers and compressed forms. */
function cost(key: string, { size }: Prepared): number {
  return key.length + size * 2 + 2000
}
