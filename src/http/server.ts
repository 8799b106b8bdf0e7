/** HTTP server: serves cached responses first, limits time and connections, and shuts down gracefully. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Log } from '../kernel/log.ts'
import { createServer, STATUS_CODES } from '../kernel/node-http.ts'
import { minute } from '../kernel/time.ts'
import { endConnection, limitConnections } from './connections.ts'
import { type EncodedResponse, flattenHeaders } from './encoded-response.ts'
import { isReadinessCheck, stoppingReply } from './health.ts'
import type { Reply, Request } from './message.ts'
import {
  bodyLimitBytes,
  createRequest,
  createRequestIds,
  disconnectSignal,
  hasValidHost,
  headerLimitBytes,
  isPlainRead,
  receiveBody,
} from './request.ts'
import { createRequestMetrics, type RouteMetrics } from './request-metrics.ts'
import { createRequestScheduler } from './request-scheduler.ts'
import { createResponder } from './respond.ts'
import type { ResponseCache } from './response-cache.ts'

export type Handler = {
  responseCache: ResponseCache
  handle(request: Request): Reply | EncodedResponse | Promise<Reply | EncodedResponse>
  /** The reply to a request that could not be handled. */
  onError(request: Request, error: unknown): Reply
  /** The reply to bytes that are not a valid HTTP request. */
  onInvalidRequest(status: 400 | 408 | 431, id: string): Reply
  /** How large the body of this request may be, asked before a body is read that exceeds the limit of the listener. */
  bodyLimitOf?(request: Request): Promise<number | undefined>
}

export type HttpServer = {
  listen(port: number, host: string): Promise<AddressInfo>
  /** From now on /readyz returns 503; all other requests are answered as before. */
  drain(): void
  /** Accepts no new connections; the open ones continue as before. */
  close(): void
  /**
   * Accepts no new connections, sends one last response on each open one, and resolves when none is left. If it is
   * called again, the shorter timeouts apply.
   */
  stop(timeouts: ShutdownTimeouts): Promise<void>
  metrics(): ListenerMetrics
}

export type ListenerMetrics = {
  routes: readonly RouteMetrics[]
  connections: number
  streams: number
}

/** In milliseconds from the call of `stop`. */
export type ShutdownTimeouts = {
  /** How long an open connection may wait for its next request. */
  idleMs: number
  /** How long requests in progress may take. */
  busyMs: number
}

/** Of one listener. Names without a unit are options of Node, in milliseconds. Tests pass smaller values. */
const serverLimits = {
  /** A process has two listeners: its open-file limit must be above twice this (LimitNOFILE of letan.service). */
  maxConnections: 4_096,
  headersTimeout: 10_000,
  requestTimeout: 13_000,
  /** From the headers to the end of a body, unless the handler has allowed a larger one: that has `requestTimeout`. */
  bodyTimeoutMs: 13_000,
  /** Without it the two timeouts above are checked only every 30 seconds. */
  connectionsCheckingInterval: 1_000,
  /** Of idle connections. Longer than proxies keep theirs, so that no request is sent while we close one. */
  keepAliveTimeout: 65_000,
  /** From the complete request to the headers of the response. */
  handlerTimeoutMs: 13_000,
  maxBodyBytes: bodyLimitBytes,
}

export const idleTimeoutMs = serverLimits.keepAliveTimeout

/** Connections waiting to be accepted. Node's default of 511 is less than a burst. */
const backlog = 4_096

