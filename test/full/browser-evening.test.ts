/**
 * A full Friday evening on a phone, by touch: every situation of the door is handled within the taps that a host has
 * while the guest waits. A tap is one touch, Enter, or the focus of a field; choosing from a list counts two. The
 * tests of single screens try each of them on other devices and in more detail.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { friday } from '../support/busy-day.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, notice, openDeskAs } from '../support/desk-page.ts'
import { type EveningGuest, enterEvening, timeOnFriday } from '../support/full-evening.ts'
import { createHostHand, describeSituations } from '../support/host-hand.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { centerOf } from '../support/timeline-page.ts'

const { skip, newPage } = openBrowser()

/** Many steps, each of which can be slow while other tests run. */
const timeout = 900_000

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** With the 104 parties at the other tables, 120. */
const guests: readonly EveningGuest[] = [
  { name: 'Đúng Giờ', time: '18:45', party: 4, table: 'nha-4' },
  { name: 'Tới Trễ', time: '18:30', party: 6, table: 'nha-7' },
  { name: 'Sau Trễ', time: '20:45', party: 6, table: 'nha-7' },
  { name: 'Không Tới', time: '18:15', party: 2, table: 'nha-1' },
  { name: 'Thêm Người', time: '19:00', party: 2, table: 'nha-2' },
  { name: 'Kế Tiếp', time: '20:00', party: 2, table: 'nha-3' },
  { name: 'Tới Sớm', time: '19:30', party: 4, table: 'nha-6' },
  {
    ...{ name: 'Ngồi Lâu', time: '17:00', party: 4, table: 'hien-1' },
    visits: [['seated', '17:05']],
  },
  { name: 'Bị Chờ', time: '19:00', party: 4, table: 'hien-1' },
  {
    ...{ name: 'Đổi Bàn', time: '18:00', party: 4, table: 'hien-2' },
    visits: [['seated', '18:05']],
  },
  { name: 'Đổi Trước', time: '19:15', party: 4, table: 'hien-3' },
  { name: 'Năm Người', time: '19:15', party: 5, table: 'nha-8' },
  { name: 'Bạn Một', time: '20:30', party: 4, table: 'hien-4' },
  { name: 'Bạn Hai', time: '20:30', party: 4, table: 'hien-5' },
  { name: 'Bàn Hỏng', time: '20:30', party: 4, table: 'nha-5' },
  { name: 'Gọi Huỷ', time: '21:00', party: 2, table: 'nha-1' },
]

async function openEvening() {
  const app = await startBrowserShop('restaurant', { now: timeOnFriday('09:00') })
  assert.equal(await enterEvening(app, guests, '18:55'), 120)
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const page = await newPage(phone)
  await openDeskAs(page, app, host, '/tonight')
  const errors = collectPageErrors(page)
  return { app, host, page, errors, hand: createHostHand(page, app.deskUrl) }
}

type Evening = Awaited<ReturnType<typeof openEvening>>

const sheet = (page: Page) => page.locator('#sheet')
const list = (page: Page, id: string) => page.locator(`#${id}`)
const rowOf = (page: Page, id: string, name: string) =>
  page.locator(`#${id} .tn-row`, { hasText: name })
const tab = (page: Page, name: string) => page.locator('.tabs a').getByText(name, { exact: true })

