/** The screen of the service: guests by half hour, late and expected parties. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moveHealthRows } from '../src/domain/booking/health-rows.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { clockOf, closedMonday, openService, rowOf, setClock, tap } from './support/service-desk.ts'
import { openPage, pressButton } from './support/site-form.ts'

const { restaurant, hoa, freshDay, enter, act, section, textOf } = openService()

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
    const { id, code } = await rowOf(restaurant, 'Lan')
    assert.match(await textOf('expected'), /19:15 Lan 4 khách · Nhà 4 Tới/)
    await act('Lan', 'note', { note: 'Xin ghế em bé' })
    assert.match(await textOf('expected'), /19:15 Lan 4 khách · Nhà 4 ✎ có ghi chú/)
    await act('Lan', 'correct', { name: 'Lan Anh', phone: '0912 345 678', email: '' })
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
    await act('Lan Anh', 'seated')
    setClock(restaurant, date, '18:58')
    assert.match(await textOf('seated'), /Lan Anh từ 18:56/)
    await act('Lan Anh', 'undo')
    await act('Lan Anh', 'seated')
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
      await act(name, 'move', { date, time: '17:00', until })
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
