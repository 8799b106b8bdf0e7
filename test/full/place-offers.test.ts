/** The guest, two desks and the clock act on the offers of one request at the same time, on both databases. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { answerOffers } from '../../src/domain/booking/place-offer/answers.ts'
import { createStaffActions } from '../../src/domain/booking/staff-actions.ts'
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
import { day } from '../../src/kernel/time.ts'
import { book, table } from '../support/booking.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'

const rounds = 12
const actor = 'staff:one'

for (const engine of enginesUnderTest('place offers')) {
  describe(`the offers of a request, ${engine}`, () => {
    it('are answered once: accepted, declined, withdrawn, expired or ended by a confirmation', async () => {
      const file = await newDatabase(engine)
      const app = await startShop('restaurant', { file, writeLimit: 100_000 })
      const context = createBookingContext(app.shop)
      // The clock of another process, for which the deadline has passed.
      const late = createStaffActions(app.store, context, () => app.clock.now + day)
      const date = '2026-11-20'
      const targets = ['20:00', '20:30'].map((time) => ({ date, time }))
      for (let round = 0; round < rounds; round++) {
        const phone = `0912 3${String(45_000 + round)}`
        const { body } = await book(app, { ...table, phone, date, party_size: 2 })
        const { code } = body
        await app.desk.offer({ code, version: 1, actor, targets })
        const row = await app.store.read.get<{ id: string; version: number }>(
          'SELECT id, version FROM bookings WHERE code = ?',
          code.replaceAll('-', ''),
        )
        assert.ok(row)
        const { id: bookingId, version } = row
        const [first, second] = await app.store.read.all<{ id: string }>(
          'SELECT id FROM place_offers WHERE owner = ? ORDER BY starts_at',
          `booking:${bookingId}`,
        )
        assert.ok(first && second)
        const answer = (given: { answer: 'accept' | 'decline'; offerId: string }) =>
          app.store.write((sql) =>
            answerOffers(sql, context, { bookingId, ...given }, 'web', app.clock.now),
          )
        const contenders = [
          () => answer({ answer: 'accept', offerId: first.id }),
          () => answer({ answer: 'decline', offerId: '' }),
          () => app.desk.acceptOffer({ code, version, actor, offerId: second.id }),
          () => app.desk.withdrawOffers({ code, version, actor: 'staff:two' }),
          () => app.desk.confirm({ code, version, actor: 'staff:two' }),
          () => late.expireOffers().then((ended) => assert.equal(ended, 1)),
        ]
        // Each of them is the first to start in some rounds.
        const inOrder = contenders.map((_, index) => (index + round) % contenders.length)
        const results = await Promise.allSettled(inOrder.map((index) => contenders[index]?.()))
        const winners = inOrder.filter((_, index) => results[index]?.status === 'fulfilled')
        assert.equal(winners.length, 1, `round ${round}: ${winners}`)
        const [winner = -1] = winners
        const booking = await app.json(`/api/booking/${code}`)
        const expected: Record<number, [string, string]> = {
          0: ['confirmed', '20:00'],
          2: ['confirmed', '20:30'],
          4: ['confirmed', '18:30'],
        }
        const [status, time] = expected[winner] ?? ['pending', '18:30']
        assert.deepEqual([booking.status, String(booking.starts_at).slice(11, 16)], [status, time])
        const held = await app.store.read.all("SELECT cell FROM cells WHERE holder LIKE 'offer:%'")
        assert.deepEqual(held, [])
        assert.deepEqual(await findBrokenInvariants(app.store.read), [])
        const now = await app.store.read.get<{ version: number }>(
          'SELECT version FROM bookings WHERE id = ?',
          bookingId,
        )
        await app.desk.cancel({ code, version: now?.version ?? 0, actor, reason: 'Thử' })
      }
    })
  })
}