/** Rows 1 to 12, 15 to 17 and 22, which begin and end on the screen of the service. */
async function runTheDoor({ page, hand }: Evening): Promise<void> {
  const button = (id: string, name: RegExp) => list(page, id).getByRole('button', { name })
  const inSheet = (name: RegExp) => sheet(page).getByRole('button', { name })
  const open = (id: string, name: string) => hand.tap(rowOf(page, id, name).getByRole('link'))

  await hand.situation(3, 0, async () => {
    assert.match(await list(page, 'free').innerText(), /Nhà 3[\s\S]*đến 19:45/)
    // A party that has overstayed has its table.
    assert.doesNotMatch(await list(page, 'free').innerText(), /Hiên 1\b/)
  })
  await hand.situation(22, 0, async () => {
    assert.match(await page.locator('.tn-covers').innerText(), /\b70\b[\s\S]*còn tới 115/)
  })
  await hand.situation(8, 0, async () => {
    const conflict = page.locator('.seating-conflict')
    assert.match(await conflict.innerText(), /Hiên 1: Ngồi Lâu[\s\S]*Bị Chờ/)
  })
  await hand.situation(1, 2, async () => {
    await hand.tap(page.getByRole('link', { name: 'Khách lẻ, 4 khách' }))
    await hand.tap(inSheet(/^Nhà 5 · 4 chỗ/))
    await hand.sees(/Khách lẻ.*Nhà 5, đến/)
  })
  await hand.undo()
  await hand.situation(2, 2, async () => {
    await hand.tap(page.getByRole('link', { name: 'Khách lẻ, 2 khách' }))
    await hand.tap(inSheet(/^20/))
    await hand.sees(/Đã ghi vào danh sách chờ: Khách lẻ/)
  })
  await hand.tap(notice(page).getByRole('button', { name: 'Hoàn tác' }))
  await hand.sees(/Đã bỏ khỏi danh sách: Khách lẻ/)
  await hand.situation(2, 2, async () => {
    await hand.tap(page.getByRole('link', { name: 'Khách lẻ, 2 khách' }))
    await hand.tap(inSheet(/^Nhà 3 .*sau đó 20:00 Kế Tiếp/s))
    await hand.sees(/Khách lẻ.*Nhà 3, đến 19:45/)
  })
  await hand.situation(4, 1, async () => {
    await hand.tap(button('late', /: Đúng Giờ$/))
    await hand.sees(/Đúng Giờ.*Nhà 4/)
  })
  await hand.situation(5, 1, async () => {
    assert.match(await rowOf(page, 'late', 'Tới Trễ').innerText(), /trễ 25′[\s\S]*Sau Trễ/)
    await hand.tap(button('late', /^Đang tới ?: Tới Trễ/))
    await hand.sees(/Tới Trễ, 19:00.*Nhà 7, đến 20:30/)
  })
  await hand.situation(6, 1, async () => {
    await hand.tap(button('late', /^Không tới ?: Không Tới/))
    await hand.sees(/không tới: Không Tới/)
    assert.match(await list(page, 'free').innerText(), /Nhà 1\b/)
  })
  await hand.situation(7, 1, async () => {
    await hand.tap(button('expected', /: Tới Sớm$/))
    await hand.sees(/Tới Sớm.*Nhà 6/)
    assert.doesNotMatch(await list(page, 'free').innerText(), /Nhà 6\b/)
  })
  await hand.situation(9, 2, async () => {
    await open('seated', 'Đúng Giờ')
    await hand.tap(inSheet(/^21:00$/))
    await hand.sees(/Đúng Giờ.*đến 21:00/)
  })
  await hand.situation(10, 1, async () => {
    await hand.tap(button('seated', /^Xong ?: Nhà 4/))
    await hand.sees(/đã xong: Đúng Giờ/)
  })
  await hand.situation(17, 2, async () => {
    await open('expected', 'Thêm Người')
    await hand.tap(inSheet(/^3 khách/))
    await hand.sees(/Thêm Người/)
    assert.match(await rowOf(page, 'expected', 'Thêm Người').innerText(), /\b3\b[\s\S]*Nhà 2/)
  })
  await hand.situation(11, 2, async () => {
    await open('expected', 'Đổi Trước')
    await hand.tap(inSheet(/^Nhà 4\b/))
    await hand.sees(/Đổi Trước.*Nhà 4/)
  })
  await hand.situation(12, 2, async () => {
    await open('seated', 'Đổi Bàn')
    await hand.tap(inSheet(/^Hiên 3\b/))
    await hand.sees(/Đổi Bàn.*Hiên 3/)
  })
  await hand.situation(15, 3, async () => {
    await open('expected', 'Năm Người')
    await hand.tap(inSheet(/^Hiên 2\b.*Vẫn xếp/s))
    await hand.sees(/Năm Người.*Hiên 2/)
  })
  await hand.situation(16, 3, async () => {
    await hand.tap(page.getByRole('link', { name: 'Khách lẻ, 2 khách' }))
    await hand.tap(inSheet(/^Nhà 8\b/))
    await hand.sees(/Khách lẻ.*Nhà 8/)
  })
}

