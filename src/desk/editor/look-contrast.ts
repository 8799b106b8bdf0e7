/** How well the texts of a look can be read: a sample of each with its contrast. */
import { type ColorContrast, listContrasts } from '../../content/look-checks.ts'
import { plainLook } from '../../content/look-file.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList } from '../components.ts'

type Colors = typeof plainLook.light

/** `look` is the value of look.yaml as it was typed, in which colors may be missing or wrong. */
export function contrastSection(look: unknown, locale: Locale): Html {
  const { light, dark } = (look ?? {}) as { light?: Partial<Colors>; dark?: Partial<Colors> }
  return html`<section><h2>${words.title[locale]}</h2>
<p class="hint">${words.hint[locale]}</p>
${modeSection(words.light[locale], { ...plainLook.light, ...light }, locale)}
${modeSection(words.dark[locale], { ...plainLook.dark, ...dark }, locale)}</section>`
}

function modeSection(title: string, colors: Colors, locale: Locale): Html | false {
  const isDrawable = Object.values(colors).every((color) => /^#[0-9a-f]{6}$/i.test(color))
  const lines = isDrawable ? listContrasts(colors) : []
  return (
    lines.length > 0 &&
    html`<h3>${title}</h3>
${itemList(lines.map((line) => contrastLine(line, locale)))}`
  )
}

function contrastLine(
  { label, color, nextTo, value, isEnough }: ColorContrast,
  locale: Locale,
): Html {
  const text = label[locale]
  return html`<li>${sample(color, nextTo)}
<span class="setup-what">${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}</span>
<b>${value[locale]}${!isEnough && html` (${words.tooLow[locale]})`}</b></li>`
}

/** Attributes of a drawing are no inline styles. */
function sample(color: string, nextTo: string): Html {
  return html`<svg class="swatches" width="56" height="32" viewBox="0 0 56 32" aria-hidden="true"><rect width="56"
  height="32" fill="${nextTo}"/><text x="28" y="22" text-anchor="middle" font-size="18" fill="${color}">Aa</text></svg>`
}

const words = {
  title: { vi: 'Độ tương phản', en: 'Contrast' },
  hint: {
    vi: 'Chữ dễ đọc khi tương phản từ 4,5. Màu nào thấp hơn thì không lưu được. Lưu nháp để xem con số của màu mới.',
    en: 'Text can be read well from 4.5. A lower one cannot be saved. Save the draft to see the figures of new colors.',
  },
  light: { vi: 'Nền sáng', en: 'Light' },
  dark: { vi: 'Nền tối', en: 'Dark' },
  tooLow: { vi: 'thấp quá', en: 'too low' },
} satisfies Record<string, LocalizedText>
