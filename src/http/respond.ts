/** Writes replies to the wire: cached and dynamic responses, event streams, errors, and a 503 for slow handlers. */
import type { ServerResponse } from 'node:http'
import { describeError } from '../kernel/describe-error.ts'
import type { Log } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import { limitReadTime } from './connections.ts'
import {
  type EncodedResponse,
  encodeResponse,
  flattenHeaders,
  matchesEtag,
} from './encoded-response.ts'
import { isReadMethod, type Reply, type Request } from './message.ts'
import { chooseEncoding } from './negotiate.ts'
import type { RequestMetrics } from './request-metrics.ts'
import type { ResponseCache } from './response-cache.ts'

type ResponderOptions = {
  handler: {
    responseCache: ResponseCache
    onError(request: Request, error: unknown): Reply
  }
  log: Log
  requestMetrics: RequestMetrics
  handlerTimeoutMs: number
  isStopping(): boolean
}

/** A client that leaves this much of an event stream unread is disconnected. */
const maxUnreadBytes = 256 * 1024

export function createResponder(options: ResponderOptions) {
  const { handler, log, requestMetrics } = options

  const logError = ({ id }: Request, error: unknown) =>
    log.error('request failed', { request: id, ...describeError(error) })

  /** Sends the reply that `createReply` returns, or the reply to its error. */
  const respond = (
    request: Request,
    outgoing: ServerResponse,
    createReply: () => Reply | EncodedResponse | Promise<Reply | EncodedResponse>,
  ) => {
    const finish = (reply: Reply | EncodedResponse) => {
      if ('encode' in reply) {
        sendEncoded(request, outgoing, reply)
        return
      }
      if (reply.error !== undefined) logError(request, reply.error)
      send(request, outgoing, reply)
    }
    const fail = (error: unknown) => {
      logError(request, error)
      try {
        if (outgoing.headersSent) outgoing.destroy()
        else send(request, outgoing, handler.onError(request, error))
      } catch (secondError) {
        logError(request, secondError)
        outgoing.destroy()
      }
    }
    try {
      const reply = createReply()
      if (reply instanceof Promise) limitTime(request, reply).then(finish).catch(fail)
      else finish(reply)
    } catch (error) {
      fail(error)
    }
  }

  /** Rejects after the handler timeout, so that the client gets a 503. A later result is dropped and logged. */
  const limitTime = <Result>(request: Request, reply: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const logLate = (description = {}) =>
        log.warn('late response dropped', { request: request.id, ...description })
      const timer = setTimeout(() => {
        reject(new HandlerTimeout(request.method))
        reply.then(
          () => logLate(),
          (error) => logLate(describeError(error)),
        )
      }, options.handlerTimeoutMs)
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        settle()
      }
      reply.then(
        (result) => finish(() => resolve(result)),
        (error) => finish(() => reject(error)),
      )
    })

  const send = (request: Request, outgoing: ServerResponse, reply: Reply) => {
    const { status, body, stream } = reply
    if (reply.cacheable) sendEncoded(request, outgoing, handler.responseCache.store(request, reply))
    else if (stream) void sendStream(request, outgoing, reply, stream)
    else if (status === 200 && isReadMethod(request.method))
      sendEncoded(request, outgoing, encodeResponse(reply, 'once'))
    else {
      const headers = flattenHeaders(reply.headers)
      const encoding = reply.encoded ? 'latin1' : 'utf8'
      const content = reply.bytes ?? body
      if (status !== 204)
        headers.push('Content-Length', String(Buffer.byteLength(content, encoding)))
      // The rest of a body that is too large was not read.
      if (status === 413) outgoing.shouldKeepAlive = false
      writeHead(request, outgoing, status, headers, reply.route)
      // As text: Node writes it together with the headers.
      end(request, outgoing, content, encoding)
    }
  }

  const sendEncoded = (request: Request, outgoing: ServerResponse, response: EncodedResponse) => {
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(String(accepted))
    const { etag, headers, notModifiedHeaders, body } = response.encode(encoding)
    const isKnown =
      ifNoneMatch !== undefined && etag !== undefined && matchesEtag(ifNoneMatch, etag)
    if (isKnown && response.status === 200) {
      writeHead(request, outgoing, 304, notModifiedHeaders, response.route)
      outgoing.end()
    } else {
      writeHead(request, outgoing, response.status, headers, response.route)
      end(request, outgoing, body)
    }
  }

  const sendStream = async (
    request: Request,
    outgoing: ServerResponse,
    reply: Reply,
    stream: NonNullable<Reply['stream']>,
  ) => {
    // The client may have disconnected before the handler returned the stream.
    if (!outgoing.socket || outgoing.socket.destroyed) return
    const closeController = new AbortController()
    outgoing.once('close', () => closeController.abort())
    writeHead(request, outgoing, reply.status, flattenHeaders(reply.headers), reply.route)
    outgoing.flushHeaders()
    if (request.method !== 'HEAD') {
      const write = (text: string) => {
        if (outgoing.writableLength < maxUnreadBytes) outgoing.write(text)
        else outgoing.destroy()
      }
      requestMetrics.streams++
      try {
        await stream({ write, closed: closeController.signal })
      } catch (error) {
        logError(request, error)
      }
      requestMetrics.streams--
    }
    end(request, outgoing)
  }

  const writeHead = (
    { id, method, receivedAtMs }: Request,
    outgoing: ServerResponse,
    status: number,
    headers: readonly string[],
    route = '-',
  ) => {
    // Node then sends `Connection: close`, and `Keep-Alive` otherwise.
    if (options.isStopping()) outgoing.shouldKeepAlive = false
    outgoing.writeHead(status, [...headers, 'X-Request-Id', id])
    requestMetrics.recordResponse(method, route, status, performance.now() - receivedAtMs)
    log.request({ request: id, method, route, status })
  }

  return { respond, sendEncoded }
}

function end(
  { method }: Request,
  outgoing: ServerResponse,
  body: Buffer | string = '',
  encoding: BufferEncoding = 'utf8',
): void {
  if (method === 'HEAD' || body.length === 0) outgoing.end()
  else outgoing.end(body, encoding)
  limitReadTime(outgoing)
}

/** The handler took too long. What it writes may still be stored afterwards. */
class HandlerTimeout extends Problem {
  constructor(method: string) {
    super('store-unavailable', {
      retryAfter: 5,
      ...(!isReadMethod(method) && { detail: outcomeUnknown }),
    })
    this.name = 'HandlerTimeout'
  }
}

const outcomeUnknown = {
  vi:
    'Máy chủ xử lý quá lâu, nên chưa rõ đã lưu hay chưa. ' +
    'Nếu đã gửi kèm Idempotency-Key, gửi lại đúng như vậy với cùng khoá: đã lưu rồi thì không lưu lần nữa. ' +
    'Nếu không có khoá, xin gọi điện hỏi trước.',
  en:
    'The server took too long, so it is not known whether this was stored. ' +
    'If you sent an Idempotency-Key, send the same request with the same key: it is not stored twice. ' +
    'Without a key, call us first.',
}
