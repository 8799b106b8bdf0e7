/** A person, table or room is away; shifts of one day; breaks; and moving the later bookings after a delay. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { book, dayOf, guest } from './support/booking.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const saturday = '2026-11-21'
/** A time of that Saturday in Vietnam. */
const at = (hours: number, minutes = 0) => Date.UTC(2026, 10, 21, hours - 7, minutes)

let guests = 0
/** Each guest has a phone number of their own. */
async function request(app: RunningShop, change: object): Promise<string> {
  const phone = `09123${String(20_000 + guests++)}`
  const { status, body } = await book(app, { ...guest, phone, date: saturday, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

type Row = { id: string; date: string; time: string; given: string; version: number }

async function rowOf(app: RunningShop, code: string): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await app.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row)
  return row
}

const givenOf = async (app: RunningShop, code: string) => JSON.parse((await rowOf(app, code)).given)

/** Presses the first button with this label. A form can have several fields of one name, such as ticked boxes. */
async function press(
  staff: StaffClient,
  page: string,
  label: string | RegExp,
  typed: Record<string, string> = {},
): Promise<Response> {
  const isWanted = (text: string) => (typeof label === 'string' ? text === label : label.test(text))
  const all = [...page.matchAll(/<form method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([one]) => one)
  const form = all.find((one) => formsOf(one)[0]?.buttons.some(isWanted)) ?? ''
  const action = formsOf(form)[0]?.action
  assert.ok(action, `no button ${label}: ${visibleTextOf(page)}`)
  const body = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const [, name = ''] = / name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = / value="([^"]*)"/.exec(tag) ?? []
    if (!tag.includes('type="checkbox"') || tag.includes(' checked')) body.append(name, value)
  }
  for (const [name, value] of Object.entries(typed)) body.set(name, value)
  return staff.post(action, body)
}

/** The page after a redirect. */
async function follow(staff: StaffClient, response: Response): Promise<string> {
  assert.equal(response.status, 303, noticeOf(await response.clone().text()))
  return staff.read(response.headers.get('location') ?? '')
}

const sheetOf = (resource: string, date = saturday) =>
  `/resource?resource=${encodeURIComponent(resource)}&date=${date}`

async function markAway(staff: StaffClient, resource: string): Promise<string> {
  const sheet = await staff.read(sheetOf(resource))
  return follow(staff, await press(staff, sheet, /hết hôm nay|cả ngày này/))
}

const nhung = 'therapist:hong-nhung'
const massageOf = (time: string, change: object = {}) => ({
  ...{ offerId: 'massage-sa-chanh', time },
  ...change,
})

