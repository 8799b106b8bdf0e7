/** The one place that touches sockets: limits, timeouts, kept answers, the log, a clean stop. */
import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Answers } from './answers.ts'
import { readBody } from './body.ts'
import type { Log } from './log.ts'
import type { Reply, Request } from './message.ts'
import { chooseEncoding } from './negotiate.ts'
import { isHeld, type Prepared, raw } from './prepared.ts'

export type Handler = {
  answers: Answers
  answer(request: Request): Reply | Promise<Reply>
  /** The reply to a request whose answer failed. */
  broken(request: Request): Reply
  /** The reply to a body that is too large. */
  tooLarge(request: Request): Reply
  /** The reply to bytes that are no request. */
  unreadable(status: 400 | 408 | 431, id: string): Reply
}

export type HttpServer = {
  listen(port: number, host: string): Promise<AddressInfo>
  /** Takes no new connections and waits for the requests under way, up to the grace. */
  stop(graceMilliseconds: number): Promise<void>
}

const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  /** Without it the two timeouts above are looked at only every 30 seconds. */
  connectionsCheckingInterval: 1_000,
}

/** A reader who takes nothing for this long is let go. */
const idleTimeout = 15_000

const mostConnections = 8_192

export function createHttpServer(handler: Handler, log: Log): HttpServer {
  let stopping = false

  const server: Server = createServer(
    { ...timeouts, maxHeaderSize: 16 * 1024, requireHostHeader: false, noDelay: true },
    (incoming, outgoing) => {
      const request = describe(incoming)
      const kept = isPlainRead(incoming) ? handler.answers.find(request) : undefined
      if (kept) sendPrepared(request, outgoing, kept)
      else void respond(request, incoming, outgoing)
    },
  )
  server.setTimeout(idleTimeout)
  server.maxConnections = mostConnections
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuseBytes(error, socket)
  })

  const respond = async (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const body = await readBody(incoming)
      if (body === 'aborted') return
      const reply =
        body === 'too large'
          ? handler.tooLarge(request)
          : lacksHost(incoming)
            ? handler.unreadable(400, request.id)
            : await handler.answer({ ...request, body })
      send(request, outgoing, reply)
    } catch (error) {
      log.error('fault', { request: request.id, ...describeError(error) })
      if (outgoing.headersSent) outgoing.destroy()
      else send(request, outgoing, handler.broken(request))
    }
  }

  const send = (request: Request, outgoing: ServerResponse, reply: Reply) => {
    if (reply.lasting) {
      sendPrepared(request, outgoing, handler.answers.keep(request, reply))
      return
    }
    const headers = raw(reply.headers)
    const body = reply.status === 204 ? undefined : Buffer.from(reply.body)
    if (body) headers.push('Content-Length', String(body.length))
    if (reply.status === 413) headers.push('Connection', 'close')
    finish(request, outgoing, reply.status, headers, body, reply.route ?? '-')
  }

  const sendPrepared = (request: Request, outgoing: ServerResponse, prepared: Prepared) => {
    const encoding = request.headers['accept-encoding']
    const rendition = prepared.rendition(
      encoding === undefined ? 'identity' : chooseEncoding(encoding as string),
    )
    const held = request.headers['if-none-match']
    if (held !== undefined && prepared.status === 200 && isHeld(held, rendition.etag)) {
      finish(request, outgoing, 304, [...rendition.unchanged], undefined, prepared.route)
      return
    }
    const { headers, body } = rendition
    finish(request, outgoing, prepared.status, [...headers], body, prepared.route)
  }

  const finish = (
    request: Request,
    outgoing: ServerResponse,
    status: number,
    headers: string[],
    body: Buffer | undefined,
    route: string,
  ) => {
    headers.push('X-Request-Id', request.id)
    if (stopping) headers.push('Connection', 'close')
    outgoing.writeHead(status, headers)
    if (body === undefined || request.method === 'HEAD') outgoing.end()
    else outgoing.end(body)
    log.info('request', { request: request.id, method: request.method, route, status })
  }

  const refuseBytes = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const id = randomUUID()
    const reply = handler.unreadable(statusOf(error), id)
    const body = Buffer.from(reply.body)
    const headers = { ...reply.headers, 'Content-Length': String(body.length), Connection: 'close' }
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${one}\r\n`),
    )
    const head = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n`
    socket.end(Buffer.concat([Buffer.from(head), body]))
    log.info('request', { request: id, method: '-', route: '-', status: reply.status })
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve(server.address() as AddressInfo)
        })
      }),
    stop: (graceMilliseconds) =>
      new Promise((resolve) => {
        stopping = true
        const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const noBody = Buffer.alloc(0)

function describe(incoming: IncomingMessage): Request {
  const address = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  const mark = address.indexOf('?')
  return {
    id: randomUUID(),
    method: incoming.method ?? 'GET',
    path: mark < 0 ? address : address.slice(0, mark),
    query: mark < 0 ? '' : address.slice(mark + 1),
    headers: incoming.headers,
    body: noBody,
  }
}

/** A read that a kept answer may serve: nothing to receive, nothing to refuse. */
function isPlainRead(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['transfer-encoding'] !== undefined || lacksHost(incoming)) return false
  return headers['content-length'] === undefined || headers['content-length'] === '0'
}

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

function statusOf({ code }: NodeJS.ErrnoException): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

/** Where it happened, without the message: that might repeat what a guest typed. */
function describeError(error: unknown): { error: string; at: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: error.name,
    at: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' | '),
  }
}
