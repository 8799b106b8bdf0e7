/** Guests in a browser: what they see and do, and what is stored afterwards. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { book, guest } from '../support/booking.ts'
import {
  type BrowserShop,
  isTooWide,
  openBrowser,
  type Page,
  startBrowserShop,
} from '../support/browser.ts'
import { type InputMethod, keyboard, mouse, waitForNavigation } from '../support/input-methods.ts'
import { chooseInPanel, openRow } from '../support/panel.ts'
import { samples } from '../support/samples.ts'
import {
  fullyTestedTrades,
  type languages,
  openForEachTrade,
  type TradeName,
  trades,
} from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

type Language = (typeof languages)[number]

const texts = {
  vi: {
    home: '',
    day: /^T6 20\/11/,
    name: 'Tên của bạn',
    phone: 'Số điện thoại',
    email: 'Email (không bắt buộc)',
    note: 'Ghi chú (không bắt buộc)',
    review: 'Xem lại',
    send: 'Gửi yêu cầu',
    edit: 'Sửa lại',
    pending: 'Đang chờ chúng tôi xác nhận',
    confirmed: 'Đã xác nhận',
    cancelled: 'Đã huỷ',
    calendar: 'Thêm vào lịch',
    change: /^Đổi giờ/,
  },
  en: {
    home: '/en',
    day: /^Fri 20/,
    name: 'Your name',
    phone: 'Phone',
    email: 'Email (optional)',
    note: 'Note (optional)',
    review: 'Review',
    send: 'Send the request',
    edit: 'Edit',
    pending: 'Waiting for our call',
    confirmed: 'Confirmed',
    cancelled: 'Cancelled',
    calendar: 'Add to calendar',
    change: 'Change the booking',
  },
}

const note = 'Ngồi gần cửa "sổ" <b>'
const email = 'lan@example.com'

/** From the panel to the empty form. */
async function choose(
  page: Page,
  app: BrowserShop,
  trade: TradeName,
  locale: Language,
  by: InputMethod,
) {
  const { site, request } = samples[trade]
  await page.goto(`${app.address}${texts[locale].home}/booking`)
  for (const name of [...site[locale].choices, texts[locale].day, new RegExp(`^${request.time}`)]) {
    await checkPanel(page)
    await chooseInPanel(page, name, by)
  }
  await checkPanel(page)
  app.clock.now += 5_000
}

/** The page fits its window and has one panel. */
async function checkPanel(page: Page): Promise<void> {
  assert.equal(await isTooWide(page), false, page.url())
  assert.equal(await page.locator('#booking > .panel-title h2').count(), 1)
}

async function fillIn(page: Page, trade: TradeName, locale: Language, by: InputMethod) {
  const labels = texts[locale]
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await by.write(field(labels.name), guest.name)
  await by.write(field(labels.phone), guest.phone)
  await by.tick(await openRow(page, field(samples[trade].site[locale].tick), by))
  await by.write(await openRow(page, field(labels.note), by), note)
  await by.write(await openRow(page, field(labels.email), by), email)
}

async function review(page: Page, locale: Language, by: InputMethod): Promise<void> {
  const button = page.getByRole('button', { name: texts[locale].review })
  await waitForNavigation(page, () => by.press(button))
}

async function send(page: Page, locale: Language, by: InputMethod): Promise<string> {
  await by.tick(page.locator('#consent'))
  const button = page.getByRole('button', { name: texts[locale].send })
  await waitForNavigation(page, () => by.press(button))
  return codeIn(page)
}

function codeIn(page: Page): string {
  const [, code = ''] = /\/booking\/([A-Z0-9-]+)$/.exec(page.url()) ?? []
  assert.ok(code, page.url())
  return code
}

async function countBookings(app: BrowserShop): Promise<number> {
  const row = await app.store.read.get<{ rows: number }>('SELECT COUNT(*) AS rows FROM bookings')
  return row?.rows ?? 0
}

/** The stored row of a booking, by the code on its page. */
async function stored(app: BrowserShop, code: string) {
  const row = await app.store.read.get(
    `SELECT b.*, b.given AS assignment, g.name, g.phone, g.email, g.note, a.answer FROM bookings b
     JOIN booking_guests g ON g.booking_id = b.id
     LEFT JOIN booking_answers a ON a.booking_id = b.id AND a.sensitive = 1 WHERE b.code = ?`,
    code.replaceAll('-', ''),
  )
  assert.ok(row, code)
  return row
}

