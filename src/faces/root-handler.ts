/** Which face answers an address, and who apologizes when one cannot. */

import { healthReply, onlyReading, readyReply } from '../http/health.ts'
import { createAnswers } from '../http/response-cache.ts'
import type { Handler } from '../http/server.ts'
import { Problem } from '../kernel/problem.ts'
import type { Api } from './api/face.ts'
import type { Mcp } from './mcp/face.ts'
import type { Site } from './site/face.ts'

export function frontDoor(
  api: Api,
  mcp: Mcp,
  site: Site,
  /** Resolves while the store can be used. */
  askStore: () => Promise<unknown>,
): Handler {
  return {
    answers: createAnswers((request) =>
      api.owns(request.path) ? api.question(request) : site.question(request),
    ),
    answer(request) {
      if (request.path === '/healthz') return healthReply(request.method)
      if (request.path === '/readyz') return readyReply(request.method, askStore)
      if (request.path === '*') return onlyReading(request.method, '*')
      if (request.path === '/mcp') return mcp.answer(request)
      if (api.owns(request.path)) return api.answer(request)
      if (request.tooLarge) return api.refuse(new Problem('body-too-large'), request.id)
      return site.answer(request)
    },
    broken: (request, error) =>
      api.owns(request.path)
        ? api.refuse(asProblem(error), request.id)
        : site.broken(request, error instanceof Problem ? 503 : 500),
    unreadable: (status, id) => api.refuse(new Problem(unreadable[status]), id),
  }
}

const unreadable = {
  400: 'unreadable-request',
  408: 'request-timeout',
  431: 'headers-too-large',
} as const

function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal')
}
