/** A guest who books in a browser: each step of the booking, and what is stored afterwards. */
import assert from 'node:assert/strict'
import { guest } from './booking.ts'
import { type BrowserShop, isTooWide, type Page } from './browser.ts'
import { type InputMethod, waitForNavigation } from './input-methods.ts'
import { chooseInPanel, openRow } from './panel.ts'
import { samples } from './samples.ts'
import type { languages, TradeName } from './shop.ts'

type Language = (typeof languages)[number]

export const texts = {
  vi: {
    home: '',
    day: /^T6 20\/11/,
    name: 'Tên của bạn',
    phone: 'Số điện thoại',
    email: 'Email (không bắt buộc)',
    note: 'Ghi chú (không bắt buộc)',
    review: 'Xem lại',
    send: 'Gửi yêu cầu',
    edit: 'Sửa lại',
    pending: 'Đang chờ chúng tôi xác nhận',
    confirmed: 'Đã xác nhận',
    cancelled: 'Đã huỷ',
    calendar: 'Thêm vào lịch',
    change: /^Đổi giờ/,
  },
  en: {
    home: '/en',
    day: /^Fri 20/,
    name: 'Your name',
    phone: 'Phone',
    email: 'Email (optional)',
    note: 'Note (optional)',
    review: 'Review',
    send: 'Send the request',
    edit: 'Edit',
    pending: 'Waiting for our call',
    confirmed: 'Confirmed',
    cancelled: 'Cancelled',
    calendar: 'Add to calendar',
    change: 'Change the booking',
  },
}

export const note = 'Ngồi gần cửa "sổ" <b>'
export const email = 'lan@example.com'

/** From the panel to the empty form. */
export async function choose(
  page: Page,
  app: BrowserShop,
  trade: TradeName,
  locale: Language,
  by: InputMethod,
) {
  const { site, request } = samples[trade]
  await page.goto(`${app.address}${texts[locale].home}/booking`)
  for (const name of [...site[locale].choices, texts[locale].day, new RegExp(`^${request.time}`)]) {
    await checkPanel(page)
    await chooseInPanel(page, name, by)
  }
  await checkPanel(page)
  app.clock.now += 5_000
}

/** The page fits its window and has one panel. */
export async function checkPanel(page: Page): Promise<void> {
  assert.equal(await isTooWide(page), false, page.url())
  assert.equal(await page.locator('#booking > .panel-title h2').count(), 1)
}

export async function fillIn(page: Page, trade: TradeName, locale: Language, by: InputMethod) {
  const labels = texts[locale]
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await by.write(field(labels.name), guest.name)
  await by.write(field(labels.phone), guest.phone)
  await by.tick(await openRow(page, field(samples[trade].site[locale].tick), by))
  await by.write(await openRow(page, field(labels.note), by), note)
  await by.write(await openRow(page, field(labels.email), by), email)
}

export async function review(page: Page, locale: Language, by: InputMethod): Promise<void> {
  const button = page.getByRole('button', { name: texts[locale].review })
  await waitForNavigation(page, () => by.press(button))
}

export async function send(page: Page, locale: Language, by: InputMethod): Promise<string> {
  await by.tick(page.locator('#consent'))
  const button = page.getByRole('button', { name: texts[locale].send })
  await waitForNavigation(page, () => by.press(button))
  return codeIn(page)
}

export function codeIn(page: Page): string {
  const [, code = ''] = /\/booking\/([A-Z0-9-]+)$/.exec(page.url()) ?? []
  assert.ok(code, page.url())
  return code
}

export async function countBookings(app: BrowserShop): Promise<number> {
  const row = await app.store.read.get<{ rows: number }>('SELECT COUNT(*) AS rows FROM bookings')
  return row?.rows ?? 0
}

/** The stored row of a booking, by the code on its page. */
export async function stored(app: BrowserShop, code: string) {
  const row = await app.store.read.get(
    `SELECT b.*, b.given AS assignment, g.name, g.phone, g.email, g.note, a.answer FROM bookings b
     JOIN booking_guests g ON g.booking_id = b.id
     LEFT JOIN booking_answers a ON a.booking_id = b.id AND a.sensitive = 1 WHERE b.code = ?`,
    code.replaceAll('-', ''),
  )
  assert.ok(row, code)
  return row
}

export async function checkStored(
  app: BrowserShop,
  trade: TradeName,
  locale: Language,
  code: string,
) {
  const sample = samples[trade]
  const { answer, assignment, ...row } = await stored(app, code)
  const expected = {
    ...{ ...sample.storedRow, date: sample.request.date, time: sample.request.time },
    status: 'pending',
    source: 'web',
    locale,
    name: guest.name,
    phone: '+84912345678',
    email,
    note,
  }
  const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, row[key]]))
  assert.deepEqual(actual, expected)
  assert.deepEqual(JSON.parse(String(answer)), sample.site.healthAnswer)
  assert.partialDeepStrictEqual(JSON.parse(String(assignment)), sample.site.assignment)
}

export async function checkFilledIn(
  page: Page,
  trade: TradeName,
  locale: Language,
  phone = guest.phone,
) {
  const labels = texts[locale]
  const field = (label: string) => page.getByLabel(label, { exact: true })
  assert.equal(await field(labels.name).inputValue(), guest.name)
  assert.equal(await field(labels.phone).inputValue(), phone)
  assert.equal(await field(labels.email).inputValue(), email)
  assert.equal(await field(labels.note).inputValue(), note)
  assert.equal(await field(samples[trade].site[locale].tick).isChecked(), true)
}

/** The header and the footer link to the other language. */
export async function changeLanguage(
  page: Page,
  name: string,
  part: 'banner' | 'contentinfo' = 'banner',
) {
  const link = page.getByRole(part).getByRole('link', { name })
  await waitForNavigation(page, () => link.click())
}
