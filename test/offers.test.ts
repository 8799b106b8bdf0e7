import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { samples } from './support/samples.ts'
import { seed } from './support/seed.ts'
import {
  base,
  languages,
  openForEachTrade,
  type RunningShop,
  startShop,
  trades,
} from './support/shop.ts'

type Offer = {
  id: string
  kind: string
  name: string
  category: { id: string; name: string }
  tags: string[]
  price: { amount: number; currency: string; display: string }
  price_note?: string
  duration_minutes?: number
  bookable: boolean
  links: { html: string; markdown: string }
}

type OfferPage = { offers: Offer[]; next_cursor: string | null; total: number }

const apps = openForEachTrade((trade) => startShop(trade))

async function list(app: RunningShop, query: string): Promise<OfferPage> {
  const response = await app.get(`/api/offers?${query}`)
  assert.equal(response.status, 200, `${query}: ${await response.clone().text()}`)
  return (await response.json()) as OfferPage
}

async function walk(app: RunningShop, limit: number, query = ''): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`
    const page = await list(app, `limit=${limit}${query}${next}`)
    assert.ok(page.offers.length <= limit)
    ids.push(...page.offers.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

for (const trade of trades) {
  describe(`the offers of the ${trade}`, () => {
    const app = apps[trade]

    it('return twenty on the first page, and the total', async () => {
      const page = await list(app, '')
      assert.equal(page.offers.length, 20)
      assert.equal(page.total, samples[trade].offers)
      assert.equal(typeof page.next_cursor, 'string')
    })

    it('contain each offer once, with any page size', async () => {
      const all = await walk(app, 100)
      assert.equal(new Set(all).size, all.length)
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
          assert.deepEqual(await walk(app, limit), all)
        }),
        {
          seed,
          numRuns: 30,
          examples: [[1], [2], [all.length - 1], [all.length], [all.length + 1]],
        },
      )
    })

    it('paginate a filtered and a searched list in the same way', async () => {
      const { id } = (await list(app, 'limit=1')).offers[0]?.category ?? { id: '' }
      for (const query of [`&category=${id}`, '&q=la', '&q=the&locale=en']) {
        const all = await walk(app, 100, query)
        assert.ok(all.length > 1, query)
        for (const limit of [1, 2, 3]) assert.deepEqual(await walk(app, limit, query), all)
      }
    })

    it('accept a change of the page size between pages', async () => {
      const all = await walk(app, 100)
      const first = await list(app, 'limit=3')
      const rest = await list(app, `limit=100&cursor=${first.next_cursor}`)
      assert.deepEqual(
        [...first.offers, ...rest.offers].map(({ id }) => id),
        all,
      )
    })

    it('have the same ids in both languages', async () => {
      const [vi, en] = await Promise.all(
        languages.map((locale) => list(app, `limit=100&locale=${locale}`)),
      )
      assert.deepEqual(
        vi?.offers.map(({ id }) => id),
        en?.offers.map(({ id }) => id),
      )
      for (const [index, offer] of (vi?.offers ?? []).entries()) {
        const other = en?.offers[index]
        assert.equal(other?.price.amount, offer.price.amount)
        assert.notEqual(other?.category.name, offer.category.name)
        assert.equal(
          offer.links.html.replace(base, ''),
          other?.links.html.replace(`${base}/en`, ''),
        )
      }
    })

    it('contain prices as an integer and as formatted text', async () => {
      for (const { price, id } of (await list(app, 'limit=100')).offers) {
        assert.ok(Number.isInteger(price.amount) && price.amount >= 0, id)
        assert.equal(price.currency, 'VND')
        assert.equal(price.display, `${price.amount.toLocaleString('de-DE')} ₫`)
      }
    })

    it('are the same in the list and on their own', async () => {
      for (const offer of (await list(app, 'limit=100&locale=en')).offers) {
        assert.deepEqual(await app.json(`/api/offers/${offer.id}?locale=en`), offer)
      }
    })

    it('link only to existing pages', async () => {
      for (const { links } of (await list(app, 'limit=100')).offers) {
        for (const address of Object.values(links)) {
          assert.equal((await app.get(address.replace(base, ''))).status, 200, address)
        }
      }
    })

    it('are found by category id and by name in both languages, with or without diacritics', async () => {
      const [first] = (await list(app, 'limit=1&locale=en')).offers
      const vi = (await list(app, 'limit=1')).offers[0]?.category.name ?? ''
      const { id, name } = first?.category ?? { id: '', name: '' }
      const plain = vi.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd')
      const totals = await Promise.all(
        [id, vi, name, plain, vi.toUpperCase(), vi.normalize('NFD')].map(
          async (spelling) => (await list(app, `category=${encodeURIComponent(spelling)}`)).total,
        ),
      )
      assert.ok((totals[0] ?? 0) > 0)
      assert.equal(new Set(totals).size, 1, totals.join())
    })

    it('are filtered by every tag', async () => {
      const { offers } = await list(app, 'limit=100')
      const tags = new Set(offers.flatMap((offer) => offer.tags))
      assert.ok(tags.size >= 5)
      for (const tag of tags) {
        const expected = offers.filter((offer) => offer.tags.includes(tag)).map(({ id }) => id)
        assert.deepEqual(await walk(app, 100, `&tag=${tag}`), expected)
      }
    })
  })
}

describe('the assortment in interface.md', () => {
  it('has the categories of the restaurant', async () => {
    const app = apps.restaurant
    const named = ['Khởi vị', 'Nướng than', 'Kho, canh, cơm', 'Tráng miệng', 'Mâm cơm', 'Đặt bàn']
    const totals: number[] = []
    for (const name of named) {
      totals.push((await list(app, `category=${encodeURIComponent(name)}`)).total)
    }
    const [dishes, sets, tables] = [totals.slice(0, 4), totals[4], totals[5] ?? 0]
    assert.equal(
      dishes.reduce((sum, count) => sum + count, 0),
      31,
    )
    assert.equal(sets, 5)
    assert.ok(tables >= 2)
  })

  it('has the categories of the spa, with the short names of the cards', async () => {
    const app = apps.spa
    for (const name of ['Chăm sóc da mặt', 'Massage body', 'Gội đầu dưỡng sinh', 'Gói kết hợp']) {
      assert.ok((await list(app, `category=${encodeURIComponent(name)}`)).total >= 4, name)
    }
    const cards = await list(app, 'category=the')
    assert.deepEqual(new Set(cards.offers.map(({ kind }) => kind)), new Set(['membership']))
    const gifts = await list(app, 'category=qua')
    assert.deepEqual(new Set(gifts.offers.map(({ kind }) => kind)), new Set(['gift_card']))
  })

  it('has set meals at five percent below the price of their dishes', async () => {
    const app = apps.restaurant
    const { offers } = await list(app, 'limit=100')
    const prices = new Map(offers.map(({ id, price }) => [id, price.amount]))
    for (const { id, price } of offers.filter(({ kind }) => kind === 'set_meal')) {
      const page = await (await app.get(`/set-meals/${id}.md`)).text()
      const dishes = [...page.matchAll(/^- \[(?:(\d+) × )?.*\]\(.*\/menu\/([a-z0-9-]+)\)/gm)]
      assert.ok(dishes.length >= 2, id)
      const apart = dishes.reduce(
        (sum, [, quantity = '1', dish = '']) =>
          sum + Number(quantity) * (prices.get(dish) ?? Number.NaN),
        0,
      )
      assert.equal(price.amount, apart * 0.95, id)
    }
  })
})

describe('searching offers', () => {
  const app = apps.restaurant
  const found = async (q: string) =>
    (await list(app, `limit=100&q=${encodeURIComponent(q)}`)).offers.map(({ name }) => name)

  it('finds words with and without diacritics, in capitals and in English', async () => {
    const names = await found('cá kho')
    assert.ok(names[0]?.includes('Cá kho'), names.join())
    for (const spelling of ['ca kho', 'CÁ KHO', 'Cá kho'.normalize('NFD')]) {
      assert.ok((await found(spelling)).includes(names[0] ?? ''), spelling)
    }
    assert.ok((await found('mam com')).some((name) => name.startsWith('Mâm')))
    assert.ok((await found('clay pot')).length > 0)
  })

  it('matches diacritics exactly if they are typed', async () => {
    const [beef, all] = [await found('bò'), await found('bo')]
    assert.ok(beef.length > 0 && beef.length < all.length, `${beef.length} of ${all.length}`)
  })

  it('tolerates a diacritic in the wrong place', async () => {
    assert.ok((await found('cà khó')).length > 0)
  })

  it('returns an empty page, not an error, if nothing matches', async () => {
    assert.deepEqual(await list(app, 'q=zzzzqqqq'), { offers: [], next_cursor: null, total: 0 })
  })
})

describe('an amount of money', () => {
  const app = apps.restaurant
  const displays = { vi: '145.000 ₫', en: '145,000 ₫' }

  async function dishOf145(locale: 'vi' | 'en'): Promise<Offer> {
    const { offers } = await list(app, `limit=100&locale=${locale}`)
    const dish = offers.find(({ price }) => price.amount === 145_000)
    assert.ok(dish)
    return dish
  }

  for (const locale of languages) {
    it(`follows the language of an API response: ${locale}`, async () => {
      const { id, price } = await dishOf145(locale)
      assert.deepEqual(price, { amount: 145_000, currency: 'VND', display: displays[locale] })
      const single = (await (await app.get(`/api/offers/${id}?locale=${locale}`)).json()) as Offer
      assert.deepEqual(single.price, price)
    })

    it(`follows the language of a page: ${locale}`, async () => {
      const { links } = await dishOf145(locale)
      const other = displays[locale === 'vi' ? 'en' : 'vi']
      for (const link of [links.html, links.markdown]) {
        const page = await (await app.get(link.replace(base, ''))).text()
        // Pages do not break before the sign.
        const text = page.replaceAll('\u00a0', ' ')
        assert.ok(text.includes(displays[locale]), link)
        assert.ok(!text.includes(other), link)
      }
    })
  }
})
