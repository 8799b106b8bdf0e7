/** Handlers that pass requests to another handler, which may change or may not exist yet. */
import { encodeResponse } from '../http/encoded-response.ts'
import type { Handler } from '../http/server.ts'

/** A handler that passes each request to the one that is current at that time. */
export function delegateTo(current: () => Handler): Handler {
  return {
    responseCache: {
      find: (request) => current().responseCache.find(request),
      store: (request, reply) => current().responseCache.store(request, reply),
    },
    handle: (request) => current().handle(request),
    onError: (request, error) => current().onError(request, error),
    onInvalidRequest: (status, id) => current().onInvalidRequest(status, id),
    bodyLimitOf: async (request) => current().bodyLimitOf?.(request),
  }
}

/** A handler that creates the actual one when it is first needed; requests wait for it. */
export function waitForHandler(
  findHandler: () => Handler | undefined,
  createHandler: () => Promise<Handler>,
): Handler {
  return {
    responseCache: {
      find: (request) => findHandler()?.responseCache.find(request),
      store: (request, reply) =>
        findHandler()?.responseCache.store(request, reply) ?? encodeResponse(reply),
    },
    handle: (request) =>
      findHandler()?.handle(request) ?? createHandler().then((handler) => handler.handle(request)),
    onError: (request, error) => findHandler()?.onError(request, error) ?? stillStarting,
    onInvalidRequest: (status, id) =>
      findHandler()?.onInvalidRequest(status, id) ?? { status, headers: {}, body: '' },
    bodyLimitOf: async (request) =>
      (findHandler() ?? (await createHandler())).bodyLimitOf?.(request),
  }
}

/** Of a first request that takes too long or fails before there is a handler. */
const stillStarting = {
  status: 503,
  headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8' },
  body: 'Đang khởi động, vui lòng thử lại sau vài giây.\nStarting. Please try again in a few seconds.\n',
}
