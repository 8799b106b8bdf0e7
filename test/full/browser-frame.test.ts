/** Header, menu and columns of the site in a real browser: sizes, keyboard, long names. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBrowser, startBrowserShop } from '../support/browser.ts'
import { openBefore } from '../support/lifetime.ts'
import { findOverflow } from '../support/overflow.ts'
import { loadSampleShop } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const restaurant = openBefore(() => startBrowserShop('restaurant'))

const longName = 'Nhà hàng cơm quê Bắc Bộ Khói Lam bên Hồ Tây, Hà Nội'
const withLongName = openBefore(() => {
  const shop = loadSampleShop('restaurant')
  return startBrowserShop('restaurant', {
    shop: { ...shop, business: { ...shop.business, name: longName } },
  })
})

const phone = { width: 390, height: 844 }

describe('the header', { skip }, () => {
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

  it('does not collide with a long name on the smallest screen', async () => {
    for (const width of [320, 390, 1024]) {
      const page = await newPage({ viewport: { width, height: 640 } })
      for (const path of ['/contact', '/articles', '/nothing', '/articles/nieu-ca-kho-qua-dem']) {
        await page.goto(withLongName.address + path)
        assert.deepEqual(await findOverflow(page), [], `${path} at ${width} px`)
        const boxes = await page
          .locator('body > header > :is(.name, .language, .button, .menu):visible')
          .evaluateAll((elements) =>
            elements
              .map((element) => element.getBoundingClientRect())
              .filter(({ width: own }) => own > 0)
              .map(({ left, right }) => [left, right]),
          )
        boxes.sort(([one = 0], [other = 0]) => one - other)
        for (const [index, [left = 0]] of boxes.entries()) {
          const before = boxes[index - 1]?.[1] ?? 0
          assert.ok(left >= before, `${path} at ${width} px: ${JSON.stringify(boxes)}`)
        }
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
