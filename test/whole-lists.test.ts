/** Whole lists in one call, and searches that say what they found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolResult } from './support/assistant.ts'
import { samples } from './support/samples.ts'
import { openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

type Table = { columns: string[]; rows: (string | number)[][] }
type Listed = {
  summary: string
  table?: Table
  dishes?: { id: string; spice: number; allergens: string[] }[]
  total: number
  next_cursor: string | null
  nearest?: true
  note?: string
}
type Offer = { id: string; kind: string; name: string; price: { amount: number } }

const offersOf = async (app: RunningShop, query = '') =>
  (await app.json(`/api/offers?limit=100&${query}`)) as { offers: Offer[]; disclaimer?: string }

/** The rows of a table, or the details of few items, as records. */
const rowsOf = ({ table, dishes }: Listed): Record<string, unknown>[] =>
  table
    ? table.rows.map((row) => Object.fromEntries(table.columns.map((name, at) => [name, row[at]])))
    : (dishes ?? [])

for (const trade of trades) {
  const app = apps[trade]
  const { tool, kinds } = samples[trade].filters

  describe(`${tool} of the ${trade}`, () => {
    it('returns everything in one call, with the names and prices of the API', async () => {
      const result = await expectToolResult<Listed>(app, tool)
      const { offers } = await offersOf(app)
      const expected = offers.filter(({ kind }) => kinds.includes(kind))
      assert.equal(result.next_cursor, null)
      assert.equal(result.total, expected.length)
      assert.deepEqual(
        rowsOf(result).map(({ id, name, price_vnd }) => [id, name, price_vnd]),
        expected.map(({ id, name, price }) => [id, name, price.amount]),
      )
    })

    it('limits the price, and still returns pages', async () => {
      const { offers } = await offersOf(app)
      const prices = offers
        .filter(({ kind }) => kinds.includes(kind))
        .map((one) => one.price.amount)
      const max = prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)] ?? 0
      const cheap = await expectToolResult<Listed>(app, tool, { max_price: max })
      assert.equal(cheap.total, prices.filter((price) => price <= max).length)
      const first = await expectToolResult<Listed>(app, tool, { limit: 7 })
      assert.equal(rowsOf(first).length, 7)
      const next = await expectToolResult<Listed>(app, tool, {
        limit: 7,
        cursor: first.next_cursor,
      })
      assert.equal(new Set([...rowsOf(first), ...rowsOf(next)].map(({ id }) => id)).size, 14)
    })
  })

  describe(`search_content of the ${trade}`, () => {
    it('finds the address, parking and opening hours', async () => {
      for (const query of ['parking', 'chỗ để xe', 'cho de xe', 'directions', 'opening hours']) {
        const { results } = await expectToolResult<{ results: { url: string; kind: string }[] }>(
          app,
          'search_content',
          { query },
        )
        // A prepared answer about the same may come first.
        const found = results.slice(0, 2).map(({ url }) => url)
        assert.ok(
          found.some((url) => url.endsWith('/contact')),
          `${query}: ${found}`,
        )
      }
    })

    it('shows the sentence that answers, and how to reach the shop', async () => {
      type Found = { results: { url: string; excerpt: string }[] }
      const excerptsOf = async (query: string, locale: string) => {
        const { results } = await expectToolResult<Found>(app, 'search_content', { query, locale })
        return results.filter(({ url }) => url.endsWith('/contact')).map(({ excerpt }) => excerpt)
      }
      for (const [query, locale, excerpt] of [
        ['parking', 'en', /^Motorbikes/],
        ['chỗ đỗ xe', 'vi', /^Xe máy/],
        ['cho do xe', 'vi', /^Xe máy/],
        ['phone number', 'en', /\+84 \d/],
        ['số điện thoại', 'vi', /\+84 \d|0\d/],
        ['zalo', 'vi', /zalo\.me/],
      ] as const) {
        const found = await excerptsOf(query, locale)
        assert.ok(
          found.some((one) => excerpt.test(one)),
          `${query}: ${JSON.stringify(found)}`,
        )
      }
    })

    it('says that nothing contains all the words', async () => {
      const found = await expectToolResult<{ summary: string; nearest?: true }>(
        app,
        'search_content',
        { query: 'zzqqxx parking', locale: 'en' },
      )
      assert.equal(found.nearest, true)
      assert.match(
        found.summary,
        /^Nothing contains all of these words\. The page with most of them: /,
      )
    })
  })
}

