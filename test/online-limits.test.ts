/** Pauses and paces of online bookings: guests, assistants and the site keep to them, the desk does not have to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { call } from './support/assistant.ts'
import { book, dayOf, massage, monthOf, type Slot, table } from './support/booking.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

/** A time in November 2026 in Vietnam. */
const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)

const today = '2026-11-20'
const phoneOf = (index: number) => `0912 345 ${String(100 + index)}`
const timesOf = (slots: readonly Slot[]) => slots.map(({ time }) => time)

type AskedDay = Awaited<ReturnType<typeof dayOf>> & {
  reason_code?: string
  asked?: { free: boolean; reason?: string; reason_code?: string }
}

describe('a pause of online bookings', () => {
  const app = openBefore(() =>
    startShop('restaurant', { now: november(20, 16), writeLimit: 1_000 }),
  )
  const hoa = openBefore(() => addStaff(app, 'Hoa'))
  const askedDay = async (query: string) => (await dayOf(app, query)) as AskedDay
  const pausedText = /Quán đang rất đông/

  it('until closing time takes two taps, and every interface gives the message', async () => {
    assert.match(await hoa.read('/'), /<a href="\/online">Tạm ngừng nhận đặt online<\/a>/)
    const response = await press(hoa, '/online', '/online/pause', { for: 'today' })
    assert.equal(response.headers.get('location'), '/online')

    const day = await askedDay(`date=${today}&party_size=2`)
    assert.deepEqual([day.open, day.slots, day.reason_code], [true, [], 'paused'])
    assert.match(day.reason ?? '', pausedText)
    const month = await monthOf(app, 'month=2026-11&party_size=2')
    assert.equal(month.days.find(({ date }) => date === today)?.free, 0)
    const { status, body } = await book(app, { ...table, date: today, time: '19:00' })
    assert.equal(status, 422)
    assert.deepEqual(
      body.fields.map(({ name, code }) => [name, code]),
      [['time', 'not_open']],
    )
    assert.match(body.fields[0]?.message ?? '', pausedText)
    const page = await (await app.get(`/booking?date=${today}&party_size=2`)).text()
    assert.match(visibleTextOf(page), pausedText)
    const answer = await call(app, 'check_table_availability', {
      date: today,
      time: '19:00',
      party_size: 2,
      locale: 'en',
    })
    assert.match(JSON.stringify(answer), /We are very busy/)
  })

  it('leaves other days and the desk as they are', async () => {
    assert.notDeepEqual((await dayOf(app, 'date=2026-11-21&party_size=2')).slots, [])
    const entry = `/entry?line=${encodeURIComponent('2 người 19:00 hôm nay Lan 0912345678')}`
    assert.equal((await press(hoa, entry, '/entry')).status, 303)
    assert.match(await hoa.read('/'), /Đang ngừng nhận đặt online đến 23:30/)
  })

  it('ends when staff say so, and both are in the audit log', async () => {
    const page = await hoa.read('/online')
    assert.match(visibleTextOf(page), /Hoa tạm ngừng nhận đặt online \(tới 23:30\)/)
    await press(hoa, '/online', '/online/resume')
    assert.notDeepEqual((await dayOf(app, `date=${today}&party_size=2`)).slots, [])
    const rows = await app.store.read.all<{ action: string; actor: string }>(
      "SELECT action, actor FROM audit WHERE subject LIKE 'online:%' ORDER BY id",
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['paused', 'resumed'],
    )
    assert.ok(rows.every(({ actor }) => actor.startsWith('staff:')))
  })

  it('that was ended is taken up again by the undo, with its message, unless there is another one', async () => {
    const typed = { for: '', until: '18:00', message: 'Bếp nghỉ.', message_en: 'No kitchen.' }
    await press(hoa, '/online', '/online/pause', typed)
    const end = async () => (await press(hoa, '/online', '/online/resume')).headers.get('location')
    const undo = formTo(await hoa.read((await end()) ?? ''), '/online/restore')
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 303)
    const day = await askedDay(`date=${today}&party_size=2&around=17:30&locale=en`)
    assert.equal(day.asked?.reason, 'No kitchen.')
    // It is there already.
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 409)

    const ended = (await end()) ?? ''
    assert.match(noticeOf(await hoa.read(ended)), /Đã nhận đặt online lại\. Hoàn tác/)
    await press(hoa, '/online', '/online/pause', { for: 'hour' })
    assert.equal(noticeOf(await hoa.read(ended)), '')
    await press(hoa, '/online', '/online/resume')
    // Its time is over.
    app.clock.now = november(20, 18)
    assert.equal(noticeOf(await hoa.read(ended)), '')
    app.clock.now = november(20, 16)
  })

  it('and its end are shown on the other desks', async () => {
    const kinds = async () =>
      (
        await app.store.read.all<{ kind: string }>(
          "SELECT kind FROM outbox WHERE kind LIKE 'online.%' ORDER BY position",
        )
      ).map(({ kind }) => kind)
    const before = await kinds()
    await press(hoa, '/online', '/online/pause', { for: 'hour' })
    await press(hoa, '/online', '/online/resume')
    assert.deepEqual((await kinds()).slice(before.length), ['online.paused', 'online.resumed'])
  })

  it('until a time concerns only the starts before it, with a message of staff', async () => {
    const typed = {
      for: '',
      until: '19:30',
      message: 'Bếp đang bận.',
      message_en: 'The kitchen is busy.',
    }
    await press(hoa, '/online', '/online/pause', typed)
    const day = await askedDay(`date=${today}&party_size=2&around=18:30&locale=en`)
    assert.deepEqual(day.asked, {
      time: '18:30',
      free: false,
      reason: 'The kitchen is busy.',
      reason_code: 'paused',
    })
    const { slots } = await dayOf(app, `date=${today}&party_size=2`)
    assert.equal(timesOf(slots)[0], '19:30')
  })

  it('ends by itself', async () => {
    app.clock.now = november(20, 19, 30)
    await app.appHost.refresh()
    assert.doesNotMatch(await hoa.read('/'), /id="online-paused"/)
  })

  it('of all starts of a day is not the reason for hours without a start', async () => {
    const early = await startShop('restaurant', { now: november(20, 8) })
    await press(await addStaff(early, 'Hoa'), '/online', '/online/pause', { for: 'today' })
    const query = `date=${today}&party_size=2&from=01:00&to=02:00&locale=en`
    const { reason_code, reason } = (await dayOf(early, query)) as AskedDay
    assert.deepEqual([reason_code, reason], ['no_start', 'Nothing can start on this day.'])
  })

  it('needs a time that has not passed', async () => {
    const response = await press(hoa, '/online', '/online/pause', { for: '', until: '12:00' })
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Hãy chọn một giờ còn chưa tới/)
  })
})

