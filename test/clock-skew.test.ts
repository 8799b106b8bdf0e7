/** A clock that was wrong for a while: no one is locked out, and nothing waits for a date in the future. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correctFutureRows } from '../src/domain/integrity/future-rows.ts'
import { day, hour, minute } from '../src/kernel/time.ts'
import { book, table } from './support/booking.ts'
import { startShop } from './support/shop.ts'
import { goodPassword, openStaffAccess } from './support/staff.ts'

const skews = { 'an hour': hour, 'a day': day, '400 days': 400 * day }
const dateAfter = (index: number) => ({ ...table, date: `2026-11-${20 + index}` })

for (const [name, skew] of Object.entries(skews)) {
  describe(`a clock that was ${name} ahead`, () => {
    it('does not count for the write limit after it was corrected', async () => {
      const shop = await startShop('restaurant', { writeLimit: 2 })
      const { now } = shop.clock
      shop.clock.now = now + skew
      const call = async (name: string) =>
        (await shop.post('/api/lead', { name, phone: '0912345678', consent: '1' })).status
      for (const name of ['Lan', 'Hà']) assert.equal(await call(name), 201)
      assert.equal(await call('Mai'), 429)
      shop.clock.now = now
      assert.equal((await book(shop, dateAfter(0))).status, 202)
      assert.equal((await book(shop, dateAfter(1))).status, 202)
      const rejected = await book(shop, dateAfter(2))
      assert.equal(rejected.status, 429)
      assert.ok(Number(rejected.response.headers.get('retry-after')) <= 3600)
      await shop.stop()
    })

    it('does not lock staff out after it was corrected', async () => {
      const { staffAccess, clock } = await openStaffAccess()
      const from = { client: 'c', device: 'd', name: 'Cô Ba' }
      const { now } = clock
      clock.now = now + skew
      for (const _ of [1, 2, 3, 4, 5, 6]) {
        await assert.rejects(staffAccess.signInByPassword({ ...from, password: 'wrong' }))
      }
      clock.now = now
      const { member } = await staffAccess.signInByPassword({ ...from, password: goodPassword })
      assert.equal(member.name, 'Cô Ba')
    })

    it('leaves a stored response valid for 24 hours', async () => {
      const shop = await startShop('restaurant')
      const { now } = shop.clock
      const headers = { 'idempotency-key': 'from-the-future-1' }
      const body = { name: 'Lan', phone: '0912345678', consent: '1' }
      shop.clock.now = now + skew
      const first = await (await shop.post('/api/lead', body, headers)).json()
      shop.clock.now = now
      await correctFutureRows(shop.store, now)
      for (const [later, isReplayed] of [
        [0, true],
        [23 * hour, true],
        [day + minute, false],
      ] as const) {
        shop.clock.now = now + later
        const again = await shop.post('/api/lead', body, headers)
        assert.equal(again.headers.get('idempotent-replayed') === 'true', isReplayed, `${later}`)
        if (isReplayed) assert.deepEqual(await again.json(), first)
      }
      await shop.stop()
    })

    it('neither prolongs a session nor delays a delivery', async () => {
      const { staffAccess, store, clock } = await openStaffAccess()
      const { now } = clock
      clock.now = now + skew
      const from = { client: 'c', device: 'd', name: 'Cô Ba' }
      const { token } = await staffAccess.signInByPassword({ ...from, password: goodPassword })
      await store.write((sql) =>
        sql.run(
          `INSERT INTO deliveries (id, news_id, channel, target, subject, state, tries, due_at, claimed_until,
             created_at, updated_at) VALUES ('1', '1', 'email', 'a', 'booking:1', 'waiting', 1, ?, ?, ?, ?)`,
          ...[clock.now + hour, clock.now + 30_000, clock.now, clock.now],
        ),
      )
      clock.now = now
      await correctFutureRows(store, now)
      const row = await store.read.get<Record<string, number>>('SELECT * FROM deliveries')
      for (const column of ['due_at', 'claimed_until', 'created_at', 'updated_at']) {
        assert.ok((row?.[column] ?? 0) <= now + hour + 2 * minute, column)
      }
      clock.now = now + 30 * day - minute
      assert.ok(await staffAccess.authenticate(token))
      clock.now += 30 * day + hour + 3 * minute
      assert.equal(await staffAccess.authenticate(token), undefined)
    })
  })
}

it('rows of a process whose clock is a minute ahead count as usual', async () => {
  const shop = await startShop('restaurant', { writeLimit: 1 })
  shop.clock.now += minute
  assert.equal((await book(shop, dateAfter(0))).status, 202)
  shop.clock.now -= minute
  assert.equal(await correctFutureRows(shop.store, shop.clock.now), 0)
  assert.equal((await book(shop, dateAfter(1))).status, 429)
  await shop.stop()
})

it('a form that was opened far in the future is not accepted', async () => {
  const shop = await startShop('restaurant')
  const { now } = shop.clock
  shop.clock.now = now + 400 * day
  const page = await (await shop.get('/contact/call-back')).text()
  const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  assert.notEqual(token, '')
  shop.clock.now = now
  const response = await shop.get('/api/lead', {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Lan',
      phone: '0912345678',
      consent: '1',
      form_token: token,
    }),
  })
  assert.equal(response.status, 403)
  await shop.stop()
})
