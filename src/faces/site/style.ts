/** The style of the site: the shop's colours and faces, then the sheet that is everyone's. */
import { readFileSync } from 'node:fs'
import type { Shared } from '../../content/shop.ts'
import type { ServedFile } from '../../http/file.ts'
import type { Fonts } from './fonts.ts'

/** The sheets in the order in which they are laid over one another. */
const layers = ['base', 'frame', 'blocks', 'forms', 'media']

const sheet = layers
  .map((name) => readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

export const stylePath = '/site.css'

export function styleFile({ light, dark }: Shared['look'], fonts: Fonts): ServedFile {
  const colours = Object.entries(light).map(([name, colour]) => {
    const other = dark[name as keyof typeof dark]
    return `--${name.replaceAll('_', '-')}:light-dark(${colour},${other});`
  })
  const own = `@layer tokens{:root{color-scheme:light dark;--display:"${fonts.displayFamily}",Georgia,serif;${colours.join('')}}}`
  return {
    path: stylePath,
    type: 'text/css; charset=utf-8',
    body: `@layer tokens,${layers.join(',')};\n${fonts.css}\n${own}\n${sheet}`,
  }
}