/** Rows 13, 14, 18, 19, 35: the timeline, from the screen of the service. */
async function rearrange({ page, hand }: Evening): Promise<void> {
  const toTimeline = () => waitForNavigation(page, () => hand.tap(tab(page, 'Sơ đồ')))
  const bar = (name: string) => page.locator('.bar', { hasText: name }).first()
  const label = (table: string) => page.locator(`[data-resource="table:${table}"] .label`)

  await hand.situation(13, 3, async () => {
    await toTimeline()
    await hand.tapAt(await centerOf(page, bar('Bạn Một')))
    await page.locator('#move-dock').waitFor()
    const target = await centerOf(page, bar('Bạn Hai'))
    await waitForNavigation(page, () => hand.tapAt(target))
    await hand.sees(/Bạn Một/)
  })
  await waitForNavigation(page, () =>
    notice(page).getByRole('button', { name: 'Hoàn tác' }).first().tap(),
  )
  await hand.situation(18, 3, async () => {
    await hand.tap(page.locator('#extra summary'))
    await waitForNavigation(page, () =>
      hand.tap(page.locator('#extra').getByRole('button', { name: 'Thêm' })),
    )
    await page.locator('.timeline .label', { hasText: 'Bàn phụ 27' }).waitFor()
  })
  await hand.situation(19, 5, async () => {
    await waitForNavigation(page, () => hand.tap(label('nha-5')))
    const away = page.getByRole('button', { name: 'Không dùng từ giờ đến hết hôm nay' })
    await waitForNavigation(page, () => hand.tap(away))
    assert.match(await page.locator('main').innerText(), /Bàn Hỏng/)
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: /^Nhận (cả|đề xuất)/ }).first()),
    )
    await page.getByText('Đã dời 1 lượt.').first().waitFor()
  })
  await hand.startAt(`/timeline?date=${friday}`)
  await hand.situation(35, 3, async () => {
    await waitForNavigation(page, () => hand.tap(label('hien-4')))
    await waitForNavigation(page, () =>
      hand.tap(page.locator('#late a', { hasText: '30 phút' }).first()),
    )
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: /^Dời các lượt đã chọn/ })),
    )
    await page.getByRole('heading', { name: 'Báo cho khách' }).waitFor()
  })
}

/** Rows 20, 21, 32, 34, 36 and 39: what concerns the whole evening. */
async function steer({ page, hand }: Evening): Promise<void> {
  await hand.startAt('/tonight')
  await hand.situation(20, 2, async () => {
    await waitForNavigation(page, () => hand.tap(page.getByRole('link', { name: /^Web:/ })))
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: 'Ngừng một giờ' })),
    )
    assert.match(await page.locator('main').innerText(), /Đang ngừng nhận đặt online đến 19:55/)
  })
  await hand.startAt('/tonight')
  await hand.situation(21, 3, async () => {
    await waitForNavigation(page, () => hand.tap(page.getByRole('link', { name: /^Web:/ })))
    await hand.type(page.locator('#pace-guests'), '20')
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: 'Đặt cho ngày này' })),
    )
    assert.equal(await page.locator('#pace-guests').inputValue(), '20')
  })
  await hand.startAt('/')
  await hand.situation(36, 2, async () => {
    await waitForNavigation(page, () => hand.tap(tab(page, 'Ngày')))
    const printed = page.evaluate(
      'new Promise((resolve) => { window.print = () => resolve(true) })',
    )
    await hand.tap(page.getByRole('button', { name: 'In tờ này' }))
    assert.equal(await printed, true)
  })
  await hand.startAt('/tonight')
  await hand.situation(39, 1, async () => {
    await waitForNavigation(page, () => hand.tap(tab(page, 'Ngày')))
    assert.match(await page.locator('.day-counts').innerText(), /Không tới\s+1 lượt · 2 khách/)
  })
  await hand.startAt('/closed')
  await hand.situation(34, 4, async () => {
    await hand.type(page.getByLabel('Ngày đầu'), '2026-12-07')
    await hand.type(page.getByLabel('Ngày cuối'), '2026-12-13')
    await hand.type(page.getByLabel('Lý do, khách sẽ đọc'), 'Nghỉ lễ')
    await waitForNavigation(page, () => hand.tap(page.getByRole('button', { name: 'Đóng cửa' })))
    assert.match(await page.locator('main').innerText(), /7 ngày/)
  })
}

