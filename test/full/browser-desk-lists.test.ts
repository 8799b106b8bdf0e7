/**
 * The lists of the desk on a phone with touch: inbox, search, deposits, closed days and the printed sheet. A tap is one
 * touch, Enter, or the focus of a field.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book } from '../support/booking.ts'
import { type BrowserShop, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { addStaff, inbox, type StaffClient } from '../support/desk.ts'
import { cards, collectPageErrors, notice, openDeskAs } from '../support/desk-page.ts'
import { fillInbox } from '../support/full-inbox.ts'
import { waitForNavigation } from '../support/input-methods.ts'

const { skip, newPage } = openBrowser()

/** Friday at 10:05 in Vietnam. */
const now = Date.UTC(2026, 10, 20, 3, 5)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Hand = { taps: number; tap(target: ReturnType<Page['locator']>): Promise<void> }

/** Counts what the finger does. */
function createHand(): Hand {
  return {
    taps: 0,
    async tap(target) {
      this.taps += 1
      await target.tap()
    },
  }
}

async function openDesk(path = inbox) {
  const app = await startBrowserShop('restaurant', { now })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  return { app, host, open: () => openPhone(app, host, path) }
}

async function openPhone(app: BrowserShop, host: StaffClient, path: string) {
  const page = await newPage(phone)
  const errors = collectPageErrors(page)
  await openDeskAs(page, app, host, path)
  return { page, errors, hand: createHand() }
}