describe('a therapist who is away', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))

  it('cannot be booked from the first tap; each guest gets a proposal; one tap accepts all and one takes all back', async () => {
    const asked = await request(app, massageOf('11:00', { therapist_id: 'hong-nhung' }))
    const other = await request(app, massageOf('15:00'))
    const { version } = await rowOf(app, other)
    await app.desk.move({
      ...{ code: other, version, actor: 'staff:test', date: saturday, time: '15:00' },
      resources: [nhung],
    })
    app.clock.now = at(9)
    const page = await markAway(mai, nhung)
    assert.match(visibleTextOf(page), /Hồng Nhung nghỉ .* 2 khách bị ảnh hưởng/)

    const { slots } = await dayOf(app, `date=${saturday}&offerId=massage-sa-chanh`)
    assert.ok(slots.length > 0)
    assert.ok(slots.every(({ therapists = [] }) => !therapists.includes('hong-nhung')))

    // The preference of the guest is visible and respected: the same person on another day.
    const items = page.split('<li class="')
    const first = visibleTextOf(items.find((one) => one.includes('11:00')) ?? '')
    assert.match(first, /khách đặt .*Hồng Nhung.*→ (CN|T\d) \d+\/\d+ .*Hồng Nhung/)
    assert.match(visibleTextOf(page), /→ Quốc Bảo.*cùng giờ/)

    const after = await follow(mai, await press(mai, page, 'Nhận cả 2 đề xuất'))
    assert.match(noticeOf(after), /Đã dời 2 lượt/)
    assert.deepEqual((await givenOf(app, other)).therapists, ['quoc-bao'])
    assert.notEqual((await rowOf(app, asked)).date, saturday)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
    // The time that they released belongs to the absence.
    const late = await dayOf(app, `date=${saturday}&offerId=massage-sa-chanh`)
    assert.ok(late.slots.every(({ therapists = [] }) => !therapists.includes('hong-nhung')))

    const calls = partOf(after, 'id="calls"', '</section>')
    assert.match(visibleTextOf(calls), /Hồng Nhung phải nghỉ đột xuất/)
    const called = await follow(mai, await press(mai, calls, /^Đã gọi/))
    assert.match(visibleTextOf(called), /1 đã báo · 1 chưa/)

    const back = await follow(mai, await press(mai, after, 'Hoàn tác'))
    assert.match(visibleTextOf(back), /2 có chỗ/)
    assert.equal((await rowOf(app, asked)).time, '11:00')
    assert.equal((await rowOf(app, asked)).date, saturday)
    assert.deepEqual((await givenOf(app, other)).therapists, ['hong-nhung'])
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('can be booked again when the absence is taken back, and the undo holds the time again', async () => {
    const page = await mai.read('/absence')
    const [, address = ''] = /href="(\/absence\/[^"]+)"><b>Hồng Nhung/.exec(page) ?? []
    const removed = await follow(mai, await press(mai, await mai.read(address), 'Bỏ, cho đặt lại'))
    const isOffered = async () => {
      const { slots } = await dayOf(app, `date=${saturday}&offerId=massage-sa-chanh`)
      return slots.some(({ therapists = [] }) => therapists.includes('hong-nhung'))
    }
    assert.equal(await isOffered(), true)
    await follow(mai, await press(mai, removed, 'Hoàn tác'))
    assert.equal(await isOffered(), false)
    assert.match(visibleTextOf(await mai.read(address)), /Mai ghi giờ nghỉ/)
  })

  it('leaves in the list what can no longer be done', async () => {
    const page = await mai.read('/absence')
    const [, address = ''] = /href="(\/absence\/[^"]+)"><b>Hồng Nhung/.exec(page) ?? []
    const shown = await mai.read(address)
    // Meanwhile another desk gives the colleague away.
    const taken = await mai.post('/break', {
      ...{ resource: 'therapist:quoc-bao', date: saturday, time: '15:00', minutes: '60' },
    })
    assert.equal(taken.status, 303)
    const after = await follow(mai, await press(mai, shown, 'Nhận cả 2 đề xuất'))
    assert.match(noticeOf(after), /Đã dời 1 lượt.*Chưa dời được/)
    assert.match(visibleTextOf(after), /1 đã dời · 1 có chỗ/)
  })

  it('shows on a booking who else does the treatment and is free', async () => {
    const code = await request(app, massageOf('12:00'))
    const page = await mai.read(`/bookings/${code}`)
    assert.deepEqual((await givenOf(app, code)).therapists, ['quoc-bao'])
    assert.doesNotMatch(page, /id="colleagues"/)
    const choice = visibleTextOf(partOf(page, 'id="move"', '</details>'))
    assert.match(choice, /Bích Trâm[^,]* ngoài ca làm/)
    app.clock.now = at(9)
    await mai.post('/shift', {
      ...{ resource: 'therapist:bich-tram', date: saturday, from: '10:00', to: '18:00' },
    })
    const again = await mai.read(`/bookings/${code}`)
    const response = await press(mai, partOf(again, 'id="colleagues"', '</section>'), /Bích Trâm/)
    assert.equal(response.status, 303)
    assert.deepEqual((await givenOf(app, code)).therapists, ['bich-tram'])
  })
})

describe('proposals that were accepted', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))

  it('have an undo only while no one has changed the bookings since', async () => {
    const code = await request(app, massageOf('15:00', { therapist_id: 'hong-nhung' }))
    app.clock.now = at(9)
    const page = await markAway(mai, nhung)
    const accepted = await press(mai, page, /^Nhận (cả|đề xuất)/)
    const location = accepted.headers.get('location') ?? ''
    const hasUndo = async () =>
      formsOf(await mai.read(location)).some(({ action }) => /absence.*\/undo$/.test(action))
    assert.equal(await hasUndo(), true)

    const { version, date, time } = await rowOf(app, code)
    const later = time === '15:00' ? '16:00' : '15:00'
    await app.desk.move({ ...{ code, version, actor: 'staff:other' }, date, time: later })
    assert.match(noticeOf(await mai.read(location)), /^Đã dời 1 lượt/)
    assert.equal(await hasUndo(), false)
  })
})