async function checkStored(app: BrowserShop, trade: TradeName, locale: Language, code: string) {
  const sample = samples[trade]
  const { answer, assignment, ...row } = await stored(app, code)
  const expected = {
    ...{ ...sample.storedRow, date: sample.request.date, time: sample.request.time },
    status: 'pending',
    source: 'web',
    locale,
    name: guest.name,
    phone: '+84912345678',
    email,
    note,
  }
  const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, row[key]]))
  assert.deepEqual(actual, expected)
  assert.deepEqual(JSON.parse(String(answer)), sample.site.healthAnswer)
  assert.partialDeepStrictEqual(JSON.parse(String(assignment)), sample.site.assignment)
}

/** The header and the footer link to the other language. */
async function changeLanguage(page: Page, name: string, part: 'banner' | 'contentinfo' = 'banner') {
  const link = page.getByRole(part).getByRole('link', { name })
  await waitForNavigation(page, () => link.click())
}

describe('narrow phone', { skip }, () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

  it('shows every kind of treatment clear of its corners', async () => {
    const page = await newPage(phone)
    await page.goto(`${shops.spa.address}/booking`)
    const choices = await page.locator('.choice').evaluateAll((all) =>
      all.map((one) => {
        const { borderTopLeftRadius } = one.ownerDocument.defaultView.getComputedStyle(one)
        const { height } = one.getBoundingClientRect()
        return { height, corner: Number.parseFloat(borderTopLeftRadius) }
      }),
    )
    assert.ok(choices.length >= 3 && choices.some(({ height }) => height > 60))
    for (const { corner } of choices) assert.ok(corner <= 24, `${corner}px`)
  })

  it('shows start and end time on one line', async () => {
    const page = await newPage(phone)
    const { code } = (await book(shops.spa, { ...samples.spa.request, date: '2026-11-21' })).body
    await page.goto(`${shops.spa.address}/booking/${code}`)
    const hour = page.locator('.ticket .hour')
    assert.match(await hour.innerText(), /^\d\d:\d\d–\d\d:\d\d$/)
    const lines = await hour.evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element as never)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    assert.equal(lines, 1)
    assert.equal(await isTooWide(page), false)
  })
})

