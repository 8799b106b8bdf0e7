/** The bytes of texts, for what is sent and for what is kept. */
import { transcode } from 'node:buffer'

const scratch = Buffer.allocUnsafeSlow(512 * 1024)
const bytesPerUnit = 2

/** The same bytes as from `Buffer.from`, which takes two to four times as long for a page. */
export function encodeText(text: string): Buffer {
  if (text.length * bytesPerUnit <= scratch.length) {
    try {
      const units = scratch.subarray(0, scratch.write(text, 'utf16le'))
      return ownBytes(transcode(units, 'utf16le', 'utf8'))
    } catch {
      // A half of a character, such as "\ud83d", which someone has typed or cut.
    }
  }
  return ownBytes(Buffer.from(text))
}

/** A small buffer is part of a pool of 64 KB, all of which stays in memory as long as the buffer is kept. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
