/** Questions of a trade: answers that staff enter, what needs attention, and the table of the previous version. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveHealthRows } from '../src/domain/booking/health-rows.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { book, massage, table } from './support/booking.ts'
import { enginesUnderTest, newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { formTo, partOf, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const bookingOf = async (app: RunningShop, code: string) => {
  const row = await app.store.read.get<{ id: string; call_first: number }>(
    'SELECT id, call_first FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  assert.ok(row)
  return row
}

const answersOf = async (app: RunningShop, id: string) =>
  (
    await app.store.read.all<{ question: string; answer: string }>(
      'SELECT question, answer FROM booking_answers WHERE booking_id = ? ORDER BY question',
      id,
    )
  ).map(({ question, answer }) => `${question} ${answer}`)

describe('a booking by phone', () => {
  it('is stored with the allergies that staff tick', async () => {
    const app = await startShop('restaurant')
    const staff = await addStaff(app, 'Hoa')
    const line = '20/11 19h 4 người Lan 0912345678'
    const { fields } = formTo(await staff.read(`/entry?line=${encodeURIComponent(line)}`), '/entry')
    assert.equal(fields['answer.allergens'], undefined, 'no box is ticked at first')
    const stored = await staff.post('/entry', { ...fields, 'answer.allergens': 'milk' })
    assert.equal(stored.status, 303)
    const [, code = ''] = /of=([\w-]+)/.exec(stored.headers.get('location') ?? '') ?? []
    const { id } = await bookingOf(app, code)
    assert.deepEqual(await answersOf(app, id), [
      'allergens ["milk"]',
      'allergy_details ["Khách nói qua điện thoại."]',
    ])
    assert.match(visibleTextOf(await staff.read(`/bookings/${code}`)), /Lưu ý sức khoẻ: Sữa/)
    const unknown = { ...fields, id: 'another', time: '12:00', 'answer.allergens': 'gold' }
    const other = await staff.post('/entry', unknown)
    const [, second = ''] = /of=([\w-]+)/.exec(other.headers.get('location') ?? '') ?? []
    assert.deepEqual(await answersOf(app, (await bookingOf(app, second)).id), [])
    await app.stop()
  })
})

for (const engine of enginesUnderTest('answers of guests')) {
  describe(`answers, ${engine}`, () => {
    const openShop = async (trade: string) =>
      startShop(trade, { file: await newDatabase(engine), writeLimit: 1_000 })

    it('that need attention are shown even if no box was ticked', async () => {
      const app = await openShop('spa')
      const staff = await addStaff(app, 'Mai')
      const { code } = (await book(app, massage)).body
      const { id } = await bookingOf(app, code)
      await app.store.write((sql) => sql.run('UPDATE bookings SET call_first = 1 WHERE id = ?', id))
      const card = partOf(await staff.read('/'), `id="b-${code.replaceAll('-', '')}"`, '</article>')
      assert.match(visibleTextOf(card), /Cần hỏi khách trước/)
      await app.stop()
    })

    it('about health are deleted before the others, together with the mark for attention', async () => {
      const app = await openShop('spa')
      const facial = { ...massage, offerId: 'cap-am-nha-dam', health: ['wound'] }
      const { id } = await bookingOf(app, (await book(app, facial)).body.code)
      await app.store.write((sql) =>
        sql.run(`INSERT INTO booking_answers VALUES (?, 'music', '["quiet"]', 0)`, id),
      )
      const read = async () => [
        (await app.store.read.get('SELECT call_first FROM bookings'))?.call_first,
        ...(await answersOf(app, id)),
      ]
      const { kept } = app.shop.business
      assert.ok(kept)
      await applyRetention(app.store, kept, () => app.clock.now)
      assert.deepEqual(await read(), [1, 'health ["wound"]', 'music ["quiet"]'])
      app.clock.now = Date.UTC(2026, 10, 28)
      await applyRetention(app.store, kept, () => app.clock.now)
      assert.deepEqual(await read(), [0, 'music ["quiet"]'])
      await eraseBy(app, massage.phone)
      assert.deepEqual(await read(), [0])
      await app.stop()
    })

    it('are stored apart, and the previous version can still read its table', async () => {
      const app = await openShop('spa')
      const { code } = (await book(app, { ...massage, health: ['wound'] })).body
      // The columns as the desk of the previous version names them.
      const row = await app.store.read.get(
        `SELECT bookings.*, name, phone, email, booking_guests.note AS note, staff_note, desk_note,
          marks, needs_attention
         FROM bookings JOIN booking_guests ON booking_guests.booking_id = bookings.id
         LEFT JOIN booking_health ON booking_health.booking_id = bookings.id`,
      )
      assert.deepEqual([row?.code, row?.marks], [code.replaceAll('-', ''), null])
      await app.stop()
    })

    it('that staff must call about are moved without an answer if no box was ticked', async () => {
      const app = await openShop('spa')
      const { code } = (await book(app, massage)).body
      const { id } = await bookingOf(app, code)
      await app.store.write((sql) => sql.run("INSERT INTO booking_health VALUES (?, '[]', 1)", id))
      await moveHealthRows(app.store)
      assert.deepEqual(await answersOf(app, id), [])
      assert.equal((await bookingOf(app, code)).call_first, 1)
      await app.stop()
    })

    for (const [trade, request, question] of [
      ['restaurant', table, 'allergens'],
      ['spa', massage, 'health'],
    ] as const) {
      it(`that the previous version stores in a ${trade} are moved`, async () => {
        const app = await openShop(trade)
        const [moved, erased] = await Promise.all(
          [request, { ...request, time: '12:00', phone: '0987 123 654' }].map(async (sent) => {
            const { id } = await bookingOf(app, (await book(app, sent)).body.code)
            await app.store.write((sql) =>
              sql.run(`INSERT INTO booking_health VALUES (?, '["wound"]', 1)`, id),
            )
            return id
          }),
        )
        assert.ok(moved && erased)
        await eraseBy(app, '0987 123 654', true)
        await moveHealthRows(app.store)
        await moveHealthRows(app.store)
        assert.deepEqual(await answersOf(app, moved), [`${question} ["wound"]`])
        assert.deepEqual(await answersOf(app, erased), [])
        const rows = await app.store.read.all(
          'SELECT call_first FROM bookings WHERE call_first = 1',
        )
        assert.equal(rows.length, 1)
        assert.deepEqual(await app.store.read.all('SELECT * FROM booking_health'), [])
        await app.stop()
      })
    }
  })
}
