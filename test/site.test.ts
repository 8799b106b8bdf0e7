import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { problemCodes } from '../src/kernel/problem-table.ts'
import { samples } from './support/samples.ts'
import { base, loadSampleShop, openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

/** Every URL that is reachable by links from the two home pages. */
async function crawl(get: (path: string) => Promise<Response>): Promise<Map<string, Response>> {
  const seen = new Map<string, Response>()
  const waiting = ['/', '/en']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    const response = await get(path)
    seen.set(path, response)
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue
    const text = await response.clone().text()
    for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
      const local = href.startsWith(base) ? href.slice(base.length) || '/' : href
      if (local.startsWith('/')) waiting.push(local.split(/[?#]/)[0] ?? '')
    }
  }
  return seen
}

for (const trade of trades) {
  describe(`the site of the ${trade}`, () => {
    const app = apps[trade]
    let pages: ReturnType<typeof crawl>
    before(() => {
      pages = crawl((path) => app.get(path))
    })

    it('has no dead link in the pages and in the content of the owner', async () => {
      const found = await pages
      assert.ok(found.size > 100, String(found.size))
      const dead = [...found].filter(([, { status }]) => status !== 200).map(([path]) => path)
      assert.deepEqual(dead, [])
    })

    it('has every page as HTML in its language, with its title, its Markdown version and its translation', async () => {
      for (const [path, response] of await pages) {
        if (!response.headers.get('content-type')?.startsWith('text/html')) continue
        // Search results have no address of their own.
        if (path.endsWith('/search')) continue
        const text = await response.clone().text()
        const locale = /^\/en(\/|$)/.test(path) ? 'en' : 'vi'
        assert.equal(response.headers.get('content-language'), locale)
        assert.ok(text.includes(`<html lang="${locale}">`), path)
        assert.equal([...text.matchAll(/<h1>/g)].length, 1, path)
        assert.match(text, /<meta name="description" content="[^"]{10,}/, path)
        for (const kind of [
          'rel="canonical"',
          'type="text/markdown"',
          'hreflang="vi"',
          'hreflang="en"',
        ]) {
          assert.ok(text.includes(kind), `${path} ${kind}`)
        }
        assert.doesNotMatch(text, /undefined|\[object/, path)
        assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
        assert.equal(response.headers.get('vary'), 'Accept, Accept-Encoding')
      }
    })

    it('has every page as Markdown, by extension and by Accept', async () => {
      for (const [path, response] of await pages) {
        const type = response.headers.get('content-type') ?? ''
        if (!type.startsWith('text/html')) continue
        const markdownPath = response.headers.get('link')?.match(/<([^>]+)>/)?.[1] ?? ''
        const named = await app.get(markdownPath.replace(base, ''))
        const negotiated = await app.get(path, { headers: { accept: 'text/markdown' } })
        assert.equal(named.headers.get('content-type'), 'text/markdown; charset=utf-8', path)
        const text = await named.text()
        assert.equal(await negotiated.text(), text, path)
        assert.match(text, /^---\ntitle: ".+"\ndescription: ".+"\n(.+\n)+---\n\n# .+\n\n/, path)
        assert.match(named.headers.get('link') ?? '', /rel="canonical"/)
        assert.doesNotMatch(text, /undefined|\[object/, path)
      }
    })

    it('has a page for each problem in both languages', async () => {
      for (const code of problemCodes) {
        for (const path of [`/problems/${code}`, `/en/problems/${code}.md`]) {
          const response = await app.get(path)
          assert.equal(response.status, 200)
          assert.ok((await response.text()).includes(`/problems/${code}`))
        }
      }
    })

    it('shows prices, opening hours, the address and a phone link', async () => {
      const home = await (await app.get('/')).text()
      const { business } = app.shop
      assert.ok(home.includes(`href="tel:${business.phone.replaceAll(' ', '')}"`))
      assert.ok(home.includes(business.address.street))
      assert.match(home, /\d\d:\d\d–\d\d:\d\d/)
      const list = await (await app.get(samples[trade].list)).text()
      assert.ok([...list.matchAll(/\d{2,3}\.000\u00a0₫/g)].length >= 20)
    })

    it('has a 404 page with the phone number, in the requested format', async () => {
      const cases: [path: string, accept: string, type: RegExp, words: RegExp][] = [
        ['/nothing', 'text/html', /^text\/html/, /Không tìm thấy/],
        ['/en/nothing', 'text/html', /^text\/html/, /Page not found/],
        ['/nothing.md', '*/*', /^text\/markdown/, /Không tìm thấy/],
        ['/en/nothing', 'text/markdown', /^text\/markdown/, /Page not found/],
      ]
      for (const [path, accept, type, words] of cases) {
        const response = await app.get(path, { headers: { accept } })
        assert.equal(response.status, 404)
        assert.match(response.headers.get('content-type') ?? '', type)
        assert.match(response.headers.get('vary') ?? '', /Accept/)
        const text = await response.text()
        assert.match(text, words)
        assert.ok(text.includes(`tel:${app.shop.business.phone.replaceAll(' ', '')}`))
      }
    })
  })
}

describe('content negotiation', () => {
  const cases: [accept: string | undefined, form: 'html' | 'markdown'][] = [
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/markdown', 'markdown'],
    ['text/markdown, text/html;q=0.8', 'markdown'],
    ['text/html;q=0.9, text/markdown', 'markdown'],
    ['text/html, text/markdown;q=0.5', 'html'],
    ['text/html;q=0, text/markdown', 'markdown'],
    ['text/markdown;q=0', 'html'],
    ['text/markdown-x', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ]
  for (const [accept, form] of cases) {
    it(`${accept ?? 'no Accept'} → ${form}`, async () => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      const response = await apps.spa.get('/treatments', { headers })
      assert.match(response.headers.get('content-type') ?? '', new RegExp(`^text/${form}`))
    })
  }
})

describe('the paths of the site', () => {
  it('redirect to the page if they end with a slash', async () => {
    for (const [path, target] of [
      ['/menu/', '/menu'],
      ['/en/', '/en'],
      ['/en/menu///', '/en/menu'],
    ] as const) {
      const response = await apps.restaurant.get(path)
      assert.equal(response.status, 308)
      assert.equal(response.headers.get('location'), target)
    }
  })

  it('never redirect to another site', async () => {
    for (const path of ['//evil.example/', '/\\evil.example/', '//evil.example//menu/']) {
      const response = await apps.restaurant.get(path)
      assert.equal(response.status, 404, path)
    }
  })

  it('ignore an unknown query', async () => {
    const response = await apps.restaurant.get('/menu?utm_source=x')
    assert.equal(response.status, 200)
  })

  it('accept only GET and HEAD', async () => {
    const response = await apps.restaurant.get('/menu', { method: 'POST', body: 'x' })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
  })
})

describe('an error of the site', () => {
  it('shows a page with the phone number, and the next page works', async () => {
    const shop = loadSampleShop('spa')
    const failure = { on: false }
    const [first, ...others] = shop.tradePages
    assert.ok(first)
    const failing = {
      ...first,
      isDynamic: true,
      document(locale: 'vi' | 'en') {
        if (failure.on) throw new Error('on purpose')
        return first.document(locale)
      },
    }
    const app = await startShop('spa', { shop: { ...shop, tradePages: [failing, ...others] } })
    failure.on = true
    for (const [path, words] of [
      [first.path, /Có lỗi phía chúng tôi/],
      [`/en${first.path}.md`, /An error occurred on our side/],
    ] as const) {
      const response = await app.get(path)
      const text = await response.text()
      assert.equal(response.status, 500)
      assert.match(text, words)
      assert.ok(text.includes(`tel:${shop.business.phone.replaceAll(' ', '')}`))
      assert.doesNotMatch(text, /on purpose|at .*\.ts/)
    }
    failure.on = false
    assert.equal((await app.get(first.path)).status, 200)
  })
})
