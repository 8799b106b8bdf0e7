import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { channels } from '../src/channels/channels.ts'
import {
  consumeActionLink,
  createActionLink,
  verifyActionLink,
} from '../src/domain/messages/action-link.ts'
import { createComposer } from '../src/domain/messages/composer.ts'
import type { MessageContext } from '../src/domain/messages/context.ts'
import {
  buildMessageTemplates,
  type TemplateInput,
} from '../src/domain/messages/message-templates.ts'
import { createRoutes, guestDelayMs } from '../src/domain/messages/routes.ts'
import { orderLifecycle } from '../src/domain/orders/actions.ts'
import { findDeliveries } from '../src/domain/outbox/delivery-log.ts'
import { createDispatcher } from '../src/domain/outbox/dispatcher.ts'
import { recordAction } from '../src/domain/outbox/events.ts'
import { enqueueTestEvent } from '../src/domain/outbox/test-message.ts'
import type { ChannelMessage } from '../src/kernel/channel.ts'
import { book } from './support/booking.ts'
import { allChannels, openTestChannels } from './support/channels.ts'
import { openBefore } from './support/lifetime.ts'
import { samples } from './support/samples.ts'
import {
  base,
  languages,
  loadSampleShop,
  type RunningShop,
  secret,
  startShop,
  type TradeName,
  trades,
} from './support/shop.ts'

type Language = (typeof languages)[number]

const deskUrl = 'https://desk.example'
const hour = 3_600_000

/** Data that only staff and the guest may read, in every spelling. */
const guest = {
  name: 'Đặng Quỳnh Như',
  phone: '0912 345 678',
  email: 'quynhnhu@example.com',
  note: 'Xin ngồi cạnh lò sưởi.',
  consent: '1',
}
const secrets =
  /Quỳnh|Như\b|345.?678|quynhnhu|lò sưởi|peanut|đậu phộng|lạc\b|blood_pressure|huyết áp|blood pressure/i

const statusPatterns = {
  pending: /đang chờ|pending/,
  confirmed: /đã (được )?xác nhận|\bconfirmed\b/,
}

