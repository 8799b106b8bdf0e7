/** Web fonts from npm packages, in their Latin and Vietnamese subsets. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Shared } from '../content/shop.ts'
import type { ServedFile } from '../http/static-file.ts'
import { memoize } from '../kernel/memoize.ts'

type Typeface = { family: string; package: string; weight: number }

const body: Typeface = { family: 'Be Vietnam Pro', package: 'be-vietnam-pro', weight: 400 }

const display: Record<Shared['look']['display'], Typeface> = {
  fraunces: { family: 'Fraunces', package: 'fraunces', weight: 600 },
  lora: { family: 'Lora', package: 'lora', weight: 600 },
}

/** The Unicode range of each file, so that a browser loads only the files that a page needs. */
const subsets = {
  vietnamese:
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, ' +
    'U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, ' +
    'U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
} as const

const resolve = createRequire(import.meta.url)

export type Fonts = { files: readonly ServedFile[]; css: string; displayFamily: string }

export function loadFonts(theme: Shared['look']): Fonts {
  const chosen = display[theme.display]
  const each = [body, chosen].flatMap((face) =>
    (Object.keys(subsets) as (keyof typeof subsets)[]).map((subset) => ({ face, subset })),
  )
  return {
    displayFamily: chosen.family,
    files: each.map(({ face, subset }) => ({
      path: pathOf(face, subset),
      type: 'font/woff2',
      body: readFont(face, subset),
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    })),
    css: each.map(({ face, subset }) => fontFace(face, subset)).join('\n'),
  }
}

function fontFace(face: Typeface, subset: keyof typeof subsets): string {
  const { family, weight } = face
  const source = `src:url(${pathOf(face, subset)}) format("woff2");unicode-range:${subsets[subset]}`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;${source}}`
}

function fileOf({ package: name, weight }: Typeface, subset: string): string {
  return `${name}-${subset}-${weight}-normal.woff2`
}

function pathOf(face: Typeface, subset: string): string {
  return `/fonts/${fileOf(face, subset)}`
}

function readFont(face: Typeface, subset: string): Buffer {
  return readFontFile(`${face.package}/files/${fileOf(face, subset)}`)
}

/** The site and the desk are built again after each closed day or pause, with the same fonts. */
const readFontFile = memoize((path) => {
  const [name = '', ...file] = path.split('/')
  const folder = dirname(resolve.resolve(`@fontsource/${name}/package.json`))
  return readFileSync(join(folder, ...file))
})
