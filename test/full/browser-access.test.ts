/** Accessibility of the site: axe-core and html-validate on its pages, target sizes, print. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  findTooSmall,
  findViolations,
  findViolationsInBothSchemes,
  validateHtml,
} from '../support/access.ts'
import { book } from '../support/booking.ts'
import {
  type BrowserShop,
  isTooWide,
  openBrowser,
  type Page,
  sitemapOf,
  startBrowserShop,
} from '../support/browser.ts'
import { samples } from '../support/samples.ts'
import {
  fullyTestedTrades,
  languages,
  openForEachTrade,
  type TradeName,
  trades,
} from '../support/shop.ts'
import { openPage, pressButton } from '../support/site-form.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))
const bookings = openForEachTrade(
  async (trade) => (await book(shops[trade], samples[trade].request)).body,
)

const [desktop, phone] = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const smallest = { width: 320, height: 640 }

/** Every page, but at most three offers of one kind, and pages that are not in the sitemap. */
async function pathsOf(trade: TradeName): Promise<string[]> {
  const isOffers = (folder: string) => !folder.endsWith('/articles')
  const listed = firstInEachFolder(await sitemapOf(shops[trade]), 3, isOffers)
  return [...listed, ...ownPathsOf(trade), ...inBoth(['/booking/unknown', '/problems/slot-taken'])]
}

/** In a browser two of a kind, offers or articles: one in each language and color scheme. */
async function shownPathsOf(trade: TradeName): Promise<string[]> {
  return firstInEachFolder(await pathsOf(trade), 2, () => true)
}

/** Leaves out all but so many pages in each of these folders. */
function firstInEachFolder(
  paths: readonly string[],
  count: number,
  isLimited: (folder: string) => boolean,
): string[] {
  const counts = new Map<string, number>()
  return paths.filter((path) => {
    const [, folder] = /^(.*\/[\w-]+)\/(?!order|call-back)[\w-]+$/.exec(path) ?? []
    if (folder === undefined || folder === '/en' || !isLimited(folder)) return true
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
    return Number(counts.get(folder)) <= count
  })
}

/** Pages with texts and colors of the trade that are not in the sitemap. */
function ownPathsOf(trade: TradeName): string[] {
  const { code } = bookings[trade]
  const { steps, filtered } = samples[trade]
  const lists = [filtered, rejectedList[trade], '/search?q=a', '/search?q=xyzzy']
  const ownBooking = [...steps.map((query) => `/booking?${query}`), `/booking/${code}`]
  return inBoth([...ownBooking, `/booking/${code}/change`, '/nothing', ...lists])
}

/** Lists with a filter that does not exist. */
const rejectedList: Readonly<Record<TradeName, string>> = {
  restaurant: '/menu?without=zzz',
  spa: '/treatments?minutes=1',
  salon: '/services?length=zzz',
}

const inBoth = (paths: readonly string[]) =>
  ['', '/en'].flatMap((prefix) => paths.map((path) => prefix + path))

/** A selection of pages for the trades that are not tested in full. */
function facesOf(trade: TradeName): string[] {
  const { list, offerPage } = samples[trade]
  return [...inBoth(['/faq', list, offerPage, '/team', '/policy']), '/', '/en']
}

/** A rejected form with an error beside every required field. */
async function openRejectedForm(page: Page, app: BrowserShop): Promise<void> {
  await page.goto(`${app.address}/contact/call-back`)
  app.clock.now += 5_000
  await page.locator('main button').click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.locator('.error-text').count(), 2)
}

/** The review of a form that was sent without consent. */
async function openReview(page: Page, app: BrowserShop): Promise<void> {
  await page.goto(`${app.address}/contact/call-back`)
  app.clock.now += 5_000
  await page.locator('#name').fill('Lan')
  await page.locator('#phone').fill('0912345678')
  await page.locator('main button').click()
  await page.locator('#review').waitFor()
  await page.locator('main button').first().click()
  await page.locator('#consent-error').waitFor()
}

/** Interactive elements. */
const pressed = [
  'button',
  '.button',
  'a.choice',
  'a.chip',
  '.list-bar a',
  '.filter summary',
  '.list-links a',
  '.prices a',
  'a.day',
  'header a',
  'footer li a',
  '.steps a',
  '.months a',
  '.checkbox-label',
  'select',
  'textarea',
  'input:not([type=checkbox], [type=radio], [type=hidden])',
].join(', ')

async function audit(page: Page, at: string): Promise<string[]> {
  const wrong = await findViolations(page)
  await page.setViewportSize(smallest)
  if (await isTooWide(page)) wrong.push(`wider than ${smallest.width} px`)
  // Seven columns of days leave 36 px for each in the smallest window.
  wrong.push(...(await findTooSmall(page, pressed, { width: 36, height: 44 })))
  return wrong.map((text) => `${at} ${text}`)
}

/** A page and its translation differ only in text, so each color scheme is tested in one language. */
const displayModes = {
  vi: { viewport: desktop, colorScheme: 'light' },
  en: { viewport: smallest, colorScheme: 'dark' },
} as const

