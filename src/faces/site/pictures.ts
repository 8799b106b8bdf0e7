/** The pictures of the shop as served files. */
import type { Picture } from '../../content/pictures.ts'
import type { ServedFile } from '../../http/static-file.ts'

export function picturePath(name: string): string {
  return `/pictures/${name}.svg`
}

/** An SVG that is opened directly must not run scripts or load anything. */
const headers = {
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
}

export function pictureFiles(pictures: readonly Picture[]): ServedFile[] {
  return pictures
    .filter(({ isServed }) => isServed)
    .map(({ name, type, bytes }) => ({ path: `/pictures/${name}`, type, body: bytes, headers }))
}
