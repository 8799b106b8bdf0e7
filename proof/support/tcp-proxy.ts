/** TCP proxy between the program and PostgreSQL that can close connections or drop all data silently. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The URL of the database through this proxy. */
  rewriteUrl(address: string): string
  /** From now on all data is dropped, and new connections are accepted but not forwarded. */
  dropData(): void
  /** New connections are forwarded again; existing ones stay silent. */
  restore(): void
  /** Closes the connection that receives the next response with these bytes, or drops its data from there on. */
  onResponse(bytes: Buffer, then: 'close' | 'drop'): Promise<void>
  close(): Promise<void>
}

type Pair = { program: Socket; server: Socket; dead: boolean }

/** The message of PostgreSQL after a commit. */
export const commitTag = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

export async function openTcpProxy(socket: string): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const droppedSockets = new Set<Socket>()
  let isDropping = false
  let awaitedResponse: { bytes: Buffer; then: 'close' | 'drop'; resolve(): void } | undefined

  const handleAwaited = (pair: Pair, part: Buffer): boolean => {
    if (!awaitedResponse || !part.includes(awaitedResponse.bytes)) return false
    const { then, resolve } = awaitedResponse
    awaitedResponse = undefined
    if (then === 'close') pair.program.destroy()
    pair.dead = true
    resolve()
    return true
  }

  // A dropped connection does not report that the other side has closed it.
  const listening = createServer({ allowHalfOpen: true }, (program) => {
    program.on('error', () => {})
    if (isDropping) {
      droppedSockets.add(program)
      program.resume()
      return
    }
    const pair: Pair = {
      program,
      server: connect({ path: socket, allowHalfOpen: true }),
      dead: false,
    }
    pairs.add(pair)
    const ends = [
      [program, pair.server],
      [pair.server, program],
    ] as const
    for (const [from, to] of ends) {
      from.setNoDelay(true)
      from.on('data', (part: Buffer) => {
        if (pair.dead || (from === pair.server && handleAwaited(pair, part))) return
        to.write(part)
      })
      from.on('error', () => {})
      from.on('end', () => {
        if (!pair.dead) to.end()
      })
      from.on('close', () => {
        if (!pair.dead) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo

  return {
    rewriteUrl(address) {
      const { pathname, searchParams } = new URL(address)
      searchParams.delete('host')
      const query = searchParams.size > 0 ? `?${searchParams}` : ''
      return `postgres://letan@127.0.0.1:${port}${pathname}${query}`
    },
    dropData() {
      isDropping = true
      for (const pair of pairs) pair.dead = true
    },
    restore() {
      isDropping = false
    },
    onResponse: (bytes, then) =>
      new Promise((resolve) => {
        awaitedResponse = { bytes, then, resolve }
      }),
    async close() {
      const closed = new Promise<void>((resolve) => listening.close(() => resolve()))
      for (const one of [
        ...droppedSockets,
        ...[...pairs].flatMap((pair) => [pair.program, pair.server]),
      ]) {
        one.destroy()
      }
      await closed
    },
  }
}
