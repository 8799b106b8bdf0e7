/** Privileged actions in a browser: the confirmation with a password, with a passkey and without scripts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minute } from '../../src/kernel/time.ts'
import { findViolations, validateHtml } from '../support/access.ts'
import { isTooWide, openBrowser, startBrowserShop } from '../support/browser.ts'
import { password } from '../support/desk.ts'
import {
  addAuthenticator,
  collectPageErrors,
  isUnexpectedError,
  phone,
  signInAtDesk,
} from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'

const { skip, newPage } = openBrowser()

describe('confirmation in a browser', { skip, concurrency: 2 }, () => {
  for (const javaScriptEnabled of [true, false]) {
    const name = javaScriptEnabled ? 'with scripts' : 'without scripts'
    it(`asks for the password and continues with the input, ${name}`, async () => {
      const app = await startBrowserShop('spa')
      const page = await newPage(javaScriptEnabled ? phone : { javaScriptEnabled })
      const complaints = collectPageErrors(page)
      const staff = await signInAtDesk(page, app, 'Ngọc Anh', { role: 'owner', path: '/team' })
      app.clock.now += 11 * minute
      const sent = await staff.post('/team/invite', { role: 'owner' })
      assert.deepEqual(await validateHtml('/team/invite', await sent.text()), [])
      const press = (label: string) =>
        waitForNavigation(page, () => page.getByRole('button', { name: label }).click())
      await page.getByLabel('Vai trò').selectOption('owner')
      await press('Tạo đường dẫn mời')
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Xác nhận đó là bạn')
      if (javaScriptEnabled) {
        assert.deepEqual(await findViolations(page), [])
        assert.equal(await isTooWide(page), false)
      }
      await page.getByLabel('Mật khẩu').fill('không phải mật khẩu')
      await press('Xác nhận')
      assert.match(await page.locator('main > .notice').innerText(), /chưa đúng/)
      await page.getByLabel('Mật khẩu').fill(password)
      await press('Xác nhận')
      if (javaScriptEnabled) assert.deepEqual(await findViolations(page), [])
      await press('Tiếp tục')
      assert.match(await page.locator('main > .notice').innerText(), /\/join\/[\w-]+/)
      const [link] = await app.appHost.staffAccess.listOpenLinks()
      assert.equal(link?.role, 'owner')
      assert.deepEqual(complaints.filter(isUnexpectedError), [])
    })
  }

  it('accepts a passkey, also before another passkey is added', async () => {
    const app = await startBrowserShop('restaurant')
    const page = await newPage()
    const complaints = collectPageErrors(page)
    await addAuthenticator(page)
    const { staffAccess } = app.appHost
    const token = await staffAccess.createLink({ role: 'owner', madeBy: 'terminal' })
    await page.goto(`${app.deskUrl}/join/${token}`)
    await page.getByLabel('Tên của bạn').fill('Ngọc Anh')
    await page.getByRole('button', { name: 'Tạo khoá truy cập' }).click()
    await page.waitForURL(`${app.deskUrl}/`)

    app.clock.now += 11 * minute
    await page.goto(`${app.deskUrl}/account`)
    await page.getByRole('link', { name: 'Xem địa chỉ lịch' }).click()
    await page.waitForURL(/\/confirm\?/)
    await page.getByRole('button', { name: 'Xác nhận bằng khoá truy cập' }).click()
    await page.waitForURL(`${app.deskUrl}/account/calendar`)
    assert.match(await page.locator('#feed').innerText(), /\/calendar\/[0-9a-f]+\//)

    app.clock.now += 11 * minute
    await page.goto(`${app.deskUrl}/account`)
    await page.getByRole('button', { name: 'Thêm khoá truy cập' }).click()
    await page.waitForURL(/\/confirm\?/)
    await page.getByRole('button', { name: 'Xác nhận bằng khoá truy cập' }).click()
    await page.waitForURL(`${app.deskUrl}/account`)

    app.clock.now += 11 * minute
    await page.goto(`${app.deskUrl}/team`)
    await page.getByRole('button', { name: 'Tạo đường dẫn mời' }).click()
    await page.getByRole('button', { name: 'Xác nhận bằng khoá truy cập' }).click()
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.locator('main > .notice', { hasText: '/join/' }).waitFor()
    assert.deepEqual(complaints.filter(isUnexpectedError), [])
  })
})
