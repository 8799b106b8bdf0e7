/** Notifications over all channels, from a guest's request to the last email, and their display at the desk. */
import assert from 'node:assert/strict'
import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { generateWebhookSecret } from '../src/channels/webhook.ts'
import { book, guest, table } from './support/booking.ts'
import { addStaff, form } from './support/desk.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { type Mail, openMailbox, openReceiver, type Received } from './support/receivers.ts'
import { formsOf, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const receiver = openBefore(() => openReceiver())
const mailbox = openBefore(() => openMailbox())
const webhookSecret = generateWebhookSecret()
const accepted = { status: 200, body: { ok: true, result: {} } }
prepare(() => receiver.respondWith(accepted))

const notifications = () => ({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'desk@khoilam.example',
  STAFF_MAIL: 'staff@khoilam.example',
  WEBHOOKS: `${receiver.url}/hook`,
  WEBHOOK_SECRET: webhookSecret,
  ZALO_BOT_TOKEN: 'zalo:secret',
  ZALO_CHATS: 'chat-1',
  ZALO_API_URL: receiver.url,
  TELEGRAM_BOT_TOKEN: 'telegram:secret',
  TELEGRAM_CHATS: '-100',
  TELEGRAM_API_URL: receiver.url,
})
const app = openBefore(() =>
  startShop('restaurant', { writeLimit: 100_000, notifications: notifications() }),
)
const hoa = openBefore(() => addStaff(app, 'Hoa'))

/** A browser in which Hoa turned on notifications. */
const browser = createECDH('prime256v1')
const auth = randomBytes(16).toString('base64url')
const keys = { p256dh: browser.generateKeys('base64url'), auth }
prepare(async () => {
  const subscription = { endpoint: `${receiver.url}/push/abc`, keys }
  assert.equal((await hoa.json('/push/keep', subscription)).status, 200)
})

function decryptPush(body: Buffer): Record<string, unknown> {
  const { decrypt } = createRequire(import.meta.url)('http_ece') as {
    decrypt(body: Buffer, how: object): Buffer
  }
  const clear = decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })
  return JSON.parse(clear.toString()) as Record<string, unknown>
}

type Deliveries = {
  staff: Mail[]
  guest: Mail[]
  zalo: Received[]
  telegram: Received[]
  hook: Received[]
  push: Received[]
}

/** Dispatches the events some seconds later; returns the deliveries by channel. */
async function dispatchAndCollect(seconds = 0): Promise<Deliveries> {
  app.clock.now += seconds * 1000
  const [mails, requests] = [mailbox.mails.length, receiver.received.length]
  await app.dispatch()
  const newRequests = receiver.received.slice(requests)
  const at = (start: string) => newRequests.filter(({ path }) => path.startsWith(start))
  const mail = mailbox.mails.slice(mails)
  return {
    staff: mail.filter(({ to }) => to.includes('staff@khoilam.example')),
    guest: mail.filter(({ to }) => !to.includes('staff@khoilam.example')),
    zalo: at('/botzalo:secret/'),
    telegram: at('/bottelegram:secret/'),
    hook: at('/hook'),
    push: at('/push'),
  }
}

const counts = ({ staff, guest: guests, zalo, telegram, hook, push }: Deliveries) =>
  [staff, guests, zalo, telegram, hook, push].map(({ length }) => length)

const wanted = { ...table, email: 'lan@example.com', note: 'Ghế trẻ em', allergens: ['milk'] }

