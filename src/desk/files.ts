/** The static files of the desk: stylesheet, fonts, scripts, manifest and icon. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { logoFileOf } from '../content/logo.ts'
import type { Shop } from '../domain/trade/trade.ts'
import type { ServedFile } from '../http/static-file.ts'
import { charts } from '../ui/chart.ts'
import { loadFonts } from '../ui/fonts.ts'
import { base, createStylesheet, forms, type Layer, readLayer } from '../ui/stylesheet.ts'

/** Modules; desk.js imports the others. */
const scripts = [
  'desk.js',
  'address.js',
  'entry.js',
  'alerts.js',
  'connection.js',
  'enhance.js',
  'event-stream.js',
  'in-place.js',
  'keyboard-shortcuts.js',
  'markdown-toolbar.js',
  'morph.js',
  'notices.js',
  'offline-pages.js',
  'page-refresh.js',
  'push.js',
  'scan.js',
  'search.js',
  'sheet.js',
  'stored-input.js',
  'timeline-drag.js',
  'timeline.js',
  'unsent.js',
]

export function deskFiles({ look, pictures, business }: Shop): ServedFile[] {
  const fonts = loadFonts(look)
  const logo = logoFileOf(pictures)
  const icon = pictures.find(({ name }) => name === logo)
  const iconFile = icon && { path: deskIconPath(icon.name), type: icon.type, body: icon.bytes }
  const headers = {
    'Access-Control-Allow-Origin': [],
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  const javascript = 'text/javascript; charset=utf-8'
  const files: ServedFile[] = [
    createStylesheet('/desk.css', look, fonts, createLayers()),
    ...scripts.map((name) => ({
      path: `/client/${name}`,
      type: javascript,
      body: readScript(name),
    })),
    { path: '/service-worker.js', type: javascript, body: readScript('service-worker.js') },
    {
      path: '/passkeys.js',
      type: javascript,
      body: `${readPasskeyLibrary()}\n${readScript('passkeys.js')}`,
    },
    {
      path: '/desk.webmanifest',
      type: 'application/manifest+json',
      body: JSON.stringify({
        name: business.name,
        short_name: business.name,
        start_url: '/tonight',
        display: 'standalone',
        background_color: look.light.paper,
        theme_color: look.light.paper,
        icons: iconFile ? [{ src: iconFile.path, sizes: 'any', type: iconFile.type }] : [],
      }),
    },
    { path: '/robots.txt', type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' },
    ...(iconFile ? [iconFile] : []),
  ]
  return [...files, ...fonts.files].map((file) => ({
    ...file,
    headers: { ...headers, ...file.headers },
  }))
}

/** "/favicon.svg", or "/favicon.png" for a logo that is a picture. */
function deskIconPath(name: string): string {
  return `/favicon${name.slice(name.lastIndexOf('.'))}`
}

/** In cascade order. Files of one layer only divide it by topic. */
function createLayers(): Layer[] {
  return [
    base,
    forms,
    readDeskLayer('layout'),
    readDeskLayer('layout', 'controls'),
    readDeskLayer('layout', 'in-place'),
    readDeskLayer('layout', 'sign-in'),
    readDeskLayer('cards'),
    readDeskLayer('cards', 'actions'),
    readDeskLayer('cards', 'lists'),
    readDeskLayer('cards', 'inbox'),
    readDeskLayer('cards', 'entry-forms'),
    readDeskLayer('cards', 'entry-panel'),
    readDeskLayer('cards', 'day'),
    readDeskLayer('cards', 'absence'),
    readDeskLayer('cards', 'editor'),
    readDeskLayer('cards', 'setup'),
    readDeskLayer('cards', 'contact'),
    readDeskLayer('cards', 'gift-cards'),
    readDeskLayer('tonight'),
    readDeskLayer('tonight', 'tonight-dock'),
    readDeskLayer('tonight', 'floor'),
    readDeskLayer('timeline'),
    readDeskLayer('timeline', 'timeline-moves'),
    gridColumnLayer(),
    gridRowLayer(),
    charts,
    readDeskLayer('guest'),
    readDeskLayer('print'),
  ]
}

function readDeskLayer(name: string, file = name): Layer {
  return readLayer(name, new URL(`./style/${file}.css`, import.meta.url))
}

/** Quarter hours from midnight to 8:00 of the next day, and one for the end. */
const maxQuarterHours = 129

/**
 * Grid columns of the timeline, one class per quarter hour, because the Content-Security-Policy forbids
 * inline styles.
 */
function gridColumnLayer(): Layer {
  const rules = Array.from({ length: maxQuarterHours }, (_, index) => [
    `.c${index}{grid-column-start:${index + 1}}`,
    `.s${index}{grid-column-end:span ${index}}`,
    `.w${index}{--quarters:${index}}`,
  ])
  return { name: 'grid-columns', css: `@layer grid-columns{${rules.flat().join('')}}` }
}

const [maxFloorRow, maxFloorHeight] = [30, 6]

/** Rows of the floor plan, for the same reason. */
function gridRowLayer(): Layer {
  const rows = Array.from(
    { length: maxFloorRow },
    (_, row) => `.r${row}{grid-row-start:${row + 1}}`,
  )
  const heights = Array.from(
    { length: maxFloorHeight },
    (_, index) => `.h${index + 1}{grid-row-end:span ${index + 1}}`,
  )
  return { name: 'grid-rows', css: `@layer grid-rows{${[...rows, ...heights].join('')}}` }
}

function readScript(name: string): string {
  return readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8')
}

const { resolve } = createRequire(import.meta.url)

function readPasskeyLibrary(): string {
  const script = resolve('@simplewebauthn/browser')
  return readFileSync(join(dirname(script), '../dist/bundle/index.umd.min.js'), 'utf8')
}
