/** Writes replies to the wire, kept ones from where they are kept. */
import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Log } from '../kernel/log.ts'
import { madeOf } from '../kernel/object-cache.ts'
import { isHeld, type Prepared, prepare, raw } from './encoded-response.ts'
import { lastFor, withLast } from './last-headers.ts'
import type { Reply, Request } from './message.ts'
import { chooseEncoding } from './negotiate.ts'
import { describeError } from './request.ts'
import type { Tally } from './request-metrics.ts'
import type { Answers } from './response-cache.ts'

export type Sender = {
  send(request: Request, outgoing: ServerResponse, reply: Reply): void
  sendPrepared(request: Request, outgoing: ServerResponse, prepared: Prepared): void
}

/** Whoever listens to a stream and has so much of it unread has long stopped listening. */
const mostUnread = 256 * 1024

export function createSender(
  answers: Answers,
  log: Log,
  tally: Tally,
  isStopping: () => boolean,
): Sender {
  const note = ({ id, method, began }: Request, route: string, status: number) => {
    tally.answered(method, route, status, performance.now() - began)
    log.info('request', { request: id, method, route, status })
  }

  /** HTTP/1.0 knows where an answer ends only by its length. */
  const mayAskAgain = (outgoing: ServerResponse, hasLength: boolean) =>
    outgoing.shouldKeepAlive && !isStopping() && (hasLength || outgoing.useChunkedEncodingByDefault)

  const send: Sender['send'] = (request, outgoing, reply) => {
    if (reply.lasting) {
      sendPrepared(request, outgoing, answers.keep(request, reply))
      return
    }
    if (reply.stream) {
      void sendStream(request, outgoing, reply, reply.stream)
      return
    }
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (reading && reply.status === 200) {
      sendPrepared(
        request,
        outgoing,
        madeOf(reply, 'prepared', () => prepare(reply)),
      )
      return
    }
    // A text goes out in one piece with its head; bytes would be a second one.
    const body = reply.status === 204 ? undefined : reply.body
    const encoding = reply.encoded ? 'latin1' : 'utf8'
    const headers = raw(reply.headers)
    if (body !== undefined)
      headers.push('Content-Length', String(Buffer.byteLength(body, encoding)))
    const staying = reply.status !== 413 && mayAskAgain(outgoing, body !== undefined)
    headers.push(...lastFor(request.id, staying))
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
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    // It may be silent for longer than a reader may be slow.
    outgoing.setTimeout(0)
    outgoing.writeHead(status, [...raw(headers), ...lastFor(id, mayAskAgain(outgoing, false))])
    outgoing.flushHeaders()
    note(request, route, status)
    if (method === 'HEAD') {
      outgoing.end()
      return
    }
    const write = (text: string) => {
      if (outgoing.writableLength < mostUnread) outgoing.write(text)
      else outgoing.destroy()
    }
    tally.streams++
    try {
      await stream({ write, gone: gone.signal })
    } catch (error) {
      log.error('fault', { request: id, ...describeError(error) })
    }
    tally.streams--
    outgoing.end()
  }

  const sendPrepared: Sender['sendPrepared'] = (request, outgoing, prepared) => {
    const { 'accept-encoding': accepted, 'if-none-match': held } = request.headers
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(String(accepted))
    const { etag, headers, unchanged, body } = prepared.rendition(encoding)
    if (held !== undefined && prepared.status === 200 && isHeld(held, etag)) {
      const own = withLast(unchanged, request.id, mayAskAgain(outgoing, false))
      finish(request, outgoing, 304, own, undefined, prepared.route)
    } else {
      const own = withLast(headers, request.id, mayAskAgain(outgoing, true))
      finish(request, outgoing, prepared.status, own, body, prepared.route)
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
    note(request, route, status)
  }

  return { send, sendPrepared }
}
