/** The style of the site: what all of Letan shares, and the site's own layers. */
import type { Shared } from '../../content/shop.ts'
import type { ServedFile } from '../../http/static-file.ts'
import type { Fonts } from '../../ui/fonts.ts'
import { base, createStylesheet, forms, readLayer } from '../../ui/stylesheet.ts'

const readSiteLayer = (name: string) =>
  readLayer(name, new URL(`./style/${name}.css`, import.meta.url))

/** In the order in which they are laid over one another. */
const layers = [
  base,
  readSiteLayer('layout'),
  readSiteLayer('blocks'),
  forms,
  readSiteLayer('media'),
]

export const stylePath = '/site.css'

export function styleFile(theme: Shared['look'], fonts: Fonts): ServedFile {
  return createStylesheet(stylePath, theme, fonts, layers)
}
