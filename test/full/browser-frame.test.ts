/** Header, menu and columns of the site in a real browser: sizes, keyboard, long names. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Locator, openBrowser, startBrowserShop } from '../support/browser.ts'
import { openBefore } from '../support/lifetime.ts'
import { findOverflow } from '../support/overflow.ts'
import { loadSampleShop } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const restaurant = openBefore(() => startBrowserShop('restaurant'))

const spa = openBefore(() => startBrowserShop('spa'))

const startNamed = (name: string) => {
  const shop = loadSampleShop('restaurant')
  return startBrowserShop('restaurant', {
    shop: { ...shop, business: { ...shop.business, name } },
  })
}
const withLongName = openBefore(() => startNamed('Quán chay Bồ Đề Tâm'))
const withLongestName = openBefore(() =>
  startNamed('Nhà hàng Ẩm thực Cung đình Huế Vọng Nguyệt Lâu'),
)

const phone = { width: 390, height: 844 }

type Sized = {
  scrollHeight: number
  clientHeight: number
  scrollWidth: number
  clientWidth: number
}

/** Whether some of the text of an element is hidden. */
const isCut = (element: Sized) =>
  element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1

/** Elements of the header that overlap each other, or reach beyond it. */
function collisionsIn(header: Locator): Promise<string[]> {
  return header.evaluate((element) => {
    type Box = { left: number; right: number; top: number; bottom: number; width: number }
    type Part = { className: string; getBoundingClientRect(): Box }
    const parts = [...element.querySelectorAll(':scope > :not(nav)')] as Part[]
    const boxes = parts
      .map((part) => ({ name: part.className, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
    const own = element.getBoundingClientRect()
    return boxes.flatMap(({ name, box }, index) => [
      ...(box.top < own.top - 1 || box.bottom > own.bottom + 1
        ? [`${name} beyond the header`]
        : []),
      ...boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 0.5 &&
            other.left < box.right - 0.5 &&
            box.top < other.bottom - 0.5 &&
            other.top < box.bottom - 0.5,
        )
        .map((other) => `${name} and ${other.name}`),
    ])
  })
}

describe('the header', { skip }, () => {
  it('shows every page of a shop with many pages from 1180 px on', async () => {
    for (const width of [1180, 1440]) {
      const page = await newPage({ viewport: { width, height: 844 } })
      await page.goto(`${spa.address}/en`)
      const pages = page.locator('body > header nav')
      const [needed, available] = (await pages.evaluate((nav: Sized) => [
        nav.scrollWidth,
        nav.clientWidth,
      ])) as [number, number]
      assert.ok(needed <= available, `${needed} of ${available} px at ${width} px`)
    }
  })

  it('stays at the top with 56 px on a phone and 72 px on a wide screen', async () => {
    for (const [width, height] of [
      [390, 56],
      [1440, 72],
    ] as const) {
      const page = await newPage({ viewport: { width, height: 844 } })
      await page.goto(`${restaurant.address}/en/articles/nieu-ca-kho-qua-dem`)
      await page.locator('footer').scrollIntoViewIfNeeded()
      const box = await page.locator('body > header').boundingBox()
      assert.deepEqual([box?.y, box?.height], [0, height], String(width))
    }
  })

  it('opens the pages with the keyboard, and closes them with Escape', async () => {
    const page = await newPage({ viewport: phone })
    await page.goto(`${restaurant.address}/en/articles`)
    const menu = page.getByRole('button', { name: 'Pages' })
    const contact = page.locator('header').getByRole('link', { name: 'Contact' })
    assert.equal(await contact.isVisible(), false)
    await menu.focus()
    await page.keyboard.press('Enter')
    await contact.waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Menu')
    await page.keyboard.press('Escape')
    await contact.waitFor({ state: 'hidden' })
    await menu.click()
    await contact.click()
    await page.waitForURL('**/en/contact')
  })

  it('shows all pages on a wide screen, without the menu', async () => {
    const page = await newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${restaurant.address}/en/articles`)
    assert.equal(await page.getByRole('button', { name: 'Pages' }).isVisible(), false)
    const current = page.locator('header nav [aria-current="page"]')
    assert.equal(await current.innerText(), 'Articles')
    assert.equal(await current.isVisible(), true)
  })

  it('has the skip link and then the name of the shop as the first two stops of the keyboard', async () => {
    const page = await newPage({ viewport: phone })
    await page.goto(`${restaurant.address}/en/contact`)
    const stops: string[] = []
    for (let count = 0; count < 2; count++) {
      await page.keyboard.press('Tab')
      stops.push(await page.locator(':focus').innerText())
    }
    assert.deepEqual(stops, ['Skip to content', 'Khói Lam'])
  })

  it('shows a long name in full on every screen, and nothing collides with it', async () => {
    for (const app of [withLongName, withLongestName]) {
      for (const width of [320, 390, 1024]) {
        const page = await newPage({ viewport: { width, height: 640 } })
        for (const path of ['/en/articles', '/']) {
          const at = `${app.shop.business.name}, ${path} at ${width} px`
          await page.goto(app.address + path)
          assert.deepEqual(await findOverflow(page), [], at)
          assert.equal(await page.locator('header .name span').evaluate(isCut), false, at)
          assert.deepEqual(await collisionsIn(page.locator('body > header')), [], at)
        }
        await page.context().close()
      }
    }
  })
})

describe('the text of an article', { skip }, () => {
  it('has lines of 55 to 75 characters on a wide screen', async () => {
    const page = await newPage({ viewport: { width: 1440, height: 900 } })
    for (const path of ['/articles/nieu-ca-kho-qua-dem', '/en/articles/nieu-ca-kho-qua-dem']) {
      await page.goto(restaurant.address + path)
      const lengths = await page.locator('.columns > div:first-child > p').evaluateAll((texts) =>
        texts.map((text) => {
          const range = text.ownerDocument.createRange()
          range.selectNodeContents(text)
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 4))
          return (text.textContent ?? '').length / new Set(tops).size
        }),
      )
      const longest = Math.max(...lengths)
      assert.ok(longest > 55 && longest < 75, `${path}: ${longest}`)
    }
  })
})
