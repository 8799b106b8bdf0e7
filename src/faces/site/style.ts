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
  readSiteLayer('layout', 'type'),
  readSiteLayer('layout'),
  readSiteLayer('blocks'),
  readSiteLayer('blocks', 'frame'),
  readSiteLayer('blocks', 'booking'),
  readSiteLayer('blocks', 'panel'),
  readSiteLayer('blocks', 'photos'),
  readSiteLayer('blocks', 'opening'),
  readSiteLayer('blocks', 'sections'),
  readSiteLayer('blocks', 'people'),
  readSiteLayer('blocks', 'contact'),
  readSiteLayer('blocks', 'articles'),
  readSiteLayer('blocks', 'list'),
  readSiteLayer('blocks', 'offer-rows'),
  readSiteLayer('blocks', 'marks'),
  readSiteLayer('blocks', 'list-wide'),
  readSiteLayer('blocks', 'search'),
  readSiteLayer('blocks', 'ticket'),
  forms,
  readSiteLayer('forms', 'chips'),
  readSiteLayer('media'),
]

export const stylePath = '/site.css'

/** `tones`: rules for the colors of the photos. */
export function styleFile(theme: Shared['look'], fonts: Fonts, tones: string): ServedFile {
  const toneLayer = { name: 'blocks', css: `@layer blocks{${tones}}` }
  const all = tones === '' ? layers : [...layers, toneLayer]
  return createStylesheet(stylePath, theme, fonts, all)
}
