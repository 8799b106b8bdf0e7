/** Desk: bank transfers that staff assign, dismiss or take back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { bankKey, sepayRequest } from './support/bank.ts'
import { guest } from './support/booking.ts'
import { addStaff, audited, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() =>
  startShop('spa', { writeLimit: 100_000, bank: { service: 'sepay', key: bankKey } }),
)
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

const path = '/transfers'
const price = 500_000

let lastPhone = 20_000_000
let lastId = 5000

const plain = (code: string) => code.replaceAll('-', '')

async function order(name = 'Nguyễn Thị Lan', amount = price): Promise<string> {
  const phone = `09${++lastPhone}`
  const card = { ...guest, name, phone, kind: 'gift_card', amount, delivery: 'zalo' }
  const response = await app.post('/api/order', card)
  assert.equal(response.status, 202, await response.clone().text())
  return ((await response.json()) as { code: string }).code
}

async function transfer(text: string, amount: number): Promise<string> {
  const id = ++lastId
  const { body, headers } = sepayRequest({ id, amount, text }, app.clock.now)
  const response = await app.get('/bank-notifications', { method: 'POST', headers, body })
  assert.equal(response.status, 200)
  return `sepay:${id}`
}

const statusOf = async (code: string) => (await app.json(`/api/order/${code}`)).status

const cardOf = (page: string, id: string) =>
  partOf(page, `id="t-${id.replace(':', '-')}"`, '</article>')

/** Presses the first button of a card, or the one whose label contains the text. */
async function assign(id: string, staff: StaffClient = mai, label = ''): Promise<Response> {
  const forms = formsOf(cardOf(await staff.read(path), id))
  const form = forms.find(
    ({ action, buttons }) => action === `${path}/assign` && buttons.join().includes(label),
  )
  assert.ok(form, 'no such button')
  return staff.post(form.action, form.fields)
}

async function undo(id: string, page: string, staff = mai): Promise<Response> {
  const form = formsOf(page).find(
    ({ action, fields }) => action === `${path}/undo` && fields.id === id,
  )
  assert.ok(form)
  return staff.post(form.action, form.fields)
}

async function dismiss(id: string, typed: Record<string, string>): Promise<Response> {
  const { action, fields } = formTo(cardOf(await mai.read(path), id), `${path}/dismiss`)
  return mai.post(action, { ...fields, ...typed })
}

async function stateOf(id: string): Promise<string | undefined> {
  const row = await app.store.read.get<{ state: string }>(
    'SELECT state FROM bank_transfers WHERE id = ?',
    id,
  )
  return row?.state
}

