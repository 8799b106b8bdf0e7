/** The screen of the service: guests by half hour, late and seated parties, what is free, and walk-ins. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveHealthRows } from '../src/domain/booking/health-rows.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

const restaurant = openBefore(() => startShop('restaurant'))
const hoa = openBefore(() => addStaff(restaurant, 'Hoa', 'host'))
const spa = openBefore(() => startShop('spa'))
const mai = openBefore(() => addStaff(spa, 'Mai', 'host'))

/** Each test has an evening of its own. The restaurant is closed on Mondays. */
const days = [
  '11-17',
  '11-18',
  '11-19',
  '11-20',
  '11-21',
  '11-22',
  '11-24',
  '11-25',
  '11-26',
  '11-27',
  '11-28',
  '11-29',
  '12-01',
  '12-02',
  '12-03',
  '12-04',
  '12-05',
  '12-06',
  '12-08',
  '12-09',
  '12-10',
]
function freshDay(): string {
  const day = days.shift()
  assert.ok(day, 'each test needs a day of its own')
  return `2026-${day}`
}
const closedMonday = '2026-11-23'

function setClock(app: RunningShop, date: string, time: string): void {
  app.clock.now = Date.parse(`${date}T${time}:00+07:00`)
}

type Guest = { name: string; time: string; party: number; table: string }

/** Entered at the desk at noon. */
async function enter(date: string, ...guests: Guest[]): Promise<void> {
  setClock(restaurant, date, '12:00')
  for (const { name, time, party, table } of guests) {
    const fields = { date, time, name, party: String(party), resource: `table:${table}` }
    const rest = { phone: '', note: '', offerId: '', override: 'seats,small_party,area' }
    const response = await hoa.post('/entry', { ...fields, ...rest })
    assert.equal(response.status, 303, `${name}: ${noticeOf(await response.text())}`)
  }
}

const section = async (id: string, staff: StaffClient = hoa) =>
  partOf(await staff.read('/tonight'), `<section class="tn-box" id="${id}">`, '</section>')

const textOf = async (id: string) => visibleTextOf(await section(id))

async function rowOf(app: RunningShop, name: string) {
  const row = await app.store.read.get<Record<string, string | number | null>>(
    `SELECT bookings.* FROM bookings JOIN booking_guests ON booking_id = bookings.id
     WHERE name = ? ORDER BY bookings.id DESC LIMIT 1`,
    name,
  )
  assert.ok(row, name)
  return row
}

const clockOf = (atMs: unknown) =>
  new Date(Number(atMs) + 7 * 3_600_000).toISOString().slice(11, 16)

/** The first form of the screen whose button begins with these words, and the notice after it. */
async function tap(staff: StaffClient, page: string, button: RegExp, action = ''): Promise<string> {
  const form = formsOf(page).find(
    (one) => one.action.includes(action) && one.buttons.some((label) => button.test(label)),
  )
  assert.ok(form, `no button ${button}`)
  const response = await staff.post(form.action, form.fields)
  const location = response.headers.get('location')
  assert.equal(response.status, 303, noticeOf(await response.text()))
  return noticeOf(await staff.read(location ?? ''))
}