const tab = (page: Page, name: string) => page.locator('.tabs a').getByText(name, { exact: true })
const heightOf = (page: Page) => page.locator('html').evaluate((html) => Number(html.scrollHeight))
const countOf = async (app: BrowserShop, condition: string) => {
  const row = await app.store.read.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM bookings WHERE ${condition}`,
  )
  return row?.count ?? 0
}

describe('lists of the desk on a phone', { skip }, () => {
  it('show a hundred requests on at most 12,000 px, and confirm those of a day in one tap (row 31)', async () => {
    const { app, open } = await openDesk()
    await fillInbox(app, 100)
    const { page, errors, hand } = await open()
    assert.equal(await cards(page).count(), 100)
    const height = await heightOf(page)
    assert.ok(height <= 12_000, `${height} px`)
    const button = page.getByRole('button', { name: /^Xác nhận \d+ vừa chỗ$/ }).first()
    const expected = Number(/\d+/.exec(await button.innerText())?.[0])
    assert.ok(expected > 5)
    await waitForNavigation(page, () => hand.tap(button))
    assert.equal(hand.taps, 1)
    assert.match(await notice(page).innerText(), new RegExp(`Đã xác nhận ${expected} yêu cầu`))
    assert.equal(await countOf(app, "status = 'confirmed'"), expected)
    await waitForNavigation(page, () =>
      hand.tap(notice(page).getByRole('button', { name: `Hoàn tác (${expected})` })),
    )
    assert.equal(await countOf(app, "status = 'confirmed'"), 0)

    // A selection: the bar is there as soon as a box is ticked.
    const bar = page.locator('.selection-bar')
    assert.equal(await bar.isVisible(), false)
    const boxes = page.locator('.request-when input')
    for (const index of [0, 2]) await hand.tap(boxes.nth(index))
    await waitForNavigation(page, () =>
      hand.tap(bar.getByRole('button', { name: 'Xác nhận các yêu cầu đã chọn' })),
    )
    assert.equal(await countOf(app, "status = 'confirmed'"), 2)
    assert.deepEqual(errors, [])
  })

  it('find a guest while typing, who cancels with three taps in all (rows 29 and 30)', async () => {
    const { app, open } = await openDesk()
    const guest = { name: 'Trần Thu Hương', phone: '0977 412 906', consent: '1' }
    const request = { ...guest, date: '2026-11-21', time: '18:30', party_size: 2 }
    const { body } = await book(app, request)
    await app.desk.confirm({ code: body.code, version: 1, actor: 'terminal' })
    const { page, errors, hand } = await open()
    await waitForNavigation(page, () => hand.tap(tab(page, 'Tìm')))
    // The field has the focus.
    await page.keyboard.type('Huong 0977')
    const result = page.locator('#found').getByRole('link', { name: /Trần Thu Hương .* 18:30/ })
    await result.waitFor()
    assert.equal(hand.taps, 1)
    await waitForNavigation(page, () => hand.tap(result))
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: 'Khách huỷ', exact: true })),
    )
    assert.equal(hand.taps, 3)
    assert.equal(await countOf(app, "status = 'cancelled' AND cancelled_by = 'guest'"), 1)
    await waitForNavigation(page, () =>
      hand.tap(notice(page).getByRole('button', { name: 'Hoàn tác' })),
    )
    assert.equal(await countOf(app, "status = 'confirmed' AND cancelled_by IS NULL"), 1)
    assert.deepEqual(errors, [])
  })

  it('show the open deposits with one tap (row 32)', async () => {
    const { app, open } = await openDesk()
    const guest = { name: 'Công ty Sao Mai', phone: '0977 412 907', consent: '1' }
    await book(app, { ...guest, date: '2026-11-27', time: '18:30', party_size: 10 })
    const { page, hand } = await open()
    await waitForNavigation(page, () => hand.tap(page.getByText('Tiền cọc chưa nhận')))
    assert.equal(hand.taps, 1)
    assert.match(
      await page.locator('main').innerText(),
      /Chưa nhận\s+1\.000\.000 ₫[\s\S]*Công ty Sao Mai/,
    )
  })

  it('close seven days with four taps, and list the guests to call (row 34)', async () => {
    const { app, open } = await openDesk('/closed')
    const guest = { name: 'Lê Văn Tết', phone: '0977 412 908', consent: '1' }
    const date = '2026-12-08'
    await book(app, { ...guest, date, time: '18:30', party_size: 2 })
    const { page, hand } = await open()
    const fill = async (label: string, value: string) => {
      await hand.tap(page.getByLabel(label))
      await page.getByLabel(label).fill(value)
    }
    await fill('Ngày đầu', '2026-12-07')
    await fill('Ngày cuối', '2026-12-13')
    await fill('Lý do, khách sẽ đọc', 'Nghỉ lễ')
    await waitForNavigation(page, () => hand.tap(page.getByRole('button', { name: 'Đóng cửa' })))
    assert.equal(hand.taps, 4)
    assert.match(await page.locator('main').innerText(), /7 ngày[\s\S]*Lê Văn Tết/)
    assert.equal((await app.json(`/api/availability?date=${date}&party_size=2`)).open, false)
    await waitForNavigation(page, () =>
      hand.tap(notice(page).getByRole('button', { name: 'Hoàn tác' })),
    )
    assert.equal((await app.json(`/api/availability?date=${date}&party_size=2`)).open, true)
  })

  it('print ninety bookings on two A4 pages with two taps, the allergies first (row 36)', async () => {
    const { host, open } = await openDesk()
    await enterNinety(host)
    const { page, hand } = await open()
    await waitForNavigation(page, () => hand.tap(tab(page, 'Ngày')))
    const printed = page.evaluate(
      'new Promise((resolve) => { window.print = () => resolve(true) })',
    )
    await hand.tap(page.getByRole('button', { name: 'In tờ này' }))
    assert.equal(await printed, true)
    assert.equal(hand.taps, 2)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const pages = [...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
    assert.ok(pages >= 1 && pages <= 2, `${pages} pages`)
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('main').innerText()
    assert.match(text, /^[\s\S]{0,80}Dị ứng, lưu ý sức khoẻ \(6\)/)
    assert.equal(await page.locator('.evening-sheet tbody tr').count(), 90)
  })
})

/** With ten more tables for that day, at which a party of two may sit. */
async function enterNinety(host: StaffClient): Promise<void> {
  const date = '2026-11-20'
  for (let index = 1; index <= 10; index++) {
    const place = { date, kind: 'trong-nha', name: `Bàn phụ ${index}`, seats: '2' }
    assert.equal((await host.post('/extra-places', place)).status, 303)
  }
  let entered = 0
  for (let quarter = 42; quarter <= 84 && entered < 90; quarter++) {
    const time = `${Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`
    for (let attempt = 0; attempt < 6 && entered < 90; attempt++) {
      const fields = {
        ...{ date, time, party: '2', offerId: '', phone: '', name: `Khách số ${entered + 1}` },
        note: entered % 10 === 3 ? 'Xin ghế cao cho bé' : '',
        ...(entered % 15 === 7 && { 'answer.allergens': 'peanuts' }),
      }
      const { status } = await host.post('/entry', fields)
      if (status !== 303) break
      entered += 1
    }
  }
  assert.equal(entered, 90)
}