describe('guest in a browser', { skip, concurrency: 2 }, () => {
  for (const trade of trades) {
    describe(`at the ${trade}`, { concurrency: 1 }, () => {
      const app = shops[trade]
      const flows = [
        { name: 'with the mouse', locale: 'vi', by: mouse },
        { name: 'with the mouse', locale: 'en', by: mouse },
        { name: 'with nothing but keys', locale: 'vi', by: keyboard },
        {
          name: 'without JavaScript',
          locale: 'en',
          by: mouse,
          options: { javaScriptEnabled: false },
        },
        {
          name: '320 px wide',
          locale: 'vi',
          by: mouse,
          options: { viewport: { width: 320, height: 640 } },
        },
      ] as const

      for (const flow of fullyTestedTrades.includes(trade) ? flows : flows.slice(0, 2)) {
        it(`books ${flow.name}, in ${flow.locale}`, async () => {
          const { locale, by } = flow
          const before = await countBookings(app)
          const page = await newPage('options' in flow ? flow.options : {})
          await choose(page, app, trade, locale, by)
          await fillIn(page, trade, locale, by)
          await review(page, locale, by)
          await checkPanel(page)
          const summary = await page.locator('main dl').innerText()
          for (const text of [guest.name, guest.phone, email, note])
            assert.ok(summary.includes(text))
          assert.ok(summary.includes(samples[trade].site[locale].tick))
          assert.equal(await countBookings(app), before)

          const code = await send(page, locale, by)
          assert.equal(
            await page.getByRole('heading', { level: 1 }).innerText(),
            texts[locale].pending,
          )
          assert.equal(await isTooWide(page), false)
          const shown = await page.locator('main').innerText()
          assert.ok(shown.includes(code))
          assert.ok(!shown.includes(guest.name) && !shown.includes(guest.phone))
          assert.equal(await countBookings(app), before + 1)
          await checkStored(app, trade, locale, code)
          await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
        })
      }

      if (!fullyTestedTrades.includes(trade)) return

      it('keeps the selection with Back, Forward and reload', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        const address = page.url()
        const chosen = page.locator('.summary')
        const all = await chosen.innerText()
        assert.match(all, /Fri 20 Nov/)
        await page.reload()
        assert.equal(await chosen.innerText(), all)
        await page.goBack()
        const times = page.getByRole('heading', { name: /Free times on Friday 20/ })
        await times.waitFor()
        await page.reload()
        await times.waitFor()
        await page.goForward()
        await chosen.waitFor()
        assert.equal(page.url(), address)
        assert.equal(await chosen.innerText(), all)
        await chosen.getByRole('link', { name: 'Change' }).click()
        await times.waitFor()
        const current = page.locator('.days [aria-current]')
        assert.match(await current.innerText(), /^Fri\s+20/)
      })

      it('goes back and forward over the review and after sending, without an error', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await review(page, 'en', mouse)
        assert.match(page.url(), /step=review/)
        for (const name of [guest.phone, encodeURIComponent(guest.name)])
          assert.ok(!page.url().includes(name))
        await page.reload()
        assert.match(await page.locator('main dl').innerText(), new RegExp(guest.phone))
        await page.goBack()
        await page.locator('.summary').waitFor()
        await checkFilledIn(page, trade, 'en')
        await page.goForward()
        await page.locator('#consent').waitFor()
        // The other language has the same review.
        await changeLanguage(page, 'Tiếng Việt')
        assert.match(await page.locator('main dl').innerText(), new RegExp(guest.phone))
        const code = await send(page, 'vi', mouse)
        await page.goBack()
        assert.match(await page.locator('#booking').innerText(), /đã gửi rồi/)
        await page.goForward()
        assert.equal(codeIn(page), code)
        await page.reload()
        assert.equal(codeIn(page), code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('can edit the form after the review step', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'vi', mouse)
        await fillIn(page, trade, 'vi', mouse)
        await review(page, 'vi', mouse)
        const edit = page.getByRole('button', { name: texts.vi.edit })
        await waitForNavigation(page, () => edit.click())
        await checkFilledIn(page, trade, 'vi')
        await page.getByLabel(texts.vi.name).fill('Trần Văn Nam')
        await review(page, 'vi', mouse)
        assert.match(await page.locator('main dl').innerText(), /Trần Văn Nam/)
      })

      it('gets a rejected form back with all input and an error beside each field', async () => {
        const before = await countBookings(app)
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await page.getByLabel('Phone', { exact: true }).fill('12')
        await review(page, 'en', mouse)
        assert.match(await page.getByRole('alert').innerText(), /please correct the marked fields/)
        await checkFilledIn(page, trade, 'en', '12')
        await checkFieldError(page, 'phone')
        await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
        await review(page, 'en', mouse)
        const button = page.getByRole('button', { name: texts.en.send })
        await waitForNavigation(page, () => button.click())
        await checkFieldError(page, 'consent')
        assert.equal(await countBookings(app), before)
        const code = await send(page, 'en', mouse)
        await checkStored(app, trade, 'en', code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('who presses Send twice has one booking', async () => {
        const before = await countBookings(app)
        const page = await newPage()
        await choose(page, app, trade, 'en', mouse)
        await fillIn(page, trade, 'en', mouse)
        await review(page, 'en', mouse)
        await page.locator('#consent').check()
        const button = page.getByRole('button', { name: texts.en.send })
        const sendingPath = /\/booking\?/
        // The first press reaches the shop, but its response is lost: the page does not change.
        await page.route(sendingPath, async (route) => {
          assert.equal((await route.fetch({ maxRedirects: 0 })).status(), 303)
          await route.fulfill({ status: 204 })
        })
        await Promise.all([page.waitForResponse(sendingPath), button.click()])
        assert.equal(await countBookings(app), before + 1)
        await page.unroute(sendingPath)
        await waitForNavigation(page, () => button.dblclick())
        await page.getByRole('heading', { name: texts.en.pending }).waitFor()
        const code = codeIn(page)
        assert.equal(await countBookings(app), before + 1)
        await checkStored(app, trade, 'en', code)
        await app.desk.cancel({ code, version: 1, actor: 'test', reason: 'room for the next' })
      })

      it('whose time was taken in the meantime selects another without retyping', async () => {
        const page = await newPage()
        await choose(page, app, trade, 'vi', mouse)
        await fillIn(page, trade, 'vi', mouse)
        await review(page, 'vi', mouse)
        await fillDay(app, trade)
        const before = await countBookings(app)
        await waitForNavigation(page, () =>
          page.getByRole('button', { name: texts.vi.send }).click(),
        )
        await page.getByRole('alert').waitFor()
        const others = page.locator('main form').getByRole('button')
        assert.ok((await others.count()) >= 2)
        const other = await others.first().innerText()
        const [, time = ''] = /, (\d\d:\d\d)$/.exec(other) ?? []
        assert.ok(time !== '' && time !== samples[trade].request.time, other)
        await waitForNavigation(page, () => others.first().click())
        const summary = await page.locator('main dl').innerText()
        for (const text of [guest.name, guest.phone, email, note, time]) {
          assert.ok(summary.includes(text), text)
        }
        const code = await send(page, 'vi', mouse)
        assert.equal(await countBookings(app), before + 1)
        const row = await stored(app, code)
        assert.equal(row.time, time)
        assert.equal(row.note, note)
      })

      it('follows the status of a request and adds it to a calendar', async () => {
        const { code } = (await book(app, { ...samples[trade].request, date: '2026-11-21' })).body
        const address = `${app.address}/en/booking/${code}`
        const page = await newPage()
        await page.goto(address)
        assert.match(await calendarEntry(page), /\r\nSTATUS:TENTATIVE\r\n/)
        assert.equal(await page.locator('h1').innerText(), texts.en.pending)

        await app.desk.confirm({ code, version: 1, actor: 'test' })
        await page.reload()
        assert.equal(await page.locator('h1').innerText(), texts.en.confirmed)
        assert.match(await page.locator('.notice').innerText(), /Staff have confirmed/)
        assert.match(await calendarEntry(page), /\r\nSTATUS:CONFIRMED\r\n/)

        await app.desk.cancel({ code, version: 2, actor: 'test', reason: 'a burst pipe' })
        await page.reload()
        assert.equal(await page.locator('h1').innerText(), texts.en.cancelled)
        assert.match(await page.locator('.notice').innerText(), /cancelled/)
        // The desk says that the guest reads the reason.
        assert.match(await page.locator('main').innerText(), /burst pipe/)
        const links = page.getByRole('link', { name: /Add to calendar|Change the booking/ })
        assert.equal(await links.count(), 0)
        await page.goto(`${app.address}/booking/${code}`)
        assert.equal(await page.locator('h1').innerText(), texts.vi.cancelled)
      })

      it('requests a move with the keyboard only', async () => {
        const body = { ...samples[trade].request, date: '2026-11-22' }
        const { code } = (await book(app, body)).body
        const page = await newPage()
        await page.goto(`${app.address}/booking/${code}`)
        const link = page.getByRole('link', { name: texts.vi.change })
        await waitForNavigation(page, () => keyboard.press(link))
        app.clock.now += 5_000
        const panel = page.locator('#booking')
        await keyboard.press(panel.getByRole('link', { name: 'Cả tháng' }))
        await page.waitForURL(/month=2026-11/)
        await keyboard.press(panel.locator('.calendar a', { hasText: /^25/ }))
        await page.waitForURL(/date=2026-11-25/)
        await keyboard.press(panel.getByRole('link', { name: /^11:00/ }))
        await page.waitForURL(/time=11/)
        await keyboard.write(panel.getByLabel(/^Bốn số cuối/), '5678')
        await keyboard.tick(page.locator('#consent'))
        const button = panel.getByRole('button', { name: 'Gửi yêu cầu dời' })
        await waitForNavigation(page, () => keyboard.press(button))
        const changeRequest = await app.store.read.get(
          `SELECT c.kind, c.date, c.time, c.source FROM booking_changes c
           JOIN bookings b ON b.id = c.booking_id WHERE b.code = ?`,
          code.replaceAll('-', ''),
        )
        assert.deepEqual(
          { ...changeRequest },
          { kind: 'move', date: '2026-11-25', time: '11:00', source: 'web' },
        )
        await page.goto(`${app.address}/booking/${code}`)
        assert.match(await page.locator('main').innerText(), /Bạn đã xin dời sang: .*25\/11\/2026/)
      })

      it('requests a callback and subscribes to the newsletter', async () => {
        const page = await newPage()
        await page.goto(`${app.address}/en/contact`)
        await waitForNavigation(page, () =>
          page.getByRole('link', { name: 'Request a callback' }).click(),
        )
        await page.getByLabel('Your name').fill(guest.name)
        await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
        await page.getByLabel('When to call').fill('after six')
        await page.getByLabel('What is it about?').fill(note)
        await sendForm(page, app)
        const lead = await app.store.read.get('SELECT * FROM leads')
        assert.equal(lead?.phone, '+84912345678')
        assert.equal(lead?.message, note)
        assert.match(await page.locator('.notice.good').innerText(), /will call you back/)

        await page.goto(`${app.address}/newsletter`)
        await page.getByLabel('Email', { exact: true }).fill('khong phai email')
        await sendForm(page, app)
        assert.equal(await page.getByRole('alert').count(), 1)
        assert.equal(
          await page.getByLabel('Email', { exact: true }).inputValue(),
          'khong phai email',
        )
        await page.getByLabel('Email', { exact: true }).fill(email)
        await sendForm(page, app)
        const subscriber = await app.store.read.get('SELECT * FROM subscribers')
        assert.equal(subscriber?.email, email)
        assert.equal(subscriber?.state, 'asked')
        assert.equal(await page.locator('.notice.good').count(), 1)
      })

      it('changes the language and stays on the page', async () => {
        const { offerPage: offer, filtered, steps } = samples[trade]
        const step = steps.find((query) => query.includes('date=')) ?? ''
        const { code } = (await book(app, { ...samples[trade].request, date: '2026-11-24' })).body
        const page = await newPage()
        for (const path of ['/faq', offer, filtered, `/booking?${step}`, `/booking/${code}`]) {
          await page.goto(app.address + path)
          await changeLanguage(page, 'English')
          assert.equal(page.url(), `${app.address}/en${path}`)
          assert.equal(await page.locator('html').getAttribute('lang'), 'en')
          await changeLanguage(page, 'Tiếng Việt', 'contentinfo')
          assert.equal(page.url(), app.address + path)
          assert.equal(await page.locator('html').getAttribute('lang'), 'vi')
        }
      })
    })
  }

  it('filters the menu by allergens', async () => {
    const app = shops.restaurant
    const page = await newPage()
    await page.goto(`${app.address}/en/menu`)
    const rows = page.locator('.offer-rows h3 a')
    const all = await rows.count()
    const filter = page.locator('.filter')
    const show = () => filter.getByRole('button', { name: /^Show \d+ dishes$/ }).click()
    await filter.getByLabel('Vegetarian').check()
    await waitForNavigation(page, show)
    const some = await rows.count()
    assert.ok(some > 0 && some < all)
    await filter.getByLabel('Soy').check()
    await waitForNavigation(page, show)
    assert.equal(await filter.getByLabel('Vegetarian').isChecked(), true)
    assert.equal(await filter.getByLabel('Soy').isChecked(), true)
    const left = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    assert.ok(left.length > 0 && left.length < some)
    for (const path of left) {
      const text = await (await app.get(String(path))).text()
      assert.match(text, /<li class="mark diet">[^<]*Veg(etari)?an/)
      assert.doesNotMatch(text, /<li class="mark contains">[^<]*soy/)
    }
    const remove = (name: string) => page.getByRole('link', { name: `${name}: remove this filter` })
    await waitForNavigation(page, () => remove('Vegetarian').click())
    await waitForNavigation(page, () => remove('No soy').click())
    assert.equal(await rows.count(), all)
    assert.equal(page.url(), `${app.address}/en/menu#results`)
  })

  it('suggests a treatment in three taps, and filters by duration', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/treatments`)
    const rows = page.locator('.offer-rows h3 a')
    const all = await rows.count()
    await page.getByText('Bạn thấy trong người thế nào?').click()
    await page.getByText('Cơ thể', { exact: true }).click()
    await waitForNavigation(page, () => page.getByRole('link', { name: /^Mỏi vai gáy/ }).click())
    const some = await rows.count()
    assert.ok(some > 0 && some < all)
    const [first] = await page.locator('.list-links a').allInnerTexts()
    assert.match(first ?? '', /^Gợi ý: .+\sphút$/)
    await page.getByLabel('60 phút').check()
    await waitForNavigation(page, () => page.getByRole('button', { name: /^Xem \d+/ }).click())
    const left = await page.locator('.offer-rows .price').allInnerTexts()
    assert.ok(left.length > 0 && left.length < some)
    for (const text of left) assert.ok(Number(/(\d+) phút/.exec(text)?.[1]) <= 60, text)
    await page.goto(`${app.address}/treatments?feeling=da-kho&minutes=45`)
    assert.match(await page.locator('main').innerText(), /không có liệu trình nào trong \d+ liệu/)
  })

  it('orders a gift card', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/en/gift-cards`)
    await waitForNavigation(page, () => page.getByRole('link', { name: 'Order one' }).click())
    await page.getByLabel('1,000,000').check()
    await page.getByLabel('Name on the card').fill('Mai')
    const message = page.locator('#message')
    await (await openRow(page, message)).fill(note)
    await page.getByLabel('By Zalo').check()
    await page.getByLabel('Your name').fill(guest.name)
    await sendForm(page, app)
    assert.equal(await page.getByRole('alert').count(), 1)
    assert.equal(await page.getByLabel('1,000,000').isChecked(), true)
    assert.equal(await message.inputValue(), note)
    assert.equal(await page.getByLabel('By Zalo').isChecked(), true)
    await page.getByLabel('Phone', { exact: true }).fill(guest.phone)
    await sendForm(page, app)
    await checkOrder(page, app, 'gift_card', 1_000_000)
  })

  it('orders a membership', async () => {
    const app = shops.spa
    const page = await newPage()
    await page.goto(`${app.address}/memberships/order`)
    await page.getByRole('radio').first().check()
    await page.getByLabel('Tên của bạn').fill(guest.name)
    await page.getByLabel('Số điện thoại', { exact: true }).fill(guest.phone)
    await sendForm(page, app)
    await checkOrder(page, app, 'membership')
  })
})