describe('the service on one screen', () => {
  it('shows who is late and since when, who comes next, and guests by half hour against the pace', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Hương', time: '18:30', party: 6, table: 'nha-7' },
      { name: 'Công ty Sao Mai', time: '20:45', party: 6, table: 'nha-7' },
      { name: 'Bảo', time: '19:15', party: 4, table: 'nha-4' },
    )
    await hoa.post('/online/pace', { date, every: '30', guests: '5', bookings: '' })
    setClock(restaurant, date, '18:55')
    assert.match(
      await textOf('late'),
      /18:30 trễ 25′ Hương 6 khách · Nhà 7 kế: 20:45 Công ty Sao Mai/,
    )
    assert.match(await textOf('expected'), /19:15 Bảo 4 khách · Nhà 4/)
    const covers = visibleTextOf(
      partOf(await hoa.read('/tonight'), 'class="tn-box tn-covers"', '</section>'),
    )
    assert.match(covers, /▲ 6 18 :30 vượt mức bây giờ 4 19:00/)
    assert.match(covers, /còn tới 16 .*mức 5 \/30′/)
    await hoa.post('/online/pace/reset', { date })
  })

  it('says that the shop is not open yet, and on a closed day shows the next service', async () => {
    const date = freshDay()
    setClock(restaurant, date, '07:00')
    assert.match(visibleTextOf(await hoa.read('/tonight')), /Chưa tới giờ mở cửa: mở lúc/)
    setClock(restaurant, date, '15:59')
    assert.doesNotMatch(visibleTextOf(await hoa.read('/tonight')), /Chưa tới giờ mở cửa/)
    setClock(restaurant, date, '16:00')
    assert.match(visibleTextOf(await hoa.read('/tonight')), /Chưa tới giờ mở cửa: mở lúc 17:00/)
    setClock(restaurant, closedMonday, '18:00')
    const closed = visibleTextOf(await hoa.read('/tonight'))
    assert.match(closed, /Chúng tôi nghỉ thứ Hai\. Lần mở cửa tới: thứ Ba/i)
    setClock(restaurant, date, '23:59')
    assert.match(visibleTextOf(await hoa.read('/tonight')), /Hôm nay đã hết giờ\. Lần mở cửa tới:/)
  })

  it('shows each change of a booking that it has shown before', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Lan', time: '19:15', party: 4, table: 'nha-4' },
      { name: 'Minh', time: '19:30', party: 2, table: 'nha-1' },
    )
    setClock(restaurant, date, '18:55')
    const { id = null, code } = await rowOf(restaurant, 'Lan')
    const act = async (command: string, fields: Record<string, string>) => {
      const row = await restaurant.store.read.get('SELECT version FROM bookings WHERE id = ?', id)
      const path = `/bookings/${code}/${command}`
      const response = await hoa.post(path, { version: String(row?.version), ...fields })
      assert.equal(response.status, 303, noticeOf(await response.text()))
    }
    assert.match(await textOf('expected'), /19:15 Lan 4 khách · Nhà 4 Tới/)
    await act('note', { note: 'Xin ghế em bé' })
    assert.match(await textOf('expected'), /19:15 Lan 4 khách · Nhà 4 ✎ có ghi chú/)
    await act('correct', { name: 'Lan Anh', phone: '0912 345 678', email: '' })
    assert.match(await textOf('expected'), /19:15 Lan Anh 4 khách/)
    for (const text of [/19:15 đang tới Lan Anh/, /19:15 Lan Anh/]) {
      // "I am coming", then "Take it back".
      await pressButton(restaurant, await openPage(restaurant, `/booking/${code}`), {})
      assert.match(await textOf('expected'), text)
    }
    // A process of the previous version has stored an allergy in its own table.
    await restaurant.store.write((sql) =>
      sql.run(`INSERT INTO booking_health VALUES (?, '["peanuts"]', 0)`, String(id)),
    )
    await moveHealthRows(restaurant.store)
    setClock(restaurant, date, '18:56')
    assert.match(await textOf('expected'), /19:15 Lan Anh .*⚠/)
    await act('seated', {})
    setClock(restaurant, date, '18:58')
    assert.match(await textOf('seated'), /Lan Anh từ 18:56/)
    await act('undo', {})
    await act('seated', {})
    assert.match(await textOf('seated'), /Lan Anh từ 18:58/)
  })

  it('shows within a minute what was entered, moved here, cancelled and restored, also after many changes', async () => {
    const [date, otherDate] = [freshDay(), freshDay()]
    await enter(otherDate, { name: 'Nga', time: '19:30', party: 2, table: 'nha-1' })
    await enter(
      date,
      { name: 'Oanh', time: '19:15', party: 4, table: 'nha-4' },
      { name: 'Sơn', time: '19:15', party: 4, table: 'nha-5' },
    )
    setClock(restaurant, date, '18:55')
    const codes = new Map<string, string>()
    for (const name of ['Nga', 'Oanh', 'Sơn'])
      codes.set(name, String((await rowOf(restaurant, name)).code))
    const act = async (name: string, command: string, fields: Record<string, string> = {}) => {
      const { version } = await rowOf(restaurant, name)
      const path = `/bookings/${codes.get(name)}/${command}`
      const response = await hoa.post(path, { version: String(version), ...fields })
      assert.equal(response.status, 303, noticeOf(await response.text()))
    }
    const expected = async () =>
      [...(await textOf('expected')).matchAll(/\d\d:\d\d (Nga|Oanh|Sơn|Phúc)/g)].map(([one]) => one)
    assert.deepEqual(await expected(), ['19:15 Oanh', '19:15 Sơn'])
    const move = (to: string) =>
      act('Nga', 'move', { date: to, time: '19:00', resource: 'table:nha-1', override: '' })
    await move(date)
    assert.deepEqual(await expected(), ['19:00 Nga', '19:15 Oanh', '19:15 Sơn'])
    await move(otherDate)
    await act('Oanh', 'cancel', { by: 'guest', reason: 'Khách gọi huỷ' })
    assert.deepEqual(await expected(), ['19:15 Sơn'])
    await act('Oanh', 'undo')
    assert.deepEqual(await expected(), ['19:15 Oanh', '19:15 Sơn'])
    for (let count = 0; count < 51; count++) {
      await act('Sơn', 'seated')
      await act('Sơn', 'undo')
    }
    const phuc = { ...{ date, time: '19:45', name: 'Phúc', party: '2' }, resource: 'table:nha-2' }
    const rest = { phone: '', note: '', offerId: '', override: '' }
    assert.equal((await hoa.post('/entry', { ...phuc, ...rest })).status, 303)
    assert.deepEqual(await expected(), ['19:15 Oanh', '19:15 Sơn', '19:45 Phúc'])
  })

  it('shows in the row of a booking what changes beside it: the minute, and the note about the guest', async () => {
    const date = freshDay()
    setClock(restaurant, date, '12:00')
    const fields = { date, time: '18:30', name: 'Cô Ba', party: '2', resource: 'table:nha-2' }
    const rest = { phone: '0912000777', note: '', offerId: '', override: '' }
    assert.equal((await hoa.post('/entry', { ...fields, ...rest })).status, 303)
    setClock(restaurant, date, '18:40')
    assert.match(await textOf('late'), /trễ 10′ Cô Ba/)
    setClock(restaurant, date, '18:41')
    assert.match(await textOf('late'), /trễ 11′ Cô Ba/)
    const { code } = await rowOf(restaurant, 'Cô Ba')
    const note = { version: '0', note: 'Ngồi gần cửa sổ' }
    assert.equal((await hoa.post(`/guests/${code}/note`, note)).status, 303)
    assert.match(await textOf('late'), /Cô Ba.*Ngồi gần cửa sổ/s)
  })

  it('says whether guests can book online', async () => {
    const date = freshDay()
    setClock(restaurant, date, '18:00')
    assert.match(await hoa.read('/tonight'), /href="\/online">Web: đang nhận</)
    await hoa.post('/online/pause', { for: 'hour' })
    assert.match(await hoa.read('/tonight'), /href="\/online">Web: ngừng đến 19:00</)
    const [resume] = formsOf(await hoa.read('/online')).filter(({ action }) =>
      action.endsWith('/resume'),
    )
    await hoa.post('/online/resume', resume?.fields ?? {})
  })
})

