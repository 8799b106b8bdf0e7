/** Screens of a day: the timeline, the list, the search and quick entry. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowCounts } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import {
  app,
  hoa,
  monday,
  november,
  openRestaurantDesk,
  requestBooking,
  submitAction,
} from './support/restaurant-desk.ts'
import {
  barsOf,
  formTo,
  noticeOf,
  partOf,
  press,
  resourceRowOf,
  visibleTextOf,
} from './support/screen.ts'
import { startShop } from './support/shop.ts'

openRestaurantDesk()

const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(spa, 'Mai'))

describe('the scripts of the desk', () => {
  it('are served with everything that they import', async () => {
    const found = new Set(['/client/desk.js'])
    for (const path of found) {
      const script = await hoa.read(path)
      for (const [, name] of script.matchAll(/\bfrom '\.\/([\w.-]+)'/g))
        found.add(`/client/${name}`)
    }
    assert.ok(found.has('/client/timeline.js'), [...found].join(' '))
  })
})

describe('timeline', () => {
  it('has a row for every table, therapist and room, in groups', async () => {
    const page = await hoa.read('/timeline')
    const rows = [...page.matchAll(/data-resource="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      rows,
      app.shop.booking.resources.map(({ id }) => id),
    )
    assert.equal(rows.length, 14)
    const groups = (text: string) =>
      [...text.matchAll(/<h2 class="group"[^>]*>([^<]*)</g)].map(([, name]) => name)
    assert.deepEqual(groups(page), ['Trong nhà', 'Hiên vườn', 'Phòng riêng'])
    assert.deepEqual(groups(await mai.read('/timeline')), ['Kỹ thuật viên', 'Phòng'])
    assert.match(visibleTextOf(page), /Chúng tôi nghỉ Thứ Hai/)
  })

  it('shows each booking at its resource with its duration and status', async () => {
    const date = '2026-11-20'
    const waiting = await requestBooking()
    const sure = await requestBooking({ time: '12:00', name: 'Trần Văn Bảo', party_size: 2 })
    await submitAction(sure, 'confirm')
    const large = await requestBooking({ time: '12:00', party_size: 12 })
    const gone = await requestBooking({ time: '20:30', name: 'Người Đã Huỷ' })
    await submitAction(gone, 'decline', { own: 'Kín chỗ' })
    const page = await hoa.read(`/timeline?date=${date}`)
    const bars = barsOf(page)
    const of = (code: string) => bars.filter(({ href }) => href === `/bookings/${code}`)
    const [bar] = of(waiting)
    // Columns of a quarter hour from ten o'clock on: 18:30, and two hours including preparation.
    assert.match(bar?.className ?? '', /^pending c34 s7$/)
    assert.equal(bar?.title, '18:30–20:15 Nguyễn Thị Lan, 4 khách, chờ trả lời')
    assert.deepEqual(
      of(sure).map(({ className }) => className),
      ['confirmed c8 s6'],
    )
    // Three combined tables are three bars.
    assert.equal(of(large).length, 3)
    assert.equal(of(gone).length, 0)
    assert.match(page, /data-from="40"/)
    assert.match(page, /<form id="drop" method="post" hidden>/)
    assert.match(page, /data-version="2" data-party="2"/)
  })

  it('shows the therapists and the room of a couple', async () => {
    const code = await requestBooking({ offerId: 'cho-hai-nguoi', time: '14:00' }, spa)
    const page = await mai.read('/timeline?date=2026-11-20')
    const held = spa.shop.booking.resources.filter(({ id }) =>
      resourceRowOf(page, id).includes(`/bookings/${code}`),
    )
    assert.deepEqual(held.map(({ id }) => id.split(':')[0]).sort(), [
      'room',
      'therapist',
      'therapist',
    ])
  })

  it('marks the current time only on the current day', async () => {
    app.clock.now = november(17, 19, 20)
    const today = await hoa.read('/timeline')
    const lines = [...today.matchAll(/<span class="now (c\d+)">/g)].map(([, column]) => column)
    assert.equal(lines.length, 14)
    // The hours of lunch are folded away during dinner.
    assert.deepEqual([...new Set(lines)], ['c9'])
    assert.match(today, /data-from="68"/)
    assert.match(visibleTextOf(today), /Hiện 10:00–17:00/)
    const wholeDay = await hoa.read('/timeline?hours=all')
    assert.match(wholeDay, /<span class="now c37">/)
    assert.match(wholeDay, /data-from="40"/)
    assert.doesNotMatch(await hoa.read('/timeline?date=2026-11-18'), /class="now/)
    app.clock.now = november(17, 3)
    assert.doesNotMatch(await hoa.read('/timeline'), /class="now/)
    app.clock.now = monday
  })

  it('counts the guests who begin in each half hour', async () => {
    const date = '2026-12-03'
    for (const [index, time] of ['18:00', '18:00', '19:00'].entries())
      await requestBooking({ date, time, party_size: 3, phone: `091234500${index}` })
    const row = partOf(await hoa.read(`/timeline?date=${date}`), 'class="row guests"', 'h2')
    assert.match(
      visibleTextOf(row),
      /18:00–18:30: 6 khách.*18:30–19:00: 0 khách.*19:00–19:30: 3 khách/,
    )
  })

  it('marks allergies, notes and deposits, with texts for screen readers', async () => {
    const date = '2026-12-04'
    const details = { allergens: ['peanuts'], note: 'Sinh nhật' }
    const code = await requestBooking({ date, phone: '0912345010', ...details })
    const page = await hoa.read(`/timeline?date=${date}`)
    const bar = partOf(page, `href="/bookings/${code}"`, '</a>')
    assert.match(bar, /class="mark health"/)
    assert.match(visibleTextOf(`<a ${bar}`), /! , [^!]*lạc ✎ , có lời nhắn , chờ trả lời$/i)
  })

  it('names the treatment on the bar', async () => {
    const code = await requestBooking({ time: '16:00', phone: '0912345020' }, spa)
    const page = await mai.read('/timeline?date=2026-11-20')
    const bar = partOf(page, `href="/bookings/${code}"`, '</a>')
    assert.match(bar, new RegExp(`${spa.appHost.offerName('co-vai-gay').vi} · 1 · 16:00`))
  })

  it('does not show the next morning', async () => {
    const code = await requestBooking({ date: '2026-11-25', time: '11:00', name: 'Khách Sáng Mai' })
    const page = await hoa.read('/timeline?date=2026-11-24')
    assert.deepEqual(barsOf(page), [])
    assert.doesNotMatch(page, />00:00</)
    assert.equal(barsOf(await hoa.read('/timeline?date=2026-11-25'))[0]?.href, `/bookings/${code}`)
  })

  it('links a free resource to an entry or a block', async () => {
    const page = await hoa.read('/timeline?date=2026-11-24')
    const [, href = ''] = /<a class="label" href="([^"]*hien-2[^"]*)"/.exec(page) ?? []
    const sheet = await hoa.read(href.replaceAll('&amp;', '&'))
    const [, link = ''] = /href="(\/entry\?[^"]*hien-2[^"]*)"/.exec(sheet) ?? []
    const entry = await hoa.read(`${link.replaceAll('&amp;', '&')}&time=19:15`)
    const { fields } = formTo(entry, '/entry')
    assert.deepEqual(
      [fields.date, fields.time, fields.resource],
      ['2026-11-24', '19:15', 'table:hien-2'],
    )
    const block = formTo(entry, '/closed/block').fields
    assert.deepEqual(
      [block.resource, block.date, block.from, block.next],
      ['table:hien-2', '2026-11-24', '19:15', 'timeline'],
    )
  })

  it('shows the current day for an invalid date', async () => {
    for (const date of ['', 'mai', '2026-02-30', '2026-11-31', '%00', '<b>', '99999-01-01']) {
      const page = await hoa.read(`/timeline?date=${encodeURIComponent(date)}`)
      assert.match(visibleTextOf(page), /Thứ Hai 16\/11\/2026/, date)
      assert.match(await hoa.read(`/day?date=${encodeURIComponent(date)}`), /16\/11\/2026/)
    }
  })
})

describe('list of a day', () => {
  it('is in order of time, with all information for the kitchen and the host', async () => {
    const date = '2026-11-26'
    const late = await requestBooking({ date, time: '19:00', party_size: 4, allergens: ['milk'] })
    const early = await requestBooking({ date, time: '11:30', party_size: 2, name: 'Trần Văn Bảo' })
    const gone = await requestBooking({ date, time: '12:00', name: 'Phạm Thu Hà' })
    await submitAction(early, 'note', { note: 'Mừng thọ' })
    await submitAction(gone, 'decline', { own: 'Kín chỗ' })
    const page = await hoa.read(`/day?date=${date}`)
    assert.match(visibleTextOf(page), /2 lượt · 6 khách/)
    const [list = '', sheet = ''] = page.split('<div class="evening-sheet">')
    const [coming = '', others = ''] = list.split('<details class="disclosure">')
    assert.ok(coming.indexOf(early) < coming.indexOf(late))
    assert.match(
      visibleTextOf(coming),
      /11:30 –13:00 2 Trần Văn Bảo 0912 345 678 Nhà 1 Bàn thường ✎ Mừng thọ/,
    )
    assert.match(coming, /<b class="health-warning">[^<]*[Ss]ữa/)
    assert.match(coming, /href="tel:\+84912345678"/)
    assert.ok(!coming.includes('Phạm Thu Hà') && others.includes('Phạm Thu Hà'))
    assert.match(visibleTextOf(others), /Đã huỷ hoặc từ chối \(1\)/)
    assert.match(visibleTextOf(list), /Từ chối 1 lượt · 4 khách/)
    // On paper: the allergies first, a column to tick, and the time of printing.
    assert.match(
      visibleTextOf(sheet),
      /^Dị ứng, lưu ý sức khoẻ \(1\) [^:]*[Ss]ữa[^:]*: 19:00 · \S+ \d+ · Nguyễn Thị Lan 6 khách · 11h: 2 · 19h: 4/,
    )
    assert.match(visibleTextOf(sheet), /11:30 –13:00 2 Trần Văn Bảo 0912 345 678 Nhà 1/)
    assert.ok(!sheet.includes('Phạm Thu Hà'))
    assert.equal([...sheet.matchAll(/<td><\/td>/g)].length, 2)
    assert.match(visibleTextOf(sheet), /In lúc 09:00/)
    assert.match(page, /<button type="button" class="print-button" data-print hidden>/)
    const stylesheet = await (await fetch(`${app.deskUrl}/desk.css`)).text()
    assert.match(stylesheet, /@media print/)
    const response = await press(hoa, `/day?date=${date}`, `/bookings/${late}/confirm`)
    assert.equal(response.headers.get('location'), `/day?date=${date}&did=confirmed&of=${late}`)
  })
})

describe('search', () => {
  it('finds bookings by part of the name or phone, and by code, in any notation', async () => {
    const code = await requestBooking({
      date: '2026-11-27',
      name: 'Đặng Thị Ngọc Ánh',
      phone: '0905 777 888',
    })
    const other = await requestBooking({
      date: '2026-11-27',
      name: 'Sophie Martin',
      phone: '+33 6 12 34 56 78',
    })
    const finds: [string, string[]][] = [
      ['Đặng Thị Ngọc Ánh', [code]],
      ['dang thi', [code]],
      ['NGOC ANH', [code]],
      ['  ngọc  ', [code]],
      ['0905777888', [code]],
      ['0905 777 888', [code]],
      ['+84 905', [code]],
      ['84905777888', [code]],
      ['777 888', [code]],
      ['7888', [code]],
      ['345678', [other]],
      [code, [code]],
      [code.toLowerCase().replaceAll('-', ''), [code]],
      [code.toLowerCase().replaceAll('-', ' '), [code]],
      ['sophie', [other]],
      ['không có ai', []],
      ['%', []],
      ['_____', []],
      ['000000', []],
      ['🙂', []],
      ["' OR 1=1 --", []],
    ]
    for (const [typed, codes] of finds) {
      const page = await hoa.read(`/search?q=${encodeURIComponent(typed)}`)
      const found = [...page.matchAll(/<li><a href="\/bookings\/([\w-]+)"/g)].map(([, one]) => one)
      const mine = found.filter((one) => one === code || one === other)
      assert.deepEqual(mine, codes, typed)
      if (codes.length === 0) assert.match(visibleTextOf(page), /Không tìm thấy ai/, typed)
    }
    assert.doesNotMatch(visibleTextOf(await hoa.read('/search')), /Không tìm thấy/)
    assert.match(await hoa.read('/search?q=%22%3E%3Cb%3E'), /value="&quot;&gt;&lt;b&gt;"/)
  })
})

describe('quick entry', () => {
  const preview = (line: string, staff = hoa) =>
    staff.read(`/entry?line=${encodeURIComponent(line)}`)
  const understood = (page: string) => {
    const facts = partOf(page, '<dl class="facts parsed-entry">', '</dl>')
    return [...facts.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
      ([, term = '', text = '']) => `${term}: ${text}`,
    )
  }
  const bookings = async (shop = app) => (await rowCounts(shop)).bookings ?? 0

  it('is shown as parsed, and stored with one button', async () => {
    app.clock.now = november(17, 10, 40)
    const before = await bookings()
    const page = await preview('19h 4 người Lan 0912345678')
    assert.deepEqual(understood(page), [
      'Lúc: Hôm nay 19:00',
      'Số khách: 4',
      'Tên: Lan',
      'Điện thoại: 0912 345 678',
    ])
    assert.doesNotMatch(page, /class="entry-warnings"/)
    assert.equal(await bookings(), before, 'a preview stores nothing')
    const { fields, buttons } = formTo(page, '/entry')
    assert.equal(buttons[0], 'Lưu, đã xác nhận')
    const response = await hoa.post('/entry', fields)
    assert.equal(response.status, 303)
    const next = response.headers.get('location') ?? ''
    const [, code = ''] = /^\/timeline\?date=2026-11-17&did=admitted&of=([\w-]+)$/.exec(next) ?? []
    const { status, starts_at, party_size } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at, party_size], ['confirmed', '2026-11-17T19:00:00+07:00', 4])
    assert.match(noticeOf(await hoa.read(next)), /Đã ghi lượt đặt: Lan, 19:00/)
    const words = visibleTextOf(await hoa.read(`/bookings/${code}`))
    assert.match(words, /Đặt qua điện thoại/)
    assert.match(words, /Hoa ghi lượt đặt/)
    app.clock.now = monday
  })

  it('shows the details of its trade by their names', async () => {
    const page = await preview('t6 10h cổ vai gáy Lan ktv nữ', mai)
    const detailLabels = understood(page).filter((fact) => /^(Đặt|Với|therapist)/.test(fact))
    assert.deepEqual(detailLabels, ['Đặt: Massage cổ vai gáy', 'Với: ktv nữ'])
  })

  it('is stored once, even if the button is pressed again', async () => {
    const { fields } = formTo(await preview('t6 12h 2 người Minh 0987111222'), '/entry')
    const before = await bookings()
    const responses = await Promise.all([1, 2, 3].map(() => hoa.post('/entry', fields)))
    responses.push(await hoa.post('/entry', fields))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [303, 303, 303, 303],
    )
    assert.equal(await bookings(), before + 1)
    for (const { headers } of responses) {
      assert.match(headers.get('location') ?? '', /^\/timeline\?date=2026-11-20/)
    }
  })

  it('needs no name or phone for a walk-in', async () => {
    app.clock.now = november(18, 12, 22)
    const page = await preview('2 người')
    assert.deepEqual(understood(page).slice(0, 3), [
      'Lúc: Hôm nay 12:15',
      'Số khách: 2',
      'Tên: Khách lẻ',
    ])
    const response = await hoa.post('/entry', formTo(page, '/entry').fields)
    const [code = ''] = /BAN-[\w-]+/.exec(response.headers.get('location') ?? '') ?? []
    const detail = visibleTextOf(await hoa.read(`/bookings/${code}`))
    assert.match(detail, /Khách lẻ/)
    assert.match(detail, /Đặt qua tại quầy/)
    assert.doesNotMatch(await hoa.read(`/bookings/${code}`), /href="tel:"|zalo\.me/)
    app.clock.now = monday
  })

  it('parses the example of each trade', async () => {
    const page = await preview(spa.shop.booking.quickEntryExample.vi, mai)
    const facts = understood(page)
    assert.equal(facts[0], 'Lúc: Hôm nay 10:00')
    assert.ok(facts.includes('Điện thoại: 0912 345 678'), facts.join())
    assert.ok(facts.includes('Đặt: Làm sạch dịu nhẹ'), facts.join())
    assert.doesNotMatch(page, /class="entry-warnings"/)
    const response = await mai.post('/entry', formTo(page, '/entry').fields)
    assert.equal(response.status, 303)
    const [code = ''] = /HEN-[\w-]+/.exec(response.headers.get('location') ?? '') ?? []
    assert.equal((await spa.json(`/api/booking/${code}`)).status, 'confirmed')
    app.clock.now = november(17, 10, 40)
    assert.doesNotMatch(
      await preview(app.shop.booking.quickEntryExample.vi),
      /class="entry-warnings"/,
    )
    app.clock.now = monday
  })

  it('asks for missing values, and keeps the input', async () => {
    const page = await preview('10h chị Lan 0912345678', mai)
    assert.match(visibleTextOf(partOf(page, 'class="entry-warnings"', '</ul>')), /liệu trình nào/)
    const before = await bookings(spa)
    const { fields } = formTo(page, '/entry')
    const response = await mai.post('/entry', { ...fields, note: '<b>Hẹn</b>' })
    assert.equal(response.status, 409)
    const again = await response.text()
    assert.match(noticeOf(again), /liệu trình nào/)
    const submitted = formTo(again, '/entry').fields
    assert.deepEqual(
      [submitted.time, submitted.name, submitted.phone, submitted.note],
      ['10:00', fields.name, '0912 345 678', '<b>Hẹn</b>'],
    )
    assert.equal(await bookings(spa), before)
    const corrected = await mai.post('/entry', { ...submitted, offerId: 'co-vai-gay' })
    assert.equal(corrected.status, 303)
  })

  it('is rejected with the reason if the resource is taken, and can then be edited', async () => {
    const held = await requestBooking({ date: '2026-11-28', time: '12:00', name: 'Trần Văn Bảo' })
    const move = { ...formTo(await hoa.read(`/bookings/${held}`), `/bookings/${held}/move`).fields }
    await hoa.post(`/bookings/${held}/move`, {
      ...move,
      date: '2026-11-28',
      time: '12:00',
      resource: 'table:nha-7',
    })
    const page = await hoa.read('/entry?date=2026-11-28&time=12:30&resource=table:nha-7')
    const first = {
      ...formTo(page, '/entry').fields,
      party: '4',
      name: 'Hùng',
      phone: '0905 000 111',
    }
    const before = await bookings()
    const response = await hoa.post('/entry', first)
    assert.equal(response.status, 409)
    const rejected = await response.text()
    assert.match(noticeOf(rejected), /không còn chỗ phù hợp\. .+ đã có Trần Văn Bảo, 12:00–13:45/)
    const { fields } = formTo(rejected, '/entry')
    assert.deepEqual(
      [fields.date, fields.time, fields.party, fields.name, fields.phone, fields.resource],
      ['2026-11-28', '12:30', '4', 'Hùng', '0905 000 111', 'table:nha-7'],
    )
    assert.equal(await bookings(), before)
    // From the page with the error, or from the page before it.
    assert.equal((await hoa.post('/entry', { ...fields, resource: 'table:nha-6' })).status, 303)
    assert.equal((await hoa.post('/entry', { ...first, resource: 'table:hien-5' })).status, 303)
    assert.equal(await bookings(), before + 2)
  })

  const wrong: [name: string, fields: Record<string, string>, expected: RegExp][] = [
    ['an invalid phone number', { phone: '12' }, /Số điện thoại chưa đúng/],
    ['nobody', { party: '' }, /Chưa có số khách/],
    ['half a guest', { party: '1.5' }, /Chưa có số khách/],
    [
      'a crowd',
      { party: '400' },
      /400 khách thì không chỗ nào đủ: chỗ lớn nhất nhận 14 khách\. Hãy chọn nhiều bàn/,
    ],
    ['a day that is closed', { date: '2026-11-23' }, /Thứ Hai 23\/11\/2026 đóng cửa: .*nghỉ/],
    ['a day that is past', { date: '2026-11-10' }, /đã qua; hãy chọn/],
    ['an invalid day', { date: 'ngày mai\r\n' }, /Không có ngày đó/],
    ['an invalid day with a line', { date: '-1', line: '19h' }, /Không có ngày đó/],
    ['a day with an emoji', { date: `${'x'.repeat(99)}🍜` }, /Không có ngày đó/],
    ['a time not on a quarter hour', { time: '18:50' }, /tròn mười lăm phút/],
    ['no time', { time: '' }, /tròn mười lăm phút/],
    ['an unknown table', { resource: 'table:x' }, /chọn chỗ khác/],
    ['an unknown table type', { 'field.table_type': 'x' }, /không có chỗ hoặc người nào/],
  ]
  for (const [name, change, expected] of wrong) {
    it(`is rejected for ${name}`, async () => {
      const before = await rowCounts(app)
      const completeFields = {
        date: '2026-11-29',
        time: '12:00',
        party: '2',
        name: 'Hùng',
        phone: '',
      }
      const id = `wrong ${name}`
      for (let time = 0; time < 2; time++) {
        const response = await hoa.post('/entry', { ...completeFields, id, ...change })
        assert.equal(response.status, 409)
        assert.match(noticeOf(await response.text()), expected)
      }
      assert.deepEqual(await rowCounts(app), before)
    })
  }
})

describe('log', () => {
  it('contains none of this input', () => {
    for (const shop of [app, spa]) {
      const lines = shop.log.join('').split('\n')
      const personalData = /Lan|912345678|Bảo|Minh|Hùng|riêng|giỗ|"level":"(warn|error)"/
      assert.deepEqual(
        lines.filter((line) => personalData.test(line)),
        [],
      )
    }
  })
})
