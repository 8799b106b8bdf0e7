/**
 * Absence, break, shift and delay by touch, with the number of taps of each. A tap is one touch, one click, one drag,
 * Enter, or the focus of a field.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type BrowserShop,
  type Locator,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'
import type { TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

const saturday = '2026-11-21'
/** Saturday at 9:00 in Vietnam. */
const now = Date.UTC(2026, 10, 21, 2)

const touch = { hasTouch: true, isMobile: true }
const devices = {
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  tablet: { viewport: { width: 1024, height: 768 }, ...touch },
}

type Entry = { name: string; time: string; offerId?: string; party?: string; resource: string }

/** The desk of a host on the timeline of that Saturday, with bookings of the phone. */
async function openDay(trade: TradeName, device: keyof typeof devices, entries: readonly Entry[]) {
  const app = await startBrowserShop(trade, { now })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const entry of entries) {
    const fields = { date: saturday, phone: '', note: '', offerId: '', party: '', ...entry }
    assert.equal((await host.post('/entry', fields)).status, 303, entry.name)
  }
  const page = await newPage(devices[device])
  await openDeskAs(page, app, host, `/timeline?date=${saturday}`)
  return { app, page, errors: collectPageErrors(page) }
}

type Row = { time: string; given: string; ends_at: number }

async function bookingOf(app: BrowserShop, name: string): Promise<Row> {
  const row = await app.store.read.get<Row>(
    'SELECT bookings.* FROM bookings JOIN booking_guests ON booking_id = bookings.id WHERE name = ?',
    name,
  )
  assert.ok(row, name)
  return row
}

