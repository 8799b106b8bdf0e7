/** QR codes as SVG and as PNG. Always black on white, because scanners do not read inverted codes. */
import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { type Html, html } from './html.ts'

export function renderQrSvg(text: string, label: string): Html {
  const modules = modulesOf(text)
  const size = modules.length
  const dark = modules.map((row, top) => rowPath(row, top)).join('')
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}"
 width="${size * 5}" height="${size * 5}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/>
<path d="${dark}" fill="#000"/>
</svg>`
}

/** Draws adjacent dark modules as one rectangle. */
function rowPath(row: readonly boolean[], top: number): string {
  let path = ''
  for (let from = 0; from < row.length; from++) {
    if (!row[from]) continue
    const light = row.indexOf(false, from)
    const to = light < 0 ? row.length : light
    path += `M${from} ${top}h${to - from}v1h-${to - from}z`
    from = to
  }
  return path
}

const pixelsPerModule = 12

/** A PNG with one bit per pixel, as a binary string. */
export function createQrPng(text: string): string {
  const lines = modulesOf(text).flatMap((row) => Array(pixelsPerModule).fill(encodePixelRow(row)))
  const size = lines.length
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Bit depth 1; the remaining zeros mean grayscale, deflate, default filters, not interlaced.
  head.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('latin1')
}

/** One scanline: the filter type 0, then eight pixels per byte with white as 1. */
function encodePixelRow(row: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil((row.length * pixelsPerModule) / 8))
  for (let pixel = 0; pixel < row.length * pixelsPerModule; pixel++) {
    if (row[Math.floor(pixel / pixelsPerModule)]) continue
    const byteIndex = 1 + (pixel >> 3)
    bytes[byteIndex] = (bytes[byteIndex] ?? 0) | (0x80 >> (pixel & 7))
  }
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(data.length)
  ends[1].writeUInt32BE(crc32(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

/** Error correction level M restores 15 % of a damaged code. */
const correction = 'M'

/** Width of the white quiet zone, in modules. */
const border = 4

function modulesOf(text: string): boolean[][] {
  return encode(text, { ecc: correction, border }).data
}
