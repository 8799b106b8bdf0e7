/** Messages about other events, about outdated ones, and the links in messages to staff. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { channels } from '../src/channels/channels.ts'
import {
  consumeActionLink,
  createActionLink,
  verifyActionLink,
} from '../src/domain/messages/action-link.ts'
import { createComposer } from '../src/domain/messages/composer.ts'
import {
  buildMessageTemplates,
  type TemplateInput,
} from '../src/domain/messages/message-templates.ts'
import { orderLifecycle } from '../src/domain/orders/actions.ts'
import { findDeliveries } from '../src/domain/outbox/delivery-log.ts'
import { recordAction } from '../src/domain/outbox/events.ts'
import { enqueueTestEvent } from '../src/domain/outbox/test-message.ts'
import { book } from './support/booking.ts'
import { allChannels, openTestChannels } from './support/channels.ts'
import { openBefore } from './support/lifetime.ts'
import {
  createMessageCollector,
  deskUrl,
  fullRequestOf,
  guest,
  hour,
  messageContextOf,
  secrets,
  statusPatterns,
} from './support/message-collector.ts'
import { base, languages, loadSampleShop, secret, startShop } from './support/shop.ts'

describe('a delivery to an unknown channel', () => {
  it('gets no text for any event', async () => {
    const app = await startShop('restaurant', { writeLimit: 10_000 })
    await book(app, fullRequestOf('restaurant'))
    const row = await app.store.read.get<{ id: string }>('SELECT id FROM bookings')
    const known = openTestChannels(allChannels, () => app.clock.now)
    assert.equal(known.length, channels.length)
    const { compose } = createComposer(known, messageContextOf(app, 'vi'))
    const composeFor = (channel: string, subject: string, kind: string) => {
      const delivery = { id: '1', news_id: '1', channel, target: 'a', subject, tries: 1 }
      return compose(
        { ...delivery, created_at: app.clock.now },
        { id: '1', kind, subject, facts: {}, at: app.clock.now },
      )
    }
    const booking = `booking:${row?.id}`
    for (const { name } of known) {
      assert.ok(await composeFor(name, booking, 'booking.requested'), name)
      assert.ok(await composeFor(name, 'test:1', 'test'), name)
    }
    for (const name of ['fax', '', 'constructor', '__proto__', 'Email']) {
      assert.equal(await composeFor(name, booking, 'booking.requested'), undefined, name)
      assert.equal(await composeFor(name, 'test:1', 'test'), undefined, name)
    }
  })
})

describe('events that are out of date when they are sent', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 10_000 }))
  let collectMessages: ReturnType<typeof createMessageCollector>
  before(() => {
    collectMessages = createMessageCollector(app)
  })

  it('are sent to webhooks but not to people', async () => {
    const { code } = (await book(app, fullRequestOf('restaurant'))).body
    await app.desk.confirm({ code, version: 1, actor: 'mai' })
    const messages = await collectMessages()
    for (const name of ['email', 'zalo', 'telegram', 'push']) {
      assert.deepEqual(messages[name], [], name)
    }
    assert.deepEqual(
      messages.webhook?.map(({ kind }) => kind),
      ['booking.requested', 'booking.confirmed'],
    )
    assert.deepEqual(
      messages['guest-mail']?.map(({ kind }) => kind),
      ['booking.confirmed'],
    )
  })

  it('are mailed once after an undo and a repeat in time', async () => {
    const { code } = (await book(app, { ...fullRequestOf('restaurant'), date: '2026-11-26' })).body
    await collectMessages()
    const staffAction = (version: number) => ({ code, version, actor: 'mai' })
    await app.desk.confirm(staffAction(1))
    await app.desk.undo(staffAction(2))
    await app.desk.confirm(staffAction(3))
    const { 'guest-mail': mails } = await collectMessages()
    assert.deepEqual(
      mails?.map(({ kind }) => kind),
      ['booking.confirmed'],
    )
  })

  it('include a change of the party size but not of the table for a guest', async () => {
    const { code } = (await book(app, { ...fullRequestOf('restaurant'), date: '2026-11-24' })).body
    const target = { code, actor: 'mai', date: '2026-11-24', time: '18:30' }
    await collectMessages()
    await app.desk.move({ ...target, version: 1 })
    assert.deepEqual((await collectMessages())['guest-mail'], [])
    await app.desk.move({ ...target, version: 2, partySize: 2 })
    const [mail] = (await collectMessages())['guest-mail'] ?? []
    assert.match(mail?.text ?? '', /Số người: 2\n/)
    assert.doesNotMatch(mail?.text ?? '', statusPatterns.confirmed)
    await app.desk.move({ ...target, version: 3, confirm: true })
    const [other] = (await collectMessages())['guest-mail'] ?? []
    assert.match(other?.text ?? '', statusPatterns.confirmed)
  })
})

describe('messages about orders, leads, the newsletter and tests', () => {
  for (const locale of languages) {
    it(`contain the required details (${locale})`, async () => {
      const app = await startShop('spa', { writeLimit: 10_000 })
      const collectMessages = createMessageCollector(app, locale)
      const { name, phone, email, consent } = guest
      const order = {
        kind: 'gift_card',
        amount: 500_000,
        delivery: 'zalo',
        recipient: 'Bảo Ngọc',
        message: 'Chúc mừng sinh nhật',
      }
      const placed = await app.post('/api/order', { ...order, name, phone, email, consent, locale })
      const { code } = (await placed.json()) as { code: string }
      const first = await collectMessages()
      const { 'guest-mail': mails, ...others } = first
      assert.doesNotMatch(JSON.stringify(others), secrets)
      assert.doesNotMatch(JSON.stringify(first), /Bảo Ngọc|sinh nhật/)
      const card = { vi: 'Thẻ quà tặng, 500.000 ₫', en: 'Gift card, 500,000 ₫' }[locale]
      assert.ok(first.zalo?.[0]?.title.endsWith(card))
      assert.equal(first.zalo?.[0]?.link, `${deskUrl}/orders`)
      assert.deepEqual(first.webhook?.[0]?.facts, {
        code,
        kind: 'gift_card',
        status: 'pending_payment',
        total: 500_000,
        version: 1,
      })
      assert.match(mails?.[0]?.text ?? '', /đang chờ chuyển khoản|awaits a bank transfer/)

      const row = await app.store.read.get<{ id: string }>('SELECT id FROM orders')
      for (const status of ['paid', 'sent', 'cancelled'] as const) {
        await app.store.write(async (sql) => {
          await sql.run('UPDATE orders SET status = ?', status)
          const action = { lifecycle: orderLifecycle, action: status, id: row?.id ?? '' }
          await recordAction(sql, app.clock.now, 'mai', action)
        })
        const { 'guest-mail': mails, zalo, webhook } = await collectMessages()
        const [mail] = mails ?? []
        assert.equal(mail?.to, email)
        assert.ok(mail.text.includes(code) && mail.text.includes(`${base}`), status)
        assert.ok(mail.link?.endsWith(`${locale === 'en' ? '/en' : ''}/order/${code}`))
        assert.deepEqual([zalo?.length, webhook?.[0]?.facts.status], [0, status])
      }

      await app.post('/api/lead', { name, phone, email, message: guest.note, consent, locale })
      const lead = await collectMessages()
      assert.doesNotMatch(JSON.stringify(lead), secrets)
      const found = await app.store.read.get<{ id: string }>('SELECT id FROM leads')
      assert.deepEqual(lead.webhook?.[0]?.facts, { id: found?.id })
      assert.equal(lead.zalo?.[0]?.link, `${deskUrl}/leads`)

      await app.post('/api/subscribe', { email, name: 'Như', consent, locale })
      const { 'guest-mail': emails, ...otherChannels } = await collectMessages()
      assert.deepEqual(Object.values(otherChannels).flat(), [])
      const [guestEmail] = emails ?? []
      assert.equal(guestEmail?.to, email)
      const links = [...guestEmail.text.matchAll(/https:\S+/g)].map(([link]) => new URL(link))
      assert.deepEqual(
        links.map(({ pathname }) => pathname),
        ['confirm', 'leave'].map((kind) => `${locale === 'en' ? '/en' : ''}/newsletter/${kind}`),
      )
      assert.equal(guestEmail.unsubscribeUrl, links[1]?.href)
      const state = () => app.store.read.get<{ state: string }>('SELECT state FROM subscribers')
      const press = (link: URL | undefined) =>
        app.get(`${link?.pathname}${link?.search}`, { method: 'POST' })
      await press(links[0])
      assert.equal((await state())?.state, 'confirmed')
      await press(links[1])
      assert.equal(await state(), undefined)

      await enqueueTestEvent(app.store, { channel: 'telegram' }, 'mai', () => app.clock.now)
      const tests = Object.entries(await collectMessages()).filter(
        ([, messages]) => messages.length > 0,
      )
      assert.deepEqual(
        tests.map(([channel, [message]]) => [channel, message?.kind]),
        [['telegram', 'test']],
      )
      assert.ok(tests[0]?.[1][0]?.title.endsWith(app.shop.business.name))
    })
  }
})

describe('the link in a message to staff', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 100 }))
  let token = ''
  before(async () => {
    await book(app, fullRequestOf('restaurant'))
    const [message] = (await createMessageCollector(app)()).zalo ?? []
    token = message?.link?.split('/').at(-1) ?? ''
  })

  it('contains its delivery id, and no other link does', () => {
    const id = verifyActionLink(secret, token)
    assert.ok(id)
    assert.equal(createActionLink({ deskUrl, secret }, id), `${deskUrl}/act/${token}`)
    const [, signature] = token.split('.')
    for (const wrong of [
      '',
      id,
      `${id}.`,
      `x${token}`,
      `${token}x`,
      `${token}.x`,
      `${id.slice(0, -1)}9.${signature}`,
      token.replace('.', '.é'),
    ]) {
      assert.equal(verifyActionLink(secret, wrong), undefined, wrong)
    }
    assert.equal(verifyActionLink('another secret', token), undefined)
  })

  it('is valid once, for two days', async () => {
    const id = verifyActionLink(secret, token) ?? ''
    const use = (now: number) => app.store.write((sql) => consumeActionLink(sql, id, now))
    assert.equal(await use(app.clock.now + 48 * hour), false)
    assert.equal(await use(app.clock.now + 47 * hour), true)
    assert.equal(await use(app.clock.now + 47 * hour), false)
    const row = await app.store.read.get<{ id: string }>('SELECT id FROM bookings')
    const used = (await findDeliveries(app.store, `booking:${row?.id}`)).filter(
      ({ acted_at }) => acted_at !== null,
    )
    assert.deepEqual(
      used.map((one) => [one.id, one.channel]),
      [[id, 'zalo']],
    )
  })
})

describe('messages that staff send themselves', () => {
  const input: TemplateInput = {
    name: guest.name,
    offerName: 'Đặt bàn',
    date: '2026-11-20',
    time: '18:30',
    partySize: 4,
    code: 'BAN-7K3M-9Q2X-4D',
    business: { name: 'Khói Lam', phone: '+84 24 3718 0146' },
    alternatives: [
      { date: '2026-11-20', time: '20:00' },
      { date: '2026-11-21', time: '18:30' },
    ],
    serviceDays: loadSampleShop('restaurant').booking.serviceDays,
  }

  it('are short, greet the guest, and state only facts', () => {
    for (const locale of languages) {
      const texts = new Map(
        buildMessageTemplates(input, locale).map(({ kind, text }) => [kind, text]),
      )
      assert.deepEqual([...texts.keys()].toSorted(), ['ask', 'confirm', 'decline', 'offer'])
      const day = { vi: 'Thứ Sáu 20/11/2026', en: 'Friday 20 November 2026' }[locale]
      for (const [kind, text] of texts) {
        assert.ok(text.includes(guest.name) && text.includes('Khói Lam'), text)
        assert.ok(text.includes(`${day}, 18:30`), text)
        assert.ok(text.length <= 320, `${kind} ${text.length}`)
        assert.equal(/xin xác nhận|happy to confirm/.test(text), kind === 'confirm', text)
      }
      assert.ok(texts.get('confirm')?.includes(input.code))
      assert.ok(texts.get('offer')?.includes(`${day}, 20:00; `))
    }
    const none = buildMessageTemplates({ ...input, alternatives: [] }, 'vi')
    assert.ok(!none.some(({ kind }) => kind === 'offer'))
  })
})
