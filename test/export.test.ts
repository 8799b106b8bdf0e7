import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookingsCsv } from '../src/domain/booking/export.ts'
import { bookingFeed } from '../src/domain/booking/feed.ts'
import { countSubscribers, subscribersCsv } from '../src/domain/newsletter/export.ts'
import { createNewsletter } from '../src/domain/newsletter/newsletter.ts'
import { resourceNames } from '../src/domain/scheduling/resource-names.ts'
import { formatCsv } from '../src/kernel/csv.ts'
import { escapeText, formatCalendar } from '../src/kernel/ical.ts'
import type { Locale, LocalizedText } from '../src/kernel/locale.ts'
import { minute, parseIsoString } from '../src/kernel/time.ts'
import { book, massage, table } from './support/booking.ts'
import { readCsv } from './support/csv.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, secret, startShop } from './support/shop.ts'

const actor = 'mai'
const restaurant = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const codes = openBefore(createBookings)

describe('CSV table', () => {
  it('can be parsed back for any content', () => {
    const rows = [
      ['', 'a', 'Phở, bún', 'nói “có”', 'a "quoted" word'],
      ['two\nlines', 'two\r\nlines', 'ends with ,', '"', ' blank '],
    ]
    assert.deepEqual(readCsv(formatCsv(rows)), rows)
    assert.equal(
      formatCsv([
        ['a', 1],
        [null, -2.5],
      ]),
      '\uFEFFa,1\r\n,-2.5\r\n',
    )
  })

  it('contains no formulas', () => {
    const cases: [cell: string, safe: boolean][] = [
      ['=1+1', false],
      ['+84912345678', false],
      ['-2+3', false],
      ['- không hành', false],
      ['@SUM(A1)', false],
      ['\t=1', false],
      ['\rx', false],
      ['\nx', false],
      ['  =HYPERLINK("https://bad.example","x")', false],
      ['＝1+1', false],
      ['＠SUM(A1)', false],
      ['Lan', true],
      ['0912 345 678', true],
      ['a=b', true],
      ["'=1", true],
      ['lan+tag@example.com', true],
    ]
    for (const [cell, safe] of cases) {
      const [[read] = []] = readCsv(formatCsv([[cell]]))
      assert.equal(read, safe ? cell : `'${cell}`, JSON.stringify(cell))
    }
  })
})

