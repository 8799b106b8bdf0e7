/** Offered places end when staff close their day or their table is absent: for the guest, at the desk, and with the undo. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { createWaitlistActions } from '../src/domain/waitlist/staff.ts'
import { minute } from '../src/kernel/time.ts'
import { table } from './support/booking.ts'
import { contactsIn, mark, request, seen } from './support/contacts.ts'
import { addStaff, audited, type StaffClient } from './support/desk.ts'
import { formsOf, formTo, press, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { openEditor, publishDraft, saveForm } from './support/shop-editor.ts'
import { sendFields } from './support/site-form.ts'
import { blockEvening, freeTable, friday, join, statusOf, waiting } from './support/waitlist.ts'

const actor = 'staff:test'

async function openShop() {
  const app = await startShop('restaurant', { writeLimit: 100_000 })
  const mai = await addStaff(app, 'Mai')
  const desk = createWaitlistActions(app.store, createBookingContext(app.shop), () => app.clock.now)
  return { app, mai, desk }
}

/** A guest of the waitlist with an offer for Friday, 18:00. */
async function openOffer() {
  const opened = await openShop()
  const { app, desk } = opened
  const blocks = await blockEvening(app)
  const code = String((await join(app)).body.code)
  const freed = await freeTable(app, blocks)
  const offer = await desk.offer({ code, date: friday, time: '18:00' }, actor)
  return { ...opened, code, freed, offer }
}

