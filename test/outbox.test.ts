import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createEmailChannel } from '../src/channels/email.ts'
import { createWebhookChannel, makeWebhookSecret } from '../src/channels/webhook.ts'
import { createComposer } from '../src/domain/messages/composer.ts'
import { routesFor } from '../src/domain/messages/routes.ts'
import { createCourier } from '../src/domain/outbox/courier.ts'
import { channelHealth, deadLetters, deliveriesOf, sendAgain } from '../src/domain/outbox/ledger.ts'
import { spreadNews } from '../src/domain/outbox/spread.ts'
import { announceTest } from '../src/domain/outbox/test-message.ts'
import { NotDelivered } from '../src/kernel/channel.ts'
import { book, table } from './support/booking.ts'
import { type Book, listen, openBook, send, to } from './support/couriers.ts'
import { onlyOnSqlite } from './support/database.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { base, secret, startShop } from './support/shop.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const down = () => {
  throw new NotDelivered({ reason: 'answered 500' })
}

/** Lets time pass in steps, with a turn of the courier at each. */
async function pass(
  { clock }: Book,
  courier: { tellNews(): Promise<void> },
  milliseconds: number,
  step = 500,
): Promise<void> {
  const end = clock.now + milliseconds
  while (clock.now < end) {
    clock.now += step
    await courier.tellNews()
  }
}

/** Seconds after the beginning at which a subject was tried. */
function triedAt(ear: ReturnType<typeof listen>, subject: string, begin: number): number[] {
  return ear.tries
    .filter(({ message }) => message.title === subject)
    .map(({ at }) => (at - begin) / second)
}

async function states(book: Book): Promise<string[]> {
  const rows = await book.store.read.all<{ state: string }>(
    'SELECT state FROM deliveries ORDER BY id',
  )
  return rows.map(({ state }) => state)
}

describe('news', () => {
  it('is spread once, however many processes spread it', async () => {
    const book = await openBook()
    const other = await book.again()
    const names = Array.from({ length: 250 }, (_, place) => `booking:${place}`)
    for (const name of names) await book.happen(name)
    const routes = to(['zalo', 'a'], ['zalo', 'b'])
    const [mine, theirs] = await Promise.all([
      spreadNews(book.store, routes, book.now),
      spreadNews(other, routes, book.now),
    ])
    const spread = [...mine, ...theirs].map(({ subject }) => subject)
    assert.deepEqual(spread.toSorted(), names.toSorted())
    assert.equal((await states(book)).length, 500)
    assert.deepEqual(await spreadNews(book.store, routes, book.now), [])
  })

  it('is told of once, to whoever logs it, and goes nowhere without a route', async () => {
    const book = await openBook()
    const told: string[] = []
    const parts = { ...book, channels: [], routes: () => [], compose: async () => undefined }
    const courier = createCourier({ ...parts, onNews: ({ kind }) => told.push(kind) })
    await book.happen('booking:1')
    await Promise.all([courier.tellNews(), courier.tellNews()])
    await courier.tellNews()
    assert.deepEqual(told, ['booking.requested'])
    assert.deepEqual(await states(book), [])
  })

  it('that cannot be spread keeps back nothing that is on its way', async () => {
    const book = await openBook()
    const ear = listen('zalo', book.now)
    await book.happen('booking:1')
    await spreadNews(book.store, to(['zalo', 'a']), book.now)
    await book.happen('booking:2')
    const courier = send(book, [ear], () => {
      throw new Error('no routes')
    })
    await assert.rejects(courier.tellNews(), /no routes/)
    assert.equal(ear.taken.length, 1)
  })

  it('reaches each place once, though two processes deliver', async () => {
    const book = await openBook()
    const other = await book.again()
    const ear = listen('zalo', book.now, () => new Promise((resolve) => setTimeout(resolve, 5)))
    for (let place = 0; place < 40; place++) await book.happen(`booking:${place}`)
    const routes = to(['zalo', 'a'])
    const couriers = [book.store, other].map((store) => send({ ...book, store }, [ear], routes))
    for (let turn = 0; turn < 4; turn++) {
      await Promise.all(couriers.map((courier) => courier.tellNews()))
    }
    const ids = ear.taken.map(({ message }) => message.id)
    assert.equal(ids.length, 40)
    assert.equal(new Set(ids).size, 40)
  })

  it('of one booking arrives in order at each place, and waits for no other booking', async () => {
    const book = await openBook()
    let refusals = 3
    const ear = listen('zalo', book.now, ({ title, text }, target) => {
      const first = title === 'booking:1' && text === 'booking.requested'
      if (first && target === 'a' && refusals-- > 0) down()
    })
    const courier = send(book, [ear], to(['zalo', 'a'], ['zalo', 'b']))
    await book.happen('booking:1', 'booking.requested')
    await courier.tellNews()
    await book.happen('booking:1', 'booking.confirmed')
    await book.happen('booking:2', 'booking.requested')
    await book.happen('booking:1', 'booking.moved')
    await courier.tellNews()
    const heard = (target: string) =>
      ear.taken
        .filter((one) => one.target === target)
        .map(({ message }) => `${message.title} ${message.text}`)
    const inOrder = ['requested', 'confirmed', 'moved'].map(
      (action) => `booking:1 booking.${action}`,
    )
    assert.deepEqual(heard('a'), ['booking:2 booking.requested'])
    assert.deepEqual(
      heard('b').filter((text) => text.startsWith('booking:1')),
      inOrder,
    )
    await pass(book, courier, 2 * minute)
    assert.deepEqual(heard('a'), ['booking:2 booking.requested', ...inOrder])
  })
})

