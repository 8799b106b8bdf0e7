/** Free times that answer the question: parts of a day, several days, every free area, and the reason for a no. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { book, type Day, dayOf, guest, type Month, type Slot } from './support/booking.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const plenty = { writeLimit: 100_000 }
const restaurant = openBefore(() => startShop('restaurant', plenty))
const spa = openBefore(() => startShop('spa', plenty))
const salon = openBefore(() => startShop('salon', plenty))

type Reason = { reason?: string; reason_code?: string }
type Answer = Day & Reason & { asked?: Reason & { time: string; free: boolean } }
type Range = { date: string; to_date: string; days: (Answer & Month['days'][number])[] }

const ask = (app: typeof spa, query: string) => dayOf(app, query) as Promise<Answer>
const timesOf = ({ slots }: Answer) => slots.map(({ time }) => time)

async function wrongFields(app: typeof spa, query: string): Promise<string[]> {
  const response = await app.get(`/api/availability?${query}`)
  assert.equal(response.status, 400, query)
  const { fields } = (await response.json()) as { fields: { name: string }[] }
  return fields.map(({ name }) => name)
}

describe('a part of a day', () => {
  it('contains the slots of the whole day between two times', async () => {
    for (const [app, query] of [
      [restaurant, 'date=2026-11-24&party_size=4'],
      [spa, 'date=2026-11-24&offerId=co-vai-gay'],
      [salon, 'date=2026-11-24&offerId=cat-nu'],
    ] as const) {
      const whole = await ask(app, query)
      for (const [narrow, from, to] of [
        ['from=17:00', '17:00', '24:00'],
        ['to=13:00', '00:00', '13:00'],
        ['from=12:15&to=18:00', '12:15', '18:00'],
        ['from=18:00&to=18:00', '18:00', '18:00'],
      ] as const) {
        const expected = whole.slots.filter(({ time }) => from <= time && time <= to)
        assert.ok(expected.length > 0)
        assert.deepEqual((await ask(app, `${query}&${narrow}`)).slots, expected, narrow)
      }
    }
  })

  it('begins at midnight without its first time', async () => {
    const folder = copyOf('restaurant')
    const files = createFolderEditor(folder)
    files.replace(
      'business.yaml',
      'periods:\n      - { from: "10:30"',
      'periods:\n      - { from: "00:00"',
    )
    files.replace('policy.yaml', 'first: "11:00"', 'first: "00:00"')
    const app = await startShop('restaurant', { shop: findTrade('restaurant').open(folder) })
    const day = await ask(app, 'date=2026-11-24&party_size=4&to=01:00')
    assert.deepEqual(timesOf(day), ['00:00', '00:30', '01:00'])
  })

  it('can be a meal of the restaurant', async () => {
    const query = 'date=2026-11-24&party_size=4'
    const { slots } = await ask(restaurant, query)
    const [lunch, dinner] = [slots.slice(0, 8), slots.slice(8)]
    assert.deepEqual((await ask(restaurant, `${query}&meal=lunch`)).slots, lunch)
    assert.deepEqual((await ask(restaurant, `${query}&meal=dinner`)).slots, dinner)
    const late = await ask(restaurant, `${query}&meal=dinner&from=21:00`)
    assert.deepEqual(timesOf(late), ['21:00', '21:30', '22:00'])
    assert.deepEqual(await wrongFields(restaurant, `${query}&meal=brunch`), ['meal'])
    assert.deepEqual(await wrongFields(spa, 'date=2026-11-24&offerId=co-vai-gay&meal=lunch'), [
      'meal',
    ])
  })

  it('has a reason if it has no start', async () => {
    const night = await ask(restaurant, 'date=2026-11-24&from=02:00&to=05:00&locale=en')
    assert.deepEqual([night.open, night.slots, night.reason_code], [true, [], 'no_start'])
    assert.equal(night.reason, 'Possible starts: 11:00–14:30, 17:00–22:00, every 30 minutes.')
  })

  it('counts in a month, too', async () => {
    const { days } = (await restaurant.json(
      '/api/availability?month=2026-12&meal=lunch&party_size=2',
    )) as unknown as Month
    const tuesday = days.find(({ date }) => date === '2026-12-01')
    assert.deepEqual([tuesday?.free, tuesday?.total, tuesday?.share], [8, 8, 1])
  })
})

describe('the time that a guest asks for', () => {
  const query = 'date=2026-11-28&party_size=4&locale=en'

  it('is free or not, with the nearest free times before and after it', async () => {
    const before = await ask(restaurant, `${query}&around=19:00`)
    assert.deepEqual(before.asked, { time: '19:00', free: true })
    assert.deepEqual(timesOf(before), ['18:30', '19:00', '19:30'])
    for (const time of ['18:00', '19:00', '20:00']) {
      const request = { ...guest, date: '2026-11-28', time, party_size: 4 }
      while ((await book(restaurant, request)).status === 202);
    }
    const after = await ask(restaurant, `${query}&around=19:00`)
    assert.deepEqual(after.asked, {
      time: '19:00',
      free: false,
      reason: 'Everything is booked.',
      reason_code: 'full',
    })
    const free = timesOf(await ask(restaurant, query))
    const nearest = [free.findLast((time) => time < '19:00'), free.find((time) => time > '19:00')]
    assert.deepEqual(timesOf(after), nearest)
  })

  it('has other times on one side only if there are none on the other', async () => {
    const early = await ask(restaurant, 'date=2026-11-24&party_size=4&around=08:00')
    assert.deepEqual(timesOf(early), ['11:00', '11:30'])
    assert.equal(early.asked?.reason_code, 'no_start')
  })

  it('is too soon if less time is left than the notice', async () => {
    const app = await startShop('restaurant', { now: Date.parse('2026-11-24T18:20:00+07:00') })
    const { asked } = await ask(app, 'date=2026-11-24&party_size=4&around=19:00&locale=en')
    assert.equal(asked?.reason_code, 'too_soon')
    assert.equal(asked?.reason, 'This needs at least 1 hour of notice.')
    const later = await ask(app, 'date=2026-11-24&party_size=4&around=19:30')
    assert.equal(later.asked?.free, true)
  })
})

describe('several days', () => {
  it('are each answered as a day of its own', async () => {
    for (const [app, query] of [
      [restaurant, 'party_size=4&meal=dinner'],
      [restaurant, 'party_size=4&around=19:00'],
      [spa, 'offerId=cho-hai-nguoi&from=10:00'],
      [salon, 'offerId=cat-nu&stylist_id=hoang-long'],
    ] as const) {
      const range = (await app.json(
        `/api/availability?date=2026-11-19&to_date=2026-11-25&${query}`,
      )) as unknown as Range
      assert.deepEqual([range.date, range.to_date], ['2026-11-19', '2026-11-25'])
      assert.equal(range.days.length, 7)
      for (const { free, total, share, ...day } of range.days) {
        const { timezone: _, ...alone } = (await ask(
          app,
          `date=${day.date}&${query}`,
        )) as Answer & {
          timezone: string
        }
        assert.deepEqual(day, alone)
        assert.equal(free === 0, day.reason !== undefined)
        assert.equal(share, total === 0 ? 0 : Math.round((free / total) * 1000) / 1000)
      }
    }
  })

  it('are at most fourteen, in order', async () => {
    const two = await restaurant.get('/api/availability?date=2026-11-20&to_date=2026-12-03')
    assert.equal(two.status, 200)
    for (const [query, fields] of [
      ['date=2026-11-20&to_date=2026-12-04', ['to_date']],
      ['date=2026-11-20&to_date=2026-11-19', ['to_date']],
      ['date=2026-11-20&from=19:00&to=18:00', ['to']],
      ['month=2026-11&to_date=2026-11-20&around=19:00', ['to_date', 'around']],
      ['to_date=2026-11-20', ['date', 'month']],
      ['date=2026-11-20&around=7pm', ['around']],
    ] as const) {
      assert.deepEqual(await wrongFields(restaurant, query), fields, query)
    }
  })
})

describe('the areas of a free time', () => {
  it('are all named, with what each has left', async () => {
    type TableSlot = Slot & { left_by_table_type: Record<string, number> }
    for (const guests of [2, 4, 9]) {
      const query = `date=2026-11-28&party_size=${guests}`
      const { slots } = await ask(restaurant, query)
      const byType = new Map<string, Slot[]>()
      for (const type of ['trong-nha', 'hien-vuon']) {
        byType.set(type, (await ask(restaurant, `${query}&table_type=${type}`)).slots)
      }
      for (const { time, left, left_by_table_type } of slots as TableSlot[]) {
        const expected = [...byType].flatMap(([type, own]) => {
          const slot = own.find((one) => one.time === time)
          return slot ? [[type, slot.left]] : []
        })
        assert.deepEqual(left_by_table_type, Object.fromEntries(expected), time)
        const sum = Object.values(left_by_table_type).reduce((all, one) => all + one, 0)
        assert.equal(sum, left)
      }
    }
  })
})

describe('the reason', () => {
  it('is that too few people are on duty, with who is', async () => {
    const day = await ask(spa, 'date=2026-11-25&offerId=cho-hai-nguoi&locale=en')
    assert.equal(day.reason_code, 'understaffed')
    assert.match(day.reason ?? '', /needs 2 therapists .* only 1 .*: Hồng Nhung\./)
  })

  it('is that no one who suits the request works, though others do', async () => {
    const men = 'date=2026-11-18&offerId=co-vai-gay&therapist_gender=male&locale=en'
    const day = await ask(spa, men)
    assert.equal(day.reason_code, 'off')
    assert.equal(day.reason, 'No therapist who fits the request works that day.')
  })

  it('is the shift of the requested person', async () => {
    const query = 'offerId=co-vai-gay&therapist_id=quoc-bao&locale=en'
    const day = await ask(spa, `date=2026-11-18&${query}`)
    assert.equal(day.reason, 'Quốc Bảo is off on Wednesday and works Monday, Thursday–Sunday.')
    const evening = await ask(spa, `date=2026-11-20&around=19:30&${query}`)
    assert.equal(evening.asked?.reason_code, 'off')
    assert.equal(evening.asked?.reason, 'Quốc Bảo works Monday, Thursday–Sunday 09:00–20:00.')
    const host = await ask(restaurant, 'date=2026-11-19&team_id=nguyen-thi-mai&locale=en')
    assert.equal(host.reason_code, 'off')
    assert.match(
      host.reason ?? '',
      /^Cô Mai is off on Thursday and works Tuesday, Wednesday, Friday–Sunday\.$/,
    )
  })

  it('is the reason of the shop on a closed day', async () => {
    const app = await startShop('restaurant', { now: Date.parse('2027-01-20T09:00:00+07:00') })
    const day = await ask(app, 'date=2027-02-05&locale=en')
    assert.equal(day.reason_code, 'closed')
    assert.match(day.reason ?? '', /Tết/)
  })

  it('is the party size if nothing fits it', async () => {
    const folder = copyOf('restaurant')
    const file = join(folder, 'tables.yaml')
    const tables = readFileSync(file, 'utf8')
    writeFileSync(file, tables.replace(/^joins:\n( .*\n)+/m, 'joins: []\n'))
    const app = await startShop('restaurant', { shop: findTrade('restaurant').open(folder) })
    const query = 'date=2026-11-24&table_type=hien-vuon&locale=en'
    const day = await ask(app, `${query}&party_size=7`)
    assert.deepEqual([day.slots, day.reason_code], [[], 'party_size'])
    assert.equal(day.reason, 'Nothing here fits a party of 7; at most 6 guests.')
    assert.equal((await ask(app, `${query}&party_size=6`)).reason, undefined)
  })

  it('is given for every day of a month that is not free, in every trade', async () => {
    for (const [app, query] of [
      [restaurant, 'party_size=4'],
      [spa, 'offerId=cho-hai-nguoi'],
      [spa, ''],
      [salon, 'offerId=cat-nu&stylist_id=hoang-long'],
    ] as const) {
      for (const month of ['2026-11', '2027-01', '2027-03']) {
        const { days } = (await app.json(
          `/api/availability?month=${month}&${query}`,
        )) as unknown as { days: (Month['days'][number] & Reason)[] }
        for (const { date, free, reason, reason_code } of days) {
          assert.equal(free === 0, Boolean(reason && reason_code), `${query} ${date}`)
        }
        const past = days.filter(({ reason_code }) => reason_code === 'past')
        assert.equal(past.length, month === '2026-11' ? 15 : 0)
      }
    }
  })
})
