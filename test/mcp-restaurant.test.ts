/** The tools that only the restaurant has. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  expectToolError,
  expectToolResult,
  type JsonRecord,
  listAllPages,
} from './support/assistant.ts'
import { book, dayOf, monthOf, rowCounts, type Slot, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { languages, startShop } from './support/shop.ts'
import { type FreeStarts, readStarts } from './support/starts.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 1000 }))

type Dish = {
  id: string
  name: string
  category: string
  price_vnd: number
  spice: number
  diet: string[]
  allergens: string[]
}

type Offer = { id: string; kind: string; name: string; price: { amount: number } }

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

const menu = openBefore(() => listAllPages<Dish>(app, 'get_menu', 'dishes'))

const offersOf = async (locale: string) =>
  ((await app.json(`/api/offers?limit=100&locale=${locale}`)) as { offers: Offer[] }).offers

describe('get_menu', () => {
  it('returns each of the 31 dishes once, page by page', async () => {
    assert.equal(menu.length, 31)
    assert.equal(new Set(ids(menu)).size, 31)
    const byTwo = await listAllPages<Dish>(app, 'get_menu', 'dishes', { limit: 2 })
    assert.deepEqual(ids(byTwo), ids(menu))
    const dishes = (await offersOf('vi')).filter(({ kind }) => kind === 'dish')
    assert.deepEqual(
      new Map(menu.map(({ id, price_vnd }) => [id, price_vnd])),
      new Map(dishes.map(({ id, price }) => [id, price.amount])),
    )
  })

  const filters: [what: string, args: JsonRecord, fits: (dish: Dish) => boolean][] = [
    ['diet', { diet: 'vegetarian' }, ({ diet }) => diet.includes('vegetarian')],
    ['spice', { max_spice: 1 }, ({ spice }) => spice <= 1],
    ['no spice', { max_spice: 0 }, ({ spice }) => spice === 0],
    ['price', { max_price: 75_000 }, ({ price_vnd }) => price_vnd <= 75_000],
    [
      'allergens',
      { exclude_allergens: ['fish', 'crustaceans'] },
      ({ allergens }) => !allergens.includes('fish') && !allergens.includes('crustaceans'),
    ],
    ['category', { category: 'kho, canh, com' }, ({ category }) => category === 'kho-canh-com'],
    [
      'all filters',
      { diet: 'no_pork', max_spice: 1, exclude_allergens: ['gluten'], max_price: 150_000 },
      ({ diet, spice, allergens, price_vnd }) =>
        diet.includes('no_pork') &&
        spice <= 1 &&
        !allergens.includes('gluten') &&
        price_vnd <= 150_000,
    ],
  ]
  for (const [what, args, fits] of filters) {
    it(`filters by ${what}`, async () => {
      const wanted = menu.filter(fits)
      assert.ok(wanted.length > 0 && wanted.length < menu.length)
      assert.deepEqual(ids(await listAllPages<Dish>(app, 'get_menu', 'dishes', args)), ids(wanted))
      assert.equal((await expectToolResult(app, 'get_menu', args)).total, wanted.length)
    })
  }

  it('accepts a category by any of its names, and lists the categories', async () => {
    const expected = ids(menu.filter(({ category }) => category === 'trang-mieng'))
    assert.ok(expected.length > 0)
    for (const category of ['trang-mieng', 'Tráng miệng', 'trang mieng', 'TRANG MIENG']) {
      const dishes = await listAllPages<Dish>(app, 'get_menu', 'dishes', { category })
      assert.deepEqual(ids(dishes), expected, category)
    }
    const { choices } = await expectToolError(app, 'get_menu', { category: 'pizza' })
    assert.deepEqual(choices, ['khoi-vi', 'nuong-than', 'kho-canh-com', 'trang-mieng'])
  })

  it('finds dishes by words, with or without diacritics', async () => {
    for (const query of ['cá kho', 'ca kho', 'CA KHO']) {
      const dishes = await listAllPages<Dish>(app, 'get_menu', 'dishes', { query })
      assert.ok(ids(dishes).includes('ca-kho-lang-vu-dai'), query)
      assert.ok(dishes.length < 20, query)
    }
    const none = await expectToolResult(app, 'get_menu', { query: 'xyzzyqq' })
    assert.deepEqual([none.dishes, none.total, none.next_cursor], [[], 0, null])
  })

  it('accepts a cursor only with the filters of its first page', async () => {
    const { next_cursor } = await expectToolResult(app, 'get_menu', { diet: 'no_pork', limit: 3 })
    const other = await expectToolError(app, 'get_menu', {
      diet: 'vegan',
      limit: 3,
      cursor: next_cursor,
    })
    assert.deepEqual([other.who, other.field], ['model', 'cursor'])
  })

  it('never calls a dish safe', async () => {
    for (const locale of languages) {
      const { disclaimer } = await expectToolResult(app, 'get_menu', {
        exclude_allergens: ['fish'],
        locale,
      })
      assert.match(String(disclaimer), locale === 'vi' ? /không thể hứa/ : /cannot promise/)
    }
  })
})

describe('get_dish', () => {
  it('returns the story of the six signature dishes, and what completes the meal', async () => {
    const dishResults = await Promise.all(
      menu.map(({ id }) => expectToolResult(app, 'get_dish', { dish_id: id })),
    )
    const signature = dishResults.filter(({ journey }) => journey !== undefined)
    assert.equal(signature.length, 6)
    for (const { journey, completes_with } of signature) {
      assert.equal((journey as object[]).length, 6)
      const others = completes_with as Dish[]
      assert.ok(others.length > 0)
      for (const { id, price_vnd } of others) {
        assert.equal(price_vnd, menu.find((dish) => dish.id === id)?.price_vnd)
      }
    }
    for (const [index, { dish }] of dishResults.entries()) {
      const { price, ...facts } = dish as Dish & { price: { amount: number } }
      assert.equal(price.amount, menu[index]?.price_vnd)
      assert.deepEqual(facts.allergens, menu[index]?.allergens)
    }
  })

  it('names the nearest dish if a dish is unknown', async () => {
    const error = await expectToolError(app, 'get_dish', { dish_id: 'ca-ko-vu-dai', locale: 'en' })
    assert.deepEqual([error.who, error.nearest], ['model', 'ca-kho-lang-vu-dai'])
    assert.match(error.message, /Vũ Đại village braised black carp/)
  })
})

describe('get_set_menus', () => {
  type Set5 = {
    id: string
    guests: number
    price_vnd: number
    price_per_head_vnd: number
    dishes: string[]
    price: { amount: number }
    price_per_head: { amount: number }
    saving: { amount: number }
    allergens: string[]
  }

  it('prices five sets at 5% below their dishes, and lists their allergens', async () => {
    const offers = await offersOf('vi')
    const listed = await expectToolResult<{ sets: Set5[] }>(app, 'get_set_menus')
    assert.equal(listed.sets.length, 5)
    for (const brief of listed.sets) {
      const { sets } = await expectToolResult<{ sets: Set5[] }>(app, 'get_set_menus', {
        set_id: brief.id,
      })
      const [set = brief, ...others] = sets
      assert.deepEqual(others, [])
      assert.deepEqual({ ...set, ...brief }, set)
      assert.deepEqual(
        [brief.price_vnd, brief.price_per_head_vnd],
        [set.price.amount, set.price_per_head.amount],
      )
      let apart = 0
      const allergens = new Set<string>()
      for (const line of set.dishes) {
        const [, count = '1', name] = /^(?:(\d+) × )?(.+)$/.exec(line) ?? []
        const offer = offers.find((one) => one.kind === 'dish' && one.name === name)
        assert.ok(offer, line)
        apart += Number(count) * offer.price.amount
        for (const one of menu.find(({ id }) => id === offer.id)?.allergens ?? []) {
          allergens.add(one)
        }
      }
      assert.equal(set.price.amount, apart * 0.95, set.id)
      assert.equal(set.saving.amount, apart - set.price.amount)
      assert.equal(set.price_per_head.amount, Math.round(set.price.amount / set.guests))
      assert.deepEqual([...set.allergens].sort(), [...allergens].sort())
      assert.equal(offers.find(({ id }) => id === set.id)?.price.amount, set.price.amount)
    }
  })

  it('suggests the set closest to the party size, and the larger of two', async () => {
    for (const [guests, size] of [
      [1, 2],
      [2, 2],
      [3, 3],
      [5, 6],
      [7, 6],
      [8, 10],
      [30, 10],
    ]) {
      const { sets, closest_fit } = await expectToolResult<{ sets: Set5[]; closest_fit: string }>(
        app,
        'get_set_menus',
        { guests },
      )
      assert.equal(sets.find(({ id }) => id === closest_fit)?.guests, size, `${guests} guests`)
    }
    assert.equal('closest_fit' in (await expectToolResult(app, 'get_set_menus')), false)
  })

  it('says what a party orders that is larger than the set is for', async () => {
    const args = { set_id: 'Set meal for two', guests: 3, locale: 'en' }
    const { note, summary } = await expectToolResult(app, 'get_set_menus', args)
    assert.match(
      String(note),
      /^“Set meal for two” is for 2, the party has 3\. A larger party adds/,
    )
    assert.match(String(summary), /A larger party adds single dishes/)
    const fitting = await expectToolResult(app, 'get_set_menus', { guests: 4, locale: 'en' })
    assert.equal(fitting.note, undefined)
  })

  it('returns the texts of a journey only if they are asked for', async () => {
    type Journey = { journey: { name: string; text?: string }[] }
    const dish = { dish_id: 'ca-kho-lang-vu-dai' }
    const brief = await expectToolResult<Journey>(app, 'get_dish', dish)
    const whole = await expectToolResult<Journey>(app, 'get_dish', { ...dish, journey: true })
    assert.deepEqual(
      brief.journey,
      whole.journey.map(({ name }) => ({ name })),
    )
    assert.ok(whole.journey.every(({ text }) => text))
  })
})

describe('get_reservation_policy', () => {
  const amount = (value: unknown) => (value as { amount: number }).amount
  for (const [party_size, expected] of [
    [2, [false, 0, 15, 60, 90, 2]],
    [7, [false, 0, 15, 60, 120, 2]],
    [8, [false, 800_000, 20, 1440, 150, 24]],
    [14, [false, 1_400_000, 20, 1440, 150, 24]],
  ] as const) {
    it(`returns the rules for ${party_size} guests`, async () => {
      const policy = await expectToolResult(app, 'get_reservation_policy', { party_size })
      assert.deepEqual(
        [
          policy.by_phone_only,
          amount(policy.deposit),
          policy.hold_minutes,
          policy.notice_minutes,
          policy.table_minutes,
          policy.free_cancellation_hours,
        ],
        expected,
      )
      const room = policy.private_room as JsonRecord | undefined
      assert.equal(room === undefined, party_size < 8)
      if (room) assert.equal(amount(room.minimum_spend), 5_000_000)
      if (room) assert.equal(amount(room.deposit_instead), 1_500_000)
      assert.equal(policy.horizon_days, 60)
    })
  }

  it('has no rule for parties that must phone', async () => {
    const policy = await expectToolResult(app, 'get_reservation_policy', { party_size: 15 })
    assert.equal(policy.by_phone_only, true)
    for (const name of ['deposit', 'hold_minutes', 'private_room', 'policy_code']) {
      assert.equal(policy[name], undefined, name)
    }
  })

  it('returns a policy code that is valid only for parties of that size', async () => {
    const policyOf = (party_size: number) =>
      expectToolResult(app, 'get_reservation_policy', { party_size })
    const [small, eight, nine] = [await policyOf(7), await policyOf(8), await policyOf(9)]
    assert.equal(small.policy_code, undefined)
    assert.notEqual(eight.policy_code, nine.policy_code)
    const args = { ...request, party_size: 9, date: '2026-11-25', consent: true }
    const problem = await expectToolError(app, 'request_reservation', {
      ...args,
      policy_code: eight.policy_code,
    })
    assert.equal(problem.field, 'policy_code')
    assert.match(problem.message, /Nhóm 9 người.*900\.000 ₫/)
    const { read_back } = await expectToolResult(app, 'request_reservation', {
      ...args,
      table_type: 'phong-rieng',
      policy_code: nine.policy_code,
    })
    assert.match(String(read_back), /5\.000\.000 ₫.*1\.500\.000 ₫.*24 giờ/)
  })

  it('is rejected together with the other errors of a call if it is wrong', async () => {
    const policy_code = 'policy-000000'
    const args = { ...request, party_size: 9, consent: true, date: '2026-11-25', policy_code }
    for (const [change, also] of [
      [{ date: '2026-11-10' }, 'đã qua'],
      [{ date: '2026-11-23' }, 'nghỉ Thứ Hai'],
      [{ time: '16:30' }, '17:00'],
      [{ table_type: 'phong-rieng', date: '2026-11-17' }, 'không còn giờ nào'],
      [{ phone: '12' }, 'không tồn tại'],
    ] as const) {
      const { message } = await expectToolError(app, 'request_reservation', { ...args, ...change })
      for (const part of [also, 'policy_code']) assert.ok(message.includes(part), message)
    }
    const quiet = await rowCounts(app)
    await expectToolError(app, 'request_reservation', args)
    assert.deepEqual(await rowCounts(app), quiet)
  })
})

const request = {
  time: '18:30',
  party_size: 2,
  name: 'Nguyễn Thị Lan',
  phone: '0912 345 678',
}

type TableSlot = Slot & { left_by_table_type: Record<string, number> }

describe('check_table_availability', () => {
  type Free = FreeStarts & {
    open: boolean
    duration_minutes?: number
    shorter?: Record<string, number>
  }

  it('returns the same times as the API after each booking', async () => {
    const times = async () => {
      const query = { date: table.date, party_size: table.party_size }
      const free = await expectToolResult<Free>(app, 'check_table_availability', query)
      return readStarts(free).map(({ time }) => time)
    }
    assert.ok((await times()).includes(table.time))
    while ((await book(app, table)).status === 202);
    assert.ok(!(await times()).includes(table.time))
    for (const toolArguments of [
      { date: table.date },
      { date: table.date, party_size: 4 },
      { date: table.date, party_size: 10 },
      { date: table.date, party_size: 8, table_type: 'phong-rieng' },
      { date: table.date, party_size: 2, table_type: 'hien-vuon' },
      { date: table.date, team_id: 'hoang-thanh-van' },
      { date: '2026-11-17', party_size: 9 },
    ]) {
      const query = Object.entries(toolArguments).map(([name, value]) => `${name}=${value}`)
      const day = await dayOf(app, query.join('&'))
      const free = await expectToolResult<Free>(app, 'check_table_availability', toolArguments)
      assert.deepEqual(
        readStarts(free).map(({ time, kinds }) => ({
          time,
          kinds,
          minutes: free.shorter?.[time] ?? free.duration_minutes,
        })),
        (day.slots as TableSlot[]).map(({ time, left_by_table_type, duration_minutes }) => ({
          time,
          kinds: Object.keys(left_by_table_type),
          minutes: duration_minutes,
        })),
      )
      assert.equal(free.open, day.open)
    }
  })

  it('returns why a day is closed and the next open days', async () => {
    const availability = await expectToolResult(app, 'check_table_availability', {
      date: '2026-11-23',
      locale: 'en',
    })
    assert.deepEqual(
      [availability.open, availability.weekday, availability.starts],
      [false, 'Monday', undefined],
    )
    assert.match(String(availability.reason), /closed on Monday/)
    const { days } = await monthOf(app, 'month=2026-11&party_size=2')
    const later = days.filter(({ date, free }) => date > '2026-11-23' && free > 0).slice(0, 3)
    assert.deepEqual(
      (availability.next_free_dates as { date: string; free: number }[]).map(({ date, free }) => ({
        date,
        free,
      })),
      later.map(({ date, free }) => ({ date, free })),
    )
  })

  it('rejects a weekday that does not match the date, with both readings', async () => {
    const problem = await expectToolError(app, 'check_table_availability', {
      date: '2026-11-20',
      weekday: 'saturday',
      locale: 'en',
    })
    assert.deepEqual([problem.who, problem.field], ['guest', 'weekday'])
    assert.deepEqual(problem.choices, ['2026-11-20', '2026-11-21'])
    for (const day of ['Friday 20', 'Saturday 21']) assert.ok(problem.message.includes(day), day)
  })

  it('accepts a weekday in the words of guests', async () => {
    const plain = await expectToolResult(app, 'check_table_availability', { date: '2026-11-20' })
    for (const weekday of ['friday', 'Fri', 'thứ sáu', 'Thứ Sáu', 'thu sau', 'thứ 6', 'T6']) {
      const availability = await expectToolResult(app, 'check_table_availability', {
        date: '2026-11-20',
        weekday,
      })
      assert.deepEqual(availability, plain, weekday)
    }
    for (const weekday of ['5', '6', 'thứ', 'someday']) {
      const query = { date: '2026-11-20', weekday }
      const { field } = await expectToolError(app, 'check_table_availability', query)
      assert.equal(field, 'weekday')
    }
    const sunday = { date: '2026-11-22', weekday: 'CN' }
    assert.equal((await expectToolResult(app, 'check_table_availability', sunday)).open, true)
  })

  it('counts the free times of a month as the API does', async () => {
    for (const month of ['2026-11', '2026-12', '2027-02']) {
      const { days } = await monthOf(app, `month=${month}&party_size=4`)
      const availability = await expectToolResult(app, 'check_table_availability', {
        month,
        party_size: 4,
      })
      const counts = Object.entries(availability.free_by_day as Record<string, number>)
      assert.deepEqual(
        counts.map(([day, free]) => [day.slice(0, 10), free]),
        days.filter(({ free }) => free > 0).map(({ date, free }) => [date, free]),
      )
    }
  })

  it('refers 15 guests to the phone', async () => {
    const problem = await expectToolError(app, 'check_table_availability', {
      date: '2026-11-20',
      party_size: 15,
    })
    assert.deepEqual([problem.who, problem.field], ['guest', 'party_size'])
    assert.match(problem.message, /\+84 24 3718 0146/)
  })
})

describe('request_reservation', () => {
  it('reports a wrong weekday and a wrong policy code together', async () => {
    const problem = await expectToolError(app, 'request_reservation', {
      ...table,
      weekday: 'saturday',
      party_size: 9,
      policy_code: 'policy-000000',
      consent: true,
    })
    for (const part of ['hay', 'policy_code']) assert.ok(problem.message.includes(part), part)
  })
})
