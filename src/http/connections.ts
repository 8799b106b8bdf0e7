/**
 * Who is connected and what each of them waits for: a stop waits for requests under way and for no
 * other, and whoever is slow makes room for whoever comes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  /** The answer to a whole request that is being made on this connection. */
  pending(socket: Socket): ServerResponse | undefined
  /** False if nobody is there any more, or so much was asked at once that the connection was closed. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Closes every connection on which nothing is asked, be it silent or half a header. */
  closeIdle(): void
  /** Closes those that have taken too long over their answer. */
  closeLingering(now: number): void
}

export type Limits = {
  most: number
  /** Acts when there are so many that somebody must leave. */
  onCrowd(): void
}

/** The last request of a connection, which may long be answered. */
type Last = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Since when its answer has been waiting to be taken. */
  waitsSince?: number
}

type Visitor = { last?: Last; unanswered: number }

/** Nobody sends more requests ahead of their answers; each of them is held in memory meanwhile. */
const mostAhead = 16

/** However slowly it comes through, an answer is taken in this time or not at all. */
const mostForAnswer = 60_000

export function trackConnections(server: Server, { most, onCrowd }: Limits): Connections {
  /** Whoever has asked nothing for the longest time comes first. */
  const visitors = new Map<Socket, Visitor>()

  const underWay = ({ last }: Visitor): Last | undefined =>
    last && !last.outgoing.writableFinished ? last : undefined

  const first = (fits: (visitor: Visitor) => boolean): Socket | undefined => {
    for (const [socket, visitor] of visitors) if (fits(visitor)) return socket
    return undefined
  }

  server.on('connection', (socket: Socket) => {
    if (visitors.size >= most) {
      onCrowd()
      const leaving = first((one) => !underWay(one)) ?? first(isSlow)
      leaving?.destroy()
      if (!leaving) {
        socket.destroy()
        return
      }
      visitors.delete(leaving)
    }
    visitors.set(socket, { unanswered: 0 })
    socket.once('close', () => visitors.delete(socket))
  })

  return {
    pending(socket) {
      const visitor = visitors.get(socket)
      const found = visitor && underWay(visitor)
      return found?.incoming.complete ? found.outgoing : undefined
    },
    begin(incoming, outgoing) {
      const { socket } = incoming
      const visitor = visitors.get(socket)
      if (!visitor || socket.destroyed) return false
      if (visitor.unanswered >= mostAhead) {
        socket.destroy()
        return false
      }
      visitor.unanswered++
      outgoing.once('close', () => visitor.unanswered--)
      visitor.last = { incoming, outgoing }
      visitors.delete(socket)
      visitors.set(socket, visitor)
      return true
    },
    closeIdle() {
      for (const [socket, visitor] of visitors) if (!underWay(visitor)) socket.destroy()
    },
    closeLingering(now) {
      for (const [socket, visitor] of visitors) {
        const last = underWay(visitor)
        if (!last?.outgoing.writableEnded) continue
        last.waitsSince ??= now
        if (now - last.waitsSince > mostForAnswer) socket.destroy()
      }
    },
  }
}

/** Has not sent all of a request, or does not take its answer. */
function isSlow({ last }: Visitor): boolean {
  return last !== undefined && (!last.incoming.complete || last.outgoing.writableEnded)
}