async function close(mai: StaffClient, day = friday): Promise<string> {
  const fields = { date: day, until: '', reason: 'Mất điện.', reason_en: 'No power.' }
  const response = await mai.post('/closed/close', fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  return response.headers.get('location') ?? ''
}

async function undo(mai: StaffClient, closed: string): Promise<void> {
  const { fields } = formTo(await mai.read(closed.split('#')[0] ?? ''), '/closed/undo')
  assert.equal((await mai.post('/closed/undo', fields)).status, 303)
}

const textsIn = async (mai: StaffClient, path: string) =>
  contactsIn(await mai.read(path)).map(visibleTextOf)

async function assertIntact(app: RunningShop): Promise<void> {
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  const open = await app.store.read.get("SELECT 1 AS found FROM place_offers WHERE status = 'open'")
  const held = await app.store.read.get("SELECT 1 AS found FROM cells WHERE holder LIKE 'offer:%'")
  assert.equal(held !== undefined, open !== undefined)
}

describe('an offer of the waitlist whose day is closed', () => {
  it('is withdrawn, and its guest is among those affected and those to be told', async () => {
    const { app, mai, code } = await openOffer()
    await close(mai)
    const { status, offers } = await statusOf(app, code)
    assert.equal(status, 'waiting')
    assert.equal(offers, undefined)
    await assertIntact(app)
    const screen = visibleTextOf(await mai.read('/closed'))
    assert.match(screen, /1 khách đang chờ hoặc được mời/)
    assert.match(screen, new RegExp(`${waiting.name}.*Đã rút lời mời: .*20/11 18:00`))
    const [text = '', ...others] = await textsIn(mai, '/not-notified')
    assert.equal(others.length, 0)
    assert.match(text, /Mất điện\. Mời bạn chọn ngày khác: https:/)
  })

  it('cannot be accepted: the guest reads why, and which other times are free', async () => {
    const { app, mai, code } = await openOffer()
    const page = await (await app.get(`/en/waitlist/${code}`)).text()
    const { fields } = formTo(page, `/en/waitlist/${code}/answer`)
    await close(mai)
    app.clock.now += 3_000
    const path = `/en/waitlist/${code}/answer`
    const location = await sendFields(app, path, { ...fields, answer: 'accept' })
    const after = await (await app.get(location)).text()
    assert.match(visibleTextOf(after), /this offer has ended, because we are closed on that day/)
    assert.match(visibleTextOf(after), /No power\./)
    const times = [...after.matchAll(/href="(\/en\/booking\?[^"]*date=[^"]*)"/g)].map(
      ([, url]) => url,
    )
    assert.ok(
      times.length > 0,
      after.slice(after.lastIndexOf('book them now'), after.lastIndexOf('book them now') + 400),
    )
    assert.ok(times.every((url) => !url?.includes(friday)))
    const next = await app.get(String(times[0]).replaceAll('&amp;', '&').split('#')[0] ?? '')
    assert.equal(next.status, 200)
    assert.equal((await statusOf(app, code)).status, 'waiting')
    await assertIntact(app)
  })

  it('comes back with the undo, and can be accepted', async () => {
    const { app, mai, code, offer, desk } = await openOffer()
    await undo(mai, await close(mai))
    const { status, offers } = await statusOf(app, code)
    assert.equal(status, 'offered')
    assert.equal(offers[0]?.id, offer.id)
    await assertIntact(app)
    assert.match((await textsIn(mai, '/not-notified')).join(), /có chỗ cho 2 khách lúc 18:00/)
    await desk.accept(offer.id, actor)
    assert.equal((await statusOf(app, code)).status, 'booked')
    await assertIntact(app)
  })

  it('that the guest knows of need not be told again after an undo, unless they were told that it ended', async () => {
    const { app, mai } = await openOffer()
    await mark(mai, '/not-notified', waiting.name, 'Đã nhắn')
    app.clock.now += minute
    const closed = await close(mai)
    assert.match((await textsIn(mai, '/not-notified')).join(), /không còn nữa/)
    await undo(mai, closed)
    assert.doesNotMatch((await textsIn(mai, '/not-notified')).join(), /không còn nữa/)
    const again = await close(mai)
    await mark(mai, '/not-notified', waiting.name, 'Đã nhắn')
    await undo(mai, again)
    assert.match((await textsIn(mai, '/not-notified')).join(), /có chỗ cho 2 khách lúc 18:00/)
    await assertIntact(app)
  })

  it('does not come back if its time is up, or if staff reopen the day later', async () => {
    const { app, mai, code, offer } = await openOffer()
    const closed = await close(mai)
    app.clock.now = offer.expires_at
    await undo(mai, closed)
    assert.equal((await statusOf(app, code)).status, 'waiting')
    await assertIntact(app)
    const other = await openOffer()
    await close(other.mai)
    await press(other.mai, '/closed', '/closed/open')
    assert.equal((await statusOf(other.app, other.code)).status, 'waiting')
    await assertIntact(other.app)
  })

  it('cannot be made while the day is closed', async () => {
    const { app, mai, desk, code } = await openOffer()
    await close(mai)
    const late = desk.offer({ code, date: friday, time: '18:30' }, actor)
    await assert.rejects(late, { code: 'not_possible' })
    await assertIntact(app)
  })
})

describe('offers to a guest who has booked', () => {
  const saturday = '2026-11-21'

  async function openBooking() {
    const opened = await openShop()
    const { app } = opened
    const code = await request(app, { ...table, date: '2026-11-19', name: 'Trần Bình' })
    const targets = [
      { date: friday, time: '18:00' },
      { date: saturday, time: '18:00' },
    ]
    await app.desk.offer({ ...(await seen(app, code)), targets })
    const page = await (await app.get(`/booking/${code}`)).text()
    return { ...opened, code, page }
  }

  const timesOf = async (app: RunningShop, code: string) =>
    ((await app.json(`/api/booking/${code}`)) as { offers?: { starts_at: string }[] }).offers?.map(
      ({ starts_at }) => starts_at.slice(0, 16),
    )

  it('on the closed day end, the others stay, and an undo brings them back', async () => {
    const { app, mai, code, page } = await openBooking()
    const closed = await close(mai)
    assert.deepEqual(await timesOf(app, code), [`${saturday}T18:00`])
    assert.match(
      visibleTextOf(await mai.read('/closed')),
      /Trần Bình.*Đã rút lời mời: .*20\/11 18:00/,
    )
    assert.match((await textsIn(mai, '/not-notified')).join(), /Trần Bình/)
    await assertIntact(app)
    const accept = formsOf(page).find(({ action }) => action.endsWith('/offers'))
    assert.ok(accept)
    app.clock.now += 3_000
    const location = await sendFields(app, `/booking/${code}/offers`, accept.fields)
    const after = await (await app.get(location)).text()
    assert.match(visibleTextOf(after), /lời mời này không còn nữa: hôm đó chúng tôi nghỉ/)
    assert.match(after, /href="\/booking\?[^"]*date=2026-11-2[1-9]/)
    await undo(mai, closed)
    assert.deepEqual(await timesOf(app, code), [`${friday}T18:00`, `${saturday}T18:00`])
    await assertIntact(app)
  })

  it('end together if all are on closed days; the booking stays, and its history says so', async () => {
    const { app, mai, code } = await openBooking()
    await close(mai)
    await close(mai, saturday)
    assert.equal(await timesOf(app, code), undefined)
    const row = await app.store.read.get<{ id: string }>('SELECT id FROM bookings')
    assert.deepEqual(await audited(app, `booking:${row?.id}`), [
      'api requested',
      'staff:mai offered',
      'Mai offered',
      'Mai offer_withdrawn',
    ])
    assert.equal((await app.json(`/api/booking/${code}`)).status, 'pending')
    await assertIntact(app)
  })
})