async function requestBooking(change: object = {}): Promise<string> {
  const { status, body } = await book(app, { ...wanted, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const submitAction = (code: string, name: string, typed: Record<string, string> = {}) =>
  press(hoa, `/bookings/${code}`, `/bookings/${code}/${name}`, typed)

const statusOf = async (code: string) => (await app.json(`/api/booking/${code}`)).status

const entryOf = (mail: Mail | undefined) => {
  const part = mail?.parts.find(({ headers }) =>
    /text\/calendar/.test(headers.get('content-type') ?? ''),
  )
  return part?.text.replaceAll('\r\n ', '') ?? ''
}

const lineOf = (page: string, name: string) =>
  page.split('<li>').find((line) => line.includes(`<b>${name}`)) ?? ''

describe('booking request', () => {
  it('is sent to staff by every channel without guest data, and to the guest by email', async () => {
    const code = await requestBooking()
    const deliveries = await dispatchAndCollect()
    assert.deepEqual(counts(deliveries), [1, 1, 1, 1, 1, 1])
    const [zalo, telegram] = [deliveries.zalo[0], deliveries.telegram[0]]
    assert.equal(zalo?.path, '/botzalo:secret/sendMessage')
    assert.equal(zalo?.json().chat_id, 'chat-1')
    assert.equal(telegram?.path, '/bottelegram:secret/sendMessage')
    const push = decryptPush(deliveries.push[0]?.body ?? Buffer.alloc(0))
    const texts = [
      String(zalo?.json().text),
      String(telegram?.json().text),
      deliveries.staff[0]?.text ?? '',
      `${push.title}\n${push.text}\n${push.link}`,
    ]
    for (const text of texts) {
      assert.match(text, /Yêu cầu mới: 4 khách, T6 20\/11 18:30, Bàn thường/)
      assert.match(text, /Trả lời trước T3 17\/11 12:30/)
      assert.match(text, new RegExp(`${app.deskUrl}/act/[0-9a-f-]+\\.[\\w-]{43}`))
    }
    // Each channel has its own link, so that the channel of an answer is known.
    assert.equal(new Set(texts.map((text) => /\/act\/\S+/.exec(text)?.[0])).size, 4)
    const everything = [
      ...texts,
      JSON.stringify(deliveries.hook[0]?.json()),
      deliveries.staff[0]?.raw ?? '',
    ]
    for (const text of everything) {
      assert.doesNotMatch(text, /Lan|912345678|lan@example|Ghế|milk|[Ss]ữa/)
    }

    const [mail] = deliveries.guest
    assert.deepEqual(mail?.to, ['lan@example.com'])
    assert.match(mail?.subject ?? '', /Khói Lam: đã nhận yêu cầu, đang chờ trả lời/)
    assert.match(mail?.text ?? '', new RegExp(`https://shop.example/booking/${code}`))
    assert.match(entryOf(mail), /STATUS:TENTATIVE/)
    assert.doesNotMatch(mail?.text ?? '', /\/act\/|đã (được )?xác nhận|[Ss]ữa/)
    assert.deepEqual(counts(await dispatchAndCollect(60)), [0, 0, 0, 0, 0, 0])
  })

  it('is sent as a signed webhook, as are all later events', async () => {
    const code = await requestBooking({ time: '12:00', email: undefined })
    await submitAction(code, 'confirm')
    const { hook, guest: mails } = await dispatchAndCollect(20)
    assert.deepEqual(
      hook.map((one) => one.json().type),
      ['booking.requested', 'booking.confirmed'],
    )
    assert.deepEqual(mails, [])
    const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64')
    for (const { headers, body } of hook) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
      const expected = createHmac('sha256', key).update(signed).update(body).digest('base64')
      assert.equal(headers['webhook-signature'], `v1,${expected}`)
    }
    const data = hook[1]?.json().data as Record<string, unknown>
    assert.deepEqual([data.code, data.status, data.version], [code, 'confirmed', 2])
  })
})

describe('answer of staff', () => {
  const cases: [
    name: string,
    actions: [string, Record<string, string>?][],
    expected: RegExp,
    entry: RegExp,
  ][] = [
    ['a confirmation', [['confirm']], /đã xác nhận chỗ của bạn/, /STATUS:CONFIRMED/],
    ['a decline', [['decline', { own: 'Bếp sửa' }]], /Lý do: Bếp sửa/, /STATUS:CANCELLED/],
    [
      'a move',
      [['confirm'], ['move', { date: '2026-11-21', time: '19:00', agreed: '' }]],
      /chuyển giờ hẹn của bạn từ .*18:30 sang .*19:00/,
      /DTSTART[^\r\n]*20261121T120000Z/,
    ],
    [
      'a cancellation',
      [['confirm'], ['cancel', { own: 'Mất điện' }]],
      /Lý do: Mất điện/,
      /CANCELLED/,
    ],
    ['other times', [['offer']], /những giờ khác còn trống:\r\n- /, /TENTATIVE/],
  ]
  for (const [name, actions, expected, entry] of cases) {
    it(`is sent to the guest after the undo delay: ${name}`, async () => {
      const code = await requestBooking({ date: '2026-11-24' })
      await dispatchAndCollect()
      for (const [step, typed] of actions) {
        assert.equal((await submitAction(code, step, typed)).status, 303)
        assert.deepEqual((await dispatchAndCollect(14)).guest, [], 'staff can still undo it')
        const { guest: mails } = await dispatchAndCollect(1)
        if (step !== actions.at(-1)?.[0]) continue
        assert.equal(mails.length, 1)
        const [mail] = mails
        assert.deepEqual(mail?.to, ['lan@example.com'])
        assert.match(mail?.text ?? '', expected)
        assert.match(entryOf(mail), entry)
        assert.match(entryOf(mail), new RegExp(`UID:${code}@`))
      }
      assert.deepEqual((await dispatchAndCollect(60)).guest, [])
      const page = visibleTextOf(await hoa.read(`/bookings/${code}`))
      assert.match(page, /Thư cho khách [^:]*: đã gửi/)
    })
  }

  for (const [step, typed] of [
    ['confirm', {}],
    ['decline', { own: 'Nhầm' }],
    ['move', { time: '19:00', date: '2026-11-25' }],
  ] as const) {
    it(`is not sent if undone in time: ${step}`, async () => {
      const code = await requestBooking({ date: '2026-11-25', time: '12:00' })
      await dispatchAndCollect()
      assert.equal((await submitAction(code, step, typed)).status, 303)
      await dispatchAndCollect(10)
      assert.equal((await submitAction(code, 'undo')).status, 303)
      assert.deepEqual((await dispatchAndCollect(6)).guest, [])
      assert.deepEqual((await dispatchAndCollect(60)).guest, [])
      assert.equal(await statusOf(code), 'pending')
      await submitAction(code, 'decline', { own: 'Đông khách' })
      assert.equal((await dispatchAndCollect(15)).guest.length, 1)
    })
  }

  it('is sent in the guest’s language', async () => {
    const code = await requestBooking({ date: '2026-11-26', locale: 'en' })
    const [requestMail] = (await dispatchAndCollect()).guest
    assert.match(requestMail?.subject ?? '', /we have received your request; it is pending/)
    await submitAction(code, 'confirm')
    const [mail] = (await dispatchAndCollect(15)).guest
    assert.match(mail?.text ?? '', /has confirmed your booking\. See you then!/)
    assert.match(mail?.text ?? '', new RegExp(`https://shop.example/en/booking/${code}`))
  })
})

describe('link in a message', () => {
  const at = (path: string, init: RequestInit = {}) =>
    fetch(`${app.deskUrl}${path}`, { redirect: 'manual', ...init })
  const linkOf = (text: unknown) => /\/act\/[\w.-]+/.exec(String(text))?.[0] ?? ''
  const requestLinks = async (change: object = {}) => {
    const code = await requestBooking({ email: undefined, ...change })
    const { zalo, telegram, staff } = await dispatchAndCollect()
    const links = [zalo[0]?.json().text, telegram[0]?.json().text, staff[0]?.text].map(linkOf)
    assert.ok(links.every((link) => link.length > 60))
    return { code, links: links as [string, string, string] }
  }

  it('shows the request, acts once by its button, and never again', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27' })
    const [link, other] = links
    for (const method of ['GET', 'GET', 'HEAD', 'GET']) {
      const shown = await at(link, { method })
      assert.equal(shown.status, 200)
      if (method !== 'GET') continue
      // Chat programs open every link: the page shows what and when, never who.
      const words = visibleTextOf(await shown.text())
      assert.match(words, /27\/11\/2026 18:30.*4 khách.*Xác nhận/)
      assert.doesNotMatch(words, /Lan|0912|Giáp xác/)
    }
    assert.equal(await statusOf(code), 'pending')
    const [confirm] = formsOf(await (await at(link)).text())
    assert.equal(confirm?.action, link)
    const done = await at(link, form(confirm?.fields ?? {}))
    assert.equal(done.status, 200)
    const page = await done.text()
    assert.match(noticeOf(page), /Đã xong/)
    assert.deepEqual(formsOf(page), [])
    assert.equal(await statusOf(code), 'confirmed')

    const again = await at(link, form(confirm?.fields ?? {}))
    assert.equal(again.status, 409)
    assert.match(noticeOf(await again.text()), /đã được dùng/)
    // The link in another message shows that the request is answered.
    const elsewhere = await at(other)
    assert.deepEqual(formsOf(await elsewhere.text()), [])
    const late = await at(other, form({ act: 'decline', own: 'Kín chỗ', version: '1' }))
    assert.equal(late.status, 409)
    assert.equal(await statusOf(code), 'confirmed')
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${code}`)),
      /Liên kết trong tin báo \(zalo\) xác nhận/,
    )
  })

  it('acts once if it is used twice at the same time', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '12:00' })
    const responses = await Promise.all([
      ...links.map((link) => at(link, form({ act: 'confirm', version: '1' }))),
      at(links[0], form({ act: 'decline', own: 'Kín chỗ', version: '1' })),
    ])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const { length } = await app.store.read.all(
      `SELECT audit.id FROM audit JOIN bookings ON subject = 'booking:' || bookings.id
       WHERE code = ? AND actor LIKE 'link:%'`,
      code.replaceAll('-', ''),
    )
    assert.equal(length, 1)
  })

  it('used second shows who was first, and the current status', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '13:00' })
    const [link] = links
    const [, decline] = formsOf(await (await at(link)).text())
    assert.equal((await submitAction(code, 'confirm')).status, 303)
    const late = await at(link, form({ ...decline?.fields, own: 'Kín chỗ' }))
    assert.equal(late.status, 409)
    const page = await late.text()
    assert.match(noticeOf(page), /Có người vừa sửa trước.*Hoa vừa xác nhận \(\d\d:\d\d\)/)
    assert.match(visibleTextOf(page), /đã xác nhận/)
    assert.doesNotMatch(visibleTextOf(page), /Lan|912/)
  })

  it('declines with a reason only', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '14:00' })
    const [link] = links
    const [, decline] = formsOf(await (await at(link)).text())
    const without = await at(link, form(decline?.fields ?? {}))
    assert.equal(without.status, 409)
    assert.match(noticeOf(await without.text()), /Xin ghi lý do/)
    const done = await at(link, form({ ...decline?.fields, own: 'Bếp <sửa>' }))
    assert.equal(done.status, 200)
    assert.equal(await statusOf(code), 'cancelled')
    assert.match(visibleTextOf(await hoa.read(`/bookings/${code}`)), /Bếp <sửa>/)
  })

  it('is rejected if it is expired, forged or sent from another site', async () => {
    const { code, links } = await requestLinks({ date: '2026-12-01' })
    const [link] = links
    const [, id = '', signature = ''] = /\/act\/([\w-]+)\.([\w-]+)/.exec(link) ?? []
    const delivery = await app.store.read.get<{ id: string }>(
      "SELECT id FROM deliveries WHERE channel = 'webhook' ORDER BY id DESC LIMIT 1",
    )
    const tampered = [
      `/act/${id}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}`,
      `/act/${delivery?.id}.${signature}`,
      `/act/${id}`,
      `/act/${id}.`,
      `/act/.${signature}`,
      `/act/${id}.${signature}.x`,
      '/act/x.y',
    ]
    const confirm = form({ act: 'confirm', version: '1' })
    for (const path of tampered) {
      assert.equal((await at(path)).status, 410, path)
      assert.equal((await at(path, confirm)).status, 410, path)
    }
    const foreign = { ...(confirm.headers as object), 'sec-fetch-site': 'cross-site' }
    assert.equal((await at(link, { ...confirm, headers: foreign })).status, 403)
    const { now } = app.clock
    app.clock.now += 48 * 3600_000 + 1
    const old = await at(link)
    assert.equal(old.status, 410)
    assert.doesNotMatch(await old.text(), /Lan|912/)
    assert.equal((await at(link, confirm)).status, 410)
    app.clock.now = now
    assert.equal(await statusOf(code), 'pending')
    assert.equal((await at(link)).status, 200)
  })

  it('shows the change request of a guest', async () => {
    const { code } = await requestLinks({ date: '2026-12-01', time: '12:00' })
    const changeRequest = {
      kind: 'move',
      date: '2026-12-02',
      time: '12:30',
      phone_last4: '5678',
      consent: '1',
    }
    assert.equal((await app.post(`/api/booking/${code}/change`, changeRequest)).status, 202)
    const [message] = (await dispatchAndCollect()).zalo
    assert.match(String(message?.json().text), /Khách xin đổi giờ/)
    const page = await (await at(linkOf(message?.json().text))).text()
    assert.match(visibleTextOf(page), /Khách xin dời sang 12:30 T4 2\/12/)
    assert.deepEqual(formsOf(page), [])
    assert.ok(page.includes(`href="/bookings/${code}"`))
  })
})

describe('list of channels at the desk', () => {
  it('shows the status of each channel', async () => {
    const words = visibleTextOf(await hoa.read('/channels'))
    for (const name of ['Thư cho khách', 'Thư cho nhân viên', 'Báo trên trình duyệt', 'Zalo Bot']) {
      assert.match(words, new RegExp(`${name}[^·]*(· 1 )?đang dùng`), name)
    }
    assert.match(words, /Mọi tin đều đã tới nơi/)
  })

  for (const [channel, target] of [
    ['email', 0],
    ['zalo', 2],
    ['telegram', 3],
    ['webhook', 4],
    ['push', 5],
  ] as const) {
    it(`sends a test by ${channel}, and by no other channel`, async () => {
      await dispatchAndCollect()
      await hoa.confirm()
      const response = await press(hoa, '/channels', `/channels/${channel}/test`)
      assert.equal(response.headers.get('location'), '/channels?tested=1')
      assert.match(noticeOf(await hoa.read('/channels?tested=1')), /Tin thử đang được gửi/)
      const deliveryCounts = counts(await dispatchAndCollect())
      assert.deepEqual(
        deliveryCounts,
        deliveryCounts.map((_, one) => (one === target ? 1 : 0)),
      )
      const last = await app.store.read.get<{ actor: string; facts: string }>(
        "SELECT actor, facts FROM audit WHERE action = 'tested' ORDER BY id DESC LIMIT 1",
      )
      assert.deepEqual(JSON.parse(last?.facts ?? ''), { channel })
      assert.match(last?.actor ?? '', /^staff:/)
    })
  }

  it('shows failed deliveries with the reason, and sends them again', async () => {
    mailbox.react(550)
    const code = await requestBooking({ date: '2026-12-03' })
    const deliveries = await dispatchAndCollect()
    assert.equal(deliveries.zalo.length, 1, 'a failed channel does not block others')
    const page = await hoa.read('/channels')
    const dead = partOf(page, '<section id="dead">', '</section>')
    assert.match(visibleTextOf(dead), /Thư cho khách · .*status 550/)
    assert.match(visibleTextOf(dead), /Thư cho nhân viên · .*status 550/)
    assert.doesNotMatch(page, /example\.com|khoilam\.example/)
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${code}`)),
      /Thư cho khách .*không gửi được/,
    )
    mailbox.react('take')
    assert.deepEqual(
      counts(await dispatchAndCollect(3600)),
      [0, 0, 0, 0, 0, 0],
      'no automatic retry',
    )
    const again = formsOf(dead).map(({ action }) => action)
    assert.equal(again.length, 2)
    for (const action of again) {
      const response = await hoa.post(action, {})
      assert.equal(response.headers.get('location'), '/channels#dead')
      assert.equal((await hoa.post(action, {})).status, 303, 'the second attempt is accepted')
    }
    const arrived = await dispatchAndCollect()
    assert.deepEqual(counts(arrived), [1, 1, 0, 0, 0, 0])
    assert.deepEqual(arrived.guest[0]?.to, ['lan@example.com'])
    assert.match(visibleTextOf(await hoa.read('/channels')), /Mọi tin đều đã tới nơi/)
    const { length } = await app.store.read.all("SELECT id FROM audit WHERE action = 'sent_again'")
    assert.equal(length, 2)
    assert.equal((await hoa.post('/channels/again/unknown', {})).status, 303)
  })

  it('sends a message again without ending the undo of the action that it is about', async () => {
    const code = await requestBooking({ date: '2026-12-04' })
    await dispatchAndCollect()
    await submitAction(code, 'confirm')
    mailbox.react(550)
    await dispatchAndCollect(15)
    mailbox.react('take')
    const dead = partOf(await hoa.read('/channels'), '<section id="dead">', '</section>')
    const [again] = formsOf(dead)
    assert.equal((await hoa.post(again?.action ?? '', {})).status, 303)
    assert.equal((await dispatchAndCollect()).guest.length, 1)

    const page = await hoa.read(`/bookings/${code}`)
    const history = visibleTextOf(partOf(page, '<ol class="history">', '</ol>'))
    assert.match(history, /Hoa xác nhận .* Hoa gửi lại một tin$/)
    const conflict = await hoa.post(`/bookings/${code}/note`, { version: '1', note: 'x' })
    assert.match(noticeOf(await conflict.text()), /Hoa vừa xác nhận/)
    await submitAction(code, 'undo')
    assert.equal(await statusOf(code), 'pending')
    await dispatchAndCollect(15)
  })

  it('shows what waits for a channel that no longer exists, and composes no text for it', async () => {
    const code = await requestBooking({ date: '2026-12-03', time: '11:00', email: undefined })
    await dispatchAndCollect()
    const addDelivery = `INSERT INTO deliveries (id, news_id, channel, target, subject, state, tries, due_at,
        claimed_until, created_at, updated_at)
      SELECT news_id || '-099', news_id, 'fax', 'a', subject, 'waiting', 0, 0, 0, created_at, updated_at
      FROM deliveries WHERE channel = 'zalo' ORDER BY id DESC LIMIT 1`
    await app.store.write((sql) => sql.run(addDelivery))
    assert.deepEqual(counts(await dispatchAndCollect()), [0, 0, 0, 0, 0, 0])
    const page = await hoa.read('/channels')
    const dead = visibleTextOf(partOf(page, '<section id="dead">', '</section>'))
    assert.match(dead, /^Chưa gửi được fax · booking\.requested · .*channel is not configured/)
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${code}`)),
      /fax gửi yêu cầu: không gửi được \(channel is not configured\)/,
    )
    await app.store.write((sql) => sql.run("DELETE FROM deliveries WHERE channel = 'fax'"))
  })

  it('shows waiting deliveries, and delivers them when the receiver is available again', async () => {
    receiver.respondWith({ status: 500 })
    const code = await requestBooking({ date: '2026-12-03', time: '12:00', email: undefined })
    await dispatchAndCollect()
    const waiting = lineOf(await hoa.read('/channels'), 'Webhook')
    assert.match(visibleTextOf(waiting), /1 đang chờ gửi status 500/)
    receiver.respondWith(accepted)
    assert.equal((await dispatchAndCollect(4)).hook.length, 0)
    const { hook } = await dispatchAndCollect(2)
    assert.deepEqual(
      hook.map((one) => (one.json().data as { code: string }).code),
      [code],
    )
    await dispatchAndCollect(60)
    assert.doesNotMatch(lineOf(await hoa.read('/channels'), 'Webhook'), /status 500/)
  })

  it('removes a browser that is gone, and one of a revoked staff member', async () => {
    const browsers = async () =>
      (await app.store.read.all('SELECT id FROM push_subscriptions')).length
    const linh = await addStaff(app, 'Linh', 'host')
    await linh.json('/push/keep', { keys, endpoint: `${receiver.url}/push/linh` })
    assert.equal(await browsers(), 2)
    const { id } = (await app.appHost.staffAccess.findMemberByName('Linh')) ?? { id: '' }
    await hoa.confirm()
    await hoa.post(`/team/${id}/revoke`, {})
    await requestBooking({ date: '2026-12-04', email: undefined })
    assert.deepEqual(
      (await dispatchAndCollect()).push.map(({ path }) => path),
      ['/push/abc'],
    )
    receiver.respondWith({ status: 410 })
    await press(hoa, '/channels', '/channels/push/test')
    await dispatchAndCollect()
    receiver.respondWith(accepted)
    assert.equal(await browsers(), 0)
    assert.match(visibleTextOf(await hoa.read('/channels')), /Mọi tin đều đã tới nơi/)
  })
})

describe('private address of a channel', () => {
  it('is rejected unless allowed, and the desk shows that and which channels are not configured', async () => {
    const inside = await openReceiver()
    const careful = await startShop('restaurant', {
      allowPrivate: false,
      notifications: {
        WEBHOOKS: `https://127.0.0.1:${inside.port}/, http://127.0.0.1:${inside.port}/`,
        WEBHOOK_SECRET: webhookSecret,
      },
    })
    const lan = await addStaff(careful, 'Nga')
    assert.equal((await book(careful, table)).status, 202)
    await careful.dispatch()
    const dead = visibleTextOf(
      partOf(await lan.read('/channels'), '<section id="dead">', '</section>'),
    )
    assert.match(dead, /private address rejected/)
    assert.match(dead, /not an https address/)
    await lan.json('/push/keep', { keys, endpoint: `https://localhost:${inside.port}/` })
    await press(lan, '/channels', '/channels/push/test')
    await careful.dispatch()
    assert.equal(inside.connections, 0)

    // A channel that is not configured shows how to configure it, and has no button.
    const page = await lan.read('/channels')
    assert.match(
      visibleTextOf(lineOf(page, 'Zalo Bot')),
      /chưa dùng; cần đặt ZALO_BOT_TOKEN, ZALO_CHATS/,
    )
    const tests = formsOf(page).filter(({ action }) => action.endsWith('/test'))
    assert.deepEqual(
      tests.map(({ action }) => action),
      ['/channels/push/test', '/channels/webhook/test'],
    )
    for (const channel of ['zalo', 'constructor', '__proto__', 'x']) {
      const response = await lan.post(`/channels/${channel}/test`, {})
      assert.equal(response.headers.get('location'), '/channels', channel)
    }
    const announced = await careful.store.read.all("SELECT id FROM outbox WHERE kind = 'test'")
    assert.equal(announced.length, 1)
    await careful.stop()
  })
})

