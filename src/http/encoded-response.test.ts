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
