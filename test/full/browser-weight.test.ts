/** Page weight: bytes, requests and layout shift. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { describe, it } from 'node:test'
import {
  type BrowserShop,
  openBrowser,
  type Page,
  type Request,
  sitemapOf,
  startBrowserShop,
} from '../support/browser.ts'
import { shiftOf } from '../support/layout-shift.ts'
import { samples } from '../support/samples.ts'
import { openForEachTrade, type TradeName, trades } from '../support/shop.ts'

const { skip, newPage } = openBrowser()
const shops = openForEachTrade((trade) => startBrowserShop(trade))

const kilobyte = 1024
const budgets = {
  html: 15 * kilobyte,
  reference: 20 * kilobyte,
  css: 12 * kilobyte,
  script: 8 * kilobyte,
  fonts: 70 * kilobyte,
  shift: 0.02,
}

/** The scripts of the site, and the element for which a page has each. */
const siteScripts = [
  { script: '<script type="module" src="/panel.js">', element: '<section id="booking"' },
  { script: '<script type="module" src="/list.js">', element: '<div class="list-result"' },
  { script: '<script type="module" src="/gift-card.js">', element: '<div class="gift"' },
]

/** A typical visit: home page, lists, one offer, and the booking. */
const visitedPathsOf = (trade: TradeName) => {
  const { list, offerPage, steps } = samples[trade]
  return ['/', list, offerPage, '/booking', `/booking?${steps[0]}`]
}

/** The transferred bytes for a browser that accepts compressed responses. */
function weigh(app: BrowserShop, path: string): Promise<{ bytes: number; encoding: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html' }
    get(app.address + path, { headers }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      const encoding = response.headers['content-encoding'] ?? 'none'
      response.on('end', () => resolve({ bytes, encoding }))
      response.on('error', reject)
    }).on('error', reject)
  })
}

type Fetched = { url: string; kind: string; status: number; bytes: number }

async function describeRequest(request: Request): Promise<Fetched> {
  const response = await request.response()
  const { responseBodySize: bytes } = await request.sizes()
  const status = response?.status() ?? 0
  return { url: request.url(), kind: request.resourceType(), status, bytes }
}

/** Records requests and errors while a guest visits pages. Requests are described while the page is still open. */
function watch(page: Page) {
  const [finished, wrong]: [Request[], string[]] = [[], []]
  page.on('requestfinished', (request) => finished.push(request))
  page.on('requestfailed', (request) => wrong.push(`failed: ${request.url()}`))
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  return { wrong, fetched: () => Promise.all(finished.map(describeRequest)) }
}

for (const trade of trades) {
  describe(`page weight of the ${trade}`, () => {
    const app = shops[trade]
    const visitedPaths = visitedPathsOf(trade)

    it('is small, compressed, and free of scripts on every page that needs none', async () => {
      const paths = [...(await sitemapOf(app)), ...visitedPaths]
      assert.ok(paths.length > 90)
      for (const path of paths) {
        const { bytes, encoding } = await weigh(app, path)
        assert.ok(['gzip', 'br'].includes(encoding), `${path}: ${encoding}`)
        // The reference for integrators describes every field with its limits.
        const budget = path.endsWith('/docs') ? budgets.reference : budgets.html
        assert.ok(bytes <= budget, `${path}: ${bytes} bytes`)
        const response = await app.get(path)
        const policy = response.headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'/)
        assert.doesNotMatch(policy, /unsafe-|https?:|\*/, path)
        const html = await response.text()
        // Each script is a file of the shop.
        const needed = siteScripts.filter(({ element }) => html.includes(element))
        const scripts = html.match(/<script(?! type="application\/ld\+json">)[^>]*>/g) ?? []
        assert.deepEqual(
          scripts,
          needed.map(({ script }) => script),
          path,
        )
        assert.equal(/script-src 'self'(?:;|$)/.test(policy), needed.length > 0, path)
        assert.equal(policy.includes('script-src'), needed.length > 0, path)
        assert.doesNotMatch(html, /<[^>]+ (on\w+|style)=/, path)
      }
    })

    it('includes no third-party or failed requests, and stays within the budgets', {
      skip,
    }, async () => {
      const page = await newPage()
      const { wrong, fetched } = watch(page)
      for (const path of visitedPaths) {
        await page.goto(app.address + path)
        await page.locator('html').evaluate((html) => html.ownerDocument.fonts.ready.then(() => 0))
      }
      await page.waitForLoadState('networkidle')
      const all = await fetched()
      assert.deepEqual(wrong, [])
      const thirdParty = all.filter(({ url }) => !url.startsWith(`${app.address}/`))
      assert.deepEqual(thirdParty, [])
      assert.deepEqual(
        all.filter(({ status }) => status !== 200 && status !== 304),
        [],
      )
      const of = (kind: string) => all.filter((one) => one.kind === kind)
      const bytesOf = (kind: string) => of(kind).reduce((sum, { bytes }) => sum + bytes, 0)
      assert.equal(of('document').length, visitedPaths.length)
      const knownScripts = siteScripts.map(({ script }) => /src="(.+)"/.exec(script)?.[1])
      for (const { url } of of('script')) {
        assert.ok(knownScripts.includes(url.slice(app.address.length)), url)
      }
      assert.ok(bytesOf('script') <= budgets.script, `script: ${bytesOf('script')} bytes`)
      assert.ok(of('stylesheet').length >= 1 && of('font').length >= 2)
      assert.ok(bytesOf('stylesheet') <= budgets.css, `CSS: ${bytesOf('stylesheet')} bytes`)
      assert.ok(bytesOf('font') <= budgets.fonts, `fonts: ${bytesOf('font')} bytes`)
    })

    it('includes a valid manifest with icons for installation on a phone', { skip }, async () => {
      const page = await newPage()
      const { wrong } = watch(page)
      await page.goto(`${app.address}/`)
      const session = await page.context().newCDPSession(page)
      const { url, errors, data } = await session.send('Page.getAppManifest')
      assert.deepEqual([url, errors, wrong], [`${app.address}/manifest.webmanifest`, [], []])
      const { name, icons } = JSON.parse(data ?? '{}') as { name: string; icons: { src: string }[] }
      assert.equal(name, app.shop.business.name)
      for (const { src } of icons) assert.equal((await app.get(src)).status, 200, src)
    })

    it('has no layout shift while fonts load late', { skip }, async () => {
      const jumps: string[] = []
      const page = await newPage()
      let fontCount = 0
      // A page with a route loads everything again, so that each visit is the first one.
      await page.route('**/*.woff2', async (route) => {
        fontCount++
        await new Promise((resolve) => setTimeout(resolve, 150))
        await route.continue()
      })
      for (const path of ['/', '/en']) {
        for (const width of [360, 390, 412, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          fontCount = 0
          await page.goto(app.address + path)
          const shift = await shiftOf(page)
          assert.ok(fontCount >= 2, `${fontCount} fonts were loaded`)
          if (shift > budgets.shift) jumps.push(`${path} ${width} px wide: ${shift.toFixed(3)}`)
        }
      }
      assert.deepEqual(jumps, [])
    })

    it('detects a known layout shift', { skip }, async () => {
      const page = await newPage()
      await page.goto(`${app.address}/`)
      await page.locator('main').evaluate((main) => {
        main.prepend(main.ownerDocument.createElement('textarea'))
      })
      assert.ok((await shiftOf(page)) > budgets.shift)
    })
  })
}
