/** An address that is known before the shop behind it is there, so that its links can name it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Doorway = {
  address: string
  /** Where whoever comes is led. */
  leadTo(port: number): void
  /** Everybody on the way is dropped, and nobody gets through until it leads somewhere again. */
  cut(): void
  close(): Promise<void>
}

export async function openDoorway(): Promise<Doorway> {
  const inside = new Set<Socket>()
  let target = 0
  const server = createServer((guest) => {
    if (target === 0) return guest.destroy()
    const room = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [guest, room],
      [room, guest],
    ] as const) {
      inside.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => inside.delete(one))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(port) {
      target = port
    },
    cut() {
      target = 0
      for (const socket of inside) socket.destroy()
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of inside) socket.destroy()
      return closed
    },
  }
}
