/** Links in messages to staff: they show the request and act once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { form } from './support/desk.ts'
import { openDeskChannels } from './support/desk-channels.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'

const { app, dispatchAndCollect, findPersonalLines, hoa, requestBooking, statusOf, submitAction } =
  openDeskChannels()

describe('link in a message', () => {
  const at = (path: string, init: RequestInit = {}) =>
    fetch(`${app.deskUrl}${path}`, { redirect: 'manual', ...init })
  const linkOf = (text: unknown) => /\/act\/[\w.-]+/.exec(String(text))?.[0] ?? ''
  const requestLinks = async (change: object = {}) => {
    const code = await requestBooking({ email: undefined, ...change })
    const { zalo, telegram, staff } = await dispatchAndCollect()
    const links = [zalo[0]?.json().text, telegram[0]?.json().text, staff[0]?.text].map(linkOf)
    assert.ok(links.every((link) => link.length > 60))
    return { code, links: links as [string, string, string] }
  }

  it('shows the request, acts once by its button, and never again', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27' })
    const [link, other] = links
    for (const method of ['GET', 'GET', 'HEAD', 'GET']) {
      const shown = await at(link, { method })
      assert.equal(shown.status, 200)
      if (method !== 'GET') continue
      // Chat programs open every link: the page shows what and when, never who.
      const words = visibleTextOf(await shown.text())
      assert.match(words, /27\/11\/2026 18:30.*4 khách.*Xác nhận/)
      assert.doesNotMatch(words, /Lan|0912|Giáp xác/)
    }
    assert.equal(await statusOf(code), 'pending')
    const [confirm] = formsOf(await (await at(link)).text())
    assert.equal(confirm?.action, link)
    const done = await at(link, form(confirm?.fields ?? {}))
    assert.equal(done.status, 200)
    const page = await done.text()
    assert.match(noticeOf(page), /Đã xong/)
    assert.deepEqual(formsOf(page), [])
    assert.equal(await statusOf(code), 'confirmed')

    const again = await at(link, form(confirm?.fields ?? {}))
    assert.equal(again.status, 409)
    assert.match(noticeOf(await again.text()), /đã được dùng/)
    // The link in another message shows that the request is answered.
    const elsewhere = await at(other)
    assert.deepEqual(formsOf(await elsewhere.text()), [])
    const late = await at(other, form({ act: 'decline', own: 'Kín chỗ', version: '1' }))
    assert.equal(late.status, 409)
    assert.equal(await statusOf(code), 'confirmed')
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${code}`)),
      /Liên kết trong tin báo \(zalo\) xác nhận/,
    )
  })

  it('acts once if it is used twice at the same time', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '12:00' })
    const responses = await Promise.all([
      ...links.map((link) => at(link, form({ act: 'confirm', version: '1' }))),
      at(links[0], form({ act: 'decline', own: 'Kín chỗ', version: '1' })),
    ])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const { length } = await app.store.read.all(
      `SELECT audit.id FROM audit JOIN bookings ON subject = 'booking:' || bookings.id
       WHERE code = ? AND actor LIKE 'link:%'`,
      code.replaceAll('-', ''),
    )
    assert.equal(length, 1)
  })

  it('used second shows who was first, and the current status', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '13:00' })
    const [link] = links
    const [, decline] = formsOf(await (await at(link)).text())
    assert.equal((await submitAction(code, 'confirm')).status, 303)
    const late = await at(link, form({ ...decline?.fields, own: 'Kín chỗ' }))
    assert.equal(late.status, 409)
    const page = await late.text()
    assert.match(noticeOf(page), /Có người vừa sửa trước.*Hoa vừa xác nhận \(\d\d:\d\d\)/)
    assert.match(visibleTextOf(page), /đã xác nhận/)
    assert.doesNotMatch(visibleTextOf(page), /Lan|912/)
  })

  it('declines with a reason only', async () => {
    const { code, links } = await requestLinks({ date: '2026-11-27', time: '14:00' })
    const [link] = links
    const [, decline] = formsOf(await (await at(link)).text())
    const without = await at(link, form(decline?.fields ?? {}))
    assert.equal(without.status, 409)
    assert.match(noticeOf(await without.text()), /Xin ghi lý do/)
    const done = await at(link, form({ ...decline?.fields, own: 'Bếp <sửa>' }))
    assert.equal(done.status, 200)
    assert.equal(await statusOf(code), 'cancelled')
    assert.match(visibleTextOf(await hoa.read(`/bookings/${code}`)), /Bếp <sửa>/)
  })

  it('is rejected if it is expired, forged or sent from another site', async () => {
    const { code, links } = await requestLinks({ date: '2026-12-01' })
    const [link] = links
    const [, id = '', signature = ''] = /\/act\/([\w-]+)\.([\w-]+)/.exec(link) ?? []
    const delivery = await app.store.read.get<{ id: string }>(
      "SELECT id FROM deliveries WHERE channel = 'webhook' ORDER BY id DESC LIMIT 1",
    )
    const tampered = [
      `/act/${id}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}`,
      `/act/${delivery?.id}.${signature}`,
      `/act/${id}`,
      `/act/${id}.`,
      `/act/.${signature}`,
      `/act/${id}.${signature}.x`,
      '/act/x.y',
    ]
    const confirm = form({ act: 'confirm', version: '1' })
    for (const path of tampered) {
      assert.equal((await at(path)).status, 410, path)
      assert.equal((await at(path, confirm)).status, 410, path)
    }
    const foreign = { ...(confirm.headers as object), 'sec-fetch-site': 'cross-site' }
    assert.equal((await at(link, { ...confirm, headers: foreign })).status, 403)
    const { now } = app.clock
    app.clock.now += 48 * 3600_000 + 1
    const old = await at(link)
    assert.equal(old.status, 410)
    assert.doesNotMatch(await old.text(), /Lan|912/)
    assert.equal((await at(link, confirm)).status, 410)
    app.clock.now = now
    assert.equal(await statusOf(code), 'pending')
    assert.equal((await at(link)).status, 200)
  })

  it('shows the change request of a guest', async () => {
    const { code } = await requestLinks({ date: '2026-12-01', time: '12:00' })
    const changeRequest = {
      kind: 'move',
      date: '2026-12-02',
      time: '12:30',
      phone_last4: '5678',
      consent: '1',
    }
    assert.equal((await app.post(`/api/booking/${code}/change`, changeRequest)).status, 202)
    const [message] = (await dispatchAndCollect()).zalo
    assert.match(String(message?.json().text), /Khách xin đổi giờ/)
    const page = await (await at(linkOf(message?.json().text))).text()
    assert.match(visibleTextOf(page), /Khách xin dời sang 12:30 T4 2\/12/)
    assert.deepEqual(formsOf(page), [])
    assert.ok(page.includes(`href="/bookings/${code}"`))
  })
})

describe('log', () => {
  it('contains no guests, addresses or keys', () => {
    assert.ok(app.log.some((line) => line.includes('"route":"/act/{token}"')))
    assert.deepEqual(findPersonalLines(), [])
  })
})