describe('a late party', () => {
  it('that is coming keeps its table, and start and end move; one undo restores both', async () => {
    const date = freshDay()
    await enter(date, { name: 'Trễ', time: '18:30', party: 4, table: 'nha-4' })
    setClock(restaurant, date, '18:52')
    const before = await rowOf(restaurant, 'Trễ')
    const notice = await tap(hoa, await section('late'), /^Đang tới/)
    assert.match(notice, /ghi là khách đang tới: Trễ, 19:00 : Nhà 4, đến 20:45/)
    const moved = await rowOf(restaurant, 'Trễ')
    assert.deepEqual([moved.time, clockOf(moved.ends_at)], ['19:00', '20:45'])
    // The whole stay is no agreement about its length.
    assert.deepEqual([moved.given, moved.stay_minutes], [before.given, null])
    assert.match(await textOf('expected'), /19:00 đang tới Trễ/)
    const page = await hoa.read(`/tonight?did=delayed&of=${before.code}`)
    await tap(hoa, page, /^Hoàn tác/)
    const undone = await rowOf(restaurant, 'Trễ')
    assert.deepEqual([undone.time, undone.ends_at], [before.time, before.ends_at])
    assert.match(await textOf('late'), /trễ 22′ Trễ/)
  })

  it('ends before the next booking on its table, with the clearing time', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Muộn', time: '18:00', party: 4, table: 'nha-5' },
      { name: 'Sau đó', time: '20:15', party: 4, table: 'nha-5' },
    )
    setClock(restaurant, date, '18:40')
    await tap(hoa, await section('late'), /^Đang tới/)
    const { time, ends_at } = await rowOf(restaurant, 'Muộn')
    assert.deepEqual([time, clockOf(ends_at)], ['18:45', '20:00'])
  })

  it('that staff gave several hours ends before the next booking as well', async () => {
    for (const until of ['20:45', '21:00']) {
      const [date, name] = [freshDay(), `Lâu ${until}`]
      await enter(
        date,
        { name, time: '17:00', party: 4, table: 'nha-5' },
        { name: 'Sau đó', time: '21:15', party: 4, table: 'nha-5' },
      )
      const { code, version } = await rowOf(restaurant, name)
      const longer = { version: String(version), date, time: '17:00', until }
      assert.equal((await hoa.post(`/bookings/${code}/move`, longer)).status, 303)
      setClock(restaurant, date, '17:35')
      await tap(hoa, await section('late'), /^Đang tới/)
      const { time, ends_at } = await rowOf(restaurant, name)
      assert.deepEqual([time, clockOf(ends_at)], ['17:45', '21:00'])
    }
  })

  it('that would come when the table is prepared for the next booking is refused with its guest', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Trễ hẳn', time: '18:00', party: 4, table: 'nha-5' },
      { name: 'Sau đó', time: '20:00', party: 4, table: 'nha-5' },
    )
    setClock(restaurant, date, '19:40')
    const form = formsOf(await section('late')).find(({ action }) => action.endsWith('/delayed'))
    const response = await hoa.post(form?.action ?? '', form?.fields ?? {})
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Nhà 5 đã có Sau đó, 20:00–/)
  })

  it('that would come after closing time is refused with the opening hours, not as if the table were taken', async () => {
    const date = freshDay()
    await enter(date, { name: 'Quá muộn', time: '15:15', party: 4, table: 'nha-4' })
    setClock(restaurant, date, '15:50')
    const form = formsOf(await section('late')).find(({ action }) => action.endsWith('/delayed'))
    const response = await hoa.post(form?.action ?? '', form?.fields ?? {})
    assert.equal(response.status, 409)
    const notice = noticeOf(await response.text())
    assert.match(notice, /10:30–16:00/)
    assert.doesNotMatch(notice, /không còn chỗ/)
  })

  it('that does not come frees the table; a paid deposit is kept or returned with it', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Vắng', time: '18:00', party: 2, table: 'nha-1' },
      { name: 'Có cọc', time: '18:00', party: 2, table: 'nha-2' },
    )
    const { code, version } = await rowOf(restaurant, 'Có cọc')
    const paid = { version: String(version), amount: '500000' }
    assert.equal((await hoa.post(`/bookings/${code}/deposit_paid`, paid)).status, 303)
    setClock(restaurant, date, '18:20')
    assert.doesNotMatch(await textOf('free'), /Nhà 1 /)
    await tap(hoa, await section('late'), /^Không tới : Vắng/)
    assert.match(await textOf('free'), /Nhà 1 /)
    await tap(hoa, await section('late'), /^Không tới, hoàn tiền cọc/)
    const returned = await rowOf(restaurant, 'Có cọc')
    assert.deepEqual([returned.visit, returned.deposit_state], ['no_show', 'returned'])
    const history = visibleTextOf(await hoa.read(`/bookings/${code}`))
    assert.match(history, /báo khách không tới; báo đã hoàn cọc/)
    await tap(hoa, await hoa.read(`/tonight?did=no_show&of=${code}`), /^Hoàn tác/)
    const undone = await rowOf(restaurant, 'Có cọc')
    assert.deepEqual([undone.visit, undone.deposit_state], [null, 'paid'])
  })
})

