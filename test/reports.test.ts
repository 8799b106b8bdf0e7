import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadStatistics, type Statistics } from '../src/domain/reports/reports.ts'
import { percentile } from '../src/domain/reports/requests.ts'
import type { DateRange } from '../src/kernel/date-range.ts'
import { minute, parseIsoString } from '../src/kernel/time.ts'
import { book, guest, table } from './support/booking.ts'
import { onlyOnSqlite } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool } from './support/mcp.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { assertDuration } from './support/timing.ts'

const at = (date: string, time: string) => parseIsoString(`${date}T${time}:00+07:00`)

/** A week from Monday to Sunday, reported at noon of its last day. */
const week = { from: '2026-11-16', to: '2026-11-22' }
const sundayNoon = at('2026-11-22', '12:00')

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const desk = openBefore(async () => app.desk)
const actor = 'mai'

async function request(date: string, time: string, party_size: number): Promise<string> {
  const { status, body } = await book(app, { ...table, date, time, party_size })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** The events of the week; the expected numbers below were counted by hand. */
async function liveTheWeek(): Promise<void> {
  const { clock } = app
  clock.now = at('2026-11-15', '23:59')
  await request('2026-11-18', '12:00', 2)

  clock.now = at('2026-11-16', '09:00')
  const dinner = await request('2026-11-20', '18:30', 4)
  const declined = await request('2026-11-20', '19:00', 2)
  clock.now += 10 * minute
  await desk.confirm({ code: dinner, version: 1, actor })
  clock.now += 20 * minute
  await desk.decline({ code: declined, version: 1, actor, reason: 'kín bàn' })

  clock.now = at('2026-11-17', '10:00')
  await request('2026-11-19', '12:00', 3)
  const calledOff = await request('2026-11-20', '12:00', 2)
  clock.now += 50 * minute
  await desk.confirm({ code: calledOff, version: 1, actor })
  await desk.cancel({ code: calledOff, version: 2, actor, reason: 'khách gọi' })

  clock.now = at('2026-11-18', '23:45')
  const missed = await request('2026-11-21', '18:30', 5)
  clock.now = at('2026-11-19', '00:00')
  const { isError, content } = await callTool(app, 'request_reservation', {
    name: guest.name,
    phone: guest.phone,
    date: '2026-11-29',
    time: '18:30',
    party_size: 6,
    consent: true,
  })
  assert.ok(!isError, content[0]?.text)
  clock.now = at('2026-11-19', '01:15')
  await desk.confirm({ code: missed, version: 1, actor })
  const takenBack = await request('2026-11-28', '12:00', 2)
  await desk.confirm({ code: takenBack, version: 1, actor })
  await desk.undo({ code: takenBack, version: 2, actor })
  const changeRequest = { phone_last4: '5678', consent: '1' }
  for (const change of [{ kind: 'smaller_party', party_size: 3 }, { kind: 'cancel' }]) {
    const response = await app.post(`/api/booking/${dinner}/change`, {
      ...changeRequest,
      ...change,
    })
    assert.equal(response.status, 202, await response.text())
  }

  clock.now = at('2026-11-20', '18:35')
  await desk.setVisitStatus({ code: dinner, version: 4, actor, visit: 'seated' })
  clock.now = at('2026-11-21', '19:30')
  await desk.setVisitStatus({ code: missed, version: 2, actor, visit: 'no_show' })

  clock.now = at('2026-11-22', '11:30')
  for (const [time, party_size] of [
    ['11:30', 2],
    ['13:30', 8],
  ] as const) {
    const [details] = app.shop.booking.parseDetails({ party_size }, 'request').details ?? []
    assert.ok(details)
    const walkIn = {
      details,
      date: '2026-11-22',
      time,
      guest: { name: 'Khách', phone: '+84900000000', email: null, note: null },
      answers: {},
      consent: { version: '2026-01-01', text: 'in person' },
      locale: 'vi' as const,
      source: 'desk',
      client: 'desk',
    }
    await desk.createByStaff(walkIn, actor)
  }

  clock.now = at('2026-11-23', '00:00')
  await request('2026-11-27', '18:30', 2)
}

function statisticsOf({ store, shop }: RunningShop, days: DateRange): Promise<Statistics> {
  return loadStatistics(store.read, days, sundayNoon, shop.booking.serviceDays)
}

const none = { pending: 0, confirmed: 0, declined: 0, unanswered: 0, cancelled: 0, total: 0 }

const statistics = openBefore(async () => {
  await liveTheWeek()
  return statisticsOf(app, week)
})

describe('the numbers of a week', () => {
  it('count requests by their result', () => {
    const { total, pending, confirmed, declined, unanswered, cancelled, admitted } =
      statistics.requests
    assert.deepEqual(
      { total, pending, confirmed, declined, unanswered, cancelled, admitted },
      { total: 9, pending: 2, confirmed: 4, declined: 1, unanswered: 1, cancelled: 1, admitted: 2 },
    )
  })

  it('count every day from midnight to midnight in Vietnam', () => {
    assert.deepEqual(statistics.requests.byDay, [
      { ...none, date: '2026-11-16', total: 2, confirmed: 1, declined: 1 },
      { ...none, date: '2026-11-17', total: 2, unanswered: 1, cancelled: 1 },
      { ...none, date: '2026-11-18', total: 1, confirmed: 1 },
      { ...none, date: '2026-11-19', total: 2, pending: 2 },
      { ...none, date: '2026-11-20' },
      { ...none, date: '2026-11-21' },
      { ...none, date: '2026-11-22', total: 2, confirmed: 2 },
    ])
  })

  it('contain the share of confirmed requests and the response times', () => {
    const { requests } = statistics
    assert.equal(requests.answered, 4)
    assert.equal(requests.confirmedShare, 3 / 4)
    // 10, 30, 50 and 90 minutes.
    assert.equal(requests.medianMinutes, 40)
    assert.equal(Math.round(requests.ninetiethMinutes ?? 0), 78)
  })

  it('count requests by source', () => {
    assert.deepEqual(statistics.requests.bySource, [
      {
        source: 'api',
        total: 6,
        pending: 1,
        confirmed: 2,
        declined: 1,
        unanswered: 1,
        cancelled: 1,
      },
      { ...none, source: 'desk', total: 2, confirmed: 2 },
      { ...none, source: 'mcp probe', total: 1, pending: 1 },
    ])
  })

  it('count expected guests, visits and no-shows', () => {
    const { byHour, byWeekday, ...rest } = statistics.visits
    assert.deepEqual(rest, {
      total: 4,
      due: 3,
      noShows: 1,
      noShowGuests: 5,
      noShowShare: 1 / 3,
      unmarked: 1,
      seated: 1,
      guests: 4,
    })
    assert.equal(byHour.length, 24)
    assert.deepEqual(
      byHour.filter((one) => one.visits > 0),
      [
        { hour: 11, visits: 1, guests: 2 },
        { hour: 13, visits: 1, guests: 8 },
        { hour: 18, visits: 2, guests: 9 },
      ],
    )
    assert.deepEqual(
      byWeekday.map((one) => [one.weekday, one.visits, one.guests]),
      [
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
        [4, 0, 0],
        [5, 1, 4],
        [6, 1, 5],
        [7, 2, 10],
      ],
    )
  })

  it('count change requests, and contain no orders if there are none', () => {
    assert.deepEqual(statistics.changes, {
      total: 2,
      byKind: [
        { kind: 'cancel', count: 1 },
        { kind: 'smaller_party', count: 1 },
      ],
    })
    assert.deepEqual(statistics.orders, [])
  })

  it('stay the same after unanswered requests expire', async () => {
    app.clock.now = sundayNoon
    assert.ok((await desk.expire()) > 0)
    const swept = await statisticsOf(app, week)
    assert.deepEqual(swept.requests, statistics.requests)
  })

  it('are empty for days without answers and visits', async () => {
    const quiet = await statisticsOf(app, { from: '2026-09-01', to: '2026-09-02' })
    assert.deepEqual(quiet.requests, {
      ...none,
      admitted: 0,
      confirmedShare: null,
      answered: 0,
      medianMinutes: null,
      ninetiethMinutes: null,
      byDay: [
        { ...none, date: '2026-09-01' },
        { ...none, date: '2026-09-02' },
      ],
      bySource: [],
    })
    assert.equal(quiet.visits.noShowShare, null)
    assert.equal(quiet.visits.total, 0)
    assert.deepEqual([quiet.changes, quiet.orders], [{ total: 0, byKind: [] }, []])
    const backwards = { from: week.to, to: week.from }
    const empty = await statisticsOf(app, backwards)
    assert.deepEqual([empty.requests.total, empty.requests.byDay], [0, []])
  })
})

it('counts orders by kind, in dong, with the paid amount', async () => {
  const spa = await startShop('spa', { writeLimit: 100 })
  const order = async (body: object) => {
    const response = await spa.post('/api/order', { ...guest, ...body })
    assert.equal(response.status, 202)
    return ((await response.json()) as { code: string }).code.replaceAll('-', '')
  }
  const card = { kind: 'gift_card', delivery: 'zalo', recipient: 'Minh' }
  const paid = await order({ ...card, amount: 500_000 })
  await order({ ...card, amount: 1_000_000 })
  const cancelled = await order({ ...card, amount: 500_000, recipient: 'Hà' })
  await spa.store.write(async (sql) => {
    await sql.run("UPDATE orders SET status = 'sent' WHERE code = ?", paid)
    await sql.run("UPDATE orders SET status = 'cancelled' WHERE code = ?", cancelled)
  })
  spa.clock.now = at('2026-12-01', '10:00')
  await order({ ...card, amount: 2_000_000 })
  const { orders } = await statisticsOf(spa, week)
  assert.deepEqual(orders, [
    { kind: 'gift_card', count: 2, total: 1_500_000, paidCount: 1, paidTotal: 500_000 },
  ])
})

it('counts rare sources together', async () => {
  const own = await startShop('restaurant')
  await fill(own, 0, 40, at('2026-11-18', '10:00'), 'mcp client-')
  const { requests } = await statisticsOf(own, week)
  assert.equal(requests.bySource.length, 12)
  assert.equal(requests.bySource.at(-1)?.source, 'other')
  assert.equal(requests.bySource.at(-1)?.total, 40 - 11)
})

it('interpolates percentiles between the values', () => {
  const cases: [number[], number, number | null][] = [
    [[], 0.5, null],
    [[7], 0.9, 7],
    [[3, 1], 0.5, 2],
    [[5, 1, 3], 0.5, 3],
    [[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 90],
  ]
  for (const [values, share, value] of cases) {
    assert.equal(percentile(values, share), value, `${values} ${share}`)
  }
})

/** Answered bookings from a given time on, one minute apart. */
async function fill(own: RunningShop, from: number, count: number, begin: number, source: string) {
  const numbers = `WITH RECURSIVE n(i) AS
    (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < CAST(? AS BIGINT))`
  await own.store.write(async (sql) => {
    await sql.run(
      `${numbers} INSERT INTO bookings (id, code, status, visit, offer_id, date, time, starts_at,
        ends_at, party_size, wish, given, source, locale, version, created_at, updated_at)
       SELECT 'old-' || i, 'OLD' || i, 'confirmed', 'finished', 'dat-ban-thuong', '2020-01-01', '18:30',
        CAST(? AS BIGINT) + i * 60000, CAST(? AS BIGINT) + i * 60000, 2, '{}', '{}', CAST(? AS TEXT) || (i % 40), 'vi', 1, CAST(? AS BIGINT) + i * 60000, CAST(? AS BIGINT) + i * 60000
       FROM n`,
      from,
      from + count,
      begin,
      begin,
      source,
      begin,
      begin,
    )
    await sql.run(
      `${numbers} INSERT INTO audit (id, at, actor, action, subject, facts)
       SELECT 'old-' || i, CAST(? AS BIGINT) + i * 60000, 'mai', 'confirmed', 'booking:old-' || i, '{}' FROM n`,
      from,
      from + count,
      begin,
    )
  })
}

it('is hardly slower with a long history (timing)', onlyOnSqlite(), async () => {
  const own = await startShop('restaurant')
  await fill(own, 0, 100, at('2026-11-17', '10:00'), 'api')
  const fastest = async (): Promise<{ numbers: Statistics; milliseconds: number }> => {
    let numbers = await statisticsOf(own, week)
    let milliseconds = Number.POSITIVE_INFINITY
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      numbers = await statisticsOf(own, week)
      milliseconds = Math.min(milliseconds, performance.now() - started)
    }
    return { numbers, milliseconds }
  }
  const young = await fastest()
  assert.equal(young.numbers.requests.total, 100)
  await fill(own, 1000, 150_000, at('2024-01-01', '00:00'), 'api')
  const old = await fastest()
  assert.deepEqual(old.numbers, young.numbers)
  assertDuration(old.milliseconds, { belowMs: 3 * young.milliseconds })
})
