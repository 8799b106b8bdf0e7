/** Reports colors of the look on which text cannot be read, with a tone of the same color that can. */
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { contrastBetween, findReadableTone, isDarker, minContrast } from './color-contrast.ts'
import type { Report } from './report.ts'
import type { Shared } from './shop.ts'

type Look = Shared['look']
type Colors = Look['light']
type ColorName = keyof Colors

/** Every pair that the stylesheets use for text: the color to change first, and what it is next to. */
const pairs: readonly [color: ColorName, nextTo: ColorName][] = [
  ['ink', 'paper'],
  ['ink', 'card'],
  ['quiet', 'paper'],
  ['quiet', 'card'],
  ['accent', 'paper'],
  ['accent', 'card'],
  ['second', 'paper'],
  ['second', 'card'],
  ['on_accent', 'accent'],
]

export function checkContrast(look: Look, report: Report): void {
  for (const mode of ['light', 'dark'] as const) {
    const colors = look[mode]
    const failing = pairs.filter(
      ([color, nextTo]) => contrastBetween(colors[color], colors[nextTo]) < minContrast,
    )
    const names = new Set(failing.map(([color]) => color))
    // A button has the color of links: if links cannot be read, that color is to be changed and not the text on it.
    if (names.has('accent')) names.delete('on_accent')
    for (const name of names) reportColor(look, mode, name, report)
  }
}

function reportColor(look: Look, mode: 'light' | 'dark', name: ColorName, report: Report): void {
  const colors = look[mode]
  const color = colors[name]
  const neighbors = pairs.flatMap(([one, other]) => {
    if (one === name) return [other]
    return other === name ? [one] : []
  })
  const [worst = 'paper'] = neighbors.toSorted(
    (one, other) => contrastBetween(color, colors[one]) - contrastBetween(color, colors[other]),
  )
  const tone =
    findReadableTone(
      color,
      neighbors.map((one) => colors[one]),
    ) ?? findReadableTone(color, [colors[worst]])
  const contrast = contrastBetween(color, colors[worst])
  const isTooLight = tone === undefined || isDarker(tone, color)
  report.error(
    look,
    [mode, name],
    {
      vi: `"${color}" quá ${isTooLight ? 'nhạt' : 'đậm'} bên cạnh ${surfaces[worst].vi} (tương phản ${formatNumber(contrast, 'vi')}, cần ${formatNumber(minContrast, 'vi')})`,
      en: `"${color}" is too ${isTooLight ? 'light' : 'dark'} beside ${surfaces[worst].en} (contrast ${formatNumber(contrast, 'en')}, needed ${formatNumber(minContrast, 'en')})`,
    },
    tone === undefined
      ? { vi: 'màu đậm hơn', en: 'a darker color' }
      : forEachLocale(() => `${name}: "${tone}"`),
  )
}

export type ColorContrast = {
  /** On the color that it is hardest to read on. */
  label: LocalizedText
  color: string
  nextTo: string
  value: LocalizedText
  isEnough: boolean
}

/** For each color of a text, with the worst of the colors that it is next to. */
export function listContrasts(colors: Colors): ColorContrast[] {
  const contrastOf = ([one, other]: readonly [ColorName, ColorName]) =>
    contrastBetween(colors[one], colors[other])
  const names = [...new Set(pairs.map(([name]) => name))]
  return names.flatMap((name) => {
    const own = pairs.filter(([one]) => one === name)
    const [worst] = own.toSorted((one, other) => contrastOf(one) - contrastOf(other))
    if (!worst) return []
    const [color, nextTo] = worst
    const contrast = contrastOf(worst)
    return {
      label: forEachLocale((locale) => `${surfaces[color][locale]} · ${surfaces[nextTo][locale]}`),
      color: colors[color],
      nextTo: colors[nextTo],
      value: forEachLocale((locale) => formatNumber(contrast, locale)),
      isEnough: contrast >= minContrast,
    }
  })
}

function formatNumber(number: number, locale: 'vi' | 'en'): string {
  // Rounded down, so that 4.46 is not shown as the 4.5 that is needed.
  const text = (Math.floor(number * 10) / 10).toFixed(1)
  return locale === 'vi' ? text.replace('.', ',') : text
}

const surfaces: Readonly<Record<ColorName, LocalizedText>> = {
  paper: { vi: 'nền trang', en: 'the page' },
  card: { vi: 'nền khung', en: 'the cards' },
  accent: { vi: 'màu nút bấm', en: 'the buttons' },
  on_accent: { vi: 'chữ trên nút bấm', en: 'the text on buttons' },
  ink: { vi: 'chữ', en: 'the text' },
  quiet: { vi: 'chữ phụ', en: 'the secondary text' },
  second: { vi: 'màu thứ hai', en: 'the second color' },
  line: { vi: 'đường kẻ', en: 'the lines' },
}
