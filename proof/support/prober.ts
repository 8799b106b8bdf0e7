/**
 * A keep-alive connection that sends one request after the other and parses as little of a response as possible:
 * the client shares the machine with the server, so its own cost must not distort the measurement.
 */
import { connect } from 'node:net'

/** The body is decoded only on demand. */
export type RawResponse = { status: number; head: string; bytes(): Buffer; text(): string }

export type Prober = {
  send(request: Buffer): Promise<RawResponse>
  close(): void
}

export function encodePost(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Buffer {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

export function openProber(port: number): Prober {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let pending: { resolve(response: RawResponse): void; reject(error: Error): void }
  let received = Buffer.alloc(0)

  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const bodyEnd = endOfBody(head, received, end)
    if (bodyEnd === undefined || received.length < bodyEnd) return
    const body = received.subarray(end + 4, bodyEnd)
    received = received.subarray(bodyEnd)
    pending.resolve({
      status: Number(head.slice(9, 12)),
      head,
      bytes: () => body,
      text: () => body.toString('utf8'),
    })
  })
  const fail = () => pending?.reject(new Error('The connection was closed.'))
  socket.on('error', fail)
  socket.on('close', fail)

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        if (socket.destroyed) fail()
        else socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** The index at which the body after the head ends; `undefined` while more data is needed. */
function endOfBody(head: string, received: Buffer, endOfHead: number): number | undefined {
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) {
    return endOfHead + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }
  const last = received.indexOf('\r\n0\r\n\r\n', endOfHead + 2)
  return last < 0 ? undefined : last + 7
}
