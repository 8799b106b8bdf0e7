/** Converts one photo: upright, without metadata, cropped and scaled for the places where the site shows it. */
import { createHash } from 'node:crypto'
import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  type ConvertedPhoto,
  type PhotoProblem,
  type PhotoShape,
  type PhotoSizes,
  photoFileName,
} from '../content/photo.ts'

/** Changes with the conversion: files of another version get other names. */
const version = 1

type Shape = {
  /** Width by height; a shape without one is not cropped. */
  ratio?: number
  widths: readonly number[]
  hasJpeg: boolean
}

const shapes: Readonly<Record<PhotoShape, Shape>> = {
  card: { ratio: 4 / 3, widths: [380, 560, 800, 1280], hasJpeg: true },
  banner: { ratio: 16 / 7, widths: [1280, 1920], hasJpeg: false },
  whole: { widths: [800, 1600], hasJpeg: true },
}

/** JPEG is decoded at a fraction of its size; the other formats need memory for every pixel. */
const maxPixels = { jpeg: 210_000_000, other: 60_000_000 }

/**
 * The quality is lowered until a WebP file is this small: at most 46 KB for the width that a phone loads across the
 * screen, and 6 KB for small pictures, of which a screen shows eight.
 */
const maxBytesPerPixel = { small: 0.055, other: 0.095 }
const smallWidth = 500
const webpQualities = [76, 66, 54, 42, 30, 18]
const jpegQuality = 76

export class PhotoError extends Error {
  readonly problem: PhotoProblem

  constructor(problem: PhotoProblem) {
    super(problem)
    this.problem = problem
  }
}

export function hashPhoto(bytes: Buffer, hasBanner: boolean): string {
  const settings = JSON.stringify([version, hasBanner])
  return createHash('sha256').update(settings).update(bytes).digest('hex').slice(0, 20)
}

type WriteFile = (name: string, bytes: Buffer) => Promise<void>

export async function convertPhoto(
  bytes: Buffer,
  hash: string,
  hasBanner: boolean,
  write: WriteFile,
): Promise<ConvertedPhoto> {
  const source = await openPhoto(bytes)
  const made: Partial<Record<PhotoShape, PhotoSizes>> = {}
  let color = '#888'
  for (const shape of ['card', hasBanner ? 'banner' : 'whole'] as const) {
    const { ratio, widths, hasJpeg } = shapes[shape]
    const sizes = chooseSizes(source, ratio, widths)
    const largest = await toPixels(
      source.open().resize({ width: sizes.width, height: sizes.height, position: 'attention' }),
    )
    for (const width of sizes.widths) {
      const height = heightOf(sizes, width)
      const scaled =
        width === sizes.width ? largest : await toPixels(largest.open().resize({ width, height }))
      const webp = await encodeWebp(scaled, width, height)
      await write(photoFileName({ hash }, shape, width, 'webp'), webp)
    }
    if (hasJpeg) {
      const jpeg = await largest.open().jpeg({ quality: jpegQuality, mozjpeg: true }).toBuffer()
      await write(photoFileName({ hash }, shape, sizes.width, 'jpg'), jpeg)
    }
    if (shape === 'card') color = await findColor(largest)
    made[shape] = sizes
  }
  const { card, ...others } = made
  if (!card) throw new Error('a photo without its card')
  return { hash, color, shapes: { card, ...others } }
}

/** Decodes the whole photo at a small size: a damaged file fails at its damaged part. */
export async function inspectPhoto(bytes: Buffer): Promise<void> {
  const source = await openPhoto(bytes)
  await toPixels(source.open().resize({ width: 64, height: 64, fit: 'inside' }))
}

type Source = { width: number; height: number; open(): Sharp }

export async function openPhoto(bytes: Buffer): Promise<Source> {
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((): Metadata => {
      throw new PhotoError(isHeic(bytes) ? 'not-decodable' : 'damaged')
    })
  const { width, height } = metadata.autoOrient
  const limitInputPixels = metadata.format === 'jpeg' ? maxPixels.jpeg : maxPixels.other
  if (width * height > limitInputPixels) throw new PhotoError('too-many-pixels')
  const open = () => sharp(bytes, { limitInputPixels, failOn: 'error' }).autoOrient()
  // The metadata of HEIC can be read everywhere, its pixels only with a decoder for HEVC.
  if (metadata.compression === 'hevc') {
    await open()
      .resize({ width: 16 })
      .toBuffer()
      .catch(() => {
        throw new PhotoError('not-decodable')
      })
  }
  return { width, height, open }
}

/** The name of the format in the first bytes of the file. */
function isHeic(bytes: Buffer): boolean {
  return /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(bytes.subarray(4, 12).toString('latin1'))
}

/** Never larger than the photo. */
export function chooseSizes(
  { width, height }: Source,
  ratio: number | undefined,
  widths: readonly number[],
): PhotoSizes {
  const shape = ratio ?? width / height
  const available = Math.max(1, Math.floor(Math.min(width, height * shape)))
  const largest = Math.min(available, widths.at(-1) ?? available)
  const smaller = widths.filter((one) => one < largest)
  return {
    width: largest,
    height: Math.max(1, Math.round(largest / shape)),
    widths: [...smaller, largest],
  }
}

function heightOf({ width, height }: PhotoSizes, scaledWidth: number): number {
  return Math.max(1, Math.round((height * scaledWidth) / width))
}

type Pixels = { open(): Sharp }

/** Scaled pixels are reused for each format and quality. Transparent parts become white. */
async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw isDamaged(error) ? new PhotoError('damaged') : error
    })
  const { width, height, channels } = info
  return { open: () => sharp(data, { raw: { width, height, channels } }) }
}

/** A lack of memory or disk is no fault of the photo. */
function isDamaged({ message }: Error): boolean {
  return !/memory|allocat|ENOSPC|EACCES/i.test(message)
}

async function encodeWebp(pixels: Pixels, width: number, height: number): Promise<Buffer> {
  const perPixel = width < smallWidth ? maxBytesPerPixel.small : maxBytesPerPixel.other
  const maxBytes = Math.max(2_000, width * height * perPixel)
  let encoded = Buffer.alloc(0)
  for (const quality of webpQualities) {
    encoded = await pixels.open().webp({ quality }).toBuffer()
    if (encoded.length <= maxBytes) break
  }
  return encoded
}

/** With four bits for each channel, so that many photos share a rule of the stylesheet. */
async function findColor(pixels: Pixels): Promise<string> {
  const { dominant } = await pixels.open().stats()
  const digits = [dominant.r, dominant.g, dominant.b].map((value) =>
    Math.round(value / 17).toString(16),
  )
  return `#${digits.join('')}`
}
