import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encodeResponse } from './encoded-response.ts'

it('what is kept takes no more room than it has bytes, packed or not', () => {
  for (const body of ['Xin chào', 'Cá kho làng Vũ Đại. '.repeat(100)]) {
    const prepared = encodeResponse({ status: 200, headers: {}, body })
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const { body: bytes } = prepared.encode(encoding)
      assert.equal(bytes.buffer.byteLength, bytes.length, encoding)
    }
  }
})
