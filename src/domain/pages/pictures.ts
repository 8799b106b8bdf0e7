/** Finds pictures by name. */
import type { Shared } from '../../content/shop.ts'

/** The first name for which the shop has a picture. */
export type FindPicture = (...names: readonly string[]) => string | undefined

export function pictureFinder({ pictures }: Pick<Shared, 'pictures'>): FindPicture {
  const available = new Set(
    pictures.flatMap(({ name }) => (name.endsWith('.svg') ? [name.slice(0, -'.svg'.length)] : [])),
  )
  return (...names) => names.find((name) => available.has(name))
}

export function withPicture(name: string | undefined, wide = false) {
  return name === undefined ? {} : { picture: { name, wide } }
}
