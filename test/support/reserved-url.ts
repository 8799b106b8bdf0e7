/** A URL that is known before the shop behind it starts, so that links can contain it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type ReservedUrl = {
  address: string
  /** Sets the port to which connections are forwarded. */
  forwardTo(port: number): void
  /** Connections stay open, and new ones are accepted, but nothing is forwarded until a target is set again. */
  silence(): void
  /** Closes all connections, and rejects new ones until a target is set again. */
  disconnect(): void
  close(): Promise<void>
}

export async function reserveUrl(): Promise<ReservedUrl> {
  const sockets = new Set<Socket>()
  const silentClients = new Set<Socket>()
  let target = 0
  let isSilent = false
  const server = createServer((client) => {
    if (isSilent) {
      silentClients.add(client)
      client.on('error', () => client.destroy())
      return
    }
    if (target === 0) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(port) {
      target = port
      isSilent = false
      for (const socket of sockets) socket.resume()
      for (const socket of silentClients) socket.destroy()
      silentClients.clear()
    },
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    disconnect() {
      target = 0
      for (const socket of sockets) socket.destroy()
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of [...sockets, ...silentClients]) socket.destroy()
      return closed
    },
  }
}
