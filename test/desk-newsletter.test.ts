/** Desk: subscribers of the newsletter. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNewsletter } from '../src/domain/newsletter/newsletter.ts'
import { addStaff, audited, logLinesWith } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { press, visibleTextOf } from './support/screen.ts'
import { base, secret, startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

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
    // The URL of the line works in one click, as a mail program sends it.
    const url = new URL(lines[1]?.split(',').at(-1) ?? '')
    assert.equal(url.origin, base)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    await app.get(`${url.pathname}${url.search}`, { method: 'POST', body })
    assert.match(visibleTextOf(await mai.read('/subscribers')), /Đã xác nhận 0/)
    assert.deepEqual(await audited(app, 'subscribers'), ['Mai exported'])
    // A link in an email cannot download it.
    const got = await mai.get('/subscribers/export')
    assert.equal(got.headers.get('location'), '/subscribers')
    assert.equal((await tuan.post('/subscribers/export', {})).status, 403)
    assert.deepEqual(await audited(app, 'subscribers'), ['Mai exported'])
  })
})

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /lan@|minh@|example\.com|"level":"(warn|error)"/), [])
})
