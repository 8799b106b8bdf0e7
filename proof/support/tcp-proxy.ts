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
  /** Closes the connection of the next transaction with these bytes at its COMMIT. Resolves when that has happened. */
  cutCommit(cut: CommitCut, transactionBytes: Buffer): Promise<void>
  close(): Promise<void>
}

/** Before the server receives COMMIT, or after it has committed and before the program gets the response. */
export const commitCuts = ['before COMMIT', 'after COMMIT'] as const

export type CommitCut = (typeof commitCuts)[number]

type Pair = {
  program: Socket
  server: Socket
  dead: boolean
  /** Whether the current transaction has the bytes whose COMMIT is to be cut. */
  isAimedAt: boolean
}

/** The message of PostgreSQL after a commit. */
export const commitTag = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

/** The messages of the program that begin and commit a transaction. */
const beginRequest = Buffer.from('BEGIN ISOLATION LEVEL')
const commitRequest = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1')

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

  let commitAim: { cut: CommitCut; transactionBytes: Buffer; resolve(): void } | undefined

  /** Returns whether the connection was cut instead of forwarding this part. */
  const cutAtCommit = (pair: Pair, part: Buffer, isFromProgram: boolean): boolean => {
    if (isFromProgram) {
      if (part.includes(beginRequest)) pair.isAimedAt = false
      if (commitAim && part.includes(commitAim.transactionBytes)) pair.isAimedAt = true
    }
    const commit = isFromProgram ? commitRequest : commitTag
    const isNow = (commitAim?.cut === 'before COMMIT') === isFromProgram
    if (!commitAim || !isNow || !pair.isAimedAt || !part.includes(commit)) return false
    const { resolve } = commitAim
    commitAim = undefined
    pair.dead = true
    pair.program.destroy()
    // Ends the transaction and its locks, unless it is committed.
    pair.server.destroy()
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
      isAimedAt: false,
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
        if (cutAtCommit(pair, part, from === program)) return
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
    cutCommit: (cut, transactionBytes) =>
      new Promise((resolve) => {
        commitAim = { cut, transactionBytes, resolve }
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
