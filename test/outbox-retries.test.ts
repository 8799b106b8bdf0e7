/** When news that was not delivered is tried again, and when no longer; days pass here, so on SQLite alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deadLetters, deliveriesOf, sendAgain } from '../src/domain/outbox/delivery-log.ts'
import { NotDelivered } from '../src/kernel/channel.ts'
import {
  down,
  hour,
  listen,
  minute,
  openBook,
  pass,
  second,
  send,
  states,
  to,
} from './support/dispatchers.ts'

/** Seconds after the beginning at which a subject was tried. */
function triedAt(ear: ReturnType<typeof listen>, subject: string, begin: number): number[] {
  return ear.tries
    .filter(({ message }) => message.title === subject)
    .map(({ at }) => (at - begin) / second)
}

describe('what is not delivered', () => {
  it('is tried again with growing pauses, and the oldest of a place every 45 seconds', async () => {
    const book = await openBook()
    const begin = book.clock.now
    const ear = listen('zalo', book.now, down)
    await book.happen('booking:oldest')
    await book.happen('booking:next')
    const courier = send(book, [ear], to(['zalo', 'a']))
    await courier.tellNews()
    await pass(book, courier, 2 * hour, second)
    assert.deepEqual(triedAt(ear, 'booking:next', begin), [0, 5, 25, 85, 265, 865, 2665, 6265])
    const oldest = triedAt(ear, 'booking:oldest', begin)
    assert.deepEqual(oldest.slice(0, 5), [0, 5, 25, 70, 115])
    assert.equal(oldest.length, 3 + Math.floor((7200 - 25) / 45))
    assert.equal(new Set(ear.tries.map(({ message }) => message.id)).size, 2)
    const [row] = await deliveriesOf(book.store, 'booking:next')
    assert.deepEqual([row?.state, row?.tries, row?.fault], ['waiting', 8, 'answered 500'])
  })

  it('is asked again as often though it hangs before it fails', async () => {
    const book = await openBook()
    const ear = listen('webhook', book.now, () => {
      book.clock.now += 10 * second
      down()
    })
    await book.happen('booking:1')
    await pass(book, send(book, [ear], to(['webhook', 'a'])), hour)
    const pauses = ear.tries.map(({ at }, place) => at - (ear.tries[place - 1]?.at ?? at))
    assert.deepEqual(new Set(pauses.slice(4)), new Set([45 * second]))
  })

  it('is not tried before the other side said, whatever else happens there', async () => {
    const book = await openBook()
    const begin = book.clock.now
    const ear = listen('zalo', book.now, ({ title }) => {
      if (title !== 'booking:busy' || book.clock.now >= begin + 90 * second) return
      throw new NotDelivered({ reason: 'answered 429', retryAfterMilliseconds: 90 * second })
    })
    const courier = send(book, [ear], to(['zalo', 'a']))
    await book.happen('booking:busy')
    await courier.tellNews()
    await pass(book, courier, 30 * second)
    await book.happen('booking:other')
    await pass(book, courier, 5 * minute)
    assert.deepEqual(triedAt(ear, 'booking:busy', begin), [0, 90])
    assert.deepEqual(triedAt(ear, 'booking:other', begin), [30.5])
  })

  it('a short wish of the other side does not shorten the pause', async () => {
    const book = await openBook()
    const begin = book.clock.now
    const ear = listen('zalo', book.now, () => {
      throw new NotDelivered({ reason: 'answered 503', retryAfterMilliseconds: second })
    })
    const courier = send(book, [ear], to(['zalo', 'a']))
    await book.happen('booking:1')
    await courier.tellNews()
    await pass(book, courier, 30 * second)
    assert.deepEqual(triedAt(ear, 'booking:1', begin), [0, 5, 25])
  })

  it('is dead after a day, and sent again when staff say so, for another day', async () => {
    const book = await openBook()
    const begin = book.clock.now
    let works = false
    const ear = listen('zalo', book.now, () => works || down())
    const courier = send(book, [ear], to(['zalo', 'a']))
    await book.happen('booking:1')
    await book.happen('booking:2')
    await courier.tellNews()
    await pass(book, courier, 24 * hour - 20 * second, 20 * second)
    assert.deepEqual(await deadLetters(book.store), [])
    await pass(book, courier, minute, 20 * second)
    const [newer, letter] = await deadLetters(book.store)
    assert.ok(letter)
    assert.equal(newer?.subject, 'booking:2')
    assert.deepEqual(
      [letter.kind, letter.subject, letter.channel, letter.target, letter.fault],
      ['booking.requested', 'booking:1', 'zalo', 'a', 'answered 500'],
    )
    const tries = ear.tries.length
    assert.ok(Math.abs((ear.tries.at(-1)?.at ?? 0) - begin - 24 * hour) <= 40 * second)
    await pass(book, courier, 10 * minute, 20 * second)
    assert.equal(ear.tries.length, tries)

    assert.equal(await sendAgain(book.store, letter.id, 'mai', book.now), true)
    assert.equal(await sendAgain(book.store, letter.id, 'mai', book.now), false)
    await courier.tellNews()
    await pass(book, courier, 2 * hour, 20 * second)
    assert.deepEqual(await states(book), ['waiting', 'dead'])
    works = true
    await pass(book, courier, minute)
    assert.deepEqual(await states(book), ['sent', 'dead'])
    assert.deepEqual(
      ear.taken.map(({ message }) => message.id),
      [letter.id],
    )
    const audit = await book.store.read.get('SELECT actor, action, subject, facts FROM audit')
    assert.deepEqual(
      { ...audit },
      { actor: 'mai', action: 'sent_again', subject: 'booking:1', facts: '{"channel":"zalo"}' },
    )
  })

  it('ends as what it is', async () => {
    const refuse = (refusal: ConstructorParameters<typeof NotDelivered>[0]) => () => {
      throw new NotDelivered(refusal)
    }
    const gone = refuse({ reason: 'answered 410', final: true, gone: true })
    const cases: [channel: string, answer: () => void, state: string, fault: string | null][] = [
      ['webhook', refuse({ reason: 'answered 400', final: true }), 'dead', 'answered 400'],
      ['webhook', gone, 'dead', 'answered 410'],
      ['push', gone, 'dropped', 'answered 410'],
      ['webhook', () => {}, 'sent', null],
      [
        'webhook',
        () => {
          throw new TypeError('0912345678 is not a function')
        },
        'waiting',
        'unexpected TypeError',
      ],
      ['fax', () => {}, 'dead', 'channel is not set up'],
    ]
    for (const [channel, answer, state, fault] of cases) {
      const book = await openBook()
      const forgotten: string[] = []
      await book.happen('booking:1')
      const channels = ['webhook', 'push'].map((name) => listen(name, book.now, answer))
      const courier = send(book, channels, to([channel, 'a']), {
        async onGone({ channel, target }) {
          if (channel !== 'push') return false
          forgotten.push(target)
          return true
        },
      })
      await courier.tellNews()
      const [row] = await deliveriesOf(book.store, 'booking:1')
      assert.deepEqual([row?.state, row?.fault], [state, fault], `${channel} ${state}`)
      assert.deepEqual(forgotten, state === 'dropped' ? ['a'] : [])
    }
  })

  it('after an outage everything is delivered within a minute', async () => {
    const book = await openBook()
    let works = false
    const ear = listen('webhook', book.now, () => works || down())
    const courier = send(book, [ear], to(['webhook', 'a'], ['webhook', 'b']))
    for (let place = 0; place < 120; place++) {
      await book.happen(`booking:${place % 60}`)
      await pass(book, courier, 3 * minute, 30 * second)
    }
    assert.equal(ear.taken.length, 0)
    works = true
    const recovery = book.clock.now
    while ((await states(book)).includes('waiting')) await pass(book, courier, second)
    assert.ok(book.clock.now - recovery <= minute, `${(book.clock.now - recovery) / second} s`)
    assert.equal(ear.taken.length, 240)
  })

  it('is tried as soon as something else is delivered there', async () => {
    const book = await openBook()
    let works = false
    const ear = listen('webhook', book.now, () => works || down())
    const courier = send(book, [ear], to(['webhook', 'a']))
    for (const name of ['1', '2', '3']) await book.happen(`booking:${name}`)
    await courier.tellNews()
    await pass(book, courier, hour)
    const last = ear.tries.at(-1)?.at ?? 0
    await pass(book, courier, last + 60 * second - book.clock.now)
    const probed = ear.tries.at(-1)?.at ?? 0
    assert.equal(probed, last + 45 * second)
    works = true
    await pass(book, courier, second)
    assert.equal(ear.taken.length, 0)
    await book.happen('booking:4')
    await pass(book, courier, 500)
    assert.deepEqual(ear.taken.map(({ message }) => message.title).toSorted(), [
      'booking:1',
      'booking:2',
      'booking:3',
      'booking:4',
    ])
  })

  it('before its time is not tried, whatever else is delivered there', async () => {
    const book = await openBook()
    const begin = book.clock.now
    const ear = listen('guest-mail', book.now)
    const courier = send(book, [ear], ({ subject }) => [
      { channel: 'guest-mail', target: 'guest', ...(subject === 'booking:0' && { delay: minute }) },
    ])
    for (let place = 0; place < 9; place++) {
      await book.happen(`booking:${place}`)
      await pass(book, courier, 10 * second)
    }
    assert.deepEqual(triedAt(ear, 'booking:0', begin), [60])
    assert.equal(ear.taken.length, 9)
  })

  it('that fails for itself alone is not tried at every success of its place', async () => {
    const book = await openBook()
    const ear = listen('guest-mail', book.now, ({ title }) => {
      if (title === 'booking:odd') down()
    })
    const courier = send(book, [ear], to(['guest-mail', 'guest']))
    await book.happen('booking:odd')
    for (let place = 0; place < 120; place++) {
      await book.happen(`booking:${place}`)
      await pass(book, courier, second)
    }
    assert.equal(ear.taken.length, 120)
    assert.ok(ear.tries.length - 120 <= 12, String(ear.tries.length))
  })
})
