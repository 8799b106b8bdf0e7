/** What is kept of a guest can be handed to him, and goes when he asks for it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NotScrubbed, runGuest, UnknownGuestCommand } from '../src/cli-guest.ts'
import { brokenInvariants } from '../src/domain/keeping/invariants.ts'
import { readNumbers } from '../src/domain/numbers/numbers.ts'
import { createOrderDesk } from '../src/domain/orders/staff.ts'
import { eraseGuest, type PrivacyParts, type Receipt } from '../src/domain/privacy/erase.ts'
import { exportGuest } from '../src/domain/privacy/export.ts'
import { readGuest } from '../src/domain/privacy/guest.ts'
import { forgetInTime } from '../src/domain/privacy/in-time.ts'
import { findMentions } from '../src/domain/privacy/mentions.ts'
import { GuestObstacle, type Obstacle } from '../src/domain/privacy/obstacle.ts'
import { day } from '../src/kernel/time.ts'
import { book, massage } from './support/booking.ts'
import { bytesOf, type Engine, havePostgres, newDatabase } from './support/database.ts'
import { hire } from './support/desk.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { monday, type Running, secret, startShop } from './support/shop.ts'

/** Everything of hers has "zyxq" in it, but for the number. */
const her = {
  name: 'Đỗ Zyxq Quỳnh',
  phone: '0987 123 654',
  email: 'Zyxq@example.com',
  consent: '1',
}
const his = {
  name: 'Trần Văn Minh',
  phone: '0912 345 678',
  email: 'minh@example.com',
  consent: '1',
}

const isHers = /zyxq|987123654|987 123 654|recent_surgery/i

/** What is hers in the bytes of a book, with a little of what is around it. */
async function hitsIn(address: string): Promise<string[]> {
  const text = (await bytesOf(address)).toString('latin1')
  return text.match(new RegExp(`.{0,30}(?:${isHers.source}).{0,30}`, 'gis')) ?? []
}

const refusedAs = (obstacle: Obstacle) => (error: unknown) =>
  error instanceof GuestObstacle && error.obstacle === obstacle

function partsOf({ store, desk, clock }: Running): PrivacyParts {
  const now = () => clock.now
  return { store, secret, now, desk, orders: createOrderDesk(store, now) }
}

const eraseBy = (app: Running, written: string, cancel = false): Promise<Receipt> =>
  eraseGuest(partsOf(app), readGuest(written), { cancel, actor: 'terminal' })

const exportOf = (app: Running, written: string) =>
  exportGuest(app.store.read, readGuest(written), app.clock.now)

/** A booking with a note, health boxes and a wish, an order, a call, and the newsletter. */
async function doEverything(
  app: Running,
  person: typeof her,
  mark: string,
  health: string,
  date = massage.date,
) {
  const key = { 'idempotency-key': `${mark}-0001` }
  const time = mark === 'zyxq' ? '10:00' : '14:00'
  const body = { ...massage, ...person, date, time, note: `${mark} dị ứng`, health: [health] }
  const { body: booking } = await book(app, body, key)
  assert.ok(booking.code, JSON.stringify(booking))
  const post = async (path: string, sent: object) => {
    const answer = await app.post(path, sent)
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as { code: string }
  }
  const last4 = person.phone.slice(-5).replace(' ', '')
  await post(`/api/booking/${booking.code}/change`, {
    ...{ kind: 'cancel', phone_last4: last4, note: `${mark} bận`, consent: '1' },
  })
  await post('/api/lead', { ...person, message: `${mark} hỏi`, preferred_time: `${mark} 18h` })
  await post('/api/subscribe', { email: person.email, name: person.name, consent: '1' })
  const order = await post('/api/order', {
    ...person,
    ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo' },
    ...{ recipient: `${mark} Hoa`, message: `${mark} chúc mừng` },
  })
  const act = (version: number) => ({ code: booking.code, version, actor: 'staff:1' })
  await app.desk.confirm(act(2))
  await app.desk.note({ ...act(3), note: `${mark} khách quen` })
  return { booking: booking.code, order: order.code }
}

type Told = Record<string, unknown> & {
  marks?: string[]
  changes: { note: string }[]
  history: { by: string; action: string }[]
}

