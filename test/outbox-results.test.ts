/** What happens to the result of a delivery: who may record it, and how long it is stored. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  findDeliveries,
  listDeadLetters,
  retryDelivery,
} from '../src/domain/outbox/delivery-log.ts'
import { purgeEvents } from '../src/domain/outbox/purge.ts'
import { DeliveryError } from '../src/kernel/channel.ts'
import {
  createTestChannel,
  createTestDispatcher,
  failDelivery,
  hour,
  openOutbox,
  routeTo,
  second,
} from './support/dispatchers.ts'

describe('a process that lost its claim', () => {
  for (const [name, otherFails, expected] of [
    ['a success', false, ['sent', 2, null]],
    ['a failure', true, ['waiting', 2, 'status 500']],
  ] as const) {
    it(`does not overwrite ${name} of the next one`, async () => {
      const outbox = await openOutbox()
      const held = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const slow = createTestChannel('zalo', outbox.now, async () => {
        started.resolve()
        await held.promise
        throw new DeliveryError({ reason: 'too late', final: true })
      })
      const other = createTestChannel('zalo', outbox.now, () => otherFails && failDelivery())
      const routes = routeTo(['zalo', 'a'])
      await outbox.emit('booking:1')
      const first = createTestDispatcher(outbox, [slow], routes).dispatch()
      await started.promise
      // The lease of the claim ends after 30 seconds.
      outbox.clock.now += 30 * second
      await createTestDispatcher(outbox, [other], routes).dispatch()
      const read = async () => {
        const [row] = await findDeliveries(outbox.store, 'booking:1')
        return [row?.state, row?.tries, row?.fault]
      }
      assert.deepEqual(await read(), expected)
      held.resolve()
      await first
      assert.deepEqual(await read(), expected)
      assert.equal(slow.attempts.length + other.attempts.length, 2)
    })
  }
})

describe('a process that lost its claim and finishes after staff have sent the message again', () => {
  it('does not overwrite the success', async () => {
    const outbox = await openOutbox()
    const routes = routeTo(['zalo', 'a'])
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const slow = createTestChannel('zalo', outbox.now, async () => {
      started.resolve()
      await held.promise
      failDelivery()
    })
    await outbox.emit('booking:1')
    const first = createTestDispatcher(outbox, [slow], routes).dispatch()
    await started.promise
    outbox.clock.now += 30 * second
    const rejecting = createTestChannel('zalo', outbox.now, () => {
      throw new DeliveryError({ reason: 'status 400', final: true })
    })
    await createTestDispatcher(outbox, [rejecting], routes).dispatch()
    const [letter] = await listDeadLetters(outbox.store)
    assert.ok(await retryDelivery(outbox.store, letter?.id ?? '', 'staff:1', outbox.now))
    // This attempt is the first again, like that of the process that is still busy.
    await createTestDispatcher(outbox, [createTestChannel('zalo', outbox.now)], routes).dispatch()
    held.resolve()
    await first
    const [row] = await findDeliveries(outbox.store, 'booking:1')
    assert.deepEqual([row?.state, row?.tries, row?.fault], ['sent', 1, null])
  })
})

describe('the purge of old events', () => {
  it('deletes what was sent 90 days ago, but never a dead letter', async () => {
    const outbox = await openOutbox()
    const { store, clock } = outbox
    let works = false
    const channel = createTestChannel('zalo', outbox.now, ({ title }) => {
      if (title === 'booking:lost' && !works)
        throw new DeliveryError({ reason: 'status 400', final: true })
    })
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    await outbox.emit('booking:sent')
    await outbox.emit('booking:lost')
    await dispatcher.dispatch()
    const subjects = async (table: 'outbox' | 'deliveries') => {
      await store.write((sql) => purgeEvents(sql, clock.now))
      const rows = await store.read.all<{ subject: string }>(
        `SELECT subject FROM ${table} ORDER BY id`,
      )
      return rows.map(({ subject }) => subject)
    }
    clock.now += 90 * 24 * hour
    for (const table of ['outbox', 'deliveries'] as const)
      assert.deepEqual(await subjects(table), ['booking:sent', 'booking:lost'])
    clock.now += 1
    for (const table of ['outbox', 'deliveries'] as const)
      assert.deepEqual(await subjects(table), ['booking:lost'])
    clock.now += 3650 * 24 * hour
    assert.deepEqual(await subjects('outbox'), ['booking:lost'])
    const [letter] = await listDeadLetters(store)
    assert.equal(letter?.subject, 'booking:lost')

    // Once staff have sent it again, it is purged like the others; the newest event stays.
    works = true
    assert.ok(await retryDelivery(store, letter.id, 'staff:1', outbox.now))
    await dispatcher.dispatch()
    assert.deepEqual(
      channel.accepted.map(({ message }) => message.title),
      ['booking:sent', 'booking:lost'],
    )
    clock.now += 90 * 24 * hour + 1
    assert.deepEqual(await subjects('deliveries'), [])
    assert.deepEqual(await subjects('outbox'), ['booking:lost'])
  })
})
