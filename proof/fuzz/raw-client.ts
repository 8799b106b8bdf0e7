/** A light client: whatever bytes, over connections that are kept for as long as the server keeps them. */
import { connect, type Socket } from 'node:net'
import { createResponseReader, NotHttp, type ParsedResponse } from './response-reader.ts'

export type ExchangeResult =
  | { response: ParsedResponse; milliseconds: number }
  /** No answer: the connection was closed, stayed silent, or said what is no HTTP. */
  | { fault: string; milliseconds: number }

export type RawClient = {
  /** Sends one request and hears its answer. */
  send(bytes: Buffer, method: string): Promise<ExchangeResult>
  close(): void
}

const responseTimeoutMs = 20_000

/** One connection at a time, a new one whenever the server has closed the last. */
export function openRawClient(port: number): RawClient {
  let socket: Socket | undefined
  let reader = createResponseReader()
  let waiting: { method: string; finish(result: ExchangeOutcome): void } | undefined

  type ExchangeOutcome = { response: ParsedResponse } | { fault: string }

  const hangUp = (own: Socket) => {
    if (own === socket) socket = undefined
    own.destroy()
  }
  const finishExchange = (own: Socket, result: ExchangeOutcome) => {
    if (own !== socket) return
    const pending = waiting
    waiting = undefined
    if ('fault' in result || result.response.closes || result.response.endless) hangUp(own)
    pending?.finish(result)
  }
  const readResponse = (own: Socket, ended: boolean) => {
    if (own !== socket) return
    try {
      if (!waiting) {
        if (reader.pendingBytes() > 0) hangUp(own)
        return
      }
      const response = reader.next(waiting.method, ended)
      if (!response) return
      // Bytes that are no request are answered in words, whatever their method was meant to be.
      const isUnrequested = reader.pendingBytes() > 0 && !response.endless && !response.closes
      finishExchange(own, isUnrequested ? { fault: 'said more than was asked' } : { response })
    } catch (error) {
      if (!(error instanceof NotHttp)) throw error
      finishExchange(own, { fault: error.message })
    }
  }
  const openConnection = (): Socket => {
    const own = connect({ port, host: '127.0.0.1', noDelay: true })
    reader = createResponseReader()
    own.on('data', (bytes) => {
      if (own !== socket) return
      reader.push(bytes)
      readResponse(own, false)
    })
    own.on('error', () => {})
    own.on('close', () => {
      readResponse(own, true)
      finishExchange(own, { fault: 'closed without an answer' })
      if (own === socket) socket = undefined
    })
    return own
  }

  return {
    send(bytes, method) {
      const began = performance.now()
      return new Promise((resolve) => {
        socket ??= openConnection()
        const own = socket
        const timer = setTimeout(
          () =>
            finishExchange(own, { fault: `no answer in time (${reader.pendingBytes()} bytes)` }),
          responseTimeoutMs,
        )
        waiting = {
          method,
          finish: (result) => {
            clearTimeout(timer)
            resolve({ ...result, milliseconds: performance.now() - began })
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

export type RawExchange = {
  responses: ParsedResponse[]
  closed: boolean
  fault: string | undefined
}

/** Bytes on a connection of their own, and whatever comes back until it is closed. */
export function sendBytes(
  port: number,
  pieces: readonly Buffer[],
  disconnectsEarly = false,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const reader = createResponseReader()
    const responses: ParsedResponse[] = []
    let fault: string | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const readResponses = (ended: boolean) => {
      try {
        for (;;) {
          const response = reader.next('GET', ended)
          if (!response) return
          responses.push(response)
          if (response.endless) socket.destroy()
        }
      } catch (error) {
        if (!(error instanceof NotHttp)) throw error
        fault = error.message
        socket.destroy()
      }
    }
    let closed = true
    // Whoever waits for the rest is told that there is none, or finds nobody there.
    const endTimer = setTimeout(() => !disconnectsEarly && socket.end(), 40)
    const timeoutTimer = setTimeout(() => {
      closed = false
      socket.destroy()
    }, responseTimeoutMs)
    socket.on('data', (bytes) => {
      reader.push(bytes)
      readResponses(false)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(endTimer)
      clearTimeout(timeoutTimer)
      if (fault === undefined) readResponses(true)
      resolve({ responses, closed, fault })
    })
    for (const piece of pieces) socket.write(piece)
    if (disconnectsEarly) socket.write('', () => socket.resetAndDestroy())
  })
}