describe('orders and callback requests', () => {
  it('are sent like bookings: to staff immediately, to the guest after each step', async () => {
    const [mails, hooks] = [await openMailbox(), await openReceiver()]
    const spa = await startShop('spa', {
      writeLimit: 100_000,
      notifications: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'spa@shop.example',
        STAFF_MAIL: 'staff@shop.example',
        WEBHOOKS: hooks.url,
        WEBHOOK_SECRET: webhookSecret,
      },
    })
    const mai = await addStaff(spa, 'Mai')
    const order = { ...guest, email: 'lan@example.com', kind: 'membership', visits: 5 }
    const { code } = (await (await spa.post('/api/order', order)).json()) as { code: string }
    await spa.post('/api/lead', { ...guest, message: 'Gọi sau 18 giờ' })
    await spa.dispatch()
    assert.deepEqual(mails.mails.map(({ to }) => to[0]).sort(), [
      'lan@example.com',
      'staff@shop.example',
      'staff@shop.example',
    ])
    for (const { to, raw, text } of mails.mails) {
      if (to[0] === 'staff@shop.example')
        assert.doesNotMatch(`${raw} ${text}`, /Lan|912345678|18 giờ/)
    }
    await press(mai, '/orders', `/orders/${code}/pay`)
    spa.clock.now += 15_000
    await spa.dispatch()
    assert.match(mails.mails.at(-1)?.subject ?? '', /đã nhận tiền/)
    assert.deepEqual(hooks.received.map((one) => one.json().type).sort(), [
      'lead.requested',
      'order.paid',
      'order.requested',
    ])
    await spa.stop()
  })
})

describe('log', () => {
  it('contains no guests, addresses or keys', () => {
    const lines = app.log.join('').split('\n')
    assert.ok(lines.some((line) => line.includes('"route":"/act/{token}"')))
    const personalData = /Lan|912345678|@|secret|whsec|chat-1|127\.0\.0\.1|"level":"(warn|error)"/
    assert.deepEqual(
      lines.filter((line) => personalData.test(line)),
      [],
    )
  })
})
