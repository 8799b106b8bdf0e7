/** A photo of the shop: the owner's file, and the files that are made from it for the site. */
import type { LocalizedText } from '../kernel/locale.ts'

/** A file of the owner that is no drawing. It is shown once it is converted. */
export type PhotoFile = {
  /** What it shows: `hero`, the id of an offer, or `gallery/` and any name. */
  name: string
  /** Path in the content folder. */
  file: string
  sizeBytes: number
  modifiedMs: number
}

/** `card`: 4:3, for cards, titles and phones. `banner`: across a wide screen. `whole`: not cropped. */
export type PhotoShape = 'card' | 'banner' | 'whole'

/** The size of the largest file, and the widths of all. */
export type PhotoSizes = { width: number; height: number; widths: readonly number[] }

export type ConvertedPhoto = {
  /** Of the bytes and of the conversion: the same name always has the same content. */
  hash: string
  /** A color of the photo, `#rgb`, shown until it is loaded. */
  color: string
  shapes: Readonly<Partial<Record<PhotoShape, PhotoSizes>>> & { card: PhotoSizes }
}

/** A converted photo with the owner's description of it. */
export type Photo = ConvertedPhoto & { alt?: LocalizedText }

/** By the name of the photo. */
export type Photos = ReadonlyMap<string, Photo>

/** Where the part of a photo is that is kept when it is cropped. */
export const photoFocuses = [
  ...(['left top', 'top', 'right top'] as const),
  ...(['left', 'center', 'right'] as const),
  ...(['left bottom', 'bottom', 'right bottom'] as const),
]

/** `card` is 4:3, as on the cards of the site; `whole` is not cropped. */
export const photoCropShapes = ['whole', 'card', 'square'] as const

export type PhotoCrop = {
  shape: (typeof photoCropShapes)[number]
  focus: (typeof photoFocuses)[number]
}

/** Makes a photo of the content folder from an uploaded one. */
export type ImportPhoto = (
  bytes: Buffer,
  crop: PhotoCrop,
) => Promise<{ bytes: Buffer; problem?: never } | { bytes?: never; problem: PhotoProblem }>

export type PhotoProblem = 'not-decodable' | 'damaged' | 'too-many-pixels' | 'unreadable'

/** The files of a photo are in this folder of the site. */
const folder = '/pictures/'

export function photoFileName(
  { hash }: Pick<ConvertedPhoto, 'hash'>,
  shape: PhotoShape,
  width: number,
  format: 'webp' | 'jpg',
): string {
  return `${hash}-${shape}-${width}.${format}`
}

const convertedName =
  /^(?:[0-9a-f]{20}-(?:card|banner|whole)-\d{1,4}\.(?:webp|jpg)|share-[0-9a-f]{20}\.jpg)$/

/** The name of a converted file in a path of the site. */
export function convertedFileOf(path: string): string | undefined {
  if (!path.startsWith(folder)) return undefined
  const name = path.slice(folder.length)
  return convertedName.test(name) ? name : undefined
}

export function convertedFilePath(name: string): string {
  return `${folder}${name}`
}

/** The largest JPEG, for readers that may not know WebP: search engines, assistants, old browsers. */
export function photoLink(
  photo: ConvertedPhoto,
  shape: 'card' | 'whole' = 'card',
): { path: string; width: number; height: number } {
  const { width, height } = photo.shapes[shape] ?? photo.shapes.card
  const usedShape = photo.shapes[shape] ? shape : 'card'
  return { path: `${folder}${photoFileName(photo, usedShape, width, 'jpg')}`, width, height }
}
