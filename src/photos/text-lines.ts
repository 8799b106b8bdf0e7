/** Sets text in lines of a limited width, with the fonts of the site. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Font, readFont } from './font.ts'

export type Typeface = {
  measure(text: string, size: number): number
  /** The data of an SVG path; `y` is the baseline. */
  draw(text: string, x: number, y: number, size: number): string
}

const resolve = createRequire(import.meta.url)

/** The font of the texts, which has what a display font may lack: the sign of the dong. */
const completeFont = 'be-vietnam-pro'

/** The Latin and the Vietnamese subset of a font package, as the site uses them. */
export function loadTypeface(name: string, weight: number): Typeface {
  return createTypeface([...readSubsets(name, weight), ...readSubsets(completeFont, weight)])
}

function readSubsets(name: string, weight: number): Font[] {
  const folder = dirname(resolve.resolve(`@fontsource/${name}/package.json`))
  return ['latin', 'vietnamese'].map((subset) =>
    readFont(readFileSync(join(folder, 'files', `${name}-${subset}-${weight}-normal.woff`))),
  )
}

function createTypeface(fonts: readonly Font[]): Typeface {
  /** Characters that no font has, such as emoji, are left out. */
  const glyphs = (text: string) =>
    [...text.normalize('NFC')].flatMap((character) => {
      const font = fonts.find((one) => one.has(character))
      return font ? [{ font, character }] : []
    })
  return {
    measure: (text, size) =>
      glyphs(text).reduce((sum, { font, character }) => sum + font.advance(character) * size, 0),
    draw(text, x, y, size) {
      let left = x
      return glyphs(text)
        .map(({ font, character }) => {
          const path = font.outline(character, left, y, size)
          left += font.advance(character) * size
          return path
        })
        .join('')
    },
  }
}

type Fit = { size: number; lineHeight: number; lines: string[] }

const lineSpacing = 1.22

/** The largest size at which the text fits; at the smallest, the rest is cut off. */
export function fitText(
  text: string,
  { measure }: Typeface,
  { maxWidth, maxHeight, sizes }: { maxWidth: number; maxHeight: number; sizes: readonly number[] },
): Fit {
  const fitAt = (size: number) => {
    const lines = breakLines(text, (part) => measure(part, size) <= maxWidth)
    const lineHeight = size * lineSpacing
    const maxLines = Math.max(1, Math.floor(maxHeight / lineHeight))
    const isWhole =
      lines.length <= maxLines && lines.every((line) => measure(line, size) <= maxWidth)
    return { size, lineHeight, lines, maxLines, isWhole }
  }
  const whole = sizes.map(fitAt).find(({ isWhole }) => isWhole)
  if (whole) return whole
  const { lines, maxLines, ...smallest } = fitAt(sizes.at(-1) ?? 1)
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown.push(`${shown.pop()}…`)
  return { ...smallest, lines: shown }
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
