/** The outbox delivers events once and in order, even if channels hang or are slow, or processes die. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { guestMail } from '../src/channels/email.ts'
import { createMailServer } from '../src/channels/mail-server.ts'
import { generateWebhookSecret, webhook } from '../src/channels/webhook.ts'
import { createComposer } from '../src/domain/messages/composer.ts'
import { createRoutes } from '../src/domain/messages/routes.ts'
import type { DeliveryChannel } from '../src/domain/outbox/deliver.ts'
import { findDeliveries, loadChannelHealth } from '../src/domain/outbox/delivery-log.ts'
import { createDispatcher } from '../src/domain/outbox/dispatcher.ts'
import { fanOut } from '../src/domain/outbox/fan-out.ts'
import { enqueueTestEvent } from '../src/domain/outbox/test-message.ts'
import { book, table } from './support/booking.ts'
import { allChannels, openChannel, openTestChannels } from './support/channels.ts'
import {
  advanceClock,
  createTestChannel,
  createTestDispatcher,
  deliveryStates,
  failDelivery,
  minute,
  openOutbox,
  routeTo,
  second,
} from './support/dispatchers.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { base, secret, startShop } from './support/shop.ts'

describe('an event', () => {
  it('is routed once, with any number of processes', async () => {
    const outbox = await openOutbox()
    const other = await outbox.reopen()
    const names = Array.from({ length: 250 }, (_, index) => `booking:${index}`)
    for (const name of names) await outbox.emit(name)
    const routes = routeTo(['zalo', 'a'], ['zalo', 'b'])
    const [mine, theirs] = await Promise.all([
      fanOut(outbox.store, routes, outbox.now),
      fanOut(other, routes, outbox.now),
    ])
    const fannedOut = [...mine, ...theirs].map(({ subject }) => subject)
    assert.deepEqual(fannedOut.toSorted(), names.toSorted())
    assert.equal((await deliveryStates(outbox)).length, 500)
    assert.deepEqual(await fanOut(outbox.store, routes, outbox.now), [])
  })

  it('is delivered after the events that were committed before it, even if its clock is behind', async () => {
    const outbox = await openOutbox()
    const sentKinds: string[] = []
    const channel: DeliveryChannel = {
      name: 'zalo',
      send: async ({ kind }) => void sentKinds.push(kind),
    }
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['zalo', 'a']))
    const kinds = ['booking.requested', 'booking.confirmed', 'booking.cancelled']
    for (const kind of kinds) {
      await outbox.emit('booking:1', kind)
      outbox.clock.now -= 20_000
    }
    outbox.clock.now += 120_000
    for (const _ of kinds) await dispatcher.dispatch()
    assert.deepEqual(sentKinds, kinds)
  })

  it('is logged once, and is not delivered without a route', async () => {
    const outbox = await openOutbox()
    const loggedKinds: string[] = []
    const parts = { ...outbox, channels: [], routes: () => [], compose: async () => undefined }
    const dispatcher = createDispatcher({ ...parts, onEvent: ({ kind }) => loggedKinds.push(kind) })
    await outbox.emit('booking:1')
    await Promise.all([dispatcher.dispatch(), dispatcher.dispatch()])
    await dispatcher.dispatch()
    assert.deepEqual(loggedKinds, ['booking.requested'])
    assert.deepEqual(await deliveryStates(outbox), [])
  })

  it('that cannot be routed does not delay other deliveries', async () => {
    const outbox = await openOutbox()
    const channel = createTestChannel('zalo', outbox.now)
    await outbox.emit('booking:1')
    await fanOut(outbox.store, routeTo(['zalo', 'a']), outbox.now)
    await outbox.emit('booking:2')
    const dispatcher = createTestDispatcher(outbox, [channel], () => {
      throw new Error('no routes')
    })
    await assert.rejects(dispatcher.dispatch(), /no routes/)
    assert.equal(channel.accepted.length, 1)
  })

  it('is delivered to each destination once by two processes', async () => {
    const outbox = await openOutbox()
    const other = await outbox.reopen()
    const channel = createTestChannel(
      'zalo',
      outbox.now,
      () => new Promise((resolve) => setTimeout(resolve, 5)),
    )
    for (let index = 0; index < 40; index++) await outbox.emit(`booking:${index}`)
    const routes = routeTo(['zalo', 'a'])
    const dispatchers = [outbox.store, other].map((store) =>
      createTestDispatcher({ ...outbox, store }, [channel], routes),
    )
    for (let turn = 0; turn < 4; turn++) {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.dispatch()))
    }
    const ids = channel.accepted.map(({ message }) => message.id)
    assert.equal(ids.length, 40)
    assert.equal(new Set(ids).size, 40)
  })

  it('arrives after earlier events of its booking, and does not wait for other bookings', async () => {
    const outbox = await openOutbox()
    let refusals = 3
    const channel = createTestChannel('zalo', outbox.now, ({ title, text }, target) => {
      const first = title === 'booking:1' && text === 'booking.requested'
      if (first && target === 'a' && refusals-- > 0) failDelivery()
    })
    const dispatcher = createTestDispatcher(
      outbox,
      [channel],
      routeTo(['zalo', 'a'], ['zalo', 'b']),
    )
    await outbox.emit('booking:1', 'booking.requested')
    await dispatcher.dispatch()
    await outbox.emit('booking:1', 'booking.confirmed')
    await outbox.emit('booking:2', 'booking.requested')
    await outbox.emit('booking:1', 'booking.moved')
    await dispatcher.dispatch()
    const messagesTo = (target: string) =>
      channel.accepted
        .filter((one) => one.target === target)
        .map(({ message }) => `${message.title} ${message.text}`)
    const inOrder = ['requested', 'confirmed', 'moved'].map(
      (action) => `booking:1 booking.${action}`,
    )
    assert.deepEqual(messagesTo('a'), ['booking:2 booking.requested'])
    assert.deepEqual(
      messagesTo('b').filter((text) => text.startsWith('booking:1')),
      inOrder,
    )
    await advanceClock(outbox, dispatcher, 2 * minute)
    assert.deepEqual(messagesTo('a'), ['booking:2 booking.requested', ...inOrder])
  })
})

describe('a channel that hangs', () => {
  it('delays neither other channels nor its other destinations', async () => {
    const outbox = await openOutbox()
    const { promise, resolve } = Promise.withResolvers<void>()
    const webhook = createTestChannel(
      'webhook',
      outbox.now,
      (_message, target) => target === 'hangs' && promise,
    )
    const mail = createTestChannel('email', outbox.now)
    const dispatcher = createTestDispatcher(
      outbox,
      [webhook, mail],
      routeTo(['webhook', 'hangs'], ['webhook', 'well'], ['email', 'a@shop.example']),
    )
    await outbox.emit('booking:1')
    const first = dispatcher.dispatch()
    while (mail.accepted.length < 1 || webhook.accepted.length < 1) await new Promise(setImmediate)
    await outbox.emit('booking:2')
    await outbox.emit('booking:1', 'booking.confirmed')
    // A destination whose last result is still being recorded is skipped until the next dispatch.
    while (mail.accepted.length < 3 || webhook.accepted.length < 3) await dispatcher.dispatch()
    assert.equal(mail.accepted.length, 3)
    assert.deepEqual(
      webhook.accepted.map(({ target }) => target),
      ['well', 'well', 'well'],
    )
    assert.equal(webhook.attempts.filter(({ target }) => target === 'hangs').length, 1)
    resolve()
    await first
    assert.equal(webhook.accepted.filter(({ target }) => target === 'hangs').length, 3)
  })
})

describe('a channel that never returns', () => {
  it('counts as failed, and its destination is tried again', async () => {
    const outbox = await openOutbox()
    const channel = createTestChannel('webhook', outbox.now, () => new Promise(() => {}))
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['webhook', 'a']), {
      sendTimeoutMs: 20,
    })
    await outbox.emit('booking:1')
    await dispatcher.dispatch()
    const [row] = await findDeliveries(outbox.store, 'booking:1')
    assert.deepEqual([row?.state, row?.fault], ['waiting', 'no response in time'])
    await advanceClock(outbox, dispatcher, 5 * second)
    assert.equal(channel.attempts.length, 2)
  })
})

describe('a slow mail server', () => {
  it('gets each email once, with any number of queued emails (timing)', async () => {
    const outbox = await openOutbox()
    const mailbox = await openMailbox()
    mailbox.react({ milliseconds: 350 })
    const from = 'Sen <desk@sen.example>'
    const mail = createMailServer({ url: mailbox.url, from, timeoutMs: 3_000 })
    const dispatcher = createTestDispatcher(
      outbox,
      [
        { ...mail, name: 'email' },
        { ...mail, name: 'guest-mail' },
      ],
      routeTo(['email', 'chi.lan@sen.example'], ['guest-mail', 'lan@example.com']),
      { sendTimeoutMs: 4_000 },
    )
    for (let index = 0; index < 16; index++) await outbox.emit(`booking:${index}`)
    await dispatcher.dispatch()
    while ((await deliveryStates(outbox)).includes('waiting'))
      await advanceClock(outbox, dispatcher, 5 * second)
    assert.equal(mailbox.mails.length, 32)
    assert.equal(mailbox.overlapping, 0)
    await mail.close()
  })
})

describe('a process that dies between sending and recording', () => {
  it('leaves a delivery that is sent again with the same id after its claim has expired', async () => {
    const outbox = await openOutbox()
    const receiver = await openReceiver()
    await outbox.emit('booking:1')
    const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      const { openStore } = await import(${url('../src/store/open.ts')})
      const { createDispatcher } = await import(${url('../src/domain/outbox/dispatcher.ts')})
      const now = () => ${outbox.clock.now}
      const store = await openStore(${JSON.stringify(outbox.file)}, now)
      const channel = {
        name: 'webhook',
        async send({ id }, target) {
          await fetch(target, { method: 'POST', body: JSON.stringify({ id }) })
          process.kill(process.pid, 'SIGKILL')
        },
      }
      const compose = async ({ id }) => ({ id, kind: 'x', at: 0, title: '', text: '', facts: {} })
      const routes = () => [{ channel: 'webhook', target: ${JSON.stringify(receiver.url)} }]
      await createDispatcher({ store, now, channels: [channel], compose, routes }).dispatch()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'inherit',
    })
    const [, signal] = await once(child, 'exit')
    assert.equal(signal, 'SIGKILL')
    const { id } = (await receiver.next()).json()

    const channel = createTestChannel('webhook', outbox.now)
    const dispatcher = createTestDispatcher(outbox, [channel], routeTo(['webhook', receiver.url]))
    await advanceClock(outbox, dispatcher, 29 * second)
    assert.equal(channel.attempts.length, 0)
    await advanceClock(outbox, dispatcher, 2 * second)
    assert.deepEqual(
      channel.accepted.map(({ message }) => message.id),
      [id],
    )
  })
})

describe('the delivery status for staff', () => {
  it('contains the state of each destination and the result of a test', async () => {
    const outbox = await openOutbox()
    let works = true
    const settings = { ...allChannels, ZALO_CHATS: 'chat-1,chat-2' }
    const open = openTestChannels(settings, outbox.now, () => works || failDelivery())
    const dispatcher = createTestDispatcher(outbox, open, createRoutes(open))
    const subject = await enqueueTestEvent(
      outbox.store,
      { channel: 'zalo', target: 'chat-2' },
      'mai',
      outbox.now,
    )
    await dispatcher.dispatch()
    assert.deepEqual(
      (await findDeliveries(outbox.store, subject)).map(({ kind, channel, target, state }) => [
        kind,
        channel,
        target,
        state,
      ]),
      [['test', 'zalo', 'chat-2', 'sent']],
    )
    const success = outbox.clock.now
    works = false
    await enqueueTestEvent(outbox.store, { channel: 'zalo' }, 'mai', outbox.now)
    outbox.clock.now += minute
    const failure = outbox.clock.now
    await dispatcher.dispatch()
    const lastError = { at: failure, reason: 'status 500' }
    assert.deepEqual(await loadChannelHealth(outbox.store), [
      {
        channel: 'zalo',
        target: 'chat-1',
        lastSuccess: null,
        lastFailure: lastError,
        waiting: 1,
        dead: 0,
      },
      {
        channel: 'zalo',
        target: 'chat-2',
        lastSuccess: success,
        lastFailure: lastError,
        waiting: 1,
        dead: 0,
      },
    ])
  })
})

describe('the whole path from a request to the last email', () => {
  it('delivers webhook and email, and never mails what was undone in time', async () => {
    const app = await startShop('restaurant', { writeLimit: 100 })
    const [program, mailbox] = [await openReceiver(), await openMailbox()]
    const now = () => app.clock.now
    const WEBHOOK_SECRET = generateWebhookSecret()
    const open = [
      openChannel(webhook, { WEBHOOKS: program.url, WEBHOOK_SECRET }, { now }),
      openChannel(guestMail, { SMTP_URL: mailbox.url, MAIL_FROM: 'desk@khoilam.example' }),
    ]
    const dispatcher = createDispatcher({
      store: app.store,
      now,
      channels: open,
      ...createComposer(open, {
        store: app.store,
        business: app.shop.business,
        rules: app.shop.booking,
        quote: app.shop.quote,
        bookingForm: app.shop.bookingForm,
        offerName: (id) => ({ vi: id, en: id }),
        base,
        deskUrl: 'https://desk.example',
        secret,
        now,
      }),
      routes: createRoutes(open),
    })
    const { code } = (await book(app, { ...table, email: 'lan@example.com' })).body
    await dispatcher.dispatch()
    const request = await mailbox.nextMail()
    assert.deepEqual(request.to, ['lan@example.com'])
    assert.match(request.subject, /đang chờ/)
    assert.match(request.parts.at(-1)?.text ?? '', /STATUS:TENTATIVE/)
    assert.equal((await program.next()).json().type, 'booking.requested')

    const staffAction = (version: number) => ({ code, version, actor: 'mai' })
    await app.desk.confirm(staffAction(1))
    app.clock.now += 10 * second
    await dispatcher.dispatch()
    await app.desk.undo(staffAction(2))
    app.clock.now += 40 * second
    await dispatcher.dispatch()
    assert.equal(mailbox.mails.length, 1)

    await app.desk.confirm(staffAction(3))
    await dispatcher.dispatch()
    assert.equal(mailbox.mails.length, 1)
    app.clock.now += 15 * second
    await dispatcher.dispatch()
    assert.match((await mailbox.nextMail()).subject, /đã xác nhận/)
    await app.desk.undo(staffAction(4))
    app.clock.now += 15 * second
    await dispatcher.dispatch()
    assert.match((await mailbox.nextMail()).subject, /lại đang chờ/)

    const row = await app.store.read.get<{ id: string }>('SELECT id FROM bookings')
    const deliveries = await findDeliveries(app.store, `booking:${row?.id}`)
    assert.deepEqual(
      deliveries
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
    for (const channel of open) await channel.close?.()
  })
})
