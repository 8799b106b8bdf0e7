/** The icons of the shop for browsers that ask for /favicon.ico, and for clients of the MCP server. */
import type { Picture } from '../../content/pictures.ts'
import type { ServedFile } from '../../http/static-file.ts'

const directorySizes = [48, 96, 512]

type ServerIcon = { src: string; mimeType: string; sizes: readonly string[] }

/** The icons that exist, as MCP and its registry describe them. */
export function serverIcons(pictures: readonly Picture[], base: string): ServerIcon[] {
  return directorySizes.flatMap((size) => {
    const icon = findIcon(pictures, `icon-${size}.png`)
    if (!icon) return []
    const src = `${base}/pictures/${icon.name}`
    return [{ src, mimeType: icon.type, sizes: [`${size}x${size}`] }]
  })
}

/** An ICO file may contain a PNG of up to 256 pixels; the smallest one suffices. */
export function faviconFile(pictures: readonly Picture[]): ServedFile[] {
  const icon = ['icon-48.png', 'icon-96.png', 'apple-touch-icon.png', 'icon-192.png']
    .map((name) => findIcon(pictures, name))
    .find((found) => found !== undefined)
  return icon ? [{ path: '/favicon.ico', type: 'image/x-icon', body: toIco(icon.bytes) }] : []
}

function findIcon(pictures: readonly Picture[], name: string): Picture | undefined {
  return pictures.find((picture) => picture.name === name && picture.isServed)
}

const icoHeaderBytes = 22

/** A directory with one entry, then the PNG as it is. Width and height of a PNG are at bytes 16 and 20. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(icoHeaderBytes)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(png.readUInt32BE(16) % 256, 6)
  header.writeUInt8(png.readUInt32BE(20) % 256, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(icoHeaderBytes, 18)
  return Buffer.concat([header, png])
}
