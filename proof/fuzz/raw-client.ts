/** A minimal HTTP client that sends any bytes over keep-alive connections. */
import { connect, type Socket } from 'node:net'
import { createResponseReader, NotHttp, type ParsedResponse } from './response-reader.ts'

type ExchangeResult =
  | { response: ParsedResponse; milliseconds: number }
  /** No valid response: the connection was closed, timed out, or did not send HTTP. */
  | { error: string; milliseconds: number }

type RawClient = {
  send(bytes: Buffer, method: string): Promise<ExchangeResult>
  close(): void
}

const responseTimeoutMs = 20_000

/** Uses one connection, and opens a new one when the server has closed it. */
export function openRawClient(port: number): RawClient {
  let socket: Socket | undefined
  let reader = createResponseReader()
  let waiting: { method: string; finish(result: ExchangeOutcome): void } | undefined

  type ExchangeOutcome = { response: ParsedResponse } | { error: string }

  const disconnect = (own: Socket) => {
    if (own === socket) socket = undefined
    own.destroy()
  }
  const finishExchange = (own: Socket, result: ExchangeOutcome) => {
    if (own !== socket) return
    const pending = waiting
    waiting = undefined
    if ('error' in result || result.response.isLast || result.response.isStream) disconnect(own)
    pending?.finish(result)
  }
  const readResponse = (own: Socket, ended: boolean) => {
    if (own !== socket) return
    try {
      if (!waiting) {
        if (reader.pendingBytes() > 0) disconnect(own)
        return
      }
      const response = reader.next(waiting.method, ended)
      if (!response) return
      // The response to malformed bytes has a body for every method.
      const isUnrequested = reader.pendingBytes() > 0 && !response.isStream && !response.isLast
      finishExchange(own, isUnrequested ? { error: 'bytes after the response' } : { response })
    } catch (caught) {
      if (!(caught instanceof NotHttp)) throw caught
      finishExchange(own, { error: caught.message })
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
      finishExchange(own, { error: 'closed without a response' })
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
          () => finishExchange(own, { error: `response timeout (${reader.pendingBytes()} bytes)` }),
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

type RawExchange = {
  responses: ParsedResponse[]
  closed: boolean
  error: string | undefined
}

/** Sends bytes on a new connection and reads all responses until it is closed. */
export function sendBytes(
  port: number,
  pieces: readonly Buffer[],
  disconnectsEarly = false,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const reader = createResponseReader()
    const responses: ParsedResponse[] = []
    let error: string | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const readResponses = (ended: boolean) => {
      try {
        for (;;) {
          const response = reader.next('GET', ended)
          if (!response) return
          responses.push(response)
          if (response.isStream) socket.destroy()
        }
      } catch (caught) {
        if (!(caught instanceof NotHttp)) throw caught
        error = caught.message
        socket.destroy()
      }
    }
    let closed = true
    // Ends the input of a server that waits for more bytes.
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
      if (error === undefined) readResponses(true)
      resolve({ responses, closed, error })
    })
    for (const piece of pieces) socket.write(piece)
    if (disconnectsEarly) socket.write('', () => socket.resetAndDestroy())
  })
}
