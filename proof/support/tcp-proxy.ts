/** A line between the program and PostgreSQL that can be cut, or swallow everything without a word. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** A database that is reached by its socket, now by way of this line. */
  rewriteUrl(address: string): string
  /** Nothing gets through any more, and nobody is told: who connects is connected to nobody. */
  swallow(): void
  /** Who connects from now on gets through; what was swallowed stays so, on both sides. */
  restore(): void
  /** Ends the connection that gets the next such answer, or only swallows it and all after it. */
  onResponse(bytes: Buffer, then: 'cut' | 'swallow'): Promise<void>
  close(): Promise<void>
}

type Pair = { program: Socket; server: Socket; dead: boolean }

/** What PostgreSQL says when a transaction is kept. */
export const commitTag = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

export async function openTcpProxy(socket: string): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const swallowedSockets = new Set<Socket>()
  let isSwallowing = false
  let awaitedResponse: { bytes: Buffer; then: 'cut' | 'swallow'; resolve(): void } | undefined

  const handleAwaited = (pair: Pair, part: Buffer): boolean => {
    if (!awaitedResponse || !part.includes(awaitedResponse.bytes)) return false
    const { then, resolve } = awaitedResponse
    awaitedResponse = undefined
    if (then === 'cut') pair.program.destroy()
    pair.dead = true
    resolve()
    return true
  }

  // A dead line does not even say that the other side has hung up.
  const listening = createServer({ allowHalfOpen: true }, (program) => {
    program.on('error', () => {})
    if (isSwallowing) {
      swallowedSockets.add(program)
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
    swallow() {
      isSwallowing = true
      for (const pair of pairs) pair.dead = true
    },
    restore() {
      isSwallowing = false
    },
    onResponse: (bytes, then) =>
      new Promise((resolve) => {
        awaitedResponse = { bytes, then, resolve }
      }),
    async close() {
      const closed = new Promise<void>((resolve) => listening.close(() => resolve()))
      for (const one of [
        ...swallowedSockets,
        ...[...pairs].flatMap((pair) => [pair.program, pair.server]),
      ]) {
        one.destroy()
      }
      await closed
    },
  }
}
