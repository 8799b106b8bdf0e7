/** check_table_availability and check_slots: the summary answers what was asked, and nothing was assumed silently. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolError, expectToolResult } from './support/assistant.ts'
import { book, guest } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const plenty = { writeLimit: 100_000 }
const restaurant = openBefore(() => startShop('restaurant', plenty))
const spa = openBefore(() => startShop('spa', plenty))

type Answer = Record<string, unknown> & {
  summary: string
  free: string[]
  why?: string
  nearest: Record<string, string[]>
  starts: Record<string, string>
  days: (Record<string, unknown> & { date: string; starts?: object; why?: string })[]
  assumed?: Record<string, string>
}

const tables = (args: object) =>
  expectToolResult<Answer>(restaurant, 'check_table_availability', { locale: 'en', ...args })
const slots = (args: object) =>
  expectToolResult<Answer>(spa, 'check_slots', { locale: 'en', ...args })

describe('a question about one time', () => {
  const friday = { date: '2026-11-20', party_size: 4, around: '19:00' }

  it('is answered with every free area by name', async () => {
    const { summary, free, nearest, why } = await tables(friday)
    assert.equal(
      summary,
      '19:00 on Friday 20 November 2026 is free for 4 guests: Indoors, Garden veranda (105 minutes). Nothing is held.',
    )
    assert.deepEqual(free, ['trong-nha', 'hien-vuon'])
    assert.deepEqual(Object.keys(nearest), ['18:30', '19:30'])
    assert.equal(why, undefined)
    const { summary: vi } = await tables({ ...friday, locale: 'vi' })
    assert.match(vi, /^Thứ Sáu 20\/11\/2026, 19:00 còn trống cho 4 khách: Trong nhà, Hiên vườn/)
  })

  it('is answered with the nearest times if it is full', async () => {
    for (const time of ['18:00', '19:00', '20:00']) {
      const request = { ...guest, date: '2026-11-28', time, party_size: 4 }
      while ((await book(restaurant, request)).status === 202);
    }
    const full = await tables({ ...friday, date: '2026-11-28' })
    assert.deepEqual([full.free, full.why], [[], 'full'])
    const times = Object.keys(full.nearest)
    assert.equal(
      full.summary,
      `19:00 on Saturday 28 November 2026 is full for 4 guests. Nearest free times: ${times.join(', ')}. To wait for this time: join_waitlist.`,
    )
    for (const time of times) {
      const again = await tables({ ...friday, date: '2026-11-28', around: time })
      assert.deepEqual(again.free, full.nearest[time])
    }
  })

  it('is answered with the reason and the next free days on a closed day', async () => {
    const { summary, why } = await tables({ ...friday, date: '2026-11-23' })
    assert.equal(why, 'closed')
    assert.match(summary, /not free for 4 guests: We are closed on Monday\. Next free days: Tues/)
  })

  it('is answered with the free therapists', async () => {
    const query = { service_id: 'co-vai-gay', date: '2026-11-20', around: '19:30' }
    const { summary, free } = await slots(query)
    assert.deepEqual(free, ['bich-tram'])
    assert.match(summary, /is free for “Neck and Shoulders”: Bích Trâm \(45 minutes\)/)
    const other = await slots({ ...query, therapist_id: 'quoc-bao' })
    assert.equal(other.why, 'off')
    assert.match(
      other.summary,
      /Quốc Bảo works .* 09:00–20:00\. Nearest free times: 18:30, 19:00\./,
    )
  })
})

describe('a question about a part of a day', () => {
  it('is answered with the times of every area', async () => {
    const { summary, starts, slots } = await tables({ date: '2026-11-20', meal: 'dinner' })
    assert.deepEqual(starts, { 'trong-nha': '17:00–22:00', 'hien-vuon': '17:00–22:00' })
    assert.match(summary, /Indoors, Garden veranda 17:00–22:00, every 30 minutes/)
    assert.equal(slots, undefined)
  })

  it('is answered with the times of every person', async () => {
    const { starts } = await slots({ service_id: 'co-vai-gay', date: '2026-11-20', from: '17:00' })
    assert.deepEqual(starts, {
      'thanh-mai': '17:00–19:00',
      'bich-tram': '17:00–19:30',
      'quoc-bao': '17:00–19:00',
    })
  })

  it('has the next days on which that part is free', async () => {
    const app = await startShop('restaurant', plenty)
    for (const time of ['11:00', '12:30', '14:00', '14:30']) {
      for (const party_size of [8, 4, 2]) {
        const request = { ...guest, date: '2026-11-27', time, party_size }
        while ((await book(app, request)).status === 202);
      }
    }
    const query = { date: '2026-11-27', meal: 'lunch', party_size: 2, locale: 'en' }
    const lunch = await expectToolResult<Answer>(app, 'check_table_availability', query)
    assert.equal(lunch.why, 'full')
    assert.match(
      lunch.summary,
      /Friday 27 November 2026 is full for 2 guests\. Next free days: Sat/,
    )
    const [next] = lunch.next_free_dates as { date: string; free: number }[]
    assert.deepEqual([next?.date, next?.free], ['2026-11-28', 8])
  })
})

describe('a question about several days', () => {
  it('is answered for each day, with the reason of those that are not free', async () => {
    const query = { date: '2026-11-19', to_date: '2026-11-23', meal: 'dinner', party_size: 4 }
    const { summary, days } = await tables(query)
    assert.equal(days.length, 5)
    assert.deepEqual(
      days.map(({ starts, why }) => (starts ? 'free' : why)),
      ['free', 'free', 'free', 'free', 'closed'],
    )
    assert.match(summary, /^Free for 4 guests: Thu 19 Nov, .* Not free: Mon 23 Nov \(closed\)\.$/)
    const two = await slots({
      service_id: 'cho-hai-nguoi',
      date: '2026-11-24',
      to_date: '2026-11-25',
    })
    assert.match(two.summary, /^Free for “For Two”: none of these days\. Not free: Tue 24 Nov/)
    assert.equal((two.next_free_dates as { date: string }[])[0]?.date, '2026-11-26')
    const around = await tables({ ...query, meal: undefined, around: '19:00' })
    assert.match(around.summary, /^19:00 free for 4 guests: Thu 19 Nov/)
  })
})

describe('a month', () => {
  it('has every day once: with its free times, or under the reason', async () => {
    for (const month of ['2026-11', '2026-12', '2027-01', '2027-02']) {
      for (const result of [
        await tables({ month, party_size: 4 }),
        await slots({ month, service_id: 'cho-hai-nguoi' }),
      ]) {
        const free = Object.keys(result.free_by_day as object).map((day) =>
          Number(day.slice(8, 10)),
        )
        const others = Object.values((result.not_free ?? {}) as Record<string, string>)
          .flatMap((days) => days.split(', '))
          .flatMap((range) => {
            const [first = 0, last = first] = range.split('–').map(Number)
            return Array.from({ length: last - first + 1 }, (_, index) => first + index)
          })
        const length = new Date(`${month}-01T00:00Z`)
        length.setUTCMonth(length.getUTCMonth() + 1, 0)
        const all = Array.from({ length: length.getUTCDate() }, (_, index) => index + 1)
        assert.deepEqual(
          [...free, ...others].sort((one, other) => one - other),
          all,
        )
      }
    }
    const { not_free } = await tables({ month: '2026-11', party_size: 4 })
    assert.deepEqual(not_free, { past: '1–15', closed: '16, 23, 30' })
  })
})

describe('what was assumed', () => {
  it('is said: the party size, any therapist, every area but the private room', async () => {
    const date = '2026-11-20'
    assert.deepEqual((await tables({ date })).assumed, { party_size: '2 (not given)' })
    assert.equal((await tables({ date, party_size: 4 })).assumed, undefined)
    assert.deepEqual((await tables({ date, party_size: 9 })).assumed, {
      table_type: 'every area except the private room',
    })
    const massage = { date, service_id: 'co-vai-gay' }
    assert.deepEqual((await slots(massage)).assumed, { therapist_id: 'anyone' })
    assert.equal((await slots({ ...massage, therapist_id: 'quoc-bao' })).assumed, undefined)
  })

  it('is not a treatment for two: the package is named with its id', async () => {
    const query = {
      date: '2026-11-20',
      service_id: 'massage-sa-chanh',
      party_size: 2,
      locale: 'en',
    }
    const error = await expectToolError(spa, 'check_slots', query)
    assert.match(error.message, /For Two/)
    assert.deepEqual(error.choices, ['cho-hai-nguoi'])
  })
})
