/** Whether all of the staff can use the desk: every screen by axe and html-validate, sizes, paper. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOf, rulesOfTheLook, tooSmall, violations } from './support/access.ts'
import { isTooWide, openBrowser, type Page } from './support/browser.ts'
import { type BusyDay, friday, liveThrough } from './support/busy-day.ts'
import { type Colleague, hire } from './support/desk.ts'
import { complaintsOf, takeSeat } from './support/desk-page.ts'
import { openMailbox } from './support/receivers.ts'
import { type Running, startShop } from './support/shop.ts'

const { skip, visit } = await openBrowser()
const mailbox = await openMailbox()

type Busy = { app: Running; day: BusyDay; vi: Colleague; en: Colleague; join: string }

async function open(variant: 'restaurant' | 'spa'): Promise<Busy> {
  const app = await startShop(variant, {
    writeLimit: 10_000,
    logLevel: 'error',
    telling: { smtpUrl: mailbox.url, mailFrom: 'a@b.example', staffMail: ['staff@b.example'] },
  })
  const day = await liveThrough(app, variant, mailbox)
  const vi = await hire(app, 'Ngọc Anh')
  const en = await hire(app, 'Kate')
  await hire(app, 'Văn Minh', 'host')
  await en.post('/account/language', { locale: 'en' })
  await vi.post('/closed/close', { date: '2026-12-01', reason: 'Cả nhà đi lễ chùa.' })
  const join = `/join/${await app.house.room.makeLink({ role: 'host', madeBy: 'terminal' })}`
  return { app, day, vi, en, join }
}

const shops = { restaurant: await open('restaurant'), spa: await open('spa') }

type Variant = keyof typeof shops

const lines = {
  restaurant: { clear: '20h 4 người Lan 0912345678 ngoài hiên', unclear: '19h Lan 09123' },
  spa: { clear: 'mai 15h gội bồ kết Lan 0912345678', unclear: '19h Lan 09123' },
}

/** Every screen, in something of everything. */
function pathsOf(variant: Variant, locale: 'vi' | 'en'): string[] {
  const { day, join } = shops[variant]
  const place = variant === 'spa' ? 'room:la-sa' : 'table:nha-6'
  const { clear, unclear } = lines[variant]
  const entry = (line: string) => `/entry?line=${encodeURIComponent(line)}`
  return [
    '/',
    `/?did=confirmed&of=${day.confirmed}`,
    '/timeline',
    `/day?date=${friday}`,
    '/search?q=lan',
    entry(clear),
    entry(unclear),
    `/entry?resource=${place}&date=${friday}&time=19:30`,
    ...[day.seated, day.moving, day.careful, day.declined].map((code) => `/bookings/${code}`),
    '/closed',
    '/leads',
    '/subscribers',
    '/numbers',
    '/channels',
    '/team',
    '/account',
    '/more',
    ...(variant === 'spa' ? ['/orders'] : []),
    ...(locale === 'vi' ? [day.actPath] : []),
    `/sign-in?lang=${locale}`,
    `${join}?lang=${locale}`,
  ]
}

/** The same screens where there is little or nothing to show. */
function emptyPathsOf(variant: Variant, locale: 'vi' | 'en'): string[] {
  const { finished, missed, cancelled } = shops[variant].day
  return [
    '/timeline?date=2026-12-01',
    '/day?date=2026-11-18',
    '/search',
    '/search?q=nobody',
    ...[finished, missed, cancelled].map((code) => `/bookings/${code}`),
    '/bookings/unknown',
    ...(locale === 'vi' ? ['/act/unknown'] : []),
    `/join/unknown?lang=${locale}`,
  ]
}

/** What is pressed rather than read. */
const pressed = [
  'button:visible',
  '.button:visible',
  'summary:visible',
  'nav a:visible',
  'header a:visible',
  '.more a:visible',
  '.found li > a:visible',
  '.bar:visible',
  '.label[href]:visible',
  'select:visible',
  'textarea:visible',
  'input:visible',
].join(', ')

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) one.open = true
  })

/** Long enough that no bar at the edge of the window covers anything. */
const long = 4000

async function audit(
  page: Page,
  width: number,
  rules?: readonly string[] | undefined,
): Promise<string[]> {
  await page.setViewportSize({ width, height: long })
  const wrong = await violations(page, rules)
  for (const narrow of [360, 320]) {
    await page.setViewportSize({ width: narrow, height: long })
    if (await isTooWide(page)) wrong.push(`wider than ${narrow} px`)
  }
  wrong.push(...(await tooSmall(page, pressed, { width: 24, height: 44 })))
  return wrong
}

