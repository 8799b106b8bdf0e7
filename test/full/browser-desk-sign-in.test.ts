/** Sign-in at the desk in a browser, and the desk with keyboard only or without scripts. */
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
import { fridayNoon } from '../support/busy-day.ts'
import { addStaff, password } from '../support/desk.ts'
import {
  addAuthenticator,
  bell,
  cards,
  collectPageErrors,
  confirmIn,
  isUnexpectedError,
  notice,
  phone,
  signInAtDesk,
  styleOf,
  wide,
} from '../support/desk-page.ts'
import { keyboard, waitForNavigation } from '../support/input-methods.ts'

const { skip, newPage } = openBrowser()

describe('desk in a browser', { skip, concurrency: 2 }, () => {
  describe('sign-in', { concurrency: 2 }, () => {
    const invite = async (app: BrowserShop) =>
      `${app.deskUrl}/join/${await app.appHost.staffAccess.createLink({ role: 'host', madeBy: 'terminal' })}`

    const signOut = (page: Page) =>
      waitForNavigation(page, () =>
        page.getByRole('button', { name: 'Đăng xuất', exact: true }).click(),
      )

    it('works with a passkey repeatedly', async () => {
      const app = await startBrowserShop('spa')
      const page = await newPage()
      const complaints = collectPageErrors(page)
      await addAuthenticator(page)
      await page.goto(await invite(app))
      await page.getByLabel('Tên của bạn').fill('Ngọc Anh')
      await page.getByRole('button', { name: 'Tạo khoá truy cập' }).click()
      await page.waitForURL(`${app.deskUrl}/`)
      await page.goto(`${app.deskUrl}/account`)
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ngọc Anh')
      await signOut(page)
      assert.equal(new URL(page.url()).pathname, '/sign-in')

      await page.goto(`${app.deskUrl}/timeline?date=2026-11-20`)
      assert.equal(new URL(page.url()).pathname, '/sign-in')
      await page.getByRole('button', { name: 'Vào bằng khoá truy cập' }).click()
      await page.waitForURL(`${app.deskUrl}/timeline?date=2026-11-20`)

      // A second sign-in method is added, and the first one is removed.
      await page.goto(`${app.deskUrl}/account`)
      await page.getByLabel('Mật khẩu mới').fill(password)
      await waitForNavigation(page, () =>
        page.getByRole('button', { name: 'Đặt mật khẩu' }).click(),
      )
      const key = page.locator('.item-list li', { hasText: 'Khoá truy cập' })
      await waitForNavigation(page, () => key.getByRole('button', { name: 'Bỏ' }).click())
      assert.equal(await key.count(), 0)
      await signOut(page)
      await page.getByRole('button', { name: 'Vào bằng khoá truy cập' }).click()
      await page.locator('.passkey .error-text:not(:empty)').waitFor()
      assert.equal(new URL(page.url()).pathname, '/sign-in')
      assert.deepEqual(complaints.filter(isUnexpectedError), [])
    })

    it('works with a password, and ends with sign-out', async () => {
      const app = await startBrowserShop('restaurant')
      const page = await newPage(phone)
      const link = await invite(app)
      await page.goto(link)
      await page.getByLabel('Tên của bạn').fill('Văn Minh')
      await page.getByLabel('Chọn mật khẩu').fill(password)
      await waitForNavigation(page, () => page.getByRole('button', { name: 'Vào quầy' }).tap())
      assert.equal(page.url(), `${app.deskUrl}/`)
      const cookies = await page.context().cookies()
      assert.deepEqual(cookies.map(({ name }) => name).sort(), [
        '__Host-desk',
        '__Host-desk-device',
      ])
      for (const { httpOnly, secure, sameSite } of cookies) {
        assert.deepEqual([httpOnly, secure, sameSite], [true, true, 'Strict'])
      }

      for (const tab of ['Khác', 'Tài khoản']) {
        const container = page.getByRole(tab === 'Khác' ? 'navigation' : 'main')
        await waitForNavigation(page, () => container.getByRole('link', { name: tab }).tap())
      }
      await signOut(page)
      await page.goBack()
      await page.waitForURL(/\/sign-in/)
      await page.getByLabel('Tên').fill('văn minh')
      await page.getByLabel('Mật khẩu').fill('quên mất rồi nhé')
      const button = page.getByRole('button', { name: 'Đăng nhập' })
      await waitForNavigation(page, () => button.tap())
      assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 1)
      assert.equal(await page.getByLabel('Tên').inputValue(), 'văn minh')
      await page.getByLabel('Mật khẩu').fill(password)
      await waitForNavigation(page, () => button.tap())
      assert.equal(await page.locator('body[data-live]').count(), 1)

      await page.goto(link)
      assert.match(await page.locator('main').innerText(), /đã được dùng hoặc đã hết hạn/)
    })

    it('is shown to a revoked colleague', async () => {
      const app = await startBrowserShop('restaurant')
      const [ownerPage, revokedPage] = await Promise.all([newPage(), newPage(phone)])
      await signInAtDesk(revokedPage, app, 'Văn Minh')
      await signInAtDesk(ownerPage, app, 'Ngọc Anh', { role: 'owner', path: '/team' })
      const listItem = ownerPage.locator('.item-list li', { hasText: 'Văn Minh' })
      await waitForNavigation(ownerPage, () =>
        listItem.getByRole('button', { name: 'Thu quyền' }).click(),
      )
      assert.match(await listItem.innerText(), /đã thu quyền/)
      // There is no input at the revoked desk, and no event in the shop.
      await revokedPage.waitForURL(/\/sign-in/, { timeout: 120_000 })
      assert.equal(await revokedPage.locator('.topbar').count(), 0)
    })

    it('is not available at the public address', async () => {
      const app = await startBrowserShop('spa')
      const page = await newPage()
      await signInAtDesk(page, app, 'Ngọc Anh', { role: 'owner' })
      const links = await page
        .locator('.tabs a, link, script')
        .evaluateAll((found) =>
          found.map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
        )
      const known = [
        '/sign-in',
        '/live',
        '/entry',
        '/account/options',
        '/push/key',
        '/join/a',
        '/act/a',
      ]
      const shared = ['/', '/team', '/search', '/waitlist', '/favicon.svg']
      for (const path of shared) {
        const text = await (await app.get(path)).text()
        assert.doesNotMatch(text, /data-live|desk\.js|sign-in/, path)
      }
      const paths = [...links, ...known].filter((path) => !shared.includes(path))
      assert.ok(
        paths.includes('/timeline') && paths.includes('/client/desk.js') && paths.length > 20,
      )
      for (const path of paths) {
        if (path.startsWith('/fonts/')) continue
        const response = await page.goto(app.address + path)
        assert.equal(response?.status(), 404, path)
      }
    })
  })

  describe('keyboard', { concurrency: 1 }, () => {
    it('opens screens, selects, confirms and undoes, but types text in a text field', async () => {
      const app = await startBrowserShop('restaurant')
      for (const time of ['18:00', '18:30', '19:00']) {
        app.clock.now += 60_000
        await book(app, { ...table, name: `Chị Lan ${time}`, time })
      }
      const page = await newPage(wide)
      await signInAtDesk(page, app, 'Ngọc Anh')
      const press = (key: string) => page.keyboard.press(key)
      const focused = page.locator(':focus')
      const goes = async (key: string, path: string) => {
        await waitForNavigation(page, () => press(key))
        assert.equal(new URL(page.url()).pathname, path)
      }

      await goes('t', '/timeline')
      await goes('d', '/day')
      // Nothing is selected, so nothing is confirmed.
      await press('c')
      await goes('i', '/')
      await press('c')
      assert.equal(await cards(page).count(), 3)

      await press('j')
      assert.match(await focused.innerText(), /Chị Lan 18:00/)
      for (const key of ['j', 'j', 'j', 'k']) await press(key)
      assert.match(await focused.innerText(), /Chị Lan 18:30/)
      assert.equal((await styleOf(page, ':focus')).outlineStyle, 'solid')
      await waitForNavigation(page, () => press('o'))
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Chị Lan 18:30')
      await goes('i', '/')
      for (const key of ['j', 'j']) await press(key)
      await waitForNavigation(page, () => press('c'))
      assert.match(await notice(page).innerText(), /Đã xác nhận: Chị Lan 18:30/)
      assert.equal(await cards(page).count(), 2)
      await waitForNavigation(page, () => press('z'))
      assert.equal(await cards(page).count(), 3)

      await press('?')
      const help = page.getByRole('dialog')
      for (const key of ['n', '/', 'i', 't', 'd', 'j, k', 'c', 'o', 'z', '?']) {
        assert.equal(await help.locator('kbd').getByText(key, { exact: true }).count(), 1, key)
      }
      await press('t')
      assert.equal(await help.isVisible(), true)
      await press('Escape')
      assert.equal(await help.isVisible(), false)

      await press('n')
      const address = page.url()
      const all = 'n/itdjkcoz?'
      await page.keyboard.type(all)
      assert.equal(await page.locator('#line').inputValue(), all)
      assert.equal(page.url(), address)
      await press('Escape')
      await page.locator('h1').click()
      await goes('/', '/search')
      await page.locator('#q:focus').waitFor()
      await page.keyboard.type(all)
      assert.equal(await page.locator('#q').inputValue(), all)
      assert.equal(new URL(page.url()).pathname, '/search')
      await page.locator('h1').click()
      await press('Control+d')
      await press('/')
      assert.equal(await focused.getAttribute('id'), 'q')
    })

    it('reaches everything by Tab, with visible focus', async () => {
      const app = await startBrowserShop('restaurant')
      await book(app, table)
      const page = await newPage(wide)
      await signInAtDesk(page, app, 'Ngọc Anh', { role: 'owner' })
      await keyboard.reach(page.getByRole('link', { name: 'Tới nội dung' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/#content$/)
      await keyboard.reach(cards(page).getByRole('link').first())
      await page.goto(app.deskUrl)
      const inReach = [
        page.getByLabel('Ghi nhanh một lượt đặt'),
        bell(page),
        ...(await page.locator('.tabs a:visible').all()),
        confirmIn(page),
      ]
      for (const target of inReach) await keyboard.reach(target)
      await keyboard.press(cards(page).locator('summary'))
      await keyboard.reach(cards(page).getByRole('link', { name: /^Gọi/ }))
      await keyboard.reach(cards(page).getByRole('link', { name: 'Giờ khác…' }))
      await keyboard.reach(page.getByRole('button', { name: 'Giờ đó chúng tôi đã kín chỗ.' }))
      await page.goto(`${app.deskUrl}/timeline?date=2026-11-20`)
      await keyboard.reach(page.getByRole('region'))
      await keyboard.press(page.locator('.bar'))
      await page.waitForURL(/\/bookings\//)
      await keyboard.press(page.locator('#move summary'))
      await keyboard.reach(page.locator('#move [name="resource"]').first())
      // Typing a date does not navigate before it is complete.
      await page.goto(`${app.deskUrl}/day?date=2026-11-20`)
      await keyboard.reach(page.locator('#date'))
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      assert.equal(page.url(), `${app.deskUrl}/day?date=2026-11-20`)
      await waitForNavigation(page, () => page.keyboard.press('Enter'))
      assert.notEqual(page.url(), `${app.deskUrl}/day?date=2026-11-20`)
    })
  })

  describe('without JavaScript', { concurrency: 1 }, () => {
    it('staff sign in, confirm, decline, enter a booking and sign out', async () => {
      const app = await startBrowserShop('restaurant', { now: fridayNoon })
      await addStaff(app, 'Ngọc Anh')
      for (const time of ['18:00', '19:00'])
        await book(app, { ...table, name: `Chị Lan ${time}`, time })
      const page = await newPage({ ...phone, javaScriptEnabled: false })
      const press = (button: Locator) => waitForNavigation(page, () => button.click())
      await page.goto(app.deskUrl)
      assert.equal(await page.getByRole('button').count(), 1)
      await page.getByLabel('Tên').fill('Ngọc Anh')
      await page.getByLabel('Mật khẩu').fill(password)
      await press(page.getByRole('button', { name: 'Đăng nhập' }))
      assert.equal(await bell(page).count(), 0)

      await press(confirmIn(page))
      assert.match(await notice(page).innerText(), /Đã xác nhận: Chị Lan 18:00/)
      await cards(page).locator('summary').click()
      await press(page.getByRole('button', { name: 'Giờ đó chúng tôi đã kín chỗ.' }))
      assert.match(await notice(page).innerText(), /Đã từ chối: Chị Lan 19:00/)
      await press(notice(page).getByRole('button', { name: 'Hoàn tác' }))
      assert.equal(await cards(page).count(), 1)

      await page.getByLabel('Ghi nhanh một lượt đặt').fill('20h 2 người Mai 0912345678')
      await press(page.getByRole('button', { name: 'Ghi', exact: true }))
      await press(page.getByRole('button', { name: 'Lưu' }))
      assert.match(await notice(page).innerText(), /Đã ghi lượt đặt: Mai, 20:00/)
      assert.equal(await page.locator('.bar', { hasText: 'Mai' }).count(), 1)
      await page.goto(`${app.deskUrl}/account`)
      await press(page.getByRole('button', { name: 'Đăng xuất', exact: true }))
      assert.equal(new URL(page.url()).pathname, '/sign-in')
    })
  })
})
