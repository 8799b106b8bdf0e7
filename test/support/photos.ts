/** Photos as a phone takes them, drawn for the test, and a shop that shows them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { createLog } from '../../src/kernel/log.ts'
import { createPhotoLibrary, type PhotoLibrary } from '../../src/photos/library.ts'
import { createPhotoUpdater } from '../../src/server/photos.ts'
import { findTrade } from '../../src/variants/index.ts'
import { type BrowserShop, startBrowserShop } from './browser.ts'
import { copyOf } from './content-errors.ts'
import { closeAfter } from './lifetime.ts'
import type { RunningShop, ShopOptions } from './shop.ts'

type PhotoOptions = {
  width?: number
  height?: number
  /** The EXIF orientation: 6 is a phone that was held upright. */
  orientation?: number
  /** The color of the scene, 0 to 360. */
  hue?: number
}

/** A plate on a table with shadows and grain: it compresses about as well as a photo of one. */
export async function drawPhoto({
  width = 1600,
  height = 1200,
  orientation = 1,
  hue = 25,
}: PhotoOptions = {}): Promise<Buffer> {
  const grains = await Promise.all(
    [40, 160, 640].map((columns) => drawGrain(columns, width, height, hue)),
  )
  return sharp(Buffer.from(drawScene(width, height, hue)))
    .flatten({ background: '#222' })
    .composite(grains.map((input) => ({ input, blend: 'soft-light' })))
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Test' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 3/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer()
}

function drawScene(width: number, height: number, hue: number): string {
  const pieces = Array.from({ length: 40 }, (_, index) => {
    const [x, y] = [145 + ((index * 37) % 120), 90 + ((index * 53) % 120)]
    const color = `hsl(${(hue + index * 17) % 360},55%,${28 + (index % 4) * 12}%)`
    return `<ellipse cx="${x}" cy="${y}" rx="${5 + (index % 5) * 3}" ry="5" transform="rotate(${index * 40} ${x} ${y})" fill="${color}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="none">
<defs>
<linearGradient id="table" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue},35%,38%)"/><stop offset="1" stop-color="hsl(${hue},40%,16%)"/></linearGradient>
<radialGradient id="plate"><stop offset=".6" stop-color="#f6f1e7"/><stop offset="1" stop-color="#cfc6b4"/></radialGradient>
<radialGradient id="food"><stop stop-color="hsl(${hue + 15},75%,58%)"/><stop offset="1" stop-color="hsl(${hue},65%,32%)"/></radialGradient>
<clipPath id="dish"><circle cx="205" cy="150" r="78"/></clipPath>
</defs>
<rect width="400" height="300" fill="url(#table)"/>
<ellipse cx="212" cy="168" rx="126" ry="112" fill="#000" opacity=".3"/>
<circle cx="205" cy="150" r="116" fill="url(#plate)"/>
<circle cx="205" cy="150" r="78" fill="url(#food)"/>
<g clip-path="url(#dish)">${pieces.join('')}</g>
<rect x="330" y="30" width="9" height="220" rx="4" fill="#c9c4ba"/>
<rect x="348" y="30" width="6" height="220" rx="3" fill="#b8b2a6"/>
</svg>`
}

/** Gray noise of this number of columns, stretched over the whole photo; the same for the same seed. */
function drawGrain(columns: number, width: number, height: number, seed: number): Promise<Buffer> {
  const rows = Math.round(columns * 0.75)
  let state = seed + columns
  const pixels = Buffer.from(
    Array.from({ length: columns * rows }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return 88 + (state >>> 24) / 3.2
    }),
  )
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 1 } })
    .resize({ width, height, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

type PhotoParts = {
  contentFolder: string
  /** The folder of the converted files. */
  library: PhotoLibrary
  files: string
  /** Opens the content folder again, as a reload does, and waits until its photos are converted. */
  reload(): Promise<void>
}

export type PhotoShop = BrowserShop & PhotoParts

/** By path in the content folder. */
export type ContentFiles = Readonly<Record<string, string | Buffer>>

export function writeContent(folder: string, content: ContentFiles): void {
  for (const [path, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
}

/**
 * The converted photos of all files of a test run: a file is named by the hash of its source, and each conversion takes
 * seconds. For tests that show photos; those of the conversion have a folder of their own.
 */
export function sharedPhotoFolder(): string {
  return process.env.TEST_PHOTO_FOLDER ?? newPhotoFolder()
}

export function newPhotoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-photos-'))
  closeAfter(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A sample shop with these files in addition, and all its photos converted. */
export async function startPhotoShop(
  trade: string,
  content: ContentFiles,
  files = newPhotoFolder(),
): Promise<PhotoShop> {
  const contentFolder = copyOf(trade)
  writeContent(contentFolder, content)
  return startPhotoFolder(trade, contentFolder, startBrowserShop, files)
}

/** The shop of a content folder, started by `start`, with all its photos converted. */
export async function startPhotoFolder<App extends RunningShop>(
  trade: string,
  contentFolder: string,
  start: (trade: string, options: ShopOptions) => Promise<App>,
  files: string,
): Promise<App & PhotoParts> {
  const library = createPhotoLibrary(files, Date.now)
  const open = () => findTrade(trade).open(contentFolder)
  const shop = open()
  const app = await start(trade, { shop, pictureFiles: library })
  const updater = createPhotoUpdater(library, contentFolder, shop, {
    now: Date.now,
    log: createLog('error', Date.now, () => {}),
    publish: (next) => app.appHost.replace(next),
  })
  closeAfter(updater.close)
  updater.start()
  await updater.settled()
  return Object.assign(app, {
    contentFolder,
    library,
    files,
    async reload() {
      await updater.replace(open())
      await updater.settled()
    },
  })
}
