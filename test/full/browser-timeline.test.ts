/**
 * Moving bookings on the timeline with a mouse, by touch, and by a tap on the bar and a tap on its target. A tap is one
 * touch, one click, one drag, Enter, or the focus of a field.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BrowserShop, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { friday } from '../support/busy-day.ts'
import { addStaff, type StaffClient } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, notice, openDeskAs } from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { bringToMiddle, centerOf } from '../support/timeline-page.ts'

const { skip, newPage } = openBrowser()

/** Friday at 17:05 in Vietnam. */
const now = Date.UTC(2026, 10, 20, 10, 5)

const touch = { hasTouch: true, isMobile: true }
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 }, ...touch },
  phone: { viewport: { width: 390, height: 844 }, ...touch },
}
type Device = keyof typeof devices

/** The guests of the evening, each with the table and the size of the party. */
const guests = {
  Lan: { table: 'nha-4', party: 4 },
  Minh: { table: 'nha-5', party: 4 },
  Năm: { table: 'nha-7', party: 5 },
  Đôi: { table: 'nha-1', party: 2 },
  Xa: { table: 'nha-2', party: 2 },
}
type Guest = keyof typeof guests

async function openEvening(device: Device) {
  const app = await startBrowserShop('restaurant', { now })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const [name, { table, party }] of Object.entries(guests)) {
    const entry = { date: friday, time: '18:00', phone: '', note: '', offerId: '' }
    const fields = { ...entry, name, party: String(party), resource: `table:${table}` }
    assert.equal((await host.post('/entry', fields)).status, 303, name)
  }
  const page = await newPage(devices[device])
  await openDeskAs(page, app, host, `/timeline?date=${friday}`)
  return { app, host, page, errors: collectPageErrors(page) }
}

const barOf = (page: Page, name: Guest) => page.locator('.bar', { hasText: name }).first()
const trackOf = (page: Page, table: string) =>
  page.locator(`[data-resource="table:${table}"] .track`)

async function tablesOf(app: BrowserShop, name: Guest): Promise<string> {
  const row = await app.store.read.get<{ given: string }>(
    'SELECT given FROM bookings JOIN booking_guests ON booking_id = bookings.id WHERE name = ?',
    name,
  )
  return JSON.parse(row?.given ?? '{}').tables.join(' ')
}

/** Another row at the height of its middle, below the pointer. */
async function besides(page: Page, table: string, x: number) {
  const box = await trackOf(page, table).boundingBox()
  assert.ok(box)
  return { x, y: box.y + box.height / 2 }
}

type Point = { x: number; y: number }

/** One finger, or the left button of a mouse. A finger stays until the bar has been picked up. */
async function openPointer(page: Page, device: Device) {
  if (device === 'desktop') {
    return {
      async down({ x, y }: Point) {
        await page.mouse.move(x, y)
        await page.mouse.down()
      },
      move: ({ x, y }: Point) => page.mouse.move(x, y, { steps: 4 }),
      up: () => page.mouse.up(),
    }
  }
  const chrome = await page.context().newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => {
    await chrome.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  }
  let last: Point = { x: 0, y: 0 }
  return {
    async down(point: Point) {
      last = point
      await send('touchStart', [point])
      await page.locator('.bar.dragging').waitFor()
    },
    async move({ x, y }: Point) {
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await send('touchMove', [
          { x: last.x + (x - last.x) * part, y: last.y + (y - last.y) * part },
        ])
      }
      last = { x, y }
    },
    up: () => send('touchEnd', []),
  }
}

/** Drops a bar on a row at the same time, or on another bar. */
async function dragTo(page: Page, device: Device, name: Guest, target: string | { bar: Guest }) {
  const pointer = await openPointer(page, device)
  const from = await centerOf(page, barOf(page, name))
  await pointer.down(from)
  const to =
    typeof target === 'string'
      ? await besides(page, target, from.x)
      : await besides(page, guests[target.bar].table, from.x)
  await pointer.move(to)
  await waitForNavigation(page, () => pointer.up())
}

/** A tap on the bar and a tap on the target; the first changes nothing yet. */
async function tapTo(page: Page, name: Guest, target: string | { bar: Guest }) {
  const from = await centerOf(page, barOf(page, name))
  await page.touchscreen.tap(from.x, from.y)
  await page.locator('#move-dock').waitFor()
  if (typeof target === 'string') await bringToMiddle(trackOf(page, target))
  const to =
    typeof target === 'string'
      ? await besides(page, target, from.x)
      : await centerOf(page, barOf(page, target.bar))
  await waitForNavigation(page, () => page.touchscreen.tap(to.x, to.y))
}

const undo = (page: Page) =>
  waitForNavigation(page, () =>
    notice(page).getByRole('button', { name: 'Hoàn tác' }).first().click(),
  )

const scrollTopOf = (page: Page) =>
  page.locator('.timeline-box').evaluate((box) => Number(box.scrollTop))

