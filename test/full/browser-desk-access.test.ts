/** Accessibility of the desk: axe and html-validate on every screen, target sizes, print. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appearanceRules, findTooSmall, findViolations, validateHtml } from '../support/access.ts'
import { isTooWide, openBrowser, type Page } from '../support/browser.ts'
import { type BusyDay, createBusyDay, friday } from '../support/busy-day.ts'
import { addStaff, type StaffClient } from '../support/desk.ts'
import { collectPageErrors, openDeskAs } from '../support/desk-page.ts'
import { waitForNavigation } from '../support/input-methods.ts'
import { openBefore } from '../support/lifetime.ts'
import { openMailbox } from '../support/receivers.ts'
import { samples } from '../support/samples.ts'
import {
  languages,
  openForEachTrade,
  type RunningShop,
  startShop,
  type TradeName,
  trades,
} from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const mailbox = openBefore(() => openMailbox())

type Busy = {
  app: RunningShop
  day: BusyDay
  vi: StaffClient
  en: StaffClient
  join: string
  /** The data request of a guest, and a receipt. */
  requestPath: string
  receipt: string
}

async function openShop(trade: TradeName): Promise<Busy> {
  const app = await startShop(trade, {
    writeLimit: 10_000,
    logLevel: 'error',
    notifications: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'a@b.example',
      STAFF_MAIL: 'staff@b.example',
    },
  })
  const day = await createBusyDay(app, trade, mailbox)
  const vi = await addStaff(app, 'Ngọc Anh')
  const en = await addStaff(app, 'Kate')
  await addStaff(app, 'Văn Minh', 'host')
  await en.post('/account/language', { locale: 'en' })
  await vi.post('/closed/close', { date: '2026-12-01', reason: 'Cả nhà đi lễ chùa.' })
  const join = `/join/${await app.appHost.staffAccess.createLink({ role: 'host', madeBy: 'terminal' })}`
  const request = { kind: 'erase', contact: '0987654321', name: 'Trần Quốc Bảo', way: 'phone' }
  const registered = await vi.post('/guest-data/requests', { ...request, came_on: '2026-11-05' })
  const requestPath = registered.headers.get('location') ?? ''
  const exported = await vi.post('/guest-data/export', { guest: '0903111222' })
  const { receipt } = (await exported.json()) as { receipt: string }
  return { app, day, vi, en, join, requestPath, receipt: `/guest-data/receipts/${receipt}` }
}

const shops = openForEachTrade(openShop)

type Locale = (typeof languages)[number]

const entryOf = (line: string) => `/entry?line=${encodeURIComponent(line)}`

/** Screens that differ between trades: times, resources and people. */
function ownPathsOf(trade: TradeName): string[] {
  const { day } = shops[trade]
  const { resource, quickEntry } = samples[trade].desk
  return [
    '/',
    '/tonight',
    trade === 'restaurant' ? '/tonight?walk-in=2' : '/tonight?walk-in=1',
    `/tonight?booking=${day.seated}`,
    ...(trade === 'restaurant' ? ['/floor'] : []),
    '/timeline',
    `/day?date=${friday}`,
    entryOf(quickEntry),
    `/entry?resource=${resource}&date=${friday}&time=19:30`,
    ...[day.seated, day.moving, day.careful, day.declined].map((code) => `/bookings/${code}`),
    ...(samples[trade].orders.length > 0 ? ['/orders'] : []),
  ]
}

/** Screens that are the same in every trade. */
function sharedPathsOf(trade: TradeName, locale: Locale): string[] {
  const { join, requestPath, receipt, day } = shops[trade]
  return [
    `/?did=confirmed&of=${day.confirmed}`,
    '/search?q=lan',
    entryOf('19h Lan 09123'),
    '/numbers',
    '/closed',
    '/blocks',
    '/deposits',
    '/sold-out',
    '/leads',
    '/subscribers',
    '/channels',
    '/guest-data',
    requestPath,
    receipt,
    '/team',
    '/account',
    '/account/calendar',
    '/more',
    `/sign-in?lang=${locale}`,
    `${join}?lang=${locale}`,
  ]
}

/** The same screens with little or no content. */
function emptyPathsOf(trade: TradeName, locale: Locale): string[] {
  const { finished, missed, cancelled } = shops[trade].day
  return [
    '/timeline?date=2026-12-01',
    '/day?date=2026-11-18',
    '/search',
    '/search?q=nobody',
    ...[finished, missed, cancelled].map((code) => `/bookings/${code}`),
    '/bookings/unknown',
    '/guest-data/receipts/unknown',
    `/join/unknown?lang=${locale}`,
  ]
}

/** Interactive elements. */
const pressed = [
  'button:visible',
  '.button:visible',
  'summary:visible',
  'nav a:visible',
  'header a:visible',
  '.more-list a:visible',
  '.item-list li > a:visible',
  'table.day a:visible',
  ':is(main, .sign-in, .card) > p > a:visible',
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

/**
 * Prevents fixed bars from covering what can be scrolled out from under them. A style rule instead of
 * properties of elements, because live updates cover the page for a while and insert new bars.
 */
const unstick = (page: Page) =>
  page.locator('html').evaluate((html) => {
    const { CSSStyleSheet } = html.ownerDocument.defaultView
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '.topbar, .tabs { position: static !important } #alerts { display: none !important }',
    )
    html.ownerDocument.adoptedStyleSheets.push(sheet)
  })