/** Counts the taps, and waits after each for what it shows. */
function createTaps() {
  let count = 0
  return {
    async on(target: Locator, shows: Locator) {
      count++
      await target.tap()
      await shows.waitFor()
    },
    get count() {
      return count
    },
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const text = (page: Page, words: string | RegExp) => page.getByText(words).first()
const labelOf = (page: Page, resource: string) =>
  page.locator(`[data-resource="${resource}"] .label`)
const therapistOf = async (app: BrowserShop, name: string) =>
  JSON.parse((await bookingOf(app, name)).given).therapists[0]

describe('by touch', { skip }, () => {
  it('a therapist is away in 2 taps from the timeline, and one more accepts all proposals', async () => {
    const massage = { offerId: 'massage-sa-chanh', resource: 'therapist:hong-nhung' }
    const { app, page, errors } = await openDay('spa', 'phone', [
      { name: 'Lan', time: '11:00', ...massage },
      { name: 'Minh', time: '15:00', ...massage },
    ])
    const taps = createTaps()
    const away = button(page, 'Nghỉ từ giờ đến hết hôm nay')
    const acceptAll = button(page, 'Nhận cả 2 đề xuất')
    await taps.on(labelOf(page, 'therapist:hong-nhung'), away)
    await taps.on(away, acceptAll)
    assert.equal(taps.count, 2)
    await taps.on(acceptAll, text(page, 'Đã dời 2 lượt.'))
    assert.equal(taps.count, 3)
    for (const name of ['Lan', 'Minh']) assert.equal(await therapistOf(app, name), 'quoc-bao', name)
    const [list, message] = await Promise.all(
      ['#calls', '#calls .call-text'].map((part) => page.locator(part).first().boundingBox()),
    )
    const share = (message?.width ?? 0) / (list?.width ?? 1)
    assert.ok(share > 0.8, `the text for the guest has ${share} of the width of the list`)
    const undo = page.locator('main > .flash').getByRole('button', { name: 'Hoàn tác' })
    await taps.on(undo, acceptAll)
    assert.equal(await therapistOf(app, 'Lan'), 'hong-nhung')
    assert.deepEqual(errors.filter(isUnexpectedError), [])
  })

  it('a table is out of use in 2 taps, and its guests get another one', async () => {
    const { app, page } = await openDay('restaurant', 'tablet', [
      { name: 'Lan', time: '18:00', party: '4', resource: 'table:nha-4' },
    ])
    const taps = createTaps()
    const outOfUse = button(page, 'Không dùng từ giờ đến hết hôm nay')
    const accept = button(page, 'Nhận đề xuất')
    await taps.on(labelOf(page, 'table:nha-4'), outOfUse)
    await taps.on(outOfUse, accept)
    await taps.on(accept, text(page, 'Đã dời 1 lượt.'))
    assert.equal(taps.count, 3)
    assert.doesNotMatch((await bookingOf(app, 'Lan')).given, /"nha-4"/)
    assert.equal((await bookingOf(app, 'Lan')).time, '18:00')
  })

  it('a break is 2 taps: the free time, and its length', async () => {
    const { app, page } = await openDay('spa', 'tablet', [])
    const track = page.locator('[data-resource="therapist:thanh-mai"] .track')
    const box = await track.boundingBox()
    assert.ok(box)
    const x = Math.min(devices.tablet.viewport.width - 60, box.x + box.width - 20)
    await page.touchscreen.tap(x, box.y + box.height / 2)
    await button(page, '30 phút').tap()
    await text(page, /^Giải lao: Thanh Mai/).waitFor()
    const row = await app.store.read.get<{ resource: string }>('SELECT * FROM blocks')
    assert.equal(row?.resource, 'therapist:thanh-mai')
    await button(page, 'Hoàn tác').tap()
    await text(page, /^Giải lao: Thanh Mai/).waitFor({ state: 'detached' })
    assert.equal(await app.store.read.get('SELECT * FROM blocks'), undefined)
  })

  it('a colleague comes in to help in 2 taps, and her row shows when she works', async () => {
    const { page } = await openDay('spa', 'phone', [])
    const row = page.locator('[data-resource="therapist:bich-tram"]')
    assert.equal(await row.locator('.off-duty').count(), 1)
    const taps = createTaps()
    const comesIn = button(page, /^Tới làm, chỉ quầy/)
    await taps.on(labelOf(page, 'therapist:bich-tram'), comesIn)
    await taps.on(comesIn, heading(page, /^Ca làm: \d/))
    assert.equal(taps.count, 2)
    await page.goto(`${new URL(page.url()).origin}/timeline?date=${saturday}`)
    assert.equal(await row.locator('.off-duty').count(), 0)
  })

  it('the later bookings of a person move in 3 taps', async () => {
    const cut = { offerId: 'cat-nu', resource: 'stylist:thuy-vy' }
    const { app, page } = await openDay('salon', 'phone', [
      { name: 'Lan', time: '10:00', ...cut },
      { name: 'Minh', time: '15:00', ...cut },
    ])
    const taps = createTaps()
    const late = page.locator('#late a', { hasText: '30 phút' }).first()
    const move = button(page, /^Dời các lượt đã chọn/)
    await taps.on(labelOf(page, 'stylist:thuy-vy'), late)
    await taps.on(late, move)
    await taps.on(move, heading(page, 'Báo cho khách'))
    assert.equal(taps.count, 3)
    assert.equal((await bookingOf(app, 'Lan')).time, '10:30')
    assert.equal((await bookingOf(app, 'Minh')).time, '15:00')
    await taps.on(button(page, 'Hoàn tác'), page.locator('.timeline'))
    assert.equal((await bookingOf(app, 'Lan')).time, '10:00')
  })

  it('a guest goes to a colleague who is free in 2 taps from the day', async () => {
    const { app, page } = await openDay('spa', 'phone', [
      { name: 'Lan', time: '11:00', offerId: 'massage-sa-chanh', resource: 'therapist:hong-nhung' },
    ])
    await page.goto(`${new URL(page.url()).origin}/day?date=${saturday}`)
    const taps = createTaps()
    const colleague = page.locator('#colleagues button', { hasText: 'Quốc Bảo' })
    await taps.on(page.getByRole('link', { name: 'Lan', exact: true }), colleague)
    await taps.on(colleague, text(page, 'đổi chỗ hoặc số người'))
    assert.equal(taps.count, 2)
    assert.equal(await therapistOf(app, 'Lan'), 'quoc-bao')
  })
})