/** Both trades in both languages, schemes and sizes, and each of these by all of the rules once. */
const looks = [
  { variant: 'restaurant', locale: 'vi', width: 1280, colorScheme: 'light', rules: undefined },
  { variant: 'spa', locale: 'en', width: 360, colorScheme: 'dark', rules: undefined },
  { variant: 'restaurant', locale: 'en', width: 360, colorScheme: 'dark', rules: rulesOfTheLook },
  { variant: 'spa', locale: 'vi', width: 1280, colorScheme: 'light', rules: rulesOfTheLook },
] as const

describe('every screen of the desk for everybody', { skip, concurrency: 2 }, () => {
  for (const { variant, locale, width, colorScheme, rules } of looks) {
    it(`at the ${variant} in ${locale}, ${colorScheme}, ${width} px wide`, async () => {
      const { app, [locale]: somebody } = shops[variant]
      const page = await visit({ viewport: { width, height: 800 }, colorScheme })
      await takeSeat(page, app, somebody)
      const complaints = complaintsOf(page)
      const wrong: string[] = []
      const more = rules === undefined ? emptyPathsOf(variant, locale) : []
      for (const path of [...pathsOf(variant, locale), ...more]) {
        await page.setViewportSize({ width, height: 800 })
        const status = (await page.goto(app.deskUrl + path))?.status() ?? 0
        assert.equal(await page.locator('html').getAttribute('lang'), locale, path)
        // The inbox as it is found, and with everything open.
        if (path !== '/') await openAll(page)
        const found = [...(await audit(page, width, rules)), ...complaints.splice(0)]
        const expected = status < 400 ? [] : found.filter((text) => text.includes(`of ${status}`))
        wrong.push(
          ...found.filter((text) => !expected.includes(text)).map((text) => `${path} ${text}`),
        )
      }
      assert.deepEqual(wrong, [])
    })
  }

  it('what is wrong would be found', async () => {
    const { app, vi } = shops.restaurant
    const page = await visit({ viewport: { width: 360, height: 800 } })
    await takeSeat(page, app, vi, '/closed')
    const complaints = complaintsOf(page)
    await page.locator('label').evaluateAll((labels) => {
      for (const label of labels) label.remove()
    })
    await page.locator('main').evaluate((main) => {
      main.innerHTML += '<p style="width:400px">wide</p><button class="small">x</button>'
      main.ownerDocument.styleSheets[0].insertRule('button.small { min-height: 0; padding: 0 }')
    })
    const wrong = [...(await audit(page, 360)), ...complaints].join('\n')
    for (const fault of [/^label: /m, /Content Security Policy/, /× \d+: <button class="small"/]) {
      assert.match(wrong, fault)
    }
  })

  for (const [variant, locale] of [
    ['restaurant', 'vi'],
    ['spa', 'en'],
  ] as const) {
    it(`the HTML of the ${variant} is valid in ${locale}`, async () => {
      const { [locale]: who, day } = shops[variant]
      const wrong: string[] = []
      for (const path of [...pathsOf(variant, locale), ...emptyPathsOf(variant, locale)]) {
        wrong.push(...(await faultsOf(path, await (await who.get(path)).text())))
      }
      const stale = await who.post(`/bookings/${day.late}/confirm`, { version: '0' })
      assert.equal(stale.status, 409)
      wrong.push(...(await faultsOf('a refused act', await stale.text())))
      // Some guests have long names.
      const others = wrong.filter((text) => !/^\/bookings\/\S+ long-title/.test(text))
      assert.deepEqual(others, [])
    })
  }
})

describe('on paper', { skip }, () => {
  it('the day is a list to tick off, without the ways about the desk', async () => {
    const { app, vi } = shops.restaurant
    const page = await visit({ viewport: { width: 700, height: 990 }, colorScheme: 'dark' })
    await takeSeat(page, app, vi, `/day?date=${friday}`)
    const isSeen = (selector: string) => page.locator(`${selector} >> visible=true`).count()
    const gone = ['.topbar', '.tabs', '.days', '[data-print]', 'main button', 'main details']
    const added = ['td.tick', '.printed']
    for (const selector of gone) assert.notEqual(await isSeen(selector), 0, selector)
    for (const selector of added) assert.equal(await isSeen(selector), 0, selector)
    await page.emulateMedia({ media: 'print' })
    for (const selector of gone) assert.equal(await isSeen(selector), 0, selector)
    const rows = await isSeen('table.day tbody tr')
    assert.equal(rows, 5)
    assert.equal(await isSeen('td.tick'), rows)
    assert.equal(await isSeen('thead th'), 7)
    assert.equal(await isSeen('.printed'), 1)
    const sheet = await page.locator('main').innerText()
    for (const text of ['Phạm Thu Hà', '0903 111 222', 'Nhà 1', 'Đặt cọc 1 triệu']) {
      assert.ok(sheet.includes(text), text)
    }
    assert.equal(await isTooWide(page), false)
  })
})
