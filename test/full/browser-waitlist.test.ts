/** The waitlist by touch, from joining to the confirmed booking, with the number of taps. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openBrowser, startBrowserShop } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'
import { blockEvening, freeTable, friday, statusOf } from '../support/waitlist.ts'

const { skip, newPage } = openBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

it('a guest joins in three taps, the host offers in one, and the guest accepts in one', {
  skip,
}, async () => {
  const app = await startBrowserShop('restaurant', { writeLimit: 100_000 })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const blocks = await blockEvening(app)
  const page = await newPage(phone)
  const errors = collectPageErrors(page)
  await page.goto(`${app.address}/booking?party_size=2&date=${friday}`)
  await page.getByRole('link', { name: 'Báo cho tôi khi có chỗ' }).tap()
  await page.waitForURL(/\/waitlist\?/)
  await page.getByLabel('Tên của bạn').fill('Trần Thu Hà')
  await page.getByLabel('Số điện thoại').fill('0912 345 678')
  await page.getByLabel(/Tôi đồng ý/).tap()
  await page.getByRole('button', { name: 'Vào danh sách chờ' }).tap()
  await page.waitForURL(/\/waitlist\/DSC-/)
  const code = page.url().split('/').at(-1) ?? ''
  assert.equal((await statusOf(app, code)).status, 'waiting')

  await freeTable(app, blocks)
  const desk = await newPage(phone)
  await openDeskAs(desk, app, host, '/waitlist')
  await desk.getByRole('button', { name: /^Mời lúc/ }).tap()
  await desk.getByRole('button', { name: 'Khách nhận' }).waitFor()
  assert.equal((await statusOf(app, code)).status, 'offered')

  await page.reload()
  await page.getByRole('button', { name: 'Nhận chỗ này' }).tap()
  await page.getByRole('link', { name: 'Xem lượt đặt' }).waitFor()
  const { status, booking_code } = await statusOf(app, code)
  assert.equal(status, 'booked')
  assert.equal((await app.json(`/api/booking/${booking_code}`)).status, 'confirmed')
  assert.deepEqual(errors.filter(isUnexpectedError), [])
})
