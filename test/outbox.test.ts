/** News on its way out of the house: to each place once and in order, whoever hangs, is slow or dies. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createEmailChannel } from '../src/channels/email.ts'
import { createWebhookChannel, makeWebhookSecret } from '../src/channels/webhook.ts'
import { createComposer } from '../src/domain/messages/composer.ts'
import { routesFor } from '../src/domain/messages/routes.ts'
import { channelHealth, deliveriesOf } from '../src/domain/outbox/delivery-log.ts'
import { createCourier } from '../src/domain/outbox/dispatcher.ts'
import { spreadNews } from '../src/domain/outbox/fan-out.ts'
import { announceTest } from '../src/domain/outbox/test-message.ts'
import { book, table } from './support/booking.ts'
import {
  down,
  listen,
  minute,
  openBook,
  pass,
  second,
  send,
  states,
  to,
} from './support/dispatchers.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { base, secret, startShop } from './support/shop.ts'

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
    const mail = createEmailChannel({ url: mailbox.url, from, patience: 3_000 })
    const courier = send(
      book,
      [mail, { ...mail, name: 'guest-mail' }],
      to(['email', 'chi.lan@sen.example'], ['guest-mail', 'lan@example.com']),
      { patience: 4_000 },
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
      const { createCourier } = await import(${url('../src/domain/outbox/dispatcher.ts')})
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
