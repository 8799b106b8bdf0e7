/**
 * Connection limiter: runs the requests of a connection one after the other, and when the connection limit is reached,
 * closes idle connections first, then slow ones.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type ConnectionLimiter = {
  /** Handles the request when the earlier requests of its connection have been answered. */
  handleInOrder(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** The response to the last request of a connection, if the request is complete and the response pending. */
  pendingResponse(socket: Socket): ServerResponse | undefined
  /**
   * Closes all connections without a request in progress. `server.closeIdleConnections()` does not suffice: it
   * leaves connections open that have not sent a complete header yet.
   */
  closeIdle(): void
  count(): number
}

type ConnectionOptions = {
  handle(incoming: IncomingMessage, outgoing: ServerResponse, receivedAtMs: number): void
  maxConnections: number
  onLimitReached(): void
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

type Connection = {
  socket: Socket
  /** The request that is being handled or was handled last, and the one that was received last. */
  current?: Exchange
  last?: Exchange
  /** Requests that wait for earlier ones. */
  waitingCount: number
  /** When it was opened or received a request, to the second. */
  lastActiveAtMs: number
}

/** Browsers do not pipeline, and every waiting request is held in memory. */
const maxPipelinedRequests = 16

/**
 * A connection without a request counts as idle after this time: its first request may be on the way. Activity is
 * recorded at most once in this time: moving the connection in the map costs as much as finding a cached response.
 */
const idleAfterMs = 1_000

export function limitConnections(
  server: Server,
  { handle, maxConnections, onLimitReached }: ConnectionOptions,
): ConnectionLimiter {
  /** The least recently active comes first. */
  const connections = new Map<Socket, Connection>()

  server.on('connection', (socket: Socket) => {
    if (connections.size >= maxConnections) {
      onLimitReached()
      // The new connection itself, if all others are being served.
      const evicted = chooseEvicted(connections.values())?.socket ?? socket
      evicted.destroy()
      connections.delete(evicted)
      if (evicted === socket) return
    }
    connections.set(socket, { socket, waitingCount: 0, lastActiveAtMs: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })

  const start = (connection: Connection, exchange: Exchange, nowMs: number) => {
    connection.current = exchange
    handle(exchange.incoming, exchange.outgoing, nowMs)
  }

  return {
    handleInOrder(incoming, outgoing) {
      const { socket } = incoming
      const connection = connections.get(socket)
      if (!connection || socket.destroyed) return
      const nowMs = performance.now()
      if (nowMs - connection.lastActiveAtMs > idleAfterMs) {
        connection.lastActiveAtMs = nowMs
        connections.delete(socket)
        connections.set(socket, connection)
      }
      const exchange = { incoming, outgoing }
      const previous = connection.last?.outgoing
      connection.last = exchange
      if (!previous || previous.closed) start(connection, exchange, nowMs)
      else if (connection.waitingCount === maxPipelinedRequests) socket.destroy()
      else {
        connection.waitingCount++
        previous.once('close', () => {
          connection.waitingCount--
          if (!socket.destroyed) start(connection, exchange, performance.now())
        })
      }
    },
    pendingResponse(socket) {
      const { last } = connections.get(socket) ?? {}
      return last?.incoming.complete && !last.outgoing.closed ? last.outgoing : undefined
    },
    closeIdle() {
      for (const connection of connections.values())
        if (isIdle(connection)) connection.socket.destroy()
    },
    count: () => connections.size,
  }
}

/** The connection that has been idle longest, else a slow client, else one that was just opened. */
function chooseEvicted(connections: Iterable<Connection>): Connection | undefined {
  const idleBeforeMs = performance.now() - idleAfterMs
  let [slow, justOpened]: Connection[] = []
  for (const connection of connections) {
    if (!isIdle(connection)) {
      if (isSlowClient(connection)) slow ??= connection
    } else if (connection.lastActiveAtMs < idleBeforeMs) return connection
    else justOpened ??= connection
  }
  return slow ?? justOpened
}

function isIdle({ last }: Connection): boolean {
  return last === undefined || last.outgoing.closed
}

/** The client has not sent all of a request, or does not read its response. */
function isSlowClient({ current, last }: Connection): boolean {
  const isUnread = current?.outgoing.writableEnded && !current.outgoing.writableFinished
  return isUnread || last?.incoming.complete === false
}

const readTimeouts = {
  /** Node checks twice whether anything was written before a socket timeout fires: this becomes 13 s at most. */
  stallMs: 6_500,
  /** For clients that read a few bytes now and then. */
  totalMs: 60_000,
}

/**
 * Closes the connection of a client that does not read its response. To be called when the response was written.
 * `server.timeout` does not suffice: it fires after up to twice its time, every byte that is read restarts it, and it
 * would also close event streams. The other phases of a request have timeouts of their own (server.ts).
 */
export function limitReadTime(
  outgoing: ServerResponse,
  { stallMs, totalMs }: typeof readTimeouts = readTimeouts,
): void {
  const { socket } = outgoing
  // The operating system took all of it: the usual case.
  if (!socket || socket.writableLength === 0) return
  const previousMs = socket.timeout ?? 0
  socket.setTimeout(stallMs)
  // Otherwise every byte that the client sends would restart the timeout. Node reads on after a complete request.
  const pausing = setImmediate(() => socket.pause())
  const timer = setTimeout(() => socket.destroy(), totalMs)
  outgoing.once('close', () => {
    clearTimeout(timer)
    clearImmediate(pausing)
    // Unless Node has set the keep-alive timeout in the meantime.
    if (socket.timeout === stallMs) socket.setTimeout(previousMs)
    socket.resume()
  })
}

/** How long a connection may stay open after we have ended our side. */
const lingerTimeoutMs = 1_500

/** Ends a connection; the client has a moment to read the last bytes. */
export function endConnection(socket: Socket, text = ''): void {
  socket.end(text)
  // Not a socket timeout: a client that keeps sending would restart it.
  setTimeout(() => socket.destroy(), lingerTimeoutMs).unref()
}
