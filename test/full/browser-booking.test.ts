/** Guests who book in a browser: every step of the panel and the form, and what is stored afterwards. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, guest } from '../support/booking.ts'
import {
  changeLanguage,
  checkFilledIn,
  checkPanel,
  checkStored,
  choose,
  codeIn,
  countBookings,
  email,
  fillIn,
  note,
  review,
  send,
  stored,
  texts,
} from '../support/booking-flow.ts'
import {
  type BrowserShop,
  isTooWide,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { keyboard, mouse, waitForNavigation } from '../support/input-methods.ts'
import { samples } from '../support/samples.ts'
import { fullyTestedTrades, openForEachTrade, type TradeName, trades } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

describe('narrow phone', { skip }, () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

  it('shows every kind of treatment clear of its corners', async () => {
    const page = await newPage(phone)
    await page.goto(`${shops.spa.address}/booking`)
    const choices = await page.locator('.choice').evaluateAll((all) =>
      all.map((one) => {
        const { borderTopLeftRadius } = one.ownerDocument.defaultView.getComputedStyle(one)
        const { height } = one.getBoundingClientRect()
        return { height, corner: Number.parseFloat(borderTopLeftRadius) }
      }),
    )
    assert.ok(choices.length >= 3 && choices.some(({ height }) => height > 60))
    for (const { corner } of choices) assert.ok(corner <= 24, `${corner}px`)
  })
})

describe('guest in a browser', { skip, concurrency: 2 }, () => {
  for (const trade of trades) {
    describe(`at the ${trade}`, { concurrency: 1 }, () => {
      const app = shops[trade]
      const flows = [
        { name: 'with the mouse', locale: 'vi', by: mouse },
        { name: 'with the mouse', locale: 'en', by: mouse },
        { name: 'with nothing but keys', locale: 'vi', by: keyboard },
        {
          name: 'without JavaScript',
          locale: 'en',
          by: mouse,
          options: { javaScriptEnabled: false },
        },
        {
          name: '320 px wide',
          locale: 'vi',
          by: mouse,
          options: { viewport: { width: 320, height: 640 } },
        },
      ] as const

      for (const flow of fullyTestedTrades.includes(trade) ? flows : flows.slice(0, 2)) {
        it(`books ${flow.name}, in ${flow.locale}`, async () => {
          const { locale, by } = flow
          const before = await countBookings(app)
          const page = await newPage('options' in flow ? flow.options : {})
          await choose(page, app, trade, locale, by)
          await fillIn(page, trade, locale, by)
          await review(page, locale, by)
          await checkPanel(page)
          const summary = await page.locator('main dl').innerText()
          for (const text of [guest.name, guest.phone, email, note])
            assert.ok(summary.includes(text))
          assert.ok(summary.includes(samples[trade].site[locale].tick))
          assert.equal(await countBookings(app), before)

          const code = await send(page, locale, by)
          assert.equal(
            await page.getByRole('heading', { level: 1 }).innerText(),
            texts[locale].pending,
          )
          assert.equal(await isTooWide(page), false)
          const shown = await page.locator('main').innerText()
          assert.ok(shown.includes(code))
          assert.ok(!shown.includes(guest.name) && !shown.includes(guest.phone))
          assert.equal(await countBookings(app), before + 1)
          await checkStored(app, trade, locale, code)
          await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
        })
      }

      if (!fullyTestedTrades.includes(trade)) return

      it('keeps the selection with Back, Forward and reload', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        const address = page.url()
        const chosen = page.locator('.summary')
        const all = await chosen.innerText()
        assert.match(all, /Fri 20 Nov/)
        await page.reload()
        assert.equal(await chosen.innerText(), all)
        await page.goBack()
        const times = page.getByRole('heading', { name: /Free times on Friday 20/ })
        await times.waitFor()
        await page.reload()
        await times.waitFor()
        await page.goForward()
        await chosen.waitFor()
        assert.equal(page.url(), address)
        assert.equal(await chosen.innerText(), all)
        await chosen.getByRole('link', { name: 'Change' }).click()
        await times.waitFor()
        const current = page.locator('.days [aria-current]')
        assert.match(await current.innerText(), /^Fri\s+20/)
      })

      it('goes back and forward over the review and after sending, without an error', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await review(page, 'en', mouse)
        assert.match(page.url(), /step=review/)
        for (const name of [guest.phone, encodeURIComponent(guest.name)])
          assert.ok(!page.url().includes(name))
        await page.reload()
        assert.match(await page.locator('main dl').innerText(), new RegExp(guest.phone))
        await page.goBack()
        await page.locator('.summary').waitFor()
        await checkFilledIn(page, trade, 'en')
        await page.goForward()
        await page.locator('#consent').waitFor()
        // The other language has the same review.
        await changeLanguage(page, 'Tiếng Việt')
        assert.match(await page.locator('main dl').innerText(), new RegExp(guest.phone))
        const code = await send(page, 'vi', mouse)
        await page.goBack()
        assert.match(await page.locator('#booking').innerText(), /đã gửi rồi/)
        await page.goForward()
        assert.equal(codeIn(page), code)
        await page.reload()
        assert.equal(codeIn(page), code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('can edit the form after the review step', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'vi', mouse)
        await fillIn(page, trade, 'vi', mouse)
        await review(page, 'vi', mouse)
        const edit = page.getByRole('button', { name: texts.vi.edit })
        await waitForNavigation(page, () => edit.click())
        await checkFilledIn(page, trade, 'vi')
        await page.getByLabel(texts.vi.name).fill('Trần Văn Nam')
        await review(page, 'vi', mouse)
        assert.match(await page.locator('main dl').innerText(), /Trần Văn Nam/)
      })

      it('gets a rejected form back with all input and an error beside each field', async () => {
        const before = await countBookings(app)
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await page.getByLabel('Phone', { exact: true }).fill('12')
        await review(page, 'en', mouse)
        assert.match(await page.getByRole('alert').innerText(), /please correct the marked fields/)
        await checkFilledIn(page, trade, 'en', '12')
        await checkFieldError(page, 'phone')
        await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
        await review(page, 'en', mouse)
        const button = page.getByRole('button', { name: texts.en.send })
        await waitForNavigation(page, () => button.click())
        await checkFieldError(page, 'consent')
        assert.equal(await countBookings(app), before)
        const code = await send(page, 'en', mouse)
        await checkStored(app, trade, 'en', code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('who presses Send twice has one booking', async () => {
        const before = await countBookings(app)
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await review(page, 'en', mouse)
        await page.locator('#consent').check()
        const button = page.getByRole('button', { name: texts.en.send })
        const sendingPath = /\/booking\?/
        // The first press reaches the shop, but its response is lost: the page does not change.
        await page.route(sendingPath, async (route) => {
          assert.equal((await route.fetch({ maxRedirects: 0 })).status(), 303)
          await route.fulfill({ status: 204 })
        })
        await Promise.all([page.waitForResponse(sendingPath), button.click()])
        assert.equal(await countBookings(app), before + 1)
        await page.unroute(sendingPath)
        await waitForNavigation(page, () => button.dblclick())
        await page.getByRole('heading', { name: texts.en.pending }).waitFor()
        const code = codeIn(page)
        assert.equal(await countBookings(app), before + 1)
        await checkStored(app, trade, 'en', code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('whose time was taken in the meantime selects another without retyping', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'vi', mouse)
        await fillIn(page, trade, 'vi', mouse)
        await review(page, 'vi', mouse)
        await fillDay(app, trade)
        const before = await countBookings(app)
        await waitForNavigation(page, () =>
          page.getByRole('button', { name: texts.vi.send }).click(),
        )
        await page.getByRole('alert').waitFor()
        const others = page.locator('main form').getByRole('button')
        assert.ok((await others.count()) >= 2)
        const other = await others.first().innerText()
        const [, time = ''] = /, (\d\d:\d\d)$/.exec(other) ?? []
        assert.ok(time !== '' && time !== samples[trade].request.time, other)
        await waitForNavigation(page, () => others.first().click())
        const summary = await page.locator('main dl').innerText()
        for (const text of [guest.name, guest.phone, email, note, time]) {
          assert.ok(summary.includes(text), text)
        }
        const code = await send(page, 'vi', mouse)
        assert.equal(await countBookings(app), before + 1)
        const row = await stored(app, code)
        assert.equal(row.time, time)
        assert.equal(row.note, note)
      })
    })
  }
})

/** The only error of the page is beside this field. */
async function checkFieldError(page: Page, name: string): Promise<void> {
  const field = page.locator(`#${name}`)
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  assert.ok(described.split(' ').includes(`${name}-error`))
  const fieldError = page.locator('.field').filter({ has: field }).locator('.error-text')
  assert.equal(await fieldError.getAttribute('id'), `${name}-error`)
  assert.equal(await fieldError.isVisible(), true)
  assert.equal(await page.locator('.error-text').count(), 1)
}

/** Other guests book the requested time until it is full. */
async function fillDay(app: BrowserShop, trade: TradeName): Promise<void> {
  const { rival } = samples[trade].site
  for (let taken = 0; taken < 20; taken++) {
    const { status } = await book(app, rival)
    if (status === 409) return
    assert.equal(status, 202)
  }
  assert.fail('there is always one more')
}
