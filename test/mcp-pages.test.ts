/** read_page reads every page of the sitemap; a status page names the tool to use instead. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult, listTools, rpc } from './support/assistant.ts'
import { samples } from './support/samples.ts'
import { base, openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

type PagePart = { path: string; title: string; markdown: string; parts: number }

async function sitemapUrls(app: RunningShop): Promise<string[]> {
  const sitemap = await (await app.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
}

type Resource = { uri: string; title: string; description: string }

async function listResources(app: RunningShop): Promise<Resource[]> {
  const resources: Resource[] = []
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = (await rpc(app, 'resources/list', params)) as {
      resources: Resource[]
      nextCursor?: string
    }
    resources.push(...page.resources)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return resources
}

async function readWhole(app: RunningShop, path: string): Promise<PagePart> {
  const first = await expectToolResult<PagePart>(app, 'read_page', { path })
  const pieces = [first.markdown]
  assert.ok(first.markdown.length <= 3_600, path)
  for (let part = 2; part <= first.parts; part++) {
    const next = await expectToolResult<PagePart>(app, 'read_page', { path, part })
    pieces.push(next.markdown)
  }
  return { ...first, markdown: pieces.join('\n\n') }
}

for (const trade of trades) {
  describe(`read_page of the ${trade}`, () => {
    const app = apps[trade]

    it('reads every URL of the sitemap as its Markdown version', async () => {
      const urls = await sitemapUrls(app)
      assert.ok(urls.length > 90, String(urls.length))
      for (const url of urls) {
        const { path, markdown } = await readWhole(app, url)
        assert.equal(`${base}${path}`.replace(/\/$/, ''), url.replace(/\/$/, ''))
        const address = url.slice(base.length) || '/'
        // The Markdown version of the booking page has one step after the other.
        if (address.endsWith('/booking')) continue
        const page = await app.get(address, { headers: { accept: 'text/markdown' } })
        // A list that is longer than one part is split between its lines.
        const lines = (text: string) => text.split('\n').filter((line) => line !== '')
        const text = await page.text()
        const withoutHead = text.replace(/^---\n.*?\n---\n/s, '')
        assert.deepEqual(lines(markdown), lines(withoutHead), url)
        // The index for assistants is named in the metadata, not in the text.
        assert.match(text, /^---\n.*?\nindex: "[^"]*\/llms\.txt"\n/s)
        assert.match(markdown, /^# /, url)
      }
    })

    it('lists each page with the title and the description that the page has', async () => {
      const resources = await listResources(app)
      assert.ok(resources.length > 90, String(resources.length))
      for (const { uri, title, description } of resources) {
        const page = await (await app.get(uri.slice(base.length))).text()
        const head = /^---\n(.*?)\n---\n/s.exec(page)?.[1] ?? ''
        assert.ok(head.includes(`title: ${JSON.stringify(title)}`), uri)
        assert.ok(head.includes(`description: ${JSON.stringify(description)}`), uri)
      }
    })

    it('reads all that the booking asks for', async () => {
      const { bookingForm, booking } = app.shop
      const { markdown, path } = await readWhole(app, '/en/booking')
      assert.equal(path, '/en/booking')
      const names = [
        ...bookingForm.steps.flatMap(({ names, leadsTo }) => (leadsTo ? [] : names.slice(0, 1))),
        ...bookingForm.optionalSteps.flatMap(({ names }) => names),
        ...booking.questions.map(({ name }) => name),
        ...['date', 'time', 'name', 'phone', 'email', 'note'],
      ]
      assert.ok(names.length >= 9)
      for (const name of names) assert.ok(markdown.includes(`\n- \`${name}\`: `), name)
      assert.doesNotMatch(markdown, /\bany\b \(|undefined|NaN/)
    })

    it('reads a page in the language of locale, and without locale in the language of the path', async () => {
      const read = (args: object) => expectToolResult<PagePart>(app, 'read_page', args)
      const [vietnamese, english] = [await read({ path: '/faq' }), await read({ path: '/en/faq' })]
      assert.deepEqual([vietnamese.path, english.path], ['/faq', '/en/faq'])
      assert.notEqual(vietnamese.markdown, english.markdown)
      for (const path of ['/faq', '/en/faq', `${base}/en/faq.md`]) {
        for (const [locale, { markdown }] of [
          ['vi', vietnamese],
          ['en', english],
        ] as const) {
          assert.equal((await read({ path, locale })).markdown, markdown, `${path} ${locale}`)
        }
      }
    })

    it('returns the date of the last change beside a text without front matter', async () => {
      const page = await expectToolResult<PagePart & { updated: string }>(app, 'read_page', {
        path: '/policy',
      })
      assert.match(page.markdown, /^# /)
      assert.match(page.updated, /^\d{4}-\d{2}-\d{2}$/)
    })

    it('names the right tool for the page of a booking or an order', async () => {
      const tool = samples[trade].tools.changeTool
      const names = (await listTools(app)).map(({ name }) => name)
      for (const path of [
        '/booking/BAN-7K3M-9Q2X-4D',
        '/booking/BAN-7K3M-9Q2X-4D.md',
        '/en/booking/BAN-7K3M-9Q2X-4D/change',
        `${base}/booking/BAN-7K3M-9Q2X-4D/calendar`,
        `${base}/api/booking/BAN-7K3M-9Q2X-4D`,
      ]) {
        const error = JSON.stringify(
          await expectToolError(app, 'read_page', { path, locale: 'en' }),
        )
        assert.match(error, /with the code BAN-7K3M-9Q2X-4D/)
        assert.deepEqual(
          names.filter((name) => error.includes(name)),
          ['get_booking_status', tool],
        )
        assert.doesNotMatch(error, /read it out/)
      }
    })

    it('names the right tool for the page of a waitlist entry or a card', async () => {
      const names = (await listTools(app)).map(({ name }) => name)
      for (const [path, tool, part] of [
        ['/waitlist/DSC-7K3M-9Q2X-4D', 'get_booking_status', /the code DSC-7K3M-9Q2X-4D/],
        ['/api/waitlist/DSC-7K3M-9Q2X-4D', 'get_booking_status', /the code DSC-7K3M-9Q2X-4D/],
        ['/en/card/7K3M-9Q2X-4DT1', 'get_card_balance', /the number 7K3M-9Q2X-4DT1 and the last/],
      ] as const) {
        const error = await expectToolError(app, 'read_page', { path, locale: 'en' })
        assert.match(error.message, part)
        assert.deepEqual(
          new Set(names.filter((name) => error.message.includes(name))),
          new Set([tool, 'submit_contact_request']),
        )
      }
    })

    it('reads no page of one subscriber', async () => {
      const error = await expectToolError(app, 'read_page', {
        path: '/newsletter/confirm?token=x',
        locale: 'en',
      })
      assert.match(JSON.stringify(error), /search_content/)
    })
  })
}

describe('read_page of the spa', () => {
  it('names the callback for the page of an order', async () => {
    const path = '/order/THE-7K3M-9Q2X-4D'
    const error = JSON.stringify(await expectToolError(apps.spa, 'read_page', { path }))
    assert.match(error, /submit_contact_request/)
    assert.match(error, /get_booking_status .* THE-7K3M-9Q2X-4D/)
  })

  it('reads the choices of the order forms', async () => {
    const { markdown } = await readWhole(apps.spa, '/gift-cards/order')
    const [card] = apps.spa.shop.assortment.offers.filter(({ kind }) => kind === 'gift_card')
    assert.ok(markdown.includes(`${card?.price} (`))
    for (const name of ['amount', 'offerId', 'recipient', 'delivery', 'name', 'phone'])
      assert.ok(markdown.includes(`\`${name}\``), name)
  })
})

describe('read_page of the restaurant', () => {
  it('offers the private room among the seats', async () => {
    const { markdown } = await readWhole(apps.restaurant, '/booking')
    const seats = markdown.split('\n').find((line) => line.includes('`table_type`'))
    assert.match(String(seats), /phong-rieng \(/)
  })
})
