/** Sends bytes to a port and returns the response bytes, for requests that no HTTP client would send. */
import { connect } from 'node:net'

export type RawResponse = { text: string; status: number; milliseconds: number }

export function sendRaw(
  port: number,
  bytes: string | Buffer,
  timeoutMs = 60_000,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    const done = () => {
      const text = Buffer.concat(parts).toString()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ text, status, milliseconds: performance.now() - started })
    }
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
    socket.on('data', (part) => parts.push(part))
    socket.on('close', done)
    socket.on('error', (error) => (parts.length > 0 ? done() : reject(error)))
    socket.write(bytes)
  })
}
