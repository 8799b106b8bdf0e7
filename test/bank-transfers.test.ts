/** Bank transfers: who may report one, what it marks as paid, and what waits for a decision. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import {
  type BankRequest,
  bankKey,
  cassoRequest,
  sampleAccount,
  sepayBody,
  sepayRequest,
} from './support/bank.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { loadSampleShop, monday, type RunningShop, startShop } from './support/shop.ts'

const bank = (service: 'sepay' | 'casso') => ({
  writeLimit: 100_000,
  bank: { service, key: bankKey },
})
const app = openBefore(() => startShop('restaurant', bank('sepay')))
const spa = openBefore(() => startShop('spa', bank('casso')))

const deposit = 1_000_000
const path = '/bank-notifications'

let lastPhone = 10_000_000
const newPhone = () => `09${++lastPhone}`

/** Bookings take turns on these days, so that no slot is full. */
const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24', '2026-11-25', '2026-11-26']

let lastId = 1000

function send(shop: RunningShop, { body, headers }: BankRequest): Promise<Response> {
  return shop.get(path, { method: 'POST', headers, body })
}

/** Reports a transfer that SePay has signed, and returns its id. */
async function transfer(text: string, amount: number, shop = app): Promise<string> {
  const id = ++lastId
  const response = await send(shop, sepayRequest({ id, amount, text }, shop.clock.now))
  assert.deepEqual([response.status, await response.json()], [200, { success: true }])
  return `sepay:${id}`
}

async function requestBooking(shop = app, fields: object = table): Promise<string> {
  const phone = newPhone()
  const date = days[lastPhone % days.length]
  const { status, body } = await book(shop, { ...fields, phone, date })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

async function versionOf(shop: RunningShop, code: string): Promise<number> {
  const row = await shop.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    plain(code),
  )
  return row?.version ?? 0
}

const plain = (code: string) => code.replaceAll('-', '')

/** A booking whose deposit staff have requested. */
async function awaitDeposit(shop = app, fields: object = table): Promise<string> {
  const code = await requestBooking(shop, fields)
  const version = await versionOf(shop, code)
  await shop.desk.deposit({ code, version, actor: 'staff:x', newState: 'asked', amount: deposit })
  return code
}

async function depositOf(code: string, shop = app): Promise<string> {
  const { deposit } = (await shop.json(`/api/booking/${code}`)) as { deposit: { state: string } }
  return deposit.state
}

type Row = { state: string; problem: string | null; text: string | null; marked: number }

async function rowOf(id: string, shop = app): Promise<Row | undefined> {
  const row = await shop.store.read.get<Row>(
    'SELECT state, problem, text, marked FROM bank_transfers WHERE id = ?',
    id,
  )
  return row && { ...row }
}

async function problemOf(id: string, shop = app): Promise<string | null> {
  const row = await rowOf(id, shop)
  return row?.state === 'open' ? row.problem : `not open: ${row?.state}`
}

