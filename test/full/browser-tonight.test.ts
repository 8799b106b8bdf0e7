/**
 * An evening on the screen of the service, by touch on a phone. A tap is one touch. Each step counts its taps and
 * compares them with what a host has time for while the guest waits.
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
import { friday } from '../support/busy-day.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, notice, openDeskAs } from '../support/desk-page.ts'
import type { TradeName } from '../support/shop.ts'

const { skip, newPage } = openBrowser()

/** Friday at noon in Vietnam. */
const noon = Date.UTC(2026, 10, 20, 5)
const at = (hour: number, minute: number) => noon + ((hour - 12) * 60 + minute) * 60_000

const touch = { hasTouch: true, isMobile: true }
const devices = {
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  tablet: { viewport: { width: 1024, height: 768 }, ...touch },
  narrow: { viewport: { width: 800, height: 600 } },
  desktop: { viewport: { width: 1440, height: 900 } },
}

type Entry = { name: string; time: string; party: string; resource: string }

const restaurantGuests: Entry[] = [
  { name: 'Đúng Giờ', time: '18:45', party: '4', resource: 'table:nha-4' },
  { name: 'Tới Trễ', time: '18:30', party: '6', resource: 'table:nha-7' },
  { name: 'Sau Trễ', time: '20:45', party: '6', resource: 'table:nha-7' },
  { name: 'Không Tới', time: '18:15', party: '2', resource: 'table:nha-1' },
  { name: 'Thêm Người', time: '19:00', party: '2', resource: 'table:nha-2' },
  { name: 'Kế Tiếp', time: '20:00', party: '2', resource: 'table:nha-3' },
]

async function openService(trade: TradeName, device: keyof typeof devices, entries: Entry[]) {
  const app = await startBrowserShop(trade, { now: noon })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const { name, ...entry } of entries) {
    const fields = { ...entry, name, date: friday, phone: '', note: '', offerId: '' }
    assert.equal((await host.post('/entry', fields)).status, 303, name)
  }
  app.clock.now = trade === 'restaurant' ? at(18, 55) : at(14, 5)
  const page = await newPage(devices[device])
  await openDeskAs(page, app, host, '/tonight')
  return { app, page, errors: collectPageErrors(page) }
}

/** Taps one after the other, and waits for the notice that names the result. */
async function tapThrough(
  page: Page,
  targets: readonly Locator[],
  result: RegExp,
): Promise<number> {
  for (const target of targets) {
    await target.scrollIntoViewIfNeeded()
    await target.tap()
  }
  await notice(page).filter({ hasText: result }).waitFor()
  return targets.length
}

const button = (page: Page, id: string, name: RegExp) =>
  page.locator(`#${id}`).getByRole('button', { name })
const sheet = (page: Page) => page.locator('#sheet')
const rowOf = (page: Page, id: string, name: string) =>
  page.locator(`#${id} .tn-row`, { hasText: name })

async function undo(page: Page): Promise<void> {
  const shown = notice(page).getByRole('button', { name: 'Hoàn tác' })
  await shown.tap()
  await notice(page)
    .filter({ hasText: /hoàn tác/ })
    .waitFor()
}