describe('get_menu', () => {
  const app = apps.restaurant
  const search = (query: string, more: object = {}) =>
    expectToolResult<Listed>(app, 'get_menu', { query, limit: 100, locale: 'en', ...more })

  it('reads a negation as a filter', async () => {
    const all = await expectToolResult<Listed>(app, 'get_menu', { max_spice: 0 })
    for (const query of ['không cay', 'khong cay', 'Not spicy', 'no chili', 'không ăn được cay']) {
      const found = await search(query)
      assert.equal(found.total, all.total, query)
      assert.ok(rowsOf(found).every(({ spice }) => spice === 0))
      assert.match(String(found.note), /max_spice 0/)
    }
    const mild = rowsOf(await search('không quá cay'))
    assert.ok(mild.some(({ spice }) => spice === 1) && mild.every(({ spice }) => Number(spice) < 2))
  })

  it('excludes allergens that the words negate, by their names and what they cover', async () => {
    for (const [query, allergen] of [
      ['no peanuts', 'peanuts'],
      ['without peanut', 'peanuts'],
      ['không lạc', 'peanuts'],
      ['dị ứng tôm', 'crustaceans'],
      ['allergic to eggs', 'eggs'],
    ] as const) {
      const found = await search(query)
      assert.ok(found.total > 0 && found.total < 31, query)
      for (const { allergens } of rowsOf(found)) assert.ok(!String(allergens).includes(allergen))
    }
    const both = await search('no peanuts and not spicy', { exclude_allergens: ['fish'] })
    for (const { allergens, spice } of rowsOf(both)) {
      assert.equal(spice, 0)
      assert.doesNotMatch(String(allergens), /peanuts|fish/)
    }
  })

  it('combines a negation with words, and an explicit argument wins', async () => {
    const found = rowsOf(await search('cá không cay'))
    assert.ok(found.length > 0 && found.every(({ spice }) => spice === 0))
    const spicy = rowsOf(await search('không cay', { max_spice: 3 }))
    assert.equal(spicy.length, 31)
  })

  it('says what it cannot exclude, and reads a question as a question', async () => {
    const { note, total } = await search('không hành lá')
    assert.match(String(note), /“hành lá” cannot be filtered/)
    assert.equal(total, 31)
    const question = await search('có cá kho không?')
    assert.equal(question.note, undefined)
  })

  it('says that no dish has the name, and marks the nearest', async () => {
    const pho = await search('pho')
    assert.equal(pho.nearest, true)
    assert.match(pho.summary, /^No dish has that name\. Nearest, by description: /)
    const fish = await search('cá kho')
    assert.equal(fish.nearest, undefined)
    assert.match(fish.summary, /^(1 dish|\d+ dishes): /)
    const none = await search('xyzzyqq')
    assert.equal(none.summary, 'No dish matches.')
  })
})

describe('GET /api/offers', () => {
  it('reads a negation as a filter', async () => {
    const app = apps.restaurant
    const ids = ({ offers }: { offers: Offer[] }) => offers.map(({ id }) => id)
    const expected = ids(await offersOf(app, 'max_spice=0'))
    assert.ok(expected.length > 0)
    assert.deepEqual(ids(await offersOf(app, `q=${encodeURIComponent('không cay')}`)), expected)
    const { disclaimer } = await offersOf(app, 'q=no%20peanuts')
    assert.match(String(disclaimer), /dùng chung/)
  })
})

describe('list_offerings of the spa', () => {
  it('names no amount twice', async () => {
    for (const locale of ['vi', 'en']) {
      const args = { category: 'qua', locale }
      const { summary } = await expectToolResult<Listed>(apps.spa, 'list_offerings', args)
      const { markdown } = await expectToolResult<{ markdown: string }>(
        apps.spa,
        'get_pricing',
        args,
      )
      const amount = locale === 'vi' ? '500.000 ₫' : '500,000 ₫'
      assert.equal(summary.split(amount).length, 2, summary)
      const line = markdown.split('\n').find((one) => one.includes(` ${amount}`))
      assert.equal(line?.split(amount).length, 2, line)
    }
  })
})
