/** The page of a booking and its changes in a browser; `browser-journeys.test.ts` counts their taps and page loads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, guest } from '../support/booking.ts'
import { type BrowserShop, openBrowser, startBrowserShop } from '../support/browser.ts'
import { openBefore } from '../support/lifetime.ts'

const { skip, newPage } = openBrowser()
const restaurant = openBefore(() => startBrowserShop('restaurant', { writeLimit: 1000 }))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const digits = guest.phone.replaceAll(' ', '').slice(-4)

async function openStatus(app: BrowserShop, date: string) {
  const request = { date, time: '18:30', party_size: 2, ...guest, consent: '1' }
  const { status, body } = await book(app, request)
  assert.equal(status, 202, JSON.stringify(body))
  const page = await newPage(phone)
  await page.goto(`${app.address}/booking/${body.code}`)
  return { page, code: body.code }
}

describe('a change request', { skip }, () => {
  it('shows the day of the booking among the other days on a phone', async () => {
    const { page, code } = await openStatus(restaurant, '2026-11-22')
    await page.goto(`${restaurant.address}/booking/${code}/change`)
    const days = await page.locator('.days ul').boundingBox()
    const chosen = await page.locator('.days [aria-current]').boundingBox()
    assert.ok(days && chosen)
    assert.ok(chosen.x >= days.x && chosen.x + chosen.width <= days.x + days.width)
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