describe('the shift of one day', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const tram = 'therapist:bich-tram'
  const isOffered = async () => {
    const { slots } = await dayOf(app, `date=${saturday}&offerId=massage-sa-chanh`)
    return slots.some(({ therapists = [] }) => therapists.includes('bich-tram'))
  }

  it('makes a colleague available at the desk alone, unless the host says so', async () => {
    const sheet = await mai.read(sheetOf(tram))
    assert.match(visibleTextOf(sheet), /Ca làm: ngày nghỉ/)
    const changed = await follow(mai, await press(mai, sheet, /^Tới làm, chỉ quầy/))
    assert.equal(await isOffered(), false)
    assert.match(visibleTextOf(changed), /Ca làm: 09:00–21:00/)
    const code = await request(app, massageOf('10:00'))
    const { version } = await rowOf(app, code)
    const move = { code, version, actor: 'staff:test', date: saturday, time: '10:00' }
    await app.desk.move({ ...move, resources: [tram] })
    assert.deepEqual((await givenOf(app, code)).therapists, ['bich-tram'])

    await follow(mai, await press(mai, changed, 'Hoàn tác'))
    assert.match(visibleTextOf(await mai.read(sheetOf(tram))), /Ca làm: ngày nghỉ/)
    await follow(mai, await press(mai, await mai.read(sheetOf(tram)), 'Tới làm, cho đặt cả online'))
    assert.equal(await isOffered(), true)
    await follow(mai, await press(mai, await mai.read(sheetOf(tram)), 'Về ca thường ngày'))
    assert.equal(await isOffered(), false)
  })

  it('that ends earlier is not offered online after its end', async () => {
    const resource = 'therapist:hong-nhung'
    const shift = { resource, date: saturday, from: '10:00', to: '13:00' }
    assert.equal((await mai.post('/shift', shift)).status, 303)
    const { slots } = await dayOf(app, `date=${saturday}&offerId=massage-sa-chanh`)
    const hers = slots.filter(({ therapists = [] }) => therapists.includes('hong-nhung'))
    assert.ok(hers.length > 0 && hers.every(({ time }) => time <= '12:00'), JSON.stringify(hers))
    const row = partOf(
      await mai.read(`/timeline?date=${saturday}`),
      `data-resource="${resource}"`,
      '</div></div>',
    )
    assert.match(row, /class="off-duty /)
  })

  it('that begins when guests can no longer book the person is no shift to them', async () => {
    const [resource, date] = ['therapist:hong-nhung', '2026-11-28']
    const late = { resource, date, from: '21:00', to: '23:00' }
    assert.equal((await mai.post('/shift', late)).status, 303)
    const query = `date=${date}&offerId=massage-sa-chanh&therapist_id=hong-nhung`
    const { open, reason } = await dayOf(app, query)
    assert.equal(open, false)
    assert.match(String(reason), /^Hôm đó Hồng Nhung nghỉ; thường làm việc Thứ Hai, /)
  })

  it('is rejected for a table or room, and if it ends before it begins', async () => {
    const post = (change: object) =>
      mai.post('/shift', { resource: tram, date: saturday, from: '10:00', to: '18:00', ...change })
    assert.equal((await post({ resource: 'room:la-sa' })).status, 409)
    assert.equal((await post({ from: '18:00', to: '10:00' })).status, 409)
  })
})

describe('a break', () => {
  const app = openBefore(() => startShop('salon', { writeLimit: 100_000, now: at(9) }))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const vy = 'stylist:thuy-vy'

  it('is one tap at a free time, without a reason, and one tap takes it back', async () => {
    const entry = await mai.read(`/entry?resource=${vy}&date=${saturday}&time=14:00`)
    const timeline = await follow(mai, await press(mai, entry, '30 phút'))
    assert.match(noticeOf(timeline), /Giải lao: Thúy Vy, 14:00–14:30/)
    const isOffered = async () => {
      const { slots } = await dayOf(app, `date=${saturday}&offerId=cat-nu&stylist_id=thuy-vy`)
      return slots.some(({ time }) => time === '14:00')
    }
    assert.equal(await isOffered(), false)
    await follow(mai, await press(mai, timeline, 'Hoàn tác'))
    assert.equal(await isOffered(), true)
  })

  it('at a time that is taken is refused with the name of the guest', async () => {
    await request(app, { offerId: 'cat-nu', time: '16:00', stylist_id: 'thuy-vy' })
    const response = await mai.post('/break', {
      ...{ resource: vy, date: saturday, time: '16:00', minutes: '30' },
    })
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Thúy Vy đã có/)
  })
})