describe('a walk-in', () => {
  it('is seated at the chosen table from now on for the usual stay; one undo cancels it', async () => {
    const date = freshDay()
    setClock(restaurant, date, '18:07')
    const sheet = await hoa.read('/tonight?walk-in=2')
    const [best] = formsOf(sheet).filter(({ action }) => action === '/tonight/walk-in')
    assert.match(best?.buttons[0] ?? '', /^Nhà 1 · 2 chỗ/, 'the best of those that fit is first')
    const notice = await tap(hoa, sheet, /^Nhà 1 · 2 chỗ/, '/tonight/walk-in')
    assert.match(notice, /báo khách đã tới: Khách lẻ, 18:00 : Nhà 1, đến 19:45 Hoàn tác/)
    const row = await rowOf(restaurant, 'Khách lẻ')
    assert.deepEqual([row.status, row.visit, row.party_size], ['confirmed', 'seated', 2])
    assert.match(await textOf('seated'), /Nhà 1 · 2 khách · Khách lẻ từ 18:07 đến 19:45 Xong/)
    assert.doesNotMatch(await textOf('free'), /Nhà 1 /)
    await tap(hoa, await hoa.read(`/tonight?did=seated&of=${row.code}`), /^Hoàn tác/)
    const undone = await rowOf(restaurant, 'Khách lẻ')
    assert.deepEqual([undone.status, undone.visit], ['cancelled', null])
    assert.match(await textOf('free'), /Nhà 1 /)
  })

  it('gets every empty table with its end; a shorter stay is stored as such', async () => {
    const date = freshDay()
    await enter(date, { name: 'Kế tiếp', time: '19:00', party: 2, table: 'nha-1' })
    setClock(restaurant, date, '18:00')
    const sheet = await hoa.read('/tonight?walk-in=2')
    const short = formsOf(sheet).find(({ buttons }) => buttons[0]?.startsWith('Nhà 1 '))
    assert.match(short?.buttons[0] ?? '', /chỉ 45′ · sau đó 19:00 Kế tiếp đến 18:45$/)
    await tap(hoa, sheet, /^Nhà 1 /, '/tonight/walk-in')
    const row = await rowOf(restaurant, 'Khách lẻ')
    assert.deepEqual([row.stay_minutes, clockOf(row.ends_at)], [45, '18:45'])
  })

  it('is offered places that fit first, then shorter stays, and last those against a rule', async () => {
    const date = freshDay()
    await enter(date, { name: 'Kế tiếp', time: '19:00', party: 5, table: 'nha-7' })
    setClock(restaurant, date, '18:00')
    const forms = formsOf(await hoa.read('/tonight?walk-in=5'))
    const kinds = forms
      .filter(({ action }) => action === '/tonight/walk-in')
      .map(({ buttons: [label = ''] }) =>
        /Vẫn xếp/.test(label) ? 'rule' : /chỉ \d+′/.test(label) ? 'short' : 'fits',
      )
    assert.deepEqual([...new Set(kinds)], ['fits', 'short', 'rule'])
    assert.deepEqual(kinds, Object.values(Object.groupBy(kinds, (kind) => kind)).flat())
  })

  it('against a rule is recorded with the rule, and two cannot take one table', async () => {
    const date = freshDay()
    setClock(restaurant, date, '18:00')
    const sheet = await hoa.read('/tonight?walk-in=5')
    const form = formsOf(sheet).find(({ buttons }) => buttons[0]?.startsWith('Nhà 4 '))
    assert.match(form?.buttons[0] ?? '', /Nhà 4 có 4 chỗ, nhóm 5 khách .*Vẫn xếp/)
    await tap(hoa, sheet, /^Nhà 4 /, '/tonight/walk-in')
    const { code } = await rowOf(restaurant, 'Khách lẻ')
    const history = visibleTextOf(await hoa.read(`/bookings/${code}`))
    assert.match(history, /Hoa ghi lượt đặt \(bỏ qua: quá số ghế\)/)
    const again = await hoa.post('/tonight/walk-in', { ...form?.fields, id: 'another form' })
    assert.equal(again.status, 409)
    assert.match(noticeOf(await again.text()), /Nhà 4 đã có Khách lẻ/)
    const same = await hoa.post('/tonight/walk-in', form?.fields ?? {})
    assert.deepEqual([same.status, same.headers.get('location')], [303, '/tonight'])
  })

  it('in a spa names the treatment, then is seated with person and room', async () => {
    const date = '2026-11-27'
    setClock(spa, date, '10:00')
    assert.match(await mai.read('/tonight?walk-in=1'), /walk-in=1&amp;offer=co-vai-gay/)
    const sheet = await mai.read('/tonight?walk-in=1&offer=co-vai-gay')
    const [form, ...others] = formsOf(sheet).filter(({ action }) => action === '/tonight/walk-in')
    assert.ok(form)
    // Someone is free, so no one who is off duty is offered.
    assert.deepEqual(new Set([form, ...others].map(({ fields }) => fields.override)), new Set(['']))
    const response = await mai.post(form.action, form.fields)
    assert.equal(response.status, 303, noticeOf(await response.text()))
    const notice = noticeOf(await mai.read(response.headers.get('location') ?? ''))
    assert.match(notice, /báo khách đã tới: Khách lẻ, 10:00 : [^,]+, [^,]+, đến/)
    const free = visibleTextOf(await section('free', mai))
    assert.ok(!free.includes(notice.split(' : ')[1]?.split(',')[0] ?? '-'), free)
    // The others on duty, and no one who is off.
    assert.match(free, /Kỹ thuật viên Bích Trâm đến hết giờ Quốc Bảo đến 20:00 Phòng/)
  })
})