describe('what is not delivered', onlyOnSqlite(), () => {
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

describe('a channel that hangs', () => {
  it('delays neither another channel nor another place of its own', async () => {
    const book = await openBook()
    const { promise, resolve } = Promise.withResolvers<void>()
    const webhook = listen('webhook', book.now, (_message, target) => target === 'hangs' && promise)
    const mail = listen('email', book.now)
    const courier = send(
      book,
      [webhook, mail],
      to(['webhook', 'hangs'], ['webhook', 'well'], ['email', 'a@shop.example']),
    )
    await book.happen('booking:1')
    const first = courier.tellNews()
    while (mail.taken.length < 1 || webhook.taken.length < 1) await new Promise(setImmediate)
    await book.happen('booking:2')
    await book.happen('booking:1', 'booking.confirmed')
    await courier.tellNews()
    assert.equal(mail.taken.length, 3)
    assert.deepEqual(
      webhook.taken.map(({ target }) => target),
      ['well', 'well', 'well'],
    )
    assert.equal(webhook.tries.filter(({ target }) => target === 'hangs').length, 1)
    resolve()
    await first
    assert.equal(webhook.taken.filter(({ target }) => target === 'hangs').length, 3)
  })
})

describe('a channel that never ends', () => {
  it('counts as a failure, and its place is served again', async () => {
    const book = await openBook()
    const ear = listen('webhook', book.now, () => new Promise(() => {}))
    const courier = send(book, [ear], to(['webhook', 'a']), { patience: 20 })
    await book.happen('booking:1')
    await courier.tellNews()
    const [row] = await deliveriesOf(book.store, 'booking:1')
    assert.deepEqual([row?.state, row?.fault], ['waiting', 'no answer in time'])
    await pass(book, courier, 5 * second)
    assert.equal(ear.tries.length, 2)
  })
})

describe('a mail server that is slow', () => {
  it('gets each mail once, however many wait', async () => {
    const book = await openBook()
    const mailbox = await openMailbox()
    mailbox.react({ milliseconds: 350 })
    const from = 'Sen <desk@sen.example>'
    const mail = createEmailChannel({ url: mailbox.url, from, patience: 500 })
    const courier = send(
      book,
      [mail, { ...mail, name: 'guest-mail' }],
      to(['email', 'chi.lan@sen.example'], ['guest-mail', 'lan@example.com']),
      { patience: 1000 },
    )
    for (let place = 0; place < 16; place++) await book.happen(`booking:${place}`)
    await courier.tellNews()
    while ((await states(book)).includes('waiting')) await pass(book, courier, 5 * second)
    assert.equal(mailbox.mails.length, 32)
    assert.equal(mailbox.overlapping, 0)
    await mail.close()
  })
})

describe('a process that dies between sending and recording', () => {
  it('leaves a delivery that is sent again once its claim has lapsed, with the same id', async () => {
    const book = await openBook()
    const receiver = await openReceiver()
    await book.happen('booking:1')
    const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      const { openStore } = await import(${url('../src/store/open.ts')})
      const { createCourier } = await import(${url('../src/domain/outbox/courier.ts')})
      const now = () => ${book.clock.now}
      const store = await openStore(${JSON.stringify(book.file)}, now)
      const channel = {
        name: 'webhook',
        async send({ id }, target) {
          await fetch(target, { method: 'POST', body: JSON.stringify({ id }) })
          process.kill(process.pid, 'SIGKILL')
        },
      }
      const compose = async ({ id }) => ({ id, kind: 'x', at: 0, title: '', text: '', facts: {} })
      const routes = () => [{ channel: 'webhook', target: ${JSON.stringify(receiver.url)} }]
      await createCourier({ store, now, channels: [channel], compose, routes }).tellNews()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'inherit',
    })
    const [, signal] = await once(child, 'exit')
    assert.equal(signal, 'SIGKILL')
    const { id } = (await receiver.next()).json()

    const ear = listen('webhook', book.now)
    const courier = send(book, [ear], to(['webhook', receiver.url]))
    await pass(book, courier, 29 * second)
    assert.equal(ear.tries.length, 0)
    await pass(book, courier, 2 * second)
    assert.deepEqual(
      ear.taken.map(({ message }) => message.id),
      [id],
    )
  })
})