it('an offered table that becomes absent is not acceptable any more, and the absence holds it', async () => {
  const { app, mai, code, freed, offer, desk } = await openOffer()
  await mark(mai, '/not-notified', waiting.name, 'Đã nhắn')
  const fields = { resource: freed, for: 'period', date: friday, from: '17:00' }
  const response = await mai.post('/absence', { ...fields, last: friday, to: '22:00', reason: '' })
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  assert.equal((await statusOf(app, code)).status, 'waiting')
  await assert.rejects(desk.accept(offer.id, actor), { code: 'wrong_state' })
  assert.match((await textsIn(mai, '/not-notified')).join(), /vừa mời không còn nữa/)
  const cells = await app.store.read.all<{ holder: string }>(
    'SELECT DISTINCT holder FROM cells WHERE resource = ?',
    freed,
  )
  assert.ok(cells.length === 1 && cells[0]?.holder.startsWith('block:'))
  await assertIntact(app)
})

it('an offer on a day that the owner has closed in the content is not acceptable', async () => {
  const { app, owner } = await openEditor('restaurant', { writeLimit: 100_000 })
  const desk = createWaitlistActions(app.store, createBookingContext(app.shop), () => app.clock.now)
  const blocks = await blockEvening(app)
  const waits = String((await join(app)).body.code)
  await freeTable(app, blocks)
  await desk.offer({ code: waits, date: friday, time: '18:00' }, actor)
  const code = await request(app, { ...table, date: '2026-11-21', name: 'Trần Bình' })
  await app.desk.offer({ ...(await seen(app, code)), targets: [{ date: friday, time: '12:00' }] })
  const read = async (path: string) => (await app.get(path)).text()
  const offered = formsOf(await read(`/en/booking/${code}`)).find(
    ({ fields }) => fields.answer === 'accept',
  )
  assert.ok(offered)
  const waiter = formTo(await read(`/en/waitlist/${waits}`), `/en/waitlist/${waits}/answer`)
  const special = '/shop/entry?part=hours&file=business.yaml&list=special_days&index=new'
  const reason = { 'reason.vi': 'Đám cưới', 'reason.en': 'A wedding' }
  const saved = await saveForm(owner, special, { from: friday, to: friday, ...reason })
  assert.equal(saved.status, 303, visibleTextOf(await saved.text()))
  await publishDraft(owner)
  assert.equal((await app.json(`/api/booking/${code}`)).offers, undefined)
  const { status, offers } = await statusOf(app, waits)
  assert.deepEqual([status, offers], ['waiting', undefined])
  app.clock.now += 3_000
  for (const { action, fields } of [offered, waiter]) {
    const after = await read(await sendFields(app, action, { ...fields, answer: 'accept' }))
    assert.match(visibleTextOf(after), /this offer has ended, because we are closed on that day/)
  }
  assert.equal((await app.json(`/api/booking/${code}`)).status, 'pending')
  assert.notEqual((await statusOf(app, waits)).status, 'booked')
  await assertIntact(app)
})