async function order(shop = spa): Promise<string> {
  const card = { ...guest, phone: newPhone(), kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  const response = await shop.post('/api/order', card)
  assert.equal(response.status, 202, await response.clone().text())
  return ((await response.json()) as { code: string }).code
}

describe('receiver of bank notifications', () => {
  const fields = { id: 1, amount: 5_000, text: 'an trua' }

  it('does not exist unless a service is configured', async () => {
    const other = await startShop('restaurant')
    assert.equal((await send(other, sepayRequest(fields, monday))).status, 404)
  })

  it('accepts a signature or the API key of SePay, and nothing else', async () => {
    const signed = sepayRequest(fields, monday)
    const json = { 'content-type': 'application/json' }
    const body = sepayBody(fields)
    const cases: [what: string, request: BankRequest, status: number][] = [
      ['signature', signed, 200],
      ['API key', { body, headers: { ...json, authorization: `Apikey ${bankKey}` } }, 200],
      ['nothing', { body, headers: json }, 401],
      ['other key', sepayRequest(fields, monday, 'another-key-of-the-service'), 401],
      ['other API key', { body, headers: { ...json, authorization: 'Apikey another' } }, 401],
      ['other scheme', { body, headers: { ...json, authorization: `Bearer ${bankKey}` } }, 401],
      ['changed body', { ...signed, body: body.replace('5000', '9000') }, 401],
      ['5 minutes old', sepayRequest(fields, monday - 300_000), 200],
      ['older', sepayRequest(fields, monday - 301_000), 401],
      ['from the future', sepayRequest(fields, monday + 301_000), 401],
      ['key beside a wrong signature', withHeader(signed, 'x-sepay-signature', 'sha256=00'), 401],
      ['no time', withHeader(signed, 'x-sepay-timestamp', ''), 401],
    ]
    for (const [what, request, status] of cases) {
      const response = await send(app, request)
      assert.equal(response.status, status, what)
      assert.equal(((await response.json()) as { success: boolean }).success, status === 200, what)
    }
  })

  it('accepts a secure token or a signature of Casso, and nothing else', async () => {
    const one = [{ id: 1, amount: 5_000, text: 'an trua' }]
    assert.equal((await send(spa, cassoRequest(one))).status, 200)
    assert.equal((await send(spa, cassoRequest(one, 'another-token'))).status, 401)
    const { body, headers } = cassoRequest(one)
    const { 'secure-token': _, ...without } = headers
    assert.equal((await send(spa, { body, headers: without })).status, 401)
    const wrong = { ...without, 'x-casso-signature': `t=1,v1=${'0'.repeat(128)}` }
    assert.equal((await send(spa, { body, headers: wrong })).status, 401)
  })

  it('verifies a signature as the documentation of Casso computes it', async () => {
    const key = 'mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs'
    const shop = await startShop('spa', { bank: { service: 'casso', key } })
    const body = JSON.stringify({
      error: 0,
      data: {
        ...{ id: 0, reference: 'MA_GIAO_DICH_THU_NGHIEM', description: 'giao dich thu nghiem' },
        ...{ amount: 599_000, runningBalance: 25_000_000 },
        ...{ transactionDateTime: '2024-10-03 15:06:37', accountNumber: '88888888' },
        ...{ bankName: 'VPBank', bankAbbreviation: 'VPB', virtualAccountNumber: '' },
        ...{ virtualAccountName: '', counterAccountName: 'NGUYEN VAN A' },
        ...{ counterAccountNumber: '8888888888', counterAccountBankId: '970415' },
        counterAccountBankName: 'VietinBank',
      },
    })
    const signature =
      't=1727948258788,v1=ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7' +
      'dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3'
    const headers = { 'content-type': 'application/json', 'x-casso-signature': signature }
    assert.equal((await send(shop, { body, headers })).status, 200)
    const changed = body.replace('599000', '699000')
    assert.equal((await send(shop, { body: changed, headers })).status, 401)
    const rows = await shop.store.read.all('SELECT * FROM bank_transfers')
    assert.equal(rows.length, 1)
    // Neither the account nor the name of the sender.
    assert.doesNotMatch(JSON.stringify(rows), /NGUYEN|8888888888/)
  })

  it('rejects other methods, other bodies and bodies above the limit', async () => {
    const response = await app.get(path)
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
    const authorization = `Apikey ${bankKey}`
    const sent = (body: string) => send(app, { body, headers: { authorization } })
    assert.equal((await sent('{')).status, 400)
    assert.equal((await sent('{"a":1}')).status, 400)
    assert.equal((await sent(sepayBody({ ...fields, amount: 0.5 }))).status, 400)
    const filled = (size: number) => {
      const empty = sepayBody({ ...fields, text: '' })
      return sepayBody({ ...fields, text: 'x'.repeat(size - empty.length) })
    }
    assert.equal((await sent(filled(128 * 1024))).status, 200)
    assert.equal((await sent(filled(128 * 1024 + 1))).status, 413)
  })

  it('ignores money that leaves the account', async () => {
    const count = () =>
      app.store.read.get<{ rows: number }>('SELECT COUNT(*) AS rows FROM bank_transfers')
    const before = await count()
    const code = await awaitDeposit()
    const out = { id: ++lastId, amount: deposit, text: code, type: 'out' as const }
    assert.equal((await send(app, sepayRequest(out, monday))).status, 200)
    assert.deepEqual(await count(), before)
    assert.equal(await depositOf(code), 'asked')
    const orderCode = await order()
    const response = await send(spa, cassoRequest([{ id: 77, amount: -500_000, text: orderCode }]))
    assert.equal(response.status, 200)
    assert.equal(await rowOf('casso:77', spa), undefined)
  })
})

describe('transfer with the reference of a deposit', () => {
  it('marks the deposit as received and leaves the confirmation to staff', async () => {
    const code = await awaitDeposit()
    const id = await transfer(`MBVCB.3278907687.${plain(code)}.CT tu 0123456789 LE VAN B`, deposit)
    assert.equal(await depositOf(code), 'paid')
    assert.equal((await app.json(`/api/booking/${code}`)).status, 'pending')
    assert.deepEqual(await rowOf(id), { state: 'assigned', problem: null, text: null, marked: 1 })
    const history = await app.store.read.get<{ actor: string; facts: string }>(
      "SELECT actor, facts FROM audit WHERE action = 'deposit_paid' ORDER BY id DESC LIMIT 1",
    )
    assert.equal(history?.actor, 'bank')
    assert.equal(JSON.parse(history?.facts ?? '{}').transfer, id)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is found in lower case, with dashes or spaces, and with diacritics, and with O and I for 0 and 1', async () => {
    for (const write of [
      (code: string) => `chuyen coc ${code.toLowerCase()}`,
      (code: string) => `Dat coc${plain(code)}cam on`,
      (code: string) => code.replaceAll('-', ' '),
      (code: string) => `cọc bàn ${code.replace('BAN', 'BÀN')}`,
      (code: string) => plain(code).replaceAll('0', 'O').replaceAll('1', 'I'),
    ]) {
      const code = await awaitDeposit()
      await transfer(write(code), deposit)
      assert.equal(await depositOf(code), 'paid', write(code))
    }
  })

  it('is counted once, however often it is reported', async () => {
    const code = await awaitDeposit()
    const fields = { id: ++lastId, amount: deposit, text: code }
    const sent = Array.from({ length: 5 }, () => send(app, sepayRequest(fields, monday)))
    for (const response of await Promise.all(sent)) assert.equal(response.status, 200)
    assert.equal(await depositOf(code), 'paid')
    assert.equal((await rowOf(`sepay:${lastId}`))?.state, 'assigned')
    const { marks } = (await app.store.read.get<{ marks: number }>(
      `SELECT COUNT(*) AS marks FROM audit WHERE action = 'deposit_paid'
       AND subject = (SELECT 'booking:' || id FROM bookings WHERE code = ?)`,
      plain(code),
    )) ?? { marks: -1 }
    assert.equal(Number(marks), 1)
  })

  it('waits for staff if the amount or the state does not fit', async () => {
    const code = await awaitDeposit()
    assert.equal(await problemOf(await transfer(code, deposit - 1)), 'too_little')
    assert.equal(await problemOf(await transfer(code, deposit + 1)), 'too_much')
    assert.equal(await depositOf(code), 'asked')
    await transfer(code, deposit)
    assert.equal(await problemOf(await transfer(code, deposit)), 'twice')
    assert.equal(await problemOf(await transfer(await requestBooking(), deposit)), 'not_asked')
    const [one, other] = [await awaitDeposit(), await awaitDeposit()]
    assert.equal(await problemOf(await transfer(`${one} ${other}`, deposit)), 'several')
    assert.deepEqual([await depositOf(one), await depositOf(other)], ['asked', 'asked'])
    assert.equal(await problemOf(await transfer('BAN7K3M9Q2X4D', deposit)), 'unknown')
    const twice = await transfer('BAN BAN-7K3M-9Q2X-4D', deposit)
    const { reference } = (await app.store.read.get<{ reference: string }>(
      'SELECT reference FROM bank_transfers WHERE id = ?',
      twice,
    )) ?? { reference: '' }
    assert.equal(reference, 'BAN7K3M9Q2X4D')
    assert.equal(await problemOf(await transfer('com trua ban 5', deposit)), 'none')
    assert.equal((await rowOf(`sepay:${lastId}`))?.text, 'com trua ban 5')
  })

  it('waits for staff if it went to another account than that of the shop', async () => {
    const accounts: [account: unknown, subAccount: unknown, isOwn: boolean][] = [
      ['0123499999', null, false],
      ['0123499999', 'VQRQ0001', false],
      [123_499_999, '', false],
      // To a virtual account of the shop, which the service names beside the real one or instead of it.
      [sampleAccount, 'VQRQ0001', true],
      ['0123499999', sampleAccount, true],
      // Spaces; digits that are hidden, and no account: there is nothing to compare.
      ['0000 000.000', null, true],
      ['*****9999', null, true],
      [null, undefined, true],
    ]
    for (const [account, subAccount, isOwn] of accounts) {
      const code = await awaitDeposit()
      const fields = { id: ++lastId, amount: deposit, text: code, account, subAccount }
      assert.equal((await send(app, sepayRequest(fields, monday))).status, 200)
      const what = JSON.stringify([account, subAccount])
      assert.equal(await depositOf(code), isOwn ? 'paid' : 'asked', what)
      if (!isOwn) assert.equal(await problemOf(`sepay:${lastId}`), 'other_account', what)
    }
  })

  it('waits for staff if Casso names another account, in both forms of a notification', async () => {
    const own = sampleAccount
    const forms: [names: object, isOwn: boolean][] = [
      [{ bank_sub_acc_id: '123456789' }, false],
      [{ bank_sub_acc_id: '123456789', subAccId: own }, true],
      [{ bank_sub_acc_id: '123456789', virtualAccount: own }, true],
      [{ accountNumber: '123456789', virtualAccountNumber: '' }, false],
      [{ accountNumber: '123456789', virtualAccountNumber: own }, true],
      [{ accountNumber: own, virtualAccountNumber: 'V3CAS001' }, true],
    ]
    for (const [names, isOwn] of forms) {
      const code = await order()
      const id = ++lastId
      const data = [{ id, amount: 500_000, description: code, when: '2026-11-16', ...names }]
      const headers = { 'content-type': 'application/json', 'secure-token': bankKey }
      const body = JSON.stringify({ error: 0, data })
      assert.equal((await send(spa, { body, headers })).status, 200)
      const { status } = await spa.json(`/api/order/${code}`)
      assert.equal(status, isOwn ? 'paid' : 'pending_payment', JSON.stringify(names))
      if (!isOwn) assert.equal(await problemOf(`casso:${id}`, spa), 'other_account')
    }
  })

  it('is late if the booking is cancelled or has begun', async () => {
    const cancelled = await awaitDeposit()
    const version = await versionOf(app, cancelled)
    await app.desk.cancel({ code: cancelled, version, actor: 'staff:x', reason: 'x' })
    assert.equal(await problemOf(await transfer(cancelled, deposit)), 'late')
    const begun = await awaitDeposit()
    app.clock.now += 12 * 86_400_000
    try {
      assert.equal(await problemOf(await transfer(begun, deposit)), 'late')
    } finally {
      app.clock.now = monday
    }
  })

  it('confirms the request only if the owner has turned that on', async () => {
    const shop = loadSampleShop('restaurant')
    const { bank: account } = shop.business
    assert.ok(account)
    const mailbox = await openMailbox()
    const confirming = await startShop('restaurant', {
      ...bank('sepay'),
      shop: {
        ...shop,
        business: { ...shop.business, bank: { ...account, confirm_bookings: true } },
      },
      notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'ban@khoilam.example' },
    })
    const code = await awaitDeposit(confirming, { ...table, email: 'lan@example.com' })
    await transfer(code, deposit, confirming)
    assert.equal((await confirming.json(`/api/booking/${code}`)).status, 'confirmed')
    assert.equal(await depositOf(code, confirming), 'paid')
    confirming.clock.now += 60_000
    await confirming.dispatch()
    const mail = mailbox.mails.at(-1)
    const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
    assert.match(text, /Đã nhận tiền cọc 1\.000\.000 ₫.*Chỗ của bạn đã được xác nhận/)
    const version = await versionOf(confirming, code)
    await confirming.desk.undo({ code, version, actor: 'staff:x' })
    assert.equal((await confirming.json(`/api/booking/${code}`)).status, 'pending')
    assert.equal(await depositOf(code, confirming), 'asked')
    assert.equal((await rowOf(`sepay:${lastId}`, confirming))?.state, 'open')
  })
})

