/** Guests with a booking in a browser: its page, its calendar entry, a move, and the other language. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { book } from '../support/booking.ts'
import { changeLanguage, texts } from '../support/booking-flow.ts'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { keyboard, waitForNavigation } from '../support/input-methods.ts'
import { samples } from '../support/samples.ts'
import { fullyTestedTrades, openForEachTrade } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

describe('narrow phone', { skip }, () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

  it('shows start and end time on one line', async () => {
    const page = await newPage(phone)
    const { code } = (await book(shops.spa, { ...samples.spa.request, date: '2026-11-21' })).body
    await page.goto(`${shops.spa.address}/booking/${code}`)
    const hour = page.locator('.ticket .hour')
    assert.match(await hour.innerText(), /^\d\d:\d\d–\d\d:\d\d$/)
    const lines = await hour.evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element as never)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    assert.equal(lines, 1)
    assert.equal(await isTooWide(page), false)
  })
})

describe('guest in a browser', { skip, concurrency: 2 }, () => {
  for (const trade of fullyTestedTrades) {
    describe(`at the ${trade}`, { concurrency: 1 }, () => {
      const app = shops[trade]

      it('follows the status of a request and adds it to a calendar', async () => {
        const { code } = (await book(app, { ...samples[trade].request, date: '2026-11-21' })).body
        const address = `${app.address}/en/booking/${code}`
        const page = await newPage()
        await page.goto(address)
        assert.match(await calendarEntry(page), /\r\nSTATUS:TENTATIVE\r\n/)
        assert.equal(await page.locator('h1').innerText(), texts.en.pending)

        await app.desk.confirm({ code, version: 1, actor: 'test' })
        await page.reload()
        assert.equal(await page.locator('h1').innerText(), texts.en.confirmed)
        assert.match(await page.locator('.notice').innerText(), /Staff have confirmed/)
        assert.match(await calendarEntry(page), /\r\nSTATUS:CONFIRMED\r\n/)

        await app.desk.cancel({ code, version: 2, actor: 'test', reason: 'a burst pipe' })
        await page.reload()
        assert.equal(await page.locator('h1').innerText(), texts.en.cancelled)
        assert.match(await page.locator('.notice').innerText(), /cancelled/)
        // The desk says that the guest reads the reason.
        assert.match(await page.locator('main').innerText(), /burst pipe/)
        const links = page.getByRole('link', { name: /Add to calendar|Change the booking/ })
        assert.equal(await links.count(), 0)
        await page.goto(`${app.address}/booking/${code}`)
        assert.equal(await page.locator('h1').innerText(), texts.vi.cancelled)
      })

      it('requests a move with the keyboard only', async () => {
        const body = { ...samples[trade].request, date: '2026-11-22' }
        const { code } = (await book(app, body)).body
        const page = await newPage()
        await page.goto(`${app.address}/booking/${code}`)
        const link = page.getByRole('link', { name: texts.vi.change })
        await waitForNavigation(page, () => keyboard.press(link))
        app.clock.now += 5_000
        const panel = page.locator('#booking')
        await keyboard.press(panel.getByRole('link', { name: 'Cả tháng' }))
        await page.waitForURL(/month=2026-11/)
        await keyboard.press(panel.locator('.calendar a', { hasText: /^25/ }))
        await page.waitForURL(/date=2026-11-25/)
        await keyboard.press(panel.getByRole('link', { name: /^11:00/ }))
        await page.waitForURL(/time=11/)
        await keyboard.write(panel.getByLabel(/^Bốn số cuối/), '5678')
        await keyboard.tick(page.locator('#consent'))
        const button = panel.getByRole('button', { name: 'Gửi yêu cầu dời' })
        await waitForNavigation(page, () => keyboard.press(button))
        const changeRequest = await app.store.read.get(
          `SELECT c.kind, c.date, c.time, c.source FROM booking_changes c
           JOIN bookings b ON b.id = c.booking_id WHERE b.code = ?`,
          code.replaceAll('-', ''),
        )
        assert.deepEqual(
          { ...changeRequest },
          { kind: 'move', date: '2026-11-25', time: '11:00', source: 'web' },
        )
        await page.goto(`${app.address}/booking/${code}`)
        assert.match(await page.locator('main').innerText(), /Bạn đã xin dời sang: .*25\/11\/2026/)
      })

      it('changes the language and stays on the page', async () => {
        const { offerPage: offer, filtered, steps } = samples[trade]
        const step = steps.find((query) => query.includes('date=')) ?? ''
        const { code } = (await book(app, { ...samples[trade].request, date: '2026-11-24' })).body
        const page = await newPage()
        for (const path of ['/faq', offer, filtered, `/booking?${step}`, `/booking/${code}`]) {
          await page.goto(app.address + path)
          await changeLanguage(page, 'English')
          assert.equal(page.url(), `${app.address}/en${path}`)
          assert.equal(await page.locator('html').getAttribute('lang'), 'en')
          await changeLanguage(page, 'Tiếng Việt', 'contentinfo')
          assert.equal(page.url(), app.address + path)
          assert.equal(await page.locator('html').getAttribute('lang'), 'vi')
        }
      })
    })
  }
})

async function calendarEntry(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: texts.en.calendar })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.match(download.suggestedFilename(), /\.ics$/)
  return readFile(await download.path(), 'utf8')
}
