/** Colors and the font of headings, as ready sets that can be read well. Single colors are in the editor. */
import { isDeepStrictEqual } from 'node:util'
import { plainLook } from '../../../content/look-file.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { type Html, html } from '../../../ui/html.ts'
import { choiceText } from '../../editor/part-titles.ts'
import { radioChoice } from '../choice.ts'
import { type SetupState, sampleValue } from '../state.ts'
import type { SetupStep } from '../step.ts'

const lookFile = 'look.yaml'

type Look = typeof plainLook

const seaLook: Look = {
  display: 'lora',
  light: {
    paper: '#f4f8fb',
    card: '#ffffff',
    ink: '#17232c',
    quiet: '#4d5f6c',
    line: '#d3dfe7',
    accent: '#1b5e8c',
    on_accent: '#ffffff',
    second: '#8a5212',
  },
  dark: {
    paper: '#0f171d',
    card: '#17222a',
    ink: '#e9f1f6',
    quiet: '#a5b6c2',
    line: '#31414d',
    accent: '#84c1e8',
    on_accent: '#0a1c29',
    second: '#e6b27a',
  },
}

/** The looks of the samples are checked for contrast, as is the plain one. */
const palettes: readonly { id: string; label: LocalizedText; load(): Look }[] = [
  {
    id: 'brick',
    label: { vi: 'Đỏ gạch, ấm', en: 'Brick red, warm' },
    load: () => ofSample('restaurant'),
  },
  {
    id: 'leaf',
    label: { vi: 'Xanh lá, dịu', en: 'Leaf green, calm' },
    load: () => ofSample('spa'),
  },
  { id: 'plum', label: { vi: 'Tím mận, mềm', en: 'Plum, soft' }, load: () => ofSample('salon') },
  { id: 'sea', label: { vi: 'Xanh biển, mát', en: 'Sea blue, cool' }, load: () => seaLook },
  {
    id: 'plain',
    label: { vi: 'Trắng, xanh rêu', en: 'White with moss green' },
    load: () => plainLook,
  },
]

const fonts = ['fraunces', 'lora']

export const lookStep: SetupStep = {
  id: 'look',
  title: { vi: 'Màu, kiểu chữ', en: 'Colors and font' },
  hint: {
    vi: 'Chọn một bộ màu đã dễ đọc sẵn, cả khi máy của khách để nền tối. Từng màu sửa sau, ở “Màu và chữ”.',
    en: 'Choose a set of colors that can be read well, on dark screens too. Single colors are in “Colors and font”.',
  },
  summary(state) {
    const look = current(state)
    const isSample = isDeepStrictEqual(look, sampleValue(state.context.shop.trade, lookFile))
    return isSample
      ? undefined
      : (findPalette(look)?.label[state.locale] ?? words.own[state.locale])
  },
  fields(state, { form }) {
    const { locale } = state
    const look = current(state)
    const options = palettes.map(({ id, label, load }) => ({
      id,
      label: html`${swatches(load())}${label[locale]}`,
    }))
    const chosen = form?.get('palette') ?? findPalette(look)?.id ?? ''
    const display = form?.get('display') ?? look.display
    const names = fonts.map((id) => ({ id, label: html`${choiceText(id)[locale]}` }))
    return html`${radioChoice('palette', words.colors[locale], options, chosen)}
${radioChoice('display', words.font[locale], names, display)}`
  },
  async read(state, { form }) {
    const palette = palettes.find(({ id }) => id === form.get('palette'))
    const display = fonts.find((one) => one === form.get('display'))
    const { light, dark } = palette?.load() ?? current(state)
    const value = { ...current(state), light, dark, ...(display !== undefined && { display }) }
    return { values: new Map([[lookFile, value]]) }
  },
}

function ofSample(trade: string): Look {
  return sampleValue(trade, lookFile) as Look
}

function current({ read }: SetupState): Look {
  return { ...plainLook, ...(read(lookFile) as Partial<Look>) }
}

function findPalette({ light, dark }: Look) {
  return palettes.find(({ load }) => isDeepStrictEqual({ light, dark }, pick(load())))
}

function pick({ light, dark }: Look) {
  return { light, dark }
}

/** Attributes of a drawing are no inline styles. */
function swatches({ light }: Look): Html {
  const colors = [light.paper, light.ink, light.accent, light.second]
  return html`<svg class="swatches" width="96" height="24" viewBox="0 0 96 24" aria-hidden="true">${colors.map(
    (color, index) => html`<rect x="${index * 24}" width="24" height="24" fill="${color}"/>`,
  )}</svg>`
}

const words = {
  colors: { vi: 'Bộ màu', en: 'Colors' },
  font: { vi: 'Kiểu chữ của tiêu đề', en: 'Font of the headings' },
  own: { vi: 'Màu của bạn', en: 'Your own colors' },
} satisfies Record<string, LocalizedText>
