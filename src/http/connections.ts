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

export function trackConnections(server: Server): Connections {
  const open = new Set<Socket>()
  const busy = new Map<Socket, { incoming: IncomingMessage; outgoing: ServerResponse }>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      busy.delete(socket)
    })
  })
  return {
    pending(socket) {
      const found = busy.get(socket)
      return found?.incoming.complete ? found.outgoing : undefined
    },
    begin(incoming, outgoing) {
      const { socket } = incoming
      busy.set(socket, { incoming, outgoing })
      outgoing.once('close', () => {
        if (busy.get(socket)?.outgoing === outgoing) busy.delete(socket)
      })
    },
    closeIdle() {
      for (const socket of open) if (!busy.has(socket)) socket.destroy()
    },
  }
}