describe('a delay', () => {
  const app = openBefore(() => startShop('salon', { writeLimit: 100_000, now: at(8) }))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const vy = 'stylist:thuy-vy'
  const codes: string[] = []

  it('moves the later bookings of a person that need it, checks each, and is undone with one tap', async () => {
    for (const time of ['10:00', '11:00', '15:00'])
      codes.push(await request(app, { offerId: 'cat-nu', time, stylist_id: 'thuy-vy' }))
    app.clock.now = at(9, 40)
    const sheet = await mai.read(sheetOf(vy))
    const [, address = ''] = /href="(\/late\?[^"]+minutes=30[^"]*)"/.exec(sheet) ?? []
    const plan = await mai.read(address.replaceAll('&amp;', '&'))
    assert.match(visibleTextOf(plan), /10:00 → 10:30.*11:00 → 11:30.*15:00 → 15:30.*không cần dời/)
    const moved = await follow(mai, await press(mai, plan, /^Dời các lượt đã chọn/))
    const times = () => Promise.all(codes.map(async (code) => (await rowOf(app, code)).time))
    const [first, , last] = await times()
    assert.equal(first, '10:30')
    assert.equal(last, '15:00')
    await follow(mai, await press(mai, moved, 'Hoàn tác'))
    assert.deepEqual(await times(), ['10:00', '11:00', '15:00'])
  })

  it('of a stay that touches the next booking offers to move those after it', async () => {
    const [first = '', second = ''] = codes
    for (const code of codes) {
      const { version } = await rowOf(app, code)
      await app.desk.confirm({ code, version, actor: 'staff:test' })
    }
    const { version } = await rowOf(app, first)
    const response = await mai.post(`/bookings/${first}/move`, {
      ...{ version: String(version), date: saturday, time: '10:00', until: '11:30' },
    })
    const refusal = await response.text()
    assert.equal(response.status, 409)
    const [, address = ''] = /href="(\/late\?[^"]+)"/.exec(refusal) ?? []
    const plan = await mai.read(address.replaceAll('&amp;', '&'))
    assert.match(visibleTextOf(plan), /ở tới 11:30/)
    await follow(mai, await press(mai, plan, /^Dời các lượt đã chọn/))
    assert.ok((await rowOf(app, second)).time > '11:00')
    const row = await app.store.read.get<{ ends_at: number }>(
      'SELECT ends_at FROM bookings WHERE code = ?',
      first.replaceAll('-', ''),
    )
    assert.equal(Number(row?.ends_at), at(11, 30))
  })
})