describe('transfers of orders, several in one request', () => {
  it('are each marked or listed on their own', async () => {
    const [paid, partly] = [await order(), await order()]
    const appointment = await awaitDeposit(spa, massage)
    const response = await send(
      spa,
      cassoRequest([
        { id: 501, amount: 500_000, text: `mua the ${plain(paid)}` },
        { id: 502, amount: 100_000, text: plain(partly) },
        { id: 503, amount: deposit, text: plain(appointment) },
        { id: 501, amount: 500_000, text: `mua the ${plain(paid)}` },
      ]),
    )
    assert.equal(response.status, 200)
    assert.equal((await spa.json(`/api/order/${paid}`)).status, 'paid')
    assert.equal((await spa.json(`/api/order/${partly}`)).status, 'pending_payment')
    assert.equal(await depositOf(appointment, spa), 'paid')
    assert.equal(await problemOf('casso:502', spa), 'too_little')
  })

  it('store the valid ones if another is invalid, and say so', async () => {
    const { body, headers } = cassoRequest([{ id: 601, amount: 70_000, text: 'x' }])
    const parsed = JSON.parse(body) as { data: object[] }
    const mixed = JSON.stringify({ ...parsed, data: [{ id: null, amount: 1 }, ...parsed.data] })
    assert.equal((await send(spa, { body: mixed, headers })).status, 400)
    assert.equal((await rowOf('casso:601', spa))?.state, 'open')
  })
})

