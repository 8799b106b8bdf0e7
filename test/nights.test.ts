/** A bar that is open until 02:00: the night belongs to the evening on which it began, everywhere. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guestDelayMs } from '../src/domain/messages/routes.ts'
import { expectToolError } from './support/assistant.ts'
import { openBar, openNightSpa } from './support/bar.ts'
import { book, dayOf, guest, monthOf } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool, modern } from './support/mcp.ts'
import { openMailbox } from './support/receivers.ts'
import { visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const bar = openBefore(() => startShop('restaurant', { shop: openBar(), writeLimit: 100_000 }))

const [friday, saturday, sunday] = ['2026-11-20', '2026-11-21', '2026-11-22']
const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)

/** Saturday 21 November, 00:30: Friday night. */
const night = { ...guest, date: saturday, time: '00:30', party_size: 2 }

type NightSlot = { time: string; date?: string; starts_at: string; ends_at: string }

const slotsOf = async (query: string) =>
  (await dayOf(bar, query)).slots as unknown as readonly NightSlot[]

describe('availability', () => {
  it('lists the service that begins on the day; a start after midnight has its own date', async () => {
    const slots = await slotsOf(`date=${friday}&party_size=2`)
    assert.equal(slots[0]?.time, '18:00')
    const late = slots.filter(({ date }) => date !== undefined)
    assert.deepEqual(
      late.map(({ time, date }) => [date, time]),
      [
        [saturday, '00:00'],
        [saturday, '00:30'],
      ],
    )
    assert.equal(late[1]?.starts_at, '2026-11-21T00:30:00+07:00')
    assert.equal(late[1]?.ends_at, '2026-11-21T02:00:00+07:00')
    const crossing = slots.find(({ time }) => time === '23:00')
    assert.deepEqual(crossing?.ends_at, '2026-11-21T00:30:00+07:00')
  })

  it('of a day that closes at midnight has no start after it', async () => {
    const slots = await slotsOf('date=2026-11-19&party_size=2')
    assert.deepEqual(
      slots.filter(({ date }) => date !== undefined),
      [],
    )
    assert.equal(slots.at(-1)?.time, '22:30')
  })

  it('of a closed day after a night is closed, although guests stay into it', async () => {
    assert.equal((await dayOf(bar, `date=${sunday}&party_size=2`)).open, false)
    const late = (await slotsOf(`date=${saturday}&party_size=2`)).filter(({ date }) => date)
    assert.deepEqual([...new Set(late.map(({ date }) => date))], [sunday])
  })

  it('counts the night for the day on which it began', async () => {
    const { days } = await monthOf(bar, 'month=2026-11&party_size=2')
    const totalOf = (date: string) => days.find((day) => day.date === date)?.total
    assert.deepEqual([totalOf('2026-11-19'), totalOf(friday), totalOf(sunday)], [10, 14, 0])
  })

  it('is narrowed to a part of the night', async () => {
    const timesOf = async (query: string) =>
      (await slotsOf(`date=${friday}&party_size=2&${query}`)).map(({ time }) => time)
    assert.deepEqual(await timesOf('from=23:30'), ['23:30', '00:00', '00:30'])
    assert.deepEqual(await timesOf('from=23:00&to=00:00'), ['23:00', '23:30', '00:00'])
    assert.deepEqual(await timesOf('from=00:00&to=18:30'), ['18:00', '18:30'])
    assert.deepEqual(await timesOf('around=00:00'), ['23:30', '00:00', '00:30'])
    const { asked } = (await bar.json(
      `/api/availability?date=${friday}&party_size=2&around=00:30`,
    )) as { asked?: unknown }
    assert.deepEqual(asked, { time: '00:30', date: saturday, free: true })
  })

  it('of the evening is open until its last start, after midnight as well', async () => {
    const app = await startShop('restaurant', { shop: openBar(), now: november(20, 23, 15) })
    const timesAt = async (now: number) => {
      app.clock.now = now
      const day = await dayOf(app, `date=${friday}&party_size=2`)
      return day.slots.map(({ time }) => time)
    }
    assert.deepEqual(await timesAt(november(20, 23, 15)), ['00:30'])
    assert.deepEqual(await timesAt(november(20, 23, 45)), [])
    assert.equal((await dayOf(app, `date=${friday}`)).open, true)
    app.clock.now = november(21, 1, 59)
    assert.equal((await dayOf(app, `date=${friday}`)).open, true)
    app.clock.now = november(21, 2)
    assert.equal((await dayOf(app, `date=${friday}`)).open, false)
  })
})

