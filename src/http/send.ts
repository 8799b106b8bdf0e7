/** Writes replies to the wire, kept ones from where they are kept. */
import type { ServerResponse } from 'node:http'
import type { Answers } from './answers.ts'
import type { Log } from './log.ts'
import type { Reply, Request } from './message.ts'
import { chooseEncoding } from './negotiate.ts'
import { isHeld, type Prepared, prepare, raw } from './prepared.ts'
import { describeError } from './request.ts'

export type Sender = {
  send(request: Request, outgoing: ServerResponse, reply: Reply): void
  sendPrepared(request: Request, outgoing: ServerResponse, prepared: Prepared): void
}

/** Whoever listens to a stream and has so much of it unread has long stopped listening. */
const mostUnread = 256 * 1024

export function createSender(answers: Answers, log: Log, isStopping: () => boolean): Sender {
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
      sendPrepared(request, outgoing, prepare(reply))
      return
    }
    const headers = raw(reply.headers)
    // A text goes out in one piece with its head; bytes would be a second one.
    const body = reply.status === 204 ? undefined : reply.body
    const encoding = reply.encoded ? 'latin1' : 'utf8'
    if (body !== undefined)
      headers.push('Content-Length', String(Buffer.byteLength(body, encoding)))
    if (reply.status === 413) headers.push('Connection', 'close')
    finish(request, outgoing, reply.status, headers, body, reply.route, encoding)
  }

  const sendStream = async (
    { id, method }: Request,
    outgoing: ServerResponse,
    { status, headers, route = '-' }: Reply,
    stream: NonNullable<Reply['stream']>,
  ) => {
    // Whoever left while we asked who he is hears of nothing more.
    if (!outgoing.socket || outgoing.socket.destroyed) return
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    // It may be silent for longer than a reader may be slow.
    outgoing.setTimeout(0)
    const last = isStopping() ? ['Connection', 'close'] : []
    outgoing.writeHead(status, [...raw(headers), 'X-Request-Id', id, ...last])
    outgoing.flushHeaders()
    log.info('request', { request: id, method, route, status })
    if (method === 'HEAD') {
      outgoing.end()
      return
    }
    const write = (text: string) => {
      if (outgoing.writableLength < mostUnread) outgoing.write(text)
      else outgoing.destroy()
    }
    try {
      await stream({ write, gone: gone.signal })
    } catch (error) {
      log.error('fault', { request: id, ...describeError(error) })
    }
    outgoing.end()
  }

  const sendPrepared: Sender['sendPrepared'] = (request, outgoing, prepared) => {
    const { 'accept-encoding': accepted, 'if-none-match': held } = request.headers
    const encoding = accepted === undefined ? 'identity' : chooseEncoding(String(accepted))
    const { etag, headers, unchanged, body } = prepared.rendition(encoding)
    if (held !== undefined && prepared.status === 200 && isHeld(held, etag)) {
      finish(request, outgoing, 304, [...unchanged], undefined, prepared.route)
    } else {
      finish(request, outgoing, prepared.status, [...headers], body, prepared.route)
    }
  }

  const finish = (
    { id, method }: Request,
    outgoing: ServerResponse,
    status: number,
    headers: string[],
    body: Buffer | string | undefined,
    route = '-',
    encoding: BufferEncoding = 'utf8',
  ) => {
    headers.push('X-Request-Id', id)
    if (isStopping()) headers.push('Connection', 'close')
    outgoing.writeHead(status, headers)
    if (body === undefined || method === 'HEAD') outgoing.end()
    else if (typeof body === 'string') outgoing.end(body, encoding)
    else outgoing.end(body)
    log.info('request', { request: id, method, route, status })
  }

  return { send, sendPrepared }
}
