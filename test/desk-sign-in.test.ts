/** Sign-in at the desk: links, passkeys, passwords and sessions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CreationOptions,
  createAuthenticator,
  type RequestOptions,
} from './support/authenticator.ts'
import {
  addStaff,
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from './support/desk.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant'))
const owner = openBefore(() => addStaff(app, 'Cô Ba'))
prepare(() => addStaff(app, 'Tuấn', 'host'))

const at = (path: string, init: RequestInit = {}) =>
  fetch(`${app.deskUrl}${path}`, { redirect: 'manual', ...init })

const invite = () => app.appHost.staffAccess.createLink({ role: 'host', madeBy: 'terminal' })

const signIn = (name: string, typed = password, more: Record<string, string> = {}) =>
  at('/sign-in', form({ name, password: typed, ...more }))

async function idOf(name: string): Promise<string> {
  return (await app.appHost.staffAccess.findMemberByName(name))?.id ?? ''
}

/** The recorded actions on a staff member, in order. */
async function historyOf(name: string): Promise<string[]> {
  const rows = await app.store.read.all<{ action: string }>(
    `SELECT action FROM audit JOIN staff ON subject = 'staff:' || staff.id
     WHERE staff.name = ? ORDER BY audit.id`,
    name,
  )
  return rows.map(({ action }) => action)
}

/** Whether the session is valid. */
const isSignedIn = async (staff: StaffClient) => (await staff.get('/')).status === 200

