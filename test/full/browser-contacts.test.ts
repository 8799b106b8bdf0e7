/** Guests to be informed, by touch: one tap in the inbox or in the list of reminders records the result. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recordDueReminders } from '../../src/domain/booking/reminders.ts'
import { openBrowser, startBrowserShop } from '../support/browser.ts'
import { request, seen } from '../support/contacts.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'
import { findOverflow } from '../support/overflow.ts'

const { skip, newPage } = openBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

it('marks a guest as called, and takes it back, with one tap each and without a page load', {
  skip,
}, async () => {
  const app = await startBrowserShop('restaurant', { writeLimit: 1000 })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const code = await request(app, { name: 'Phạm Gia Bảo' })
  await app.desk.confirm(await seen(app, code))
  const page = await newPage(phone)
  await openDeskAs(page, app, host, '/')
  const errors = collectPageErrors(page)
  let loads = 0
  page.on('load', () => loads++)
  const item = page.locator('.contact-item')
  await item.getByRole('button', { name: 'Đã gọi' }).tap()
  await page.getByRole('heading', { name: 'Chưa báo khách 0' }).waitFor()
  await item.getByRole('button', { name: 'Hoàn tác' }).tap()
  await item.getByText('chưa báo khách').waitFor()
  await page.getByRole('heading', { name: 'Chưa báo khách 1' }).waitFor()
  assert.equal(loads, 0)
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(errors.filter(isUnexpectedError), [])
})

it('marks a reminder as messaged with one tap', { skip }, async () => {
  const app = await startBrowserShop('restaurant', { writeLimit: 1000 })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const code = await request(app, { name: 'Mai Xuân Trường' })
  await app.desk.confirm(await seen(app, code))
  app.clock.now = Date.UTC(2026, 10, 19, 3)
  const { business, booking } = app.shop
  const rules = { business, serviceDays: booking.serviceDays }
  assert.equal(await recordDueReminders(app.store, rules, () => app.clock.now), 1)
  const page = await newPage(phone)
  await openDeskAs(page, app, host, '/reminders')
  await page.getByText('1 chưa nhắc').waitFor()
  await page.getByRole('button', { name: 'Đã nhắn' }).tap()
  await page.getByText('0 chưa nhắc').waitFor()
})
