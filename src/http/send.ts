/** Writes replies to the wire, kept ones from where they are kept. */
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Log } from '../kernel/log.ts'
import { deriveOnce } from '../kernel/object-cache.ts'
import {
  type EncodedResponse,
  encodeResponse,
  flattenHeaders,
  matchesEtag,
} from './encoded-response.ts'
import { requestHeadersFor, withRequestHeaders } from './last-headers.ts'
import type { Reply, Request } from './message.ts'
import { chooseEncoding } from './negotiate.ts'
import { describeError } from './request.ts'
import type { RequestMetrics } from './request-metrics.ts'
import type { ResponseCache } from './response-cache.ts'

export type ResponseWriter = {
  send(request: Request, outgoing: ServerResponse, reply: Reply): void
  sendEncoded(request: Request, outgoing: ServerResponse, response: EncodedResponse): void
}

/** Whoever listens to a stream and has so much of it unread has long stopped listening. */
const maxUnreadBytes = 256 * 1024

export function createResponseWriter(
  responseCache: ResponseCache,
  log: Log,
  requestMetrics: RequestMetrics,
  isStopping: () => boolean,
): ResponseWriter {
  const recordRequest = ({ id, method, receivedAtMs }: Request, route: string, status: number) => {
    requestMetrics.recordResponse(method, route, status, performance.now() - receivedAtMs)
    log.info('request', { request: id, method, route, status })
  }

  /** HTTP/1.0 knows where an answer ends only by its length. */
  const shouldKeepAlive = (outgoing: ServerResponse, hasLength: boolean) =>
    outgoing.shouldKeepAlive && !isStopping() && (hasLength || outgoing.useChunkedEncodingByDefault)

  const send: ResponseWriter['send'] = (request, outgoing, reply) => {
    if (reply.cacheable) {
      sendEncoded(request, outgoing, responseCache.store(request, reply))
      return
    }
    if (reply.stream) {
      void sendStream(request, outgoing, reply, reply.stream)
      return
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && reply.status === 200) {
      sendEncoded(
        request,
        outgoing,
        deriveOnce(reply, 'prepared', () => encodeResponse(reply)),
      )
      return
    }
    // A text goes out in one piece with its head; bytes would be a second one.
    const body = reply.status === 204 ? undefined : reply.body
    const encoding = reply.encoded ? 'latin1' : 'utf8'
    const headers = flattenHeaders(reply.headers)
    if (body !== undefined)
      headers.push('Content-Length', String(Buffer.byteLength(body, encoding)))
    const isReusable = reply.status !== 413 && shouldKeepAlive(outgoing, body !== undefined)
    headers.push(...requestHeadersFor(request.id, isReusable))
    finish(request, outgoing, reply.status, headers, body, reply.route, encoding)
  }

  const sendStream = async (
    request: Request,
    outgoing: ServerResponse,
    { status, headers, route = '-' }: Reply,
    stream: NonNullable<Reply['stream']>,
  ) => {
    const { id, method } = request
    // Whoever left while we asked who he is hears of nothing more.
    if (!outgoing.socket || outgoing.socket.destroyed) return
    const closeController = new AbortController()
    outgoing.once('close', () => closeController.abort())
    // It may be silent for longer than a reader may be slow.
    outgoing.setTimeout(0)
    outgoing.writeHead(status, [
      ...flattenHeaders(headers),
      ...requestHeadersFor(id, shouldKeepAlive(outgoing, false)),
    ])
    outgoing.flushHeaders()
    recordRequest(request, route, status)
    if (method === 'HEAD') {
      outgoing.end()
      return
    }
    const write = (text: string) => {
      if (outgoing.writableLength < maxUnreadBytes) outgoing.write(text)
      else outgoing.destroy()
    }
    requestMetrics.streams++
    try {
      await stream({ write, closed: closeController.signal })
    } catch (error) {
      log.error('fault', { request: id, ...describeError(error) })
    }
    requestMetrics.streams--
    outgoing.end()
  }

  const sendEncoded: ResponseWriter['sendEncoded'] = (request, outgoing, response) => {
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(String(accepted))
    const { etag, headers, notModifiedHeaders, body } = response.encode(encoding)
    if (ifNoneMatch !== undefined && response.status === 200 && matchesEtag(ifNoneMatch, etag)) {
      const own = withRequestHeaders(
        notModifiedHeaders,
        request.id,
        shouldKeepAlive(outgoing, false),
      )
      finish(request, outgoing, 304, own, undefined, response.route)
    } else {
      const own = withRequestHeaders(headers, request.id, shouldKeepAlive(outgoing, true))
      finish(request, outgoing, response.status, own, body, response.route)
    }
  }

  const finish = (
    request: Request,
    outgoing: ServerResponse,
    status: number,
    headers: string[],
    body: Buffer | string | undefined,
    route = '-',
    encoding: BufferEncoding = 'utf8',
  ) => {
    outgoing.writeHead(status, headers)
    if (body === undefined || request.method === 'HEAD') outgoing.end()
    else if (typeof body === 'string') outgoing.end(body, encoding)
    else outgoing.end(body)
    recordRequest(request, route, status)
  }

  return { send, sendEncoded }
}
