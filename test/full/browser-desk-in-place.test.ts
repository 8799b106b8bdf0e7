/** Actions at the desk in a browser: they do not leave the page, and lose neither its position nor what was typed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from '../support/booking.ts'
import {
  type BrowserShop,
  type Locator,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { friday } from '../support/busy-day.ts'
import { addStaff } from '../support/desk.ts'
import {
  cards,
  collectPageErrors,
  confirmIn,
  isUnexpectedError,
  notice,
  openDeskAs,
  phone,
  signInAtDesk,
  wide,
} from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { assertDuration } from '../support/timing.ts'

const { skip, newPage } = openBrowser()

const times = ['17:00', '18:00', '19:00', '20:00', '20:30']

const days = ['2026-11-20', '2026-11-21', '2026-11-22']
const requestCount = days.length * times.length

/** Requests of different guests on three evenings. */
async function requestMany(app: BrowserShop): Promise<string[]> {
  const codes: string[] = []
  for (const date of days) {
    for (const time of times) {
      const number = codes.length + 1
      const contact = { name: `Chị Lan ${number}`, phone: `0912${String(number).padStart(6, '0')}` }
      const { status, body } = await book(app, { ...table, ...contact, date, time, party_size: 2 })
      assert.equal(status, 202, JSON.stringify(body))
      codes.push(body.code)
    }
  }
  return codes
}

