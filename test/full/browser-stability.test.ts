/** The place of the booking panel while its times are loaded: nothing on the page moves when they appear. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { shiftOf } from '../support/layout-shift.ts'
import { samples } from '../support/samples.ts'
import { openForEachTrade, trades } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const maxShift = 0.02

const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Opens a page whose times arrive only when the returned function is called. */
async function openWithLateTimes(page: Page, url: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/booking\?/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(url)
  return async () => {
    release()
    await page.locator('#booking:not([data-source])').waitFor()
  }
}

const heightOf = async (page: Page) => (await page.locator('#booking').boundingBox())?.height ?? 0

for (const trade of trades) {
  describe(`the booking panel of the ${trade} while its times are loaded`, { skip }, () => {
    const app = shops[trade]
    const { offerPage } = samples[trade]
    // The panel on the home page of a shop with appointments asks for the service first.
    const paths = [...(trade === 'restaurant' ? ['/', '/en'] : []), offerPage, `/en${offerPage}`]

    it('is as high as with all times of a day', async () => {
      for (const viewport of viewports) {
        const page = await newPage({ viewport })
        for (const path of paths) {
          const finish = await openWithLateTimes(page, app.address + path)
          const before = await heightOf(page)
          await finish()
          const after = await heightOf(page)
          const at = `${path} at ${viewport.width} px: ${before} px, then ${after} px`
          // Where the shop is open today, some of its times are over.
          assert.ok(after <= before + 1, at)
          if (trade === 'restaurant') assert.ok(before - after <= 12, at)
          await page.unrouteAll({ behavior: 'wait' })
        }
        await page.context().close()
      }
    })

    it('moves nothing, also if what follows it is in sight', async () => {
      for (const viewport of viewports) {
        const page = await newPage({ viewport })
        for (const path of paths) {
          for (const isScrolled of [false, true]) {
            const finish = await openWithLateTimes(page, app.address + path)
            if (isScrolled) {
              await page
                .locator('#booking')
                .evaluate((panel) => panel.scrollIntoView({ block: 'end' }))
              await page.mouse.wheel(0, 200)
            }
            await finish()
            const shift = await shiftOf(page)
            const at = `${path} at ${viewport.width} px${isScrolled ? ', scrolled' : ''}: ${shift}`
            assert.ok(shift < maxShift, at)
            await page.unrouteAll({ behavior: 'wait' })
          }
        }
        await page.context().close()
      }
    })
  })
}
