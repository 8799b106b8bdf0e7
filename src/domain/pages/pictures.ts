/** Finds pictures by name. */
import type { Shared } from '../../content/shop.ts'

/** The first name for which the shop has a photo or a drawing. */
export type FindPicture = (...names: readonly string[]) => string | undefined

export function pictureFinder({ pictures, readyPhotos }: PictureFiles): FindPicture {
  const available = new Set([
    ...pictures.flatMap(({ name }) =>
      name.endsWith('.svg') ? [name.slice(0, -'.svg'.length)] : [],
    ),
    ...(readyPhotos?.keys() ?? []),
  ])
  return (...names) => names.find((name) => available.has(name))
}

type PictureFiles = Pick<Shared, 'pictures' | 'readyPhotos'>

export function withPicture(name: string | undefined) {
  return name === undefined ? {} : { picture: { name } }
}

/** A picture that the page itself does not show: it is full of others. */
export function sharedPicture(name: string | undefined) {
  return name === undefined ? {} : { picture: { name, isForSharing: true } }
}
