/** Builds a stylesheet from the shop's colors and fonts and a list of cascade layers. */
import { readFileSync } from 'node:fs'
import type { Shared } from '../content/shop.ts'
import type { ServedFile } from '../http/static-file.ts'
import type { Fonts } from './fonts.ts'

/** Several files may belong to one cascade layer; they are then adjacent in the list. */
export type Layer = { name: string; css: string }

/** Layers that the site and the desk share. */
export const base = readLayer('base', new URL('./style/base.css', import.meta.url))
export const forms = readLayer('forms', new URL('./style/forms.css', import.meta.url))

export function readLayer(name: string, file: URL): Layer {
  return { name, css: readFileSync(file, 'utf8') }
}

export function createStylesheet(
  path: string,
  { light, dark }: Shared['look'],
  fonts: Fonts,
  layers: readonly Layer[],
): ServedFile {
  const colors = Object.entries(light).map(([name, color]) => {
    const darkColor = dark[name as keyof typeof dark]
    return `--${name.replaceAll('_', '-')}:light-dark(${color},${darkColor});`
  })
  const display = `--display:"${fonts.displayFamily}",Georgia,serif;`
  const tokens = `@layer tokens{:root{color-scheme:light dark;${display}${colors.join('')}}}`
  const names = new Set(['tokens', ...layers.map(({ name }) => name)])
  const texts = layers.map(({ css }) => css)
  return {
    path,
    type: 'text/css; charset=utf-8',
    body: [`@layer ${[...names].join(',')};`, fonts.css, tokens, ...texts].join('\n'),
  }
}
