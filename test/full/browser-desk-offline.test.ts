/** The desk on an unreliable network: taps are stored and sent later, today's lists stay readable. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { book, table } from '../support/booking.ts'
import { type BrowserShop, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { audited } from '../support/desk.ts'
import { cards, confirmIn, notice, phone, signInAtDesk } from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { reserveUrl } from '../support/reserved-url.ts'
import { until } from '../support/until.ts'

const { skip, newPage } = openBrowser()

const banner = (page: Page) => page.locator('.stale')
const unsent = (page: Page) => page.locator('main > .unsent')
const stored = (page: Page) =>
  page
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView.localStorage.getItem('unsent'))

async function openDesk(guests: readonly string[]) {
  const app = await startBrowserShop('restaurant', { now: Date.UTC(2026, 10, 20, 3) })
  const codes: string[] = []
  for (const [index, name] of guests.entries()) {
    const contact = { name, phone: `091200000${index}`, time: `${18 + index}:00` }
    const { status, body } = await book(app, { ...table, ...contact, party_size: 2 })
    assert.equal(status, 202, JSON.stringify(body))
    codes.push(body.code)
  }
  const page = await newPage(phone)
  // An event stream that is being opened while the network is turned off would still prove that there is one.
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/live')
  await signInAtDesk(page, app, 'Ngọc Anh')
  await stream
  return { app, page, codes }
}

async function historyOf(app: BrowserShop, code = ''): Promise<string[]> {
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return audited(app, `booking:${row?.id}`)
}

const confirmAll = (list: string[]) => list.filter((entry) => entry.endsWith('confirmed'))

/** The screens that the service worker has stored. */
const storedPages = (page: Page) =>
  page.locator('body').evaluate(async (body) => {
    const { caches } = body.ownerDocument.defaultView
    if (!(await caches.has('desk-pages'))) return []
    const requests = await (await caches.open('desk-pages')).keys()
    return requests.map(({ url }: { url: string }) => new URL(url).pathname).toSorted()
  })

const today = ['/', '/day', '/offline', '/timeline']

const waitForStoredPages = (page: Page) =>
  until(async () => (await storedPages(page)).join() === today.join(), 'the pages of today')

describe('a tap without a network', { skip }, () => {
  it('keeps the page, is stored, and is sent once when the network is back', async () => {
    const { app, page, codes } = await openDesk(['Lan', 'Minh'])
    await waitForStoredPages(page)
    const place = await confirmIn(page).boundingBox()
    await page.context().setOffline(true)
    await banner(page).waitFor()
    assert.match(await banner(page).innerText(), /Mất kết nối.*Danh sách lúc 10:00/s)
    // The banner moves nothing that one is about to tap.
    assert.deepEqual(await confirmIn(page).boundingBox(), place)
    await waitForNavigation(page, () => confirmIn(page).tap())
    assert.match(await unsent(page).innerText(), /Xác nhận: Lan\s+\(ghi trên máy, chưa gửi\)/)
    assert.match(await banner(page).innerText(), /1 việc chưa gửi/)
    assert.equal(await cards(page).count(), 2)
    // The same action again is stored once. Not by touch: the second tap of a double tap is ignored.
    await waitForNavigation(page, () => confirmIn(page).press('Enter'))
    assert.equal(await unsent(page).getByRole('button').count(), 1)
    await page.reload()
    assert.match(await unsent(page).innerText(), /Xác nhận: Lan/)
    assert.deepEqual(confirmAll(await historyOf(app, codes[0])), [])
    await page.context().setOffline(false)
    await unsent(page).waitFor({ state: 'detached' })
    await notice(page).getByText('Đã xác nhận: Lan').waitFor()
    await banner(page).waitFor({ state: 'hidden' })
    assert.deepEqual(confirmAll(await historyOf(app, codes[0])), ['Ngọc Anh confirmed'])
    assert.equal(await stored(page), null)
    await cards(page).nth(1).waitFor({ state: 'detached' })
  })

  it('that is refused later says so, and a discarded one is not sent', async () => {
    const { app, page, codes } = await openDesk(['Lan', 'Minh'])
    await page.context().setOffline(true)
    const confirm = (name: string) =>
      cards(page).filter({ hasText: name }).getByRole('button', { name: 'Xác nhận' })
    await waitForNavigation(page, () => confirm('Lan').press('Enter'))
    await waitForNavigation(page, () => confirm('Minh').press('Enter'))
    assert.match(await unsent(page).innerText(), /Xác nhận: Lan.*Xác nhận: Minh/s)
    await unsent(page).getByRole('button', { name: 'Bỏ: Xác nhận: Minh' }).tap()
    const decline = { code: codes[0] ?? '', version: 1, actor: 'terminal', reason: 'Hết chỗ' }
    await app.desk.decline(decline)
    await page.context().setOffline(false)
    const problem = page.locator('main > .notice.problem')
    await problem.waitFor()
    assert.match(await problem.innerText(), /Xác nhận: Lan \(gửi sau, không làm được\)/)
    assert.equal(await stored(page), null)
    assert.deepEqual(confirmAll(await historyOf(app, codes[1])), [])
  })

  it('that saves a booking by phone is stored as well, and the booking is entered once', async () => {
    const { app, page } = await openDesk(['Lan'])
    const panel = page.locator('#entry-panel')
    const line = 'mai 19h 2 người Thu 0912345670'
    await page.locator('#line').tap()
    await page.locator('#line').fill(line)
    await panel.locator(`input[name=line][value="${line}"]`).waitFor({ state: 'attached' })
    await page.context().setOffline(true)
    await panel.getByRole('button', { name: 'Ghi' }).tap()
    await unsent(page).waitFor()
    assert.match(await unsent(page).innerText(), /Ghi: mai 19h 2 người Thu/)
    assert.equal(await panel.isVisible(), false)
    await page.context().setOffline(false)
    await unsent(page).waitFor({ state: 'detached' })
    const rows = await app.store.read.all("SELECT * FROM booking_guests WHERE name = 'Thu'")
    assert.equal(rows.length, 1)
    assert.match(await notice(page).innerText(), /Thu, 19:00/)
  })

  it('is recognized if the network is silent, and sent when it speaks again', async () => {
    const { app, page, codes } = await openDesk(['Lan'])
    const reservedUrl = await reserveUrl()
    after(reservedUrl.close)
    reservedUrl.forwardTo(app.deskPort)
    await page.goto(reservedUrl.address.replace('127.0.0.1', 'localhost'))
    await cards(page).first().waitFor()
    reservedUrl.silence()
    await waitForNavigation(page, () => confirmIn(page).tap())
    await banner(page).waitFor()
    assert.match(await unsent(page).innerText(), /Xác nhận: Lan/)
    reservedUrl.forwardTo(app.deskPort)
    await unsent(page).waitFor({ state: 'detached' })
    await banner(page).waitFor({ state: 'hidden' })
    await cards(page).first().waitFor({ state: 'detached' })
    assert.deepEqual(confirmAll(await historyOf(app, codes[0])), ['Ngọc Anh confirmed'])
  })
})