describe('staff see', () => {
  it('how each place does, and what became of a test', async () => {
    const book = await openBook()
    let works = true
    const zalo = listen('zalo', book.now, () => works || down())
    const settings = {
      staffMail: ['desk@shop.example'],
      webhooks: [],
      zaloChats: ['chat-1', 'chat-2'],
      telegramChats: [],
      guestMail: true,
      pushSubscriptions: async () => [],
    }
    const courier = send(book, [zalo, listen('email', book.now)], routesFor(settings))
    const subject = await announceTest(
      book.store,
      { channel: 'zalo', target: 'chat-2' },
      'mai',
      book.now,
    )
    await courier.tellNews()
    assert.deepEqual(
      (await deliveriesOf(book.store, subject)).map(({ kind, channel, target, state }) => [
        kind,
        channel,
        target,
        state,
      ]),
      [['test', 'zalo', 'chat-2', 'sent']],
    )
    const success = book.clock.now
    works = false
    await announceTest(book.store, { channel: 'zalo' }, 'mai', book.now)
    book.clock.now += minute
    const failure = book.clock.now
    await courier.tellNews()
    const fault = { at: failure, reason: 'answered 500' }
    assert.deepEqual(await channelHealth(book.store), [
      {
        channel: 'zalo',
        target: 'chat-1',
        lastSuccess: null,
        lastFault: fault,
        waiting: 1,
        dead: 0,
      },
      {
        channel: 'zalo',
        target: 'chat-2',
        lastSuccess: success,
        lastFault: fault,
        waiting: 1,
        dead: 0,
      },
    ])
  })
})

describe('from a request to the last letter', () => {
  it('webhook and mail arrive, and what was undone in time is never mailed', async () => {
    const app = await startShop('restaurant', { writeLimit: 100 })
    const [program, mailbox] = [await openReceiver(), await openMailbox()]
    const now = () => app.clock.now
    const mail = createEmailChannel({ url: mailbox.url, from: 'Khói Lam <desk@khoilam.example>' })
    const courier = createCourier({
      store: app.store,
      now,
      channels: [
        createWebhookChannel({ secret: makeWebhookSecret(), now, allowPrivate: true }),
        { ...mail, name: 'guest-mail' },
      ],
      ...createComposer({
        store: app.store,
        business: app.shop.business,
        rules: app.shop.booking,
        bookingForm: app.shop.bookingForm,
        offerName: (id) => ({ vi: id, en: id }),
        base,
        deskUrl: 'https://desk.example',
        secret,
        now,
      }),
      routes: routesFor({
        staffMail: [],
        webhooks: [program.url],
        zaloChats: [],
        telegramChats: [],
        guestMail: true,
        pushSubscriptions: async () => [],
      }),
    })
    const { code } = (await book(app, { ...table, email: 'lan@example.com' })).body
    await courier.tellNews()
    const request = await mailbox.nextMail()
    assert.deepEqual(request.to, ['lan@example.com'])
    assert.match(request.subject, /đang chờ/)
    assert.match(request.parts[1]?.text ?? '', /STATUS:TENTATIVE/)
    assert.equal((await program.next()).json().type, 'booking.requested')

    const act = (version: number) => ({ code, version, actor: 'mai' })
    await app.desk.confirm(act(1))
    app.clock.now += 10 * second
    await courier.tellNews()
    await app.desk.undo(act(2))
    app.clock.now += 40 * second
    await courier.tellNews()
    assert.equal(mailbox.mails.length, 1)

    await app.desk.confirm(act(3))
    await courier.tellNews()
    assert.equal(mailbox.mails.length, 1)
    app.clock.now += 15 * second
    await courier.tellNews()
    assert.match((await mailbox.nextMail()).subject, /đã xác nhận/)
    await app.desk.undo(act(4))
    app.clock.now += 15 * second
    await courier.tellNews()
    assert.match((await mailbox.nextMail()).subject, /lại đang chờ/)

    const row = await app.store.read.get<{ id: string }>('SELECT id FROM bookings')
    const told = await deliveriesOf(app.store, `booking:${row?.id}`)
    assert.deepEqual(
      told
        .filter(({ channel }) => channel === 'guest-mail')
        .map(({ kind, state }) => [kind, state]),
      [
        ['booking.requested', 'sent'],
        ['booking.confirmed', 'dropped'],
        ['booking.reopened', 'dropped'],
        ['booking.confirmed', 'sent'],
        ['booking.reopened', 'sent'],
      ],
    )
    assert.deepEqual(
      program.received.map((one) => one.json().type),
      ['requested', 'confirmed', 'reopened', 'confirmed', 'reopened'].map(
        (one) => `booking.${one}`,
      ),
    )
    await mail.close()
  })
})