describe('accessibility of every page', { skip, concurrency: 2 }, () => {
  for (const locale of languages) {
    for (const trade of trades) {
      const { viewport, colorScheme } = displayModes[locale]
      const manner = `${colorScheme}, ${viewport.width} px wide`
      it(`axe finds no violations at the ${trade} in ${locale} (${manner})`, async () => {
        const app = shops[trade]
        const all = fullyTestedTrades.includes(trade)
          ? await shownPathsOf(trade)
          : [...facesOf(trade), ...ownPathsOf(trade)]
        const here = all.filter((path) => /^\/en(\/|$)/.test(path) === (locale === 'en'))
        // Half of the pages in one language and color scheme, the other half in the other.
        const paths = here.filter((_, index) => index % 2 === languages.indexOf(locale))
        assert.ok(paths.length > (fullyTestedTrades.includes(trade) ? 15 : 5), String(paths.length))
        const page = await newPage({ bypassCSP: true, viewport, colorScheme })
        const wrong: string[] = []
        for (const path of paths) {
          await page.setViewportSize(viewport)
          await page.goto(app.address + path)
          wrong.push(...(await audit(page, path)))
        }
        await openRejectedForm(page, app)
        wrong.push(...(await audit(page, 'a rejected form')))
        await openReview(page, app)
        wrong.push(...(await audit(page, 'a review without consent')))
        assert.deepEqual(wrong, [])
      })
    }
  }

  it('axe finds a known violation', async () => {
    const page = await newPage({ bypassCSP: true, viewport: desktop })
    await page.goto(`${shops.spa.address}/en/contact/call-back`)
    await page.locator('label[for=name]').evaluate((label) => label.remove())
    await page.locator('main > p').evaluateAll(([first]) => {
      first.style.color = 'rgb(128 128 128 / 0.5)'
    })
    const wrong = await audit(page, '')
    assert.ok(wrong.some((text) => text.includes('label:')))
    assert.ok(wrong.some((text) => text.includes('color-contrast:')))
  })

  it('axe finds a color that is too weak in one color scheme only', async () => {
    for (const scheme of ['light', 'dark']) {
      const page = await newPage({ viewport: desktop })
      await page.goto(`${shops.spa.address}/en/contact`)
      await page.locator('html').evaluate((html, scheme) => {
        const { CSSStyleSheet } = html.ownerDocument.defaultView
        const sheet = new CSSStyleSheet()
        const rule = 'main p { color: rgb(128 128 128 / 0.5) !important }'
        sheet.replaceSync(`@media (prefers-color-scheme: ${scheme}) { ${rule} }`)
        html.ownerDocument.adoptedStyleSheets.push(sheet)
      }, scheme)
      const wrong = await findViolationsInBothSchemes(page)
      const prefix = scheme === 'dark' ? 'dark: color-contrast: ' : 'color-contrast: '
      assert.ok(wrong.length > 0)
      assert.deepEqual(
        wrong.filter((text) => !text.startsWith(prefix)),
        [],
      )
    }
  })
})

describe('target sizes', { skip }, () => {
  for (const trade of trades) {
    it(`are at least 44 × 44 px at the ${trade} on a phone`, async () => {
      const app = shops[trade]
      const page = await newPage({ viewport: phone, hasTouch: true, isMobile: true })
      const { forms, list, steps } = samples[trade]
      const paths = [
        ...['/', '/contact/call-back', '/booking', ...forms, list],
        ...steps.map((query) => `/booking?${query}`),
      ]
      const wrong = new Set<string>()
      for (const path of paths) {
        await page.goto(app.address + path)
        assert.ok((await page.locator(pressed).count()) > 8, path)
        for (const text of await findTooSmall(page, pressed, { width: 44, height: 44 }))
          wrong.add(text)
      }
      assert.deepEqual([...wrong], [])
    })
  }
})

describe('keyboard navigation', { skip }, () => {
  it('reaches the content with the skip link, the first focusable element', async () => {
    const page = await newPage()
    // On a page without the booking panel, which is replaced when its times are loaded.
    await page.goto(`${shops.spa.address}/en/contact`)
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    // Following the link takes the focus away: before that, Tab would go to the next link of the header.
    await page.waitForURL(/#/)
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('main a').first().innerText(), await focused(page).innerText())
    assert.equal(
      await page
        .locator('main')
        .filter({ has: focused(page) })
        .count(),
      1,
    )
  })
})

const focused = (page: Page) => page.locator(':focus')

describe('print', { skip }, () => {
  it('shows dishes and prices of the menu, without navigation', async () => {
    const page = await newPage()
    await page.goto(`${shops.restaurant.address}/menu`)
    const hiddenSelectors = [
      'nav',
      'header .button',
      '.language',
      '.list-bar',
      'footer li',
      '.offer-rows img',
    ]
    const countVisible = (selector: string) => page.locator(`${selector} >> visible=true`).count()
    for (const selector of hiddenSelectors)
      assert.notEqual(await countVisible(selector), 0, selector)
    const prices = await countVisible('.price')
    await page.emulateMedia({ media: 'print' })
    for (const selector of hiddenSelectors) assert.equal(await countVisible(selector), 0, selector)
    assert.equal(await countVisible('h1'), 1)
    assert.ok(prices >= 30)
    assert.equal(await countVisible('.price'), prices)
  })
})

describe('HTML', () => {
  for (const trade of trades) {
    it(`is valid at the ${trade}`, async () => {
      const app = shops[trade]
      const wrong: string[] = []
      for (const path of await pathsOf(trade)) {
        wrong.push(...(await validateHtml(path, await (await app.get(path)).text())))
      }
      wrong.push(...(await validateHtml('a rejected form', await renderRejectedForm(app))))
      assert.deepEqual(wrong, [])
    })
  }

  it('reports a known error', async () => {
    assert.equal((await validateHtml('', '<!doctype html><p><div id="a b"></p>')).length > 2, true)
  })
})

async function renderRejectedForm(app: BrowserShop): Promise<string> {
  const form = await openPage(app, '/en/contact/call-back')
  const { status, text } = await pressButton(app, form, { name: '"<b>' })
  assert.equal(status, 422)
  return text
}
