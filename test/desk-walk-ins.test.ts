/** On the screen of the service and the floor plan: walk-ins, and what can be done with a party that is there. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, noticeOf, partOf, visibleTextOf } from './support/screen.ts'
import { clockOf, openService, rowOf, setClock, tap } from './support/service-desk.ts'
import { startShop } from './support/shop.ts'

const { restaurant, hoa, freshDay, enter, section, textOf } = openService()
const spa = openBefore(() => startShop('spa'))
const mai = openBefore(() => addStaff(spa, 'Mai', 'host'))

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
