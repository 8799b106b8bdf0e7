/**
 * Five realistic shops in a browser: nothing overflows horizontally and nothing moves while a page loads, on a phone
 * and on a desktop. `SCREENSHOT_FOLDER` names a folder for screenshots of the pages, in light and dark mode.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
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

for (const { name, trade, createFolder, booking, serviceDay, start } of realisticShops) {
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

    for (const screen of screens) {
      const { width } = screen.viewport

      it(`has no overflow and no layout shift, ${width} wide`, { skip }, async () => {
        const page = await newPage(screen)
        const found: string[] = []
        for (const path of await pathsOf(shop, steps)) {
          await page.goto(shop.address + path)
          const shift = await shiftOf(page)
          if (shift > maxShift) found.push(`${path}: layout shift ${shift.toFixed(4)}`)
          if (await isTooWide(page)) found.push(`${path}: wider than the screen`)
          const unreadable = [...(await findOverflow(page)), ...(await findTextOnPictures(page))]
          found.push(...unreadable.map((element) => `${path}: ${element}`))
          if (screenshotFolder)
            await takeScreenshots(page, `${shop.shop.business.name}-${path}`, width)
        }
        assert.deepEqual(found, [])
        await page.context().close()
      })
    }
  })
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