describe('sign-in link', () => {
  it('is not used up by its page; submitted once it signs in, and never again', async () => {
    const token = await invite()
    for (let attempt = 0; attempt < 3; attempt++) {
      const page = await at(`/join/${token}`)
      assert.equal(page.status, 200)
      assert.equal(page.headers.get('set-cookie'), null)
    }
    const english = await (await at(`/join/${token}?lang=en`)).text()
    assert.match(visibleTextOf(english), /Welcome to the desk/)
    const sent = { name: 'Mai', password, lang: 'en' }
    const response = await at(`/join/${token}`, form(sent))
    assert.equal(response.status, 303)
    assert.equal(response.headers.get('location'), '/')
    const mai = createStaffClient(app, 'Mai', cookieOf(response))
    assert.match(await mai.read('/'), /<html lang="en">/)

    for (const again of [await at(`/join/${token}`), await at(`/join/${token}`, form(sent))]) {
      assert.equal(again.status, 410)
      assert.equal(again.headers.get('set-cookie'), null)
      assert.match(visibleTextOf(await again.text()), /đã được dùng|used/)
    }
    assert.equal(
      (await app.appHost.staffAccess.listMembers()).filter(({ name }) => name === 'Mai').length,
      1,
    )
    assert.deepEqual(await historyOf('Mai'), ['link_made', 'joined'])
  })

  it('signs in once if it is submitted twice at the same time', async () => {
    const token = await invite()
    const responses = await Promise.all(
      ['Sáu', 'Bảy', 'Tám'].map((name) => at(`/join/${token}`, form({ name, password }))),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 410, 410])
  })

  it('stays valid if the name or password is rejected, and keeps the name', async () => {
    const token = await invite()
    const cases: [name: string, password: string, expected: RegExp][] = [
      ['Cô Ba', password, /tên|Tên/],
      ['', password, /tên|Tên/],
      ['Năm', 'ngắn', /ký tự|mật khẩu/i],
      ['Năm', '', /ký tự|mật khẩu/i],
      ['Năm <b>', '1234567890', /mật khẩu/i],
    ]
    for (const [name, typed, expected] of cases) {
      const response = await at(`/join/${token}`, form({ name, password: typed }))
      assert.equal(response.status, 403, name)
      const page = await response.text()
      assert.match(noticeOf(page), expected)
      assert.equal(formsOf(page)[0]?.fields.name, name)
      assert.ok(!page.includes('<b>Năm') && !page.includes('Năm <b>'))
    }
    const response = await at(`/join/${token}`, form({ name: 'Năm', password }))
    assert.equal(response.status, 303)
  })

  it('expires, and an unknown one is rejected like a used one', async () => {
    const token = await invite()
    app.clock.now += 8 * 24 * 3600_000
    assert.equal((await at(`/join/${token}`)).status, 410)
    app.clock.now -= 8 * 24 * 3600_000
    for (const other of ['x', 'a'.repeat(43), '..', '%00', '%ff', '<b>']) {
      const { status } = await at(`/join/${encodeURI(other)}`)
      assert.ok(status === 410 || status === 303, `${other}: ${status}`)
    }
  })

  it('signs in an existing member again, and ends open sessions', async () => {
    const lost = await addStaff(app, 'Chín', 'host')
    const [again = ''] =
      /\/join\/[\w-]+/.exec(
        await (await owner.post(`/team/${await idOf('Chín')}/again`, {})).text(),
      ) ?? []
    assert.match(visibleTextOf(await (await at(again)).text()), /Chào lại, Chín/)
    const back = await at(again, form({ password: 'một mật khẩu khác hẳn' }))
    assert.equal(back.status, 303)
    assert.equal(await isSignedIn(lost), false)
    assert.equal(await isSignedIn(createStaffClient(app, 'Chín', cookieOf(back))), true)
    assert.deepEqual((await historyOf('Chín')).slice(-1), ['came_back'])
  })

  it('creates a passkey too, which then signs in without a password', async () => {
    const device = createAuthenticator()
    const json = async (path: string, body: object) => {
      const sent = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
      return at(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    }
    const token = await invite()
    const made = (await (
      await json(`/join/${token}/options`, { name: 'Út' })
    ).json()) as CreationOptions
    const response = device.register(made, app.deskUrl)
    const joined = await json(`/join/${token}/passkey`, { name: 'Út', response })
    assert.equal(joined.status, 200, await joined.text())
    assert.equal(await isSignedIn(createStaffClient(app, 'Út', cookieOf(joined))), true)

    const options = (await (await json('/sign-in/options', {})).json()) as RequestOptions
    const signed = device.assert(options, app.deskUrl)
    const signedIn = await json('/sign-in/passkey', { response: signed })
    assert.equal(signedIn.status, 200)
    assert.deepEqual(await signedIn.json(), { next: '/' })
    assert.equal(await isSignedIn(createStaffClient(app, 'Út', cookieOf(signedIn))), true)

    const replayed = await json('/sign-in/passkey', { response: signed })
    assert.equal(replayed.status, 403)
    assert.equal(replayed.headers.get('set-cookie'), null)
    for (const rubbish of [{}, { response: 'x' }, { response: { id: 1 } }, []]) {
      assert.equal((await json('/sign-in/passkey', rubbish)).status, 403)
    }
    const nameless = { name: { toString: 1 }, response: { toString: 1 } }
    const another = await invite()
    for (const path of [`/join/${another}/options`, `/join/${another}/passkey`]) {
      assert.equal((await json(path, nameless)).status, 403, path)
    }
    assert.equal((await owner.json('/push/forget', { endpoint: { toString: 1 } })).status, 200)
  })
})

