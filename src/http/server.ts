/** The server: limits, timeouts, kept answers first, a clean stop. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Log } from '../kernel/log.ts'
import { minute } from '../kernel/time.ts'
import { receiveBody } from './body.ts'
import { computeConnectionLimit } from './connection-limit.ts'
import { trackConnections } from './connections.ts'
import { flattenHeaders } from './encoded-response.ts'
import { isReadinessCheck, stoppingReply } from './health.ts'
import type { Reply, Request } from './message.ts'
import { createServer, STATUS_CODES } from './node-http.ts'
import { createRequest, describeError, hasValidHost, isPlainRead } from './request.ts'
import { createRequestId } from './request-id.ts'
import { createRequestMetrics, type RouteMetrics } from './request-metrics.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import type { ResponseCache } from './response-cache.ts'
import { createResponseWriter } from './send.ts'

export type Handler = {
  responseCache: ResponseCache
  handle(request: Request): Reply | Promise<Reply>
  /** The reply to a request whose answer failed. */
  onError(request: Request, error: unknown): Reply
  /** The reply to bytes that are no request. */
  onInvalidRequest(status: 400 | 408 | 431, id: string): Reply
}

export type HttpServer = {
  listen(port: number, host: string): Promise<AddressInfo>
  /** From now on /readyz says that requests should go elsewhere; those that come are answered. */
  drain(): void
  /** Takes no new connections; the open ones go on as before. */
  close(): void
  /**
   * Takes no new connections and says on the others that the next answer is the last; resolves when
   * none is left. Called again, the shorter patience holds.
   */
  stop(timeouts: ShutdownTimeouts): Promise<void>
  /** What was answered since the start, and who is here now. */
  metrics(): ListenerMetrics
}

export type ListenerMetrics = {
  routes: readonly RouteMetrics[]
  connections: number
  streams: number
}

/** In milliseconds from the call of `stop`. */
export type ShutdownTimeouts = {
  /** How long a request may still come on a connection that is open. */
  idleMs: number
  /** How long requests under way may take. */
  busyMs: number
}

/** With the time until somebody looks, whoever is slow is gone after 15 seconds. */
const serverTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 13_000,
  /** Whoever asks nothing is seen to by ourselves. */
  keepAliveTimeout: 0,
  /** Without it the two timeouts above are looked at only every 30 seconds. */
  connectionsCheckingInterval: 1_000,
}

/** So many may wait to be let in; Node's own 511 are fewer than may come in a moment. */
const backlog = 4_096

