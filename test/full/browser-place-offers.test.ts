/** Offers of staff by touch, from the desk to the confirmed booking, with the number of taps. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { book, table } from '../support/booking.ts'
import { openBrowser, startBrowserShop } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'

const { skip, newPage } = openBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

it('the host offers three times in one tap, and the guest accepts one of them in one', {
  skip,
}, async () => {
  const app = await startBrowserShop('restaurant', { writeLimit: 100_000 })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const { body } = await book(app, table)
  const { code } = body
  const desk = await newPage(phone)
  await openDeskAs(desk, app, host, `/bookings/${code}`)
  let taps = 0
  await desk.getByRole('button', { name: 'Mời khách chọn các giờ này' }).tap()
  taps++
  await desk.getByRole('button', { name: 'Rút lời mời' }).waitFor()
  assert.equal(taps, 1)

  const page = await newPage(phone)
  const errors = collectPageErrors(page)
  await page.goto(`${app.address}/booking/${code}`)
  const buttons = page.getByRole('button', { name: /^Nhận \d/ })
  assert.equal(await buttons.count(), 3)
  taps = 0
  await buttons.first().tap()
  taps++
  await page.getByRole('heading', { name: 'Đã xác nhận' }).waitFor()
  assert.equal(taps, 1)
  const booking = await app.json(`/api/booking/${code}`)
  assert.equal(booking.status, 'confirmed')
  assert.notEqual(String(booking.starts_at).slice(11, 16), table.time)
  assert.equal(booking.offers, undefined)
  assert.deepEqual(errors.filter(isUnexpectedError), [])
})
