/** Text that guests typed is shown by the desk as text: no page contains it as markup. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, massage } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

/** Ends an attribute, an element, a script and a comment. */
const typed = `Lan'"><img src=x onerror=alert(1)></textarea></title></script>--><script>alert(2)</script>`

const shop = openBefore(async () => {
  const app = await startShop('spa', { writeLimit: 1000 })
  const owner = await addStaff(app, typed.slice(0, 40))
  const guest = { name: typed.slice(0, 80), phone: '0912345678', email: 'lan@example.com' }
  const booked = await book(app, { ...massage, ...guest, note: typed })
  assert.equal(booked.status, 202)
  const { code } = booked.body
  for (const [path, body] of [
    ['/api/lead', { message: typed }],
    [
      '/api/order',
      {
        kind: 'gift_card',
        amount: 500_000,
        delivery: 'email',
        recipient: typed.slice(0, 80),
        message: typed,
      },
    ],
    [`/api/booking/${code}/change`, { kind: 'cancel', phone_last4: '5678', note: typed }],
  ] as const) {
    const response = await app.post(path, {
      ...(!path.endsWith('change') && guest),
      ...body,
      consent: '1',
    })
    assert.ok(response.status < 300, `${path}: ${await response.text()}`)
  }
  return { app, owner, code }
})

const screens = [
  ...[
    '/',
    '/timeline',
    '/day',
    '/search?q=Lan',
    '/entry',
    '/orders',
    '/leads',
    '/closed',
    '/numbers',
  ],
  ...['/account', '/more', '/team', '/channels', '/guest-data', '/subscribers'],
]

describe('text of a guest with markup', () => {
  it('is escaped on every page of the desk', async () => {
    let shown = 0
    const pages = [...screens, `/bookings/${shop.code}`, '/day?date=2026-11-20']
    for (const path of pages) {
      const text = await shop.owner.read(path)
      assert.doesNotMatch(text, /<img src=x|<script>alert|onerror=alert\(1\)>/, path)
      if (text.includes('&lt;img src=x')) shown++
    }
    assert.ok(shown >= 5, `only ${shown} pages show it`)
  })

  it('is escaped in the search, also if staff typed it', async () => {
    for (const query of [typed, `'"><svg onload=alert(3)>`]) {
      const text = await shop.owner.read(`/search?q=${encodeURIComponent(query)}`)
      assert.doesNotMatch(text, /<img src=x|<script>alert|<svg onload/)
    }
  })

  it('is escaped on the pages of the site', async () => {
    const text = await (await shop.app.get(`/booking/${shop.code}`)).text()
    assert.doesNotMatch(text, /<img src=x|<script>alert/)
  })
})
