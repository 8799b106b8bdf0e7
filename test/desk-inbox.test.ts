/** The inbox with many requests: groups, filters, and answers to several of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { audited, inbox } from './support/desk.ts'
import { fillInbox } from './support/full-inbox.ts'
import {
  app,
  cardOf,
  hoa,
  openRestaurantDesk,
  requestBooking,
  rowOf,
  statusOf,
  submitAction,
} from './support/restaurant-desk.ts'
import { formTo, noticeOf, partOf, visibleTextOf } from './support/screen.ts'

openRestaurantDesk()

const codesIn = (page: string) =>
  [...page.matchAll(/<article [^>]*id="b-([^"]+)"/g)].map(([, code = '']) => code)
const stored = (code: string) => code.replaceAll('-', '')

describe('inbox with many requests', () => {
  it('groups them by day with the held table, and confirms those of a day that fit', async () => {
    const codes = await fillInbox(app, 20)
    const page = await hoa.read(inbox)
    assert.deepEqual(codesIn(page).toSorted(), codes.map(stored).toSorted())
    const friday = partOf(page, 'id="waiting-2026-11-20"', '</section>')
    const ofFriday = codesIn(friday)
    assert.ok(ofFriday.length > 3 && ofFriday.length < 20)
    assert.match(visibleTextOf(friday), new RegExp(`T6 20/11 ${ofFriday.length} yêu cầu`))
    for (const code of codes) assert.match(visibleTextOf(cardOf(page, code)), /giữ (Nhà|Hiên) \d/)
    const times = [...friday.matchAll(/request-when">\s*<b>([0-9:]+)/g)].map(([, time]) => time)
    assert.deepEqual(times, times.toSorted(), 'by deadline, then by time')

    // One of them has changed since the page was shown.
    const [changed = '', ...others] = codes.filter((code) => ofFriday.includes(stored(code)))
    await submitAction(changed, 'note', { note: 'gọi lại' })
    const { action, fields, buttons } = formTo(friday, '/requests/confirm')
    assert.deepEqual(buttons, [`Xác nhận ${ofFriday.length} vừa chỗ`])
    const response = await hoa.post(action, fields)
    assert.equal(response.status, 303)
    for (const code of others) assert.equal(await statusOf(code), 'confirmed')
    assert.equal(await statusOf(changed), 'pending')
    const result = await hoa.read(response.headers.get('location') ?? '')
    const notice = noticeOf(result)
    assert.match(notice, new RegExp(`^Đã xác nhận ${others.length} yêu cầu`))
    assert.match(notice, /1 yêu cầu chưa làm được: .+ Có người vừa sửa trước/)
    const id = (await rowOf(others[0] ?? '')).id
    assert.equal((await audited(app, `booking:${id}`)).at(-1), 'Hoa confirmed')

    const undo = formTo(result, '/requests/undo')
    assert.deepEqual(undo.buttons, [`Hoàn tác (${others.length})`])
    const undone = await hoa.post(undo.action, undo.fields)
    assert.match(
      noticeOf(await hoa.read(undone.headers.get('location') ?? '')),
      new RegExp(`^Đã hoàn tác ${others.length} yêu cầu`),
    )
    for (const code of others) assert.equal(await statusOf(code), 'pending')
    // A second tap changes nothing.
    const again = await hoa.post(undo.action, undo.fields)
    assert.match(
      noticeOf(await hoa.read(again.headers.get('location') ?? '')),
      /Đã hoàn tác 0 yêu cầu/,
    )
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('confirms a selection, and returns to the filtered list', async () => {
    const filtered = `${inbox}?day=2026-11-21`
    const page = await hoa.read(filtered)
    const [one = '', other = ''] = [...page.matchAll(/name="booking" value="(\S+ \d+)"\n/g)].map(
      ([, value = '']) => value,
    )
    const { fields } = formTo(page.slice(page.indexOf('</section>')), '/requests/confirm')
    assert.equal(fields.next, filtered)
    const response = await hoa.post('/requests/confirm', {
      ...fields,
      booking: [one, other, 'BAN0000000000 1'].join(','),
    })
    const location = response.headers.get('location') ?? ''
    assert.ok(location.startsWith(`${filtered}&did=all_confirmed`), location)
    assert.match(noticeOf(await hoa.read(location)), /^Đã xác nhận 2 yêu cầu/)
    for (const shown of [one, other]) {
      assert.equal(await statusOf(shown.split(' ')[0] ?? ''), 'confirmed')
    }
  })

  it('is filtered by day, kind, party size, and by what the guest wrote', async () => {
    const noted = await requestBooking({ date: '2026-12-04', note: 'Ghế trẻ em', party_size: 9 })
    const listed = async (query: string) => codesIn(await hoa.read(`${inbox}?${query}`))
    const all = await listed('')
    assert.deepEqual(await listed('day=2026-12-04'), [stored(noted)])
    assert.deepEqual(await listed('size=9'), [stored(noted)])
    assert.ok((await listed('kind=remarks')).includes(stored(noted)))
    assert.ok((await listed('kind=remarks')).length < all.length)
    assert.deepEqual(await listed('kind=remarks&day=2026-12-04&size=9'), [stored(noted)])
    assert.deepEqual(await listed('kind=change'), [])
    // Unknown values filter nothing.
    assert.deepEqual(await listed('kind=x&day=x&size=x'), all)
    const page = visibleTextOf(await hoa.read(`${inbox}?kind=change`))
    assert.match(page, /Không có yêu cầu nào như vậy/)
    assert.match(page, new RegExp(`Tất cả ${all.length} `))
  })

  it('leaves out of the bulk answer what must be asked or paid first', async () => {
    const deposit = await requestBooking({ date: '2026-12-05', party_size: 14 })
    const plain = await requestBooking({ date: '2026-12-05', time: '12:00', phone: '0977 000 001' })
    const day = partOf(await hoa.read(inbox), 'id="waiting-2026-12-05"', '</section>')
    assert.match(day, new RegExp(`value="${stored(plain)} 1"`))
    assert.doesNotMatch(day, new RegExp(`value="${stored(deposit)} 1"`))
    assert.ok(!day.includes('/requests/confirm'), 'a single request has its own button')
  })
})
