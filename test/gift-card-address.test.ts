/** A gift card says where it goes, and may go to the address of the recipient. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectSent, expectToolError, expectToolResult } from './support/assistant.ts'
import { guest } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100 }))
const card = { name: 'Lan', phone: '0912 345 678', amount: 500_000, locale: 'en' }
const readBackOf = async (args: object) =>
  String((await expectToolResult(app, 'request_gift_card', { ...card, ...args })).read_back)

describe('the address of a gift card', () => {
  for (const [args, expected] of [
    [{ delivery: 'zalo' }, /By Zalo to \+84912345678 \(the buyer\)/],
    [
      { delivery: 'email', email: 'lan@example.com' },
      /By e-mail to lan@example\.com \(the buyer\)/,
    ],
    [
      { delivery: 'email', deliver_to: 'minh@example.com', recipient: 'Minh' },
      /for Minh; delivery: By e-mail to minh@example\.com \(the recipient\)/,
    ],
    [
      { delivery: 'zalo', deliver_to: '0987 654 321' },
      /By Zalo to \+84987654321 \(the recipient\)/,
    ],
    [{ delivery: 'printed_card' }, /; delivery: Printed card;/],
  ] as const) {
    it(`is read back: ${JSON.stringify(args)}`, async () => {
      assert.match(await readBackOf(args), expected)
    })
  }

  it('must fit the delivery', async () => {
    for (const [args, field] of [
      [{ delivery: 'email' }, 'email'],
      [{ delivery: 'email', deliver_to: '0987 654 321' }, 'deliver_to'],
      [{ delivery: 'zalo', deliver_to: 'minh@example.com' }, 'deliver_to'],
      [{ delivery: 'printed_card', deliver_to: 'minh@example.com' }, 'deliver_to'],
    ] as const) {
      const problem = await expectToolError(app, 'request_gift_card', { ...card, ...args })
      assert.equal(problem.field, field, JSON.stringify(args))
    }
  })

  it('is a field of the API and of the form, which only staff see, until the buyer is erased', async () => {
    const form = await (await app.get('/gift-cards/order')).text()
    assert.match(form, /name="deliver_to"/)
    const response = await app.post('/api/order', {
      ...guest,
      phone: '0987 000 111',
      kind: 'gift_card',
      amount: 500_000,
      delivery: 'email',
      deliver_to: 'minh@example.com',
    })
    assert.equal(response.status, 202)
    const { code } = (await response.json()) as { code: string }
    assert.doesNotMatch(JSON.stringify(await app.json(`/api/order/${code}`)), /minh@/)
    const staff = await addStaff(app, 'Hoa')
    assert.match(visibleTextOf(await staff.read('/orders')), /→ minh@example\.com/)
    const stored = () =>
      app.store.read.all('SELECT deliver_to FROM order_guests WHERE deliver_to IS NOT NULL')
    assert.equal((await stored()).length, 1)
    await staff.post(`/orders/${code}/cancel`, { version: '1' })
    await eraseBy(app, '0987000111')
    assert.deepEqual(await stored(), [])
  })

  it('is stored from the tool', async () => {
    const args = { ...card, delivery: 'zalo', deliver_to: '0987 654 321' }
    const { consent_text } = await expectToolResult(app, 'request_gift_card', args)
    assert.match(String(consent_text), /recipient’s address to carry out this order/)
    await expectSent(app, 'request_gift_card', args)
    const row = await app.store.read.get(
      'SELECT deliver_to FROM order_guests WHERE deliver_to LIKE ?',
      '+%',
    )
    assert.equal(row?.deliver_to, '+84987654321')
  })
})
