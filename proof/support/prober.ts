/**
 * A kept-alive connection that sends one request after the other and reads no more of an answer than
 * it must: on one machine with the server, a client that costs as much as it would measure itself.
 */
import { connect } from 'node:net'

/** The body is made a text only for who asks for it. */
export type Answer = { status: number; head: string; text(): string }

export type Knocker = {
  send(request: Buffer): Promise<Answer>
  close(): void
}

export function postOf(path: string, body: object, headers: Record<string, string> = {}): Buffer {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

export function openKnocker(port: number): Knocker {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let waiting: { resolve(answer: Answer): void; reject(why: Error): void }
  let received = Buffer.alloc(0)

  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const over = endOfBody(head, received, end)
    if (over === undefined || received.length < over) return
    const body = received.subarray(end + 4, over)
    received = received.subarray(over)
    waiting.resolve({ status: Number(head.slice(9, 12)), head, text: () => body.toString('utf8') })
  })
  const fail = () => waiting?.reject(new Error('the connection ended'))
  socket.on('error', fail)
  socket.on('close', fail)

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        if (socket.destroyed) fail()
        else socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Where the body ends that follows a head; nothing if that cannot be told yet. */
function endOfBody(head: string, received: Buffer, endOfHead: number): number | undefined {
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) {
    return endOfHead + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }
  const last = received.indexOf('\r\n0\r\n\r\n', endOfHead + 2)
  return last < 0 ? undefined : last + 7
}