describe('password sign-in', () => {
  it('accepts any notation of the name, and sets a cookie for this host only', async () => {
    const response = await signIn('co ba')
    assert.equal(response.status, 303)
    const [cookie = '', device = ''] = response.headers.getSetCookie()
    const [pair = '', ...attributes] = cookie.split('; ')
    assert.match(device, /^__Host-desk-device=[\w-]{43}\.[\w-]{43}; Max-Age=34560000; /)
    assert.match(pair, /^__Host-desk=[\w-]{43}$/)
    assert.deepEqual(attributes.sort(), [
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    assert.equal(await isSignedIn(createStaffClient(app, 'Cô Ba', pair)), true)
    assert.deepEqual((await historyOf('Cô Ba')).slice(-1), ['signed_in'])
  })

  it('rejects a wrong name and a wrong password alike, and keeps the input except the password', async () => {
    const pages: string[] = []
    for (const [name, typed] of [
      ['Cô Ba', 'không phải mật khẩu'],
      ['Không Ai', 'không phải mật khẩu'],
    ] as const) {
      const response = await signIn(name, typed, { next: '/day' })
      assert.equal(response.status, 403)
      assert.equal(response.headers.get('set-cookie'), null)
      const page = await response.text()
      assert.deepEqual(formsOf(page)[0]?.fields, { name, next: '/day', lang: 'vi', password: '' })
      pages.push(noticeOf(page))
    }
    assert.equal(pages[0], pages[1])
    assert.notEqual(pages[0], '')
  })

  it('throttles repeated failures, and rejects even the correct password until the wait is over', async () => {
    app.clock.now += 3600_000
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      statuses.push((await signIn('Tuấn', `đoán lần thứ ${guess}`)).status)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    const right = await signIn('Tuấn')
    assert.equal(right.status, 429)
    assert.ok(Number(right.headers.get('retry-after')) > 0)
    assert.match(noticeOf(await right.text()), /thử lại sau 1 phút/)
    app.clock.now += 61_000
    assert.equal((await signIn('Tuấn')).status, 303)
    app.clock.now += 3600_000
  })

  it('does not lock out a browser in which the member has signed in before', async () => {
    app.clock.now += 3600_000
    const first = await signIn('Tuấn')
    assert.equal(first.status, 303)
    const device = first.headers.getSetCookie().find((one) => one.includes('-device=')) ?? ''
    assert.match(device, /; HttpOnly; SameSite=Strict/)
    const [cookie = ''] = device.split(';')
    for (let guess = 0; guess < 6; guess++) await signIn('Tuấn', `đoán lần thứ ${guess}`)
    assert.equal((await signIn('Tuấn')).status, 429)
    const known = (name: string, typed = password) => {
      const { headers, ...sent } = form({ name, password: typed })
      return at('/sign-in', { ...sent, headers: { ...headers, cookie } })
    }
    // The mark belongs to one member.
    assert.equal((await known('Cô Ba')).status, 303)
    assert.equal((await known('Tuấn')).status, 303)
    // It does not help the guesser elsewhere, and the browser has a limit of its own.
    assert.equal((await signIn('Tuấn')).status, 429)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) statuses.push((await known('Tuấn', 'wrong')).status)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const { headers, ...sent } = form({ name: 'Tuấn', password })
    const answer = await at('/sign-in', { ...sent, headers: { ...headers, cookie: forged } })
    assert.equal(answer.status, 429)
    app.clock.now += 3600_000
  })

  const nexts: [string, string][] = [
    ['/timeline?date=2026-11-20', '/timeline?date=2026-11-20'],
    ['/bookings/BAN-0000-0000-00', '/bookings/BAN-0000-0000-00'],
    ['', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/day\r\nSet-Cookie: a=b', '/'],
    ['/ngày', '/'],
    [' //evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/%0d%0aSet-Cookie:x', '/%0d%0aSet-Cookie:x'],
  ]
  it('redirects only to an address of the desk', async () => {
    for (const [next, leadsTo] of nexts) {
      const response = await signIn('Cô Ba', password, { next })
      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), leadsTo, next)
      const page = await (await at(`/sign-in?next=${encodeURIComponent(next)}`)).text()
      const shown = formsOf(page)[0]?.fields.next ?? ''
      assert.match(shown, /^\/(?![/\\])/, next)
      assert.equal(/data-next="([^"]*)"/.exec(page)?.[1], shown.replaceAll('&', '&amp;'), next)
    }
  })

  it('has both languages', async () => {
    assert.match(visibleTextOf(await (await at('/sign-in')).text()), /Đăng nhập/)
    const page = await (await at('/sign-in?lang=en')).text()
    assert.match(page, /<html lang="en">/)
    assert.match(visibleTextOf(page), /Sign in/)
    const rejected = await signIn('Nobody', 'wrong password', { lang: 'en' })
    assert.match(noticeOf(await rejected.text()), /password|name/i)
  })
})

