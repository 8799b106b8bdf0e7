/** Step-up authentication: privileged actions of the desk need a sign-in of the last ten minutes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareRoutes, privilegedRequests } from '../proof/lost-device/privileged-requests.ts'
import { minute } from '../src/kernel/time.ts'
import {
  type Authenticator,
  type CreationOptions,
  createAuthenticator,
  type RequestOptions,
} from './support/authenticator.ts'
import { book, massage } from './support/booking.ts'
import {
  addStaff,
  audited,
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from './support/desk.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'
import { loadSampleShop, startShop, trades } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
prepare(() => addStaff(app, 'Lan', 'host'))

const idOf = async (name: string) =>
  (await app.appHost.staffAccess.findMemberByName(name))?.id ?? ''

describe('the table of routes', () => {
  for (const trade of trades) {
    it(`has a request in the list for each privileged route, and no sensitive one without: ${trade}`, () => {
      assert.deepEqual(compareRoutes(loadSampleShop(trade)), [])
    })
  }
})

describe('a privileged action', () => {
  const stateOf = async () => {
    const tables = ['staff', 'staff_links', 'passkeys', 'receipts', 'guest_requests', 'bookings']
    const rows = await Promise.all(
      tables.map((name) => app.store.read.all(`SELECT * FROM ${name} ORDER BY 1`)),
    )
    const audit = await app.store.read.all('SELECT id FROM audit ORDER BY id')
    return JSON.stringify([rows, audit])
  }

  for (const { route, fields, isPage = false } of privilegedRequests) {
    it(`${route} changes nothing with a sign-in of 11 or 600 minutes ago`, async () => {
      await mai.confirm()
      const path = route.replace('{id}', await idOf('Lan')).replace(/\{\w+\}/g, 'push')
      for (const age of [11, 600]) {
        const before = app.clock.now
        app.clock.now += age * minute
        // The first request records the activity of the session.
        await mai.get('/')
        const state = await stateOf()
        const read = await mai.get(path)
        assert.equal(read.status, 303)
        assert.equal(read.headers.get('location'), `/confirm?next=${encodeURIComponent(path)}`)
        if (!isPage) {
          const post = await mai.post(path, fields)
          assert.equal(post.status, 403)
          assert.match(visibleTextOf(await post.text()), /Xác nhận đó là bạn/)
          const json = await mai.json(path, {})
          assert.equal(json.status, 403)
          assert.match(String(((await json.json()) as { confirm: string }).confirm), /^\/confirm\?/)
        }
        assert.equal(await stateOf(), state)
        app.clock.now = before
      }
    })
  }

  it('needs no confirmation up to ten minutes after the sign-in', async () => {
    await mai.confirm()
    const invite = async () => (await mai.post('/team/invite', { role: 'host' })).status
    assert.equal(await invite(), 200)
    app.clock.now += 9 * minute
    assert.equal(await invite(), 200)
    app.clock.now += minute
    assert.equal(await invite(), 200)
    app.clock.now += 1
    assert.equal(await invite(), 403)
    app.clock.now += minute
    assert.equal(await invite(), 403)
  })

  it('is not confirmed by ordinary work, which needs no confirmation', async () => {
    app.clock.now += 600 * minute
    const { code } = (await book(app, massage)).body
    for (const path of ['/', '/day', '/timeline', '/numbers', '/team', '/account']) {
      assert.equal((await mai.get(path)).status, 200, path)
    }
    assert.equal((await mai.post(`/bookings/${code}/confirm`, { version: '1' })).status, 303)
    assert.equal((await mai.post('/team/invite', { role: 'host' })).status, 403)
  })

  it('is not confirmed by a sign-in time that is far in the future', async () => {
    await mai.confirm()
    app.clock.now -= 60 * minute
    assert.equal((await mai.post('/team/invite', { role: 'host' })).status, 403)
    app.clock.now += 60 * minute
  })
})

describe('the confirmation', () => {
  const confirmPage = async (staff: StaffClient, path: string, fields: Record<string, string>) => {
    const page = await (await staff.post(path, fields)).text()
    const confirm = formsOf(page).find(({ action }) => action === '/confirm')
    assert.ok(confirm, visibleTextOf(page))
    return confirm.fields
  }
  /** The same browser after a confirmation. */
  let hoa: StaffClient
  prepare(async () => {
    hoa = await addStaff(app, 'Hoa')
  })
  const follow = (response: Response) => {
    hoa = createStaffClient(app, 'Hoa', cookieOf(response))
  }

  it('continues with the input of the form, in the same session with a new token', async () => {
    app.clock.now += 11 * minute
    const typed = { from: '2026-11-02', to: '2026-11-29', note: 'a "quoted" <b> note, đêm' }
    const fields = await confirmPage(hoa, '/numbers/export', typed)
    const response = await hoa.post('/confirm', { ...fields, password })
    assert.equal(response.status, 200)
    const page = await response.text()
    assert.doesNotMatch(page, /type="password"|ba con mèo/)
    const resumed = formsOf(page).find(({ action }) => action === '/numbers/export')
    assert.deepEqual(resumed?.fields, typed)
    const old = hoa
    follow(response)
    assert.notEqual(hoa.cookie, old.cookie)
    const file = await hoa.post('/numbers/export', resumed?.fields ?? {})
    assert.match(file.headers.get('content-disposition') ?? '', /bookings-2026-11-02-2026-11-29/)
    // Of the old token there may be a copy.
    assert.equal((await old.get('/')).status, 303)
    assert.equal((await app.appHost.staffAccess.listSessions(await idOf('Hoa'))).length, 1)
    assert.deepEqual((await audited(app, `staff:${await idOf('Hoa')}`)).slice(-1), [
      'Hoa sign_in_confirmed',
    ])
  })

  it('does not sign out a browser whose background request used the old token', async () => {
    const [old, headers] = [hoa.cookie, { 'sec-fetch-dest': 'empty' }]
    await hoa.confirm()
    const late = createStaffClient(app, 'Hoa', old)
    assert.equal((await late.get('/', headers)).headers.get('set-cookie'), null)
    assert.match((await late.get('/')).headers.get('set-cookie') ?? '', /Max-Age=0/)
  })

  it('leads back to the page that was requested', async () => {
    app.clock.now += 11 * minute
    const asked = await hoa.get('/account/calendar')
    const page = await hoa.read(asked.headers.get('location') ?? '')
    const [confirm] = formsOf(page).filter(({ action }) => action === '/confirm')
    const response = await hoa.post('/confirm', { ...confirm?.fields, password })
    assert.equal(response.headers.get('location'), '/account/calendar')
    follow(response)
    assert.match(await hoa.read('/account/calendar'), /\/calendar\/[0-9a-f]+\//)
    assert.doesNotMatch(await hoa.read('/account'), /\/calendar\/[0-9a-f]+\//)
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
      const path = `/confirm?next=${encodeURIComponent(next)}`
      assert.equal((await hoa.get(path)).headers.get('location'), '/')
    }
  })

  it('rejects another password, and throttles like the sign-in', async () => {
    app.clock.now += 60 * minute
    const fields = await confirmPage(hoa, '/team/invite', { role: 'owner' })
    const guess = (typed: string) => hoa.post('/confirm', { ...fields, password: typed })
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const response = await guess(`đoán lần thứ ${count}`)
      statuses.push(response.status)
      assert.equal(cookieOf(response), hoa.cookie)
      const page = await response.text()
      assert.notEqual(noticeOf(page), '')
      const [form] = formsOf(page).filter(({ action }) => action === '/confirm')
      assert.equal(form?.fields['field:role'], 'owner')
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429])
    const right = await guess(password)
    assert.equal(right.status, 429)
    assert.ok(Number(right.headers.get('retry-after')) > 0)
    const signIn = await fetch(`${app.deskUrl}/sign-in`, form({ name: 'Hoa', password }))
    assert.equal(signIn.status, 429)
    assert.equal((await hoa.post('/team/invite', { role: 'owner' })).status, 403)
    assert.equal((await hoa.post('/confirm', fields)).status, 429)
    app.clock.now += 2 * minute
    follow(await guess(password))
    assert.equal((await hoa.post('/team/invite', { role: 'owner' })).status, 200)
  })

  it('accepts a passkey of the member, and no other', async () => {
    const [device, stolen] = [createAuthenticator(), createAuthenticator()]
    const { staffAccess } = app.appHost
    const join = async (name: string, authenticator: Authenticator) => {
      const token = await staffAccess.createLink({ role: 'owner', madeBy: 'terminal' })
      const newcomer = createStaffClient(app, name, 'none=1')
      const made = (await (
        await newcomer.json(`/join/${token}/options`, { name })
      ).json()) as CreationOptions
      const response = authenticator.register(made, app.deskUrl)
      const joined = await newcomer.json(`/join/${token}/passkey`, { name, response })
      return createStaffClient(app, name, cookieOf(joined))
    }
    const sau = await join('Sáu', device)
    const bay = await join('Bảy', stolen)
    app.clock.now += 11 * minute
    assert.match(await (await sau.post('/team/invite', {})).text(), /data-passkey="\/confirm"/)
    const optionsFor = async (staff: StaffClient) =>
      (await (await staff.json('/confirm/options', {})).json()) as RequestOptions
    const wrong = stolen.assert(await optionsFor(sau), app.deskUrl)
    assert.equal((await sau.json('/confirm/passkey', { response: wrong })).status, 403)
    const others = stolen.assert(await optionsFor(bay), app.deskUrl)
    assert.equal((await sau.json('/confirm/passkey', { response: others })).status, 403)
    // A signature for the sign-in page does not confirm.
    const signIn = (await (await sau.json('/sign-in/options', {})).json()) as RequestOptions
    const response = device.assert(signIn, app.deskUrl)
    assert.equal((await sau.json('/confirm/passkey', { response })).status, 403)
    const right = device.assert(await optionsFor(sau), app.deskUrl)
    const confirmed = await sau.json('/confirm/passkey', { response: right })
    assert.equal(confirmed.status, 200)
    const renewed = createStaffClient(app, 'Sáu', cookieOf(confirmed))
    const next = { next: '/team/invite', resume: 'post', 'field:role': 'host' }
    const page = await (await renewed.post('/confirm', next)).text()
    assert.deepEqual(formsOf(page).find(({ action }) => action === '/team/invite')?.fields, {
      role: 'host',
    })
    assert.equal((await renewed.post('/team/invite', { role: 'host' })).status, 200)
    assert.equal((await sau.get('/')).status, 303)
  })

  it('explains what to do without a password or passkey, in both languages', async () => {
    app.clock.now += 11 * minute
    const { staffAccess } = app.appHost
    const token = await staffAccess.createLink({ role: 'host', madeBy: 'terminal' })
    const joined = await staffAccess.join(token, { name: 'Tư', locale: 'vi', device: 'x' })
    const tu = createStaffClient(app, 'Tư', `__Host-desk=${joined.token}`)
    app.clock.now += 11 * minute
    const page = await (await tu.post('/account/feed', {})).text()
    assert.match(visibleTextOf(page), /chưa có mật khẩu hay khoá truy cập.*staff -- recover Tư/)
    assert.equal(formsOf(page).filter(({ action }) => action === '/confirm').length, 0)
    await tu.post('/account/language', { locale: 'en' })
    const english = visibleTextOf(await (await tu.post('/account/feed', {})).text())
    assert.match(english, /Confirm that it is you.*neither a password nor a passkey/)
    assert.equal((await tu.post('/confirm', {})).status, 403)
  })
})
