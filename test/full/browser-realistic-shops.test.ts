/**
 * Five realistic shops in a browser: nothing overflows horizontally on a phone and on a desktop, and nothing moves while
 * a page loads on one of them and its translation on the other. `SCREENSHOT_FOLDER` names a folder for screenshots of the pages, in light and dark mode.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  isTooWide,
  openBrowser,
  type Page,
  startBrowserShop,
  waitUntilDrawn,
} from '../support/browser.ts'
import { shiftOf } from '../support/layout-shift.ts'
import { openBefore } from '../support/lifetime.ts'
import { findOverflow, findTextOnPictures } from '../support/overflow.ts'
import { sharedPhotoFolder, startPhotoFolder } from '../support/photos.ts'
import { realisticShops, smallPhotos } from '../support/realistic-shops.ts'
import { sitemapPaths } from '../support/walk-site.ts'

const { skip, newPage } = openBrowser()

const { SCREENSHOT_FOLDER: screenshotFolder } = process.env

const screens = [
  { viewport: { width: 390, height: 844 } },
  { viewport: { width: 1440, height: 900 } },
]

/** A font that arrives late may move a line by a few pixels; what is inserted moves the page more than this. */
const maxShift = 0.01

/** Every page, but one offer or article of a folder, and the steps of a booking. */
async function pathsOf(app: Parameters<typeof sitemapPaths>[0], steps: readonly string[]) {
  const folders = new Set<string>()
  const listed = (await sitemapPaths(app)).filter((path) => {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (folder === '' || folder === '/en') return true
    if (folders.has(folder)) return false
    folders.add(folder)
    return true
  })
  return [...listed, ...steps.map((query) => `/booking?${query}`)]
}

type Screen = (typeof screens)[number]

/**
 * On which screen each page is loaded, and to which it is then resized. A page and its translation differ only in text,
 * so they are loaded on different screens, and in the next shop the other way round. Other pages are loaded on both.
 */
function distributeScreens(paths: readonly string[], turn: number) {
  const originalOf = (path: string) => path.replace(/^\/en(?=\/|$)/, '') || '/'
  return paths.flatMap((path): { path: string; first: number; second?: number }[] => {
    const original = originalOf(path)
    const isTranslated = paths.some((other) => other !== path && originalOf(other) === original)
    if (!isTranslated) return [0, 1].map((first) => ({ path, first }))
    const first = (turn + (path === original ? 0 : 1)) % 2
    return [{ path, first, second: 1 - first }]
  })
}

for (const [turn, shopToTest] of realisticShops.entries()) {
  const { name, trade, createFolder, booking, serviceDay, start } = shopToTest
  const steps = [
    booking.query,
    `${booking.query}&date=${serviceDay}`,
    `${booking.query}&date=${start.date}&time=${start.time}`,
  ]

  describe(`${name} in a browser`, () => {
    const shop = openBefore(async () =>
      startPhotoFolder(
        trade,
        await createFolder(screenshotFolder ? 1 : smallPhotos),
        startBrowserShop,
        sharedPhotoFolder(),
      ),
    )

    it('has no overflow and no layout shift', { skip }, async () => {
      const found: string[] = []
      const pages = await Promise.all(screens.map((screen) => newPage(screen)))
      for (const { path, first, second } of distributeScreens(await pathsOf(shop, steps), turn)) {
        const page = pages[first] as Page
        const check = async ({ viewport: { width } }: Screen) => {
          const at = `${path}, ${width} wide`
          if (await isTooWide(page)) found.push(`${at}: wider than the screen`)
          const unreadable = [...(await findOverflow(page)), ...(await findTextOnPictures(page))]
          found.push(...unreadable.map((element) => `${at}: ${element}`))
          if (screenshotFolder)
            await takeScreenshots(page, `${shop.shop.business.name}-${path}`, width)
        }
        const [loaded, resized] = [screens[first] as Screen, screens[second ?? -1]]
        await page.goto(shop.address + path)
        const shift = await shiftOf(page)
        if (shift > maxShift)
          found.push(`${path}, ${loaded.viewport.width} wide: layout shift ${shift.toFixed(4)}`)
        await check(loaded)
        if (!resized) continue
        await page.setViewportSize(resized.viewport)
        await foldAsLoaded(page, resized)
        await waitUntilDrawn(page)
        await check(resized)
        await page.setViewportSize(loaded.viewport)
      }
      assert.deepEqual(found, [])
    })
  })
}

/** The script of a list opens its filter when it is loaded on a wide screen. */
async function foldAsLoaded(page: Page, { viewport }: Screen): Promise<void> {
  await page.locator('.filter').evaluateAll((filters, isWide) => {
    for (const filter of filters) filter.open = isWide
  }, viewport.width >= 900)
}

async function takeScreenshots(page: Page, name: string, width: number): Promise<void> {
  const file = name.replaceAll(/[\s/?&=:]+/g, '-').replace(/-$/, '')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await loadLazyImages(page)
    const path = join(screenshotFolder ?? '', `${file}-${width}-${colorScheme}.png`)
    await page.screenshot({ path, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A screenshot of the full page does not scroll, so images far below would be empty. */
async function loadLazyImages(page: Page): Promise<void> {
  await page.locator('img').evaluateAll((images) =>
    Promise.all(
      images.map((image) => {
        image.loading = 'eager'
        return image.decode().catch(() => {})
      }),
    ),
  )
}