describe('retention of bank transfers', () => {
  it('deletes texts after a decision, and transfers when they are no longer needed', async () => {
    const shop = await startShop('restaurant', bank('sepay'))
    const code = await awaitDeposit(shop)
    const paid = await transfer(code, deposit, shop)
    const none = await transfer('com trua', 80_000, shop)
    const unknown = await transfer('BAN7K3M9Q2X4D', deposit, shop)
    const day = 86_400_000
    const apply = () =>
      applyRetention(shop.store, { guest_days: 90, health_days: 30 }, () => shop.clock.now)
    shop.clock.now += 61 * day
    await apply()
    assert.equal(await rowOf(none, shop), undefined)
    assert.equal((await rowOf(unknown, shop))?.text, 'BAN7K3M9Q2X4D')
    shop.clock.now += 30 * day
    await apply()
    assert.equal(await rowOf(paid, shop), undefined)
    assert.deepEqual(
      [await problemOf(unknown, shop), (await rowOf(unknown, shop))?.text],
      ['unknown', null],
    )
  })
})

describe('erasure of a guest', () => {
  it('erases the text of transfers with the code of the guest', async () => {
    const shop = await startShop('restaurant', bank('sepay'))
    const phone = newPhone()
    const { body } = await book(shop, { ...table, phone })
    const text = `${plain(body.code)} NGUYEN THI LAN`
    const [own, other] = [
      await transfer(text, deposit, shop),
      await transfer('BAN7K3M9Q2X4D TRAN VAN BE', deposit, shop),
    ]
    const version = await versionOf(shop, body.code)
    await shop.desk.decline({ code: body.code, version, actor: 'staff:x', reason: 'x' })
    await eraseBy(shop, phone)
    assert.deepEqual(
      [await problemOf(own, shop), (await rowOf(own, shop))?.text],
      ['not_asked', null],
    )
    assert.match((await rowOf(other, shop))?.text ?? '', /TRAN VAN BE/)
  })
})

function withHeader({ body, headers }: BankRequest, name: string, value: string): BankRequest {
  return { body, headers: { ...headers, authorization: `Apikey ${bankKey}`, [name]: value } }
}
