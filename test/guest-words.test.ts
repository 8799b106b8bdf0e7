/** Diets and areas as guests name them: what is understood, and what the shop says nothing about. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { call, expectToolError, expectToolResult } from './support/assistant.ts'
import { openNightSpa } from './support/bar.ts'
import { copyOf } from './support/content-errors.ts'
import { openBefore } from './support/lifetime.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { phoStall } from './support/shop-folders.ts'

const app = openBefore(() => startShop('restaurant'))
const spa = openBefore(() => startShop('spa'))
const salon = openBefore(() => startShop('salon'))
const nightSpa = openBefore(() => startShop('spa', { shop: openNightSpa() }))

type Menu = { summary: string; total: number; table?: { rows: (string | number)[][] } }

const menu = (args: object) => expectToolResult<Menu>(app, 'get_menu', { locale: 'en', ...args })

describe('diet in get_menu', () => {
  it('leaves out what “free” and “không” name, and says so', async () => {
    for (const [diet, allergen, name] of [
      ['gluten-free', 'gluten', 'Gluten'],
      ['Gluten free', 'gluten', 'Gluten'],
      ['không gluten', 'gluten', 'Gluten'],
      ['coeliac', 'gluten', 'Gluten'],
      ['dairy-free', 'milk', 'Milk'],
      ['lactose free', 'milk', 'Milk'],
      ['không có sữa', 'milk', 'Milk'],
      ['no eggs', 'eggs', 'Eggs'],
      ['shellfish-free', ['crustaceans', 'molluscs'], 'Crustaceans, Molluscs'],
    ] as const) {
      const expected = await menu({ exclude_allergens: allergen })
      const found = await menu({ diet })
      assert.deepEqual(found.table, expected.table, diet)
      assert.ok(
        found.summary.startsWith(
          `Read “${diet}” as without dishes that contain ${name} (exclude_allergens).`,
        ),
        found.summary,
      )
    }
  })

  it('combines a diet with what is left out, as a list, a text or beside exclude_allergens', async () => {
    const expected = await menu({ diet: 'vegetarian', exclude_allergens: ['gluten', 'milk'] })
    for (const args of [
      { diet: ['vegetarian', 'gluten-free', 'dairy-free'] },
      { diet: 'ăn chay và không gluten, dairy-free' },
      { diet: 'vegetarian, dairy-free', exclude_allergens: ['gluten'] },
      { exclude_allergens: ['gluten'], diet: 'vegetarian, dairy-free' },
    ]) {
      assert.deepEqual((await menu(args)).table, expected.table, JSON.stringify(args))
    }
    const error = await expectToolError(app, 'get_menu', { diet: ['vegan', 'pescatarian'] })
    assert.deepEqual([error.who, error.choices], ['model', ['vegan', 'pescatarian']])
  })

  it('says that the shop states nothing about another diet', async () => {
    for (const diet of ['keto', 'paleo', 'low carb', 'kosher']) {
      const error = await expectToolError(app, 'get_menu', { diet, locale: 'en' })
      assert.equal(error.who, 'guest')
      assert.match(error.message, new RegExp(`^The restaurant states nothing about “${diet}”`))
      assert.match(error.message, /It states: Vegan, /)
    }
    const halal = await expectToolError(app, 'get_menu', { diet: 'halal', locale: 'en' })
    assert.match(halal.message, /^No dish is declared halal/)
    const typo = await expectToolError(app, 'get_menu', { diet: 'vegetarain', locale: 'en' })
    assert.deepEqual([typo.who, typo.nearest], ['model', 'vegetarian'])
  })

  it('asks which nuts are meant, because only peanuts are tracked', async () => {
    const error = await expectToolError(app, 'get_menu', { diet: 'nut-free', locale: 'en' })
    assert.match(error.message, /Tree nuts are not tracked/)
  })

  it('is understood in a query, also over HTTP', async () => {
    const expected = await menu({ exclude_allergens: 'gluten' })
    const found = await menu({ query: 'gluten-free' })
    assert.deepEqual([found.total, found.table], [expected.total, expected.table])
    const ids = async (query: string) => {
      const page = (await app.json(`/api/offers?limit=100&${query}`)) as {
        offers: { id: string }[]
      }
      return page.offers.map(({ id }) => id)
    }
    assert.deepEqual(await ids('q=gluten-free'), await ids('exclude_allergens=gluten'))
  })
})

describe('table_type', () => {
  const areasOf = async (shop: RunningShop, table_type: string) => {
    const result = await expectToolResult<{ starts: Record<string, string> }>(
      shop,
      'check_table_availability',
      { date: '2026-11-20', table_type },
    )
    return Object.keys(result.starts)
  }

  it('is understood in the words of guests', async () => {
    for (const [area, words] of [
      ['trong-nha', ['inside', 'indoor', 'Indoors', 'trong nhà', 'bên trong', 'an indoor table']],
      [
        'hien-vuon',
        [
          ...['outside', 'outdoor', 'outdoors', 'ngoài trời', 'bàn ngoài trời', 'sân', 'ngoài sân'],
          ...['garden', 'ngồi ngoài', 'hiên', 'ngoài hiên', 'terrace'],
        ],
      ],
    ] as const) {
      for (const word of words) assert.deepEqual(await areasOf(app, word), [area], word)
    }
  })

  it('has the names beside the ids of the choices if it is unknown', async () => {
    for (const [locale, names] of [
      ['vi', ['Trong nhà', 'Hiên vườn', 'Phòng riêng']],
      ['en', ['Indoors', 'Garden veranda', 'Private room']],
    ] as const) {
      const error = await expectToolError(app, 'check_table_availability', {
        ...{ date: '2026-11-20', table_type: 'rooftop', locale },
      })
      assert.deepEqual(error.choices, ['trong-nha', 'hien-vuon', 'phong-rieng'])
      assert.deepEqual(error.choice_names, names)
    }
  })

  it('is a question if several areas fit, and knows the other names of the content', async () => {
    const tables = `types:
  - { id: san, name: { vi: Sân trước, en: Front yard }, also: [patio lớn] }
  - { id: vuon, name: { vi: Vườn sau, en: Back garden } }
tables:
  - { seats: 4, type: san }
  - { seats: 4, type: vuon }
`
    const shop = findTrade('restaurant').open(phoStall({ 'tables.yaml': tables }))
    const stall = await startShop('restaurant', { shop })
    const error = await expectToolError(stall, 'check_table_availability', {
      ...{ date: '2026-11-20', table_type: 'outside' },
    })
    assert.deepEqual([error.who, error.choices], ['guest', ['san', 'vuon']])
    assert.deepEqual(await areasOf(stall, 'patio lon'), ['san'])
    assert.deepEqual(await areasOf(stall, 'vườn'), ['vuon'])
  })
})

describe('service_id', () => {
  const day = { date: '2026-11-20', locale: 'en' }
  const check = (shop: RunningShop, args: object) =>
    expectToolResult<{ for: string }>(shop, 'check_slots', { ...day, ...args })
  const ask = (shop: RunningShop, args: object, tool = 'check_slots') =>
    expectToolError(shop, tool, { ...day, ...args })

  it('is not asked for the minutes that the call already names', async () => {
    const of90 = ['massage-nhip-cham', 'massage-da-am']
    for (const args of [
      { service_id: 'massage 90 phút' },
      { service_id: '90-minute massage' },
      { service_id: 'massage 1,5 giờ' },
      { service_id: 'massage', minutes: 90 },
      { service_id: 'massage', duration_minutes: '90' },
      { service_id: 'massage', duration: '90 minutes' },
    ]) {
      const error = await ask(spa, args)
      assert.deepEqual([error.who, error.choices], ['guest', of90], JSON.stringify(args))
    }
    for (const args of [
      { service_id: 'massage đá 90 phút' },
      { service_id: 'stone massage', minutes: 90 },
      { service_id: 'massage-da-am', minutes: 90 },
    ]) {
      assert.equal((await check(spa, args)).for, '“Warm Stone Massage”', JSON.stringify(args))
    }
  })

  it('is a question if the service has other minutes', async () => {
    const error = await ask(spa, { service_id: 'co-vai-gay', minutes: 90 })
    assert.deepEqual([error.who, error.choices], ['guest', ['co-vai-gay']])
    assert.match(error.message, /takes 45 minutes; there is none of 90 minutes/)
  })

  it('is not asked for the hair length that the call already names', async () => {
    for (const args of [
      { service_id: 'nhuom-mot-mau', length: 'dai' },
      { service_id: 'nhuom-mot-mau', hair_length: 'long' },
      { service_id: 'nhuom-mot-mau', minutes: 150 },
      { service_id: 'nhuom-mot-mau-dai', length: 'dai' },
    ]) {
      assert.equal((await check(salon, args)).for, '“All-over Colour, long hair”')
    }
    assert.equal((await check(salon, { service_id: 'cat-nu', length: 'dai' })).for, '“Women’s Cut”')
    const request = { name: 'Lan', phone: '0912345678', time: '10:00' }
    const { structuredContent } = await call(salon, 'request_appointment', {
      ...{ ...day, ...request, service_id: 'nhuom-mot-mau', length: 'dai' },
    })
    assert.match(String(structuredContent?.read_back), /^All-over Colour, long hair on Friday/)
  })

  it('has the minutes and prices in its question', async () => {
    const error = await ask(salon, { service_id: 'nhuom-mot-mau' })
    assert.match(error.message, /^Which one: short hair \(120 min, 650,000 ₫\) · /)
  })
})

describe('list_services', () => {
  type Services = { total: number; services?: { id: string }[]; nearest?: true; summary: string }
  const find = (shop: RunningShop, args: object) =>
    expectToolResult<Services>(shop, 'list_services', { locale: 'en', ...args })

  it('finds services by words, in both languages and by synonyms', async () => {
    for (const query of ['stone', 'đá ấm']) {
      const { services, nearest } = await find(spa, { query })
      assert.deepEqual(
        services?.map(({ id }) => id),
        ['massage-da-am'],
        query,
      )
      assert.equal(nearest, undefined)
    }
    const massages = await find(spa, { query: 'mát xa' })
    assert.equal(massages.total, (await find(spa, { query: 'massage' })).total)
    const short = await find(spa, { query: 'massage', max_minutes: 45 })
    assert.deepEqual(
      short.services?.map(({ id }) => id),
      ['co-vai-gay'],
    )
  })

  it('says what the nearest services have in common with the words', async () => {
    const found = await find(spa, { query: 'garden yoga' })
    assert.equal(found.nearest, true)
    assert.match(found.summary, /^No service has that name\. Nearest, by description: /)
    const none = await find(spa, { query: 'helicopter' })
    assert.deepEqual([none.total, none.services, none.nearest], [0, [], undefined])
  })
})

describe('list_stylists', () => {
  it('names the services of each person, without the lengths of hair', async () => {
    type Stylists = { stylists: { id: string; services: string[] }[] }
    const { stylists } = await expectToolResult<Stylists>(salon, 'list_stylists', {})
    for (const { id, services } of stylists) {
      const listed = await expectToolResult<{
        table?: { rows: string[][] }
        services?: { id: string }[]
      }>(salon, 'list_services', { stylist_id: id })
      const ids = listed.table?.rows.map(([one]) => one) ?? listed.services?.map((one) => one.id)
      const isDone = (one = '') =>
        services.some((service) => one === service || one.startsWith(`${service}-`))
      assert.ok(ids && ids.length >= services.length && ids.every(isDone), id)
    }
  })
})

describe('a time without a part of the day', () => {
  const check = (args: object) =>
    expectToolResult<{ asked: string }>(app, 'check_table_availability', args)

  it('is the one at which a booking may start that day', async () => {
    for (const [around, asked] of [
      ['11h', '11:00'],
      ['11', '11:00'],
      ['7h', '19:00'],
    ] as const) {
      for (const args of [
        { date: '2026-11-20', around },
        { around, date: '20/11' },
      ]) {
        assert.equal((await check(args)).asked, asked, JSON.stringify(args))
      }
    }
    const { structuredContent } = await call(app, 'request_reservation', {
      ...{ name: 'Lan', phone: '0912345678', party_size: 2, time: '11h', date: '2026-11-20' },
    })
    assert.match(String(structuredContent?.read_back), /11:00/)
  })

  it('is a question if a booking may start at both', async () => {
    const shop = findTrade('restaurant').open(phoStall())
    const stall = await startShop('restaurant', { shop })
    const error = await expectToolError(stall, 'check_table_availability', {
      ...{ date: '2026-11-20', around: '7h' },
    })
    assert.deepEqual([error.who, error.choices], ['guest', ['07:00', '19:00']])
  })
})

describe('an argument under two names', () => {
  const names = { date: '2026-11-27', party_size: 4 }
  const check = (args: object) =>
    expectToolResult<{ date: string; for: string }>(app, 'check_table_availability', {
      ...{ ...names, ...args, locale: 'en' },
    })

  it('is understood if both say the same', async () => {
    for (const args of [
      { day: '2026-11-27' },
      { day: '27/11' },
      { day: 'friday' },
      { day: 'thứ sáu' },
      { guests: '4 people' },
    ]) {
      const { date, for: subject } = await check(args)
      assert.deepEqual([date, subject], ['2026-11-27', '4 guests'], JSON.stringify(args))
    }
  })

  it('is an error of the model that names both if they differ', async () => {
    for (const [args, field, message] of [
      [{ day: '2026-11-28' }, 'day', /^day “2026-11-28” and date “2026-11-27” differ/],
      [{ day: 'saturday' }, 'day', /^day “saturday” and date “2026-11-27” differ/],
      [{ guests: 5 }, 'guests', /^guests “5” and party_size “4” differ: send only party_size/],
    ] as const) {
      const error = await expectToolError(app, 'check_table_availability', {
        ...{ ...names, ...args, locale: 'en' },
      })
      assert.deepEqual([error.who, error.field, error.code], ['model', field, 'repeated'])
      assert.match(error.message, message)
    }
  })
})

describe('a day on which the requested person does not work', () => {
  it('is named as the day off, in both languages', async () => {
    const request = { service_id: 'cat-nam', date: '2026-11-19', stylist_id: 'minh-khang' }
    for (const [locale, text] of [
      ['vi', /Minh Khang nghỉ Thứ Năm, làm việc Thứ Hai–Thứ Tư, /],
      ['en', /Minh Khang is off on Thursday and works Monday–Wednesday, /],
    ] as const) {
      const { summary } = await expectToolResult<{ summary: string }>(salon, 'check_slots', {
        ...{ ...request, locale },
      })
      assert.match(summary, text)
    }
  })
})

describe('a set meal for fewer guests than the party', () => {
  const request = { name: 'Lan', phone: '0912345678', date: '2026-11-20', time: '19:00' }
  const order = { ...request, party_size: 3, set_menu_id: 'mam-hai-nguoi', locale: 'en' }

  it('comes with the rule of the restaurant', async () => {
    const { structuredContent } = await call(app, 'request_reservation', order)
    assert.match(JSON.stringify(structuredContent?.warnings), /A larger party adds single dishes/)
  })

  it('is a question to the guest if the restaurant has no rule', async () => {
    const folder = copyOf('restaurant')
    const file = join(folder, 'set-meals.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^other_sizes:\n( {2}.*\n)+/m, ''))
    const silent = await startShop('restaurant', { shop: findTrade('restaurant').open(folder) })
    const error = await expectToolError(silent, 'request_reservation', order)
    assert.deepEqual([error.who, error.field], ['guest', 'set_menu_id'])
    assert.deepEqual(error.choices, [
      ...['mam-chay-ba-nguoi', 'mam-bon-nguoi', 'mam-sau-nguoi', 'mam-muoi-nguoi'],
    ])
  })
})

describe('an hour without its half of the day', () => {
  const args = { service_id: 'co-vai-gay', date: '2026-11-20', locale: 'en' }
  const guest = { name: 'Trần Hà', phone: '0912 345 678', dry_run: true }

  it('is a question for the guest if both can be booked', async () => {
    const sent = { ...args, ...guest, time: '10' }
    const error = await expectToolError(nightSpa, 'request_appointment', sent)
    assert.deepEqual([error.who, error.field], ['guest', 'time'])
    assert.equal(error.message, 'Is “10” 10:00 or 22:00?')
    assert.deepEqual(error.choices, ['10:00', '22:00'])
  })

  it('is read if only one can be booked', async () => {
    const sent = { ...args, ...guest, time: '10' }
    const { summary } = await expectToolResult<{ summary: string }>(
      spa,
      'request_appointment',
      sent,
    )
    assert.match(summary, /^Read “10” as 10:00\./)
  })
})
