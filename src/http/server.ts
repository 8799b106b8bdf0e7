/** The server: limits, timeouts, kept answers first, a clean stop. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Log } from '../kernel/log.ts'
import { minute } from '../kernel/time.ts'
import { receiveBody } from './body.ts'
import { mostConnections } from './connection-limit.ts'
import { trackConnections } from './connections.ts'
import { raw } from './encoded-response.ts'
import { isReadyQuestion, stoppingReply } from './health.ts'
import type { Reply, Request } from './message.ts'
import { createServer, STATUS_CODES } from './node-http.ts'
import { describeError, describeRequest, isPlainRead, isWellAddressed } from './request.ts'
import { newRequestId } from './request-id.ts'
import { createTally, type RouteCount } from './request-metrics.ts'
import { createTurns } from './request-scheduler.ts'
import type { Answers } from './response-cache.ts'
import { createSender } from './send.ts'

export type Handler = {
  answers: Answers
  answer(request: Request): Reply | Promise<Reply>
  /** The reply to a request whose answer failed. */
  broken(request: Request, error: unknown): Reply
  /** The reply to bytes that are no request. */
  unreadable(status: 400 | 408 | 431, id: string): Reply
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
  stop(patience: Patience): Promise<void>
  /** What was answered since the start, and who is here now. */
  figures(): DoorFigures
}

export type DoorFigures = {
  routes: readonly RouteCount[]
  connections: number
  streams: number
}

/** In milliseconds from the call of `stop`. */
export type Patience = {
  /** How long a request may still come on a connection that is open. */
  idle: number
  /** How long requests under way may take. */
  busy: number
}

/** With the time until somebody looks, whoever is slow is gone after 15 seconds. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 13_000,
  /** Whoever asks nothing is seen to by ourselves. */
  keepAliveTimeout: 0,
  /** Without it the two timeouts above are looked at only every 30 seconds. */
  connectionsCheckingInterval: 1_000,
}

/** So many may wait to be let in; Node's own 511 are fewer than may come in a moment. */
const backlog = 4_096

export function createHttpServer(handler: Handler, log: Log, most = mostConnections()): HttpServer {
  let draining = false
  let stopping = false
  const tally = createTally()
  const sender = createSender(handler.answers, log, tally, () => stopping)
  const turns = createTurns()

  const listen = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // We stay with HTTP/1.1; Node would say nothing to what is broken after such a request.
    if (incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false
    connections.inTurn(incoming, outgoing)
  }

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, came: number) => {
    const request = describeRequest(incoming, came)
    if (draining && isReadyQuestion(request)) {
      sender.send(request, outgoing, stoppingReply())
      return
    }
    const plain = isPlainRead(incoming)
    const kept = plain ? handler.answers.find(request) : undefined
    if (kept) sender.sendPrepared(request, outgoing, kept)
    else if (plain) respond(request, outgoing, () => handler.answer(request))
    else receive(request, incoming, outgoing)
  }

  const respond = (
    request: Request,
    outgoing: ServerResponse,
    ask: () => Reply | Promise<Reply>,
  ) => {
    const finish = (reply: Reply) => {
      if (reply.fault !== undefined) {
        log.error('fault', { request: request.id, ...describeError(reply.fault) })
      }
      sender.send(request, outgoing, reply)
    }
    const fail = (error: unknown) => {
      log.error('fault', { request: request.id, ...describeError(error) })
      try {
        if (outgoing.headersSent) outgoing.destroy()
        else sender.send(request, outgoing, handler.broken(request, error))
      } catch (worse) {
        log.error('fault', { request: request.id, ...describeError(worse) })
        outgoing.destroy()
      }
    }
    try {
      const reply = ask()
      if (reply instanceof Promise) reply.then(finish).catch(fail)
      else finish(reply)
    } catch (error) {
      fail(error)
    }
  }

  const receive = (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) =>
    receiveBody(incoming, (body) => {
      if (body === 'aborted') return
      if (body === 'too large') request.tooLarge = true
      else request.body = body
      respond(request, outgoing, () =>
        isWellAddressed(incoming) ? handler.answer(request) : handler.unreadable(400, request.id),
      )
    })

  const server: Server = createServer(
    { ...timeouts, maxHeaderSize: 16 * 1024, requireHostHeader: false, noDelay: true },
    listen,
  )
  const connections = trackConnections(server, {
    answer: (incoming, outgoing) => {
      const came = performance.now()
      turns.take(came, () => answer(incoming, outgoing, came))
    },
    most,
    onCrowd: atMostEvery(minute, () => log.warn('connections full', { most })),
  })
  const looking = setInterval(() => connections.urge(performance.now()), 1_000).unref()
  server.on('connection', turns.somebodyCame)
  // An expectation that we do not know is passed over: a request is answered like any other.
  server.on('checkExpectation', listen)
  // We lead nobody further. Node has let go of the socket by now: its faults and its time are ours.
  server.on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    socket.setTimeout(timeouts.requestTimeout, () => socket.destroy())
    refuseBytes(400, socket)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const pending = connections.pending(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (pending) pending.once('finish', () => socket.end())
    else refuseBytes(statusOf(error), socket)
  })

  const refuseBytes = (refused: 400 | 408 | 431, socket: Socket) => {
    const id = newRequestId()
    const { status, headers, body } = handler.unreadable(refused, id)
    const bytes = Buffer.from(body)
    const own = { 'Content-Length': String(bytes.length), 'X-Request-Id': id, Connection: 'close' }
    const flat = raw({ ...headers, ...own })
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let place = 0; place < flat.length; place += 2) {
      head += `${flat[place]}: ${flat[place + 1]}\r\n`
    }
    socket.end(Buffer.concat([Buffer.from(`${head}\r\n`), bytes]))
    tally.answered('-', '-', status, 0)
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
    figures: () => ({
      routes: tally.routes(),
      connections: connections.count(),
      streams: tally.streams,
    }),
    stop: ({ idle, busy }) =>
      new Promise((resolve) => {
        stopping = true
        let sweep: NodeJS.Timeout | undefined
        const timers = [
          setTimeout(() => {
            closeIdle()
            // A stream that ends while we stop leaves its connection idle.
            sweep = setInterval(closeIdle, 100)
          }, idle),
          setTimeout(() => server.closeAllConnections(), busy),
        ]
        close(() => {
          for (const timer of timers) clearTimeout(timer)
          clearInterval(sweep)
          clearInterval(looking)
          // Nobody is left: this ends only its timers.
          server.close()
          resolve()
        })
      }),
  }
}

function atMostEvery(milliseconds: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < milliseconds) return
    last = performance.now()
    act()
  }
}

function statusOf({ code }: NodeJS.ErrnoException): 400 | 408 | 431 {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