const engines: Engine[] = [
  'sqlite',
  ...((await havePostgres('erasing')) ? ['postgres' as const] : []),
]

for (const engine of engines) {
  describe(`a guest, ${engine}`, () => {
    const openShop = async () => {
      const file = await newDatabase(engine)
      return { file, app: await startShop('spa', { file, writeLimit: 1_000 }) }
    }

    it('is handed everything that is kept of her, and nothing of anybody else', async () => {
      const { app } = await openShop()
      const { booking, order } = await doEverything(app, her, 'zyxq', 'recent_surgery')
      await doEverything(app, his, 'minh', 'pregnant')
      const kept = await exportOf(app, '+84987123654')
      const text = JSON.stringify(kept)
      assert.doesNotMatch(text, /minh|912345678|pregnant/i)
      const [one] = kept.bookings as Told[]
      assert.equal(one?.code, booking)
      assert.deepEqual(one?.marks, ['recent_surgery'])
      assert.equal(one?.desk_note, 'zyxq khách quen')
      assert.equal(one?.changes[0]?.note, 'zyxq bận')
      assert.deepEqual(
        one?.history.map(({ by, action }) => [by, action]),
        [
          ['api', 'requested'],
          ['api', 'change_requested'],
          ['staff', 'confirmed'],
          ['staff', 'noted'],
        ],
      )
      const [ordered] = kept.orders as Record<string, unknown>[]
      assert.deepEqual([ordered?.code, ordered?.recipient], [order, 'zyxq Hoa'])
      const [call] = kept.call_backs as Record<string, unknown>[]
      assert.equal(call?.message, 'zyxq hỏi')
      const [reader] = kept.newsletter as Record<string, unknown>[]
      assert.deepEqual([reader?.email, reader?.state], ['zyxq@example.com', 'asked'])
      const [answer] = kept.answers as { answer: { code: string } }[]
      assert.equal(answer?.answer.code, booking)
      assert.deepEqual(
        await exportOf(app, 'zyxq@EXAMPLE.com').then(withoutAsked),
        withoutAsked(kept),
      )
    })

    it('is gone from every byte, while others and the numbers stay as they were', async () => {
      const receiver = await openReceiver()
      const file = await newDatabase(engine)
      const webhookSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
      const telling = { webhooks: [receiver.url], webhookSecret }
      const app = await startShop('spa', { file, writeLimit: 1_000, telling })
      const { booking, order } = await doEverything(app, her, 'zyxq', 'recent_surgery')
      await doEverything(app, his, 'minh', 'pregnant')
      await createOrderDesk(app.store, () => app.clock.now).cancel({
        ...{ code: order, version: 1, actor: 'staff:1' },
      })
      // What others wrote of her.
      await app.desk.block({
        ...{
          resource: app.shop.booking.resources[0]?.id ?? '',
          date: '2026-11-27',
          at: 600,
          minutes: 60,
        },
        ...{ reason: 'Giữ cho 0987.123.654 (zyxq@example.com)', actor: 'staff:1' },
      })
      app.clock.now = monday + 10 * day
      await app.desk.expire()
      await app.tellNews()
      const days = { from: '2026-11-01', to: '2026-11-30' }
      const numbers = await readNumbers(app.store.read, days, app.clock.now)
      const other = await exportOf(app, his.phone)
      assert.notDeepEqual(await hitsIn(file), [])

      const receipt = await eraseBy(app, '(+84) 987 123 654')
      assert.deepEqual(receipt.counts, {
        ...{ bookings: 1, cancelled: 0, marks: 1, orders: 1, leads: 1, subscriptions: 1 },
        ...{ answers: 1, mentions: 1 },
      })
      assert.equal(receipt.unscrubbed, undefined)
      assert.doesNotMatch(JSON.stringify(receipt), isHers)
      assert.deepEqual(await hitsIn(file), [])
      assert.deepEqual(await exportOf(app, his.phone), other)
      assert.deepEqual(await readNumbers(app.store.read, days, app.clock.now), numbers)
      await assert.rejects(exportOf(app, her.phone), refusedAs('nothing_kept'))

      const kept = await app.store.read.get<{ reason: string }>('SELECT reason FROM blocks')
      assert.equal(kept?.reason, 'Giữ cho … (…)')
      const noted = await app.store.read.get<{ facts: string; actor: string }>(
        'SELECT facts, actor FROM audit WHERE subject = ?',
        `guest:${receipt.digest}`,
      )
      assert.equal(noted?.actor, 'terminal')
      assert.deepEqual(JSON.parse(noted?.facts ?? ''), receipt.counts)
      const mai = await hire(app, 'Mai')
      const page = await mai.read(`/bookings/${booking}`)
      assert.match(page, /xóa dữ liệu của khách/)
      assert.doesNotMatch(page, isHers)
      await app.tellNews()
      const told = receiver.received.map((one) => one.json())
      assert.ok(told.some(({ type }) => type === 'booking.erased'))
      assert.doesNotMatch(JSON.stringify(told), isHers)
    })

    it('is found by a mail address too, in whatever letters it was written', async () => {
      const { app, file } = await openShop()
      const wrote = await app.post('/api/subscribe', { email: 'ZYXQ@example.com', consent: '1' })
      assert.equal(wrote.status, 202)
      const { counts } = await eraseBy(app, ' Zyxq@Example.com ')
      assert.equal(counts.subscriptions, 1)
      assert.deepEqual(await hitsIn(file), [])
      // As if never seen: the mail that asks is sent again.
      await app.post('/api/subscribe', { email: 'zyxq@example.com', consent: '1' })
      const asked = await app.store.read.all(
        "SELECT id FROM outbox WHERE kind = 'subscriber.asked'",
      )
      assert.equal(asked.length, 2)
    })
  })
}

