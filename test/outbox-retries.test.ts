/** When failed deliveries are retried and when they are given up; simulates days, so only on SQLite. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  findDeliveries,
  listDeadLetters,
  retryDelivery,
} from '../src/domain/outbox/delivery-log.ts'
import { DeliveryError } from '../src/kernel/channel.ts'
import {
  advanceClock,
  createTestChannel,
  createTestDispatcher,
  deliveryStates,
  failDelivery,
  hour,
  minute,
  openOutbox,
  routeTo,
  second,
} from './support/dispatchers.ts'

/** Seconds after the start at which deliveries with this subject were attempted. */
function triedAt(
  channel: ReturnType<typeof createTestChannel>,
  subject: string,
  begin: number,
): number[] {
  return channel.attempts
    .filter(({ message }) => message.title === subject)
    .map(({ at }) => (at - begin) / second)
}

describe('a failed delivery', () => {
  it('is retried with growing delays, and the oldest of a destination every 45 seconds', async () => {
    const outbox = await openOutbox()
    const begin = outbox.clock.now
    const channel = createTestChannel('zalo', outbox.now, failDelivery)
    await outbox.emit('booking:oldest')
    await outbox.emit('booking:next')
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, 2 * hour, second)
    assert.deepEqual(triedAt(channel, 'booking:next', begin), [0, 5, 25, 85, 265, 865, 2665, 6265])
    const oldest = triedAt(channel, 'booking:oldest', begin)
    assert.deepEqual(oldest.slice(0, 5), [0, 5, 25, 70, 115])
    assert.equal(oldest.length, 3 + Math.floor((7200 - 25) / 45))
    assert.equal(new Set(channel.attempts.map(({ message }) => message.id)).size, 2)
    const [row] = await findDeliveries(outbox.store, 'booking:next')
    assert.deepEqual([row?.state, row?.tries, row?.fault], ['waiting', 8, 'status 500'])
  })

  it('is retried as often if it hangs before it fails', async () => {
    const outbox = await openOutbox()
    const channel = createTestChannel('webhook', outbox.now, () => {
      outbox.clock.now += 10 * second
      failDelivery()
    })
    await outbox.emit('booking:1')
    await advanceClock(
      outbox,
      createTestDispatcher(outbox, [channel], routeTo(['webhook', 'a'])),
      hour,
    )
    const pauses = channel.attempts.map(
      ({ at }, index) => at - (channel.attempts[index - 1]?.at ?? at),
    )
    assert.deepEqual(new Set(pauses.slice(4)), new Set([45 * second]))
  })

  it('is not retried before the Retry-After time, regardless of other deliveries to the destination', async () => {
    const outbox = await openOutbox()
    const begin = outbox.clock.now
    const channel = createTestChannel('zalo', outbox.now, ({ title }) => {
      if (title !== 'booking:busy' || outbox.clock.now >= begin + 90 * second) return
      throw new DeliveryError({ reason: 'status 429', retryAfterMs: 90 * second })
    })
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    await outbox.emit('booking:busy')
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, 30 * second)
    await outbox.emit('booking:other')
    await advanceClock(outbox, dispatcher, 5 * minute)
    assert.deepEqual(triedAt(channel, 'booking:busy', begin), [0, 90])
    assert.deepEqual(triedAt(channel, 'booking:other', begin), [30.5])
  })

  it('is not retried earlier because of a short Retry-After', async () => {
    const outbox = await openOutbox()
    const begin = outbox.clock.now
    const channel = createTestChannel('zalo', outbox.now, () => {
      throw new DeliveryError({ reason: 'status 503', retryAfterMs: second })
    })
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    await outbox.emit('booking:1')
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, 30 * second)
    assert.deepEqual(triedAt(channel, 'booking:1', begin), [0, 5, 25])
  })

  it('is given up after a day, and retried for another day when staff resend it', async () => {
    const outbox = await openOutbox()
    const begin = outbox.clock.now
    let works = false
    const channel = createTestChannel('zalo', outbox.now, () => works || failDelivery())
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    await outbox.emit('booking:1')
    await outbox.emit('booking:2')
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, 24 * hour - 20 * second, 20 * second)
    assert.deepEqual(await listDeadLetters(outbox.store), [])
    await advanceClock(outbox, dispatcher, minute, 20 * second)
    const [newer, deadLetter] = await listDeadLetters(outbox.store)
    assert.ok(deadLetter)
    assert.equal(newer?.subject, 'booking:2')
    assert.deepEqual(
      [
        deadLetter.kind,
        deadLetter.subject,
        deadLetter.channel,
        deadLetter.target,
        deadLetter.fault,
      ],
      ['booking.requested', 'booking:1', 'zalo', 'a', 'status 500'],
    )
    const tries = channel.attempts.length
    assert.ok(Math.abs((channel.attempts.at(-1)?.at ?? 0) - begin - 24 * hour) <= 40 * second)
    await advanceClock(outbox, dispatcher, 10 * minute, 20 * second)
    assert.equal(channel.attempts.length, tries)

    assert.equal(await retryDelivery(outbox.store, deadLetter.id, 'mai', outbox.now), true)
    assert.equal(await retryDelivery(outbox.store, deadLetter.id, 'mai', outbox.now), false)
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, 2 * hour, 20 * second)
    assert.deepEqual(await deliveryStates(outbox), ['waiting', 'dead'])
    works = true
    await advanceClock(outbox, dispatcher, minute)
    assert.deepEqual(await deliveryStates(outbox), ['sent', 'dead'])
    assert.deepEqual(
      channel.accepted.map(({ message }) => message.id),
      [deadLetter.id],
    )
    const audit = await outbox.store.read.get('SELECT actor, action, subject, facts FROM audit')
    assert.deepEqual(
      { ...audit },
      { actor: 'mai', action: 'sent_again', subject: 'booking:1', facts: '{"channel":"zalo"}' },
    )
  })

  it('ends with the state that matches its error', async () => {
    const failWith = (failure: ConstructorParameters<typeof DeliveryError>[0]) => () => {
      throw new DeliveryError(failure)
    }
    const gone = failWith({ reason: 'status 410', final: true, gone: true })
    const cases: [channel: string, answer: () => void, state: string, fault: string | null][] = [
      ['webhook', failWith({ reason: 'status 400', final: true }), 'dead', 'status 400'],
      ['webhook', gone, 'dead', 'status 410'],
      ['push', gone, 'dropped', 'status 410'],
      ['webhook', () => {}, 'sent', null],
      [
        'webhook',
        () => {
          throw new TypeError('0912345678 is not a function')
        },
        'waiting',
        'unexpected TypeError',
      ],
      ['fax', () => {}, 'dead', 'channel is not configured'],
    ]
    for (const [channel, onSend, state, error] of cases) {
      const outbox = await openOutbox()
      const removedTargets: string[] = []
      await outbox.emit('booking:1')
      const channels = [
        createTestChannel('webhook', outbox.now, onSend),
        {
          ...createTestChannel('push', outbox.now, onSend),
          async removeTarget(target: string) {
            removedTargets.push(target)
          },
        },
      ]
      const dispatcher = createTestDispatcher(outbox, channels, routeTo([channel, 'a']))
      await dispatcher.dispatch()
      const [row] = await findDeliveries(outbox.store, 'booking:1')
      assert.deepEqual([row?.state, row?.fault], [state, error], `${channel} ${state}`)
      assert.deepEqual(removedTargets, state === 'dropped' ? ['a'] : [])
    }
  })

  it('is delivered within a minute after an outage', async () => {
    const outbox = await openOutbox()
    let works = false
    const channel = createTestChannel('webhook', outbox.now, () => works || failDelivery())
    const dispatcher = createTestDispatcher(
      outbox,
      [channel],
      routeTo(['webhook', 'a'], ['webhook', 'b']),
    )
    for (let index = 0; index < 120; index++) {
      await outbox.emit(`booking:${index % 60}`)
      await advanceClock(outbox, dispatcher, 3 * minute, 30 * second)
    }
    assert.equal(channel.accepted.length, 0)
    works = true
    const recovery = outbox.clock.now
    while ((await deliveryStates(outbox)).includes('waiting'))
      await advanceClock(outbox, dispatcher, second)
    assert.ok(outbox.clock.now - recovery <= minute, `${(outbox.clock.now - recovery) / second} s`)
    assert.equal(channel.accepted.length, 240)
  })

  it('is retried as soon as another delivery to its destination succeeds', async () => {
    const outbox = await openOutbox()
    let works = false
    const channel = createTestChannel('webhook', outbox.now, () => works || failDelivery())
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['webhook', 'a']))
    for (const name of ['1', '2', '3']) await outbox.emit(`booking:${name}`)
    await dispatcher.dispatch()
    await advanceClock(outbox, dispatcher, hour)
    const last = channel.attempts.at(-1)?.at ?? 0
    await advanceClock(outbox, dispatcher, last + 60 * second - outbox.clock.now)
    const probed = channel.attempts.at(-1)?.at ?? 0
    assert.equal(probed, last + 45 * second)
    works = true
    await advanceClock(outbox, dispatcher, second)
    assert.equal(channel.accepted.length, 0)
    await outbox.emit('booking:4')
    await advanceClock(outbox, dispatcher, 500)
    assert.deepEqual(channel.accepted.map(({ message }) => message.title).toSorted(), [
      'booking:1',
      'booking:2',
      'booking:3',
      'booking:4',
    ])
  })

  it('is not retried before its time by other deliveries to its destination', async () => {
    const outbox = await openOutbox()
    const begin = outbox.clock.now
    const channel = createTestChannel('guest-mail', outbox.now)
    const dispatcher = createTestDispatcher(outbox, [channel], ({ subject }) => [
      {
        channel: 'guest-mail',
        target: 'guest',
        ...(subject === 'booking:0' && { delayMs: minute }),
      },
    ])
    for (let index = 0; index < 9; index++) {
      await outbox.emit(`booking:${index}`)
      await advanceClock(outbox, dispatcher, 10 * second)
    }
    assert.deepEqual(triedAt(channel, 'booking:0', begin), [60])
    assert.equal(channel.accepted.length, 9)
  })

  it('is not retried at every success of its destination if only this delivery fails', async () => {
    const outbox = await openOutbox()
    const channel = createTestChannel('guest-mail', outbox.now, ({ title }) => {
      if (title === 'booking:odd') failDelivery()
    })
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['guest-mail', 'guest']))
    await outbox.emit('booking:odd')
    for (let index = 0; index < 120; index++) {
      await outbox.emit(`booking:${index}`)
      await advanceClock(outbox, dispatcher, second)
    }
    assert.equal(channel.accepted.length, 120)
    assert.ok(channel.attempts.length - 120 <= 12, String(channel.attempts.length))
  })
})