/** The only error of the page is beside this field. */
async function checkFieldError(page: Page, name: string): Promise<void> {
  const field = page.locator(`#${name}`)
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  assert.ok(described.split(' ').includes(`${name}-error`))
  const fieldError = page.locator('.field').filter({ has: field }).locator('.error-text')
  assert.equal(await fieldError.getAttribute('id'), `${name}-error`)
  assert.equal(await fieldError.isVisible(), true)
  assert.equal(await page.locator('.error-text').count(), 1)
}

async function checkFilledIn(page: Page, trade: TradeName, locale: Language, phone = guest.phone) {
  const labels = texts[locale]
  const field = (label: string) => page.getByLabel(label, { exact: true })
  assert.equal(await field(labels.name).inputValue(), guest.name)
  assert.equal(await field(labels.phone).inputValue(), phone)
  assert.equal(await field(labels.email).inputValue(), email)
  assert.equal(await field(labels.note).inputValue(), note)
  assert.equal(await field(samples[trade].site[locale].tick).isChecked(), true)
}

/** Other guests book the requested time until it is full. */
async function fillDay(app: BrowserShop, trade: TradeName): Promise<void> {
  const { rival } = samples[trade].site
  for (let taken = 0; taken < 20; taken++) {
    const { status } = await book(app, rival)
    if (status === 409) return
    assert.equal(status, 202)
  }
  assert.fail('there is always one more')
}

async function calendarEntry(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: texts.en.calendar })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.match(download.suggestedFilename(), /\.ics$/)
  return readFile(await download.path(), 'utf8')
}

/** Reviews the form; then, unless it was rejected, consents and sends it. */
async function sendForm(page: Page, app: BrowserShop): Promise<void> {
  app.clock.now += 5_000
  const button = page.getByRole('main').getByRole('button').first()
  await waitForNavigation(page, () => button.click())
  if ((await page.getByRole('alert').count()) > 0) return
  await page.locator('#consent').check()
  await waitForNavigation(page, () => button.click())
}

async function checkOrder(page: Page, app: BrowserShop, kind: string, total?: number) {
  const [, code = ''] = /\/order\/([A-Z0-9-]+)$/.exec(page.url()) ?? []
  assert.ok(code, await page.locator('main').innerText())
  const orders = await app.store.read.all<{ kind: string; code: string; total: number }>(
    'SELECT * FROM orders WHERE kind = ?',
    kind,
  )
  assert.equal(orders.length, 1)
  assert.equal(orders[0]?.code, code.replaceAll('-', ''))
  if (total !== undefined) assert.equal(orders[0]?.total, total)
  assert.ok((await page.locator('main').innerText()).includes(code))
}
