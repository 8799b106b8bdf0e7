/** Reads an image of a QR code with a decoder that is independent of the encoder. */
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'

export type Pixels = { data: Uint8ClampedArray; width: number; height: number }

export function readQr({ data, width, height }: Pixels): string | undefined {
  return jsqr.default(data, width, height)?.data
}

/** The pixels of a PNG with one bit of gray per pixel and no filter. */
export function pixelsOf(png: Buffer): Pixels {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  const parts: Buffer[] = []
  let [width, height] = [0, 0]
  for (let offset = 8; offset < png.length; ) {
    const length = png.readUInt32BE(offset)
    const name = png.toString('latin1', offset + 4, offset + 8)
    const body = png.subarray(offset + 8, offset + 8 + length)
    if (name === 'IHDR') {
      width = body.readUInt32BE(0)
      height = body.readUInt32BE(4)
      assert.deepEqual([...body.subarray(8)], [1, 0, 0, 0, 0])
    }
    if (name === 'IDAT') parts.push(body)
    offset += length + 12
  }
  const packed = inflateSync(Buffer.concat(parts))
  const rowLength = 1 + Math.ceil(width / 8)
  assert.equal(packed.length, rowLength * height)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    assert.equal(packed[y * rowLength], 0)
    for (let x = 0; x < width; x++) {
      const byte = packed[y * rowLength + 1 + (x >> 3)] ?? 0
      const isWhite = (byte & (0x80 >> (x & 7))) !== 0
      if (!isWhite) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height }
}
