/**
 * Bookings by phone, by touch on a phone, while the guest is on the line. A tap is one touch or the focus of a field; a load
 * is a page that the browser opens. Each row counts both.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isTooWide,
  type Locator,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, notice, openDeskAs } from '../support/desk-page.ts'
import type { TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

/** Friday at noon in Vietnam. */
const noon = Date.UTC(2026, 10, 20, 5)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function openDesk(trade: TradeName, entries: readonly Record<string, string>[] = []) {
  const app = await startBrowserShop(trade, { now: noon })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const entry of entries) {
    const fields = { phone: '', note: '', offerId: '', party: '2', ...entry }
    assert.equal((await host.post('/entry', fields)).status, 303, entry.name)
  }
  const page = await newPage(phone)
  await openDeskAs(page, app, host, '/timeline?date=2026-11-20')
  const counts = { taps: 0, loads: 0 }
  page.on('domcontentloaded', () => {
    counts.loads += 1
  })
  const tap = async (target: Locator) => {
    await target.tap()
    counts.taps += 1
  }
  return { app, page, tap, counts, errors: collectPageErrors(page) }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

const panel = (page: Page) => page.locator('#entry-panel')
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name })

/** Types the line, and waits until the preview of all of it is shown. */
async function type({ page, tap }: Desk, line: string): Promise<void> {
  const field = page.locator('#line')
  await tap(field)
  await field.pressSequentially(line)
  await page.locator('#entry-panel:not([inert])').waitFor()
  await page
    .locator(`#entry-panel input[name=line][value="${line}"]`)
    .waitFor({ state: 'attached' })
}

async function saved({ page, counts }: Desk, result: RegExp): Promise<typeof counts> {
  await notice(page).filter({ hasText: result }).waitFor()
  await panel(page).waitFor({ state: 'hidden' })
  const { taps, loads } = counts
  Object.assign(counts, { taps: 0, loads: 0 })
  return { taps, loads }
}

describe('a booking by phone', { skip }, () => {
  it('at a restaurant takes two taps and no load, free or full', async () => {
    const taken = { date: '2026-11-20', time: '19:00', resource: 'table:nha-5', name: 'Đã Đặt' }
    const desk = await openDesk('restaurant', [taken])
    const { page, tap, errors } = desk

    await type(desk, 'tối nay 7 rưỡi 4 người Lan 0912345678')
    assert.match(await panel(page).innerText(), /Còn chỗ: (Nhà|Hiên) \d/)
    assert.equal(await isTooWide(page), false)
    await tap(button(page, 'Ghi'))
    assert.deepEqual(await saved(desk, /Lan, 19:30/), { taps: 2, loads: 0 }, 'row 23')

    await type(desk, '19h30 nhà 5 2 người Bình 0912345679')
    assert.match(await panel(page).innerText(), /19:30 chưa xếp được/)
    assert.equal(await button(page, 'Ghi').count(), 0)
    await tap(panel(page).locator('.entry-options button').first())
    assert.deepEqual(await saved(desk, /Bình/), { taps: 2, loads: 0 }, 'row 24')

    await type(desk, '12h30 Nhà 6, 2 người')
    assert.match(await panel(page).innerText(), /Còn chỗ: Nhà 6/)
    await tap(button(page, 'Ghi'))
    assert.deepEqual(await saved(desk, /Khách lẻ, 12:30/), { taps: 2, loads: 0 }, 'row 25')

    await type(desk, 'mai 19h 2 người 0912345678 dị ứng lạc')
    const text = await panel(page).innerText()
    assert.match(text, /Lan/)
    assert.match(text, /Phải tránh\s+Lạc/)
    await tap(button(page, 'Ghi'))
    // The line has no name, so the guest whom the number belongs to is saved.
    assert.deepEqual(await saved(desk, /Lan, 19:00/), { taps: 2, loads: 0 }, 'row 26')

    await tap(notice(page).getByRole('button', { name: 'Hoàn tác' }))
    await notice(page)
      .filter({ hasText: /hoàn tác/ })
      .waitFor()
    assert.deepEqual(errors.filter(isUnexpectedError), [])
  })

  it('at a spa chooses among treatments, and ticks the health boxes', async () => {
    const desk = await openDesk('spa')
    const { page, tap, errors } = desk

    await type(desk, 'mai 15h gội đầu chị Lan 0912345678')
    assert.match(await panel(page).innerText(), /Khách muốn loại nào\?/)
    await tap(panel(page).getByRole('link', { name: /Gội bồ kết/ }))
    await tap(button(page, 'Ghi'))
    assert.deepEqual(await saved(desk, /chị Lan, 15:00/), { taps: 3, loads: 0 }, 'row 45')

    await type(desk, 'mai 10h massage vai gáy chị Hà 0912345670 đang mang thai 5 tháng')
    assert.match(await panel(page).innerText(), /Sức khoẻ\s+Đang mang thai/)
    await tap(button(page, 'Ghi'))
    assert.deepEqual(await saved(desk, /chị Hà, 10:00/), { taps: 2, loads: 0 }, 'row 46')
    assert.deepEqual(errors.filter(isUnexpectedError), [])
  })

  it('at a spa changes to another treatment in three taps', async () => {
    const entry = { date: '2026-11-20', time: '15:00', offerId: 'co-vai-gay', name: 'Thảo' }
    const { page, tap, counts } = await openDesk('spa', [{ ...entry, party: '' }])
    await page.goto(page.url().replace(/\/timeline.*/, '/day?date=2026-11-20'))
    counts.loads = 0
    await tap(page.getByRole('link', { name: 'Thảo' }).first())
    await page.waitForURL(/\/bookings\//)
    await tap(page.locator('#offer summary'))
    await tap(page.locator('#offer').getByRole('button', { name: /Massage nhịp chậm/ }))
    await notice(page)
      .filter({ hasText: /đổi dịch vụ/ })
      .waitFor()
    assert.equal(counts.taps, 3, 'row 43')
    assert.match(await page.locator('main').innerText(), /15:00–16:30/)
  })
})
