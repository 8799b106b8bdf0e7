/** The colors and the font of the site, as an owner writes them. */
import { choice, entry, patternString } from './vocabulary.ts'

const color = patternString(
  /^#[0-9a-f]{6}$/i,
  {
    vi: 'mã màu trong ngoặc kép: dấu # và sáu chữ số hoặc chữ a đến f, ví dụ "#b4442a"',
    en: 'a color as "#" and six digits between quotes, such as "#b4442a"',
  },
  { kind: 'color' },
)

/** The colors of the site, by purpose. */
const colors = entry({
  /** Background of the page and of cards. */
  paper: color,
  card: color,
  /** Text, secondary text, lines. */
  ink: color,
  quiet: color,
  line: color,
  /** Links and buttons, and the text on a button. */
  accent: color,
  on_accent: color,
  /** A second color for small elements. */
  second: color,
})

const displayFonts = ['fraunces', 'lora'] as const

export const lookFile = entry({
  /** The font of headings and buttons. */
  display: choice(displayFonts),
  light: colors,
  dark: colors,
})

/** Readable pairs of colors for a shop that chose none. */
export const plainLook = {
  display: 'lora',
  light: {
    paper: '#ffffff',
    card: '#f6f7f5',
    ink: '#1f2421',
    quiet: '#565f5a',
    line: '#d9ded9',
    accent: '#1d6045',
    on_accent: '#ffffff',
    second: '#7a4a1f',
  },
  dark: {
    paper: '#151816',
    card: '#1e2320',
    ink: '#eef2ee',
    quiet: '#aab5ad',
    line: '#38413b',
    accent: '#7fd0a8',
    on_accent: '#0d1f16',
    second: '#e0b184',
  },
}