describe('tonight, by touch', { skip }, () => {
  for (const device of ['phone', 'tablet'] as const) {
    it(`runs an evening of a restaurant on a ${device}`, async (t) => {
      const { page, errors } = await openService('restaurant', device, restaurantGuests)
      assert.equal(await isTooWide(page), false)
      await t.test('what is free now and until when, and guests by half hour: 0 taps', async () => {
        assert.match(await page.locator('#free').innerText(), /Nhà 3[\s\S]*đến 19:45/)
        assert.match(await page.locator('.tn-covers').innerText(), /còn tới\s+22/)
      })
      await t.test('a walk-in where a table is free: 2 of 2 taps', async () => {
        const size = page.getByRole('link', { name: 'Khách lẻ, 4 khách' })
        const table = sheet(page).getByRole('button', { name: /^Nhà 5 · 4 chỗ/ })
        assert.equal(await tapThrough(page, [size, table], /Khách lẻ.*Nhà 5, đến/), 2)
        await undo(page)
      })
      await t.test('a walk-in with a shorter stay: 2 of 2 taps', async () => {
        const size = page.getByRole('link', { name: 'Khách lẻ, 2 khách' })
        const table = sheet(page).getByRole('button', { name: /^Nhà 3 .*sau đó 20:00 Kế Tiếp/s })
        assert.equal(await tapThrough(page, [size, table], /Khách lẻ.*Nhà 3, đến 19:45/), 2)
      })
      await t.test('a guest arrives: 1 of 1 tap', async () => {
        const arrived = button(page, 'late', /: Đúng Giờ$/)
        assert.equal(await tapThrough(page, [arrived], /Đúng Giờ.*Nhà 4/), 1)
      })
      await t.test('a late party is coming: 1 of 1 tap', async () => {
        assert.match(
          await rowOf(page, 'late', 'Tới Trễ').innerText(),
          /trễ 25′[\s\S]*kế: 20:45 Sau Trễ/,
        )
        const coming = button(page, 'late', /^Đang tới ?: Tới Trễ/)
        assert.equal(await tapThrough(page, [coming], /Tới Trễ, 19:00.*Nhà 7, đến 20:30/), 1)
      })
      await t.test('a no-show frees the table: 1 of 1 tap', async () => {
        const missing = button(page, 'late', /^Không tới ?: Không Tới/)
        assert.equal(await tapThrough(page, [missing], /không tới: Không Tới/), 1)
        assert.match(await page.locator('#free').innerText(), /Nhà 1\b/)
      })
      await t.test('two come with three: 2 of 2 taps', async () => {
        const guest = rowOf(page, 'expected', 'Thêm Người').getByRole('link')
        const three = sheet(page).getByRole('button', { name: '3 khách' })
        assert.equal(await tapThrough(page, [guest, three], /Thêm Người/), 2)
        assert.match(await rowOf(page, 'expected', 'Thêm Người').innerText(), /\b3\b[\s\S]*Nhà 2/)
      })
      await t.test('a party stays longer: 2 of 2 taps', async () => {
        const end = rowOf(page, 'seated', 'Đúng Giờ').getByRole('link')
        const later = sheet(page).getByRole('button', { name: '21:00', exact: true })
        assert.equal(await tapThrough(page, [end, later], /Đúng Giờ.*đến 21:00/), 2)
      })
      await t.test('a guest leaves early: 1 of 1 tap', async () => {
        const done = button(page, 'seated', /^Xong ?: Nhà 4/)
        assert.equal(await tapThrough(page, [done], /đã xong: Đúng Giờ/), 1)
      })
      assert.deepEqual(errors.filter(isUnexpectedError), [])
    })

    it(`shows the floor plan on a ${device}, where a tap on a table acts`, async (t) => {
      const { page, errors } = await openService('restaurant', device, restaurantGuests)
      await page.goto(page.url().replace('/tonight', '/floor'))
      assert.equal(await isTooWide(page), false)
      const table = (name: RegExp) => page.locator('.floor-tile a', { hasText: name })
      await t.test('a walk-in at a free table: 2 taps', async () => {
        const size = sheet(page).getByRole('button', { name: '4 khách' })
        assert.equal(await tapThrough(page, [table(/^Nhà 5\b/), size], /Nhà 5, đến/), 2)
      })
      await t.test('a guest arrives: 2 taps', async () => {
        const arrived = sheet(page).getByRole('button', { name: 'Đã tới' })
        assert.equal(await tapThrough(page, [table(/Tới Trễ/), arrived], /Tới Trễ.*Nhà 7/), 2)
      })
      assert.deepEqual(errors.filter(isUnexpectedError), [])
    })
  }

  for (const trade of ['spa', 'salon'] as const) {
    it(`seats a walk-in of a ${trade} with person and place: 3 of 3 taps`, async () => {
      const { page, errors } = await openService(trade, 'phone', [])
      assert.equal(await isTooWide(page), false)
      const first = page.getByRole('link', { name: 'Nhận khách lẻ' })
      const treatment = sheet(page).getByRole('link').nth(1)
      const place = sheet(page).getByRole('button').first()
      assert.equal(await tapThrough(page, [first, treatment, place], /Khách lẻ.*, đến \d/), 3)
      assert.deepEqual(errors.filter(isUnexpectedError), [])
    })
  }
})

describe('tonight on a wide screen', { skip }, () => {
  it('shows all lists beside each other, also while guests wait at the door', async () => {
    const { page } = await openService('restaurant', 'desktop', restaurantGuests)
    const topOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.y
    const others = ['expected', 'seated', 'free']
    const countTops = async (ids: string[]) => new Set(await Promise.all(ids.map(topOf))).size
    assert.equal(await countTops(['late', ...others]), 1)
    await page.getByRole('link', { name: 'Khách lẻ, 2 khách' }).click()
    await sheet(page).getByRole('button', { name: '15 phút' }).click()
    await page.locator('#door').waitFor()
    assert.equal(await countTops(['door', ...others]), 1)
    const [door, late] = await Promise.all(
      ['door', 'late'].map((id) => page.locator(`#${id}`).boundingBox()),
    )
    assert.equal(late?.x, door?.x)
    const gap = (late?.y ?? 0) - (door?.y ?? 0) - (door?.height ?? 0)
    assert.ok(gap > 0 && gap < 20, `${gap} px between those at the door and those who are late`)
  })
})

describe('the notice of an action on the service', { skip }, () => {
  for (const device of ['phone', 'tablet', 'narrow', 'desktop'] as const) {
    it(`leaves the buttons for walk-ins free on a ${device}`, async () => {
      const { page } = await openService('restaurant', device, restaurantGuests)
      await button(page, 'late', /: Đúng Giờ$/).click()
      await notice(page)
        .filter({ hasText: /Đúng Giờ/ })
        .waitFor()
      for (const top of [0, 10_000]) {
        await page.mouse.wheel(0, top)
        // Both in one call, because the page may still be scrolling.
        const overlap = await notice(page).evaluate((one) => {
          const shown = one.getBoundingClientRect()
          const dock = one.ownerDocument.querySelector('.tn-dock').getBoundingClientRect()
          return Math.min(shown.bottom, dock.bottom) - Math.max(shown.top, dock.top)
        })
        assert.ok(overlap <= 0, `${overlap} px of the walk-in buttons are covered`)
      }
    })
  }
})