function isScrolledToEnd(page: Page): Promise<void> {
  return page.locator('.timeline-box').evaluate((box) => {
    const { requestAnimationFrame } = box.ownerDocument.defaultView
    return new Promise((resolve: () => void) => {
      const check = () =>
        box.scrollTop + box.clientHeight >= box.scrollHeight - 1
          ? resolve()
          : requestAnimationFrame(check)
      check()
    })
  })
}

type Way = {
  taps: number
  go(page: Page, name: Guest, target: string | { bar: Guest }): Promise<void>
}

const dragging = (device: Device): Way => ({
  taps: 1,
  go: (page, name, target) => dragTo(page, device, name, target),
})
const tapping: Way = { taps: 2, go: tapTo }

const ways: [name: string, device: Device, way: Way][] = [
  ['dragging with a mouse', 'desktop', dragging('desktop')],
  ['holding and dragging on a tablet', 'tablet', dragging('tablet')],
  ['two taps on a tablet', 'tablet', tapping],
  ['holding and dragging on a phone', 'phone', dragging('phone')],
  ['two taps on a phone', 'phone', tapping],
]

async function seat(app: BrowserShop, host: StaffClient, name: Guest) {
  const row = await app.store.read.get<{ code: string; version: number }>(
    'SELECT code, version FROM bookings JOIN booking_guests ON booking_id = bookings.id WHERE name = ?',
    name,
  )
  const fields = { version: String(row?.version) }
  const response = await host.post(`/bookings/${row?.code}/seated`, fields)
  assert.equal(response.status, 303)
}