/** Counts the pages that are loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads++
  })
  return () => loads
}

const scrollTop = (page: Page) =>
  page.locator('html').evaluate((html) => Math.round(html.ownerDocument.defaultView.scrollY))

const spoken = (page: Page) => page.locator('#spoken').innerText()

describe('an action at the desk', { skip }, () => {
  it('is done in place, with undo near the thumb, and does not scroll', async () => {
    const app = await startBrowserShop('restaurant')
    await requestMany(app)
    const page = await newPage(phone)
    const complaints = collectPageErrors(page)
    await signInAtDesk(page, app, 'Ngọc Anh')
    const loads = countLoads(page)
    const card = cards(page).nth(7)
    const button = card.getByRole('button', { name: 'Xác nhận' })
    await button.scrollIntoViewIfNeeded()
    const next = `#${await cards(page).nth(8).getAttribute('id')}`
    const time = await card.locator('.request-when b').innerText()
    const guest = await card.locator('h3').innerText()
    const topOf = async (target: Locator) => Math.round((await target.boundingBox())?.y ?? 0)
    const before = { scroll: await scrollTop(page), top: await topOf(card) }
    assert.ok(before.scroll > 100, String(before.scroll))
    await waitForNavigation(page, () => button.tap())
    const done = new RegExp(`Đã xác nhận: ${guest}, ${time}`)
    assert.match(await notice(page).innerText(), done)
    assert.match(await spoken(page), done)
    assert.equal(await cards(page).count(), requestCount - 1)
    // The next request takes the place of the one that was answered.
    const after = { scroll: await scrollTop(page), top: await topOf(page.locator(next)) }
    assert.deepEqual(after, before)
    assert.equal(new URL(page.url()).search, '')
    const undo = notice(page).getByRole('button', { name: 'Hoàn tác' })
    const box = await undo.boundingBox()
    assert.ok(box && box.y > phone.viewport.height / 2, JSON.stringify(box))
    assert.ok(box.y + box.height < phone.viewport.height, JSON.stringify(box))
    await waitForNavigation(page, () => undo.tap())
    assert.equal(await cards(page).count(), requestCount)
    assert.match(await notice(page).innerText(), /Đã hoàn tác/)
    await notice(page).getByRole('button', { name: 'Đóng' }).tap()
    assert.equal(await notice(page).count(), 0)
    assert.equal(loads(), 0)
    assert.deepEqual(complaints.filter(isUnexpectedError), [])
  })

  it('that is refused says so in place, and leaves the rest of the list', async () => {
    const app = await startBrowserShop('restaurant')
    await requestMany(app)
    const [first, second] = await Promise.all([newPage(phone), newPage(wide)])
    await signInAtDesk(first, app, 'Ngọc Anh')
    await signInAtDesk(second, app, 'Văn Minh')
    // An open form keeps the card of a request that the other desk has answered.
    await cards(second).first().locator('summary').first().click()
    await waitForNavigation(first, () => confirmIn(first).tap())
    const loads = countLoads(second)
    await waitForNavigation(second, () => confirmIn(second).click())
    assert.match(await notice(second).innerText(), /Ngọc Anh vừa xác nhận/)
    assert.equal(new URL(second.url()).pathname, '/')
    assert.equal(await cards(second).count(), requestCount - 1)
    assert.equal(loads(), 0)
  })

  it('by keyboard moves the focus to the next request', async () => {
    const app = await startBrowserShop('restaurant')
    await requestMany(app)
    const page = await newPage(wide)
    await signInAtDesk(page, app, 'Ngọc Anh')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const next = await cards(page).nth(2).getAttribute('id')
    await waitForNavigation(page, () => page.keyboard.press('c'))
    const focused = page.locator(':focus')
    assert.equal(await focused.getAttribute('id'), next)
  })

  it('keeps what was typed elsewhere on the page, and shows rejected input where it is', async () => {
    const app = await startBrowserShop('restaurant')
    const [code = ''] = await requestMany(app)
    const page = await newPage(wide)
    await signInAtDesk(page, app, 'Ngọc Anh', { path: `/bookings/${code}` })
    const loads = countLoads(page)
    await page.getByLabel('Ghi nhanh một lượt đặt').fill('19h 4 người')
    await page.locator('#entry-panel').waitFor()
    await page.keyboard.press('Escape')
    const confirm = page.getByRole('button', { name: 'Xác nhận', exact: true })
    await waitForNavigation(page, () => confirm.click())
    assert.match(await notice(page).innerText(), /Đã xác nhận/)
    assert.equal(await page.getByLabel('Ghi nhanh một lượt đặt').inputValue(), '19h 4 người')
    assert.equal(await page.locator('.booking .status-badge').first().innerText(), 'đã xác nhận')
    assert.equal(loads(), 0)
  })

  it('on the day list leaves the row in its place', async () => {
    const app = await startBrowserShop('restaurant', { now: Date.UTC(2026, 10, 20, 10, 5) })
    const host = await addStaff(app, 'Ngọc Anh', 'host')
    const names = ['An', 'Bình', 'Cúc', 'Dung', 'Giang', 'Hà', 'Kim', 'Lan', 'Mai', 'Nga']
    for (const name of names) {
      const entry = { date: friday, time: '17:15', phone: '', note: '', offerId: '', party: '2' }
      assert.equal((await host.post('/entry', { ...entry, name, resource: '' })).status, 303, name)
    }
    const page = await newPage(phone)
    await openDeskAs(page, app, host, '/day')
    const row = page.locator('table.day tbody tr').filter({ hasText: 'Giang' })
    const arrived = row.getByRole('button', { name: 'Đã tới' })
    // In the middle, so that the tap itself does not scroll.
    await arrived.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    const top = async () => Math.round((await row.boundingBox())?.y ?? 0)
    const before = await top()
    const loads = countLoads(page)
    await waitForNavigation(page, () => arrived.tap())
    assert.match(await row.innerText(), /đã tới/)
    assert.ok(Math.abs((await top()) - before) <= 1, `${before} ${await top()}`)
    assert.equal(loads(), 0)
  })

  it('works with page loads if scripts are turned off', async () => {
    const app = await startBrowserShop('restaurant')
    await requestMany(app)
    const page = await newPage({ ...phone, javaScriptEnabled: false })
    const host = await addStaff(app, 'Ngọc Anh', 'host')
    await openDeskAs(page, app, host)
    await Promise.all([page.waitForEvent('load'), confirmIn(page).tap()])
    assert.match(await notice(page).innerText(), /^Đã xác nhận/)
    assert.equal(await cards(page).count(), requestCount - 1)
  })

  it('appears on the other desks within a second (timing)', async () => {
    const app = await startBrowserShop('restaurant')
    const [code = ''] = await requestMany(app)
    const [acting, watching] = await Promise.all([newPage(phone), newPage(wide)])
    await signInAtDesk(acting, app, 'Ngọc Anh')
    await signInAtDesk(watching, app, 'Văn Minh', { path: `/day?date=${friday}` })
    const row = watching.locator('table.day tbody tr').filter({ hasText: 'Chị Lan 1' })
    assert.match(await row.innerText(), /chờ trả lời/)
    const confirm = acting.locator(`#b-${code.replaceAll('-', '')}`).getByRole('button', {
      name: 'Xác nhận',
    })
    const sent = acting.waitForResponse((response) => response.request().method() === 'POST')
    await confirm.tap()
    await sent
    const respondedAtMs = performance.now()
    await row.getByText('đã xác nhận').waitFor()
    assertDuration(performance.now() - respondedAtMs, { belowMs: 1000 })
  })
})
