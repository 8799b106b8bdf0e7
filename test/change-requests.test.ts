/** Change requests of guests that must be rejected: who may send them, to which days, and until when. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { book, rowCounts, table } from './support/booking.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let app: RunningShop
before(async () => {
  app = await runShop('restaurant', { writeLimit: 100_000 })
})
after(() => app.stop())

type Answer = { status: number; codes: string[] }

async function change(code: string, fields: object): Promise<Answer> {
  const body = { kind: 'cancel', phone_last4: '5678', consent: '1', ...fields }
  const response = await app.post(`/api/booking/${code}/change`, body)
  const { fields: errors = [] } = (await response.json()) as {
    fields?: { name: string; code: string }[]
  }
  return { status: response.status, codes: errors.map(({ name, code }) => `${name} ${code}`) }
}

async function request(date: string): Promise<string> {
  const { status, body } = await book(app, { ...table, date })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

describe('a change request', () => {
  it('needs the last four digits of the phone number, not four others of it', async () => {
    const code = await request('2026-11-20')
    // The number of the booking is +84 912 345 678.
    for (const digits of ['8491', '9123', '3456', '4567', '0912']) {
      assert.equal((await change(code, { phone_last4: digits })).status, 404, digits)
    }
    assert.equal((await change(code, { phone_last4: '5678' })).status, 202)
  })

  it('is rejected for a day that staff have just closed in another process', async () => {
    const code = await request('2026-11-21')
    const move = { kind: 'move', date: '2026-11-24', time: '18:30' }
    await app.store.write((sql) =>
      sql.run(
        'INSERT INTO closed_days (date, reason_vi, reason_en, created_at) VALUES (?, ?, ?, ?)',
        ...['2026-11-24', 'Bão', 'A storm', app.clock.now],
      ),
    )
    const stored = await rowCounts(app)
    assert.deepEqual(await change(code, move), { status: 422, codes: ['date not_open'] })
    assert.deepEqual(await rowCounts(app), stored)
    assert.equal((await change(code, { ...move, date: '2026-11-25' })).status, 202)
  })

  it('is accepted until the booking starts, and not from then on', async () => {
    const start = Date.parse('2026-11-27T18:30:00+07:00')
    const codes = [await request('2026-11-27'), await request('2026-11-27')]
    for (const code of codes) await app.desk.confirm({ code, version: 1, actor: 'staff:1' })
    const [first = '', second = ''] = codes
    app.clock.now = start - 1
    assert.equal((await change(first, {})).status, 202)
    app.clock.now = start
    for (const fields of [
      {},
      { kind: 'smaller_party', party_size: 2 },
      { kind: 'move', date: '2026-11-28', time: '18:30' },
    ]) {
      assert.deepEqual(await change(second, fields), { status: 422, codes: ['code not_open'] })
    }
  })
})