describe('whoever was promised to be forgotten', () => {
  it('is, in time: first what he told of his body, then who he was', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const { booking, order } = await doEverything(app, her, 'zyxq', 'recent_surgery')
    const { kept } = app.shop.business
    assert.ok(kept)
    const forget = () => forgetInTime(app.store, kept, () => app.clock.now)
    const marksOf = async () =>
      ((await exportOf(app, her.phone)).bookings as Told[]).map(({ marks }) => marks)

    // She came on 20 November at ten: seven days later, an hour before and an hour after.
    app.clock.now = Date.UTC(2026, 10, 27, 2)
    await forget()
    assert.deepEqual(await marksOf(), [['recent_surgery']])
    app.clock.now = Date.UTC(2026, 10, 27, 4)
    await forget()
    assert.deepEqual(await marksOf(), [undefined])

    app.clock.now = Date.UTC(2027, 10, 12)
    await doEverything(app, his, 'minh', 'pregnant', '2027-11-18')
    const other = await exportOf(app, his.phone)
    app.clock.now = Date.UTC(2027, 10, 21)
    await Promise.all([forget(), forget(), forget()])
    const erased = await app.store.read.all("SELECT subject FROM audit WHERE action = 'erased'")
    assert.equal(new Set(erased.map(({ subject }) => subject)).size, erased.length, 'each once')
    await assert.rejects(exportOf(app, her.phone), refusedAs('nothing_kept'))
    const left = await exportOf(app, 'zyxq@example.com')
    assert.deepEqual([left.bookings, left.orders, left.call_backs], [[], [], []])
    assert.equal((left.newsletter as unknown[]).length, 1)
    assert.equal((await app.json(`/api/booking/${booking}`)).code, booking)
    assert.equal((await app.json(`/api/order/${order}`)).code, order)
    const now = await exportOf(app, his.phone)
    assert.deepEqual({ ...now, exported_at: '' }, { ...other, exported_at: '' })
    assert.deepEqual(await brokenInvariants(app.store.read), [])
  })
})

const withoutAsked = ({ phone: _, email: __, ...rest }: Record<string, unknown>) => rest

