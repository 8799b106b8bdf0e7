/** The layout of the home page, the page of an offer and the team page on a phone and on a wide screen. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTooSmall, findViolations } from '../support/access.ts'
import {
  isTooWide,
  openBrowser,
  type Page,
  startBrowserShop,
  waitUntilDrawn,
} from '../support/browser.ts'
import { samples } from '../support/samples.ts'
import { openForEachTrade, trades } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const height = 844
const phone = { viewport: { width: 390, height }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }
const maxScreens = 5

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  assert.ok(box, `${selector} is shown`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const heightOf = (page: Page) => page.locator('html').evaluate((html) => Number(html.scrollHeight))

/** Focuses each link, in one step: nothing that loads moves the page between focus and measurement. */
const findCovered = (page: Page) =>
  page.locator('main :is(a[href], summary)').evaluateAll((all) => {
    const bar = all[0]?.ownerDocument.querySelector('.bar')
    const links = all.filter((link) => link.checkVisibility() && !bar?.contains(link))
    const covered = links.filter((link) => {
      link.focus()
      // At the end of the page the bar is below everything else.
      return link.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1
    })
    return { count: links.length, covered: covered.map((link) => String(link.textContent)) }
  })

for (const trade of trades) {
  const { offerPage } = samples[trade]

  describe(`the layout of the ${trade}`, { skip }, () => {
    it('has a home page of at most five screens, with a picture of less than half of the first', async () => {
      const page = await newPage(phone)
      for (const path of ['/', '/en']) {
        await page.goto(shops[trade].address + path)
        await waitUntilDrawn(page)
        const screens = (await heightOf(page)) / height
        assert.ok(screens <= maxScreens, `${path}: ${screens.toFixed(2)} screens`)
        assert.ok((await boxOf(page, '.face img')).height <= height * 0.45)
        assert.ok((await boxOf(page, '#booking')).y < height * 0.65, 'the panel begins in sight')
        assert.equal(await isTooWide(page), false)
      }
    })

    it('has the panel beside the text in the first screen of a desktop, over the full width', async () => {
      const page = await newPage(desktop)
      await page.goto(`${shops[trade].address}/`)
      await waitUntilDrawn(page)
      const [title, panel] = [await boxOf(page, 'h1'), await boxOf(page, '#booking')]
      assert.ok(title.right <= panel.x, 'the text is left of the panel')
      assert.ok(title.bottom <= 900 && panel.bottom <= 900, `panel ends at ${panel.bottom}`)
      const cards = await page
        .locator('.trio > li')
        .evaluateAll((items) =>
          items.map((item) => item.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
        )
      assert.equal(new Set(cards.map(([top]) => top)).size, 1, 'three cards are one row')
      assert.equal(new Set(cards.map(([, bottom]) => bottom)).size, 1, 'of the same height')
      const [first] = await page
        .locator('.trio')
        .evaluateAll((items) => items.map((item) => Number(item.getBoundingClientRect().width)))
      assert.ok((first ?? 0) > 1150, `${first} pixels wide`)
      await page.context().close()
    })

    it('has price and panel of an offer beside its picture on a desktop', async () => {
      const page = await newPage(desktop)
      await page.goto(shops[trade].address + offerPage)
      const [face, title, panel] = [
        await boxOf(page, '.face img'),
        await boxOf(page, 'h1'),
        await boxOf(page, '#booking'),
      ]
      assert.ok(face.right <= title.x && face.right <= panel.x)
      assert.ok(Math.abs(face.width / face.height - 4 / 3) < 0.05, 'the picture is 4:3')
      assert.equal(await page.locator('.bar').isVisible(), false)
      await page.context().close()
    })

    it('keeps what has the focus above the bar of an offer page', async () => {
      const page = await newPage(phone)
      await page.goto(shops[trade].address + offerPage)
      await waitUntilDrawn(page)
      const bar = page.locator('.bar')
      assert.ok((await boxOf(page, '.bar')).height >= 64)
      await page.locator('#booking:not([data-source])').waitFor()
      const { count, covered } = await findCovered(page)
      assert.ok(count > 10)
      assert.deepEqual(covered, [])
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url()))
      await bar.getByRole('link').click()
      await page.waitForURL(/#booking$/)
      while ((await boxOf(page, '#booking')).y >= height / 2) await page.waitForTimeout(50)
      assert.deepEqual(requested, [], 'the panel is not loaded again')
      await page.context().close()
    })

    it('has targets of at least 44 pixels on the home, offer and team pages, and no violations', async () => {
      const problems: string[] = []
      const page = await newPage({ viewport: { width: 320, height }, hasTouch: true })
      for (const path of ['/', offerPage, '/team']) {
        await page.goto(shops[trade].address + path)
        await waitUntilDrawn(page)
        const pressed =
          'main :is(.more, .price-list a, .points summary, .people a, .bar a, .actions a)'
        const small = await findTooSmall(page, pressed, { width: 44, height: 44 })
        problems.push(...small.map((text) => `${path}: ${text}`))
        if (await isTooWide(page)) problems.push(`${path}: too wide`)
        for (const violation of await findViolations(page)) problems.push(`${path}: ${violation}`)
      }
      assert.deepEqual(problems, [])
    })
  })
}
