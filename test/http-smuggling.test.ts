/** A request that two servers could split differently is rejected, and the connection closed. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant'))

/** A second request, hidden where another server would see a body. */
const hidden = 'GET /api/offers?hidden=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** Everything that the server sends until it closes the connection, or for a moment after the last byte. */
function exchange(port: number, bytes: string): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setTimeout(1_500, () => {
      resolve({ text, isClosed: false })
      socket.destroy()
    })
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, isClosed: true }))
  })
}

const ambiguous: Readonly<Record<string, string>> = {
  'a length and chunks': 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'chunks and a length': 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
  'two lengths': 'Content-Length: 0\r\nContent-Length: 61\r\n\r\n',
  'two lengths in one line': 'Content-Length: 0, 61\r\n\r\n',
  'a length with a sign': 'Content-Length: +0\r\n\r\n',
  'a length that is not a number': 'Content-Length: 0x3d\r\n\r\n',
  'an unknown encoding': 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'chunks that are not the last encoding': 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'a space before the colon': 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'a continued line': 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n',
  'a line that ends with CR only': 'X: 1\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a zero byte in a header': 'X: 1\0\r\nContent-Length: 0\r\n\r\n',
  'a chunk size that is not a number': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
  'a chunk size with a sign': 'Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n',
}

describe('a request with', () => {
  for (const listener of ['site', 'desk'] as const) {
    for (const [name, headers] of Object.entries(ambiguous)) {
      it(`${name} is rejected by the ${listener}, and the hidden request is not answered`, async () => {
        const port = listener === 'site' ? app.port : app.deskPort
        const start = 'POST /api/lead HTTP/1.1\r\nHost: 127.0.0.1\r\n'
        const { text, isClosed } = await exchange(port, `${start}${headers}${hidden}`)
        assert.match(text, /^HTTP\/1\.1 400 /)
        assert.equal(text.match(/^HTTP\/1\.1 \d/gm)?.length, 1)
        assert.ok(isClosed)
      })
    }
  }
})
