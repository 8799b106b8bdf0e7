/**
 * Who is connected and what each of them waits for: a stop waits for requests under way and for no
 * other, and whoever is slow makes room for whoever comes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  /** The answer to a whole request that is being made on this connection. */
  pending(socket: Socket): ServerResponse | undefined
  /** Lets it be answered once everything before it on its connection was, and the answer taken. */
  inTurn(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Closes every connection on which nothing is asked, be it silent or half a header. */
  closeIdle(): void
  /** To be called every second: those who do not take their answer get little time, and an end. */
  urge(now: number): void
}

export type Reception = {
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  most: number
  /** Acts when there are so many that somebody must leave. */
  onCrowd(): void
}

type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Since when its answer has been waiting to be taken. */
  waitsSince?: number
}

type Visitor = {
  /** What is being answered, which may be done, and what was asked last. */
  current?: Exchange
  last?: Exchange
  waiting: Exchange[]
}

/** No browser sends a second request ahead of an answer, and each is held in memory. */
const mostAhead = 16

/** Node looks twice before it believes that nothing more is taken. */
const mostWithoutTaking = 6_500

/** However slowly it comes through, an answer is taken in this time or not at all. */
const mostForAnswer = 60_000

export function trackConnections(
  server: Server,
  { answer, most, onCrowd }: Reception,
): Connections {
  /** Whoever has asked nothing for the longest time comes first. */
  const visitors = new Map<Socket, Visitor>()

  const first = (fits: (visitor: Visitor) => boolean): Socket | undefined => {
    for (const [socket, visitor] of visitors) if (fits(visitor)) return socket
    return undefined
  }

  server.on('connection', (socket: Socket) => {
    if (visitors.size >= most) {
      onCrowd()
      const leaving = first((one) => !isAsking(one)) ?? first(isSlow) ?? socket
      leaving.destroy()
      visitors.delete(leaving)
      if (leaving === socket) return
    }
    visitors.set(socket, { waiting: [] })
    socket.once('close', () => visitors.delete(socket))
  })

  const start = (visitor: Visitor, exchange: Exchange) => {
    visitor.current = exchange
    if (visitor.waiting.length > 0) goOnAfter(visitor, exchange)
    answer(exchange.incoming, exchange.outgoing)
  }

  const goOnAfter = (visitor: Visitor, { outgoing }: Exchange) => {
    outgoing.once('close', () => {
      const next = visitor.waiting.shift()
      if (next && !next.incoming.socket.destroyed) start(visitor, next)
    })
  }

  const wait = (visitor: Visitor, exchange: Exchange) => {
    visitor.waiting.push(exchange)
    if (visitor.waiting.length === 1 && visitor.current) goOnAfter(visitor, visitor.current)
  }

  return {
    pending(socket) {
      const visitor = visitors.get(socket)
      if (!visitor || !isAsking(visitor)) return undefined
      return visitor.last?.incoming.complete ? visitor.last.outgoing : undefined
    },
    inTurn(incoming, outgoing) {
      const { socket } = incoming
      const visitor = visitors.get(socket)
      if (!visitor || socket.destroyed) return
      const exchange = { incoming, outgoing }
      const free = !isAsking(visitor)
      visitor.last = exchange
      visitors.delete(socket)
      visitors.set(socket, visitor)
      if (free) start(visitor, exchange)
      else if (visitor.waiting.length < mostAhead) wait(visitor, exchange)
      else socket.destroy()
    },
    closeIdle() {
      for (const [socket, visitor] of visitors) if (!isAsking(visitor)) socket.destroy()
    },
    urge(now) {
      for (const [socket, { current }] of visitors) {
        if (!current || !isUntaken(current)) continue
        if (current.waitsSince === undefined) socket.setTimeout(mostWithoutTaking)
        current.waitsSince ??= now
        if (now - current.waitsSince > mostForAnswer) socket.destroy()
      }
    },
  }
}

function isAsking({ last }: Visitor): boolean {
  return last !== undefined && !last.outgoing.closed
}

function isUntaken({ outgoing }: Exchange): boolean {
  return outgoing.writableEnded && !outgoing.writableFinished
}

/** Has not sent all of a request, or does not take its answer. */
function isSlow({ current, last }: Visitor): boolean {
  return last?.incoming.complete === false || (current !== undefined && isUntaken(current))
}
