import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encodeResponse } from './encoded-response.ts'

it('cached bodies use no more memory than their bytes, compressed or not', () => {
  for (const body of ['Xin chào', 'Cá kho làng Vũ Đại. '.repeat(100)]) {
    const response = encodeResponse({ status: 200, headers: {}, body })
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const { body: bytes } = response.encode(encoding)
      assert.equal(bytes.buffer.byteLength, bytes.length, encoding)
    }
  }
})

it('a body is UTF-8, also with half a character, without characters and longer than a page', () => {
  const texts = ['', 'Bún chả', '🥢 \ud83d', '\udc00x', 'Phở 🍜 '.repeat(80_000)]
  for (const body of texts) {
    const { body: bytes } = encodeResponse({ status: 200, headers: {}, body }).encode('identity')
    assert.ok(bytes.equals(Buffer.from(body)), body.slice(0, 20))
  }
})