describe('the desk without a network', { skip }, () => {
  it('shows the stored lists of today, and says which pages need the network', async () => {
    const { page, app } = await openDesk(['Lan'])
    await waitForStoredPages(page)
    await page.context().setOffline(true)
    await page.goto(`${app.deskUrl}/timeline`)
    assert.match(await page.locator('.bar').first().innerText(), /Lan/)
    await banner(page).waitFor()
    await page.goto(`${app.deskUrl}/day`)
    assert.match(await page.locator('table.day').innerText(), /Lan/)
    await page.goto(`${app.deskUrl}/leads`)
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Không có mạng')
    // The page that was asked for appears by itself.
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: /gọi lại/i }).waitFor()
  })

  it('shows its banner above dialogs', async () => {
    const { page } = await openDesk(['Lan'])
    await page.context().setOffline(true)
    await banner(page).waitFor()
    const box = await banner(page).boundingBox()
    assert.ok(box)
    const clip = { x: box.x + 4, y: box.y + 4, width: 12, height: 12 }
    const before = await page.screenshot({ clip })
    await page.keyboard.press('?')
    await page.locator('dialog[open]').waitFor()
    // The backdrop of the dialog darkens everything below it.
    const isSame = async () => before.equals(await page.screenshot({ clip }))
    await until(isSame, 'the banner above the dialog')
  })

  it('stores only pages of today, and deletes them when the member signs out', async () => {
    const { page, app } = await openDesk(['Lan'])
    await waitForStoredPages(page)
    await page.goto(`${app.deskUrl}/day?date=2026-11-21`)
    await page.goto(`${app.deskUrl}/search?q=Lan`)
    assert.deepEqual(await storedPages(page), today)
    await page.context().setOffline(true)
    await page.goto(app.deskUrl)
    await waitForNavigation(page, () => confirmIn(page).tap())
    assert.match((await stored(page)) ?? '', /Lan/)
    await page.context().setOffline(false)
    await unsent(page).waitFor({ state: 'detached' })
    await page.goto(`${app.deskUrl}/account`)
    await Promise.all([
      page.waitForURL(/\/sign-in/),
      page.getByRole('button', { name: 'Đăng xuất' }).first().tap(),
    ])
    await until(async () => (await storedPages(page)).length === 0, 'no stored page')
    assert.equal(await stored(page), null)
  })
})