/** Unfolds and parses; asserts the line length and the form of every value. */
function readCalendar(text: string): { head: Map<string, string>; events: Map<string, string>[] } {
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
  const raw = text.slice(0, -2).split('\r\n')
  for (const line of raw) {
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} bytes: ${line}`)
    assert.doesNotMatch(line, /[\r\n]|\uFFFD/)
  }
  const events: Map<string, string>[] = []
  const head = new Map<string, string>()
  let into = head
  for (const line of raw.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[A-Z]+)?):(.*)$/.exec(line) ?? []
    assert.ok(name, `no property: ${line}`)
    if (line === 'BEGIN:VEVENT') {
      into = new Map()
      events.push(into)
    } else if (line === 'END:VEVENT') {
      into = head
    } else if (name !== 'BEGIN' && name !== 'END') {
      assert.ok(!into.has(name), `twice: ${name}`)
      into.set(name, value)
    }
  }
  return { head, events }
}

/** A text value before escaping. */
function unescapeText(value = ''): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
}

it('a calendar can be parsed back for any content', () => {
  const texts = [
    'Bàn; số 4, gần \\cửa\\',
    'two\nlines',
    'Mâm cơm nhà Bắc cho bốn người, có chả cá và nem rán, thêm ghế trẻ em '.repeat(4),
    '🍲'.repeat(60),
  ]
  for (const text of texts) {
    const lines = ['BEGIN:VEVENT', `SUMMARY:${escapeText(text)}`, 'END:VEVENT']
    const [event] = readCalendar(formatCalendar(lines)).events
    assert.equal(unescapeText(event?.get('SUMMARY')), text)
  }
  assert.equal(escapeText('a\r\nBEGIN:VEVENT\rb\u0000\u001bc'), 'a\\nBEGIN:VEVENT\\nbc')
})

const at = (date: string, time: string) => parseIsoString(`${date}T${time}:00+07:00`)

function naming({ shop }: RunningShop) {
  const names = new Map(shop.assortment.offers.map(({ id, name }) => [id, name]))
  const offerName = (id: string): LocalizedText => names.get(id) ?? { vi: id, en: id }
  return { rules: shop.booking, offerName }
}

async function request(app: RunningShop, body: object): Promise<string> {
  const response = await book(app, body)
  assert.equal(response.status, 202, JSON.stringify(response.body))
  return response.body.code
}

/** Two bookings on a Friday evening, a declined one on Saturday, and one in the week after. */
async function createBookings() {
  const { clock, desk } = restaurant
  const evil = await request(restaurant, {
    ...table,
    name: '=HYPERLINK("bad")',
    phone: '+1 415 555 2671',
    email: 'lan@example.com',
    note: 'Ghế trẻ em,\n“nến” & "hoa"',
    allergens: ['peanuts'],
    occasion: 'birthday',
  })
  const large = await request(restaurant, { ...table, time: '19:00', party_size: 10 })
  const declined = await request(restaurant, { ...table, date: '2026-11-21' })
  const later = await request(restaurant, { ...table, date: '2026-11-28' })
  clock.now += 12 * minute
  await desk.confirm({ code: large, version: 1, actor })
  await desk.decline({ code: declined, version: 1, actor, reason: 'kín bàn' })
  return { evil, large, refused: declined, later }
}

const friday = { from: '2026-11-20', to: '2026-11-20' }

async function exported(locale: Locale, days = friday, now = restaurant.clock.now) {
  return readCsv(await bookingsCsv(restaurant.store.read, days, naming(restaurant), locale, now))
}

describe('bookings export', () => {
  it('contains all fields except health data, earliest first', async () => {
    const [headings, first, second, ...more] = await exported('vi')
    assert.equal(
      headings?.join('|'),
      'Ngày|Giờ|Đến|Mã|Tình trạng|Số khách|Dịch vụ|Chỗ / người phục vụ|Tên khách|Điện thoại|Email|Ghi chú|Nguồn|Gửi lúc|Trả lời lúc|Tiền cọc|Tình trạng cọc|Giá|Phụ thu|Tiền phụ thu|Dịp',
    )
    assert.deepEqual(first?.toSpliced(7, 1), [
      '2026-11-20',
      '18:30',
      '20:15',
      codes.evil,
      'chờ',
      '4',
      'Bàn thường',
      '\'=HYPERLINK("bad")',
      "'+14155552671",
      'lan@example.com',
      'Ghế trẻ em,\n“nến” & "hoa"',
      'api',
      '2026-11-16 09:00',
      '',
      '',
      '',
      '',
      '',
      '',
      'Sinh nhật',
    ])
    assert.match(first?.[7] ?? '', /^\S.* · \d+ chỗ$/)
    assert.equal(second?.[3], codes.large)
    assert.equal(second?.[4], 'đã xác nhận')
    assert.match(second?.[7] ?? '', / · \d+ chỗ, .* · \d+ chỗ$/)
    assert.equal(second?.[9], '0912 345 678')
    assert.equal(second?.[14], '2026-11-16 09:12')
    assert.deepEqual(more, [])
    assert.doesNotMatch(JSON.stringify(await exported('en')), /peanut|đậu phộng|lạc/i)
  })

  it('is available in both languages, and contains only the selected days', async () => {
    const weekend = { from: '2026-11-21', to: '2026-11-22' }
    const [headings, row, ...more] = await exported('en', weekend)
    assert.equal(headings?.[0], 'Date')
    assert.deepEqual(row?.slice(3, 5), [codes.refused, 'declined'])
    assert.deepEqual(more, [])
    assert.equal((await exported('en', { from: '2027-01-01', to: '2027-01-31' })).length, 1)
    const always = await exported('en', { from: '0001-01-01', to: '9999-12-31' })
    assert.ok(always.some((one) => one[3] === row?.[3]))
  })

  it('contains each booking once over several weeks', async () => {
    // The second one is exactly a week after the first day, where the next batch begins.
    const weeks = await exported('en', { from: '2026-11-21', to: '2026-12-31' })
    assert.deepEqual(
      weeks.slice(1).map((row) => row[3]),
      [codes.refused, codes.later],
    )
  })

  it('lets others work between its weeks', async () => {
    const events: string[] = []
    setImmediate(() => events.push('another'))
    await exported('en', { from: '2026-11-16', to: '2026-12-31' })
    events.push('export')
    assert.deepEqual(events, ['another', 'export'])
  })

  it('contains the status of each booking', async () => {
    const { clock, desk } = restaurant
    const before = clock.now
    clock.now = at('2026-11-20', '19:05')
    const states = async () => (await exported('en')).slice(1).map((row) => row[4])
    assert.deepEqual(await states(), ['not answered in time', 'confirmed'])
    await desk.setVisitStatus({ code: codes.large, version: 2, actor, visit: 'no_show' })
    assert.deepEqual(await states(), ['not answered in time', 'no-show'])
    clock.now = before
  })

  it('contains no name after erasure', async () => {
    const { store } = restaurant
    await store.write((sql) =>
      sql.run('DELETE FROM booking_guests WHERE phone = ?', '+14155552671'),
    )
    const [, first] = await exported('vi')
    assert.deepEqual(first?.slice(8, 12), ['', '', '', ''])
  })
})

it('resource names are those of the trade', async () => {
  const { rules } = naming(spa)
  const named = (assignment: Record<string, string | string[]>) =>
    resourceNames(rules, assignment).map(({ vi }) => vi)
  const therapist = rules.resources.find(({ id }) => id.startsWith('therapist:'))
  assert.ok(therapist)
  const therapists = [therapist.id.slice('therapist:'.length)]
  assert.deepEqual(named({ therapists, room: 'nha-dam' }), [therapist.name.vi, 'Nha Đam'])
  assert.deepEqual(named({ table_type: 'nha-dam', therapists: [] }), [])
})

it('only confirmed subscribers are exported, each with their consent', async () => {
  const newsletter = createNewsletter(spa.store, secret, () => spa.clock.now)
  for (const [email, name] of [
    ['minh@example.com', undefined],
    ['an@example.com', '+An'],
    ['waits@example.com', 'Waits'],
  ]) {
    const response = await spa.post('/api/subscribe', { email, name, consent: '1', locale: 'en' })
    assert.equal(response.status, 202)
  }
  const rows = await spa.store.read.all<{ id: string; email: string; consent_version: string }>(
    'SELECT id, email, consent_version FROM subscribers ORDER BY email DESC',
  )
  const version = rows[0]?.consent_version ?? ''
  for (const { id } of rows.filter(({ email }) => !email.startsWith('waits'))) {
    spa.clock.now += 24 * 60 * minute
    await newsletter.confirm(id)
  }
  spa.clock.now += 24 * 60 * minute
  await newsletter.confirm(rows.find(({ email }) => email.startsWith('minh'))?.id ?? '')
  const toUrl = ({ id, locale }: { id: string; locale: string }) =>
    `https://sen.example/${locale}/leave/${rows.findIndex((row) => row.id === id)}`
  assert.deepEqual(readCsv(await subscribersCsv(spa.store.read, toUrl, 'vi')), [
    ['Email', 'Tên', 'Ngôn ngữ', 'Xác nhận từ', 'Bản đồng ý', 'Đường dẫn huỷ nhận'],
    ['minh@example.com', '', 'en', '2026-11-17', version, 'https://sen.example/en/leave/1'],
    ['an@example.com', "'+An", 'en', '2026-11-18', version, 'https://sen.example/en/leave/2'],
  ])
  assert.deepEqual(await countSubscribers(spa.store.read), { confirmed: 2, unconfirmed: 1 })
})

