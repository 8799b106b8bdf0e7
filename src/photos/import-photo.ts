/** Prepares a photo that an owner uploads for the content folder: upright, without metadata, cropped, as JPEG. */
import type { PhotoCrop } from '../content/photo.ts'
import { chooseSizes, openPhoto, PhotoError } from './convert-photo.ts'

/** Larger than any size that the site shows. */
const maxWidth = 2_000
const quality = 84

const ratios = { whole: undefined, card: 4 / 3, square: 1 } as const

export async function importPhoto(bytes: Buffer, { shape, focus }: PhotoCrop): Promise<Buffer> {
  const source = await openPhoto(bytes)
  const { width, height } = chooseSizes(source, ratios[shape], [maxWidth])
  return source
    .open()
    .resize({ width, height, fit: 'cover', position: focus })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
    .catch((error: Error) => {
      throw /memory|allocat/i.test(error.message) ? error : new PhotoError('damaged')
    })
}
