/** Isolation of the desk: from unauthenticated clients, from other sites, from the public port, and from the log. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { book, guest, rowCounts, table } from './support/booking.ts'
import { addStaff, form, password } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, press } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 1000, logLevel: 'debug' }))
const restaurant = openBefore(() => startShop('restaurant'))
const owner = openBefore(() => addStaff(app, 'Cô Ba'))
const host = openBefore(() => addStaff(app, 'Tuấn', 'host'))

const at = (path: string, init: RequestInit = {}) =>
  fetch(`${app.deskUrl}${path}`, { redirect: 'manual', ...init })

const forAll = [
  '/',
  '/tonight',
  '/timeline',
  '/day',
  '/search',
  '/entry',
  '/orders',
  '/leads',
  '/deposits',
  '/closed',
  '/blocks',
  '/sold-out',
  '/numbers',
  '/account',
  '/account/calendar',
  '/more',
  '/offline',
]
const forOwners = ['/subscribers', '/channels', '/guest-data', '/team']
const actions = [
  '/entry',
  '/tonight/walk-in',
  '/closed/close',
  '/closed/open',
  '/closed/undo',
  '/requests/confirm',
  '/requests/undo',
  '/closed/block',
  '/closed/unblock',
  '/account/language',
  '/account/password',
  '/account/password/remove',
  '/account/feed',
  '/confirm',
  '/confirm/options',
  '/confirm/passkey',
  '/account/options',
  '/account/passkey',
  '/account/passkeys/x/remove',
  '/account/sessions/x/end',
  '/push/keep',
  '/push/forget',
  '/leads/x',
  '/orders/THE-0000-0000-00/pay',
  '/bookings/HEN-0000-0000-00/confirm',
]
const ownerActions = [
  '/team/invite',
  '/team/x/again',
  '/team/x/revoke',
  '/team/x/role',
  '/channels/push/test',
  '/channels/again/x',
  '/subscribers/export',
  '/numbers/export',
  '/guest-data/kept',
  '/guest-data/export',
  '/guest-data/erase',
  '/guest-data/erase/now',
  '/guest-data/requests',
  '/guest-data/requests/x/finish',
  '/guest-data/receipts/x/scrub',
]

describe('unauthenticated client', () => {
  it('is redirected to sign-in, and sees nothing', async () => {
    for (const path of [
      ...forAll,
      ...forOwners,
      '/bookings/HEN-0000-0000-00',
      '/push/key',
      '/no',
    ]) {
      const response = await at(path)
      assert.equal(response.status, 303, path)
      const next = path === '/' ? '' : `?next=${encodeURIComponent(path)}`
      assert.equal(response.headers.get('location'), `/sign-in${next}`)
      assert.equal(await response.text(), '')
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
    const live = await at('/live')
    assert.deepEqual(
      [live.status, live.headers.get('content-type')],
      [401, 'text/plain; charset=utf-8'],
    )
  })

  it('with an invalid cookie sees nothing more, and changes nothing with any form', async () => {
    const before = await rowCounts(app)
    for (const cookie of [undefined, '__Host-desk=x', `__Host-desk=${'a'.repeat(43)}`, 'desk=x']) {
      for (const path of [...actions, ...ownerActions]) {
        const sent = form({ version: '1', date: '2026-11-20', reason: 'x', role: 'owner' })
        const headers = { ...(sent.headers as object), ...(cookie && { cookie }) }
        const response = await at(path, { ...sent, headers })
        assert.equal(response.status, 303, path)
        assert.equal(response.headers.get('location'), '/sign-in')
      }
    }
    assert.deepEqual(await rowCounts(app), before)
  })
})

describe('host', () => {
  it('can do everything except what is for owners only', async () => {
    for (const path of forAll) assert.equal((await host.get(path)).status, 200, path)
    for (const path of forOwners) {
      const response = await host.get(path)
      assert.equal(response.status, 403, path)
      assert.match(await response.text(), /Chỉ chủ mới xem được/)
      assert.equal((await owner.get(path)).status, 200, path)
    }
    const before = await rowCounts(app)
    for (const path of ownerActions) {
      const response = await host.post(path, {
        role: 'owner',
        from: '2026-11-01',
        to: '2026-11-30',
      })
      assert.equal(response.status, 403, path)
      assert.doesNotMatch(await response.text(), /\/join\//)
    }
    assert.deepEqual(await rowCounts(app), before)
  })

  it('sees no controls for owners', async () => {
    for (const path of [...forAll, '/numbers?days=7']) {
      const page = await host.read(path)
      assert.doesNotMatch(page, /href="\/(subscribers|channels|team)"/, path)
      assert.deepEqual(
        formsOf(page).filter(({ action }) => /export|team|channels/.test(action)),
        [],
      )
    }
    const page = await owner.read('/')
    for (const path of forOwners) assert.match(page, new RegExp(`href="${path}"`))
  })
})

describe('request of another site', () => {
  const foreign: [name: string, headers: Record<string, string>][] = [
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a form of an old browser on another site', { origin: 'https://evil.example' }],
    ['a form with an opaque origin', { origin: 'null' }],
    ['an invalid origin', { origin: 'evil' }],
    ['an origin with our name in it', { origin: 'http://localhost.evil.example' }],
    ['our own name on another port', { origin: 'http://localhost:1' }],
  ]
  for (const [name, headers] of foreign) {
    it(`is rejected: ${name}`, async () => {
      const body = new URLSearchParams({ locale: 'en', name: 'Cô Ba', password }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const path of ['/account/language', '/sign-in', '/sign-out', '/join/x', '/act/x.y']) {
        const sent = { ...headers, ...type, cookie: owner.cookie }
        const response = await at(path, { method: 'POST', headers: sent, body })
        assert.equal(response.status, 403, path)
        assert.equal(response.headers.get('set-cookie'), null)
      }
      assert.match(await owner.read('/account'), /<html lang="vi">/)
    })
  }

  it('is distinguished from our own pages by any of the headers that browsers send', async () => {
    const { host: here } = new URL(app.deskUrl)
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: `http://${here}` },
      {},
    ]) {
      const response = await at('/account/language', {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), cookie: owner.cookie },
        body: new URLSearchParams({ locale: 'vi' }),
      })
      assert.equal(response.status, 303, JSON.stringify(headers))
    }
  })

  const asHost = (name: string | undefined, path = '/') =>
    new Promise<number>((resolve, reject) => {
      const headers = { cookie: owner.cookie, ...(name !== undefined && { host: name }) }
      const requestOptions = { host: '127.0.0.1', port: app.deskPort, path, headers }
      request({ ...requestOptions, setHost: false }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })

  it('with another host name that resolves to us is rejected with 421', async () => {
    const { host: here } = new URL(app.deskUrl)
    const names: [string | undefined, number][] = [
      [here, 200],
      [`127.0.0.1:${app.deskPort}`, 200],
      ['localhost', 200],
      ['[::1]:3001', 200],
      ['evil.example', 421],
      [`evil.example:${app.deskPort}`, 421],
      ['localhost.evil.example', 421],
      ['127.0.0.1.evil.example', 421],
      ['1270.0.0.1', 421],
      ['', 421],
      [undefined, 400],
    ]
    for (const [name, status] of names) assert.equal(await asHost(name), status, name)
    assert.equal(await asHost('evil.example', '/live'), 421)
    assert.equal(await asHost('evil.example', '/calendar/a/b.ics'), 421)
  })
})

describe('ports', () => {
  it('the public port does not serve the desk', async () => {
    const paths = [
      ...[...forAll, ...forOwners].filter((path) => !['/', '/team', '/search'].includes(path)),
      ...actions,
      ...ownerActions,
      '/sign-in',
      '/sign-in/options',
      '/sign-out',
      '/join/x',
      '/live',
      '/act/x',
      '/calendar/a/b.ics',
      '/push/key',
      '/bookings/HEN-0000-0000-00',
      '/desk.css',
      '/client/desk.js',
      '/passkeys.js',
      '/service-worker.js',
      '/desk.webmanifest',
    ]
    const { code } = (await book(restaurant, table)).body
    const known = [...paths, `/bookings/${code}`, `/bookings/${code}/confirm`]
    for (const path of known) {
      for (const shop of [app, restaurant]) {
        const read = await shop.get(path, { headers: { cookie: owner.cookie } })
        assert.equal(read.status, 404, `GET ${path}`)
        assert.equal(read.headers.get('set-cookie'), null)
        assert.doesNotMatch(await read.text(), /__Host-desk|desk\.css/)
        const sent = form({ version: '1', name: 'Cô Ba', password })
        const headers = { ...(sent.headers as object), cookie: owner.cookie }
        const { status } = await shop.get(path, { ...sent, headers })
        assert.ok(status === 404 || status === 405, `POST ${path}: ${status}`)
      }
    }
    const { status } = (await restaurant.json(`/api/booking/${code}`)) as { status: string }
    assert.equal(status, 'pending')
  })

  it('the desk port does not serve the site, the API or the MCP server', async () => {
    const paths = [
      '/api',
      '/api/booking',
      '/api/availability',
      '/mcp',
      '/openapi.json',
      '/llms.txt',
    ]
    for (const path of [...paths, '/docs', '/sitemap.xml', '/en', '/booking', '/treatments']) {
      assert.equal((await at(path)).status, 303, path)
      assert.equal((await owner.get(path)).status, 404, path)
    }
    const before = await rowCounts(app)
    for (const path of ['/api/booking', '/api/lead', '/mcp']) {
      assert.equal((await owner.json(path, { ...table, ...guest })).status, 404, path)
    }
    assert.deepEqual(await rowCounts(app), before)
    assert.match(await (await at('/robots.txt')).text(), /Disallow: \/$/m)
  })
})

describe('desk page', () => {
  const pages = [...forAll, ...forOwners, '/no', '/bookings/HEN-0000-0000-00', '/entry?line=10h']

  it('is not indexed, cached or framed, and runs only the desk’s own scripts', async () => {
    const responses = await Promise.all([
      ...pages.map((path) => owner.get(path)),
      ...['/sign-in', '/join/x', '/act/x.y', '/calendar/a/b.ics', '/live'].map((path) => at(path)),
      at('/sign-in', form({})),
      owner.post('/subscribers/export', {}),
    ])
    for (const response of responses) {
      const { headers, url } = response
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/, url)
      assert.match(policy, /script-src 'self';/, url)
      assert.match(policy, /frame-ancestors 'none'/, url)
      assert.match(policy, /form-action 'self'/, url)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/, url)
      assert.equal(headers.get('cache-control'), 'no-store', url)
      // No browser would ever send it back.
      assert.equal(headers.get('etag'), null, url)
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/, url)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', url)
      assert.equal(headers.get('referrer-policy'), 'same-origin', url)
      assert.equal(headers.get('access-control-allow-origin'), null, url)
      const text = await response.text()
      assert.doesNotMatch(
        text,
        /<script(?![^>]* src=")|<style| style="| on[a-z]+="|javascript:/,
        url,
      )
      for (const [, source = ''] of text.matchAll(
        /<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g,
      )) {
        assert.match(source, /^\/[a-z]/, url)
      }
    }
  })

  it('loads only existing files', async () => {
    const page = await owner.read('/account')
    const files = [...page.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g)]
    assert.ok(files.length >= 4)
    for (const [, path = ''] of files) assert.equal((await at(path)).status, 200, path)
  })

  it('rejects unknown methods and invalid parameters', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const headers = { 'sec-fetch-site': 'same-origin', cookie: owner.cookie }
      assert.equal((await at('/day', { method, headers })).status, 405, method)
      assert.equal((await at('/entry', { method, headers })).status, 405, method)
    }
    assert.equal((await owner.post('/day', {})).status, 405)
    const large = await owner.post('/account/language', { locale: 'x'.repeat(20_000) })
    assert.ok(large.status < 500)
    for (const path of [
      '/bookings/%ff',
      '/bookings/%00',
      '/timeline?date=%ff',
      '/day?date=2026-02-30',
    ]) {
      const { status } = await owner.get(path)
      assert.ok(status === 200 || status === 404, `${path}: ${status}`)
    }
  })
})

describe('staff administration', () => {
  const idOf = async (name: string) =>
    (await app.appHost.staffAccess.findMemberByName(name))?.id ?? ''

  it('is recorded in the history with the acting staff member', async () => {
    const invited = await press(owner, '/team', '/team/invite', { role: 'host' })
    const [path = ''] = /\/join\/[\w-]+/.exec(await invited.text()) ?? []
    assert.equal((await at(path, form({ name: 'Mai', password }))).status, 303)
    const mai = await idOf('Mai')
    const steps: [path: string, fields: Record<string, string>][] = [
      [`/team/${mai}/role`, { role: 'owner' }],
      [`/team/${mai}/role`, { role: 'host' }],
      [`/team/${mai}/again`, {}],
      [`/team/${mai}/revoke`, {}],
    ]
    for (const [path, fields] of steps) {
      const { status } = await owner.post(path, fields)
      assert.ok(status === 303 || status === 200, path)
    }
    await owner.post('/account/language', { locale: 'vi' })
    await owner.post('/account/feed', {})
    const me = `staff:${await idOf('Cô Ba')}`
    const rows = await app.store.read.all<{ actor: string; action: string; subject: string }>(
      "SELECT actor, action, subject FROM audit WHERE subject LIKE 'staff:%' ORDER BY id",
    )
    const auditLines = rows.map(({ actor, action, subject }) => {
      const actorName = actor === me ? 'owner' : actor === subject ? 'self' : actor
      return `${actorName} ${action} ${subject === me ? 'owner' : subject === `staff:${mai}` ? 'Mai' : 'other'}`
    })
    assert.deepEqual(
      auditLines.filter((line) => line.endsWith('Mai')),
      [
        'owner link_made Mai',
        'self joined Mai',
        'owner role_changed Mai',
        'owner role_changed Mai',
        'owner link_made Mai',
        'owner revoked Mai',
      ],
    )
    assert.deepEqual(auditLines.slice(-2), [
      'owner locale_changed owner',
      'owner feed_renewed owner',
    ])
  })
})

describe('log', () => {
  it('contains no guest, staff member or secret for any input', async () => {
    const phone = '0912 345 678'
    await owner.read(`/search?q=${encodeURIComponent(guest.name)}`)
    await owner.read(`/search?q=${encodeURIComponent(phone)}`)
    await owner.read(`/entry?line=${encodeURIComponent(`10h Cổ vai gáy Lan ${phone}`)}`)
    await owner.post('/entry', { name: guest.name, phone, note: 'Đau lưng', date: '2026-11-20' })
    await at('/sign-in', form({ name: 'Người Lạ', password: 'mật khẩu của người lạ' }))
    await at(`/nowhere/${encodeURIComponent(guest.name)}`)
    const feed = /\/calendar\/[\w/.-]+/.exec(await owner.read('/account/calendar'))?.[0] ?? ''
    assert.equal((await at(feed)).status, 200)
    const lines = app.log.join('')
    assert.ok(lines.split('\n').length > 200)
    for (const secret of [
      'Lan',
      '912345678',
      '345 678',
      'lưng',
      'Người',
      'mật',
      'Cô Ba',
      'Tuấn',
      'mèo',
      feed.split('/').at(-1) ?? '',
      owner.cookie.split('=')[1] ?? '',
      '/join/x',
      '%C3',
    ]) {
      assert.ok(secret.length > 1 && !lines.includes(secret), secret)
    }
    for (const line of lines.split('\n')) assert.doesNotMatch(line, /"level":"(warn|error)"/)
  })
})
