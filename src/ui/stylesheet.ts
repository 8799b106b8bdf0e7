/** A style sheet: the shop's colours and faces, then layers that are laid over one another. */
import { readFileSync } from 'node:fs'
import type { Shared } from '../content/shop.ts'
import type { ServedFile } from '../http/static-file.ts'
import type { Fonts } from './fonts.ts'

export type Layer = { name: string; css: string }

/** What every sheet of ours begins with, and how all forms look. */
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
  const own = `@layer tokens{:root{color-scheme:light dark;--display:"${fonts.displayFamily}",Georgia,serif;${colors.join('')}}}`
  const names = layers.map(({ name }) => name).join(',')
  return {
    path,
    type: 'text/css; charset=utf-8',
    body: `@layer tokens,${names};\n${fonts.css}\n${own}\n${layers.map(({ css }) => css).join('\n')}`,
  }
}
