/** Guest data at the desk: search, export, erasure and receipts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookingConsent, changeConsent } from '../src/domain/guest/consent.ts'
import { book, massage } from './support/booking.ts'
import { bytesOf } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import {
  createGuestRecords,
  her,
  readAudit,
  readResponse,
  receiptIn,
  register,
  startPrivacyShop,
} from './support/guest-data.ts'
import { guestDataPattern } from './support/guest-data-fixtures.ts'
import { formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'

describe('data of a guest', () => {
  it('is shown to the owner as counts, by a phone in any notation or an email address', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const tuan = await addStaff(app, 'Tuấn', 'host')
    await createGuestRecords(shop)
    for (const guest of ['0987123654', '+84 987.123.654', 'ZYXQ@example.com']) {
      const { status, text, response } = await readResponse(mai.post('/guest-data/kept', { guest }))
      assert.equal(status, 200)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const read = visibleTextOf(text)
      assert.match(read, /Giữ từ Thứ Hai 16\/11\/2026/)
      assert.match(
        read,
        /Lượt đặt 2 Có ghi dị ứng, sức khoẻ 1 Đơn thẻ 0 Xin gọi lại 1 Danh sách chờ 0 Nhận bản tin 1/,
      )
    }
    assert.equal((await tuan.post('/guest-data/kept', { guest: her.phone })).status, 403)
    assert.doesNotMatch(visibleTextOf(await tuan.read('/more')), /Dữ liệu của khách/)
    // The URL contains no phone number, so the history and the log do not either.
    assert.equal((await mai.get('/guest-data/kept')).headers.get('location'), '/guest-data')
    assert.doesNotMatch(app.log.join('\n'), /987123654|987\.123|zyxq/i)
  })

  it('is empty for an unknown guest, and invalid input is reported and kept', async () => {
    const { mai } = await startPrivacyShop()
    const none = await readResponse(mai.post('/guest-data/kept', { guest: '0912 000 111' }))
    assert.match(visibleTextOf(none.text), /Không lưu gì của khách này/)
    for (const path of ['export', 'erase', 'erase/now']) {
      const { status, text } = await readResponse(
        mai.post(`/guest-data/${path}`, { guest: '0912 000 111' }),
      )
      assert.equal(status, 409, path)
      assert.match(noticeOf(text), /Không lưu gì/)
    }
    for (const guest of ['Lan', '', '12', 'x'.repeat(5_000)]) {
      const { status, text } = await readResponse(mai.post('/guest-data/kept', { guest }))
      assert.equal(status, 400)
      assert.match(noticeOf(text), /Viết số điện thoại Việt Nam như/)
      assert.equal(formTo(text, '/guest-data/kept').fields.guest, guest)
    }
  })

  it('is downloaded as a file that is not cached, with a receipt', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const tuan = await addStaff(app, 'Tuấn', 'host')
    const [code] = await createGuestRecords(shop)
    const { response, text } = await readResponse(
      mai.post('/guest-data/export', { guest: her.phone }),
    )
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const exported = JSON.parse(text) as Record<string, unknown> & { bookings: { code: string }[] }
    assert.equal(exported.bookings[0]?.code, code)
    assert.equal(exported.phone, '+84987123654')
    const number = String(exported.receipt)
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="${number.replaceAll('-', '')}.json"`,
    )
    const receipt = await mai.read(`/guest-data/receipts/${number}`)
    assert.match(visibleTextOf(receipt), /Giao bản sao .*Thứ Hai 16\/11\/2026, 09:00 Người làm Mai/)
    assert.match(visibleTextOf(receipt), /2 lượt đặt 1 lượt có ghi dị ứng hoặc sức khoẻ/)
    assert.match(visibleTextOf(receipt), /Vườn Sương đã giao cho bạn bản sao .*Số biên nhận: BN-/)
    assert.match(visibleTextOf(receipt), /gave you a copy of the data that we store about you/)
    assert.doesNotMatch(receipt, guestDataPattern)
    assert.deepEqual(await readAudit(shop, 'guest:%'), ['Mai handed_over'])
    assert.equal((await tuan.post('/guest-data/export', { guest: her.phone })).status, 403)
    assert.equal((await tuan.get(`/guest-data/receipts/${number}`)).status, 403)
    assert.equal((await mai.get('/guest-data/export')).headers.get('location'), '/guest-data')
    assert.deepEqual(await readAudit(shop, 'guest:%'), ['Mai handed_over'])
  })
})

describe('erasure at the desk', () => {
  it('first shows what is erased, what is retained and what blocks it', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const codes = await createGuestRecords(shop)
    const { text } = await readResponse(mai.post('/guest-data/erase', { guest: her.phone }))
    const read = visibleTextOf(text)
    assert.match(read, /Sẽ xoá 2 lượt đặt 1 lượt có ghi dị ứng hoặc sức khoẻ 1 lần xin gọi lại/)
    assert.match(read, /Còn lại, và vì sao .*số liệu|con số vẫn đúng/)
    for (const code of codes) assert.ok(text.includes(`href="/bookings/${code}"`), code)
    assert.match(text, /<input type="checkbox" name="cancel" value="1" required>/)
    // Without the checkbox nothing is cancelled or erased.
    const rejected = await readResponse(mai.post('/guest-data/erase/now', { guest: her.phone }))
    assert.equal(rejected.status, 409)
    assert.match(noticeOf(rejected.text), /Khách còn lượt đặt hoặc đơn chưa xong/)
    assert.ok(codes.every((code) => noticeOf(rejected.text).includes(code)))
    assert.equal((await app.json(`/api/booking/${codes[0]}`)).status, 'pending')
    const here = await readResponse(mai.post('/guest-data/kept', { guest: her.phone }))
    assert.match(visibleTextOf(here.text), /Lượt đặt 2/)
  })

  it('is not offered during a visit', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const [code = ''] = await createGuestRecords(shop)
    await app.desk.confirm({ code, version: 1, actor: 'staff:1' })
    app.clock.now = Date.UTC(2026, 10, 20, 3)
    await app.desk.setVisitStatus({ code, version: 2, actor: 'staff:1', visit: 'seated' })
    await mai.confirm()
    const { text } = await readResponse(mai.post('/guest-data/erase', { guest: her.phone }))
    assert.match(visibleTextOf(text), /Chưa xoá được Khách đang ở đây/)
    assert.doesNotMatch(text, /erase\/now/)
    const forced = await readResponse(
      mai.post('/guest-data/erase/now', { guest: her.phone, cancel: '1' }),
    )
    assert.equal(forced.status, 409)
    assert.match(noticeOf(forced.text), /Khách đang ở đây/)
  })

  it('leaves no byte of the guest, and a receipt that is found by phone and email', async () => {
    const shop = await startPrivacyShop()
    const { mai, app, file } = shop
    const codes = await createGuestRecords(shop)
    const requestPath = await register(shop, {
      ...{ kind: 'erase', contact: her.phone, name: 'Zyxq', note: 'zyxq gọi 0987 123 654' },
    })
    const another = await register(shop, {
      ...{ kind: 'other', contact: '0912 345 678', note: 'bạn của 0987.123.654' },
    })
    const friend = await book(app, {
      ...massage,
      ...{ name: 'Lan', phone: '0912 345 678' },
      consent: '1',
      time: '16:00',
    })
    const booking = `/bookings/${friend.body.code}`
    await press(mai, booking, `${booking}/note`, { note: 'bạn của 0987123654' })
    const open: [path: string, fields: Record<string, string>][] = [
      [`${another}/finish`, formTo(await mai.read(another), `${another}/save`).fields],
      [`${booking}/note`, formTo(await mai.read(booking), `${booking}/note`).fields],
    ]
    assert.match((await bytesOf(file)).toString('latin1'), guestDataPattern)
    const { status, location } = await readResponse(
      mai.post('/guest-data/erase/now', { guest: her.phone, cancel: '1' }),
    )
    assert.equal(status, 303)
    assert.doesNotMatch((await bytesOf(file)).toString('latin1'), guestDataPattern)
    assert.doesNotMatch(app.log.join('\n'), guestDataPattern)

    const page = await mai.read(location)
    const read = visibleTextOf(page)
    assert.doesNotMatch(page, guestDataPattern)
    assert.match(read, /Xoá dữ liệu .*Người làm Mai .*2 lượt đặt 2 lượt hoặc đơn được huỷ trước/)
    assert.match(read, /2 chỗ nhắc đến .* 1 yêu cầu về dữ liệu/)
    assert.match(read, /Vườn Sương đã xoá thông tin cá nhân của bạn khỏi sổ \(2 lượt đặt, /)
    assert.match(read, /erased your personal data from its records \(2 bookings, /)
    assert.equal(noticeOf(page), '', 'the database files are rewritten')
    const number = receiptIn(page)
    for (const guest of [her.phone, her.email]) {
      const { text } = await readResponse(mai.post('/guest-data/kept', { guest }))
      assert.match(visibleTextOf(text), /Không lưu gì của khách này/)
      assert.ok(text.includes(number), guest)
    }
    const other = await readResponse(mai.post('/guest-data/kept', { guest: '0912345678' }))
    assert.ok(!other.text.includes(number))

    // The register contains the request and its answer, but not the guest.
    const request = await mai.read(requestPath)
    assert.doesNotMatch(request, guestDataPattern)
    assert.match(visibleTextOf(request), /Xin xoá xong T2 16\/11 Khách khách đã được xoá/)
    assert.ok(request.includes(`/guest-data/receipts/${number}`))
    assert.deepEqual(await readAudit(shop, 'request:%'), [
      ...['Mai registered', 'Mai registered', 'Mai noted', 'Mai done'],
    ])
    assert.match(await mai.read(another), />bạn của …</)
    assert.match(
      visibleTextOf(await mai.read(another)),
      /Mai ghi chú: bỏ số hoặc email của một khách/,
    )
    // Pages that were opened before do not store the guest again.
    for (const [path, before] of open) {
      const late = await readResponse(mai.post(path, before))
      assert.equal(late.status, 409, path)
      assert.doesNotMatch(late.text, guestDataPattern)
    }
    for (const action of ['save', 'reply', 'finish', 'reopen']) {
      const again = await readResponse(
        mai.post(`${requestPath}/${action}`, { version: '2', note: 'zyxq' }),
      )
      assert.equal(again.status, 409, action)
    }
    const history = visibleTextOf(await mai.read(`/bookings/${codes[0]}`))
    assert.match(history, /Mai xoá dữ liệu của khách/)
    assert.deepEqual(await readAudit(shop, 'guest:%'), ['Mai erased'])
  })

  it('erases once if submitted twice at the same time, with a receipt for both', async () => {
    const shop = await startPrivacyShop()
    await createGuestRecords(shop)
    const again = () =>
      readResponse(shop.mai.post('/guest-data/erase/now', { guest: her.phone, cancel: '1' }))
    const [one, other] = await Promise.all([again(), again()])
    const receipts = [one, other].filter(({ status }) => status === 303)
    assert.ok(receipts.length > 0, one.text)
    const counted = await shop.app.store.read.all<{ counts: string }>('SELECT counts FROM receipts')
    const erased = counted.map(
      ({ counts }) => (JSON.parse(counts) as { bookings: number }).bookings,
    )
    assert.equal(
      erased.reduce((sum, number) => sum + number, 0),
      2,
    )
  })
})

describe('receipt', () => {
  it('is found by its number in any notation, and by no other', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    await createGuestRecords(shop)
    const { text } = await readResponse(mai.post('/guest-data/export', { guest: her.phone }))
    const number = receiptIn(text)
    for (const written of [number, number.toLowerCase(), number.replaceAll('-', ' ')]) {
      const { location } = await readResponse(
        mai.get(`/guest-data/receipts?code=${encodeURIComponent(written)}`),
      )
      assert.equal(location, `/guest-data/receipts/${number}`)
    }
    for (const path of [
      '?code=BN-0000-0000-00',
      '?code=',
      '',
      '/BN-0000-0000-00',
      '/%F0%9F%8D%9C',
    ]) {
      const { status, text: page } = await readResponse(mai.get(`/guest-data/receipts${path}`))
      assert.equal(status, 404, path)
      assert.match(noticeOf(page), /Không có biên nhận này/)
    }
    assert.ok((await mai.read('/guest-data')).includes(number))
    assert.equal((await mai.post('/guest-data/receipts/x/scrub', {})).status, 404)
  })

  it('shows a notice until the database files are rewritten', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    await createGuestRecords(shop)
    const erased = await readResponse(
      mai.post('/guest-data/erase/now', { guest: her.phone, cancel: '1' }),
    )
    // As after an interruption.
    await app.store.write((sql) => sql.run('UPDATE receipts SET scrubbed_at = NULL'))
    const page = await mai.read(erased.location)
    assert.match(noticeOf(page), /tệp dữ liệu chưa được ghi lại/)
    const { action } = formTo(page, `${erased.location}/scrub`)
    assert.equal((await readResponse(mai.post(action, {}))).location, erased.location)
    const done = await mai.read(erased.location)
    assert.equal(noticeOf(done), '')
    assert.match(visibleTextOf(done), /Tệp dữ liệu .*2026.*, đã ghi lại để không còn dấu vết/)
  })
})

describe('consent of a guest', () => {
  it('is stored word by word with its version, and shown at the desk and in the export', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const [code = ''] = await createGuestRecords(shop)
    const changed = await app.post(`/api/booking/${code}/change?locale=en`, {
      ...{ kind: 'cancel', phone_last4: '3654', consent: '1' },
    })
    assert.equal(changed.status, 202, await changed.text())
    const { business } = app.shop
    const { newsletter } = business.consent
    const booking = bookingConsent(business, app.shop.booking.questions)
    const change = changeConsent(business)
    assert.match(booking.version, /^2026-11-17-[0-9a-f]{8}$/)
    assert.notEqual(booking.version, change.version)
    const page = visibleTextOf(await mai.read(`/bookings/${code}`))
    assert.match(page, /Khách đã đồng ý \(2\)/)
    assert.ok(page.includes(`bản ${booking.version} ${booking.text.vi}`))
    assert.ok(page.includes(`bản ${change.version} ${change.text.en}`))
    const { text } = await readResponse(mai.post('/guest-data/export', { guest: her.phone }))
    type Agreed = { consent_version: string; consent_text: string }
    const exported = JSON.parse(text) as {
      bookings: (Agreed & { code: string; changes: Agreed[] })[]
      newsletter: Agreed[]
    }
    const one = exported.bookings.find((each) => each.code === code)
    assert.deepEqual([one?.consent_version, one?.consent_text], [booking.version, booking.text.vi])
    assert.equal(one?.changes[0]?.consent_version, change.version)
    assert.equal(one?.changes[0]?.consent_text, change.text.en)
    assert.equal(exported.newsletter[0]?.consent_version, newsletter?.version)
    assert.equal(exported.newsletter[0]?.consent_text, newsletter?.text.vi)
  })
})

describe('consent of a callback request or an order', () => {
  it('is shown on its card, in the language in which it was given', async () => {
    const { app, mai } = await startPrivacyShop()
    const { contact } = app.shop.business.consent
    const called = await app.post('/api/lead?locale=en', { ...her, message: 'zyxq' })
    assert.equal(called.status, 201, await called.text())
    const order = { ...her, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
    const ordered = await app.post('/api/order', order)
    assert.equal(ordered.status, 202, await ordered.text())
    for (const [path, language] of [
      ['/leads', 'en'],
      ['/orders', 'vi'],
    ] as const) {
      const card = partOf(await mai.read(path), '<article class="card', '</article>')
      const read = visibleTextOf(card)
      assert.match(read, /Khách đã đồng ý \(1\) 09:00 bản/, path)
      assert.ok(read.includes(`bản ${contact.version} ${contact.text[language]}`), path)
      assert.ok(card.includes(`<p lang="${language}">`), path)
    }
  })
})
