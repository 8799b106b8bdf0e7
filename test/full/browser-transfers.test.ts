/** A bank transfer that did not match, by touch: assigned with two taps, and taken back with one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bankKey, sepayRequest } from '../support/bank.ts'
import { guest } from '../support/booking.ts'
import { isTooWide, openBrowser, startBrowserShop } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'

const { skip, newPage } = openBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

it('a transfer with a mistyped code is assigned with two taps, and the assignment undone with one', {
  skip,
}, async () => {
  const app = await startBrowserShop('spa', { bank: { service: 'sepay', key: bankKey } })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const card = { ...guest, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  const { code } = (await (await app.post('/api/order', card)).json()) as { code: string }
  const text = `mua the ${code.slice(0, -1)}${code.endsWith('X') ? 'Y' : 'X'}`
  const { body, headers } = sepayRequest({ id: 92_704, amount: 500_000, text }, app.clock.now)
  const sent = await app.get('/bank-notifications', { method: 'POST', headers, body })
  assert.equal(sent.status, 200)
  const statusOf = async () => (await app.json(`/api/order/${code}`)).status
  assert.equal(await statusOf(), 'pending_payment')

  const page = await newPage(phone)
  const errors = collectPageErrors(page)
  await openDeskAs(page, app, host, '/more')
  let taps = 0
  const tap = async (role: 'link' | 'button', name: RegExp) => {
    taps++
    await page.getByRole('main').getByRole(role, { name }).first().tap()
  }
  await tap('link', /Chuyển khoản 1/)
  await page.waitForURL(/\/transfers$/)
  assert.equal(await isTooWide(page), false)
  await tap('button', /^Ghép với Nguyễn Thị Lan/)
  await page
    .locator('.notice')
    .getByText(/Đã ghép 500\.000/)
    .waitFor()
  assert.equal(taps, 2)
  assert.equal(await statusOf(), 'paid')

  await page.locator('.notice').getByRole('button', { name: 'Hoàn tác' }).tap()
  await page.getByRole('button', { name: /^Ghép với Nguyễn Thị Lan/ }).waitFor()
  assert.equal(await statusOf(), 'pending_payment')
  assert.deepEqual(errors.filter(isUnexpectedError), [])
})
