/** The guest page by touch and by keyboard: note, mark and undo without leaving it, and without JavaScript. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooWide, openBrowser, type Page, startBrowserShop } from '../support/browser.ts'
import { addStaff } from '../support/desk.ts'
import { collectPageErrors, isUnexpectedError, openDeskAs } from '../support/desk-page.ts'

const { skip, newPage } = openBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const number = '0977 345 678'
/** Friday at 9:00 in Vietnam. */
const now = Date.UTC(2026, 10, 20, 2)

async function openGuest(options: object, path = '/guests/') {
  const app = await startBrowserShop('restaurant', { now })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const entry = { date: '2026-11-20', time: '18:30', party: '2', name: 'Trần Thị Hương' }
  const entered = await host.post('/entry', { ...entry, phone: number })
  assert.equal(entered.status, 303)
  const [, code = ''] = /of=([\w-]+)/.exec(entered.headers.get('location') ?? '') ?? []
  const page = await newPage(options)
  await openDeskAs(page, app, host, path === '/guests/' ? `${path}${code}` : path)
  return { page, code, errors: collectPageErrors(page) }
}

const noteOf = (page: Page) => page.locator('.guest-note')

describe('the guest page', { skip }, () => {
  it('stores the note and the mark by touch, and undoes the mark, at 390 px', async () => {
    const { page, errors } = await openGuest(phone)
    await page.getByText('Thêm ghi chú').tap()
    await page.locator('#guest-note').fill('Thích bàn góc gần cửa sổ')
    await page.getByRole('button', { name: 'Lưu ghi chú' }).tap()
    await noteOf(page).getByText('Thích bàn góc gần cửa sổ').waitFor()
    await page.getByRole('button', { name: 'Đánh dấu khách quen' }).tap()
    const mark = page.locator('.guest-header .badge.regular')
    await mark.waitFor()
    await page.getByRole('button', { name: 'Hoàn tác', exact: true }).first().tap()
    await mark.waitFor({ state: 'detached' })
    assert.equal(await noteOf(page).textContent(), 'Thích bàn góc gần cửa sổ')
    assert.equal(await isTooWide(page), false)
    assert.deepEqual(errors.filter(isUnexpectedError), [])
    await page.close()
  })

  it('works with the keyboard alone, and without JavaScript', async () => {
    const { page, code } = await openGuest({ javaScriptEnabled: false })
    await page.locator('#note summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('#guest-note').focus()
    await page.keyboard.type('Uống trà sen')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/guests/${code}?did=noted`)
    assert.equal(await noteOf(page).textContent(), 'Uống trà sen')
    await page.locator('.notice').getByRole('button', { name: 'Hoàn tác' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/guests/${code}?did=undone`)
    assert.equal(await noteOf(page).count(), 0)
    await page.close()
  })

  it('opens from the number that is typed at entry', async () => {
    const { page, code } = await openGuest(phone, '/tonight')
    await page.locator('[name=line]').first().fill(`26/11 19h 2 người ${number}`)
    await page.locator('.entry-guest').getByRole('link', { name: 'Trang khách' }).tap()
    await page.waitForURL(`**/guests/${code}`)
    await page.getByRole('heading', { name: 'Trần Thị Hương' }).waitFor()
    await page.close()
  })
})