describe('a party that is there', () => {
  it('stays longer, gets another size, moves and finishes from its sheet', async () => {
    const date = freshDay()
    await enter(date, { name: 'Ở lại', time: '18:00', party: 2, table: 'nha-2' })
    setClock(restaurant, date, '18:00')
    await tap(hoa, await section('late'), /^Tới : Ở lại/)
    const { code } = await rowOf(restaurant, 'Ở lại')
    const sheet = await hoa.read(`/tonight?booking=${code}`)
    const post = async (field: string, value: string) => {
      const page = await hoa.read(`/tonight?booking=${code}`)
      const form = partOf(page, `name="${field}" value="${value}"`, '>') && page
      const forms = formsOf(form).filter(({ action }) => action.endsWith('/move'))
      const base = forms.find(({ buttons }) => buttons.some((label) => label.startsWith(value)))
      assert.ok(base, value)
      return hoa.post(base.action, { ...base.fields, [field]: value })
    }
    assert.match(visibleTextOf(sheet), /Ở đến .*20:00/)
    assert.equal((await post('until', '20:00')).status, 303)
    assert.equal(clockOf((await rowOf(restaurant, 'Ở lại')).ends_at), '20:00')
    assert.equal((await post('party', '3')).status, 303)
    const row = await rowOf(restaurant, 'Ở lại')
    assert.deepEqual(
      [row.party_size, row.overrides, JSON.parse(String(row.given)).tables],
      [3, 'seats', ['nha-2']],
    )
    await tap(hoa, await hoa.read(`/tonight?booking=${code}`), /^Nhà 4 · 4 chỗ/, '/move')
    assert.deepEqual(JSON.parse(String((await rowOf(restaurant, 'Ở lại')).given)).tables, ['nha-4'])
    setClock(restaurant, date, '20:20')
    assert.match(await textOf('seated'), /quá 20′/)
    await tap(hoa, await section('seated'), /^Xong/)
    assert.doesNotMatch(await textOf('seated'), /Ở lại/)
  })
})