describe('whoever is still expected', () => {
  it('is not erased until what is to come is cancelled, and with --cancel that is done', async () => {
    const mailbox = await openMailbox()
    const telling = { smtpUrl: mailbox.url, mailFrom: 'shop@example.com' }
    const app = await startShop('spa', { writeLimit: 1_000, telling })
    const { booking, order } = await doEverything(app, her, 'zyxq', 'recent_surgery')
    await assert.rejects(eraseBy(app, her.phone), (error: Error) => {
      assert.ok(refusedAs('still_open')(error))
      assert.ok(error.message.includes(booking) && error.message.includes(order))
      return true
    })
    assert.ok(await exportOf(app, her.phone))
    await app.tellNews()
    const written = mailbox.mails.length
    assert.ok(written > 0)
    const { counts } = await eraseBy(app, her.phone, true)
    assert.equal(counts.cancelled, 2)
    assert.equal((await app.json(`/api/booking/${booking}`)).status, 'cancelled')
    assert.equal((await app.json(`/api/order/${order}`)).status, 'cancelled')
    const left = await app.store.read.get<{ held: number }>('SELECT COUNT(*) AS held FROM cells')
    assert.equal(left?.held, 0)
    // Nobody is left to write to, not even of that.
    app.clock.now += 60_000
    await app.tellNews()
    assert.equal(mailbox.mails.length, written)
  })

  it('is never erased while here, nor with an order that is paid for and not sent', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const { booking, order } = await doEverything(app, her, 'zyxq', 'recent_surgery')
    const orders = createOrderDesk(app.store, () => app.clock.now)
    await orders.pay({ code: order, version: 1, actor: 'staff:1' })
    await assert.rejects(eraseBy(app, her.phone, true), refusedAs('paid'))
    await orders.send({ code: order, version: 2, actor: 'staff:1' })
    app.clock.now = Date.UTC(2026, 10, 20, 3)
    const { version = 0 } =
      (await app.store.read.get<{ version: number }>('SELECT version FROM bookings')) ?? {}
    await app.desk.mark({ code: booking, version, actor: 'staff:1', visit: 'seated' })
    await assert.rejects(eraseBy(app, her.phone, true), refusedAs('here_now'))
    await app.desk.mark({
      ...{ code: booking, version: version + 1, actor: 'staff:1', visit: 'finished' },
    })
    assert.equal((await eraseBy(app, her.phone)).counts.bookings, 1)
  })
})

describe('an address that several share', () => {
  it('stays with the others, and the receipt says how much was left', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const agency = 'agency@example.com'
    for (const [person, time] of [
      [her, '10:00'],
      [his, '14:00'],
    ] as const) {
      assert.equal((await book(app, { ...massage, ...person, time, email: agency })).status, 202)
    }
    await app.post('/api/subscribe', { email: agency, consent: '1' })
    const { counts, elsewhere } = await eraseBy(app, her.phone, true)
    assert.deepEqual([counts.bookings, counts.subscriptions, elsewhere], [1, 0, 1])
    assert.equal(((await exportOf(app, his.phone)).bookings as unknown[]).length, 1)
  })
})

describe('a key that a program chose', () => {
  it('goes too, also where nothing was kept of what it asked for', async () => {
    const file = await newDatabase('sqlite')
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    assert.equal((await book(app, { ...massage, ...her })).status, 202)
    const ask = (email: string, key: string) =>
      app.post('/api/subscribe', { email, consent: '1' }, { 'idempotency-key': key })
    for (let others = 0; others < 20; others++)
      await ask(`o${others}@example.com`, `other-newsletter-${others}`)
    // By now nobody is written down any more from this address, and nobody can see that.
    assert.equal((await ask('zyxq2@example.com', 'zyxq-newsletter')).status, 202)
    await eraseBy(app, her.phone, true)
    assert.deepEqual(await hitsIn(file), [])
  })
})

describe('erasing again', () => {
  it('goes on where it was interrupted, and knows nobody who never was there', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    await doEverything(app, her, 'zyxq', 'recent_surgery')
    const { digest } = await eraseBy(app, her.phone, true)
    const again = await eraseBy(app, her.phone)
    assert.equal(again.digest, digest)
    assert.equal(again.counts.bookings, 0)
    await assert.rejects(eraseBy(app, his.phone), refusedAs('nothing_kept'))
  })
})

