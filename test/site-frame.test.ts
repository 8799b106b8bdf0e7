/** What surrounds the pages of the site, and the pages that lead to the shop: contact, articles, the lost page. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { telephoneLink } from '../src/content/shop.ts'
import { linksIn } from './support/guest-pages.ts'
import { visibleTextOf } from './support/screen.ts'
import { monday, openForEachTrade, startShop, trades } from './support/shop.ts'

const day = 24 * 3600_000
/** Tuesday 17 November 2026, 15:00 in Vietnam. */
const tuesday = monday + day + 6 * 3600_000
const apps = openForEachTrade((trade) => startShop(trade, { now: tuesday }))

const partOf = (html: string, name: string) =>
  new RegExp(`<${name}[ >][\\s\\S]*</${name}>`).exec(html)?.[0] ?? ''

for (const trade of trades) {
  describe(`the frame of the ${trade}`, () => {
    const app = apps[trade]
    const read = async (path: string) => (await app.get(path)).text()

    it('ends every page with address, hours of today, phone, messages, directions and rules', async () => {
      for (const path of ['/', '/articles', '/en/contact', '/en/nothing', '/booking']) {
        const footer = partOf(await read(path), 'footer')
        const { business } = app.shop
        assert.ok(footer.includes(business.address.street), path)
        assert.match(visibleTextOf(footer), /(?:Hôm nay|Today) \d\d:\d\d–\d\d:\d\d/, path)
        const links = linksIn(footer).map((link) => link.path.replace(/^\/en\//, '/'))
        for (const link of [telephoneLink(business), '/policy', '/privacy'])
          assert.ok(links.includes(link), `${path} ${link}`)
        assert.ok(
          links.some((link) => link.startsWith('https://zalo.me/')),
          path,
        )
        assert.ok(
          links.some((link) => link.startsWith('https://www.google.com/maps/')),
          path,
        )
      }
    })

    it('leads a lost guest to search, the list, booking, the phone and the other language', async () => {
      for (const [path, home] of [
        ['/nothing', '/en'],
        ['/en/nothing', '/'],
      ] as const) {
        const html = await read(path)
        const main = partOf(html, 'main')
        assert.match(main, /<form method="get" action="(?:\/en)?\/search"/)
        assert.match(main, /name="q"/)
        const links = linksIn(main).map((link) => link.path.replace(/^\/en\//, '/'))
        const [list] = app.shop.tradePages
        for (const link of [list?.path, '/booking', telephoneLink(app.shop.business)])
          assert.ok(links.includes(link ?? ''), `${path} ${link}`)
        const language = /<a class="language"[^>]* href="([^"]+)"/.exec(html)?.[1]
        assert.equal(language, home)
      }
    })

    it('has a booking button that fits the page', async () => {
      const buttonOf = (html: string) =>
        /<a class="(button[^"]*)"/.exec(partOf(html, 'header'))?.[1]
      assert.equal(buttonOf(await read('/articles')), 'button')
      assert.equal(buttonOf(await read('/')), 'button plain')
      assert.equal(buttonOf(await read('/booking')), undefined)
    })

    it('shows contact as large actions, a map, and the hours with today first, each fact once', async () => {
      const html = partOf(await read('/en/contact'), 'main')
      const { business } = app.shop
      const tiles = [...html.matchAll(/class="tile"/g)].length
      assert.equal(tiles, 3 + business.messaging.length)
      assert.match(html, /<a class="map" href="https:\/\/www\.google\.com\/maps\//)
      const [today, ...others] = [...html.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, term]) => term)
      assert.equal(today, 'Today, Tuesday 17 Nov')
      assert.ok(others.length > 0)
      const text = visibleTextOf(html)
      for (const fact of [business.phone, business.address.street, business.email ?? ''])
        assert.equal(text.split(fact).length, 2, fact)
      assert.match(text, /open now/)
    })

    it('lists articles with a date in words and the time to read them, the newest first', async () => {
      const html = await read('/en/articles')
      const dates = [...html.matchAll(/<p class="aside">(\d+ \w+ 2026) · \d+ min read<\/p>/g)]
      assert.equal(dates.length, app.shop.articles.length)
      const times = dates.map(([, date]) => Date.parse(date ?? ''))
      assert.deepEqual(
        times,
        times.toSorted((one, other) => other - one),
      )
      assert.match(await read('/articles'), /<p class="aside">\d+ tháng \d+, 2026 · đọc \d+ phút</)
      const pictures = [...html.matchAll(/<img [^>]*src="(\/pictures\/[^"]+)"/g)]
        .map(([, path]) => path)
        .filter((path) => path !== '/pictures/favicon.svg')
      assert.equal(new Set(pictures).size, pictures.length)
    })

    it('ends an article with an offer that it speaks of, and the way to booking', async () => {
      let withOffers = 0
      for (const { slug } of app.shop.articles) {
        const html = partOf(await read(`/articles/${slug}`), 'main')
        const side = html.slice(html.indexOf('<div class="side">'))
        const paths = linksIn(side).map((link) => link.path)
        assert.ok(paths.includes('/booking'), slug)
        if (app.shop.assortment.offers.some((offer) => paths.includes(offer.path))) withOffers++
        assert.match(html, /<div class="lead"><(?:img|picture)/, slug)
      }
      assert.ok(withOffers >= app.shop.articles.length - 2, String(withOffers))
    })
  })
}

describe('the hours of today', () => {
  it('change at midnight on every page, without a restart', async () => {
    const app = await startShop('restaurant', { now: monday })
    const today = async (path: string) =>
      /(?:Hôm nay|Today) [^<]*(?:<span[^>]*>[^<]*)?/.exec(
        partOf(await (await app.get(path)).text(), 'footer'),
      )?.[0]
    for (const path of ['/articles', '/nothing', '/contact']) {
      assert.equal(await today(path), 'Hôm nay nghỉ', path)
    }
    app.clock.now += day
    for (const path of ['/articles', '/nothing', '/contact']) {
      assert.match((await today(path)) ?? '', /10:30–16:00/, path)
    }
  })
})

describe('a shop without settings for email', () => {
  it('offers no newsletter and no card by email, while the API accepts both as before', async () => {
    const app = apps.spa
    assert.equal((await app.get('/newsletter')).status, 404)
    for (const path of ['/', '/en', '/sitemap.xml', '/llms.txt'])
      assert.doesNotMatch(await (await app.get(path)).text(), /\/newsletter/, path)
    for (const path of ['/en/gift-cards', '/en/gift-cards/order'])
      assert.doesNotMatch(await (await app.get(path)).text(), /By e-mail|by email/, path)
    const { paths } = (await app.json('/openapi.json')) as { paths: Record<string, object> }
    assert.ok(paths['/api/subscribe'])
    const response = await app.post('/api/subscribe', { email: 'lan@example.com', consent: true })
    assert.equal(response.status, 202)
  })

  it('offers them when email is configured', async () => {
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'chao@quan.example' }
    const app = await startShop('spa', { notifications: mail })
    assert.equal((await app.get('/newsletter')).status, 200)
    assert.match(await (await app.get('/en/gift-cards/order')).text(), /By e-mail/)
  })
})