describe('an appointment on the screen of the service', () => {
  it('goes to a colleague or to another room from its sheet, with undo', async () => {
    const date = '2026-11-28'
    setClock(spa, date, '09:00')
    const resource = 'therapist:quoc-bao'
    const entry = { date, time: '14:00', name: 'Chị Sen', party: '', phone: '', note: '' }
    const saved = await mai.post('/entry', { ...entry, offerId: 'co-vai-gay', resource })
    assert.equal(saved.status, 303, noticeOf(await saved.text()))
    setClock(spa, date, '13:50')
    const assignment = async () => JSON.parse(String((await rowOf(spa, 'Chị Sen')).given))
    const before = await assignment()
    const { code } = await rowOf(spa, 'Chị Sen')
    const sheet = () => mai.read(`/tonight?booking=${code}`)

    const colleagues = partOf(await sheet(), 'id="colleagues"', '</section>')
    assert.match(await tap(mai, colleagues, /./), /Chị Sen/)
    const { therapists, room } = await assignment()
    assert.notDeepEqual(therapists, before.therapists)
    const places = partOf(await sheet(), '<h3>Đổi chỗ</h3>', '</section>')
    const notice = await tap(mai, places, /./)
    assert.match(notice, /Chị Sen.*Hoàn tác/)
    const moved = await assignment()
    assert.deepEqual(moved.therapists, therapists)
    assert.notEqual(moved.room, room)
    const page = await mai.read(`/tonight?did=rearranged&of=${code}`)
    await tap(mai, partOf(page, 'class="notice', '</div>'), /Hoàn tác/)
    assert.deepEqual(await assignment(), { ...moved, room })
  })
})