const height = 800

type DisplayMode = { width: number; colorScheme: 'light' | 'dark' }

const [desktop, phone] = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const

async function wear(page: Page, { width, colorScheme }: DisplayMode): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

const displayModes = [desktop, phone] as const

type Order = readonly [DisplayMode, DisplayMode?]

type ScreenVisit = { path: string; order: Order }

/** Rotates over the trades, so that each trade's own screens are seen in every display mode. */
const orders: readonly Order[] = [[desktop, phone], [phone], [desktop]]

/**
 * A screen and its translation differ only in text, so the screens are distributed. Screens of a trade are tested
 * at each trade, alternating the language; shared screens at two trades, once in each language and display mode;
 * empty screens at one.
 */
function visitsTo(trade: TradeName, locale: Locale): ScreenVisit[] {
  const turn = trades.indexOf(trade)
  const language = languages.indexOf(locale)
  const own = ownPathsOf(trade).flatMap((path, index): ScreenVisit[] => {
    const order = orders[(index + turn) % orders.length] as Order
    return (index + turn) % 2 === language ? [{ path, order }] : []
  })
  const shared = sharedPathsOf(trade, locale).flatMap((path, index): ScreenVisit[] => {
    const displayMode = displayModes[(index + language) % 2] as DisplayMode
    return (index + language) % trades.length === turn ? [{ path, order: [displayMode] }] : []
  })
  const empty = emptyPathsOf(trade, locale).flatMap((path, index): ScreenVisit[] => {
    const displayMode = displayModes[Math.floor(index / 2) % 2] as DisplayMode
    return index % trades.length === turn && index % 2 === language
      ? [{ path, order: [displayMode] }]
      : []
  })
  // Links in messages open in Vietnamese.
  const links = turn + language === 0 ? [shops[trade].day.actionPath, '/act/unknown'] : []
  return [...own, ...shared, ...empty, ...links.map((path) => ({ path, order: [phone] as const }))]
}

/** Tests all rules in the first display mode, and in an optional second one those that depend on appearance. */
async function audit(page: Page, [one, other]: Order): Promise<string[]> {
  await unstick(page)
  const wrong = await findViolations(page)
  if (one.width === 360 && (await isTooWide(page))) wrong.push('wider than 360 px')
  if (other) {
    await wear(page, other)
    wrong.push(...(await findViolations(page, appearanceRules)))
    if (other.width === 360 && (await isTooWide(page))) wrong.push('wider than 360 px')
  }
  await page.setViewportSize({ width: 320, height })
  if (await isTooWide(page)) wrong.push('wider than 320 px')
  wrong.push(...(await findTooSmall(page, pressed, { width: 24, height: 44 })))
  return wrong
}

/** A browser logs an error for a rejected page, sometimes only after leaving it. */
function isExcused(complaint: string, rejectedUrls: readonly string[]): boolean {
  return rejectedUrls.some((address) => complaint.endsWith(` of ${address}`))
}