describe('a booking after midnight', () => {
  it('is requested with the date and the time of its slot', async () => {
    const { status, body } = await book(bar, night)
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal(body.starts_at, '2026-11-21T00:30:00+07:00')
    assert.equal(body.ends_at, '2026-11-21T02:00:00+07:00')
    const crossing = await book(bar, { ...night, date: friday, time: '23:30' })
    assert.equal(crossing.status, 202)
    assert.equal(crossing.body.ends_at, '2026-11-21T01:00:00+07:00')
  })

  it('is rejected where the night has no service', async () => {
    for (const [date, time, field] of [
      // The night of Thursday ends at midnight.
      [friday, '00:30', 'time'],
      [saturday, '02:00', 'time'],
      [saturday, '01:30', 'time'],
      // Saturday night is open, and Sunday is closed.
      [sunday, '03:00', 'date'],
      ['2026-11-23', '00:30', 'date'],
    ] as const) {
      const { status, body } = await book(bar, { ...night, date, time })
      assert.deepEqual([status, body.fields[0]?.name], [422, field], `${date} ${time}`)
    }
    assert.equal((await book(bar, { ...night, date: sunday })).status, 202)
  })

  it('holds its table across midnight, and alternatives name their own dates', async () => {
    const app = await startShop('restaurant', {
      shop: openBar({
        'tables.yaml': {
          tables: 'tables:\n  - { id: one, name: One, type: trong-nha, seats: 4, least: 1 }\n',
          joins: 'joins: []\n',
        },
      }),
      writeLimit: 100,
    })
    const late = { ...night, date: friday, time: '23:00', table_type: 'trong-nha' }
    assert.equal((await book(app, late)).status, 202)
    // The party leaves at 00:30, and the table is cleared until 00:45.
    const other = { ...late, date: saturday, name: 'Trần Văn Bảo', phone: '0987 654 321' }
    for (const time of ['00:00', '00:30']) {
      const { status, body } = await book(app, { ...other, time })
      assert.equal(status, 409, time)
      assert.ok(body.alternatives.every((one) => one.date !== friday || one.time < '23:00'))
    }
    const taken = await book(app, { ...late, time: '22:00', phone: '0987 654 322' })
    assert.equal(taken.status, 409)
    const second = { ...late, time: '21:00', phone: '0987 654 323', name: 'Lê Thị Hoa' }
    assert.equal((await book(app, second)).status, 202)
    const full = await book(app, { ...other, date: '2026-11-28', time: '00:30' })
    assert.equal(full.status, 202)
    const next = await book(app, { ...second, date: '2026-11-27', time: '23:30' })
    assert.equal(next.status, 409)
    assert.ok(next.body.alternatives.some(({ date, time }) => `${date} ${time}` < '2026-11-28'))
  })

  it('is made on the site, whose pages name the evening and the date', async () => {
    const path = `/en/booking?party_size=2&date=${friday}`
    const page = await (await bar.get(path)).text()
    const links = [...page.matchAll(/href="([^"]*time=00%3A30[^"]*|[^"]*time=00:30[^"]*)"/g)]
    assert.ok(links.length > 0, 'a link to 00:30')
    const href = (links[0]?.[1] ?? '').replaceAll('&amp;', '&')
    assert.match(href, new RegExp(`date=${saturday}`))
    const form = visibleTextOf(await (await bar.get(href)).text())
    assert.match(form, /2 guests · Fri 20 Nov · 00:30 Sat 21 Nov/)
    const { body } = await book(bar, { ...night, party_size: 3 })
    const status = visibleTextOf(await (await bar.get(`/en/booking/${body.code}`)).text())
    assert.match(status, /00:30–02:00 Saturday 21 November 2026 \(Friday night\)/)
    const vi = visibleTextOf(await (await bar.get(`/booking/${body.code}`)).text())
    assert.match(vi, /00:30–02:00 Thứ Bảy 21\/11\/2026 \(đêm thứ Sáu\)/)
    const calendar = await (await bar.get(`/booking/${body.code}/calendar`)).text()
    assert.match(calendar, /DTSTART:20261120T173000Z/)
    assert.match(calendar, /DTEND:20261120T190000Z/)
  })

  it('is chosen in the form for a day and a time, which has the day of the evening', async () => {
    const path = `/en/booking?party_size=2&date=${friday}`
    const page = await (await bar.get(path)).text()
    assert.match(page, /<option value="24:30"[^>]*>00:30 \(after midnight\)<\/option>/)
    const form = visibleTextOf(await (await bar.get(`${path}&time=24:30`)).text())
    assert.match(form, /2 guests · Fri 20 Nov · 00:30 Sat 21 Nov/)
    const none = await bar.get('/en/booking?party_size=2&date=2026-02-30&time=24:30')
    assert.equal(none.status, 200)
  })

  it('is moved by the guest within the night', async () => {
    const { body } = await book(bar, { ...night, date: friday, time: '20:00', party_size: 3 })
    const change = { kind: 'move', phone_last4: '5678', consent: '1' }
    const response = await bar.post(`/api/booking/${body.code}/change`, {
      ...change,
      date: saturday,
      time: '00:30',
    })
    assert.equal(response.status, 202)
    const wrong = await bar.post(`/api/booking/${body.code}/change`, {
      ...change,
      date: friday,
      time: '00:30',
    })
    assert.equal(wrong.status, 422)
  })
})

