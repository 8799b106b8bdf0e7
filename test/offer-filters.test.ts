/** The filters of GET /api/offers are those of get_menu and list_services, with the same results. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolResult, listAllPages } from './support/assistant.ts'
import type { Sample } from './support/samples/sample.ts'
import { samples } from './support/samples.ts'
import { base, openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

type Offer = { id: string; kind: string; price: { amount: number } }
type OfferPage = { offers: Offer[]; next_cursor: string | null; total: number; disclaimer?: string }
type InvalidParameters = { type: string; fields: { name: string; code: string; message: string }[] }

async function list(app: RunningShop, query: string): Promise<OfferPage> {
  const response = await app.get(`/api/offers?limit=100&${query}`)
  assert.equal(response.status, 200, `${query}: ${await response.clone().text()}`)
  return (await response.json()) as OfferPage
}

async function rejection(app: RunningShop, query: string): Promise<InvalidParameters> {
  const response = await app.get(`/api/offers?${query}&locale=en`)
  assert.equal(response.status, 400, query)
  const problem = (await response.json()) as InvalidParameters
  assert.equal(problem.type, `${base}/problems/invalid-parameter`)
  return problem
}

const toQuery = (filters: Sample['filters']['cases'][number]) =>
  new URLSearchParams(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

for (const trade of trades) {
  describe(`the filters of the ${trade}'s offers`, () => {
    const app = apps[trade]
    const { tool: name, list: listName, kinds, cases, invalid } = samples[trade].filters

    it('give the same offers as the tool', async () => {
      const all = (await list(app, '')).offers.filter(({ kind }) => kinds.includes(kind))
      for (const filters of cases) {
        const { offers, total } = await list(app, toQuery(filters))
        assert.equal(offers.length, total)
        const ids = offers.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
        const items = await listAllPages<{ id: string }>(app, name, listName, filters)
        assert.deepEqual(
          ids,
          items.map(({ id }) => id),
          JSON.stringify(filters),
        )
        assert.ok(ids.length > 0 && ids.length < all.length, JSON.stringify(filters))
      }
    })

    it('combine with category, tag and words', async () => {
      const [filters = {}] = cases
      const { offers } = await list(app, toQuery(filters))
      const searched = await list(app, `${toQuery(filters)}&q=la`)
      assert.ok(searched.total > 0 && searched.total < offers.length)
      const ids = new Set(offers.map(({ id }) => id))
      for (const { id } of searched.offers) assert.ok(ids.has(id), id)
    })

    it('reject an unknown value or filter and list the known ones', async () => {
      for (const [query, message] of invalid) {
        const { fields } = await rejection(app, query)
        assert.deepEqual(
          fields.map((field) => field.name),
          [query.split('=')[0]],
        )
        assert.match(fields[0]?.message ?? '', message)
      }
    })

    it('belong to the cursor', async () => {
      const [filters = {}, others = {}] = cases
      const first = await app.json(`/api/offers?limit=1&${toQuery(filters)}`)
      const cursor = `cursor=${first.next_cursor}`
      const next = (await list(app, `${toQuery(filters)}&${cursor}`)) as OfferPage
      assert.equal(next.offers.length, next.total - 1)
      for (const query of ['', toQuery(others), `${toQuery(filters)}&max_price=100000000`]) {
        const { fields } = await rejection(app, `${query}&${cursor}`)
        assert.equal(fields[0]?.name, 'cursor', query)
      }
      const unfiltered = await app.json('/api/offers?limit=1')
      await rejection(app, `${toQuery(filters)}&cursor=${unfiltered.next_cursor}`)
    })

    it('are parameters in the OpenAPI description, with their values', async () => {
      const { paths } = (await app.json('/openapi.json')) as {
        paths: Record<string, { get: { parameters: { name?: string; explode?: boolean }[] } }>
      }
      const parameters = paths['/api/offers']?.get.parameters ?? []
      const names = new Set(cases.flatMap((filters) => Object.keys(filters)))
      for (const one of names)
        assert.ok(
          parameters.some((parameter) => parameter.name === one),
          one,
        )
      const lists = parameters.filter(({ explode }) => explode === false)
      assert.deepEqual(
        lists.map((parameter) => parameter.name),
        trade === 'restaurant' ? ['exclude_allergens'] : [],
      )
    })

    it('give a response that caches may keep', async () => {
      const [filters = {}] = cases
      const response = await app.get(`/api/offers?${toQuery(filters)}`)
      const plain = await app.get('/api/offers')
      assert.equal(response.headers.get('cache-control'), plain.headers.get('cache-control'))
      assert.ok(response.headers.get('etag'))
    })
  })
}

describe('exclude_allergens', () => {
  const app = apps.restaurant

  it('states the shared kitchen and never says safe', async () => {
    const menu = await app.json('/api/offers?exclude_allergens=fish,eggs&locale=en')
    assert.match(String(menu.disclaimer), /shares/)
    assert.doesNotMatch(JSON.stringify(menu), /\bsafe\b/i)
    assert.match(String((await list(app, 'exclude_allergens=fish')).disclaimer), /dùng chung/)
    assert.equal((await list(app, 'diet=vegan')).disclaimer, undefined)
    assert.equal((await list(app, '')).disclaimer, undefined)
  })

  it('has the same meaning in any order and with spaces', async () => {
    const first = await app.json('/api/offers?limit=1&exclude_allergens=fish,eggs')
    const query = `exclude_allergens=${encodeURIComponent('eggs, fish')}`
    const rest = await list(app, `${query}&cursor=${first.next_cursor}`)
    assert.equal(rest.offers.length, Number(first.total) - 1)
  })

  it('leaves out a set meal if one of its dishes has the allergen, and every table', async () => {
    const { offers } = await list(app, 'exclude_allergens=fish')
    const ids = new Set(offers.map(({ id }) => id))
    type SetMeals = { sets: { id: string; allergens: string[] }[] }
    const { sets } = await expectToolResult<SetMeals>(app, 'get_set_menus')
    for (const { id, allergens } of sets) assert.equal(ids.has(id), !allergens.includes('fish'), id)
    assert.ok(sets.some(({ id }) => ids.has(id)) && sets.some(({ id }) => !ids.has(id)))
    assert.ok(offers.every(({ kind }) => kind !== 'table'))
  })
})