describe('accessibility of every desk screen', { skip, concurrency: 2 }, () => {
  for (const trade of trades) {
    for (const locale of languages) {
      it(`at the ${trade} in ${locale}, light and dark, wide and narrow`, async () => {
        const { app, [locale]: staffMember } = shops[trade]
        const page = await newPage()
        await openDeskAs(page, app, staffMember)
        const complaints = collectPageErrors(page)
        const wrong: string[] = []
        const rejectedUrls: string[] = []
        for (const { path, order } of visitsTo(trade, locale)) {
          await wear(page, order[0])
          const status = (await page.goto(app.deskUrl + path))?.status() ?? 0
          assert.equal(await page.locator('html').getAttribute('lang'), locale, path)
          // The inbox in its initial state, and with all details open.
          if (path !== '/') await openAll(page)
          if (status >= 400) rejectedUrls.push(app.deskUrl + path)
          const reported = complaints.splice(0).filter((text) => !isExcused(text, rejectedUrls))
          wrong.push(
            ...[...reported, ...(await audit(page, order))].map((text) => `${path} ${text}`),
          )
        }
        wrong.push(...complaints.filter((text) => !isExcused(text, rejectedUrls)))
        assert.deepEqual(wrong, [])
      })
    }
  }

  it('covers every screen in both languages and both display modes', () => {
    const dealt = trades.flatMap((trade) =>
      languages.flatMap((locale) =>
        visitsTo(trade, locale).map(({ path, order }) => ({ trade, locale, path, order })),
      ),
    )
    for (const trade of trades) {
      const here = dealt.filter((one) => one.trade === trade)
      const seen = new Set(here.map(({ path }) => path))
      assert.deepEqual(
        ownPathsOf(trade).filter((path) => !seen.has(path)),
        [],
      )
      for (const locale of languages) {
        const widths = here
          .filter((one) => one.locale === locale)
          .map(({ order }) => order[0].width)
        assert.deepEqual(new Set(widths), new Set([desktop.width, phone.width]))
      }
    }
    const isCovered = (locale: Locale, pathsOf: typeof sharedPathsOf, index: number) =>
      dealt.some((one) => one.locale === locale && one.path === pathsOf(one.trade, locale)[index])
    for (const index of sharedPathsOf('restaurant', 'vi').keys()) {
      for (const locale of languages) assert.ok(isCovered(locale, sharedPathsOf, index), `${index}`)
    }
    for (const index of emptyPathsOf('restaurant', 'vi').keys()) {
      assert.ok(
        languages.some((locale) => isCovered(locale, emptyPathsOf, index)),
        `${index}`,
      )
    }
  })

  it('covers the stored data of a guest and the confirmation before erasure', async () => {
    const wrong: string[] = []
    for (const [turn, trade] of trades.entries()) {
      const locale = languages[turn % 2] as Locale
      const { app, [locale]: staffMember } = shops[trade]
      const page = await newPage()
      await openDeskAs(page, app, staffMember, '/guest-data')
      const complaints = collectPageErrors(page)
      const press = (action: string) => page.locator(`form[action="${action}"] button`).click()
      for (const [index, action] of ['/guest-data/kept', '/guest-data/erase'].entries()) {
        const displayMode = displayModes[(turn + index) % 2] as DisplayMode
        await wear(page, displayMode)
        await page.goto(`${app.deskUrl}/guest-data`)
        await page.locator('#guest').fill('0912 345 678')
        await waitForNavigation(page, () => press('/guest-data/kept'))
        if (action === '/guest-data/erase') await waitForNavigation(page, () => press(action))
        wrong.push(...(await audit(page, [displayMode])), ...complaints.splice(0))
        const response = await staffMember.post(action, { guest: '0912345678' })
        assert.equal(response.status, 200)
        wrong.push(...(await validateHtml(action, await response.text())))
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('axe finds a known violation', async () => {
    const { app, vi } = shops.restaurant
    const page = await newPage({ viewport: { width: 360, height } })
    await openDeskAs(page, app, vi, '/closed')
    const complaints = collectPageErrors(page)
    await page.locator('label').evaluateAll((labels) => {
      for (const label of labels) label.remove()
    })
    await page.locator('main').evaluate((main) => {
      main.innerHTML += '<p style="color: red">x</p><p id="wide">x</p><button id="small">x</button>'
      main.querySelector('#wide').style.width = '400px'
      main.querySelector('#small').style.minHeight = '0'
    })
    const wrong = [...(await audit(page, [phone, desktop])), ...complaints].join('\n')
    const expectedErrors = [
      /^label: /m,
      /^wider than 320 px/m,
      /Content Security/,
      /× \d+: <button id="small"/,
    ]
    for (const pattern of expectedErrors) assert.match(wrong, pattern)
  })

  for (const trade of trades) {
    it(`HTML of the ${trade} is valid`, async () => {
      const wrong: string[] = []
      for (const locale of languages) {
        const { [locale]: staff } = shops[trade]
        for (const { path } of visitsTo(trade, locale)) {
          wrong.push(...(await validateHtml(path, await (await staff.get(path)).text())))
        }
      }
      const { vi, day } = shops[trade]
      const stale = await vi.post(`/bookings/${day.late}/confirm`, { version: '0' })
      assert.equal(stale.status, 409)
      wrong.push(...(await validateHtml('a rejected action', await stale.text())))
      // Some guests have long names.
      const others = wrong.filter((text) => !/^\/bookings\/\S+ long-title/.test(text))
      assert.deepEqual(others, [])
    })
  }
})

describe('print', { skip }, () => {
  it('shows the day as a checklist, without navigation', async () => {
    const { app, vi } = shops.restaurant
    const page = await newPage({ viewport: { width: 700, height: 990 }, colorScheme: 'dark' })
    await openDeskAs(page, app, vi, `/day?date=${friday}`)
    const countVisible = (selector: string) => page.locator(`${selector} >> visible=true`).count()
    const hiddenSelectors = [
      '.topbar',
      '.tabs',
      '.days',
      '[data-print]',
      'main button',
      'main details',
    ]
    const added = ['.evening-sheet', '.evening-sheet tbody tr']
    for (const selector of hiddenSelectors)
      assert.notEqual(await countVisible(selector), 0, selector)
    for (const selector of added) assert.equal(await countVisible(selector), 0, selector)
    await page.emulateMedia({ media: 'print' })
    for (const selector of hiddenSelectors) assert.equal(await countVisible(selector), 0, selector)
    assert.equal(await countVisible('table.day tbody tr'), 0)
    assert.equal(await countVisible('.evening-sheet tbody tr'), 5)
    assert.equal(await countVisible('thead th'), 6)
    const printedText = await page.locator('main').innerText()
    for (const text of ['Phạm Thu Hà', '0903 111 222', 'Nhà 1', 'Đặt cọc 1 triệu']) {
      assert.ok(printedText.includes(text), text)
    }
    assert.equal(await isTooWide(page), false)
  })
})
