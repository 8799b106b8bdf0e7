/** The guest, two desks and the clock act on one offered place at the same time, on both databases. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
import { createWaitlistActions } from '../../src/domain/waitlist/staff.ts'
import { hour } from '../../src/kernel/time.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'
import { blockEvening, freeTable, friday, join, statusOf } from '../support/waitlist.ts'

const rounds = 12

for (const engine of enginesUnderTest('waitlist')) {
  describe(`an offered place, ${engine}`, () => {
    it('is answered once: accepted, declined, withdrawn, expired or left', async () => {
      const file = await newDatabase(engine)
      const app = await startShop('restaurant', { file, writeLimit: 100_000 })
      const actions = createWaitlistActions(
        app.store,
        createBookingContext(app.shop),
        () => app.clock.now,
      )
      // The clock of another process, for which the deadline has passed.
      const late = createWaitlistActions(
        app.store,
        createBookingContext(app.shop),
        () => app.clock.now + hour,
      )
      const blocks = await blockEvening(app)
      for (let round = 0; round < rounds; round++) {
        const phone = `0912 3${String(45_000 + round)}`
        const { status: joined, body } = await join(app, { phone })
        assert.equal(joined, 202, JSON.stringify(body))
        const code = String(body.code)
        const resource = await freeTable(app, blocks)
        const { id } = await actions.offer({ code, date: friday, time: '18:00' }, 'staff:test')
        const results = await Promise.allSettled([
          actions.accept(id, 'web'),
          actions.withdraw(id, 'staff:one'),
          actions.decline(id, 'staff:two'),
          late.expire().then((ended) => assert.equal(ended, 1)),
        ])
        const won = results.filter(({ status }) => status === 'fulfilled')
        assert.equal(won.length, 1, `round ${round}`)
        const { status, booking_code } = await statusOf(app, code)
        const isAccepted = results[0]?.status === 'fulfilled'
        assert.equal(status, isAccepted ? 'booked' : 'waiting')
        if (isAccepted) {
          const action = { code: String(booking_code), version: 1, actor: 'staff:one' }
          await app.desk.cancel({ ...action, reason: 'Thử' })
        } else await actions.remove(code, 'staff:one')
        const block = { resource, date: friday, at: 17 * 60, minutes: 300, reason: 'Tiệc' }
        blocks.set(resource, await app.desk.block({ ...block, actor: 'staff:test' }))
        assert.deepEqual(await findBrokenInvariants(app.store.read), [])
      }
    })
  })
}