/** Rows 23 to 25 and 28 to 30: the telephone rings. */
async function answerThePhone({ app, host, page, hand }: Evening): Promise<void> {
  const panel = page.locator('#entry-panel')
  const enterLine = async (line: string) => {
    await hand.type(page.locator('#line'), line)
    await panel.locator(`input[name=line][value="${line}"]`).waitFor({ state: 'attached' })
  }
  await hand.startAt('/tonight')
  await hand.situation(23, 2, async () => {
    await enterLine('tối nay 22h 2 người Lan 0912345678')
    await hand.tap(panel.getByRole('button', { name: 'Ghi' }))
    await hand.sees(/Lan, 22:00/)
  })
  await hand.situation(24, 2, async () => {
    await enterLine('19h15 hiên 3 2 người Bình 0912345679')
    assert.match(await panel.innerText(), /19:15 chưa xếp được/)
    await hand.tap(panel.locator('.entry-options button').first())
    await hand.sees(/Bình/)
  })
  await hand.situation(25, 2, async () => {
    await enterLine('22h Nhà 6, 2 người')
    assert.match(await panel.innerText(), /Nhà 6/)
    await hand.tap(panel.getByRole('button', { name: 'Ghi' }))
    await hand.sees(/Khách lẻ, 22:00/)
  })
  await hand.situation(28, 0, async () => {
    const entry = { date: friday, time: '22:00', party: '2', offerId: '', phone: '', note: '' }
    const fields = { ...entry, name: 'Quầy Hai', resource: 'table:nha-6' }
    const second = await host.post('/entry', { ...fields, override: 'seats,small_party' })
    assert.equal(second.status, 409)
    assert.match(await second.text(), /Khách lẻ/)
  })
  await hand.startAt('/')
  await hand.situation(30, 1, async () => {
    await waitForNavigation(page, () => hand.tap(tab(page, 'Tìm')))
    await page.keyboard.type('Goi Huy')
    await page.locator('#found').getByText('Gọi Huỷ').waitFor()
  })
  await hand.situation(29, 3, async () => {
    await waitForNavigation(page, () => hand.tap(page.locator('#found').getByText('Gọi Huỷ')))
    await waitForNavigation(page, () =>
      hand.tap(page.getByRole('button', { name: 'Khách huỷ', exact: true })),
    )
    const row = await app.store.read.get<{ cancelled_by: string }>(
      "SELECT cancelled_by FROM bookings JOIN booking_guests ON booking_id = id WHERE name = 'Gọi Huỷ'",
    )
    assert.equal(row?.cancelled_by, 'guest')
  })
  await hand.startAt('/tonight')
  await hand.situation(14, 4, async () => {
    await hand.type(page.locator('#line'), '22h 16 người Sao')
    await waitForNavigation(page, () => hand.press('Enter'))
    await waitForNavigation(page, () => hand.tap(page.getByRole('button', { name: 'Lưu' })))
    await waitForNavigation(page, () =>
      hand.tap(notice(page).getByRole('button', { name: /, / }).first()),
    )
    await hand.sees(/Đã ghi lượt đặt/)
  })
}

describe('an evening of 120 bookings on a phone', { skip }, () => {
  it('handles every situation of the door within the taps of a host', { timeout }, async (t) => {
    const evening = await openEvening()
    assert.equal(await isTooWide(evening.page), false)
    await runTheDoor(evening)
    await rearrange(evening)
    await steer(evening)
    await answerThePhone(evening)
    for (const line of describeSituations(evening.hand.done)) t.diagnostic(line)
    assert.deepEqual(evening.errors.filter(isUnexpectedError), [])
  })
})
