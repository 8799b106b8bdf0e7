/** What the desk's pages fetch: the sheet, the faces, the scripts, its sign. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Shop } from '../domain/trade/trade.ts'
import type { ServedFile } from '../http/static-file.ts'
import { charts } from '../ui/chart.ts'
import { loadFonts } from '../ui/fonts.ts'
import { base, createStylesheet, forms, readLayer } from '../ui/stylesheet.ts'

const resolve = createRequire(import.meta.url)

const layer = (name: string) => readLayer(name, new URL(`./style/${name}.css`, import.meta.url))

const script = (name: string) => readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8')

/** The first brings the others. */
const scripts = [
  'desk.js',
  'alerts.js',
  'keyboard-shortcuts.js',
  'event-stream.js',
  'page-refresh.js',
  'enhance.js',
  'push.js',
  'timeline.js',
]

/** The places of a row, one class for each quarter hour: a strict page has no styles of its own. */
const gridColumns = {
  name: 'places',
  css: `@layer places{${Array.from(
    { length: 113 },
    (_, index) =>
      `.c${index}{grid-column-start:${index + 1}}.s${index}{grid-column-end:span ${index}}.w${index}{--quarters:${index}}`,
  ).join('')}}`,
}

/** The browser's half of the passkeys, from the package that the server's half comes from. */
function passkeyScript(): string {
  const script = resolve.resolve('@simplewebauthn/browser')
  return readFileSync(join(dirname(script), '../dist/bundle/index.umd.min.js'), 'utf8')
}

export function deskFiles({ look, pictures, business }: Shop): ServedFile[] {
  const fonts = loadFonts(look)
  const layers = [
    base,
    forms,
    layer('layout'),
    layer('cards'),
    layer('timeline'),
    gridColumns,
    charts,
    layer('print'),
  ]
  const sign = pictures.find(({ name }) => name === 'favicon.svg')
  const headers = {
    'Access-Control-Allow-Origin': [],
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  const javascript = 'text/javascript; charset=utf-8'
  const files: ServedFile[] = [
    createStylesheet('/desk.css', look, fonts, layers),
    ...scripts.map((name) => ({
      path: `/client/${name}`,
      type: javascript,
      body: script(name),
    })),
    { path: '/push-worker.js', type: javascript, body: script('push-worker.js') },
    {
      path: '/passkeys.js',
      type: javascript,
      body: `${passkeyScript()}\n${script('passkeys.js')}`,
    },
    {
      path: '/desk.webmanifest',
      type: 'application/manifest+json',
      body: JSON.stringify({
        name: business.name,
        short_name: business.name,
        start_url: '/',
        display: 'standalone',
        background_color: look.light.paper,
        theme_color: look.light.paper,
        icons: sign ? [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }] : [],
      }),
    },
    { path: '/robots.txt', type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' },
    ...(sign ? [{ path: '/favicon.svg', type: 'image/svg+xml', body: sign.bytes }] : []),
  ]
  return [...files, ...fonts.files].map((file) => ({
    ...file,
    headers: { ...headers, ...file.headers },
  }))
}
