/** The home page: which parts it has, and in which order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { openBefore } from './support/lifetime.ts'
import { monday, openForEachTrade, startShop, trades } from './support/shop.ts'
import { writeShopFolder } from './support/shop-folders.ts'
import { assertOrder, read } from './support/site-page.ts'

const shops = openForEachTrade((trade) => startShop(trade))

/** Without those of the footer. */
const headingsOf = (html: string) =>
  [...html.replace(/<footer[\s\S]*/, '').matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(
    ([, text = '']) => text,
  )

for (const trade of trades) {
  describe(`the home page of the ${trade}`, () => {
    it('has the title, the opening state and the panel first, then its sections', async () => {
      for (const path of ['/', '/en']) {
        assertOrder(await read(shops[trade], path), [
          /<div class="opening home">/,
          /<img src="\/pictures\/hero\.svg"[^>]* width="\d+" height="\d+"/,
          /<h1>/,
          /<p class="open-state/,
          /<section id="booking"/,
          /<ul class="cards trio">/,
          /<ul class="price-list">/,
          /<section class="section[^"]* band">/,
          /<section class="section[^"]*" id="place">/,
        ])
      }
    })

    it('shows three cards in a row, each with one link', async () => {
      const html = await read(shops[trade], '/en')
      const [, row = ''] = /<ul class="cards trio">([\s\S]*?)<\/ul>/.exec(html) ?? []
      assert.equal(row.match(/<li>/g)?.length, 3)
      assert.equal(row.match(/<a /g)?.length, 3)
      assert.equal(row.match(/<img /g)?.length, 3)
    })

    it('has the hours of today, all hours in a closed row, the way and the phone', async () => {
      const html = await read(shops[trade], '/en')
      const [, place = ''] = /id="place">([\s\S]*?)<\/section>/.exec(html) ?? []
      assert.match(place, /<b>Today (closed|<span class="keep">\d\d:\d\d–\d\d:\d\d)/)
      assert.match(place, /<details><summary>All opening hours<\/summary><dl>/)
      assert.match(place, /href="https:\/\/www\.google\.com\/maps\/dir\/\?[^"]*destination=/)
      assert.match(place, /<a href="tel:\+84/)
    })

    it('offers guests nothing for programs', async () => {
      const [, main = ''] =
        /<main[^>]*>([\s\S]*)<\/main>/.exec(await read(shops[trade], '/en')) ?? []
      assert.doesNotMatch(main, /\/docs|\/ai"|llms\.txt|API/)
    })
  })
}

describe('the sections of the home page', () => {
  it('are one list of prices for the set meals, and one for the packages', async () => {
    for (const [trade, path] of [
      ['restaurant', '/set-meals/'],
      ['spa', '/treatments/'],
    ] as const) {
      const html = await read(shops[trade], '/en')
      const [, list = ''] = /<ul class="price-list">([\s\S]*?)<\/ul>/.exec(html) ?? []
      const offers = shops[trade].shop.assortment.offers.filter(({ kind }) =>
        ['set_meal', 'package'].includes(kind),
      )
      assert.equal(list.match(/<a href="/g)?.length, offers.length)
      for (const offer of offers) {
        assert.ok(list.includes(`href="/en${offer.path}"`), `${offer.path} ${path}`)
        assert.ok(list.includes(`${offer.price.toLocaleString('en-US')} ₫</b>`), offer.id)
      }
    }
  })

  it('alternate the side of the picture', async () => {
    const html = await read(shops.restaurant, '/')
    const classes = [...html.matchAll(/<section class="(section split[^"]*)"/g)].map(
      ([, name = '']) => name.includes('turned'),
    )
    assert.ok(classes.length >= 2)
    assert.deepEqual(
      classes,
      classes.map((_, index) => index % 2 === 1),
    )
  })

  it('are also there without any picture, team or article', async () => {
    const folder = writeShopFolder({
      'business.yaml': `trade: restaurant
name: Bún Cô Ba
address: { street: 5 Hàng Bạc, city: Hà Nội }
phone: "+84 24 3926 0001"
hours:
  - days: [1, 2, 3, 4, 5, 6, 7]
    periods: [{ from: "10:00", to: "21:00" }]
`,
      'menu/1-bun.yaml': `category: { id: bun, name: { vi: Bún, en: Noodles } }
dishes:
  - { name: { vi: Bún chả, en: Bún chả }, price: 60000 }
  - { name: { vi: Bún nem, en: Bún nem }, price: 55000 }
  - { name: { vi: Bún riêu, en: Bún riêu }, price: 50000 }
`,
      'tables.yaml': `tables:
  - { name: Bàn 1, seats: 4 }
`,
    })
    const app = await startShop('restaurant', { shop: findTrade('restaurant').open(folder) })
    const html = await read(app, '/')
    assert.match(html, /<div class="opening home without-picture">/)
    assert.deepEqual(headingsOf(html).slice(1), ['Nên thử', 'Đường đến'])
    assert.match(html, /destination=B%C3%BAn%20C%C3%B4%20Ba/)
  })
})

describe('the opening state on the home page', () => {
  const app = openBefore(() => startShop('restaurant'))
  const hour = 3_600_000
  const stateAt = async (now: number, path: string) => {
    app.clock.now = now
    return /<p class="(open-state[^"]*)">([^<]*)</.exec(await read(app, path))?.slice(1)
  }

  it('names near days in words, and other days by their date', async () => {
    // The restaurant is closed on Mondays and opens at 10:30.
    const cases: [number, string, string, string][] = [
      [monday, '/en', 'open-state', 'Closed now; opens at 10:30 tomorrow.'],
      [monday + 24 * hour, '/', 'open-state', 'Đang đóng cửa, mở lúc 10:30 hôm nay.'],
      [monday + 26 * hour, '/en', 'open-state is-open', 'Open now, until 16:00.'],
      [
        monday + 6 * 24 * hour + 14.75 * hour,
        '/en',
        'open-state',
        'Closed now; opens at 10:30 on Tuesday 24 November 2026.',
      ],
    ]
    for (const [now, path, state, text] of cases)
      assert.deepEqual(await stateAt(now, path), [state, text])
  })
})
