/** The occasion of a visit to the restaurant: a question of the trade, from the request to the erasure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookingsCsv } from '../src/domain/booking/export.ts'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { type ExportedBooking, eraseBy, exportOf } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { formTo, partOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 1_000 }))
const hoa = openBefore(() => addStaff(app, 'Hoa'))

const pageText = async (path: string) => visibleTextOf(await (await app.get(path)).text())

async function readCsv(locale: 'vi' | 'en'): Promise<string[][]> {
  const naming = { rules: app.shop.booking, offerName: app.appHost.offerName }
  const range = { from: '2026-11-01', to: '2026-11-30' }
  const csv = await bookingsCsv(app.store.read, range, naming, locale, app.clock.now)
  return csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

describe('the occasion', () => {
  it('is accepted, returned and shown with the booking', async () => {
    const { status, body } = await book(app, { ...table, occasion: 'birthday' })
    assert.equal(status, 202)
    assert.equal(body.occasion, 'birthday')
    assert.equal((await app.json(`/api/booking/${body.code}`)).occasion, 'birthday')
    assert.match(await pageText(`/booking/${body.code}`), /Dịp Sinh nhật/)
    assert.match(await pageText(`/en/booking/${body.code}`), /Occasion Birthday/)
    const card = partOf(
      await hoa.read('/'),
      `id="b-${body.code.replaceAll('-', '')}"`,
      '</article>',
    )
    assert.match(visibleTextOf(card), /Dịp: Sinh nhật/)
    assert.doesNotMatch(card, /health-warning/)
    assert.match(visibleTextOf(await hoa.read(`/bookings/${body.code}`)), /Dịp: Sinh nhật/)
    assert.match(visibleTextOf(await hoa.read('/day?date=2026-11-20')), /Dịp: Sinh nhật/)
  })

  it('is optional, and one of four', async () => {
    const { body } = await book(app, { ...table, time: '12:00' })
    assert.ok(!('occasion' in body))
    assert.ok(!('occasion' in (await app.json(`/api/booking/${body.code}`))))
    assert.doesNotMatch(await pageText(`/booking/${body.code}`), /Dịp/)
    const wrong = await book(app, { ...table, time: '12:00', occasion: 'wedding' })
    assert.equal(wrong.status, 422)
    assert.deepEqual(
      wrong.body.fields.map(({ name, code }) => [name, code]),
      [['occasion', 'not_one_of']],
    )
  })

  it('is an argument of the tool, and read back', async () => {
    const { consent: _, ...request } = { ...table, date: '2026-11-21', party_size: 2 }
    const args = { ...request, locale: 'en', consent: true }
    const tool = 'request_reservation'
    const { code, read_back } = await expectToolResult<{ code: string; read_back: string }>(
      app,
      tool,
      { ...args, occasion: 'anniversary' },
    )
    assert.match(read_back, /; no allergies reported; occasion: Anniversary/)
    assert.equal((await app.json(`/api/booking/${code}`)).occasion, 'anniversary')
    const plain = await expectToolResult<{ read_back: string }>(app, tool, {
      ...{ ...args, time: '12:00' },
    })
    assert.doesNotMatch(plain.read_back, /occasion/)
    const error = await expectToolError(app, tool, { ...args, occasion: 'wedding' })
    assert.deepEqual([error.who, error.field], ['model', 'occasion'])
  })

  it('is found in the note of a quick entry, which stays complete', async () => {
    const cases: [typed: string, found: string][] = [
      ['bánh sinh nhật, nến số 30', 'birthday'],
      ['ky niem ngay cuoi', 'anniversary'],
      ['tiếp khách', 'business'],
      ['gần cửa sổ', ''],
    ]
    for (const [note, found] of cases) {
      const line = `22/11 19h 2 người chị Hoa 0912345678, ${note}`
      const page = await hoa.read(`/entry?line=${encodeURIComponent(line)}`)
      const { fields } = formTo(page, '/entry')
      assert.deepEqual([fields['answer.occasion'], fields.note], [found, note])
    }
    const line = '22/11 19h 2 người chị Hoa 0912345678 sinh nhật'
    const page = await hoa.read(`/entry?line=${encodeURIComponent(line)}`)
    assert.match(visibleTextOf(partOf(page, 'parsed-entry', '</dl>')), /Dịp Sinh nhật/)
    const { fields } = formTo(page, '/entry')
    for (const [change, expected] of [
      [{}, 'birthday'],
      [{ id: 'second', time: '12:00', 'answer.occasion': 'other' }, 'other'],
      [{ id: 'third', time: '13:00', 'answer.occasion': '' }, undefined],
    ] as const) {
      const stored = await hoa.post('/entry', { ...fields, ...change })
      const [, code = ''] = /of=([\w-]+)/.exec(stored.headers.get('location') ?? '') ?? []
      assert.equal((await app.json(`/api/booking/${code}`)).occasion, expected)
    }
  })

  it('is the last column of the exported table', async () => {
    const [head, ...lines] = await readCsv('en')
    assert.equal(head?.at(-1), 'Occasion')
    const occasions = lines.map((line) => line.at(-1)).filter((text) => text !== '')
    assert.deepEqual(occasions.sort(), ['Anniversary', 'Another occasion', 'Birthday', 'Birthday'])
    assert.equal((await readCsv('vi'))[0]?.at(-1), 'Dịp')
  })

  it('is exported and erased with the data of the guest', async () => {
    const phone = '0987 123 654'
    const sent = { ...table, phone, date: '2026-11-24', occasion: 'business', allergens: ['milk'] }
    const { code } = (await book(app, sent, { 'idempotency-key': 'occasion-0001' })).body
    const [exported] = (await exportOf(app, phone)).bookings as ExportedBooking[]
    assert.deepEqual(exported?.answers, { allergens: ['milk'], occasion: ['business'] })
    const { counts } = await eraseBy(app, phone, true)
    assert.equal(counts.marks, 1)
    assert.ok(!('occasion' in (await app.json(`/api/booking/${code}`))))
    const rows = await app.store.read.all(
      `SELECT * FROM booking_answers WHERE answer LIKE '%business%' OR answer LIKE '%milk%'`,
    )
    assert.deepEqual(rows, [])
    const stored = await app.store.read.all("SELECT * FROM answers WHERE body LIKE '%business%'")
    assert.deepEqual(stored, [])
  })
})
