/** Root handler: chooses a face by path, and replies when one of them fails. */
import { healthReply, methodNotAllowedReply, readyReply } from '../http/health.ts'
import type { Reply, SharedReply } from '../http/message.ts'
import { createResponseCache } from '../http/response-cache.ts'
import type { Handler } from '../http/server.ts'
import { Problem } from '../kernel/problem.ts'
import type { Clock } from '../kernel/time.ts'
import type { Api } from './api/face.ts'
import type { BankFace } from './bank/face.ts'
import type { Mcp } from './mcp/face.ts'
import type { Site } from './site/face.ts'

export type RootHandlerOptions = {
  api: Api
  mcp: Mcp
  site: Site
  /** Undefined if no service reports bank transfers. */
  bank: BankFace | undefined
  /** Resolves while the store can be used. */
  checkStore: () => Promise<unknown>
  /** Further fields of `/readyz`: what works although something is wrong. */
  describeState: () => object
  now: Clock
}

export function createRootHandler({
  api,
  mcp,
  site,
  bank,
  checkStore,
  describeState,
  now,
}: RootHandlerOptions): Handler {
  const responseCache = createResponseCache(
    (request) => (api.owns(request.path) ? api.cacheKey(request) : site.cacheKey(request)),
    now,
  )

  /** With the cache of this app: while a request waits, another app with other content may take its place. */
  const encodeShared = (reply: Reply | SharedReply) =>
    'create' in reply ? responseCache.share(reply) : reply

  return {
    responseCache,
    handle(request) {
      if (request.path === '/healthz') return healthReply(request.method)
      if (request.path === '/readyz') return readyReply(request.method, checkStore, describeState)
      if (request.path === '*') return methodNotAllowedReply(request.method, '*')
      if (request.path === '/mcp') return mcp.handle(request)
      if (api.owns(request.path)) return api.handle(request).then(encodeShared)
      if (bank?.owns(request.path)) return bank.handle(request)
      if (request.isBodyTooLarge)
        return api.toProblemReply(new Problem('body-too-large'), request.id)
      const reply = site.handle(request)
      return reply instanceof Promise ? reply.then(encodeShared) : encodeShared(reply)
    },
    onError(request, error) {
      if (api.owns(request.path) || request.path === '/mcp' || bank?.owns(request.path))
        return api.toProblemReply(toProblem(error), request.id)
      return site.onError(request, error instanceof Problem ? 503 : 500)
    },
    bodyLimitOf: async ({ path }) => (bank?.owns(path) ? bank.bodyLimitBytes : undefined),
    onInvalidRequest: (status, id) =>
      api.toProblemReply(new Problem(invalidRequestProblems[status]), id),
  }
}

const invalidRequestProblems = {
  400: 'unreadable-request',
  408: 'request-timeout',
  431: 'headers-too-large',
} as const

function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal')
}
