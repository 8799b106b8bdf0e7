/**
 * Who is connected and what each of them waits for: a stop waits for requests under way and for no
 * other, and whoever is slow or silent makes room for whoever comes. All are looked at once a
 * second: a timer for each, set twice for a request, was a tenth of what a read cost.
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
  /** How many are connected. */
  count(): number
  /** To be called every second: those who ask nothing or take no answer get their time, and an end. */
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
  startedAt: number
  /** Since when its answer has been waiting to be taken. */
  waitsSince?: number
}

type Visitor = {
  /** What is being answered, which may be done, and what was asked last. */
  current?: Exchange
  last?: Exchange
  waiting: Exchange[]
  /** When it came or was put behind all others. */
  placedAt: number
  /** When it came, last asked or was being answered. */
  since: number
  /** When we said our last word to it. */
  endedAt?: number
  /** Has a timer of its own for as long as it does not take its answer. */
  isHurried?: boolean
}

/** No browser sends a second request ahead of an answer, and each is held in memory. */
const mostAhead = 16

/** Node looks twice before it believes that nothing more is taken. */
const mostWithoutTaking = 6_500

/** However slowly it comes through, an answer is taken in this time or not at all. */
const mostForAnswer = 60_000

/** We never work on an answer for so long. */
const mostForWork = 13_000

/** A connection on which nothing is asked for so long is closed; longer than proxies keep theirs. */
export const longestIdle = 65_000

/** Times are known to the second, and whoever trusts in our word may still send at its end. */
const leeway = 2_000

/** Whoever was told the last word and stays is let go. */
const mostAfterEnd = 1_500

export function trackConnections(
  server: Server,
  { answer, most, onCrowd }: Reception,
): Connections {
  /** Whoever has asked nothing for the longest time comes first, to the second. */
  const visitors = new Map<Socket, Visitor>()
  /** When somebody last looked: to the second is exact enough, and costs nothing. */
  let lately = performance.now()

  const first = (fits: (visitor: Visitor) => boolean): Socket | undefined => {
    for (const [socket, visitor] of visitors) if (fits(visitor)) return socket
    return undefined
  }

  server.on('connection', (socket: Socket) => {
    if (visitors.size >= most) {
      onCrowd()
      const isSilent = (one: Visitor) => !isAsking(one) && one.since !== lately
      const leaving = first(isSilent) ?? first(isSlow) ?? first((one) => !isAsking(one)) ?? socket
      leaving.destroy()
      visitors.delete(leaving)
      if (leaving === socket) return
    }
    visitors.set(socket, { waiting: [], placedAt: lately, since: lately })
    socket.once('close', () => visitors.delete(socket))
  })

  const start = (visitor: Visitor, exchange: Exchange) => {
    visitor.current = exchange
    exchange.startedAt = lately
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
      const exchange = { incoming, outgoing, startedAt: lately }
      const free = !isAsking(visitor)
      visitor.last = exchange
      visitor.since = lately
      if (visitor.placedAt !== lately) {
        visitor.placedAt = lately
        visitors.delete(socket)
        visitors.set(socket, visitor)
      }
      if (free) start(visitor, exchange)
      else if (visitor.waiting.length < mostAhead) wait(visitor, exchange)
      else socket.destroy()
    },
    closeIdle() {
      for (const [socket, visitor] of visitors) if (!isAsking(visitor)) socket.destroy()
    },
    count: () => visitors.size,
    urge(now) {
      lately = now
      for (const [socket, visitor] of visitors) {
        if (isAsking(visitor)) visitor.since = now
        if (socket.writableEnded) visitor.endedAt ??= now
        hurry(socket, visitor, now)
        if (isOver(visitor, now)) socket.destroy()
      }
    },
  }
}

/** Whoever does not take an answer has a timer of its own, which anything that is taken sets anew. */
function hurry(socket: Socket, visitor: Visitor, now: number): void {
  const { current } = visitor
  if (current && isUntaken(current)) {
    if (current.waitsSince === undefined) socket.setTimeout(mostWithoutTaking)
    current.waitsSince ??= now
    visitor.isHurried = true
  } else if (visitor.isHurried) {
    socket.setTimeout(0)
    visitor.isHurried = false
  }
}

function isOver({ current, last, since, endedAt }: Visitor, now: number): boolean {
  if (endedAt !== undefined && now - endedAt > mostAfterEnd) return true
  if (current?.waitsSince !== undefined && isUntaken(current)) {
    return now - current.waitsSince > mostForAnswer
  }
  if (current && isUnanswered(current)) return now - current.startedAt > mostForWork
  // Who has not asked yet is seen to by Node.
  return last !== undefined && now - since > longestIdle + leeway
}

function isAsking({ last }: Visitor): boolean {
  return last !== undefined && !last.outgoing.closed
}

function isUntaken({ outgoing }: Exchange): boolean {
  return outgoing.writableEnded && !outgoing.writableFinished
}

/** Everything was said and nothing is being said yet: not so of a stream, which may be silent. */
function isUnanswered({ incoming, outgoing }: Exchange): boolean {
  return incoming.complete && !outgoing.headersSent
}

/** Has not sent all of a request, or does not take its answer. */
function isSlow({ current, last }: Visitor): boolean {
  return last?.incoming.complete === false || (current !== undefined && isUntaken(current))
}
