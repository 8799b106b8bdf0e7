/** Deposits and orders paid by bank transfer: what guests see, and what staff do. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { guestDelayMs } from '../src/domain/messages/routes.ts'
import { expectToolResult as askTool } from './support/assistant.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { pixelsOf, readQr } from './support/picture.ts'
import { openMailbox } from './support/receivers.ts'
import { formsOf, formTo, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { base, loadSampleShop, type RunningShop, startShop } from './support/shop.ts'

const mailbox = openBefore(() => openMailbox())
const notifications = () => ({ SMTP_URL: mailbox.url, MAIL_FROM: 'ban@khoilam.example' })
const app = openBefore(() =>
  startShop('restaurant', { writeLimit: 100_000, notifications: notifications() }),
)
const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const hoa = openBefore(() => addStaff(app, 'Hoa'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))
const mai = openBefore(() => addStaff(spa, 'Mai'))

/** Ten guests at a standard table: 100,000 dong each. */
const feast = { ...table, party_size: 10 }
const sum = '1.000.000 ₫'

type Deposit = {
  amount: { amount: number }
  state: string
  state_label: string
  transfer?: Record<string, unknown> & { qr: string; purpose: string }
}

async function requestBooking(
  change: object = {},
  shop = app,
  fields: object = feast,
): Promise<string> {
  const { status, body } = await book(shop, { ...fields, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const statusOf = (code: string, shop = app) => shop.json(`/api/booking/${code}`)

async function depositOf(code: string, shop = app): Promise<Deposit | undefined> {
  return (await statusOf(code, shop)).deposit as Deposit | undefined
}

/** Presses a button on the screen of a booking. */
async function press(
  code: string,
  actionName: string,
  typed: Record<string, string> = {},
  staff: StaffClient = hoa,
): Promise<Response> {
  const page = await staff.read(`/bookings/${code}`)
  const { action, fields } = formTo(page, `/bookings/${code}/${actionName}`)
  return staff.post(action, { ...fields, ...typed })
}

async function done(code: string, actionName: string, typed = {}, staff = hoa): Promise<void> {
  const response = await press(code, actionName, typed, staff)
  assert.equal(response.status, 303, noticeOf(await response.text()))
}

/** The deposit actions on the screen of a booking. */
async function buttons(code: string, staff = hoa): Promise<string[]> {
  const forms = formsOf(await staff.read(`/bookings/${code}`))
  const names = forms.map(({ action }) => action.split('/').at(-1) ?? '')
  return [...new Set(names.filter((name) => name.startsWith('deposit_')))]
}

async function textOf(path: string, shop: RunningShop = app): Promise<string> {
  const response = await shop.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

describe('booking with a deposit', () => {
  let [code, plain] = ['', '']
  before(async () => {
    code = await requestBooking()
    plain = code.replaceAll('-', '')
  })

  it('announces the deposit before anything is to be paid', async () => {
    const { next_step } = await statusOf(code)
    assert.deepEqual(await depositOf(code), {
      amount: { amount: 1_000_000, currency: 'VND', display: sum },
      state: 'not_asked',
      state_label: 'chưa yêu cầu',
    })
    assert.match(String(next_step), /cần đặt cọc 1\.000\.000 ₫\. Bạn chưa phải chuyển gì/)
    const page = await textOf(`/booking/${code}`)
    assert.match(visibleTextOf(page), /chưa phải chuyển gì/)
    assert.ok(!page.includes('class="payment"'))
    const picture = await app.get(`/booking/${code}/qr`)
    assert.deepEqual([picture.status, picture.headers.get('location')], [303, `/booking/${code}`])
  })

  it('is marked in the inbox and the day list, where one tap requests the deposit', async () => {
    const card = partOf(await hoa.read('/'), `id="b-${plain}"`, '</article>')
    assert.match(visibleTextOf(card), /Cọc 1\.000\.000 ₫: chưa yêu cầu/)
    const { action, fields, buttons } = formTo(card, `/bookings/${code}/deposit_asked`)
    assert.deepEqual(buttons, [`Yêu cầu cọc ${sum}`])
    const response = await hoa.post(action, fields)
    const next = response.headers.get('location') ?? ''
    assert.equal(next, `/?did=deposit_asked&of=${code}`)
    assert.match(noticeOf(await hoa.read(next)), /Đã yêu cầu đặt cọc.*Hoàn tác/)
    const day = await hoa.read('/day?date=2026-11-20')
    assert.match(visibleTextOf(day), /Cọc 1\.000\.000 ₫: chờ chuyển khoản/)
  })

  it('then shows the payment details to everyone with its code', async () => {
    const deposit = await depositOf(code)
    assert.equal(deposit?.state, 'asked')
    const { qr, ...rest } = deposit.transfer ?? { qr: '' }
    assert.deepEqual(rest, {
      bank: 'Ngân hàng mẫu',
      bin: '000000',
      account: '0000000000',
      holder: 'KHOI LAM TAI KHOAN MAU',
      amount: { amount: 1_000_000, currency: 'VND', display: sum },
      purpose: plain,
    })
    assert.match(qr, new RegExp(`^000201010212.*54071000000.*0813${plain}6304[0-9A-F]{4}$`))
    assert.equal((await statusOf(code)).status, 'pending')

    const page = visibleTextOf(await textOf(`/booking/${code}`))
    const markdown = await textOf(`/booking/${code}.md`)
    for (const part of ['Ngân hàng mẫu', '0000000000', 'KHOI LAM TAI KHOAN MAU', sum, plain]) {
      assert.ok(page.includes(part), part)
      assert.ok(markdown.includes(part), part)
    }
    assert.ok(markdown.includes(qr))
    assert.match(page, /mã VietQR ở ngay dưới đây/)
    assert.doesNotMatch(page, /ở trang của yêu cầu/)
    assert.match(String((await statusOf(code)).next_step), /mã VietQR có ở trang của yêu cầu/)
    assert.match(page, /Chuyển cọc chưa phải là xác nhận/)
    assert.match(page, /Không có khoản nào bị trừ tự động/)
    const english = visibleTextOf(await textOf(`/en/booking/${code}`))
    assert.match(english, /A deposit does not confirm the booking/)
    assert.match(english, /if you cancel is described on the page Reservation policy/)
  })

  it('has a QR code that other programs can read', async () => {
    const response = await app.get(`/booking/${code}/qr`)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="${plain}.png"`)
    const png = Buffer.from(await response.arrayBuffer())
    assert.equal(readQr(pixelsOf(png)), (await depositOf(code))?.transfer?.qr)
  })

  it('has a text with the link of its page for staff to send', async () => {
    const page = await hoa.read(`/bookings/${code}`)
    const text = visibleTextOf(partOf(page, 'id="text-deposit"', '</p>'))
    for (const part of [sum, '0000000000', plain, `${base}/booking/${code}`]) {
      assert.ok(text.includes(part), `${part} in ${text}`)
    }
  })

  it('is marked as paid by the first staff member who does so', async () => {
    const page = await tuan.read(`/bookings/${code}`)
    const late = formTo(page, `/bookings/${code}/deposit_waived`)
    await done(code, 'deposit_paid')
    const rejected = await tuan.post(late.action, late.fields)
    assert.equal(rejected.status, 409)
    assert.match(noticeOf(await rejected.text()), /Hoa vừa báo đã nhận cọc/)
    assert.equal((await depositOf(code))?.state, 'paid')
    assert.equal((await depositOf(code))?.transfer, undefined)
    assert.equal((await statusOf(code)).status, 'pending', 'a deposit does not confirm the booking')
    assert.deepEqual(await buttons(code), ['deposit_returned'])
  })

  it('has an undo for each deposit action, with a line in the history', async () => {
    await done(code, 'undo')
    assert.equal((await depositOf(code))?.state, 'asked')
    await done(code, 'deposit_paid')
    await done(code, 'confirm')
    await done(code, 'cancel', { own: 'mất điện' })
    await done(code, 'deposit_returned')
    await done(code, 'undo')
    assert.equal((await depositOf(code))?.state, 'paid')
    const page = await hoa.read(`/bookings/${code}`)
    assert.match(visibleTextOf(page), /Lý do cho khách mất điện/)
    await done(code, 'deposit_returned')
    const history = visibleTextOf(
      partOf(await hoa.read(`/bookings/${code}`), 'class="history"', '</ol>'),
    )
    assert.match(history, /Hoa yêu cầu đặt cọc: 1\.000\.000 ₫/)
    assert.match(history, /Hoa hoàn tác: báo đã nhận cọc/)
    assert.match(history, /Hoa báo đã hoàn cọc: 1\.000\.000 ₫/)
    const visibleText = visibleTextOf(await textOf(`/booking/${code}`))
    assert.match(visibleText, /Đã hoàn lại tiền cọc 1\.000\.000 ₫/)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })
})

describe('deposit', () => {
  it('has its own amount for the private room, and is not required for small parties', async () => {
    const room = await requestBooking({ table_type: 'phong-rieng', date: '2026-11-21' })
    assert.equal((await depositOf(room))?.amount.amount, 1_500_000)
    const few = await requestBooking({ party_size: 4, date: '2026-11-21' })
    assert.equal(await depositOf(few), undefined)
    const { next_step } = await statusOf(few)
    assert.doesNotMatch(String(next_step), /cọc/)
  })

  it('refers to the policy of the shop, or to its phone number if the shop has no policy', async () => {
    const treatment = await requestBooking({ date: '2026-11-22' }, spa, massage)
    await done(treatment, 'deposit_asked', { amount: '200000' }, mai)
    const words = async (shop: RunningShop, path: string) =>
      visibleTextOf(await (await shop.get(path)).text())
    const vietnamese = await words(spa, `/booking/${treatment}`)
    assert.match(vietnamese, /đổi hoặc huỷ, xin gọi 028 3932 0518 để hỏi về tiền cọc\./)
    assert.doesNotMatch(vietnamese, /tiền cọc xử lý ra sao/)
    assert.match(await words(spa, `/en/booking/${treatment}`), /call .* about the deposit\./)

    const feasting = await requestBooking({ date: '2026-11-22' })
    await done(feasting, 'deposit_asked')
    assert.match(await words(app, `/booking/${feasting}`), /có ghi ở trang Quy định đặt bàn/)
    assert.match(await words(app, `/booking/${feasting}`), /Chuyển cọc chưa phải là xác nhận/)
    await done(feasting, 'confirm')
    const confirmed = await words(app, `/booking/${feasting}`)
    assert.match(confirmed, /Nhân viên thấy tiền trong tài khoản rồi sẽ báo bạn/)
    assert.doesNotMatch(confirmed, /chưa phải là xác nhận/)
  })

  it('accepts another amount in common notations', async () => {
    const code = await requestBooking({ party_size: 4, date: '2026-11-22' })
    assert.deepEqual(await buttons(code), ['deposit_asked'])
    for (const amount of ['', '999', '500.000.000', 'năm trăm', '-5', '1e6']) {
      const response = await press(code, 'deposit_asked', { amount })
      assert.equal(response.status, 409, amount)
      assert.match(noticeOf(await response.text()), /từ 1\.000 đến 499\.999\.999/)
    }
    assert.equal(await depositOf(code), undefined)
    await done(code, 'deposit_asked', { amount: '300.000 ₫' })
    assert.equal((await depositOf(code))?.amount.amount, 300_000)
    await done(code, 'deposit_asked', { amount: '200000' })
    assert.match((await depositOf(code))?.transfer?.qr ?? '', /5406200000/)
    await done(code, 'deposit_waived')
    assert.equal((await depositOf(code))?.state, 'waived')
    assert.deepEqual(await buttons(code), ['deposit_paid', 'deposit_asked'])
  })

  it('cannot be requested for a declined booking, or refunded before it is paid', async () => {
    const code = await requestBooking({ date: '2026-11-24' })
    const submitAction = async (name: string) => {
      const { version } = (await app.store.read.get<{ version: number }>(
        'SELECT version FROM bookings WHERE code = ?',
        code.replaceAll('-', ''),
      )) ?? { version: 0 }
      return hoa.post(`/bookings/${code}/${name}`, { version: String(version) })
    }
    assert.equal((await submitAction('deposit_returned')).status, 409)
    await done(code, 'deposit_asked')
    await done(code, 'decline', { own: 'kín chỗ' })
    const { deposit, next_step } = await statusOf(code)
    assert.equal((deposit as Deposit).transfer, undefined)
    assert.equal(next_step, undefined)
    assert.equal((await submitAction('deposit_asked')).status, 409)
    assert.equal((await submitAction('deposit_waived')).status, 409)
    // It is paid nevertheless, and refunded.
    assert.equal((await submitAction('deposit_paid')).status, 303)
    assert.equal((await submitAction('deposit_returned')).status, 303)
  })

  it('is one sentence in the tool result of a reservation request', async () => {
    const { policy_code } = await askTool(app, 'get_reservation_policy', { party_size: 10 })
    const { consent: _, ...request } = { ...feast, date: '2026-11-25', locale: 'en' }
    const response = await askTool(app, 'request_reservation', {
      ...request,
      policy_code,
      consent: true,
    })
    assert.match(
      String(response.next_step),
      /This booking requires a deposit of 1,000,000 ₫\. You do not have to pay yet/,
    )
  })

  it('can be requested in a trade without a deposit rule', async () => {
    const code = await requestBooking({}, spa, massage)
    assert.equal(await depositOf(code, spa), undefined)
    await done(code, 'deposit_asked', { amount: '150000' }, mai)
    assert.equal((await depositOf(code, spa))?.transfer?.purpose, code.replaceAll('-', ''))
  })
})

describe('guest with an email address', () => {
  /** The emails about all actions so far, after the undo delay. */
  const mails = async (): Promise<string[]> => {
    await app.dispatch()
    app.clock.now += guestDelayMs
    await app.dispatch()
    return mailbox.mails.splice(0).map(({ text }) => text)
  }

  it('receives the payment details and the status of the deposit', async () => {
    const code = await requestBooking({ date: '2026-11-27', email: 'lan@example.com' })
    const [first] = await mails()
    assert.match(first ?? '', /cần đặt cọc 1\.000\.000 ₫\. Bạn chưa phải chuyển gì/)
    assert.doesNotMatch(first ?? '', /0000000000/)
    await done(code, 'deposit_asked')
    const [requestMail, ...none] = await mails()
    assert.deepEqual(none, [])
    for (const part of ['Số tài khoản: 0000000000', `Nội dung: ${code.replaceAll('-', '')}`]) {
      assert.ok(requestMail?.includes(part), `${part} in ${requestMail}`)
    }
    assert.match(requestMail ?? '', /Chuyển cọc chưa phải là xác nhận/)
    assert.ok(requestMail?.includes(`${base}/booking/${code}`))

    await done(code, 'deposit_waived')
    await done(code, 'undo')
    assert.deepEqual(await mails(), [], 'an action undone in time sends no email')
    await done(code, 'deposit_paid')
    assert.match((await mails()).join(), /Đã nhận tiền cọc 1\.000\.000 ₫.*vẫn đang chờ nhân viên/s)
    await done(code, 'undo')
    assert.match((await mails()).join(), /thư trước của chúng tôi về tiền đặt cọc không còn đúng/)
    await done(code, 'deposit_waived')
    const [waived = ''] = await mails()
    assert.match(waived, /Lần này bạn được miễn đặt cọc/)
    assert.doesNotMatch(waived, /Đặt cọc 1\.000\.000 ₫ bằng chuyển khoản/)
    assert.doesNotMatch(await textOf(`/booking/${code}`), /Đặt cọc 1\.000\.000 ₫ bằng chuyển khoản/)
  })
})

describe('order', () => {
  it('shows the payment details while it is unpaid', async () => {
    const card = { ...guest, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
    const placed = (await (await spa.post('/api/order', card)).json()) as Record<string, string>
    const { code = '', next_step } = placed
    assert.match(next_step ?? '', /Trang của đơn có mã VietQR/)
    const { transfer } = (await spa.json(`/api/order/${code}`)) as { transfer?: { qr: string } }
    assert.match(transfer?.qr ?? '', /5406500000/)
    const page = await textOf(`/order/${code}`, spa)
    assert.match(visibleTextOf(page), /VUON SUONG TAI KHOAN MAU/)
    assert.match(visibleTextOf(page), /Không có khoản nào bị trừ tự động/)
    const picture = await spa.get(`/order/${code}/qr`)
    assert.equal(readQr(pixelsOf(Buffer.from(await picture.arrayBuffer()))), transfer?.qr)
    const orders = await mai.read('/orders')
    const ready = visibleTextOf(partOf(orders, `id="text-${code.replaceAll('-', '')}"`, '</p>'))
    assert.ok(ready.includes(`${base}/order/${code}`), ready)

    const { action, fields } = formTo(orders, `/orders/${code}/pay`)
    assert.equal((await mai.post(action, fields)).status, 303)
    assert.equal((await spa.json(`/api/order/${code}`)).transfer, undefined)
    assert.ok(!(await textOf(`/order/${code}`, spa)).includes('class="payment"'))
    assert.equal((await spa.get(`/order/${code}/qr`)).status, 303)
  })
})

describe('shop without a bank account', () => {
  const shop = loadSampleShop('restaurant')
  const { bank: _, ...business } = shop.business
  const poor = openBefore(() => startShop('restaurant', { shop: { ...shop, business } }))
  const lan = openBefore(() => addStaff(poor, 'Lan'))

  it('has no deposits for guests and staff', async () => {
    const code = await requestBooking({}, poor)
    const status = await statusOf(code, poor)
    assert.equal(status.deposit, undefined)
    assert.doesNotMatch(String(status.next_step), /VietQR/)
    assert.deepEqual(await buttons(code, lan), [])
    const forced = await lan.post(`/bookings/${code}/deposit_asked`, {
      version: '1',
      amount: '500000',
    })
    assert.equal(forced.status, 409)
  })
})
