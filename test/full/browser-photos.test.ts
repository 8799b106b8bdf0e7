/** Photos in a browser: what a phone loads, layout shift, and the site while photos are converted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, type Page, waitUntilDrawn } from '../support/browser.ts'
import { shiftOf } from '../support/layout-shift.ts'
import { openBefore } from '../support/lifetime.ts'
import { drawPhoto, type PhotoShop, sharedPhotoFolder, startPhotoShop } from '../support/photos.ts'
import { samples } from '../support/samples.ts'
import { fullyTestedTrades, loadSampleShop, type TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

const kilobyte = 1024
const firstScreenBudget = 60 * kilobyte

/** A phone: 390 by 844 points, two pixels each. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1440, height: 900 } }

async function openPhotoShop(trade: TradeName): Promise<PhotoShop> {
  const { offers, categories } = loadSampleShop(trade).assortment
  const [category] = categories
  const shown = offers.filter((offer) => offer.category === category?.id).slice(0, 4)
  const content: Record<string, Buffer> = {
    'pictures/hero.jpg': await drawPhoto({ width: 1400, height: 1050 }),
    [`pictures/${samples[trade].list.slice(1)}.jpg`]: await drawPhoto({ width: 900, hue: 60 }),
  }
  const inGallery = await drawPhoto({ width: 900, height: 1200, hue: 90 })
  for (const name of 'abcdefgh') content[`pictures/gallery/${name}.jpg`] = inGallery
  // The same photo for all: each other one would take seconds to convert.
  const ofOffer = await drawPhoto({ width: 1000, height: 800, hue: 160 })
  for (const { id } of shown) content[`pictures/${id}.jpg`] = ofOffer
  return startPhotoShop(trade, content, sharedPhotoFolder())
}

type SeenImage = { url: string; isInFirstScreen: boolean; bytes: number }

/** The images of a page that were loaded without scrolling, with their transferred bytes. */
async function loadImages(page: Page, url: string): Promise<SeenImage[]> {
  await page.goto(url)
  await waitUntilDrawn(page)
  return page.locator('html').evaluate((html) => {
    const view = html.ownerDocument.defaultView
    type Sized = { name: string; encodedBodySize: number }
    const sizes = new Map(
      (view.performance.getEntriesByType('resource') as Sized[]).map(
        ({ name, encodedBodySize }) => [name, encodedBodySize] as const,
      ),
    )
    type Image = { currentSrc: string; getBoundingClientRect(): { top: number; bottom: number } }
    const images = [...html.ownerDocument.images] as Image[]
    return images.flatMap((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      const bytes = sizes.get(image.currentSrc)
      if (bytes === undefined) return []
      const isInFirstScreen = top < view.innerHeight && bottom > 0
      return [{ url: image.currentSrc, isInFirstScreen, bytes }]
    })
  })
}

for (const trade of fullyTestedTrades) {
  describe(`photos of the ${trade} in a browser`, () => {
    const shop = openBefore(() => openPhotoShop(trade))
    const { list } = samples[trade]
    const offerPath = () =>
      shop.appHost.shop().assortment.offers.find(({ photo }) => photo)?.path ?? ''

    it('are at most 60 KB on the first screen of a phone, as WebP', { skip }, async () => {
      for (const path of ['/', list, offerPath(), '/gallery', '/team']) {
        const page = await newPage(phone)
        const images = await loadImages(page, shop.address + path)
        const first = images.filter(({ isInFirstScreen }) => isInFirstScreen)
        const bytes = first.reduce((sum, one) => sum + one.bytes, 0)
        assert.ok(bytes > 0 && bytes <= firstScreenBudget, `${path}: ${bytes} bytes`)
        const photos = first.filter(({ url }) => /-(card|banner|whole)-/.test(url))
        if (path !== '/team') assert.ok(photos.length > 0, path)
        assert.deepEqual(
          photos.filter(({ url }) => !url.endsWith('.webp')),
          [],
        )
        await page.context().close()
      }
    })

    it('have enough pixels for the screen: 800 on a phone, the banner on a desktop', {
      skip,
    }, async () => {
      const shownOn = async (device: typeof phone | typeof desktop) => {
        const page = await newPage(device)
        const [hero = ''] = (await loadImages(page, `${shop.address}/`))
          .map(({ url }) => url)
          .filter((url) => /-(card|banner)-/.test(url))
        await page.context().close()
        return hero
      }
      assert.match(await shownOn(phone), /-card-800\.webp$/)
      assert.match(await shownOn(desktop), /-banner-1280\.webp$/)
    })

    it('are beside the title of a page and the texts of a list', { skip }, async () => {
      const page = await newPage(desktop)
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox()
        assert.ok(box, selector)
        return { ...box, right: box.x + box.width, bottom: box.y + box.height }
      }
      await page.goto(shop.address + offerPath())
      const [title, photo] = [await boxOf('main h1'), await boxOf('main img')]
      assert.ok(photo.right <= title.x, 'the title is right of the photo')
      assert.ok(title.y >= photo.y - 1 && title.bottom < photo.bottom, 'and as high as it')
      await page.goto(shop.address + list)
      const card = '.offer-rows li:has(picture)'
      const [name, text] = [await boxOf(`${card} h3`), await boxOf(`${card} .about`)]
      assert.ok(text.y - name.bottom < 20, 'the description follows the name')
      await page.context().close()
    })

    it('load late without layout shift, on a page that allows no inline styles', {
      skip,
    }, async () => {
      const shifts: string[] = []
      for (const device of [phone, desktop]) {
        const page = await newPage(device)
        const errors: string[] = []
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) errors.push(message.text())
        })
        await page.route('**/pictures/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 150))
          await route.continue()
        })
        for (const path of ['/', list, offerPath(), '/gallery', '/team']) {
          await page.goto(shop.address + path)
          await waitUntilDrawn(page)
          const shift = await shiftOf(page)
          if (shift > 0) shifts.push(`${path} ${device.viewport.width}: ${shift.toFixed(4)}`)
          const isLoaded = await page
            .locator('main img')
            .first()
            .evaluate((image: { complete: boolean; naturalWidth: number }) => {
              return image.complete && image.naturalWidth > 0
            })
          assert.ok(isLoaded, path)
        }
        assert.deepEqual(errors, [])
        await page.context().close()
      }
      assert.deepEqual(shifts, [])
    })
  })
}
