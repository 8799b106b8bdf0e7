/** Other desk screens: orders, callback requests, newsletter, statistics, calendar, team, own account. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNewsletter } from '../src/domain/newsletter/newsletter.ts'
import { book, guest, massage } from './support/booking.ts'
import { createBusyDay } from './support/busy-day.ts'
import {
  addStaff,
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from './support/desk.ts'
import { openMailbox } from './support/receivers.ts'
import { samples } from './support/samples.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { type RunningShop, secret, startShop, trades } from './support/shop.ts'

const app = await startShop('spa', { writeLimit: 100_000 })
const mai = await addStaff(app, 'Mai')
const tuan = await addStaff(app, 'Tuấn', 'host')

/** The recorded actions on a subject, in order. */
async function audited(shop: RunningShop, subject: string): Promise<string[]> {
  const rows = await shop.store.read.all<{ actor: string; action: string; facts: string }>(
    'SELECT actor, action, facts FROM audit WHERE subject LIKE ? ORDER BY id',
    subject,
  )
  const names = new Map(
    (await shop.appHost.staffAccess.listMembers()).map(({ id, name }) => [`staff:${id}`, name]),
  )
  return rows.map(({ actor, action }) => `${names.get(actor) ?? actor} ${action}`)
}

describe('order', () => {
  const card = { ...guest, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  const order = async (change: object = {}) => {
    const response = await app.post('/api/order', { ...card, ...change })
    assert.equal(response.status, 202, await response.clone().text())
    return ((await response.json()) as { code: string }).code
  }
  const cardOf = (page: string, code: string) =>
    partOf(page, `id="o-${code.replaceAll('-', '')}"`, '</article>')
  const statusOf = async (code: string) => (await app.json(`/api/order/${code}`)).status
  const step = (code: string, action: string, staff = mai) =>
    press(staff, '/orders', `/orders/${code}/${action}`)
  const buttons = async (code: string) =>
    formsOf(cardOf(await mai.read('/orders'), code)).map(({ action }) => action.split('/').at(-1))

  it('is paid, then sent, and each step can be undone', async () => {
    const code = await order({ recipient: 'Minh', message: 'Mừng <b>sinh nhật</b>' })
    const shown = cardOf(await mai.read('/orders'), code)
    assert.match(visibleTextOf(shown), /500\.000 ₫ chờ chuyển khoản/)
    assert.match(visibleTextOf(shown), new RegExp(`${code} · Thẻ quà tặng · `))
    assert.match(visibleTextOf(shown), /Nguyễn Thị Lan 0912 345 678 → Minh/)
    assert.match(visibleTextOf(shown), /“Mừng <b>sinh nhật<\/b>”/)
    assert.ok(shown.includes('href="tel:+84912345678"'))
    assert.deepEqual(await buttons(code), ['pay', 'cancel'])
    const steps: [action: string, status: string, then: string[]][] = [
      ['pay', 'paid', ['send', 'undo']],
      ['undo', 'pending_payment', ['pay', 'cancel']],
      ['pay', 'paid', ['send', 'undo']],
      ['send', 'sent', ['undo']],
      ['undo', 'paid', ['send', 'undo']],
      ['undo', 'pending_payment', ['pay', 'cancel']],
      ['cancel', 'cancelled', ['undo']],
      ['undo', 'pending_payment', ['pay', 'cancel']],
    ]
    for (const [action, status, then] of steps) {
      const response = await step(code, action)
      assert.equal(response.status, 303, action)
      assert.equal(response.headers.get('location'), `/orders#o-${code.replaceAll('-', '')}`)
      assert.equal(await statusOf(code), status)
      assert.deepEqual(await buttons(code), then)
    }
    const { id } = (await app.store.read.get<{ id: string }>(
      'SELECT id FROM orders WHERE code = ?',
      code.replaceAll('-', ''),
    )) ?? { id: '' }
    assert.deepEqual(await audited(app, `order:${id}`), [
      'api requested',
      'Mai paid',
      'Mai reopened',
      'Mai paid',
      'Mai sent',
      'Mai reopened',
      'Mai reopened',
      'Mai cancelled',
      'Mai reopened',
    ])
  })

  it('names the staff member who acted first', async () => {
    const code = await order()
    const { action, fields } = formTo(await tuan.read('/orders'), `/orders/${code}/cancel`)
    assert.equal((await step(code, 'pay')).status, 303)
    const response = await tuan.post(action, fields)
    assert.equal(response.status, 409)
    assert.match(
      noticeOf(await response.text()),
      /Có người vừa sửa trước.* Mai vừa báo đã nhận tiền/,
    )
    assert.equal(await statusOf(code), 'paid')
  })

  it('rejects actions that are unknown or not possible in its status', async () => {
    const code = await order()
    for (const [action, version] of [
      ['send', '1'],
      ['undo', '1'],
      ['pay', '2'],
      ['pay', ''],
      ['explode', '1'],
      ['constructor', '1'],
      ['__proto__', '1'],
    ] as const) {
      const response = await mai.post(`/orders/${code}/${action}`, { version })
      assert.equal(response.status, 409, action)
      assert.notEqual(noticeOf(await response.text()), '')
    }
    for (const other of ['THE-0000-0000-00', 'x', '%F0%9F%8D%9C']) {
      assert.equal((await mai.post(`/orders/${other}/pay`, { version: '1' })).status, 409, other)
    }
    assert.equal(await statusOf(code), 'pending_payment')
    // Any notation of the code is accepted.
    const variantCode = encodeURIComponent(code.replaceAll('-', '–').toLowerCase())
    assert.equal((await mai.post(`/orders/${variantCode}/pay`, { version: '1' })).status, 303)
  })
})

describe('callback request', () => {
  it('is open until it is marked as called, with the name of the staff member', async () => {
    const lead = { ...guest, message: 'Tiệc <30> người', preferred_time: 'sau 18 giờ' }
    const response = await app.post('/api/lead', lead)
    const { id } = (await response.json()) as { id: string }
    const cardNow = async () => partOf(await mai.read('/leads'), `id="l-${id}"`, '</article>')
    const card = await cardNow()
    assert.match(
      visibleTextOf(card),
      /Nguyễn Thị Lan 0912 345 678 09:00 Nên gọi: sau 18 giờ “Tiệc <30> người” API Đã gọi/,
    )
    assert.ok(card.includes('https://zalo.me/84912345678'))
    assert.equal((await press(tuan, '/leads', `/leads/${id}`)).status, 303)
    assert.match(visibleTextOf(await cardNow()), /đã gọi bởi Tuấn, 09:00 Chưa gọi được/)
    // The second press changes nothing.
    assert.equal((await mai.post(`/leads/${id}`, { handled: '1' })).status, 303)
    assert.match(visibleTextOf(await cardNow()), /bởi Tuấn/)
    assert.equal((await press(mai, '/leads', `/leads/${id}`)).status, 303)
    assert.doesNotMatch(visibleTextOf(await cardNow()), /bởi Tuấn/)
    assert.deepEqual(await audited(app, `lead:${id}`), [
      'api requested',
      'Tuấn handled',
      'Mai reopened',
    ])
    assert.equal((await mai.post('/leads/unknown', { handled: '1' })).status, 303)
  })
})

describe('newsletter', () => {
  it('shows the number of subscribers, and is exported by the owner only, with a history entry', async () => {
    await app.post('/api/subscribe', { email: 'lan@example.com', consent: '1' })
    await app.post('/api/subscribe', { email: 'minh@example.com', consent: '1' })
    const row = await app.store.read.get<{ id: string }>(
      "SELECT id FROM subscribers WHERE email = 'lan@example.com'",
    )
    const links = createNewsletter(app.store, secret, () => app.clock.now)
    await app.get(links.linkFor('confirm', row?.id ?? ''), { method: 'POST' })
    assert.match(visibleTextOf(await mai.read('/subscribers')), /Đã xác nhận 1 Chưa bấm xác nhận 1/)
    assert.doesNotMatch(await mai.read('/subscribers'), /example\.com/)
    const response = await press(mai, '/subscribers', '/subscribers/export')
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(
      response.headers.get('content-disposition'),
      'attachment; filename="newsletter-2026-11-16.csv"',
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const lines = bytes.toString().trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? '', /^lan@example\.com,/)
    assert.deepEqual(await audited(app, 'subscribers'), ['Mai exported'])
    // A link in an email cannot download it.
    const got = await mai.get('/subscribers/export')
    assert.equal(got.headers.get('location'), '/subscribers')
    assert.equal((await tuan.post('/subscribers/export', {})).status, 403)
    assert.deepEqual(await audited(app, 'subscribers'), ['Mai exported'])
  })
})

describe('statistics', () => {
  it('are drawn as charts with tables beside them, and exported by the owner', async () => {
    const name = '=HYPERLINK("http://evil.example")'
    const { code } = (await book(app, { ...massage, name, health: ['pregnant'] })).body
    await book(app, { ...massage, time: '14:00' })
    app.clock.now += 30 * 60_000
    await press(mai, '/', `/bookings/${code}/confirm`)
    app.clock.now -= 30 * 60_000
    const page = await mai.read('/numbers?days=7')
    assert.match(visibleTextOf(page), /Yêu cầu 2 Được xác nhận/)
    assert.match(visibleTextOf(page), /Trả lời trong 30 phút/)
    assert.equal(
      [...page.matchAll(/<svg /g)].length - [...page.matchAll(/<svg [^>]*class="icon/g)].length >=
        4,
      true,
    )
    assert.ok([...page.matchAll(/<table/g)].length >= 4)
    for (const days of ['30', '90', '31', 'x', '']) await mai.read(`/numbers?days=${days}`)

    const { fields } = formTo(page, '/numbers/export')
    assert.deepEqual(fields, { from: '2026-11-10', to: '2026-12-16' })
    const response = await mai.post('/numbers/export', fields)
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /bookings-2026-11-10-2026-12-16\.csv/,
    )
    const text = await response.text()
    const lines = text.trim().split('\r\n')
    assert.equal(lines.length, 3)
    assert.match(text, new RegExp(code))
    assert.match(text, /0912 345 678/)
    assert.doesNotMatch(text, /pregnant|thai/)
    assert.doesNotMatch(text, /(^|,)"?=HYPERLINK/m)
    assert.deepEqual(await audited(app, 'bookings'), ['Mai exported'])
    for (const wrong of [
      { from: '', to: '' },
      { from: '2026-12-01', to: '2026-11-01' },
    ]) {
      assert.equal((await mai.post('/numbers/export', wrong)).headers.get('location'), '/numbers')
    }
    assert.deepEqual(await audited(app, 'bookings'), ['Mai exported'])
  })
})

describe('calendar feed', () => {
  const feedOf = async (staff: StaffClient) => {
    const [, address = ''] = /<code id="feed">([^<]*)</.exec(await staff.read('/account')) ?? []
    assert.ok(address.startsWith(`${app.deskUrl}/calendar/`))
    return address
  }

  it('is readable with its address only, without contact details of guests', async () => {
    const { code } = (await book(app, { ...massage, note: 'Đau lưng', health: ['pregnant'] })).body
    const address = await feedOf(tuan)
    const response = await fetch(address)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const text = (await response.text()).replaceAll('\r\n ', '')
    assert.match(text, new RegExp(`UID:${code}@shop\\.example`))
    assert.match(text, /SUMMARY:1 · Nguyễn Thị Lan · Massage cổ vai gáy/)
    assert.match(text, /STATUS:TENTATIVE/)
    assert.match(text, new RegExp(`URL:${app.deskUrl}/bookings/${code}`))
    assert.doesNotMatch(text, /912345678|lưng|thai/)
    assert.equal((await fetch(address, { method: 'HEAD' })).status, 200)
  })

  it('has no other valid key, and a new one on request', async () => {
    const address = await feedOf(tuan)
    const others = await feedOf(mai)
    const [key = '', id = ''] = address.replace('.ics', '').split('/').reverse()
    const wrong = [
      address.replace(key, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`),
      address.replace(key, key.slice(0, -1)),
      address.replace(key, 'x'),
      others.replace(/\/calendar\/[^/]+/, `/calendar/${id}`),
      address.replace(id, '0'.repeat(id.length)),
    ]
    for (const path of wrong) assert.equal((await fetch(path)).status, 404, path)
    assert.equal((await press(tuan, '/account', '/account/feed')).status, 303)
    assert.equal((await fetch(address)).status, 404)
    const renewed = await feedOf(tuan)
    assert.notEqual(renewed, address)
    assert.equal((await fetch(renewed)).status, 200)
    assert.equal((await fetch(others)).status, 200)
  })

  it('of a revoked staff member is gone', async () => {
    const linh = await addStaff(app, 'Linh', 'host')
    const address = await feedOf(linh)
    assert.equal((await fetch(address)).status, 200)
    const { id } = (await app.appHost.staffAccess.findMemberByName('Linh')) ?? { id: '' }
    assert.equal((await mai.post(`/team/${id}/revoke`, {})).status, 303)
    assert.equal((await fetch(address)).status, 404)
  })
})

describe('team', () => {
  const idOf = async (name: string) =>
    (await app.appHost.staffAccess.findMemberByName(name))?.id ?? ''
  const lineOf = async (name: string) => {
    const [, list = ''] = (await mai.read('/team')).split('<ul class="item-list">')
    return (
      list
        .split('</ul>')[0]
        ?.split('<li')
        .find((line) => line.includes(`<b>${name}</b>`)) ?? ''
    )
  }

  it('is invited by a link that is shown once', async () => {
    for (const [role, expected] of [
      ['host', /nhân viên/],
      ['owner', /chủ/],
      ['emperor', /nhân viên/],
    ] as const) {
      const response = await press(mai, '/team', '/team/invite', { role })
      assert.equal(response.status, 200)
      const text = await response.text()
      const [link = ''] = /http:\/\/[^<"]*\/join\/[\w-]+/.exec(text) ?? []
      assert.ok(link.startsWith(app.deskUrl))
      assert.ok(!(await mai.read('/team')).includes(link.split('/').at(-1) ?? ''))
      const name = `Người mới ${role}`
      assert.equal((await fetch(link, form({ name, password }))).status, 303)
      assert.match(visibleTextOf(await lineOf(name)), expected)
    }
  })

  it('changes roles immediately, and always has an owner', async () => {
    assert.equal((await tuan.get('/team')).status, 403)
    const promote = await mai.post(`/team/${await idOf('Tuấn')}/role`, { role: 'owner' })
    assert.equal(promote.status, 303)
    assert.equal((await tuan.get('/team')).status, 200)
    for (const name of ['Tuấn', 'Người mới owner']) {
      assert.equal((await mai.post(`/team/${await idOf(name)}/role`, { role: 'host' })).status, 303)
    }
    assert.equal((await tuan.get('/team')).status, 403)
    for (const [action, fields] of [
      ['role', { role: 'host' }],
      ['revoke', {}],
    ] as const) {
      const response = await mai.post(`/team/${await idOf('Mai')}/${action}`, fields)
      assert.equal(response.status, 409)
      assert.match(noticeOf(await response.text()), /chủ duy nhất/)
    }
    assert.equal((await mai.get('/team')).status, 200)
    // Owners cannot revoke themselves.
    assert.doesNotMatch(await lineOf('Mai'), /revoke/)
    assert.match(await lineOf('Tuấn'), /revoke/)
  })

  it('shows revoked members, and rejects unknown ones', async () => {
    const id = await idOf('Người mới host')
    assert.equal((await mai.post(`/team/${id}/revoke`, {})).status, 303)
    assert.match(visibleTextOf(await lineOf('Người mới host')), /đã thu quyền/)
    assert.doesNotMatch(await lineOf('Người mới host'), /<form/)
    for (const action of ['revoke', 'role', 'again']) {
      for (const memberId of [id, 'x', 'constructor']) {
        const response = await mai.post(`/team/${memberId}/${action}`, { role: 'owner' })
        assert.equal(response.status, 409, `${action} ${memberId}`)
        assert.notEqual(noticeOf(await response.text()), '')
      }
    }
    assert.equal((await mai.post(`/team/${await idOf('Tuấn')}/role`, { role: 'x' })).status, 303)
    assert.match(visibleTextOf(await lineOf('Tuấn')), /nhân viên/)
  })
})

describe('own account', () => {
  it('changes the password, which ends the other sessions and is valid for sign-in', async () => {
    const first = await addStaff(app, 'Oanh', 'host')
    const signedIn = await fetch(`${app.deskUrl}/sign-in`, form({ name: 'Oanh', password }))
    const second = createStaffClient(app, 'Oanh', cookieOf(signedIn))
    for (const [typed, expected] of [
      ['ngắn', /ký tự/],
      ['1234567890', /dễ đoán/],
      ['', /ký tự/],
    ] as const) {
      const response = await second.post('/account/password', { password: typed })
      assert.equal(response.status, 409, typed)
      assert.match(noticeOf(await response.text()), expected)
    }
    assert.equal((await first.get('/')).status, 200)
    const next = 'con trâu đen ăn cỏ xanh'
    assert.equal(
      (await press(second, '/account', '/account/password', { password: next })).status,
      303,
    )
    assert.deepEqual([(await first.get('/')).status, (await second.get('/')).status], [303, 200])
    const signIn = async (typed: string) =>
      (await fetch(`${app.deskUrl}/sign-in`, form({ name: 'oanh', password: typed }))).status
    assert.deepEqual([await signIn(password), await signIn(next)], [403, 303])
    const removed = await second.post('/account/password/remove', {})
    assert.equal(removed.status, 409)
    assert.match(noticeOf(await removed.text()), /cách đăng nhập cuối cùng/)
    const { id } = (await app.appHost.staffAccess.findMemberByName('Oanh')) ?? { id: '' }
    assert.deepEqual(await audited(app, `staff:${id}`), [
      'terminal link_made',
      'Oanh joined',
      'Oanh signed_in',
      'Oanh password_set',
      'Oanh signed_in',
    ])
    assert.equal((await second.post('/account/passkeys/x/remove', {})).status, 409)
  })

  it('stores browsers for notifications, and removes them', async () => {
    assert.match(
      JSON.stringify(await (await tuan.get('/push/key')).json()),
      /^{"key":"[\w-]{87}"}$/,
    )
    const browser = { endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: 'y' } }
    const browsers = async () =>
      (await app.store.read.all('SELECT id FROM push_subscriptions')).length
    assert.equal((await tuan.json('/push/keep', browser)).status, 200)
    assert.equal((await tuan.json('/push/keep', browser)).status, 200)
    assert.equal(await browsers(), 1)
    for (const wrong of [
      {},
      [],
      { endpoint: 'x' },
      { ...browser, endpoint: 'x' },
      { ...browser, keys: 1 },
    ]) {
      assert.equal((await tuan.json('/push/keep', wrong)).status, 400)
    }
    // A member cannot remove the browser of another member.
    await mai.json('/push/forget', browser)
    assert.equal(await browsers(), 1)
    await tuan.json('/push/forget', browser)
    assert.equal(await browsers(), 0)
  })
})

describe('log', () => {
  it('contains none of this input', () => {
    {
      const lines = app.log.join('').split('\n')
      const personalData =
        /Lan|Minh|912345678|example\.com|lưng|Oanh|trâu|HYPERLINK|"level":"(warn|error)"/
      assert.deepEqual(
        lines.filter((line) => personalData.test(line)),
        [],
      )
    }
  })
})

describe('English', () => {
  /** Texts of owners and guests, which are not translated. */
  const theirs = (shop: RunningShop): string[] => [
    ...shop.shop.booking.resources.flatMap(({ name, group }) => [name.en, group.en]),
    ...shop.shop.booking.resources.map(({ name }) => name.en.split(' · ')[0] ?? ''),
    ...shop.shop.booking.sensitiveFlags.map(({ name }) => name.en),
    ...shop.shop.assortment.offers.map(({ name }) => name.en),
    shop.shop.business.name,
    shop.shop.booking.quickEntryExample.en,
    'Tiếng Việt',
    'Cô Ba',
  ]

  for (const trade of trades) {
    it(`is on every screen of the ${trade}`, async () => {
      const mailbox = await openMailbox()
      const notifications = {
        smtpUrl: mailbox.url,
        mailFrom: 'desk@shop.example',
        staffMail: ['a@shop.example'],
      }
      const shop = await startShop(trade, { writeLimit: 100_000, notifications })
      const day = await createBusyDay(shop, trade, mailbox)
      const owner = await addStaff(shop, 'Cô Ba')
      await owner.post('/closed/close', { date: '2026-12-01', reason: 'Nghỉ', reason_en: 'Closed' })
      const registered = await owner.post('/guest-data/requests', {
        ...{ kind: 'see', contact: '0912345678', way: 'phone', came_on: '2026-11-20' },
      })
      const { receipt } = (await (
        await owner.post('/guest-data/export', { guest: '0912345678' })
      ).json()) as { receipt: string }
      const paths = [
        ...[
          '/guest-data',
          registered.headers.get('location') ?? '',
          `/guest-data/receipts/${receipt}`,
        ],
        '/guest-data/receipts/unknown',
        ...['/', '/timeline', '/day', '/search?q=09', '/entry', '/leads', '/closed', '/numbers'],
        ...[
          '/subscribers',
          '/channels',
          '/channels?tested=1',
          '/team',
          '/account',
          '/more',
          '/nowhere',
        ],
        '/orders',
        `/?did=confirmed&of=${day.confirmed}`,
        '/entry?line=19h&resource=x',
        '/bookings/BAN-0000-0000-00',
        ...Object.values(day)
          .filter((code) => !code.startsWith('/'))
          .map((code) => `/bookings/${code}`),
      ]
      const guests = await shop.store.read.all<Record<string, string | null>>(
        'SELECT name, note, staff_note, desk_note FROM booking_guests',
      )
      const wrote = await shop.store.read.all<Record<string, string | null>>(
        `SELECT note FROM booking_changes UNION SELECT reason AS note FROM blocks
         UNION SELECT name FROM leads UNION SELECT message FROM leads UNION SELECT preferred_time FROM leads
         UNION SELECT name FROM order_guests UNION SELECT message FROM order_guests UNION SELECT recipient FROM order_guests`,
      )
      const known = [...theirs(shop), ...[...guests, ...wrote].flatMap((row) => Object.values(row))]
        .flatMap((text) => (text ? [text] : []))
        .sort((one, other) => other.length - one.length)
      const english = async (path: string): Promise<string> => {
        const page = (await (await owner.get(path)).text())
          .replace(/<(?!html)([a-z]+) [^>]*lang="vi"[^>]*>[\s\S]*?<\/\1>/g, ' ')
          // The text for the guest is in the guest's language.
          .replace(/<button[^>]* name="reason"[\s\S]*?<\/button>/g, ' ')
        const labels = [...page.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)]
        const [, title] = /<title>([^<]*)</.exec(page) ?? []
        const words = `${title} ${visibleTextOf(page)} ${labels.map(([, text]) => text).join(' ')}`
        return known.reduce((text, one) => text.replaceAll(one, ' '), words)
      }
      const vietnamese = /\S*[À-ÖØ-öø-ỹ]\S*/g
      assert.ok([...(await english('/')).matchAll(vietnamese)].length > 20)
      assert.match(await owner.read('/'), /<html lang="vi">/)
      assert.equal((await press(owner, '/account', '/account/language')).status, 303)
      for (const path of paths) {
        assert.match(await (await owner.get(path)).text(), /<html lang="en">/, path)
        assert.deepEqual(
          [...(await english(path)).matchAll(vietnamese)].map(([word]) => word),
          [],
          path,
        )
      }
      assert.equal(
        (await owner.get('/orders')).status,
        samples[trade].orders.length > 0 ? 200 : 404,
      )
      // Error messages are translated too.
      const rejected = await owner.post(`/bookings/${day.confirmed}/move`, { version: '1' })
      assert.match(noticeOf(await rejected.text()), /This booking was changed in the meantime/)
      assert.equal((await press(owner, '/account', '/account/language')).status, 303)
      assert.match(await owner.read('/'), /<html lang="vi">/)
      await shop.stop()
    })
  }
})
