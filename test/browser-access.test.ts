/** Whether everybody can use the site: axe-core and html-validate on its pages, sizes, print. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTooSmall, findViolations, validateHtml } from './support/access.ts'
import { book } from './support/booking.ts'
import {
  type BrowserShop,
  isTooWide,
  openBrowser,
  type Page,
  sitemapOf,
  startBrowserShop,
} from './support/browser.ts'
import { samples } from './support/samples.ts'
import {
  forEachVariant,
  fullyTestedVariants,
  languages,
  type Variant,
  variants,
} from './support/shop.ts'

const { skip, newPage } = await openBrowser()
const shops = await forEachVariant((variant) => startBrowserShop(variant))
const codes = await forEachVariant(
  async (variant) => (await book(shops[variant], samples[variant].request)).body.code,
)

const [desktop, phone] = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const smallest = { width: 320, height: 640 }

/** Every page, of offers of one kind three, and the pages that no sitemap names. */
async function pathsOf(variant: Variant): Promise<string[]> {
  const kinds = new Map<string, number>()
  const listed = (await sitemapOf(shops[variant])).filter((path) => {
    const [, kind] = /^(.*\/(?!articles\/)[\w-]+)\/(?!order|call-back)[\w-]+$/.exec(path) ?? []
    if (kind === undefined || kind === '/en') return true
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return Number(kinds.get(kind)) <= 3
  })
  return [
    ...listed,
    ...ownPathsOf(variant),
    ...inBoth(['/booking/unknown', '/problems/slot-taken']),
  ]
}

/** Where the trade's own words and colours are, and no sitemap leads. */
function ownPathsOf(variant: Variant): string[] {
  const code = codes[variant]
  const steps = samples[variant].steps.map((query) => `/booking?${query}`)
  return inBoth([...steps, `/booking/${code}`, `/booking/${code}/change`, '/nothing'])
}

const inBoth = (paths: readonly string[]) =>
  ['', '/en'].flatMap((prefix) => paths.map((path) => prefix + path))

/** The faces of a shop of which the others were looked at in full. */
function facesOf(variant: Variant): string[] {
  const { list, offerPage } = samples[variant]
  return [...inBoth(['/faq', list, offerPage, '/team', '/policy']), '/', '/en']
}

/** A form that came back, with something wrong beside every field that must be filled. */
async function openRejectedForm(page: Page, app: BrowserShop): Promise<void> {
  await page.goto(`${app.address}/contact/call-back`)
  app.clock.now += 5_000
  await page.locator('main button').click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.locator('.fault').count(), 3)
}

/** What is pressed rather than read. */
const pressed = [
  'button',
  '.button',
  'a.choice',
  'a.day',
  'header a',
  'footer li a',
  '.steps a',
  '.months a',
  '.tick',
  'select',
  'textarea',
  'input:not([type=checkbox], [type=radio], [type=hidden])',
].join(', ')

async function audit(page: Page, at: string): Promise<string[]> {
  const wrong = await findViolations(page)
  await page.setViewportSize(smallest)
  if (await isTooWide(page)) wrong.push(`wider than ${smallest.width} px`)
  // Seven days side by side leave 36 px for each in the smallest window.
  wrong.push(...(await findTooSmall(page, pressed, { width: 36, height: 44 })))
  return wrong.map((text) => `${at} ${text}`)
}

/** A page differs from its translation in words alone, so each scheme is looked at in one of them. */
const displayModes = {
  vi: { viewport: desktop, colorScheme: 'light' },
  en: { viewport: smallest, colorScheme: 'dark' },
} as const

describe('every page for everybody', { skip, concurrency: 2 }, () => {
  for (const locale of languages) {
    for (const variant of variants) {
      const { viewport, colorScheme } = displayModes[locale]
      const manner = `${colorScheme}, ${viewport.width} px wide`
      it(`axe finds nothing at the ${variant} in ${locale} (${manner})`, async () => {
        const app = shops[variant]
        const all = fullyTestedVariants.includes(variant)
          ? await pathsOf(variant)
          : [...facesOf(variant), ...ownPathsOf(variant)]
        const here = all.filter((path) => /^\/en(\/|$)/.test(path) === (locale === 'en'))
        // Every other page in one language and look, the others in the other.
        const paths = here.filter((_, index) => index % 2 === languages.indexOf(locale))
        assert.ok(
          paths.length > (fullyTestedVariants.includes(variant) ? 15 : 5),
          String(paths.length),
        )
        const page = await newPage({ bypassCSP: true, viewport, colorScheme })
        const wrong: string[] = []
        for (const path of paths) {
          await page.setViewportSize(viewport)
          await page.goto(app.address + path)
          wrong.push(...(await audit(page, path)))
        }
        await openRejectedForm(page, app)
        wrong.push(...(await audit(page, 'a refused form')))
        assert.deepEqual(wrong, [])
      })
    }
  }

  it('axe is there to find something', async () => {
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
})

describe('sizes', { skip }, () => {
  for (const variant of variants) {
    it(`of what is pressed at the ${variant}, on a phone: 44 px both ways`, async () => {
      const app = shops[variant]
      const page = await newPage({ viewport: phone, hasTouch: true, isMobile: true })
      const { forms, list, steps } = samples[variant]
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

describe('with keys', { skip }, () => {
  it('the first leads past the head of the page to its content', async () => {
    const page = await newPage()
    await page.goto(`${shops.spa.address}/en`)
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
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

describe('on paper', { skip }, () => {
  it('the menu is dishes and prices, without the ways about the site', async () => {
    const page = await newPage()
    await page.goto(`${shops.restaurant.address}/menu`)
    const hiddenSelectors = [
      'nav',
      'header .button',
      '.language',
      '.choices',
      'footer li',
      '.cards img',
    ]
    const countVisible = (selector: string) => page.locator(`${selector} >> visible=true`).count()
    for (const selector of hiddenSelectors)
      assert.notEqual(await countVisible(selector), 0, selector)
    const prices = await countVisible('.note')
    await page.emulateMedia({ media: 'print' })
    for (const selector of hiddenSelectors) assert.equal(await countVisible(selector), 0, selector)
    assert.equal(await countVisible('h1'), 1)
    assert.ok(prices >= 30)
    assert.equal(await countVisible('.note'), prices)
  })
})

describe('HTML', () => {
  for (const variant of variants) {
    it(`of the ${variant} is valid`, async () => {
      const app = shops[variant]
      const wrong: string[] = []
      for (const path of await pathsOf(variant)) {
        wrong.push(...(await validateHtml(path, await (await app.get(path)).text())))
      }
      wrong.push(...(await validateHtml('a refused form', await renderRejectedForm(app))))
      assert.deepEqual(wrong, [])
    })
  }

  it('that is not valid is found', async () => {
    assert.equal((await validateHtml('', '<!doctype html><p><div id="a b"></p>')).length > 2, true)
  })
})

async function renderRejectedForm(app: BrowserShop): Promise<string> {
  const path = '/en/contact/call-back'
  const page = await (await app.get(path)).text()
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  app.clock.now += 5_000
  const body = new URLSearchParams({ form_token: token, name: '"<b>' })
  const response = await app.get(path, { method: 'POST', body })
  assert.equal(response.status, 422)
  return response.text()
}
