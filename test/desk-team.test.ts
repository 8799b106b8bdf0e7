/** Desk: the team and the own account. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addStaff,
  audited,
  cookieOf,
  createStaffClient,
  form,
  logLinesWith,
  password,
} from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { noticeOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

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

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /Oanh|trâu|push\.example|"level":"(warn|error)"/), [])
})
