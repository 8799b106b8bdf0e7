/** Notifications over all channels, from a guest's request to the last email, and their display at the desk. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { guest } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openDeskChannels } from './support/desk-channels.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const {
  app,
  counts,
  decryptPush,
  dispatchAndCollect,
  entryOf,
  findPersonalLines,
  hoa,
  requestBooking,
  statusOf,
  submitAction,
  webhookSecret,
} = openDeskChannels()

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
    ['other times', [['offer']], /mời bạn chọn:\r\n- .*giữ cho bạn đến/s, /TENTATIVE/],
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
    assert.ok(app.log.length > 0)
    assert.deepEqual(findPersonalLines(), [])
  })
})
