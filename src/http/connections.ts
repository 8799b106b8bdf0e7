/** Which connections have a request under way, so that a stop waits for those and for no other. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  /** The answer to a whole request that is being made on this connection. */
  pending(socket: Socket): ServerResponse | undefined
  begin(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Closes every connection on which nothing is asked, be it silent or half a header. */
  closeIdle(): void
}

type Last = { incoming: IncomingMessage; outgoing: ServerResponse }

export function trackConnections(server: Server): Connections {
  /** The last request of each open connection, which may long be answered. */
  const last = new Map<Socket, Last | undefined>()
  server.on('connection', (socket: Socket) => {
    last.set(socket, undefined)
    socket.once('close', () => last.delete(socket))
  })
  const underWay = (socket: Socket): Last | undefined => {
    const found = last.get(socket)
    return found && !found.outgoing.writableFinished ? found : undefined
  }
  return {
    pending(socket) {
      const found = underWay(socket)
      return found?.incoming.complete ? found.outgoing : undefined
    },
    begin(incoming, outgoing) {
      last.set(incoming.socket, { incoming, outgoing })
    },
    closeIdle() {
      for (const socket of last.keys()) if (!underWay(socket)) socket.destroy()
    },
  }
}
