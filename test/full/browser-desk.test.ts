/** Staff at their desks in browsers: what they do, and what they and their guests see. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openBar } from '../support/bar.ts'
import { book, guest, table } from '../support/booking.ts'
import {
  type BrowserShop,
  type Locator,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { fridayNoon } from '../support/busy-day.ts'
import {
  announcement,
  bell,
  cards,
  collectPageErrors,
  confirmIn,
  isUnexpectedError,
  moreIn,
  notice,
  phone,
  readAlertCount,
  signInAtDesk,
  styleOf,
  wide,
} from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { openBefore } from '../support/lifetime.ts'
import { chooseInPanel, openRow } from '../support/panel.ts'
import { openMailbox } from '../support/receivers.ts'
import { reserveUrl } from '../support/reserved-url.ts'
import { assertDuration, assertElapsed, onlyOnTime } from '../support/timing.ts'

const { skip, newPage } = openBrowser()
const mailbox = openBefore(() => openMailbox())
const mailing = () => ({ SMTP_URL: mailbox.url, MAIL_FROM: 'xinchao@khoilam.example' })

/** A guest on the public site, from the first step to the page of the request. */
async function requestOnSite(page: Page, app: BrowserShop) {
  await page.goto(`${app.address}/booking`)
  for (const name of ['4 người', 'Hiên vườn', /^T6 20\/11/, /^18:30/]) {
    await chooseInPanel(page, name)
  }
  app.clock.now += 5_000
  await page.getByLabel('Tên của bạn').fill(guest.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(guest.phone)
  const email = await openRow(page, page.getByLabel('Email (không bắt buộc)'))
  await email.fill('lan@example.com')
  await waitForNavigation(page, () => page.getByRole('button', { name: 'Xem lại' }).click())
  await page.locator('#consent').check()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await waitForNavigation(page, () => page.getByRole('button', { name: 'Gửi yêu cầu' }).click())
  const { startTime, responseStart } = (await sent).timing()
  const [, code = ''] = /\/booking\/([A-Z0-9-]+)$/.exec(page.url()) ?? []
  assert.ok(code, page.url())
  return { code, respondedAtMs: startTime + responseStart }
}

/** The time at which an element is visible, by the clock of the browser. */
function whenVisible(page: Page, selector: string): Promise<number> {
  return page.locator('body').evaluate((body, wanted) => {
    const { MutationObserver } = body.ownerDocument.defaultView
    return new Promise((resolve: (at: number) => void) => {
      const check = () => body.querySelector(wanted) && resolve(Date.now())
      new MutationObserver(check).observe(body, { childList: true, subtree: true })
      check()
    })
  }, selector)
}

const guestsState = async (page: Page) => {
  await page.reload()
  return page.getByRole('heading', { level: 1 }).innerText()
}

describe('booking request', { skip }, () => {
  it('appears on two desks within a second, is confirmed with one tap, and undone (timing)', {
    skip: onlyOnTime(),
  }, async () => {
    const app = await startBrowserShop('restaurant', { notifications: mailing() })
    const [ownerPage, hostPage, guestPage] = await Promise.all([
      newPage(phone),
      newPage(wide),
      newPage(),
    ])
    const complaints = [ownerPage, hostPage].map(collectPageErrors)
    await signInAtDesk(ownerPage, app, 'Ngọc Anh', { role: 'owner' })
    await signInAtDesk(hostPage, app, 'Văn Minh')
    for (const page of [ownerPage, hostPage]) {
      assert.equal(await page.title(), 'Hộp chờ · Khói Lam')
      assert.match(await page.locator('.empty').innerText(), /Không còn yêu cầu nào chờ/)
    }
    await bell(ownerPage).tap()
    assert.equal(await readAlertCount(ownerPage), 1)

    const there = Promise.all(
      [ownerPage, hostPage].map((page) => whenVisible(page, '#waiting .card')),
    )
    const { code, respondedAtMs } = await requestOnSite(guestPage, app)
    for (const shownAtMs of await there) {
      assertDuration(shownAtMs - respondedAtMs, { belowMs: 1_000 })
    }
    for (const page of [ownerPage, hostPage]) {
      await announcement(page, 'Yêu cầu mới: 4 khách, T6 20/11 18:30').waitFor()
      assert.equal(await page.title(), '(1) Hộp chờ · Khói Lam')
      assert.match(await page.locator('.tabs .count').innerText(), /^1\s+đang chờ$/)
      const cardText = (await cards(page).innerText()).replaceAll(/\s+/g, ' ')
      for (const text of [guest.name, '18:30', '4 khách', 'giữ Hiên']) {
        assert.ok(cardText.includes(text), `${text}: ${cardText}`)
      }
    }
    assert.equal(await readAlertCount(ownerPage), 2)
    assert.equal(await readAlertCount(hostPage), 0)
    await app.dispatch()

    // A form that is open on one desk stays open when the other desk answers first.
    await moreIn(hostPage).click()
    await waitForNavigation(ownerPage, () => confirmIn(ownerPage).tap())
    assert.match(await notice(ownerPage).innerText(), /^Đã xác nhận: Nguyễn Thị Lan, 18:30/)
    assert.equal(await cards(ownerPage).count(), 0)
    assert.equal(await ownerPage.title(), 'Hộp chờ · Khói Lam')
    assert.equal(await cards(hostPage).count(), 1)
    await waitForNavigation(hostPage, () => confirmIn(hostPage).click())
    assert.match(await notice(hostPage).innerText(), /Ngọc Anh vừa xác nhận/)
    assert.equal(await cards(hostPage).count(), 0)

    assert.equal(await guestsState(guestPage), 'Đã xác nhận')
    app.clock.now += 20_000
    await app.dispatch()
    checkGuestEmails(code)

    await hostPage.goto(app.deskUrl)
    await waitForNavigation(ownerPage, () =>
      notice(ownerPage).getByRole('button', { name: 'Hoàn tác' }).tap(),
    )
    assert.equal(await cards(ownerPage).count(), 1)
    await cards(hostPage).getByText(guest.name).waitFor()
    assert.equal(await guestsState(guestPage), 'Đang chờ chúng tôi xác nhận')
    // Sound was turned on once, and plays on every page since.
    const second = book(app, { ...table, time: '20:00' })
    await announcement(ownerPage, /^Yêu cầu mới: 4 khách, T6 20\/11 20:00$/).waitFor()
    assert.equal((await second).status, 202)
    assert.equal(await readAlertCount(ownerPage), 3)
    assert.deepEqual(complaints.flat().filter(isUnexpectedError), [])
  })

  it('that arrives while the connection is lost appears after reconnecting, with a notice', async () => {
    const app = await startBrowserShop('restaurant')
    const [away, there] = await Promise.all([newPage(phone), newPage(wide)])
    const reservedUrl = await reserveUrl()
    after(reservedUrl.close)
    reservedUrl.forwardTo(app.deskPort)
    await signInAtDesk(away, app, 'Ngọc Anh')
    await signInAtDesk(there, app, 'Văn Minh')
    await away.goto(reservedUrl.address.replace('127.0.0.1', 'localhost'))
    await bell(away).tap()
    const banner = away.locator('.stale')
    assert.equal(await banner.isVisible(), false)
    reservedUrl.disconnect()
    await banner.waitFor()
    assert.match(await banner.innerText(), /Mất kết nối/)
    const times = ['18:00', '18:30', '19:00']
    for (const time of times) assert.equal((await book(app, { ...table, time })).status, 202)
    await cards(there).nth(2).waitFor()
    assert.equal(await cards(away).count(), 0)
    assert.equal(await banner.isVisible(), true)

    reservedUrl.forwardTo(app.deskPort)
    await cards(away).nth(2).waitFor()
    await banner.waitFor({ state: 'hidden' })
    const shown = await cards(away).locator('.request-when b').allInnerTexts()
    assert.deepEqual(shown.toSorted(), times)
    assert.equal(await away.title(), '(3) Hộp chờ · Khói Lam')
    await announcement(away, /19:00$/).waitFor()
    assert.equal(await readAlertCount(away), 4)
    assert.equal(await banner.isVisible(), false)
  })

  it('does not interrupt a staff member who is using a form', async () => {
    const app = await startBrowserShop('restaurant')
    const { code } = (await book(app, table)).body
    const page = await newPage(wide)
    await signInAtDesk(page, app, 'Ngọc Anh')
    await moreIn(page).click()
    const reason = page.getByLabel('Lý do khác')
    await reason.fill('Tối đó quán')
    await app.post('/api/lead', { ...guest, message: 'Đặt tiệc' })
    await announcement(page, 'Có khách xin được gọi lại').waitFor()
    assert.equal(await page.locator('#alerts a').getAttribute('href'), '/leads')
    await book(app, { ...table, time: '20:00' })
    await announcement(page, /^Yêu cầu mới.*20:00$/).waitFor()
    await page.locator('.tabs .count', { hasText: '2' }).waitFor()
    assert.match(await page.title(), /^\(2\)/)
    await cards(page).nth(1).waitFor()
    assert.equal(await reason.first().inputValue(), 'Tối đó quán')
    // After the form is closed, the requests that were answered in the meantime are removed too.
    await app.desk.confirm({ code, version: 1, actor: 'terminal' })
    await page.locator('.tabs .count', { hasText: '1' }).waitFor()
    assert.equal(await reason.first().inputValue(), 'Tối đó quán')
    await moreIn(page).click()
    await cards(page).getByText('18:30', { exact: true }).waitFor({ state: 'detached' })
    assert.equal(await cards(page).count(), 1)
  })

  it('is received by one tab and shared with the others of the browser, until that tab is closed', async () => {
    const app = await startBrowserShop('restaurant')
    const first = await newPage(wide)
    const connections: string[] = []
    first.context().on('request', (request) => {
      if (new URL(request.url()).pathname === '/live') connections.push(request.url())
    })
    await signInAtDesk(first, app, 'Ngọc Anh')
    const second = await first.context().newPage()
    await second.goto(`${app.deskUrl}/day?date=2026-11-20`)
    const rows = second.locator('table.day tbody tr')
    const name = (time: string) => ({ ...table, time, name: `Chị Lan ${time}` })
    await book(app, name('18:00'))
    await Promise.all([cards(first).waitFor(), rows.getByText('Chị Lan 18:00').waitFor()])
    await announcement(second, /18:00$/).waitFor()
    assert.equal(connections.length, 1)
    await Promise.all([first.close(), book(app, name('19:00'))])
    await rows.getByText('Chị Lan 19:00').waitFor()
    await book(app, name('20:00'))
    await rows.getByText('Chị Lan 20:00').waitFor()
    assert.equal(await rows.count(), 3)
    assert.equal(connections.length, 2)
  })

  it('does not clear input that was rejected', async () => {
    const app = await startBrowserShop('restaurant', { now: fridayNoon })
    const page = await newPage(wide)
    await signInAtDesk(page, app, 'Ngọc Anh')
    await page.getByLabel('Ghi nhanh một lượt đặt').fill('19h 4 người Anh Tú')
    await waitForNavigation(page, () => page.keyboard.press('Enter'))
    await page.getByText('Sửa chi tiết').click()
    await page.getByLabel('Điện thoại').fill('0912 34')
    await waitForNavigation(page, () => page.getByRole('button', { name: 'Lưu' }).click())
    assert.match(await notice(page).innerText(), /Số điện thoại chưa đúng/)
    await book(app, { ...table, time: '20:00' })
    await page.locator('.tabs .count', { hasText: '1' }).waitFor()
    assert.match(await page.title(), /^\(1\)/)
    assert.equal(await page.locator('#entry-phone').inputValue(), '0912 34')
    assert.match(await page.locator('.parsed-entry').innerText(), /Anh Tú/)
    assert.match(await notice(page).innerText(), /Số điện thoại chưa đúng/)
  })
})

function checkGuestEmails(code: string): void {
  const guestEmails = mailbox.mails.filter(({ to }) => to.includes('lan@example.com'))
  const [request, confirmation, ...others] = guestEmails
  assert.equal(others.length, 0)
  assert.match(request?.subject ?? '', /đang chờ/)
  assert.match(confirmation?.subject ?? '', /đã xác nhận/)
  assert.ok(confirmation?.text.includes(code))
  const entry = confirmation?.parts.find(({ headers }) =>
    headers.get('content-type')?.startsWith('text/calendar'),
  )
  assert.match(entry?.text ?? '', /STATUS:CONFIRMED/)
  assert.match(entry?.text ?? '', /DTSTART[^\r\n]*20261120T1(13000Z|83000)/)
}

describe('timeline', { skip }, () => {
  const row = (page: Page, tableId: string) => page.locator(`[data-resource="table:${tableId}"]`)
  const barsIn = (page: Page, tableId: string) => row(page, tableId).locator('.bar')

  /** Repeats the measurement when the screen was just replaced. */
  async function boxOf(target: Locator) {
    for (let attempts = 0; attempts < 20; attempts++) {
      await target.waitFor()
      const box = await target.boundingBox()
      if (box) return box
    }
    return assert.fail(String(target))
  }

  /** The position of a quarter hour of a resource on the screen. */
  async function spotOf(page: Page, tableId: string, time: string) {
    const box = await boxOf(row(page, tableId).locator('.track'))
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const [from, quarters] = await page
      .locator('.timeline')
      .evaluate((timeline) => [
        Number(timeline.dataset.from),
        Number(/ w(\d+)/.exec(timeline.className)?.[1]),
      ])
    const place15 = hours * 4 + minutes / 15 - Number(from)
    const x = box.x + (box.width / Number(quarters)) * (place15 + 0.5)
    return { x, y: box.y + box.height / 2 }
  }

  async function drag(page: Page, name: string, tableId: string, time: string) {
    const box = await boxOf(page.locator('.bar', { hasText: name }))
    const spot = await spotOf(page, tableId, time)
    const { mouse } = page
    await mouse.move(box.x + 5, box.y + box.height / 2)
    await mouse.down()
    await mouse.move(spot.x - 20, spot.y, { steps: 3 })
    await mouse.move(spot.x, spot.y)
    await waitForNavigation(page, () => mouse.up())
  }

  it('lets staff enter and move guests, and rejects conflicts (timing)', {
    skip: onlyOnTime(),
  }, async () => {
    const app = await startBrowserShop('restaurant', { now: fridayNoon })
    const page = await newPage({ viewport: { width: 1280, height: 1200 } })
    const complaints = collectPageErrors(page)
    await signInAtDesk(page, app, 'Ngọc Anh', { path: '/timeline' })

    // A tap on a free resource.
    const free = await spotOf(page, 'nha-4', '19:30')
    await waitForNavigation(page, () => page.mouse.click(free.x, free.y))
    const chosen = { Ngày: '2026-11-20', Giờ: '19:30' }
    const form = page.locator('form.entry')
    for (const [label, value] of Object.entries(chosen)) {
      assert.equal(await form.getByLabel(label, { exact: true }).inputValue(), value)
    }
    assert.ok(await form.locator('[name="resource"][value="table:nha-4"]').isChecked())
    await form.getByLabel('Số khách').fill('3')
    await form.getByLabel('Tên').fill('Chị Hoa')
    await waitForNavigation(page, () => form.getByRole('button', { name: 'Lưu' }).click())
    assert.match(await notice(page).innerText(), /Đã ghi lượt đặt: Chị Hoa, 19:30/)
    assert.match(await barsIn(page, 'nha-4').innerText(), /Chị Hoa\s+3 · 19:30/)

    // One line, and Enter twice.
    const line = '19h 4 người Lan 0912345678'
    const began = performance.now()
    await page.keyboard.press('n')
    await page.keyboard.type(line)
    await waitForNavigation(page, () => page.keyboard.press('Enter'))
    assert.match(
      await page.locator('.parsed-entry').innerText(),
      /19:00[\s\S]*4[\s\S]*Lan[\s\S]*0912/,
    )
    await waitForNavigation(page, () => page.keyboard.press('Enter'))
    assert.match(await notice(page).innerText(), /Đã ghi lượt đặt: Lan, 19:00/)
    // Ten seconds for the whole call, of which a person needs most for typing.
    const keys = line.length + 3
    const typingDelayMs = 240
    assertElapsed(began - keys * typingDelayMs, { belowMs: 10_000 })
    const stored = await app.store.read.get(
      `SELECT time, party_size, status, source, phone FROM bookings
       JOIN booking_guests ON booking_id = bookings.id WHERE name = 'Lan'`,
    )
    assert.deepEqual(
      { ...stored },
      { time: '19:00', party_size: 4, status: 'confirmed', source: 'phone', phone: '+84912345678' },
    )

    // A blocked resource.
    const spot = await spotOf(page, 'nha-6', '18:00')
    await waitForNavigation(page, () => page.mouse.click(spot.x, spot.y))
    await page.getByText('Hoặc khoá chỗ này').click()
    const blocking = page.locator('#block')
    await blocking.getByLabel('Đến').fill('22:00')
    await blocking.getByLabel('Vì sao').fill('Ghế gãy')
    await waitForNavigation(page, () => blocking.getByRole('button', { name: 'Khoá' }).click())
    const blocked = barsIn(page, 'nha-6')
    assert.equal(await blocked.innerText(), 'Ghế gãy')
    const drawn = await styleOf(page, '.bar.blocked')
    assert.match(drawn.backgroundImage, /repeating-linear-gradient/)

    // Moved onto a blocked and a free resource.
    await drag(page, 'Chị Hoa', 'nha-6', '19:30')
    assert.match(await notice(page).innerText(), /không còn chỗ.*đang được khoá/)
    await page.goto(`${app.deskUrl}/timeline`)
    await drag(page, 'Chị Hoa', 'hien-3', '20:00')
    assert.match(await notice(page).innerText(), /Đã dời giờ: Chị Hoa, \d\d:\d\d/)
    assert.match(await barsIn(page, 'hien-3').innerText(), /Chị Hoa\s+3 · \d\d:\d\d/)
    assert.equal(await barsIn(page, 'nha-4').count(), 0)

    // Within its own row, and to another resource at the same time.
    await drag(page, 'Chị Hoa', 'hien-3', '18:00')
    assert.match(await notice(page).innerText(), /Đã dời giờ: Chị Hoa, \d\d:\d\d/)
    await drag(page, 'Chị Hoa', 'hien-4', '18:00')
    assert.match(await notice(page).innerText(), /Đã đổi chỗ hoặc số người: Chị Hoa, \d\d:\d\d/)
    assert.match(await barsIn(page, 'hien-4').innerText(), /Chị Hoa/)
    await waitForNavigation(page, () =>
      notice(page).getByRole('button', { name: 'Hoàn tác' }).click(),
    )
    assert.match(page.url(), /\/timeline$/)
    assert.match(await barsIn(page, 'hien-3').innerText(), /Chị Hoa/)

    // Tapping a bar opens it; dropping it outside the timeline leaves it unchanged.
    const { x, y } = await spotOf(page, 'hien-3', '18:30')
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, 20, { steps: 4 })
    await page.mouse.up()
    assert.match(page.url(), /\/timeline$/)
    await waitForNavigation(page, () => barsIn(page, 'hien-3').click())
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Chị Hoa')
    assert.deepEqual(complaints.filter(isUnexpectedError), [])
  })

  it('of a night has the date of the next day after midnight', async () => {
    const app = await startBrowserShop('restaurant', { shop: openBar(), now: fridayNoon })
    const page = await newPage({ viewport: { width: 1280, height: 1200 } })
    await signInAtDesk(page, app, 'Ngọc Anh', { path: '/timeline' })
    const free = await spotOf(page, 'nha-4', '24:30')
    await waitForNavigation(page, () => page.mouse.click(free.x, free.y))
    const form = page.locator('form.entry')
    assert.equal(await form.getByLabel('Ngày', { exact: true }).inputValue(), '2026-11-21')
    assert.equal(await form.getByLabel('Giờ', { exact: true }).inputValue(), '00:30')
    await form.getByLabel('Số khách').fill('2')
    await form.getByLabel('Tên').fill('Chị Hoa')
    await waitForNavigation(page, () => form.getByRole('button', { name: 'Lưu' }).click())
    assert.match(page.url(), /\/timeline\?date=2026-11-20/)
    assert.match(await barsIn(page, 'nha-4').innerText(), /Chị Hoa\s+2 · 00:30/)
    for (const [time, starts] of [
      ['23:00', '2026-11-20 23:00'],
      ['24:15', '2026-11-21 00:15'],
    ] as const) {
      await drag(page, 'Chị Hoa', 'nha-5', time)
      const row = await app.store.read.get('SELECT date, time FROM bookings')
      assert.deepEqual(Object.values({ ...row }).join(' '), starts)
      assert.match(page.url(), /\/timeline\?date=2026-11-20/)
    }
  })

  it('does not show the next morning', async () => {
    const app = await startBrowserShop('spa')
    const morning = { ...guest, date: '2026-11-21', time: '10:00', offerId: 'co-vai-gay' }
    assert.equal((await book(app, morning)).status, 202)
    const page = await newPage(wide)
    await signInAtDesk(page, app, 'Ngọc Anh', { path: '/timeline?date=2026-11-20' })
    assert.equal(await page.locator('.bar').count(), 0)
    assert.equal(await page.locator('.hour').last().innerText(), '20:00')
    await waitForNavigation(page, () => page.getByRole('link', { name: '→' }).click())
    assert.equal(await page.locator('.bar').count(), 2)
  })
})
