/** A client over connections that are kept, which knows nothing of the insides of what it calls. */
import { Agent, request } from 'node:http'

export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** A body is sent as JSON, or as a page sends its form. */
export type Send = (
  method: string,
  path: string,
  body?: object | URLSearchParams,
  headers?: Record<string, string>,
) => Promise<Answer>

/** A fault of the connection. */
export type SendError = NodeJS.ErrnoException & {
  /** Whether something was asked on it before; one that is new may be in the queue of a closing door. */
  kept: boolean
}

export type Sender = {
  /** Rejects with a SendError. */
  send: Send
  /** Ends the connections on which nothing is asked: a clean stop would wait for them. */
  hangUp(): void
  close(): void
}

export function createSender(port: number, connections: number, keepAlive = true): Sender {
  const agent = new Agent({ keepAlive, maxSockets: connections })
  const send: Send = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const { text, type } = written(body)
      const about = text && {
        'content-type': type,
        'content-length': String(Buffer.byteLength(text)),
      }
      const outgoing = request(
        { agent, port, host: '127.0.0.1', method, path, headers: { ...about, ...headers } },
        (incoming) => {
          let answer = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (part) => {
            answer += part
          })
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: answer }),
          )
          incoming.on('error', reject)
        },
      )
      outgoing.on('error', (error) => reject(Object.assign(error, { kept: outgoing.reusedSocket })))
      outgoing.end(text)
    })
  return {
    send,
    hangUp() {
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy()
      }
    },
    close: () => agent.destroy(),
  }
}

function written(body: object | undefined): { text?: string; type: string } {
  const type = 'application/json'
  if (body === undefined) return { type }
  if (!(body instanceof URLSearchParams)) return { text: JSON.stringify(body), type }
  return { text: body.toString(), type: 'application/x-www-form-urlencoded' }
}
