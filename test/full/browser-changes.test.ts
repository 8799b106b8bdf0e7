/**
 * Changing and cancelling a booking, and ordering a gift card, on a phone: how many taps and page loads each takes, with
 * keyboard only, and without JavaScript. `test/support/journey.ts` says what counts. Before, changing took 10 taps,
 * cancelling 4, a gift card 8, with 2, 2 and 4 page loads.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, guest } from '../support/booking.ts'
import { type BrowserShop, openBrowser, startBrowserShop } from '../support/browser.ts'
import { keyboard } from '../support/input-methods.ts'
import { startJourney } from '../support/journey.ts'
import { openBefore } from '../support/lifetime.ts'

const { skip, newPage } = openBrowser()
const restaurant = openBefore(() => startBrowserShop('restaurant', { writeLimit: 1000 }))
const spa = openBefore(() => startBrowserShop('spa', { writeLimit: 1000 }))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const digits = guest.phone.replaceAll(' ', '').slice(-4)

async function openStatus(app: BrowserShop, date: string, hasScript = true) {
  const request = { date, time: '18:30', party_size: 2, ...guest, consent: '1' }
  const { status, body } = await book(app, request)
  assert.equal(status, 202, JSON.stringify(body))
  const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
  await page.goto(`${app.address}/booking/${body.code}`)
  return { page, code: body.code }
}

const statusOf = (app: BrowserShop, code: string) =>
  app.json(`/api/booking/${code}`) as Promise<Record<string, unknown>>

for (const hasScript of [true, false]) {
  const how = hasScript ? 'with' : 'without'

  describe(`${how} JavaScript, on a phone`, { skip }, () => {
    it('a booking is moved in at most 6 taps and 3 page loads', async (t) => {
      const date = hasScript ? '2026-11-18' : '2026-11-19'
      const { page, code } = await openStatus(restaurant, date, hasScript)
      const journey = startJourney(page)
      await journey.tap(page.getByRole('link', { name: /^Đổi giờ/ }))
      const panel = page.locator('#booking')
      await journey.tap(panel.getByRole('link', { name: /^T6 20\/11$/ }))
      await journey.tap(panel.getByRole('link', { name: /^19:30/ }))
      await journey.write(panel.getByLabel('Bốn số cuối điện thoại đã đặt'), digits)
      restaurant.clock.now += 5_000
      await journey.tap(page.locator('#consent'))
      await journey.tap(panel.getByRole('button', { name: 'Gửi yêu cầu dời' }))
      await page.waitForURL(new RegExp(`/booking/${code}$`))
      await page.getByText('Bạn đã xin dời sang: Thứ Sáu 20/11/2026, 19:30').waitFor()
      t.diagnostic(`change: ${journey.taps} taps, ${journey.loads} page loads`)
      assert.ok(journey.taps <= 6, `${journey.taps} taps`)
      if (hasScript) assert.ok(journey.loads <= 3, `${journey.loads} page loads`)
      assert.partialDeepStrictEqual(await statusOf(restaurant, code), {
        change_requested: true,
        requested_change: { kind: 'move', new_starts_at: '2026-11-20T19:30:00+07:00' },
      })
    })

    it('a booking is cancelled in at most 4 taps and 2 page loads', async (t) => {
      const date = hasScript ? '2026-11-21' : '2026-11-22'
      const { page, code } = await openStatus(restaurant, date, hasScript)
      const journey = startJourney(page)
      await journey.tap(page.getByRole('link', { name: 'Huỷ lượt đặt này' }))
      await journey.write(page.getByLabel('Bốn số cuối điện thoại đã đặt'), digits)
      restaurant.clock.now += 5_000
      await journey.tap(page.locator('#consent'))
      await journey.tap(page.getByRole('button', { name: 'Gửi yêu cầu huỷ' }))
      await page.waitForURL(new RegExp(`/booking/${code}$`))
      await page.getByText('Bạn đã xin huỷ.').waitFor()
      t.diagnostic(`cancel: ${journey.taps} taps, ${journey.loads} page loads`)
      assert.ok(journey.taps <= 4, `${journey.taps} taps`)
      assert.ok(journey.loads <= 2, `${journey.loads} page loads`)
      const { requested_change } = await statusOf(restaurant, code)
      assert.partialDeepStrictEqual(requested_change, { kind: 'cancel' })
    })

    it('a gift card whose amount was tapped is ordered, and the page of the order says what was bought', async (t) => {
      const page = await newPage({ ...phone, javaScriptEnabled: hasScript })
      await page.goto(`${spa.address}/gift-cards/order?amount=1000000`)
      const journey = startJourney(page)
      assert.equal(await page.locator('#amount').count(), 0)
      await journey.write(page.getByLabel('Tên trên thẻ'), 'Lan Anh')
      if (hasScript) await page.locator('.gift').getByText('Lan Anh').waitFor()
      await journey.tap(page.getByLabel('Thẻ giấy'))
      await journey.write(page.getByLabel('Tên của bạn'), guest.name)
      await journey.write(page.getByLabel('Số điện thoại'), guest.phone)
      spa.clock.now += 5_000
      await journey.tap(page.locator('#consent'))
      await journey.tap(page.getByRole('button', { name: 'Gửi đơn' }))
      await page.waitForURL(/\/order\/THE-/)
      t.diagnostic(
        `gift card, from the tapped amount: ${journey.taps} taps, ${journey.loads} page loads`,
      )
      // From the home page it is two more: the page of gift cards, and the amount on it.
      assert.ok(
        journey.taps <= 4 && journey.loads <= 1,
        `${journey.taps} taps, ${journey.loads} loads`,
      )
      const facts = await page.locator('main dl').first().innerText()
      for (const text of ['Thẻ quà tặng', 'Lan Anh', '1.000.000', 'Thẻ giấy', '12 tháng'])
        assert.ok(facts.includes(text), `${text} in ${facts}`)
      const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const order = (await spa.json(`/api/order/${code}`)) as Record<string, unknown>
      assert.partialDeepStrictEqual(order, { kind: 'gift_card', item: { amount: 1_000_000 } })
    })
  })
}

describe('a change request', { skip }, () => {
  it('can be made with the keyboard alone', async () => {
    const { page, code } = await openStatus(restaurant, '2026-11-24')
    await keyboard.press(page.getByRole('link', { name: /^Đổi giờ/ }))
    await page.waitForURL(/\/change/)
    const panel = page.locator('#booking')
    await keyboard.press(panel.getByRole('link', { name: /^20:00/ }))
    await page.waitForURL(/time=20/)
    await keyboard.write(panel.getByLabel('Bốn số cuối điện thoại đã đặt'), digits)
    restaurant.clock.now += 5_000
    await keyboard.tick(page.locator('#consent'))
    await keyboard.press(panel.getByRole('button', { name: 'Gửi yêu cầu dời' }))
    await page.waitForURL(new RegExp(`/booking/${code}$`))
    assert.equal((await statusOf(restaurant, code)).change_requested, true)
  })

  it('never asks whether to send a form again: Back, Forward and reload show pages', async () => {
    const { page, code } = await openStatus(restaurant, '2026-11-25')
    const statuses: number[] = []
    page.on('response', (response) => {
      const request = response.request()
      if (request.isNavigationRequest() && request.method() === 'GET')
        statuses.push(response.status())
    })
    const form = `${restaurant.address}/booking/${code}/change?kind=cancel`
    await page.goto(form)
    await page.getByLabel('Bốn số cuối điện thoại đã đặt').fill('0000')
    restaurant.clock.now += 5_000
    await page.locator('#consent').check()
    await page.getByRole('button', { name: 'Gửi yêu cầu huỷ' }).click()
    await page.waitForURL(/step=review/)
    assert.match(await page.title(), /^Lỗi: /)
    await page.reload()
    assert.equal(await page.getByLabel('Bốn số cuối điện thoại đã đặt').inputValue(), '0000')
    await page.locator('a.language').click()
    await page.waitForURL(/\/en\/.*step=review/)
    const english = page.getByLabel('Last four digits of the phone number')
    assert.equal(await english.inputValue(), '0000')
    await english.fill(digits)
    restaurant.clock.now += 5_000
    await page.locator('#consent').check()
    await page.getByRole('button', { name: 'Ask to cancel' }).click()
    await page.waitForURL(new RegExp(`/en/booking/${code}$`))
    await page.goBack()
    assert.match(page.url(), /change/)
    await page.goForward()
    await page.waitForURL(new RegExp(`/en/booking/${code}$`))
    await page.reload()
    await page.getByText('A cancellation was requested.').waitFor()
    assert.ok(statuses.every((status) => status < 500))
  })
})

describe('the page of a booking', { skip }, () => {
  it('shows a confirmation without reloading, and announces it', async () => {
    const { page, code } = await openStatus(restaurant, '2026-11-26')
    await page.getByRole('heading', { name: 'Đang chờ chúng tôi xác nhận' }).waitFor()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    restaurant.clock.now += 1_000
    await restaurant.desk.confirm({ code, version: 1, actor: 'test' })
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('heading', { name: 'Đã xác nhận' }).waitFor()
    await page.locator('body > [role=status]', { hasText: 'Đã xác nhận' }).waitFor()
    assert.equal(loads, 0)
    await page.getByRole('button', { name: 'Tôi sẽ đến' }).waitFor()
  })
})
