/** The view as one HTML document: style, script, texts and choices are inlined, and nothing is loaded. */
import { readFileSync } from 'node:fs'
import type { Business, Shared } from '../../../content/shop.ts'
import type { AssistantView } from '../../../kernel/booking-view.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { lazy } from '../../../kernel/memoize.ts'
import { Html, html } from '../../../ui/html.ts'
import { widgetTexts } from './texts.ts'

export type WidgetShop = { business: Pick<Business, 'name' | 'phone'>; look: Shared['look'] }

/** In the order in which they are joined into one script; each imports only earlier ones. */
const scripts = [
  'elements.js',
  'dates.js',
  'bridge.js',
  'state.js',
  'results.js',
  'parts.js',
  'screens.js',
  'calls.js',
  'main.js',
]

const styles = ['page.css', 'choices.css', 'results.css']

const style = lazy(() => styles.map((name) => compactStyle(readPart(`style/${name}`))).join(''))

const script = lazy(() => scripts.map((name) => toInline(readPart(`client/${name}`))).join('\n'))

export function renderWidget(view: AssistantView, { business, look }: WidgetShop): string {
  const { uri: _, title, pickers, ...described } = view
  const data = {
    ...described,
    shop: business.name,
    phone: business.phone,
    title: pairOf(title),
    pickers: pickers.map(({ label, choices, ...picker }) => ({
      ...picker,
      label: pairOf(label),
      choices: choices.map(({ text, ...choice }) => ({ ...choice, text: pairOf(text) })),
    })),
    texts: Object.fromEntries(
      Object.entries(widgetTexts).map(([name, text]) => [name, pairOf(text)]),
    ),
  }
  return html`<!doctype html>
<html lang="vi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.vi} – ${business.name}</title>
<style>${new Html(colors(look) + style())}</style>
</head>
<body>
<main id="app"></main>
<p id="status" role="status"></p>
<script type="application/json" id="data">${new Html(toJson(data))}</script>
<script type="module">${new Html(script())}</script>
</body>
</html>
`.text
}

function readPart(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
}

/** The colors of the shop, where the host does not give its own. */
function colors({ light, dark }: Shared['look']): string {
  const tokens = Object.entries(light).map(([name, color]) => {
    const darkColor = dark[name as keyof typeof dark]
    return `--shop-${name.replaceAll('_', '-')}:light-dark(${color},${darkColor})`
  })
  return `:root{${tokens.join(';')}}`
}

/** Shorter than an object; the script knows the order. */
function pairOf({ vi, en }: LocalizedText): [vi: string, en: string] {
  return [vi, en]
}

/** The modules become one script, in which all of them see the same names. */
function toInline(source: string): string {
  const joined = source.replace(/^import [^;]*? from '.*'$/gm, '').replace(/^export /gm, '')
  return withoutComments(joined).replace(literalOrSpaces, (_, literal = '', sign = '') => {
    return literal + sign
  })
}

/** Strings, templates and regular expressions stay as they are; signs lose the spaces around them. */
const literalOrSpaces =
  /('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/(?![ */])(?:[^/\\\n]|\\.)+\/)| ?([=,{}()[\]?:&|+<>!*-]+) ?/g

function compactStyle(source: string): string {
  return withoutComments(source)
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/: /g, ':')
}

/** Also without indentation and empty lines. */
function withoutComments(source: string): string {
  return source
    .replace(/^\s*\/\*[\s\S]*?\*\/$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '')
}

function toJson(value: object): string {
  // The JSON stays the same, and contains no end tag.
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