describe('end of a session', () => {
  it('sign-out ends the session and removes the cookie', async () => {
    const mai = createStaffClient(app, 'Cô Ba', cookieOf(await signIn('Cô Ba')))
    assert.equal(await isSignedIn(mai), true)
    const response = await mai.post('/sign-out', {})
    assert.equal(response.status, 303)
    assert.equal(response.headers.get('location'), '/sign-in')
    assert.match(response.headers.get('set-cookie') ?? '', /^__Host-desk=; Max-Age=0; Path=\/;/)
    const after = await mai.get('/day')
    assert.equal(after.status, 303)
    assert.equal(after.headers.get('location'), '/sign-in?next=%2Fday')
    assert.match(after.headers.get('set-cookie') ?? '', /^__Host-desk=; Max-Age=0/)
    assert.deepEqual((await historyOf('Cô Ba')).slice(-1), ['signed_out'])
    assert.equal((await mai.post('/sign-out', {})).status, 303)
  })

  it('a revoked member is signed out with the next request', async () => {
    const linh = await addStaff(app, 'Linh', 'host')
    assert.equal(await isSignedIn(linh), true)
    await owner.confirm()
    assert.equal((await owner.post(`/team/${await idOf('Linh')}/revoke`, {})).status, 303)
    for (const path of ['/', '/timeline', '/day', '/search?q=lan', '/account']) {
      assert.equal((await linh.get(path)).status, 303, path)
    }
    assert.equal((await linh.get('/live')).status, 401)
    assert.equal((await linh.post('/account/language', { locale: 'en' })).status, 303)
    assert.equal((await signIn('Linh')).status, 403)
    const revoked = await app.store.read.get<{ actor: string }>(
      "SELECT actor FROM audit WHERE action = 'revoked'",
    )
    assert.equal(revoked?.actor, `staff:${await idOf('Cô Ba')}`)
  })

  it('a session can be ended from another device, and no other is', async () => {
    const first = await addStaff(app, 'Ngân', 'host')
    const here = createStaffClient(app, 'Ngân', cookieOf(await signIn('Ngân')))
    const sessions = async () => app.appHost.staffAccess.listSessions(await idOf('Ngân'))
    const ends = formsOf(await here.read('/account')).filter(({ action }) =>
      action.startsWith('/account/sessions/'),
    )
    assert.equal(ends.length, 1)
    const end = ends[0]?.action ?? ''
    // Knowing its id is not enough for another member.
    assert.equal((await owner.post(end, {})).status, 303)
    assert.equal((await sessions()).length, 2)
    assert.equal((await here.post(end, {})).status, 303)
    assert.deepEqual([await isSignedIn(first), await isSignedIn(here)], [false, true])
    assert.equal((await historyOf('Ngân')).at(-1), 'session_ended')
  })

  it('a session expires after thirty days without a request', async () => {
    const away = createStaffClient(app, 'Cô Ba', cookieOf(await signIn('Cô Ba')))
    const now = app.clock.now
    app.clock.now += 30 * 24 * 3600_000 + 1
    assert.equal(await isSignedIn(away), false)
    app.clock.now = now
  })
})

describe('session renewal', () => {
  it('every screen renews the cookie for thirty days', async () => {
    const hoa = await addStaff(app, 'Hoa')
    for (let attempt = 0; attempt < 3; attempt++) {
      app.clock.now += 20 * 24 * 3_600_000
      const response = await hoa.get('/')
      assert.equal(response.status, 200)
      assert.equal(cookieOf(response), hoa.cookie)
    }
  })
})
