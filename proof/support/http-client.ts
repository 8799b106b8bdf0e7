/** HTTP client with keep-alive connections. */
import { Agent, request } from 'node:http'

export type ClientResponse = { status: number; headers: Record<string, unknown>; text: string }

/** Sends a body as JSON, or URLSearchParams as a form. */
export type Send = (
  method: string,
  path: string,
  body?: object | URLSearchParams,
  headers?: Record<string, string>,
) => Promise<ClientResponse>

/** A connection error. */
export type SendError = NodeJS.ErrnoException & {
  /** Whether the connection had a request before; a new one may be in the queue of a closing listener. */
  reusedSocket: boolean
}

type HttpClient = {
  /** Rejects with a SendError. */
  send: Send
  /** Closes idle connections, for which a graceful shutdown would wait. */
  closeIdle(): void
  close(): void
}

export function createHttpClient(port: number, connections: number, keepAlive = true): HttpClient {
  const agent = new Agent({ keepAlive, maxSockets: connections })
  const send: Send = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const { text, type } = encodeBody(body)
      const bodyHeaders = text && {
        'content-type': type,
        'content-length': String(Buffer.byteLength(text)),
      }
      const outgoing = request(
        { agent, port, host: '127.0.0.1', method, path, headers: { ...bodyHeaders, ...headers } },
        (incoming) => {
          let responseText = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (part) => {
            responseText += part
          })
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: responseText,
            }),
          )
          incoming.on('error', reject)
        },
      )
      outgoing.on('error', (error) =>
        reject(Object.assign(error, { reusedSocket: outgoing.reusedSocket })),
      )
      outgoing.end(text)
    })
  return {
    send,
    closeIdle() {
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy()
      }
    },
    close: () => agent.destroy(),
  }
}

function encodeBody(body: object | undefined): { text?: string; type: string } {
  const type = 'application/json'
  if (body === undefined) return { type }
  if (!(body instanceof URLSearchParams)) return { text: JSON.stringify(body), type }
  return { text: body.toString(), type: 'application/x-www-form-urlencoded' }
}
