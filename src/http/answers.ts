/**
 * Lasting replies by what was asked, each made once. The plain addresses are few and stay; those
 * with a query or an escape are as many as callers invent and share a bounded room, the oldest
 * leaving first.
 */
import type { Reply, Request } from './message.ts'
import { type Prepared, prepare } from './prepared.ts'

export type Answers = {
  find(request: Request): Prepared | undefined
  keep(request: Request, reply: Reply): Prepared
}

const room = 8 * 1024 * 1024

/** `question` gives requests that get the same answer the same text, and others none. */
export function createAnswers(question: (request: Request) => string | undefined): Answers {
  const lasting = new Map<string, Prepared>()
  const passing = new Map<string, Prepared>()
  let used = 0

  return {
    find(request) {
      const key = question(request)
      return key === undefined ? undefined : (lasting.get(key) ?? passing.get(key))
    },
    keep(request, reply) {
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
