/** The list of channels at the desk, and channels with a private address. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openDeskChannels } from './support/desk-channels.ts'
import { openReceiver } from './support/receivers.ts'
import { formsOf, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const {
  accepted,
  app,
  counts,
  dispatchAndCollect,
  findPersonalLines,
  hoa,
  keys,
  lineOf,
  mailbox,
  receiver,
  requestBooking,
  statusOf,
  submitAction,
  webhookSecret,
} = openDeskChannels()

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

describe('log', () => {
  it('contains no guests, addresses or keys', () => {
    assert.ok(app.log.length > 0)
    assert.deepEqual(findPersonalLines(), [])
  })
})