function offersOf(app: RunningShop) {
  const names = new Map(app.shop.assortment.offers.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? { vi: id, en: id }
}

function messageContextOf(app: RunningShop, locale: Language): MessageContext {
  return {
    store: app.store,
    business: app.shop.business,
    rules: app.shop.booking,
    quote: app.shop.quote,
    bookingForm: app.shop.bookingForm,
    offerName: offersOf(app),
    base,
    deskUrl,
    secret,
    now: () => app.clock.now,
    locale,
  }
}

/** A shop with its whole outbox, and channels that accept every message. */
function createMessageCollector(app: RunningShop, locale: Language = 'vi') {
  const now = () => app.clock.now
  const ears = openTestChannels(allChannels, now)
  const dispatcher = createDispatcher({
    store: app.store,
    now,
    channels: ears,
    ...createComposer(ears, messageContextOf(app, locale)),
    routes: createRoutes(ears),
  })
  /** All messages up to now, by channel, after the time in which staff can undo. */
  return async (): Promise<Record<string, ChannelMessage[]>> => {
    await dispatcher.dispatch()
    app.clock.now += guestDelayMs
    await dispatcher.dispatch()
    return Object.fromEntries(
      ears.map(({ name, accepted }) => [name, accepted.splice(0).map(({ message }) => message)]),
    )
  }
}

/** A request with every field that a guest can fill in. */
const fullRequestOf = (trade: TradeName) => ({
  ...samples[trade].request,
  ...guest,
  ...samples[trade].sensitive,
})

for (const trade of trades) {
  for (const locale of languages) {
    describe(`${trade}, ${locale}: messages about a booking`, () => {
      const app = openBefore(() => startShop(trade, { writeLimit: 10_000 }))
      const { business } = loadSampleShop(trade)
      const { request, storedRow, responseDeadline, otherTimes } = samples[trade]
      const [otherTime, thirdTime] = otherTimes
      let offer = ''
      let collectMessages: ReturnType<typeof createMessageCollector>
      before(() => {
        offer = offersOf(app)(storedRow.offer_id)[locale]
        collectMessages = createMessageCollector(app, locale)
      })
      let code = ''
      let version = 0
      const nextAction = () => ({ code, version: version++, actor: 'mai' })
      const requestBooking = async (more: object = {}) => {
        const { status, body } = await book(app, { ...fullRequestOf(trade), locale, ...more })
        assert.equal(status, 202)
        code = body.code
        version = 1
      }
      const requestChange = async (body: object) => {
        const path = `/api/booking/${code}/change`
        const response = await app.post(path, { phone_last4: '5678', consent: '1', ...body })
        assert.ok(response.ok, await response.text())
        version++
      }

      /** Checks that apply to every email to a guest about a booking. */
      const checkMail = (mails: ChannelMessage[] | undefined, status: string): ChannelMessage => {
        assert.equal(mails?.length, 1)
        const [mail] = mails
        assert.ok(mail)
        assert.equal(mail.to, guest.email)
        assert.ok(mail.title.startsWith(`${business.name}: `) && mail.title.endsWith(code))
        const page = `${base}${locale === 'en' ? '/en' : ''}/booking/${code}`
        assert.equal(mail.link, page)
        const { street } = business.address
        for (const part of [offer, street, code, page, business.phone]) {
          assert.ok(mail.text.includes(part), `${part} in\n${mail.text}`)
        }
        assert.match(mail.text, /20\/11\/2026, |20 November 2026, /)
        assert.match(mail.text, /^(Chào bạn|Hello),\n\n/)
        assert.match(mail.text, /Đây có phải địa chỉ của bạn không|Is this your address/)
        // The address is not confirmed, so nothing in it was typed, except the address itself.
        assert.doesNotMatch(JSON.stringify({ ...mail, to: '' }), secrets)
        assert.doesNotMatch(mail.text, /undefined|null|NaN/)
        assert.deepEqual(mail.facts, {})
        checkCalendar(mail, code, status)
        return mail
      }

      const checkStaff = (
        messages: Record<string, ChannelMessage[]>,
        kind: string,
      ): ChannelMessage => {
        for (const { name, audience } of channels) {
          if (audience !== 'staff') continue
          assert.deepEqual(
            messages[name]?.map((message) => message.kind),
            [kind],
            name,
          )
        }
        const { zalo, webhook } = messages
        assert.ok(zalo?.[0] && webhook?.[0])
        const facts = webhook[0].facts
        assert.deepEqual(
          [facts.code, facts.party_size, (facts.offer as { name: string }).name],
          [code, storedRow.party_size, offer],
        )
        return zalo[0]
      }

      const nothingPrivate = (messages: Record<string, ChannelMessage[]>) => {
        const { 'guest-mail': _mail, ...others } = messages
        assert.doesNotMatch(JSON.stringify(others), secrets)
      }

      it('a request tells staff the details and the deadline, and the guest that it is pending', async () => {
        await requestBooking()
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'TENTATIVE')
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        const staffMessage = checkStaff(messages, 'booking.requested')
        const guests = storedRow.party_size
        const title = {
          vi: `Yêu cầu mới: ${guests} khách, T6 20/11 ${request.time}, ${offer}`,
          en: `New request: ${guests} guest${guests > 1 ? 's' : ''}, Fri 20 Nov ${request.time}, ${offer}`,
        }
        assert.equal(staffMessage.title, title[locale])
        assert.ok(staffMessage.text.includes(responseDeadline[locale]), staffMessage.text)
        assert.match(staffMessage.text, /: (the )?API\n/)
        assert.match(
          staffMessage.link ?? '',
          /^https:\/\/desk\.example\/act\/[0-9a-f-]+\.[\w-]{43}$/,
        )
        assert.ok(messages.email?.[0]?.text.startsWith(staffMessage.title))
        const facts = messages.webhook?.[0]?.facts
        assert.deepEqual(
          [facts?.status, facts?.date, facts?.version, facts?.source],
          ['pending', '2026-11-20', 1, 'api'],
        )
      })

      it('a confirmation contains the accepted terms', async () => {
        await app.desk.confirm(nextAction())
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CONFIRMED')
        assert.match(mail.title, statusPatterns.confirmed)
        assert.doesNotMatch(mail.text, statusPatterns.pending)
        assert.deepEqual(messages.zalo, [])
        assert.equal(messages.webhook?.[0]?.kind, 'booking.confirmed')
        assert.equal(messages.webhook?.[0]?.facts.status, 'confirmed')
      })

      it('a change request tells staff the new time', async () => {
        const time = otherTime
        await requestChange({ kind: 'move', date: '2026-11-21', time, note: guest.note })
        const messages = await collectMessages()
        nothingPrivate(messages)
        assert.deepEqual(messages['guest-mail'], [])
        const staffMessage = checkStaff(messages, 'booking.change_requested')
        assert.match(staffMessage.title, /^(Khách xin đổi giờ|New time requested): /)
        assert.ok(
          staffMessage.text.includes(`${{ vi: 'T7 21/11', en: 'Sat 21 Nov' }[locale]} ${time}`),
        )
        assert.match(staffMessage.link ?? '', /\/act\//)
        assert.deepEqual(messages.webhook?.[0]?.facts.change, {
          kind: 'move',
          date: '2026-11-21',
          time,
        })
      })

      it('a move contains the old and the new time', async () => {
        const before = request.time
        await app.desk.move({ ...nextAction(), date: '2026-11-20', time: otherTime })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CONFIRMED')
        const day = { vi: 'Thứ Sáu 20/11/2026', en: 'Friday 20 November 2026' }[locale]
        const both = { vi: 'từ % sang #.', en: 'from % to #.' }[locale]
        const words = both.replace('%', `${day}, ${before}`).replace('#', `${day}, ${otherTime}`)
        assert.ok(mail.text.includes(words), mail.text)
        assert.match(mail.text, statusPatterns.confirmed)
        assert.equal(messages.webhook?.[0]?.facts.to, `2026-11-20 ${otherTime}`)
      })

      it('a proposal of other times lists them and explains how to answer', async () => {
        await app.desk.offer({ ...nextAction(), times: ['2026-11-21 11:00', '2026-11-22 12:30'] })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const { text } = checkMail(messages['guest-mail'], 'CONFIRMED')
        assert.match(text, /- (Thứ Bảy 21\/11\/2026|Saturday 21 November 2026), 11:00\n/)
        assert.match(text, /- (Chủ nhật|Chủ Nhật|Sunday) 22.*, 12:30\n/)
        assert.deepEqual(messages.webhook?.[0]?.facts.times, [
          '2026-11-21 11:00',
          '2026-11-22 12:30',
        ])
      })

      it('a cancellation contains the reason unless the guest requested it', async () => {
        await app.desk.cancel({ ...nextAction(), reason: 'Ống nước vỡ.' })
        const messages = await collectMessages()
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CANCELLED')
        assert.match(mail.text, /(Lý do|Reason): Ống nước vỡ\./)
        assert.doesNotMatch(JSON.stringify(messages.webhook), /Ống nước/)

        await requestBooking({ time: otherTime })
        await app.desk.confirm(nextAction())
        await collectMessages()
        await requestChange({ kind: 'cancel' })
        const [staffMessage] = (await collectMessages()).zalo ?? []
        assert.match(staffMessage?.title ?? '', /^(Khách xin huỷ|Cancellation requested): /)
        await app.desk.cancel({ ...nextAction(), reason: 'khách xin' })
        const { text } = checkMail((await collectMessages())['guest-mail'], 'CANCELLED')
        assert.match(text, /Theo yêu cầu của bạn|As you requested/)
        assert.doesNotMatch(text, /khách xin/)
      })

      it('a declined request contains the reason, and a reversal is sent too', async () => {
        await requestBooking({ time: otherTime })
        await collectMessages()
        await app.desk.decline({ ...nextAction(), reason: 'Hôm đó có tiệc.' })
        const rejected = checkMail((await collectMessages())['guest-mail'], 'CANCELLED')
        assert.match(rejected.text, /(Lý do|Reason): Hôm đó có tiệc\./)
        assert.ok(rejected.text.includes(`${base}${locale === 'en' ? '/en' : ''}/booking `))
        await app.desk.undo(nextAction())
        const again = await collectMessages()
        nothingPrivate(again)
        const mail = checkMail(again['guest-mail'], 'TENTATIVE')
        assert.match(mail.title, /lại đang chờ|pending again/)
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        assert.equal(again.webhook?.[0]?.facts.undone, 'declined')
      })

      it('a move of a pending request never states that it is confirmed', async () => {
        await app.desk.move({ ...nextAction(), date: '2026-11-20', time: thirdTime })
        const mail = checkMail((await collectMessages())['guest-mail'], 'TENTATIVE')
        assert.match(mail.text, statusPatterns.pending)
        assert.doesNotMatch(`${mail.title} ${mail.text}`, statusPatterns.confirmed)
        await app.desk.offer({ ...nextAction(), times: ['2026-11-21 11:00'] })
        const other = checkMail((await collectMessages())['guest-mail'], 'TENTATIVE')
        assert.doesNotMatch(`${other.title} ${other.text}`, statusPatterns.confirmed)
      })

      it('an expired request sends the guest an apology and asks staff to call', async () => {
        const { now } = app.clock
        app.clock.now = Date.UTC(2026, 10, 20, 14)
        assert.equal(await app.desk.expire(), 1)
        const messages = await collectMessages()
        app.clock.now = now
        nothingPrivate(messages)
        const mail = checkMail(messages['guest-mail'], 'CANCELLED')
        assert.match(mail.text, /xin lỗi|sorry/)
        const staffMessage = checkStaff(messages, 'booking.expired')
        assert.equal(staffMessage.link, `${deskUrl}/bookings/${code}`)
        assert.match(staffMessage.text, /Nên gọi|call the guest/)
      })

      it('an erased guest and a guest without an email address get nothing', async () => {
        await requestBooking({ date: '2026-11-25' })
        const erase = 'UPDATE booking_guests SET name = ?, phone = ?, email = NULL WHERE email = ?'
        await app.store.write((sql) => sql.run(erase, '', '', guest.email))
        const messages = await collectMessages()
        assert.deepEqual(messages['guest-mail'], [])
        assert.equal(messages.zalo?.length, 1)
      })
    })
  }
}

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

/** Checks the lines of RFC 5545, and that the UID of the entry stays the same. */
function checkCalendar({ attachments }: ChannelMessage, code: string, status: string): void {
  const [file] = attachments ?? []
  assert.equal(file?.name, `${code}.ics`)
  assert.match(file.type, /^text\/calendar/)
  const lines = file.body.split('\r\n')
  assert.equal(lines.pop(), '')
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n')))
  const whole = file.body.replaceAll('\r\n ', '')
  for (const line of [
    'BEGIN:VCALENDAR',
    'METHOD:PUBLISH',
    `UID:${code}@shop.example`,
    `STATUS:${status}`,
    'END:VCALENDAR',
  ]) {
    assert.ok(whole.includes(`${line}\r\n`), line)
  }
  assert.match(whole, /\r\nSEQUENCE:[1-9]\d*\r\n/)
  assert.match(whole, /\r\nDTSTART:20261120T\d{6}Z\r\nDTEND:20261120T\d{6}Z\r\n/)
  assert.doesNotMatch(whole, secrets)
}
