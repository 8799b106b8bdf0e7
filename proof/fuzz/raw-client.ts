/** A light client: whatever bytes, over connections that are kept for as long as the server keeps them. */
import { connect, type Socket } from 'node:net'
import { createReader, NotHttp, type Read } from './response-reader.ts'

export type Heard =
  | { answer: Read; milliseconds: number }
  /** No answer: the connection was closed, stayed silent, or said what is no HTTP. */
  | { fault: string; milliseconds: number }

export type Line = {
  /** Sends one request and hears its answer. */
  ask(bytes: Buffer, method: string): Promise<Heard>
  close(): void
}

const patience = 20_000

/** One connection at a time, a new one whenever the server has closed the last. */
export function openLine(port: number): Line {
  let socket: Socket | undefined
  let reader = createReader()
  let waiting: { method: string; tell(heard: Answer): void } | undefined

  type Answer = { answer: Read } | { fault: string }

  const hangUp = (own: Socket) => {
    if (own === socket) socket = undefined
    own.destroy()
  }
  const settle = (own: Socket, heard: Answer) => {
    if (own !== socket) return
    const asked = waiting
    waiting = undefined
    if ('fault' in heard || heard.answer.closes || heard.answer.endless) hangUp(own)
    asked?.tell(heard)
  }
  const look = (own: Socket, ended: boolean) => {
    if (own !== socket) return
    try {
      if (!waiting) {
        if (reader.left() > 0) hangUp(own)
        return
      }
      const answer = reader.next(waiting.method, ended)
      if (!answer) return
      // Bytes that are no request are answered in words, whatever their method was meant to be.
      const unasked = reader.left() > 0 && !answer.endless && !answer.closes
      settle(own, unasked ? { fault: 'said more than was asked' } : { answer })
    } catch (error) {
      if (!(error instanceof NotHttp)) throw error
      settle(own, { fault: error.message })
    }
  }
  const dial = (): Socket => {
    const own = connect({ port, host: '127.0.0.1', noDelay: true })
    reader = createReader()
    own.on('data', (bytes) => {
      if (own !== socket) return
      reader.push(bytes)
      look(own, false)
    })
    own.on('error', () => {})
    own.on('close', () => {
      look(own, true)
      settle(own, { fault: 'closed without an answer' })
      if (own === socket) socket = undefined
    })
    return own
  }

  return {
    ask(bytes, method) {
      const began = performance.now()
      return new Promise((resolve) => {
        socket ??= dial()
        const own = socket
        const timer = setTimeout(
          () => settle(own, { fault: `no answer in time (${reader.left()} bytes)` }),
          patience,
        )
        waiting = {
          method,
          tell: (heard) => {
            clearTimeout(timer)
            resolve({ ...heard, milliseconds: performance.now() - began })
          },
        }
        own.write(bytes)
      })
    },
    close() {
      socket?.destroy()
      socket = undefined
    },
  }
}

export type Thrown = { answers: Read[]; closed: boolean; fault: string | undefined }

/** Bytes on a connection of their own, and whatever comes back until it is closed. */
export function throwBytes(
  port: number,
  pieces: readonly Buffer[],
  hangsUp = false,
): Promise<Thrown> {
  return new Promise((resolve) => {
    const reader = createReader()
    const answers: Read[] = []
    let fault: string | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const look = (ended: boolean) => {
      try {
        for (;;) {
          const answer = reader.next('GET', ended)
          if (!answer) return
          answers.push(answer)
          if (answer.endless) socket.destroy()
        }
      } catch (error) {
        if (!(error instanceof NotHttp)) throw error
        fault = error.message
        socket.destroy()
      }
    }
    let closed = true
    // Whoever waits for the rest is told that there is none, or finds nobody there.
    const noMore = setTimeout(() => !hangsUp && socket.end(), 40)
    const tooLong = setTimeout(() => {
      closed = false
      socket.destroy()
    }, patience)
    socket.on('data', (bytes) => {
      reader.push(bytes)
      look(false)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(noMore)
      clearTimeout(tooLong)
      if (fault === undefined) look(true)
      resolve({ answers, closed, fault })
    })
    for (const piece of pieces) socket.write(piece)
    if (hangsUp) socket.write('', () => socket.resetAndDestroy())
  })
}