describe('the floor plan', () => {
  it('shows every table as it is now, and a tap on a free one seats a walk-in there', async () => {
    const date = freshDay()
    await enter(
      date,
      { name: 'Ngồi đây', time: '18:00', party: 4, table: 'nha-4' },
      { name: 'Chưa tới', time: '18:00', party: 2, table: 'nha-2' },
      { name: 'Lát nữa', time: '20:00', party: 4, table: 'nha-6' },
    )
    setClock(restaurant, date, '18:05')
    await tap(hoa, await section('late'), /^Tới : Ngồi đây/)
    setClock(restaurant, date, '18:20')
    const text = visibleTextOf(partOf(await hoa.read('/floor'), 'class="floor"', '</main>'))
    assert.match(text, /Nhà 4 4 \/ 4 chỗ từ 18:05 đến 19:45 Ngồi đây/)
    assert.match(text, /Nhà 2 2 \/ 2 chỗ trễ 20′ 18:00 Chưa tới/)
    assert.match(text, /Nhà 6 4 chỗ trống đến 19:45 20:00 Lát nữa/)
    assert.match(text, /Nhà 5 4 chỗ trống đến hết giờ/)
    const sheet = await hoa.read('/floor?table=table%3Anha-5')
    const form = formsOf(sheet).find(({ action }) => action === '/floor/walk-in')
    const seated = await hoa.post('/floor/walk-in', { ...form?.fields, party: '3' })
    assert.match(seated.headers.get('location') ?? '', /^\/floor\?did=seated&of=BAN-/)
    const { given, visit } = await rowOf(restaurant, 'Khách lẻ')
    assert.deepEqual([JSON.parse(String(given)).tables, visit], [['nha-5'], 'seated'])
  })

  it('names the rule that a party breaks, and stays open', async () => {
    setClock(restaurant, freshDay(), '18:00')
    const fields = { resource: 'table:nha-1', id: 'a form of its own' }
    const refused = await hoa.post('/floor/walk-in', { ...fields, party: '6' })
    const page = await refused.text()
    assert.equal(refused.status, 409)
    assert.match(noticeOf(page), /Nhà 1 có 2 chỗ, nhóm 6 khách\. Vẫn xếp: Nhà 1/)
    assert.match(page, /class="floor"/)
    assert.match(await tap(hoa, page, /^Vẫn xếp/), /Khách lẻ, 18:00 : Nhà 1, đến/)
  })

  it('exists only where the content says where the tables stand', async () => {
    assert.match(await hoa.read('/tonight'), /href="\/floor"/)
    assert.doesNotMatch(await mai.read('/tonight'), /href="\/floor"/)
    assert.equal((await mai.get('/floor')).status, 404)
  })
})
