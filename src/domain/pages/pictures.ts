import type { Shared } from '../../content/shop.ts'

/** The first of some names that the shop has a drawing for. */
export type FindPicture = (...names: readonly string[]) => string | undefined

export function pictureFinder({ pictures }: Pick<Shared, 'pictures'>): FindPicture {
  const there = new Set(
    pictures.flatMap(({ name }) => (name.endsWith('.svg') ? [name.slice(0, -'.svg'.length)] : [])),
  )
  return (...names) => names.find((name) => there.has(name))
}

/** A drawing beside a title, if there is one. */
export function withPicture(name: string | undefined, wide = false) {
  return name === undefined ? {} : { picture: { name, wide } }
}
