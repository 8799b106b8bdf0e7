/** Lists, search and questions in a browser: the sticky bar, the count on the button, and links that open an answer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { findOverflow } from '../support/overflow.ts'
import { openForEachTrade } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN

describe('a list of offers', { skip }, () => {
  it('shows its first row within the second screen at most', async () => {
    for (const [trade, path] of [
      ['restaurant', '/menu'],
      ['restaurant', '/menu?without=peanuts,soy'],
      ['spa', '/treatments'],
      ['salon', '/services'],
    ] as const) {
      const page = await newPage(phone)
      await page.goto(shops[trade].address + path)
      const top = await topOf(page, '.offer-rows h3')
      assert.ok(top < 844, `${path}: the first row begins at ${top} px`)
      await page.context().close()
    }
  })

  it('keeps its bar in view and marks the group that is read', async () => {
    for (const device of [phone, desktop]) {
      const page = await newPage(device)
      await page.goto(`${shops.restaurant.address}/en/menu`)
      const link = page.locator('.list-bar nav a', { hasText: 'Over charcoal' })
      await link.click()
      await page.locator('.list-bar nav a[aria-current]', { hasText: 'Over charcoal' }).waitFor()
      const bar = await page.locator('.list-bar').boundingBox()
      const heading = await page
        .locator('.offer-group h2', { hasText: 'Over charcoal' })
        .boundingBox()
      assert.ok(bar && heading)
      assert.ok(bar.y >= 0 && bar.y < 150, `the bar is at ${bar.y} px`)
      assert.ok(heading.y >= 0, 'the heading is in view')
      if (device === phone) assert.ok(heading.y >= bar.y + bar.height - 1, 'and not under the bar')
      await page.context().close()
    }
  })

  it('has a filter whose button says how many it will show, also after Back', async () => {
    const page = await newPage(phone)
    await page.goto(`${shops.restaurant.address}/en/menu`)
    const filter = page.locator('.filter')
    await filter.locator('summary').tap()
    await filter.getByText('Peanuts', { exact: true }).tap()
    await filter.getByRole('button', { name: 'Show 27 dishes' }).waitFor()
    await filter.getByText('Soy', { exact: true }).tap()
    await filter.getByRole('button', { name: 'Show 20 dishes' }).tap()
    await page.waitForURL(/#results$/)
    assert.equal(await filter.locator('summary').innerText(), 'Filter (2)')
    assert.ok((await topOf(page, '#results')) < 300, 'the page opens at the result')
    await page.getByRole('link', { name: 'No soy: remove this filter' }).tap()
    await page.waitForURL(/without=peanuts#results$/)
    assert.match(await page.locator('.list-result').innerText(), /27 of 31 dishes/)
  })

  it('is not wider than the smallest screen in any state', async () => {
    const found: string[] = []
    for (const [trade, paths] of [
      [
        'restaurant',
        [
          '/menu',
          '/en/menu?without=peanuts,soy&diet=pescatarian&spice=1',
          '/menu?without=zzz',
          '/set-meals?without=peanuts',
        ],
      ],
      ['spa', ['/treatments?feeling=da-kho', '/search?q=massage', '/faq']],
      ['salon', ['/services', '/en/services?length=dai', '/packages']],
    ] as const) {
      for (const path of paths) {
        const page = await newPage({ viewport: { width: 320, height: 640 } })
        await page.goto(shops[trade].address + path)
        for (const row of await page.locator('.filter > summary, main > .row > summary').all()) {
          await row.click()
        }
        const wrong = await findOverflow(page)
        found.push(
          ...wrong.filter((text) => !/header|\.name/.test(text)).map((text) => `${path} ${text}`),
        )
        await page.context().close()
      }
    }
    assert.deepEqual(found, [])
  })

  it('changes pages without motion for guests who want none', async () => {
    const { address } = shops.restaurant
    const css = await (await fetch(`${address}/site.css`)).text()
    const rule = /@media \(prefers-reduced-motion: ?no-preference\)\s*\{\s*@view-transition/
    assert.match(css, rule)
    assert.equal(css.match(/@view-transition/g)?.length, 1)
    assert.match(css, /::view-transition-group\(\*\)[^}]*animation-duration: ?0?\.16s/)
  })
})

describe('the questions and answers', { skip }, () => {
  for (const hasScript of [true, false]) {
    it(`open for a link to an answer ${hasScript ? 'with' : 'without'} JavaScript`, async () => {
      const app = shops.restaurant
      const html = await (await app.get('/en/faq')).text()
      const ids = [...html.matchAll(/<\/summary>\s*<div id="([^"]+)"/g)].map(([, id]) => id)
      const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
      const id = ids.at(-1) ?? ''
      await page.goto(`${app.address}/en/faq#${id}`)
      await page.locator(`#${id}`).waitFor({ state: 'visible' })
      assert.equal(await page.locator('details.row:has(+ details.row) > div:visible').count(), 0)
      const box = await page.locator(`details:has(#${id}) summary`).boundingBox()
      assert.ok(box && box.y >= 0 && box.y < 844, 'the question is in view')
      await page.context().close()
    })
  }

  it('are found from the header of another page', async () => {
    const page = await newPage(phone)
    await page.goto(`${shops.spa.address}/en`)
    await page.locator('header .search-link').tap()
    await page.getByLabel('What are you looking for?').fill('parking')
    await page.locator('main').getByRole('button', { name: 'Search' }).tap()
    await page.locator('.search-results a').first().waitFor()
    assert.match(await page.getByRole('status').first().innerText(), /\d+ results? for “parking”/)
    await page.context().close()
  })
})

describe('guest in a browser', { skip, concurrency: 2 }, () => {
  it('filters the menu by allergens', async () => {
    const app = shops.restaurant
    const page = await newPage()
    await page.goto(`${app.address}/en/menu`)
    const rows = page.locator('.offer-rows h3 a')
    const all = await rows.count()
    const filter = page.locator('.filter')
    const show = () => filter.getByRole('button', { name: /^Show \d+ dishes$/ }).click()
    await filter.getByLabel('Vegetarian').check()
    await waitForNavigation(page, show)
    const some = await rows.count()
    assert.ok(some > 0 && some < all)
    await filter.getByLabel('Soy').check()
    await waitForNavigation(page, show)
    assert.equal(await filter.getByLabel('Vegetarian').isChecked(), true)
    assert.equal(await filter.getByLabel('Soy').isChecked(), true)
    const left = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    assert.ok(left.length > 0 && left.length < some)
    for (const path of left) {
      const text = await (await app.get(String(path))).text()
      assert.match(text, /<li class="mark diet">[^<]*Veg(etari)?an/)
      assert.doesNotMatch(text, /<li class="mark contains">[^<]*soy/)
    }
    const remove = (name: string) => page.getByRole('link', { name: `${name}: remove this filter` })
    await waitForNavigation(page, () => remove('Vegetarian').click())
    await waitForNavigation(page, () => remove('No soy').click())
    assert.equal(await rows.count(), all)
    assert.equal(page.url(), `${app.address}/en/menu#results`)
  })

  it('suggests a treatment in three taps, and filters by duration', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/treatments`)
    const rows = page.locator('.offer-rows h3 a')
    const all = await rows.count()
    await page.getByText('Bạn thấy trong người thế nào?').click()
    await page.getByText('Cơ thể', { exact: true }).click()
    await waitForNavigation(page, () => page.getByRole('link', { name: /^Mỏi vai gáy/ }).click())
    const some = await rows.count()
    assert.ok(some > 0 && some < all)
    const [first] = await page.locator('.list-links a').allInnerTexts()
    assert.match(first ?? '', /^Gợi ý: .+\sphút$/)
    await page.getByLabel('60 phút').check()
    await waitForNavigation(page, () => page.getByRole('button', { name: /^Xem \d+/ }).click())
    const left = await page.locator('.offer-rows .price').allInnerTexts()
    assert.ok(left.length > 0 && left.length < some)
    for (const text of left) assert.ok(Number(/(\d+) phút/.exec(text)?.[1]) <= 60, text)
    await page.goto(`${app.address}/treatments?feeling=da-kho&minutes=45`)
    assert.match(await page.locator('main').innerText(), /không có liệu trình nào trong \d+ liệu/)
  })
})