describe('a table that is out of use', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
  const hoa = openBefore(() => addStaff(app, 'Hoa'))

  it('keeps its seated party, and the others get another table at the same time without a call', async () => {
    const lunch = await request(app, { time: '11:30', party_size: 2 })
    const { tables } = await givenOf(app, lunch)
    const resource = `table:${tables[0]}`
    const dinner = await request(app, { time: '18:30', party_size: 2 })
    const version = async (code: string) => (await rowOf(app, code)).version
    const actor = 'staff:test'
    const move = { code: dinner, version: await version(dinner), actor, date: saturday }
    await app.desk.move({ ...move, time: '18:30', resources: [resource] })
    await app.desk.confirm({ code: lunch, version: await version(lunch), actor })
    app.clock.now = at(11, 30)
    const seated = { code: lunch, version: await version(lunch), actor, visit: 'seated' as const }
    await app.desk.setVisitStatus(seated)
    const page = await markAway(hoa, resource)
    assert.match(visibleTextOf(page), /1 có chỗ · 1 đang ở đó/)
    assert.doesNotMatch(page, /id="calls"/)
    const after = await follow(hoa, await press(hoa, page, 'Nhận'))
    assert.match(visibleTextOf(after), /1 đã dời/)
    assert.doesNotMatch(JSON.stringify(await givenOf(app, dinner)), new RegExp(`"${tables[0]}"`))
    assert.equal((await rowOf(app, dinner)).time, '18:30')
    assert.deepEqual((await givenOf(app, lunch)).tables, tables)
    // The party leaves, and the table stays out of use.
    const done = { code: lunch, version: await version(lunch), actor, visit: 'finished' as const }
    await app.desk.setVisitStatus(done)
    const free = await app.store.read.get<{ cells: number }>(
      "SELECT COUNT(*) AS cells FROM cells WHERE resource = ? AND holder LIKE 'block:%' AND cell = ?",
      ...[resource, Math.floor(at(11, 30) / 900_000)],
    )
    assert.equal(Number(free?.cells), 1)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('offers another table to a party between the opening hours, and the host need not decide again', async () => {
    const code = await request(app, { time: '18:30', party_size: 2, date: '2026-11-28' })
    const { version } = await rowOf(app, code)
    const move = { code, version, actor: 'staff:test', date: '2026-11-28', time: '16:00' }
    await app.desk.move({ ...move, resources: ['table:nha-1'], overrides: ['between_hours'] })
    const sheet = await hoa.read(sheetOf('table:nha-1', '2026-11-28'))
    const page = await follow(hoa, await press(hoa, sheet, 'Không dùng cả ngày này'))
    const after = await follow(hoa, await press(hoa, page, 'Nhận'))
    assert.match(visibleTextOf(after), /1 đã dời/)
    assert.equal((await rowOf(app, code)).time, '16:00')
    assert.notDeepEqual((await givenOf(app, code)).tables, ['nha-1'])
  })

  it('is called so in the list of the guests to notify', async () => {
    // No other tables have room for so many guests at that time.
    const start = { date: '2026-12-05', time: '18:30', resource: 'table:gian-bep,table:nha-8' }
    const party = { name: 'Sao Mai', party: '60', phone: '', note: '', offerId: '' }
    const entered = await hoa.post('/entry', { ...start, ...party, override: 'seats,area' })
    assert.equal(entered.status, 303, noticeOf(await entered.text()))
    const sheet = await hoa.read(sheetOf('table:gian-bep', '2026-12-05'))
    const page = await follow(hoa, await press(hoa, sheet, 'Không dùng cả ngày này'))
    const calls = partOf(page, 'id="calls"', '</section>')
    assert.match(visibleTextOf(calls), /Phòng Gian Bếp không dùng được · T7 5\/12 18:30/)
  })

  it('can be away for several days, and its time can be changed and changed back', async () => {
    const resource = 'table:nha-3'
    const response = await hoa.post('/absence', {
      ...{ resource, for: 'period', date: '2026-11-24', last: '2026-11-26', reason: 'Sơn lại' },
    })
    const page = await follow(hoa, response)
    assert.match(visibleTextOf(page), /T3 24\/11 00:00–T5 26\/11 24:00/)
    const cellsOf = async () => {
      const row = await app.store.read.get<{ cells: number }>(
        "SELECT COUNT(*) AS cells FROM cells WHERE resource = ? AND holder LIKE 'block:%'",
        resource,
      )
      return Number(row?.cells)
    }
    assert.equal(await cellsOf(), 3 * 96)
    const changed = await follow(
      hoa,
      await press(hoa, page, 'Lưu', { last: '2026-11-24', from: '10:00', to: '12:00' }),
    )
    assert.equal(await cellsOf(), 8)
    await follow(hoa, await press(hoa, changed, 'Hoàn tác'))
    assert.equal(await cellsOf(), 3 * 96)
  })

  it('is rejected without a place, in the past, and for more than 60 days', async () => {
    const post = async (change: object) => {
      const fields = { resource: 'table:nha-3', for: 'period', date: '2026-11-27', ...change }
      return (await hoa.post('/absence', fields)).status
    }
    assert.equal(await post({ resource: 'table:none' }), 409)
    assert.equal(await post({ date: '2026-11-19' }), 409)
    assert.equal(await post({ last: '2027-01-26' }), 409)
    assert.equal(await post({ last: '2027-01-25' }), 303)
  })
})
