/** The stylesheet of the site. */
import type { Shared } from '../../content/shop.ts'
import type { ServedFile } from '../../http/static-file.ts'
import type { Fonts } from '../../ui/fonts.ts'
import { base, createStylesheet, forms, readLayer } from '../../ui/stylesheet.ts'

const readSiteLayer = (name: string, file = name) =>
  readLayer(name, new URL(`./style/${file}.css`, import.meta.url))

/** In cascade order. */
const layers = [
  base,
  readSiteLayer('layout'),
  readSiteLayer('blocks'),
  readSiteLayer('blocks', 'booking'),
  forms,
  readSiteLayer('media'),
]

export const stylePath = '/site.css'

export function styleFile(theme: Shared['look'], fonts: Fonts): ServedFile {
  return createStylesheet(stylePath, theme, fonts, layers)
}
