/** A lost device: after its session ends, everything on it is invalid in every process. Owners are notified of new owners. */
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createActionLink } from '../src/domain/messages/action-link.ts'
import { minute } from '../src/kernel/time.ts'
import { book, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import {
  addStaff,
  cookieOf,
  createStaffClient,
  form,
  logLinesWith,
  password,
  type StaffClient,
} from './support/desk.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { openMailbox, openReceiver } from './support/receivers.ts'
import { formsOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { type RunningShop, secret, startShop } from './support/shop.ts'

const receiver = openBefore(() => openReceiver())
const mailbox = openBefore(() => openMailbox())
const notifications = () => ({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'desk@khoilam.example',
  STAFF_MAIL: 'staff@khoilam.example',
})
let file = ''
const app = openBefore(async () => {
  file = await newDatabase()
  return startShop('restaurant', { writeLimit: 1e6, notifications: notifications(), file })
})
/** A second process of the same shop. */
const other = openBefore(() =>
  startShop('restaurant', { writeLimit: 1e6, notifications: notifications(), file }),
)
const owner = openBefore(() => addStaff(app, 'Cô Ba'))

const idOf = async (name: string) =>
  (await app.appHost.staffAccess.findMemberByName(name))?.id ?? ''

async function signIn(name: string): Promise<StaffClient> {
  const response = await fetch(`${app.deskUrl}/sign-in`, form({ name, password }))
  assert.equal(response.status, 303)
  return createStaffClient(app, name, cookieOf(response))
}

/** Turns on notifications in the browser of a staff member. */
async function subscribe(staff: StaffClient, path: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const browser = { endpoint: `${receiver.url}/push/${path}`, keys }
  assert.equal((await staff.json('/push/keep', browser)).status, 200)
}

async function pushPaths(): Promise<string[]> {
  const before = receiver.received.length
  await app.dispatch()
  return receiver.received.slice(before).map(({ path }) => path)
}

type Device = {
  name: string
  path: string
  staff: StaffClient
  calendar: string
  actionLink: string
}

let requests = 0

/** A request for a table on a day of its own, when the restaurant is open. */
async function requestTable(): Promise<void> {
  const date = new Date(Date.UTC(2026, 10, 17))
  for (let count = ++requests; count > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() !== 1) count--
  }
  const { status } = await book(app, { ...table, date: date.toISOString().slice(0, 10) })
  assert.equal(status, 202, String(date))
}

let lostDevices = 0

/** A signed-in browser with a push subscription, the calendar address and a link from a push message. */
async function lose(name: string): Promise<Device> {
  const staff = await signIn(name)
  const path = `lost-${++lostDevices}`
  await subscribe(staff, path)
  const [calendar = ''] = /\/calendar\/[\w/.-]+/.exec(await staff.read('/account/calendar')) ?? []
  await requestTable()
  await app.dispatch()
  const delivery = await app.store.read.get<{ id: string }>(
    `SELECT deliveries.id FROM deliveries JOIN push_subscriptions ON push_subscriptions.id = target
     WHERE endpoint LIKE ? ORDER BY deliveries.id DESC LIMIT 1`,
    `%/push/${path}`,
  )
  const actionLink = createActionLink({ deskUrl: '', secret }, delivery?.id ?? '')
  return { name, path, staff, calendar, actionLink }
}

/** What is valid, in each process. */
async function validArtifacts({ path, staff, calendar, actionLink }: Device) {
  const found: string[] = []
  for (const [index, { deskUrl }] of [app, other].entries()) {
    const status = async (address: string, init: RequestInit = {}) =>
      (await fetch(`${deskUrl}${address}`, { redirect: 'manual', ...init })).status
    if ((await status('/day', { headers: { cookie: staff.cookie } })) === 200)
      found.push(`cookie ${index}`)
    if ((await status(calendar)) === 200) found.push(`calendar ${index}`)
    if ((await status(actionLink)) === 200) found.push(`action link ${index}`)
    if ((await status(actionLink, form({ act: 'confirm', version: '0' }))) !== 410)
      found.push(`answer by link ${index}`)
  }
  await requestTable()
  if ((await pushPaths()).includes(`/push/${path}`)) found.push('push')
  return found
}

const everything = [0, 1].flatMap((index) =>
  ['cookie', 'calendar', 'action link', 'answer by link'].map((one) => `${one} ${index}`),
)

describe('a lost device', () => {
  const ways: [how: string, end: (device: Device, safe: StaffClient) => Promise<unknown>][] = [
    [
      'ending its session',
      async ({ name }, safe) => {
        const page = await safe.read('/account')
        const ends = formsOf(page).filter(({ action }) => action.startsWith('/account/sessions/'))
        for (const { action } of ends) {
          const ended = await safe.post(action, {})
          assert.equal(ended.headers.get('location'), '/account?done=device', name)
        }
        assert.match(await safe.read('/account?done=device'), /Địa chỉ lịch đã đổi/)
      },
    ],
    [
      'a new password',
      async (_, safe) => {
        const set = await safe.post('/account/password', { password: 'con trâu đen ăn cỏ xanh' })
        assert.equal(set.headers.get('location'), '/account?done=password')
        assert.match(await safe.read('/account?done=password'), /Địa chỉ lịch đã đổi/)
      },
    ],
    [
      'account recovery',
      async ({ name }) => {
        await owner.confirm()
        const page = await (await owner.post(`/team/${await idOf(name)}/again`, {})).text()
        const [link = ''] = /\/join\/[\w-]+/.exec(page) ?? []
        const back = await fetch(`${app.deskUrl}${link}`, form({ password: `${password} mới` }))
        assert.equal(back.status, 303)
      },
    ],
    [
      'revoking the member',
      async ({ name }) => {
        await owner.confirm()
        assert.equal((await owner.post(`/team/${await idOf(name)}/revoke`, {})).status, 303)
      },
    ],
  ]
  for (const [index, [how, end]] of ways.entries()) {
    it(`has nothing that is valid after ${how}, and had before`, async () => {
      const name = `Lan ${index}`
      const safe = await addStaff(app, name, 'host')
      const device = await lose(name)
      assert.deepEqual(
        (await validArtifacts(device)).toSorted(),
        [...everything, 'push'].toSorted(),
      )
      await end(device, safe)
      assert.deepEqual(await validArtifacts(device), [])
    })
  }

  it('does not end notifications on the other devices of the member', async () => {
    const safe = await addStaff(app, 'Oanh', 'host')
    await subscribe(safe, 'safe')
    const lost = await lose('Oanh')
    const [end] = formsOf(await safe.read('/account')).filter(({ action }) =>
      action.startsWith('/account/sessions/'),
    )
    await safe.post(end?.action ?? '', {})
    assert.deepEqual(await validArtifacts(lost), [])
    await requestTable()
    assert.ok((await pushPaths()).includes('/push/safe'))
    // A confirmation changes the token of the session, not its notifications.
    await safe.confirm()
    await requestTable()
    assert.ok((await pushPaths()).includes('/push/safe'))
    await safe.post('/sign-out', {})
    await requestTable()
    assert.ok(!(await pushPaths()).includes('/push/safe'))
  })

  it('also loses a subscription of an earlier version, which does not name its session', async () => {
    const safe = await addStaff(app, 'Yến', 'host')
    const lost = await lose('Yến')
    await app.store.write((sql) =>
      sql.run(
        'UPDATE push_subscriptions SET session_hash = NULL WHERE endpoint LIKE ?',
        `%/push/${lost.path}`,
      ),
    )
    const [end] = formsOf(await safe.read('/account')).filter(({ action }) =>
      action.startsWith('/account/sessions/'),
    )
    await safe.post(end?.action ?? '', {})
    assert.deepEqual(await validArtifacts(lost), [])
  })
})

describe('other owners', () => {
  const noticesOf = async (staff: StaffClient) => {
    const page = await staff.read('/day')
    if (!page.includes('class="owner-notices"')) return ''
    return visibleTextOf(partOf(page, '<aside class="owner-notices"', '</aside>'))
  }
  let second: StaffClient
  let host: StaffClient
  prepare(async () => {
    second = await addStaff(app, 'Chú Tư')
    host = await addStaff(app, 'Nga', 'host')
    for (const [staff, path] of [
      [owner, 'first'],
      [second, 'second'],
      [host, 'host'],
    ] as const)
      await subscribe(staff, path)
  })
  /** Runs an action of the first owner and returns what the others get. */
  const collect = async (act: () => Promise<unknown>) => {
    await app.dispatch()
    for (const staff of [owner, second]) {
      while ((await noticesOf(staff)) !== '') {
        await press(staff, '/day', '/owner-notices/seen')
      }
    }
    await owner.confirm()
    const before = mailbox.mails.length
    await act()
    const push = (await pushPaths()).filter((path) => /(first|second|host)$/.test(path))
    const mails = mailbox.mails.slice(before).map(({ subject }) => subject)
    return { push, mails, first: await noticesOf(owner), second: await noticesOf(second) }
  }

  const invite = async (role: string) => {
    const page = await (await owner.post('/team/invite', { role })).text()
    return /\/join\/[\w-]+/.exec(page)?.[0] ?? ''
  }

  it('are notified when a link for an owner is created, by email, push and on the desk', async () => {
    const got = await collect(() => invite('owner'))
    assert.deepEqual(got.push, ['/push/second'])
    assert.deepEqual(got.mails, ['Khói Lam: Vừa tạo đường dẫn đăng nhập cho một chủ'])
    assert.equal(got.first, '')
    assert.match(got.second, /Vừa tạo đường dẫn đăng nhập cho một chủ · bởi Cô Ba · /)
    await press(second, '/day', '/owner-notices/seen')
    assert.equal(await noticesOf(second), '')
    assert.equal(await noticesOf(host), '')
  })

  it('are notified when it is used', async () => {
    const link = await invite('owner')
    const got = await collect(async () => {
      const joined = await fetch(`${app.deskUrl}${link}`, form({ name: 'Chú Năm', password }))
      assert.equal(joined.status, 303)
    })
    assert.deepEqual(got.push.toSorted(), ['/push/first', '/push/second'])
    assert.match(got.first, /Đường dẫn đăng nhập của một chủ vừa được dùng · Chú Năm · /)
    assert.equal(got.first, got.second)
  })

  it('are notified of a recovery link of an owner and of its use', async () => {
    let link = ''
    const made = await collect(async () => {
      const page = await (await owner.post(`/team/${await idOf('Chú Năm')}/again`, {})).text()
      link = /\/join\/[\w-]+/.exec(page)?.[0] ?? ''
    })
    assert.match(made.second, /Vừa tạo đường dẫn.*Chú Năm · bởi Cô Ba/)
    const used = await collect(() =>
      fetch(`${app.deskUrl}${link}`, form({ password: `${password} mới` })),
    )
    assert.match(used.second, /vừa được dùng · Chú Năm/)
  })

  it('are notified when a host becomes an owner', async () => {
    await addStaff(app, 'Bé', 'host')
    const id = await idOf('Bé')
    const got = await collect(() => owner.post(`/team/${id}/role`, { role: 'owner' }))
    assert.deepEqual([got.push, got.mails.length], [['/push/second'], 1])
    assert.match(got.second, /Một nhân viên vừa thành chủ · Bé · bởi Cô Ba/)
  })

  it('are not notified of hosts', async () => {
    const got = await collect(async () => {
      const link = await invite('host')
      await fetch(`${app.deskUrl}${link}`, form({ name: 'Út', password }))
      await owner.post(`/team/${await idOf('Bé')}/role`, { role: 'host' })
    })
    assert.deepEqual(got, { push: [], mails: [], first: '', second: '' })
  })

  it('leave no name and no link in the log', () => {
    assert.deepEqual(logLinesWith(app, /Chú|Cô Ba|\/join\/[\w-]{20}|"level":"(warn|error)"/), [])
  })
})

describe('the only owner', () => {
  it('cannot be locked out by any command', async () => {
    const shop: RunningShop = await startShop('spa')
    const only = await addStaff(shop, 'Cô Sáu')
    const { staffAccess } = shop.appHost
    const find = async (name: string) => (await staffAccess.findMemberByName(name))?.id ?? ''
    const me = await find('Cô Sáu')
    // An owner without a sign-in method could not sign in again.
    const token = await staffAccess.createLink({ role: 'owner', madeBy: `staff:${me}` })
    const guest = await staffAccess.join(token, { name: 'Khách', locale: 'vi', device: 'x' })
    for (const actor of [`staff:${me}`, `staff:${guest.member.id}`, 'terminal']) {
      await assert.rejects(staffAccess.revoke(me, actor), { code: 'last_owner' })
      await assert.rejects(staffAccess.changeRole(me, 'host', actor), { code: 'last_owner' })
    }
    for (const path of [`/team/${me}/role`, `/team/${me}/revoke`, '/account/password/remove']) {
      assert.equal((await only.post(path, { role: 'host' })).status, 409, path)
    }
    shop.clock.now += 600 * minute
    assert.equal(
      (await fetch(`${shop.deskUrl}/sign-in`, form({ name: 'Cô Sáu', password }))).status,
      303,
    )
  })
})
