/** Desk: orders for gift cards and memberships. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guest } from './support/booking.ts'
import { addStaff, audited, logLinesWith } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

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

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /Lan|Minh|912345678|sinh nhật|"level":"(warn|error)"/), [])
})
