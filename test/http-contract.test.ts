/** Promises of the HTTP API that hold for every write and every trade: dry runs, languages and headers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book } from './support/booking.ts'
import { samples } from './support/samples.ts'
import { languages, openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 100 }))

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }

for (const trade of trades) {
  const app = apps[trade]
  const { request, orders } = samples[trade]

  describe(`writes of the ${trade}`, () => {
    it('promise no call and contain no link in a dry run', async () => {
      const { body } = await book(app, request)
      const change = { kind: 'cancel', phone_last4: '5678', consent: '1' }
      const writes: [path: string, body: object][] = [
        ['/api/booking', request],
        [`/api/booking/${body.code}/change`, change],
        ['/api/lead', guest],
        ...orders.map((order): [string, object] => ['/api/order', { ...guest, ...order }]),
      ]
      for (const [path, fields] of writes) {
        for (const locale of languages) {
          const response = await app.post(`${path}?dry_run=1&locale=${locale}`, fields)
          const text = await response.text()
          assert.ok(response.status < 300, `${path} ${text}`)
          assert.equal(response.headers.get('location'), null)
          assert.doesNotMatch(text, /https?:|status_url|\.ics/, path)
          const { next_step, test } = JSON.parse(text) as { next_step: string; test: boolean }
          assert.equal(test, true)
          assert.match(next_step, /sẽ không có ai liên hệ|no one will be in touch/)
        }
      }
    })

    it('reject an unknown language: 422 in the body, 400 in the query', async () => {
      for (const locale of ['fr', 'VI', '', 5]) {
        const response = await app.post('/api/lead', { ...guest, locale })
        assert.equal(response.status, 422, String(locale))
        const { fields } = (await response.json()) as { fields: { name: string }[] }
        assert.deepEqual(
          fields.map(({ name }) => name),
          ['locale'],
        )
      }
      const inQuery = await app.post('/api/lead?locale=fr', guest)
      assert.equal(inQuery.status, 400)
      const { fields } = (await inQuery.json()) as { fields: { name: string }[] }
      assert.deepEqual(
        fields.map(({ name }) => name),
        ['locale'],
      )
    })
  })
}