describe('transfers at the desk', () => {
  it('are hidden unless a service reports them', async () => {
    const other = await startShop('spa')
    const hoa = await addStaff(other, 'Hoa')
    assert.equal((await hoa.get(path)).status, 404)
    assert.ok(!(await hoa.read('/more')).includes(`href="${path}"`))
  })

  it('with a mistyped code propose the order with the most similar one, in one tap', async () => {
    const code = await order('Trần Minh')
    await order('Lê Hoa')
    const last = plain(code).slice(-1) === '7' ? '8' : '7'
    const id = await transfer(`mua the ${plain(code).slice(0, -1)}${last}`, price)
    const card = cardOf(await tuan.read(path), id)
    assert.match(visibleTextOf(card), /500\.000 ₫ mã lạ mua the THE/)
    const [nearest] = formsOf(card)
    assert.match(nearest?.buttons.join() ?? '', /^Ghép với Trần Minh, Thẻ quà tặng · 500\.000 ₫$/)
    const response = await assign(id, tuan)
    assert.equal(response.status, 303)
    assert.equal(await statusOf(code), 'paid')
    const page = await tuan.read(response.headers.get('location') ?? '')
    assert.match(noticeOf(page), /Đã ghép 500\.000 ₫: Trần Minh, Thẻ quà tặng Hoàn tác/)
    assert.deepEqual(await audited(app, `transfer:${id}`), ['Tuấn assigned'])
    assert.equal((await undo(id, page, tuan)).status, 303)
    assert.deepEqual([await statusOf(code), await stateOf(id)], ['pending_payment', 'open'])
    assert.match(visibleTextOf(cardOf(await tuan.read(path), id)), /mua the THE/)
  })

  it('add up: parts are assigned, and the last one makes the order paid', async () => {
    const code = await order('Phạm An')
    const first = await transfer(plain(code), 200_000)
    const card = visibleTextOf(cardOf(await mai.read(path), first))
    assert.match(card, /thiếu tiền.*Cần 500\.000 ₫, còn thiếu 300\.000 ₫\./)
    const response = await assign(first)
    const notice = noticeOf(await mai.read(response.headers.get('location') ?? ''))
    assert.match(notice, /Đã ghép 200\.000 ₫: Phạm An, Thẻ quà tặng Còn thiếu 300\.000 ₫\./)
    assert.equal(await statusOf(code), 'pending_payment')
    const second = await transfer(plain(code), 300_000)
    assert.deepEqual([await statusOf(code), await stateOf(second)], ['paid', 'assigned'])
    const page = await mai.read(path)
    const refused = await undo(first, page)
    assert.equal(refused.status, 409)
    assert.match(noticeOf(await refused.text()), /Xin hoàn tác giao dịch cuối/)
    assert.equal(await stateOf(first), 'assigned')
    const orders = `/orders/${code}/undo`
    const { action, fields } = formTo(await mai.read('/orders'), orders)
    assert.equal((await mai.post(action, fields)).status, 303)
    assert.deepEqual([await stateOf(first), await stateOf(second)], ['assigned', 'open'])
    assert.equal((await undo(first, await mai.read(path))).status, 303)
    assert.deepEqual([await stateOf(first), await stateOf(second)], ['open', 'open'])
  })

  it('that were paid twice are not assigned to the same order again', async () => {
    const code = await order('Vũ Bình')
    await transfer(plain(code), price)
    const id = await transfer(plain(code), price)
    const card = cardOf(await mai.read(path), id)
    assert.match(visibleTextOf(card), /trả hai lần/)
    assert.ok(!visibleTextOf(card).includes('Vũ Bình'))
    const { id: orderId } = (await app.store.read.get<{ id: string }>(
      'SELECT id FROM orders WHERE code = ?',
      plain(code),
    )) ?? { id: '' }
    const forced = { id, version: '1', subject: `order:${orderId}` }
    const response = await mai.post(`${path}/assign`, forced)
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /đã nhận tiền rồi/)
    assert.equal(await stateOf(id), 'open')
  })

  it('are dismissed with a reason, and taken back', async () => {
    const id = await transfer(`THE0000000000`, 90_000)
    assert.equal((await dismiss(id, { reason: 'other', detail: ' ' })).status, 409)
    const response = await dismiss(id, { reason: 'refunded', detail: 'chị Lan' })
    const page = await mai.read(response.headers.get('location') ?? '')
    assert.match(noticeOf(page), /Đã bỏ qua 90\.000 ₫/)
    assert.match(visibleTextOf(page), /90\.000 ₫ → Đã hoàn lại tiền cho khách: chị Lan/)
    await undo(id, page)
    assert.equal(await stateOf(id), 'open')
  })

  it('that come after the cancellation of the order make it paid if staff assign them', async () => {
    const code = await order('Bùi Em')
    const { action, fields } = formTo(await mai.read('/orders'), `/orders/${code}/cancel`)
    assert.equal((await mai.post(action, fields)).status, 303)
    const id = await transfer(plain(code), price)
    assert.equal(await statusOf(code), 'cancelled')
    assert.match(visibleTextOf(cardOf(await mai.read(path), id)), /tới muộn/)
    assert.equal((await assign(id, mai, 'Bùi Em')).status, 303)
    assert.deepEqual([await statusOf(code), await stateOf(id)], ['paid', 'assigned'])
  })

  it('of two staff members at the same time are decided by the first', async () => {
    const code = await order('Đỗ Chi')
    const id = await transfer(plain(code), price + 1)
    const { action, fields } = formTo(cardOf(await mai.read(path), id), `${path}/assign`)
    const answers = await Promise.all([mai.post(action, fields), tuan.post(action, fields)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409])
    assert.equal(await statusOf(code), 'paid')
  })

  it('cannot be taken back after the order was sent', async () => {
    const code = await order('Hồ Dung')
    const id = await transfer(plain(code), price)
    const { action, fields } = formTo(await mai.read('/orders'), `/orders/${code}/send`)
    await mai.post(action, fields)
    const response = await undo(id, await mai.read(path))
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /đã được sửa tiếp/)
    assert.deepEqual([await statusOf(code), await stateOf(id)], ['sent', 'assigned'])
  })

  it('without a code need a decision only if their amount is expected', async () => {
    const shop = await startShop('spa', { bank: { service: 'sepay', key: bankKey } })
    const hoa = await addStaff(shop, 'Hoa')
    const send = async (id: number, amount: number) => {
      const { body, headers } = sepayRequest({ id, amount, text: 'com trua' }, shop.clock.now)
      await shop.get('/bank-notifications', { method: 'POST', headers, body })
    }
    await send(1, 85_000)
    const badge = async () =>
      /href="\/transfers"[\s\S]*?<\/a>/.exec(await hoa.read('/more'))?.[0] ?? ''
    assert.ok(!(await badge()).includes('class="count"'))
    const others = 'Không có mã, số tiền không khớp khoản nào (1)'
    assert.ok(visibleTextOf(await hoa.read(path)).includes(others))
    const card = { ...guest, kind: 'gift_card', amount: price, delivery: 'zalo' }
    assert.equal((await shop.post('/api/order', card)).status, 202)
    await send(2, price)
    assert.match(await badge(), /class="count">1</)
    const [nearest] = formsOf(cardOf(await hoa.read(path), 'sepay:2'))
    assert.match(nearest?.buttons.join() ?? '', /Nguyễn Thị Lan/)
  })

  it('fit what they have paid, also after all of this', async () => {
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('are shown in English to a member who reads English', async () => {
    await mai.post('/account/language', { locale: 'en', next: path })
    const page = visibleTextOf(await mai.read(path))
    assert.match(page, /Bank transfers.*Assign to .*Dismiss…/)
    await mai.post('/account/language', { locale: 'vi', next: path })
  })
})