describe('a phone number', () => {
  it('is understood in any usual spelling, and so is a mail address', () => {
    for (const written of ['0987123654', '0987.123.654', '+84 987 123 654', '84987123654']) {
      assert.deepEqual(readGuest(written), { by: 'phone', value: '+84987123654' })
    }
    assert.deepEqual(readGuest(' Lan@Example.com'), { by: 'email', value: 'lan@example.com' })
    for (const wrong of ['', 'Lan', '12', 'lan@', '@example.com', 'a b@example.com']) {
      assert.throws(() => readGuest(wrong), refusedAs('not_understood'))
    }
  })

  it('is found in notes however it is written there, and nothing else is', async () => {
    const app = await startShop('restaurant')
    const written: [text: string, without: string][] = [
      ['bạn của 0987123654', 'bạn của …'],
      ['4 0987 123 654 nhé', '4 … nhé'],
      ['gọi (+84) 987.123.654!', 'gọi …!'],
      ['84-987-123-654', '…'],
      ['zalo 987123654', 'zalo …'],
      ['viết cho Zyxq+sen@example.com.', 'viết cho ….'],
      ['09871236540', '09871236540'],
      ['10987123654', '10987123654'],
      ['mzyxq+sen@example.com', 'mzyxq+sen@example.com'],
      ['zyxq+sen@example.community', 'zyxq+sen@example.community'],
    ]
    await app.store.write(async (sql) => {
      for (const [place, [text]] of written.entries()) {
        const id = String(place).padStart(3, '0')
        await sql.run("INSERT INTO blocks VALUES (?, 'x', 1, 2, ?, 0)", id, text)
      }
    })
    const found = await findMentions(app.store.read, {
      ...{ phones: ['+84987123654'], emails: ['zyxq+sen@example.com'] },
    })
    const expected = written.filter(([text, without]) => text !== without)
    assert.deepEqual(
      found.map(({ text, without }) => [text, without]),
      expected,
    )
  })
})

describe('whoever fills the tables but does not own them', {
  skip: !engines.includes('postgres'),
}, () => {
  it('erases a guest, and is told what the owner must still do', async () => {
    const owner = await newDatabase('postgres')
    const app = await startShop('spa', { file: owner, writeLimit: 1_000 })
    await doEverything(app, her, 'zyxq', 'recent_surgery')
    await app.store.write(async (sql) => {
      await sql.run('CREATE ROLE privacy_clerk LOGIN')
      await sql.run('GRANT ALL ON ALL TABLES IN SCHEMA public TO privacy_clerk')
    })
    const DATABASE_URL = owner.replace('letan@', 'privacy_clerk@')
    const erasing = runGuest(['erase', her.phone, '--cancel'], {
      ...{ DATABASE_URL, VARIANT: 'spa', SECRET: secret },
    })
    await assert.rejects(erasing, (error: Error) => {
      assert.ok(error instanceof NotScrubbed, String(error))
      assert.match(
        error.message,
        /receipt [\w-]{22}[\s\S]+NOT DONE YET.+VACUUM \(FULL, ANALYZE\) .*leads/,
      )
      return true
    })
    assert.deepEqual(await hitsIn(owner), [])
    assert.equal((await eraseBy(app, her.phone)).unscrubbed, undefined)
  })
})

describe('letan guest', () => {
  it('prints what is kept and a receipt without a word of whom', async () => {
    const file = await newDatabase('sqlite')
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    await doEverything(app, her, 'zyxq', 'recent_surgery')
    const guest = (...words: string[]) =>
      runGuest(words, { DATABASE_URL: file, VARIANT: 'spa', SECRET: secret })
    const kept = JSON.parse(await guest('export', '0987', '123', '654')) as { bookings: unknown[] }
    assert.equal(kept.bookings.length, 1)
    const receipt = await guest('erase', '0987123654', '--cancel')
    assert.match(receipt, /^Erased on 20\d\d-.*, receipt [\w-]{22}:\n {2}1 booking\n/)
    assert.match(receipt, /Not reached from here/)
    assert.doesNotMatch(receipt, isHers)
    await assert.rejects(guest('export', her.phone), refusedAs('nothing_kept'))
    await assert.rejects(guest('erase', ''), refusedAs('not_understood'))
    for (const words of [[], ['erase'], ['forget', her.phone], ['export', her.phone, '--cancel']]) {
      await assert.rejects(guest(...words), UnknownGuestCommand)
    }
  })
})