export function createHttpServer(
  handler: Handler,
  log: Log,
  limits: Partial<typeof serverLimits> = {},
): HttpServer {
  const { maxConnections, handlerTimeoutMs, maxBodyBytes, bodyTimeoutMs, ...nodeTimeouts } = {
    ...serverLimits,
    ...limits,
  }
  let isDraining = false
  let isStopping = false
  const nextRequestId = createRequestIds()
  const requestMetrics = createRequestMetrics()
  const scheduler = createRequestScheduler()
  const { respond, sendEncoded } = createResponder({
    handler,
    log,
    requestMetrics,
    handlerTimeoutMs,
    isStopping: () => isStopping,
  })

  /** Node's own limit is enough where it is as short. */
  const limitBodyTime = (incoming: IncomingMessage) => {
    if (nodeTimeouts.requestTimeout <= bodyTimeoutMs) return undefined
    const timer = setTimeout(() => rejectInvalid(408, incoming.socket), bodyTimeoutMs)
    incoming.once('close', () => clearTimeout(timer))
    return timer
  }

  const handleRequest = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    receivedAtMs: number,
  ) => {
    const request = createRequest(incoming, nextRequestId(), receivedAtMs)
    // After an upgrade request Node would not report invalid bytes that follow.
    if (incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false
    if (!isPlainRead(incoming)) {
      request.disconnectSignal = () => disconnectSignal(outgoing)
      const receive = (limitBytes: number) => {
        const timer = limitBytes > maxBodyBytes ? undefined : limitBodyTime(incoming)
        receiveBody(incoming, request, limitBytes, () => {
          clearTimeout(timer)
          respond(request, outgoing, () =>
            hasValidHost(incoming)
              ? handler.handle(request)
              : handler.onInvalidRequest(400, request.id),
          )
        })
      }
      const isLarge = Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes
      if (!isLarge || !handler.bodyLimitOf) receive(maxBodyBytes)
      else
        handler.bodyLimitOf(request).then(
          (limitBytes) => receive(limitBytes ?? maxBodyBytes),
          () => receive(maxBodyBytes),
        )
      return
    }
    const cached = handler.responseCache.find(request)
    if (cached) sendEncoded(request, outgoing, cached)
    else if (isDraining && isReadinessCheck(request)) respond(request, outgoing, stoppingReply)
    else respond(request, outgoing, () => handler.handle(request))
  }

  const server = createServer({
    ...nodeTimeouts,
    maxHeaderSize: headerLimitBytes,
    requireHostHeader: false,
    noDelay: true,
    // Without it the stream of an empty body is a seventh of the CPU time of a cached response.
    optimizeEmptyRequests: true,
  })
  const connections = limitConnections(server, {
    handle: (incoming, outgoing, receivedAtMs) =>
      scheduler.schedule(receivedAtMs, () => handleRequest(incoming, outgoing, receivedAtMs)),
    maxConnections,
    onLimitReached: throttle(minute, () =>
      log.warn('connection limit reached', { limit: maxConnections }),
    ),
  })
  server.on('connection', scheduler.onConnection)
  server.on('request', connections.handleInOrder)
  // An unknown expectation is ignored.
  server.on('checkExpectation', connections.handleInOrder)
  // This is not a proxy. Node no longer handles errors of the socket of a CONNECT request.
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    rejectInvalid(400, socket)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const pending = connections.pendingResponse(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (pending) pending.once('finish', () => endConnection(socket))
    else rejectInvalid(statusOf(error), socket)
  })

  const rejectInvalid = (rejectionStatus: 400 | 408 | 431, socket: Socket) => {
    const id = nextRequestId()
    const reply = handler.onInvalidRequest(rejectionStatus, id)
    endConnection(socket, formatLastResponse(reply, id))
    requestMetrics.recordResponse('-', '-', reply.status, 0)
    log.request({ request: id, method: '-', route: '-', status: reply.status })
  }

  /** `http.Server.close()` also closes idle connections, and with them requests that clients have just sent. */
  const close = (onClosed?: () => void) => NetServer.prototype.close.call(server, onClosed)

  /** After another round of the event loop, so that requests that have arrived are answered. */
  const closeIdle = () => setImmediate(connections.closeIdle)

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
      isDraining = true
    },
    close,
    metrics: () => ({
      routes: requestMetrics.routes(),
      connections: connections.count(),
      streams: requestMetrics.streams,
    }),
    stop: ({ idleMs, busyMs }) =>
      new Promise((resolve) => {
        isStopping = true
        let sweep: NodeJS.Timeout | undefined
        const timers = [
          setTimeout(() => {
            closeIdle()
            // A stream that ends during the shutdown leaves an idle connection.
            sweep = setInterval(closeIdle, 100)
          }, idleMs),
          setTimeout(() => server.closeAllConnections(), busyMs),
        ]
        close(() => {
          for (const timer of timers) clearTimeout(timer)
          clearInterval(sweep)
          // Stops Node's own timers; no connection is left.
          server.close()
          resolve()
        })
      }),
  }
}

/** For a socket without a ServerResponse. */
function formatLastResponse({ status, headers, body }: Reply, id: string): string {
  const length = String(Buffer.byteLength(body))
  const own = { 'Content-Length': length, 'X-Request-Id': id, Connection: 'close' }
  const flat = flattenHeaders({ ...headers, ...own })
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let index = 0; index < flat.length; index += 2)
    head += `${flat[index]}: ${flat[index + 1]}\r\n`
  return `${head}\r\n${body}`
}

function throttle(intervalMs: number, run: () => void): () => void {
  let lastRunMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastRunMs < intervalMs) return
    lastRunMs = performance.now()
    run()
  }
}

function statusOf({ code }: NodeJS.ErrnoException): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