describe('the pace of a day', () => {
  const app = openBefore(() =>
    startShop('restaurant', { now: november(20, 10), writeLimit: 1_000 }),
  )
  const hoa = openBefore(() => addStaff(app, 'Hoa'))
  const request = (index: number, change: object = {}) =>
    book(app, { ...table, date: today, time: '19:00', phone: phoneOf(index), ...change })

  it('is set for one evening, and limits what guests can book', async () => {
    await press(hoa, '/online', '/online/pace', { every: '30', guests: '6', bookings: '' })
    assert.equal((await request(1)).status, 202)
    const { status, body } = await request(2)
    assert.deepEqual([status, body.type.split('/').at(-1)], [409, 'slot-taken'])
    assert.ok(body.alternatives.every(({ date, time }) => date !== today || time !== '19:00'))
    const four = await dayOf(app, `date=${today}&party_size=4`)
    assert.ok(!timesOf(four.slots).includes('19:00'))
    assert.ok(timesOf(four.slots).includes('19:30'))
    const two = await dayOf(app, `date=${today}&party_size=2`)
    assert.equal(two.slots.find(({ time }) => time === '19:00')?.left, 1)
    assert.equal((await dayOf(app, 'date=2026-11-21&party_size=4')).slots.length > 0, true)
  })

  it('lets a party that is larger than the limit begin where no one else does', async () => {
    const { slots } = await dayOf(app, `date=${today}&party_size=7`)
    assert.ok(timesOf(slots).includes('20:00'))
    assert.ok(!timesOf(slots).includes('19:00'))
  })

  it('is shown at the desk, which is warned and not bound', async () => {
    const page = await hoa.read('/online')
    assert.match(
      visibleTextOf(partOf(page, 'id="pace"', '</section>')),
      /19:00–19:30 4\/6 khách · 1 lượt/,
    )
    const entry = `/entry?line=${encodeURIComponent('4 người 19:00 hôm nay Lan 0912345999')}`
    const saved = await press(hoa, entry, '/entry')
    const location = saved.headers.get('location') ?? ''
    assert.match(
      visibleTextOf(await hoa.read(location)),
      /19:00–19:30 8\/6 khách · 2 lượt Vượt giới hạn/,
    )
  })

  it('never lets concurrent guests exceed it', async () => {
    await press(hoa, '/online', '/online/pace', { every: '15', guests: '', bookings: '3' })
    const results = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        request(20 + index, { time: '20:30', party_size: 2 }),
      ),
    )
    const accepted = results.filter(({ status }) => status === 202)
    assert.equal(accepted.length, 3)
    assert.ok(results.every(({ status }) => status === 202 || status === 409))
  })

  it('returns to the usual one, and to the one before by the undo', async () => {
    const limitOf = async () =>
      formTo(await hoa.read('/online'), '/online/pace').fields as Record<string, string>
    const changed = await press(hoa, '/online', '/online/pace', {
      ...{ every: '30', guests: '20', bookings: '' },
    })
    assert.match(
      visibleTextOf(await hoa.read('/online')),
      /Hoa đặt nhịp nhận khách: 20 khách \/ 30′/,
    )
    const undoOf = async ({ headers }: Response) => {
      const notice = partOf(
        await hoa.read(headers.get('location') ?? ''),
        'class="notice',
        '</div>',
      )
      const [undo] = formsOf(notice)
      return hoa.post(undo?.action ?? '', undo?.fields ?? {})
    }
    await undoOf(changed)
    assert.deepEqual(
      [(await limitOf()).every, (await limitOf()).guests, (await limitOf()).bookings],
      ['15', '', '3'],
    )
    const usual = await press(hoa, '/online', '/online/pace/reset')
    assert.equal((await request(40)).status, 202)
    await undoOf(usual)
    assert.equal((await limitOf()).bookings, '3')
    await press(hoa, '/online', '/online/pace/reset')
    // The first pace of a day has none before it.
    const first = await press(hoa, '/online', '/online/pace', { every: '30', guests: '9' })
    await undoOf(first)
    assert.equal((await limitOf()).guests, '')
  })

  it('rejects a limit that is not a number', async () => {
    const typed = { every: '15', guests: 'nhiều', bookings: '' }
    const response = await press(hoa, '/online', '/online/pace', typed)
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Giới hạn phải là số từ 1 đến 999/)
  })

  it('is refused for what is no day, and no redirect contains the text as it was sent', async () => {
    const typed = { date: '\u001a Thứ Sáu' }
    const refused = await hoa.post('/online/pace/reset', typed)
    assert.equal(refused.status, 409)
    assert.match(noticeOf(await refused.text()), /chọn một ngày/)

    const paused = await hoa.post('/online/pause', { ...typed, for: 'hour' })
    assert.equal(paused.status, 303)
    assert.equal(paused.headers.get('location'), '/online?date=%1A%20Th%E1%BB%A9%20S%C3%A1u')
  })
})

describe('the pace of the content', () => {
  const folder = copyOf('spa')
  createFolderEditor(folder).replace('policy.yaml', /$/, 'pace: { bookings: 1 }\n')
  const app = openBefore(() =>
    startShop('spa', {
      shop: findTrade('spa').open(folder),
      now: november(20, 8),
      writeLimit: 1_000,
    }),
  )

  it('holds on every day', async () => {
    const request = { ...massage, date: '2026-11-21', time: '10:00' }
    assert.equal((await book(app, { ...request, phone: phoneOf(1) })).status, 202)
    assert.equal((await book(app, { ...request, phone: phoneOf(2) })).status, 409)
    const { slots } = await dayOf(app, 'date=2026-11-21&offerId=co-vai-gay')
    assert.ok(!timesOf(slots).includes('10:00'))
    assert.ok(slots.every(({ left }) => left === 1))
  })
})