describe('on the timeline', { skip }, () => {
  for (const [name, device, { taps, go }] of ways) {
    it(`${name} moves, swaps and seats against a rule`, async (t) => {
      const { app, host, page, errors } = await openEvening(device)
      await t.test(`another place before arrival: ${taps} of 2 taps`, async () => {
        await go(page, 'Lan', 'nha-6')
        assert.match(await notice(page).innerText(), /Đã đổi chỗ hoặc số người: Lan, 18:00/)
        assert.equal(await tablesOf(app, 'Lan'), 'nha-6')
        await undo(page)
        assert.equal(await tablesOf(app, 'Lan'), 'nha-4')
      })
      await t.test(`a swap: ${taps} of ${taps === 1 ? '1 drag' : '3 taps'}`, async () => {
        await go(page, 'Lan', { bar: 'Minh' })
        assert.match(page.url(), /\/timeline\?date=2026-11-20/)
        assert.equal(await tablesOf(app, 'Lan'), 'nha-5')
        assert.equal(await tablesOf(app, 'Minh'), 'nha-4')
        await undo(page)
        assert.equal(await tablesOf(app, 'Lan'), 'nha-4')
        assert.equal(await tablesOf(app, 'Minh'), 'nha-5')
      })
      await t.test(`a chair too few: ${taps} and 1 tap`, async () => {
        await go(page, 'Năm', 'nha-6')
        assert.match(await notice(page).innerText(), /Nhà 6 có 4 chỗ, nhóm 5 khách/)
        assert.ok(await barOf(page, 'Năm').isVisible())
        assert.equal(await page.locator('.bar.refused').count(), 1)
        await waitForNavigation(page, () =>
          notice(page)
            .getByRole('button', { name: /^Vẫn xếp/ })
            .click(),
        )
        assert.match(page.url(), /\/timeline\?date=2026-11-20/)
        assert.equal(await tablesOf(app, 'Năm'), 'nha-6')
      })
      await t.test(`a small party at a large table: ${taps} and 1 tap`, async () => {
        await go(page, 'Đôi', 'nha-7')
        assert.match(await notice(page).innerText(), /Nhà 7 dành cho nhóm từ 4 khách/)
        await waitForNavigation(page, () =>
          notice(page)
            .getByRole('button', { name: /^Vẫn xếp/ })
            .click(),
        )
        assert.equal(await tablesOf(app, 'Đôi'), 'nha-7')
      })
      await t.test(`another place for a seated party: ${taps} of 2 taps`, async () => {
        await seat(app, host, 'Xa')
        await page.goto(`${app.deskUrl}/timeline?date=${friday}`)
        await page.locator('.bar[data-seated]').waitFor()
        await go(page, 'Xa', 'nha-3')
        assert.equal(await tablesOf(app, 'Xa'), 'nha-3')
      })
      assert.deepEqual(errors.filter(isUnexpectedError), [])
    })
  }

  for (const device of ['desktop', 'tablet', 'phone'] as const) {
    it(`a drag to the edge scrolls the timeline on a ${device}`, async () => {
      const { app, page } = await openEvening(device)
      // Few rows fit, as with forty tables.
      const { width } = devices[device].viewport
      await page.setViewportSize({ width, height: 600 })
      const pointer = await openPointer(page, device)
      const from = await centerOf(page, barOf(page, 'Lan'))
      const box = await page.locator('.timeline-box').boundingBox()
      assert.ok(box)
      await pointer.down(from)
      await pointer.move({ x: from.x, y: Math.min(box.y + box.height, 600) - 20 })
      await isScrolledToEnd(page)
      await pointer.move(await besides(page, 'hien-5', from.x))
      await waitForNavigation(page, () => pointer.up())
      assert.match(await notice(page).innerText(), /Đã đổi chỗ hoặc số người: Lan, 18:00/)
      assert.equal(await tablesOf(app, 'Lan'), 'hien-5')
      // The next page shows the same rows.
      assert.ok((await scrollTopOf(page)) > 0)
    })
  }

  for (const device of ['desktop', 'tablet', 'phone'] as const) {
    it(`the current time is in view on a ${device}, and its line crosses no label`, async () => {
      const { page } = await openEvening(device)
      const box = await page.locator('.timeline-box').boundingBox()
      const label = await page.locator('.timeline .label').first().boundingBox()
      const clock = await page.locator('.ruler .clock span').boundingBox()
      const line = await page.locator('.now').first().boundingBox()
      assert.ok(box && label && clock && line)
      assert.equal(await page.locator('.ruler .clock').innerText(), '17:05')
      assert.ok(line.x > label.x + label.width, 'right of the labels')
      assert.ok(line.x < Math.min(box.x + box.width, devices[device].viewport.width), 'in view')
      for (const hour of await page.locator('.ruler .hour').all()) {
        const area = await hour.evaluate((element) => {
          const range = element.ownerDocument.createRange()
          range.selectNodeContents(element)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        })
        const isApart = area.right < clock.x || area.left > clock.x + clock.width
        assert.ok(isApart, await hour.innerText())
      }
      // Lunch is over, so it is folded away.
      assert.equal(await page.locator('.ruler .hour', { hasText: '12:00' }).count(), 0)
      const unfold = page.getByRole('link', { name: /^Hiện 10:00/ })
      await waitForNavigation(page, () => unfold.click())
      assert.equal(await page.locator('.ruler .hour', { hasText: '12:00' }).count(), 1)
    })
  }

  it('a short bar shows the name, and its marks below', async () => {
    const { app, host, page } = await openEvening('phone')
    const row = await app.store.read.get<{ code: string; id: string }>(
      "SELECT code, id FROM bookings JOIN booking_guests ON booking_id = id WHERE name = 'Lan'",
    )
    const { code, id } = row ?? { code: '', id: '' }
    await app.store.write((sql) =>
      sql.run(`INSERT INTO booking_answers VALUES (?, 'allergens', '["peanuts"]', 1)`, id),
    )
    const shorter = { version: '1', date: friday, time: '18:00', until: '18:30' }
    assert.equal((await host.post(`/bookings/${code}/move`, shorter)).status, 303)
    const note = { version: '2', note: 'Xin bàn yên tĩnh' }
    assert.equal((await host.post(`/bookings/${code}/note`, note)).status, 303)
    await page.reload()
    const [name, marks] = await Promise.all(
      ['.name', '.marks'].map((part) => barOf(page, 'Lan').locator(part).boundingBox()),
    )
    assert.ok(name && marks && name.width > 20, `${name?.width} px for the name`)
    assert.ok(marks.y + marks.height / 2 > name.y + name.height, 'the marks are over the name')
    const bar = await barOf(page, 'Lan').boundingBox()
    assert.ok(bar && marks.x >= bar.x, 'a mark is cut')
  })

  it('the dock covers neither the bar that was tapped nor the last row', async () => {
    const { page } = await openEvening('phone')
    const from = await centerOf(page, barOf(page, 'Năm'))
    await page.touchscreen.tap(from.x, from.y)
    const dock = page.locator('#move-dock')
    await dock.waitFor()
    const top = async () => (await dock.boundingBox())?.y ?? 0
    const bottomOf = async (target: ReturnType<typeof barOf>) => {
      const box = await target.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    assert.ok((await bottomOf(barOf(page, 'Năm'))) <= (await top()))
    const last = page.locator('[data-resource]').last()
    await page.locator('.timeline-box').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    assert.ok((await bottomOf(last)) <= (await top()))
  })

  it('a party larger than any table is seated at several in 4 taps', async () => {
    const { app, page } = await openEvening('phone')
    let taps = 0
    const tap = async (action: () => Promise<void>) => {
      taps++
      await waitForNavigation(page, action)
    }
    await page.goto(app.deskUrl)
    taps++
    await page.getByLabel('Ghi nhanh một lượt đặt').fill('20h 16 người Sao')
    await tap(() => page.keyboard.press('Enter'))
    await tap(() => page.getByRole('button', { name: 'Lưu' }).tap())
    assert.match(await notice(page).innerText(), /Gần nhất còn xếp được/)
    const proposal = notice(page).getByRole('button', { name: /Hiên 2, / })
    await tap(() => proposal.first().tap())
    assert.equal(taps, 4)
    assert.match(await notice(page).innerText(), /Đã ghi lượt đặt/)
    await page.goto(`${app.deskUrl}/timeline?date=${friday}`)
    assert.ok((await page.locator('.bar', { hasText: 'Sao' }).count()) > 2)
  })
})