describe('calendar feed for staff', () => {
  const parts = () => ({
    ...naming(app),
    business: app.shop.business,
    host: 'shop.example',
    bookingUrl: (code: string) => `https://desk.example/bookings/${code}`,
  })
  const feed = async (locale: Locale = 'vi') =>
    readCalendar(await bookingFeed(app.store.read, parts(), locale, app.clock.now))

  it('is empty at first, with its title', async () => {
    const { head, events } = await feed()
    assert.deepEqual(events, [])
    assert.equal(head.get('VERSION'), '2.0')
    assert.equal(unescapeText(head.get('X-WR-CALNAME')), `${app.shop.business.name} · lịch đặt`)
    assert.equal(head.get('REFRESH-INTERVAL;VALUE=DURATION'), 'PT15M')
  })

  it('contains guest, time and resource, but no contact details', async () => {
    const note = 'Xin gọi trước, tôi mang thai tháng thứ năm'
    const secrets = { email: 'lan@example.com', note, health: ['pregnant'] }
    const waiting = await request(app, { ...massage, ...secrets, name: 'Lan; "Mai", & Cúc' })
    const confirmed = await request(app, { ...massage, time: '14:00' })
    const gone = await request(app, { ...massage, time: '16:00' })
    app.clock.now += 5 * minute
    await app.desk.confirm({ code: confirmed, version: 1, actor })
    await app.desk.decline({ code: gone, version: 1, actor, reason: 'x' })

    const text = await bookingFeed(app.store.read, parts(), 'vi', app.clock.now)
    const unfolded = text.replaceAll('\r\n ', '')
    assert.doesNotMatch(unfolded, /345 ?678|lan@|gọi trước|mang thai|pregnant|DESCRIPTION|ATTENDEE/)
    const { events } = readCalendar(text)
    assert.equal(events.length, 2)
    const [first, second] = events
    const { LOCATION: location, ...rest } = Object.fromEntries(first ?? [])
    assert.deepEqual(rest, {
      UID: `${waiting}@shop.example`,
      DTSTAMP: '20261116T020000Z',
      DTSTART: '20261120T030000Z',
      DTEND: rest.DTEND,
      'LAST-MODIFIED': '20261116T020000Z',
      SEQUENCE: '1',
      STATUS: 'TENTATIVE',
      SUMMARY: rest.SUMMARY,
      URL: `https://desk.example/bookings/${waiting}`,
    })
    const offer = parts().offerName('co-vai-gay')
    assert.equal(unescapeText(rest.SUMMARY), `1 · Lan; "Mai", & Cúc · ${offer.vi} (chờ)`)
    assert.ok((rest.DTEND ?? '') > '20261120T030000Z')
    const names = parts().rules.resources.map(({ name }) => name.vi)
    const resourceNames = unescapeText(location).split(', ')
    assert.ok(
      resourceNames.length >= 2 && resourceNames.every((name) => names.includes(name)),
      location,
    )
    assert.equal(second?.get('STATUS'), 'CONFIRMED')
    assert.equal(second?.get('SEQUENCE'), '2')
    assert.equal(second?.get('LAST-MODIFIED'), '20261116T020500Z')
    assert.equal(unescapeText(second?.get('SUMMARY')), `1 · Nguyễn Thị Lan · ${offer.vi}`)
    const english = (await feed('en')).events[0]
    assert.match(unescapeText(english?.get('SUMMARY')), /\(pending\)$/)
  })

  it('covers one week back and ninety days ahead, without expired requests', async () => {
    const countAt = async (date: string, time: string) => {
      app.clock.now = at(date, time)
      return (await feed()).events.length
    }
    assert.equal(await countAt('2026-08-21', '23:59'), 0)
    assert.equal(await countAt('2026-08-22', '00:00'), 2)
    assert.equal(await countAt('2026-11-20', '09:59'), 2)
    assert.equal(await countAt('2026-11-20', '10:00'), 1)
    assert.equal(await countAt('2026-11-27', '23:59'), 1)
    assert.equal(await countAt('2026-11-28', '00:00'), 0)
  })
})
