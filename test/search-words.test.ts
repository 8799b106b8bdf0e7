/** What guests search for in their own words: forms of words, synonyms, both languages. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { expectToolResult } from './support/assistant.ts'
import { copyOf } from './support/content-errors.ts'
import { openForEachTrade, type RunningShop, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))

type Faqs = { summary: string; faqs: { question: string }[]; nearest?: true; total: number }

const ask = (app: RunningShop, query: string) =>
  expectToolResult<Faqs>(app, 'list_faqs', { query, locale: 'en' })

for (const trade of trades) {
  describe(`list_faqs of the ${trade}`, () => {
    it('answers about parking in the words of both languages', async () => {
      const park = apps[trade].shop.faqs.faqs.find(({ question }) => /park/i.test(question.en))
      assert.ok(park)
      for (const query of [
        'parking',
        'car parking',
        'park',
        'Where can I park my car?',
        'is there a car park',
        'gửi xe',
        'gui xe o dau',
        'có chỗ đỗ xe không?',
        'chỗ đậu xe',
      ]) {
        const { faqs, nearest } = await ask(apps[trade], query)
        assert.equal(faqs[0]?.question, park.question.en, query)
        assert.equal(nearest, undefined, query)
      }
    })

    it('does not offer an answer whose words are only spelled alike', async () => {
      for (const query of ['karaoke', 'helicopter landing']) {
        const { faqs, summary } = await ask(apps[trade], query)
        assert.deepEqual(faqs, [], query)
        assert.match(summary, /no prepared answer/)
      }
    })
  })
}

describe('a word for pregnancy', () => {
  it('finds the answers, pages and services that use another one', async () => {
    for (const query of ['bầu', 'bà bầu', 'mang bau', 'pregnancy', 'mang thai']) {
      const { faqs, nearest } = await ask(apps.spa, query)
      assert.match(JSON.stringify(faqs), /pregnan/i, query)
      assert.equal(nearest, undefined)
      const found = await expectToolResult<{ results: object[] }>(apps.salon, 'search_content', {
        query,
      })
      assert.ok(found.results.length > 0, query)
    }
  })
})

describe('GET /api/offers', () => {
  it('finds offers by synonyms and by other forms of a word', async () => {
    const ids = async (app: RunningShop, q: string) => {
      const query = new URLSearchParams({ q, limit: '100' })
      const { offers } = (await app.json(`/api/offers?${query}`)) as { offers: { id: string }[] }
      return offers.map(({ id }) => id)
    }
    assert.ok((await ids(apps.spa, 'mát xa')).includes('massage-da-am'))
    assert.ok((await ids(apps.spa, 'massages')).includes('massage-da-am'))
    assert.ok((await ids(apps.salon, 'hớt tóc')).includes('cat-nam'))
    assert.ok((await ids(apps.salon, 'hair dye')).includes('nhuom-mot-mau-dai'))
    assert.deepEqual(await ids(apps.salon, 'zzqqxx'), [])
  })
})

describe('synonyms.yaml', () => {
  it('adds words of the shop to the search', async () => {
    const folder = copyOf('salon')
    const query = 'bakery treatment'
    const before = await startShop('salon', { shop: findTrade('salon').open(folder) })
    assert.equal((await ask(before, query)).total, 0)
    writeFileSync(join(folder, 'synonyms.yaml'), `groups:\n  - [${query}, gửi xe]\n`)
    const after = await startShop('salon', { shop: findTrade('salon').open(folder) })
    assert.match(String((await ask(after, query)).faqs[0]?.question), /park/)
  })
})