/** Tables can be booked until they start. */
const soonTiers = `tiers:
  - { up_to: 14, notice_minutes: 0, hold_minutes: 15, deposit_per_guest: 0, free_cancellation_hours: 2 }
`

describe('tools', () => {
  const contact = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', locale: 'en' }

  it('list the night with its date', async () => {
    const { structuredContent: result, content } = (await callTool(
      bar,
      'check_table_availability',
      { date: friday, party_size: 2, locale: 'en' },
    )) as unknown as { structuredContent: Record<string, unknown>; content: { text: string }[] }
    assert.equal(result.after_midnight, saturday)
    assert.match(JSON.stringify(result.starts), /–0[01]:[0-5][0-9]"/)
    assert.match(
      JSON.stringify(content),
      /Times after midnight \(Friday night\) are on Saturday 21 November 2026/,
    )
    const around = (await callTool(bar, 'check_table_availability', {
      date: friday,
      around: '0:30',
      party_size: 2,
      locale: 'en',
    })) as unknown as { content: { text: string }[] }
    assert.match(
      JSON.stringify(around.content),
      /00:30 on Saturday 21 November 2026 \(Friday night\)/,
    )
  })

  it('read back both the evening and the date, and accept the weekday of either', async () => {
    for (const weekday of ['friday', 'saturday']) {
      const { structuredContent } = (await callTool(bar, 'request_reservation', {
        ...contact,
        date: saturday,
        time: '00:30',
        weekday,
        party_size: 2,
      })) as unknown as { structuredContent: { read_back: string } }
      assert.match(
        structuredContent.read_back,
        /on Saturday 21 November 2026 \(Friday night\) from 00:30 to 02:00/,
      )
    }
    const wrong = (await callTool(bar, 'request_reservation', {
      ...contact,
      date: saturday,
      time: '00:30',
      weekday: 'sunday',
      party_size: 2,
    })) as unknown as { isError?: boolean }
    assert.equal(wrong.isError, true)
  })

  it('book the night that the guest calls by its evening', async () => {
    const answer = await callTool(bar, 'request_reservation', {
      ...contact,
      date: 'friday night 12:30 am',
      party_size: 4,
      consent: true,
    })
    const { structuredContent = {} } = answer
    assert.deepEqual(
      [structuredContent.date, structuredContent.time],
      [saturday, '00:30'],
      JSON.stringify(answer),
    )
    const vietnamese = await callTool(bar, 'check_table_availability', {
      date: 'đêm thứ sáu 0h30',
      party_size: 2,
    })
    const { date, asked, after_midnight } = vietnamese.structuredContent ?? {}
    assert.deepEqual([date, asked, after_midnight], [friday, '00:30', saturday])
    const status = (await callTool(bar, 'get_booking_status', {
      code: String(structuredContent.code),
      locale: 'en',
    })) as unknown as { content: { text: string }[] }
    assert.match(JSON.stringify(status.content), /Friday night, 00:30–02:00 on Saturday/)
  })

  it('read a night and a time that are sent apart as the night of that day', async () => {
    for (const [date, time] of [
      ['Friday night', '00:30'],
      ['đêm thứ sáu', '0h30'],
    ]) {
      const { structuredContent } = await callTool(bar, 'request_reservation', {
        ...contact,
        date,
        time,
        party_size: 2,
      })
      assert.match(
        String(structuredContent?.read_back),
        /on Saturday 21 November 2026 \(Friday night\) from 00:30/,
      )
    }
    const evening = await callTool(bar, 'request_reservation', {
      ...contact,
      date: 'Friday night',
      time: '21:00',
      party_size: 2,
    })
    assert.match(
      String(evening.structuredContent?.read_back),
      /on Friday 20 November 2026 from 21:00/,
    )
  })

  it('list the rest of the night that began yesterday', async () => {
    const app = await startShop('restaurant', {
      shop: openBar({ 'policy.yaml': { tiers: soonTiers } }),
      now: november(21, 0, 5),
    })
    const args = { date: friday, party_size: 2, locale: 'en' }
    const { structuredContent } = await callTool(app, 'check_table_availability', args)
    assert.match(JSON.stringify(structuredContent?.starts), /00:30/)
    app.clock.now = november(21, 12)
    const error = await expectToolError(app, 'check_table_availability', args)
    assert.deepEqual([error.field, error.code], ['date', 'not_open'])
    assert.match(error.message, /Friday 20 November 2026 is past/)
  })

  it('return closing times after midnight as times of the clock', async () => {
    const { structuredContent } = (await callTool(bar, 'get_business_info', {})) as unknown as {
      structuredContent: { hours: { periods: object[] }[]; special_days: { hours?: object[] }[] }
    }
    assert.deepEqual(structuredContent.hours[0]?.periods, [{ from: '18:00', to: '02:00' }])
    assert.deepEqual(structuredContent.special_days[0]?.hours, [{ from: '20:00', to: '03:30' }])
  })
})

describe('opening hours', () => {
  it('are published as the opening and the closing time of the evening', async () => {
    const home = await (await bar.get('/en')).text()
    const [, json = '{}'] =
      /<script type="application\/ld\+json">([^<]*"openingHoursSpecification"[^<]*)</.exec(home) ??
      []
    const data = JSON.parse(json) as Record<string, unknown>
    const all = [data, ...((data['@graph'] as Record<string, unknown>[]) ?? [])]
    const specification = all.flatMap(
      (node) => (node.openingHoursSpecification ?? []) as Record<string, unknown>[],
    )
    assert.deepEqual(
      specification.slice(0, 2).map(({ dayOfWeek, opens, closes }) => [dayOfWeek, opens, closes]),
      [
        [['Friday', 'Saturday'], '18:00', '02:00'],
        [['Tuesday', 'Wednesday', 'Thursday'], '18:00', '23:59'],
      ],
    )
    const contact = await (await bar.get('/en/contact')).text()
    assert.match(contact, /18:00–02:00/)
  })

  it('last until closing time, also for open_now', async () => {
    const app = await startShop('restaurant', { shop: openBar(), now: november(21, 1, 59) })
    const infoAt = async (now: number) => {
      app.clock.now = now
      const { structuredContent } = (await callTool(app, 'get_business_info', {})) as unknown as {
        structuredContent: Record<string, unknown>
      }
      return structuredContent
    }
    const open = await infoAt(november(21, 1, 59))
    assert.deepEqual([open.open_now, open.closes_at], [true, '2026-11-21T02:00:00+07:00'])
    const closed = await infoAt(november(21, 2))
    assert.deepEqual([closed.open_now, closed.opens_next], [false, '2026-11-21T18:00:00+07:00'])
    assert.equal((await app.get('/readyz')).status, 200)
  })

  it('of a special day may last past midnight, before a day that is closed', async () => {
    const slots = await slotsOf('date=2026-12-24&party_size=2')
    assert.deepEqual(
      slots.map(({ date, time }) => `${date ?? ''} ${time}`.trim()),
      [
        '20:00',
        '20:30',
        '21:00',
        '21:30',
        '22:00',
        '22:30',
        '23:00',
        '23:30',
        ...['00:00', '00:30', '01:00', '01:30'].map((time) => `2026-12-25 ${time}`),
      ],
    )
    assert.equal((await dayOf(bar, 'date=2026-12-25&party_size=2')).open, false)
    const { status } = await book(bar, { ...night, date: '2026-12-25', time: '01:30' })
    assert.equal(status, 202)
  })
})

describe('an appointment in the night', () => {
  const spa = openBefore(() => startShop('spa', { shop: openNightSpa(), writeLimit: 100 }))
  const service = 'co-vai-gay'

  it('is given to a therapist whose shift began in the evening', async () => {
    const query = `date=${friday}&offerId=${service}`
    const { slots } = (await spa.json(`/api/availability?${query}`)) as {
      slots?: readonly (NightSlot & { therapists: string[] })[]
    }
    const late = (slots ?? []).filter(({ date }) => date === saturday)
    assert.deepEqual(
      late.map(({ time }) => time),
      ['00:00', '00:30'],
    )
    const onFriday = spa.shop.booking.bookableStarts(
      { offerId: service, partySize: 1, therapistId: late[0]?.therapists[0] },
      friday,
    )
    assert.equal(onFriday.open, true)
    const { status, body } = await book(spa, {
      ...guest,
      date: saturday,
      time: '00:30',
      offerId: service,
    })
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal(body.starts_at, '2026-11-21T00:30:00+07:00')
  })
})

describe('no text', () => {
  it('has a time after 24:00', async () => {
    const late = /(?<![:\d])(2[5-9]|30):[0-5][0-9]\b/
    const paths = ['/', '/en', '/en/contact', '/en/policy', '/llms.txt', '/openapi.json', '/docs']
    for (const path of [...paths, `/en/booking?party_size=2&date=${friday}`]) {
      const response = await bar.get(path)
      assert.equal(response.status, 200, path)
      assert.doesNotMatch(await response.text(), late, path)
    }
    for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
      const { text } = await modern(bar, method)
      assert.doesNotMatch(text, late, method)
    }
  })
})

describe('an email', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() =>
    startShop('restaurant', {
      shop: openBar(),
      notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'quay@shop.example' },
      writeLimit: 100,
    }),
  )

  it('about a booking after midnight names the evening and the date', async () => {
    const email = 'lan@example.com'
    assert.equal((await book(app, { ...night, email, locale: 'en' })).status, 202)
    app.clock.now += guestDelayMs
    await app.dispatch()
    const texts = mailbox.mails.map(({ text }) => String(text))
    assert.match(texts.join('\n'), /Friday night, 00:30–02:00 on Saturday 21 November 2026/)
  })
})
