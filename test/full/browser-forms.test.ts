/** Other forms of the site in a browser: callback, newsletter, gift card and membership. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guest } from '../support/booking.ts'
import { email, note } from '../support/booking-flow.ts'
import { type BrowserShop, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { openRow } from '../support/panel.ts'
import { fullyTestedTrades, openForEachTrade } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

describe('guest in a browser', { skip, concurrency: 2 }, () => {
  for (const trade of fullyTestedTrades) {
    describe(`at the ${trade}`, { concurrency: 1 }, () => {
      const app = shops[trade]

      it('requests a callback and subscribes to the newsletter', async () => {
        const page = await newPage()
        await page.goto(`${app.address}/en/contact`)
        await waitForNavigation(page, () =>
          page.getByRole('link', { name: 'Request a callback' }).click(),
        )
        await page.getByLabel('Your name').fill(guest.name)
        await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
        await page.getByLabel('When to call').fill('after six')
        await page.getByLabel('What is it about?').fill(note)
        await sendForm(page, app)
        const lead = await app.store.read.get('SELECT * FROM leads')
        assert.equal(lead?.phone, '+84912345678')
        assert.equal(lead?.message, note)
        assert.match(await page.locator('.notice.good').innerText(), /will call you back/)

        await page.goto(`${app.address}/newsletter`)
        await page.getByLabel('Email', { exact: true }).fill('khong phai email')
        await sendForm(page, app)
        assert.equal(await page.getByRole('alert').count(), 1)
        assert.equal(
          await page.getByLabel('Email', { exact: true }).inputValue(),
          'khong phai email',
        )
        await page.getByLabel('Email', { exact: true }).fill(email)
        await sendForm(page, app)
        const subscriber = await app.store.read.get('SELECT * FROM subscribers')
        assert.equal(subscriber?.email, email)
        assert.equal(subscriber?.state, 'asked')
        assert.equal(await page.locator('.notice.good').count(), 1)
      })
    })
  }

  it('orders a gift card', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/en/gift-cards`)
    await waitForNavigation(page, () => page.getByRole('link', { name: 'Order one' }).click())
    await page.getByLabel('1,000,000').check()
    await page.getByLabel('Name on the card').fill('Mai')
    const message = page.locator('#message')
    await (await openRow(page, message)).fill(note)
    await page.getByLabel('By Zalo').check()
    await page.getByLabel('Your name').fill(guest.name)
    await sendForm(page, app)
    assert.equal(await page.getByRole('alert').count(), 1)
    assert.equal(await page.getByLabel('1,000,000').isChecked(), true)
    assert.equal(await message.inputValue(), note)
    assert.equal(await page.getByLabel('By Zalo').isChecked(), true)
    await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
    await sendForm(page, app)
    await checkOrder(page, app, 'gift_card', 1_000_000)
  })

  it('orders a membership', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/memberships/order`)
    await page.getByRole('radio').first().check()
    await page.getByLabel('Tên của bạn').fill(guest.name)
    await page.getByLabel('Số điện thoại', { exact: true }).fill(guest.phone)
    await sendForm(page, app)
    await checkOrder(page, app, 'membership')
  })
})

/** Reviews the form; then, unless it was rejected, consents and sends it. */
async function sendForm(page: Page, app: BrowserShop): Promise<void> {
  app.clock.now += 5_000
  const button = page.getByRole('main').getByRole('button').first()
  await waitForNavigation(page, () => button.click())
  if ((await page.getByRole('alert').count()) > 0) return
  await page.locator('#consent').check()
  await waitForNavigation(page, () => button.click())
}

async function checkOrder(page: Page, app: BrowserShop, kind: string, total?: number) {
  const [, code = ''] = /\/order\/([A-Z0-9-]+)$/.exec(page.url()) ?? []
  assert.ok(code, await page.locator('main').innerText())
  const orders = await app.store.read.all<{ kind: string; code: string; total: number }>(
    'SELECT * FROM orders WHERE kind = ?',
    kind,
  )
  assert.equal(orders.length, 1)
  assert.equal(orders[0]?.code, code.replaceAll('-', ''))
  if (total !== undefined) assert.equal(orders[0]?.total, total)
  assert.ok((await page.locator('main').innerText()).includes(code))
}
