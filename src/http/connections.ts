/**
 * Who is connected and what each of them waits for: a stop waits for requests under way and for no
 * other, and whoever is slow or silent makes room for whoever comes. All are looked at once a
 * second: a timer for each, set twice for a request, was a tenth of what a read cost.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionTracker = {
  /** The answer to a whole request that is being made on this connection. */
  pendingResponse(socket: Socket): ServerResponse | undefined
  /** Lets it be answered once everything before it on its connection was, and the answer taken. */
  handleInOrder(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Closes every connection on which nothing is asked, be it silent or half a header. */
  closeIdle(): void
  /** How many are connected. */
  count(): number
  /** To be called every second: those who ask nothing or take no answer get their time, and an end. */
  checkTimeouts(now: number): void
}

export type ConnectionOptions = {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void
  maxConnections: number
  /** Acts when there are so many that somebody must leave. */
  onLimitReached(): void
}

type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  startedAtMs: number
  /** Since when its answer has been waiting to be taken. */
  unreadSinceMs?: number
}

type TrackedConnection = {
  /** What is being answered, which may be done, and what was asked last. */
  current?: Exchange
  last?: Exchange
  queued: Exchange[]
  /** When it came or was put behind all others. */
  queuedAtMs: number
  /** When it came, last asked or was being answered. */
  lastActiveAtMs: number
  /** When we said our last word to it. */
  endedAtMs?: number
  /** Has a timer of its own for as long as it does not take its answer. */
  hasReadTimer?: boolean
}

/** No browser sends a second request ahead of an answer, and each is held in memory. */
const maxPipelinedRequests = 16

/** Node looks twice before it believes that nothing more is taken. */
const readStallTimeoutMs = 6_500

/** However slowly it comes through, an answer is taken in this time or not at all. */
const responseReadTimeoutMs = 60_000

/** We never work on an answer for so long. */
const handlerTimeoutMs = 13_000

/** A connection on which nothing is asked for so long is closed; longer than proxies keep theirs. */
export const idleTimeoutMs = 65_000

/** Times are known to the second, and whoever trusts in our word may still send at its end. */
const idleGraceMs = 2_000

/** Whoever was told the last word and stays is let go. */
const lingerTimeoutMs = 1_500

export function trackConnections(
  server: Server,
  { handle, maxConnections, onLimitReached }: ConnectionOptions,
): ConnectionTracker {
  /** Whoever has asked nothing for the longest time comes first, to the second. */
  const connections = new Map<Socket, TrackedConnection>()
  /** When somebody last looked: to the second is exact enough, and costs nothing. */
  let lastTickMs = performance.now()

  const findFirst = (matches: (connection: TrackedConnection) => boolean): Socket | undefined => {
    for (const [socket, connection] of connections) if (matches(connection)) return socket
    return undefined
  }

  server.on('connection', (socket: Socket) => {
    if (connections.size >= maxConnections) {
      onLimitReached()
      const isIdle = (connection: TrackedConnection) =>
        !hasPendingRequest(connection) && connection.lastActiveAtMs !== lastTickMs
      const evicted =
        findFirst(isIdle) ??
        findFirst(isSlowClient) ??
        findFirst((connection) => !hasPendingRequest(connection)) ??
        socket
      evicted.destroy()
      connections.delete(evicted)
      if (evicted === socket) return
    }
    connections.set(socket, { queued: [], queuedAtMs: lastTickMs, lastActiveAtMs: lastTickMs })
    socket.once('close', () => connections.delete(socket))
  })

  const start = (connection: TrackedConnection, exchange: Exchange) => {
    connection.current = exchange
    exchange.startedAtMs = lastTickMs
    if (connection.queued.length > 0) startNextAfter(connection, exchange)
    handle(exchange.incoming, exchange.outgoing)
  }

  const startNextAfter = (connection: TrackedConnection, { outgoing }: Exchange) => {
    outgoing.once('close', () => {
      const next = connection.queued.shift()
      if (next && !next.incoming.socket.destroyed) start(connection, next)
    })
  }

  const enqueue = (connection: TrackedConnection, exchange: Exchange) => {
    connection.queued.push(exchange)
    if (connection.queued.length === 1 && connection.current)
      startNextAfter(connection, connection.current)
  }

  return {
    pendingResponse(socket) {
      const connection = connections.get(socket)
      if (!connection || !hasPendingRequest(connection)) return undefined
      return connection.last?.incoming.complete ? connection.last.outgoing : undefined
    },
    handleInOrder(incoming, outgoing) {
      const { socket } = incoming
      const connection = connections.get(socket)
      if (!connection || socket.destroyed) return
      const exchange = { incoming, outgoing, startedAtMs: lastTickMs }
      const isFree = !hasPendingRequest(connection)
      connection.last = exchange
      connection.lastActiveAtMs = lastTickMs
      if (connection.queuedAtMs !== lastTickMs) {
        connection.queuedAtMs = lastTickMs
        connections.delete(socket)
        connections.set(socket, connection)
      }
      if (isFree) start(connection, exchange)
      else if (connection.queued.length < maxPipelinedRequests) enqueue(connection, exchange)
      else socket.destroy()
    },
    closeIdle() {
      for (const [socket, connection] of connections)
        if (!hasPendingRequest(connection)) socket.destroy()
    },
    count: () => connections.size,
    checkTimeouts(now) {
      lastTickMs = now
      for (const [socket, connection] of connections) {
        if (hasPendingRequest(connection)) connection.lastActiveAtMs = now
        if (socket.writableEnded) connection.endedAtMs ??= now
        applyReadTimeout(socket, connection, now)
        if (isTimedOut(connection, now)) socket.destroy()
      }
    },
  }
}

/** Whoever does not take an answer has a timer of its own, which anything that is taken sets anew. */
function applyReadTimeout(socket: Socket, connection: TrackedConnection, now: number): void {
  const { current } = connection
  if (current && isResponseUnread(current)) {
    if (current.unreadSinceMs === undefined) socket.setTimeout(readStallTimeoutMs)
    current.unreadSinceMs ??= now
    connection.hasReadTimer = true
  } else if (connection.hasReadTimer) {
    socket.setTimeout(0)
    connection.hasReadTimer = false
  }
}

function isTimedOut(
  { current, last, lastActiveAtMs, endedAtMs }: TrackedConnection,
  now: number,
): boolean {
  if (endedAtMs !== undefined && now - endedAtMs > lingerTimeoutMs) return true
  if (current?.unreadSinceMs !== undefined && isResponseUnread(current)) {
    return now - current.unreadSinceMs > responseReadTimeoutMs
  }
  if (current && isResponsePending(current)) return now - current.startedAtMs > handlerTimeoutMs
  // Who has not asked yet is seen to by Node.
  return last !== undefined && now - lastActiveAtMs > idleTimeoutMs + idleGraceMs
}

function hasPendingRequest({ last }: TrackedConnection): boolean {
  return last !== undefined && !last.outgoing.closed
}

function isResponseUnread({ outgoing }: Exchange): boolean {
  return outgoing.writableEnded && !outgoing.writableFinished
}

/** Everything was said and nothing is being said yet: not so of a stream, which may be silent. */
function isResponsePending({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && !outgoing.headersSent
}

/** Has not sent all of a request, or does not take its answer. */
function isSlowClient({ current, last }: TrackedConnection): boolean {
  return last?.incoming.complete === false || (current !== undefined && isResponseUnread(current))
}