export function createHttpServer(
  handler: Handler,
  log: Log,
  maxConnections = computeConnectionLimit(),
): HttpServer {
  let draining = false
  let stopping = false
  const requestMetrics = createRequestMetrics()
  const responseWriter = createResponseWriter(
    handler.responseCache,
    log,
    requestMetrics,
    () => stopping,
  )
  const scheduler = createRequestScheduler()

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // We stay with HTTP/1.1; Node would say nothing to what is broken after such a request.
    if (incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false
    connections.handleInOrder(incoming, outgoing)
  }

  const handleRequest = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    receivedAtMs: number,
  ) => {
    const request = createRequest(incoming, receivedAtMs)
    if (draining && isReadinessCheck(request)) {
      responseWriter.send(request, outgoing, stoppingReply())
      return
    }
    const plain = isPlainRead(incoming)
    const cached = plain ? handler.responseCache.find(request) : undefined
    if (cached) responseWriter.sendEncoded(request, outgoing, cached)
    else if (plain) respond(request, outgoing, () => handler.handle(request))
    else receive(request, incoming, outgoing)
  }

  const respond = (
    request: Request,
    outgoing: ServerResponse,
    createReply: () => Reply | Promise<Reply>,
  ) => {
    const finish = (reply: Reply) => {
      if (reply.error !== undefined) {
        log.error('fault', { request: request.id, ...describeError(reply.error) })
      }
      responseWriter.send(request, outgoing, reply)
    }
    const fail = (error: unknown) => {
      log.error('fault', { request: request.id, ...describeError(error) })
      try {
        if (outgoing.headersSent) outgoing.destroy()
        else responseWriter.send(request, outgoing, handler.onError(request, error))
      } catch (worse) {
        log.error('fault', { request: request.id, ...describeError(worse) })
        outgoing.destroy()
      }
    }
    try {
      const reply = createReply()
      if (reply instanceof Promise) reply.then(finish).catch(fail)
      else finish(reply)
    } catch (error) {
      fail(error)
    }
  }

  const receive = (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) =>
    receiveBody(incoming, (body) => {
      if (body === 'aborted') return
      if (body === 'too large') request.isBodyTooLarge = true
      else request.body = body
      respond(request, outgoing, () =>
        hasValidHost(incoming)
          ? handler.handle(request)
          : handler.onInvalidRequest(400, request.id),
      )
    })

  const server: Server = createServer(
    { ...serverTimeouts, maxHeaderSize: 16 * 1024, requireHostHeader: false, noDelay: true },
    onRequest,
  )
  const connections = trackConnections(server, {
    handle: (incoming, outgoing) => {
      const receivedAtMs = performance.now()
      scheduler.schedule(receivedAtMs, () => handleRequest(incoming, outgoing, receivedAtMs))
    },
    maxConnections,
    onLimitReached: throttle(minute, () => log.warn('connections full', { most: maxConnections })),
  })
  const timeoutTimer = setInterval(
    () => connections.checkTimeouts(performance.now()),
    1_000,
  ).unref()
  server.on('connection', scheduler.onConnection)
  // An expectation that we do not know is passed over: a request is answered like any other.
  server.on('checkExpectation', onRequest)
  // We lead nobody further. Node has let go of the socket by now: its faults and its time are ours.
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    socket.setTimeout(serverTimeouts.requestTimeout, () => socket.destroy())
    rejectMalformed(400, socket)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const pending = connections.pendingResponse(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (pending) pending.once('finish', () => socket.end())
    else rejectMalformed(statusOf(error), socket)
  })

  const rejectMalformed = (rejectionStatus: 400 | 408 | 431, socket: Socket) => {
    const id = createRequestId()
    const { status, headers, body } = handler.onInvalidRequest(rejectionStatus, id)
    const bytes = Buffer.from(body)
    const own = { 'Content-Length': String(bytes.length), 'X-Request-Id': id, Connection: 'close' }
    const flat = flattenHeaders({ ...headers, ...own })
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let index = 0; index < flat.length; index += 2) {
      head += `${flat[index]}: ${flat[index + 1]}\r\n`
    }
    socket.end(Buffer.concat([Buffer.from(`${head}\r\n`), bytes]))
    requestMetrics.recordResponse('-', '-', status, 0)
    log.info('request', { request: id, method: '-', route: '-', status })
  }

  /**
   * Not the HTTP server's own: that also ends every connection on which nothing is asked, and with it
   * a request that a client has just sent.
   */
  const close = (closed?: () => void) => Listener.prototype.close.call(server, closed)

  /** After one more turn of reading, so that what has arrived is answered. */
  const closeIdle = () => setImmediate(() => connections.closeIdle())

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port, host, backlog }, () => {
          server.off('error', reject)
          resolve(server.address() as AddressInfo)
        })
      }),
    drain() {
      draining = true
    },
    close,
    metrics: () => ({
      routes: requestMetrics.routes(),
      connections: connections.count(),
      streams: requestMetrics.streams,
    }),
    stop: ({ idleMs, busyMs }) =>
      new Promise((resolve) => {
        stopping = true
        let sweep: NodeJS.Timeout | undefined
        const timers = [
          setTimeout(() => {
            closeIdle()
            // A stream that ends while we stop leaves its connection idle.
            sweep = setInterval(closeIdle, 100)
          }, idleMs),
          setTimeout(() => server.closeAllConnections(), busyMs),
        ]
        close(() => {
          for (const timer of timers) clearTimeout(timer)
          clearInterval(sweep)
          clearInterval(timeoutTimer)
          // Nobody is left: this ends only its timers.
          server.close()
          resolve()
        })
      }),
  }
}

function throttle(intervalMs: number, run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < intervalMs) return
    last = performance.now()
    run()
  }
}

function statusOf({ code }: NodeJS.ErrnoException): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
