/** The tools that only the spa has. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { parse } from 'yaml'
import {
  expectToolError,
  expectToolResult,
  type JsonRecord,
  listAllPages,
  listTools,
} from './support/assistant.ts'
import { book, dayOf, massage, monthOf } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { seed } from './support/seed.ts'
import { startShop } from './support/shop.ts'
import { type FreeStarts, readStarts } from './support/starts.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 1000 }))

type Service = {
  id: string
  category: string
  duration_minutes: number
  therapists: string[]
  feelings: string[]
}

type Therapist = { id: string; gender: string; iso_weekdays: number[]; treatments: string[] }

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

const services = openBefore(() => listAllPages<Service>(app, 'list_services', 'services'))
const therapists = openBefore(
  async () =>
    (await expectToolResult<{ therapists: Therapist[] }>(app, 'list_therapists')).therapists,
)

const folder = fileURLToPath(new URL('../content/spa/treatments', import.meta.url))

/** The services that the content files mark so. */
const treatments = readdirSync(folder).flatMap((file) => {
  const { treatments } = parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
    treatments: { id: string; facial: boolean; minutes: number; ask_first: string[] }[]
  }
  return treatments
})
const facials = new Set(treatments.filter(({ facial }) => facial).map(({ id }) => id))

describe('list_services', () => {
  it('returns each treatment once, and no cards', () => {
    assert.deepEqual(ids(services), ids(treatments))
    assert.deepEqual(
      new Set(services.map(({ category }) => category)),
      new Set(['cham-soc-da-mat', 'massage-body', 'goi-dau-duong-sinh', 'goi-ket-hop']),
    )
  })

  it('lists memberships under “the” and gift cards under “qua”', async () => {
    for (const [category, kind] of [
      ['the', 'membership'],
      ['qua', 'gift_card'],
    ]) {
      const found = await listAllPages<Service>(app, 'list_services', 'services', { category })
      const { offers } = (await app.json('/api/offers?limit=100')) as {
        offers: { id: string; kind: string }[]
      }
      assert.ok(found.length > 0)
      assert.deepEqual(ids(found), ids(offers.filter((offer) => offer.kind === kind)))
      const { summary } = await expectToolResult(app, 'list_services', { category, locale: 'en' })
      assert.match(String(summary), /^\d offers[:,] /)
    }
  })

  const filters: [what: string, args: JsonRecord, fits: (service: Service) => boolean][] = [
    [
      'category',
      { category: 'goi dau duong sinh' },
      (one) => one.category === 'goi-dau-duong-sinh',
    ],
    ['feeling', { tag: 'moi-vai-gay' }, ({ feelings }) => feelings.includes('moi-vai-gay')],
    ['therapist', { therapist_id: 'quoc-bao' }, (one) => one.therapists.includes('quoc-bao')],
    ['minutes', { max_minutes: 60 }, ({ duration_minutes }) => duration_minutes <= 60],
    [
      'all filters',
      { category: 'Massage body', therapist_id: 'quoc-bao', max_minutes: 60 },
      (one) =>
        one.category === 'massage-body' &&
        one.therapists.includes('quoc-bao') &&
        one.duration_minutes <= 60,
    ],
  ]
  for (const [what, args, fits] of filters) {
    it(`filters by ${what}`, async () => {
      const wanted = services.filter(fits)
      assert.ok(wanted.length > 0 && wanted.length < services.length)
      const found = await listAllPages<Service>(app, 'list_services', 'services', {
        ...args,
        limit: 2,
      })
      assert.deepEqual(ids(found), ids(wanted))
    })
  }
})

describe('list_therapists', () => {
  it('returns the services of four therapists and no other data about them', () => {
    assert.equal(therapists.length, 4)
    for (const { id, treatments: done } of therapists) {
      assert.deepEqual(
        [...done].sort(),
        ids(services.filter((service) => service.therapists.includes(id))).sort(),
      )
    }
    assert.doesNotMatch(JSON.stringify(therapists), /photo|\.jpe?g|bác sĩ|\bDr\b/i)
  })

  const filters: [what: string, args: JsonRecord, fits: (one: Therapist) => boolean][] = [
    ['gender', { gender: 'male' }, ({ gender }) => gender === 'male'],
    [
      'treatment',
      { service_id: 'khuon-mat-thanh-thoi' },
      (one) => one.treatments.includes('khuon-mat-thanh-thoi'),
    ],
    ['weekday', { weekday: 'thứ tư' }, ({ iso_weekdays }) => iso_weekdays.includes(3)],
    ['ISO weekday', { weekday: '6' }, ({ iso_weekdays }) => iso_weekdays.includes(6)],
    [
      'two filters',
      { gender: 'female', weekday: 'tuesday' },
      ({ gender, iso_weekdays }) => gender === 'female' && iso_weekdays.includes(2),
    ],
  ]
  for (const [what, args, fits] of filters) {
    it(`filters by ${what}`, async () => {
      const wanted = therapists.filter(fits)
      assert.ok(wanted.length > 0 && wanted.length < 4)
      const found = await expectToolResult<{ therapists: Therapist[] }>(
        app,
        'list_therapists',
        args,
      )
      assert.deepEqual(ids(found.therapists), ids(wanted))
    })
  }
})

describe('suggest_treatment', () => {
  type Suggested = { service_id: string; duration_minutes: number; fits: string[] } | null
  type Advice = { suggestion: Suggested; alternative: Suggested; needs_doctor_first: boolean }

  const tools = openBefore(() => listTools(app))
  /** The ids are an enum of the argument, or are in its description, each before its name. */
  const someOf = (argument: string) => {
    const tool = tools.find(({ name }) => name === 'suggest_treatment')
    const { items, description = '' } = tool?.inputSchema.properties?.[argument] ?? {}
    const described = [...String(description).matchAll(/([a-z-]+) \(/g)].map(([, id]) => id)
    const known = (items?.enum ?? described) as string[]
    assert.ok(known.length > 5, argument)
    return fc.subarray(known)
  }
  const minutes = fc.option(fc.integer({ min: 15, max: 240 }), { nil: undefined })
  const doctorFirst = new Set(['wound', 'skin_condition'])
  const advisesDoctor = new Set(['pregnant', 'recent_surgery'])

  it('never suggests a facial for a wound or a skin condition, with any symptom', async () => {
    const inputs = fc.record({
      skin: someOf('skin'),
      body: someOf('body'),
      minutes,
      health: someOf('health'),
      box: fc.constantFrom(...doctorFirst),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async ({ box, health, ...felt }) => {
        const args = { ...felt, health: [...new Set([...health, box])] }
        const advice = await expectToolResult<Advice>(app, 'suggest_treatment', args)
        assert.equal(advice.needs_doctor_first, true)
        for (const one of [advice.suggestion, advice.alternative]) {
          assert.ok(!facials.has(one?.service_id ?? ''), one?.service_id)
        }
      }),
      { seed, numRuns: 400 },
    )
  })

  it('suggests facials otherwise, and nothing longer than the available time', async () => {
    assert.ok(facials.size >= 7)
    const suggested = new Set<string>()
    const inputs = fc.record({
      skin: someOf('skin'),
      body: someOf('body'),
      minutes,
      health: someOf('health').map((boxes) => boxes.filter((box) => !doctorFirst.has(box))),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (args) => {
        const advice = await expectToolResult<Advice>(app, 'suggest_treatment', args)
        const asksDoctor = args.health.some((box) => advisesDoctor.has(box))
        assert.equal(advice.needs_doctor_first, asksDoctor)
        const found = [advice.suggestion, advice.alternative].filter((one) => one !== null)
        for (const { service_id, duration_minutes, fits } of found) {
          suggested.add(service_id)
          assert.ok(duration_minutes <= (args.minutes ?? 600))
          const isInstead = service_id === 'goi-bo-ket' && args.health.includes('pregnant')
          assert.ok(fits.length > 0 || args.skin.length + args.body.length === 0 || isInstead)
          assert.notEqual(service_id, 'cho-hai-nguoi')
        }
        assert.equal(new Set(found.map((one) => one.service_id)).size, found.length)
      }),
      { seed, numRuns: 200 },
    )
    assert.ok([...suggested].some((id) => facials.has(id)))
  })

  it('leaves out what the spa does not do in the first months, until the month is known', async () => {
    const asksFirst = new Set(
      treatments.filter(({ ask_first }) => ask_first.includes('pregnant')).map(({ id }) => id),
    )
    assert.ok(asksFirst.size > 5)
    type Pregnant = Advice & { summary: string; why: string }
    const suggestedFor = async (felt: object, health_details?: string) => {
      const args = { ...felt, health: ['pregnant'], health_details, locale: 'en' }
      const advice = await expectToolResult<Pregnant>(app, 'suggest_treatment', args)
      const found = [advice.suggestion, advice.alternative].flatMap((one) => one?.service_id ?? [])
      return { ...advice, excluded: found.filter((id) => asksFirst.has(id)) }
    }
    const inputs = fc.record({ skin: someOf('skin'), body: someOf('body'), minutes })
    let excludedLater = 0
    await fc.assert(
      fc.asyncProperty(inputs, async (felt) => {
        assert.deepEqual((await suggestedFor(felt)).excluded, [])
        const early = await suggestedFor(felt, 'two months pregnant')
        assert.deepEqual(early.excluded, [])
        assert.doesNotMatch(early.summary, /which month/)
        excludedLater += (await suggestedFor(felt, 'five months pregnant')).excluded.length
      }),
      { seed, numRuns: 100 },
    )
    assert.ok(excludedLater > 0)
    const neck = await suggestedFor({ body: ['moi-vai-gay'] })
    assert.match(neck.summary, /which month is it\?/)
  })

  it('reads a condition that only the details name', async () => {
    const args = { body: ['moi-vai-gay'], health_details: 'I am 2 months pregnant', locale: 'en' }
    const early = await expectToolResult<Advice & { why: string }>(app, 'suggest_treatment', args)
    const found = [early.suggestion, early.alternative].flatMap((one) => one?.service_id ?? [])
    const asksFirst = treatments.filter(({ ask_first }) => ask_first.includes('pregnant'))
    assert.deepEqual(
      asksFirst.filter(({ id }) => found.includes(id)),
      [],
    )
    assert.match(early.why, /first three months/)
    const not = { ...args, health_details: 'I am not pregnant' }
    const well = await expectToolResult<Advice>(app, 'suggest_treatment', not)
    assert.ok(asksFirst.some(({ id }) => id === well.suggestion?.service_id))
    const request = {
      ...{ service_id: 'co-vai-gay', date: '2026-11-20', time: '10:00', locale: 'en' },
      ...{ name: 'Nguyễn Thị Lan', phone: '0912 345 678' },
      health_details: 'I am 2 months pregnant',
    }
    const { message } = await expectToolError(app, 'request_appointment', request)
    assert.match(message, /In the first 3 months of pregnancy/)
  })

  it('suggests a facial for dry skin, unless there is a wound', async () => {
    const skin = ['da-kho']
    const well = await expectToolResult<Advice>(app, 'suggest_treatment', { skin })
    assert.ok(facials.has(well.suggestion?.service_id ?? ''))
    const hurt = await expectToolResult<Advice>(app, 'suggest_treatment', {
      skin,
      health: ['wound'],
    })
    assert.ok(!facials.has(hurt.suggestion?.service_id ?? ''))
  })
})

describe('check_slots', () => {
  type Free = FreeStarts & { open: boolean }

  it('returns the same times and therapists as the API after each booking', async () => {
    await book(app, massage)
    for (const { service_id, ...filters } of [
      { service_id: massage.offerId },
      { service_id: massage.offerId, therapist_id: 'thanh-mai' },
      { service_id: massage.offerId, therapist_gender: 'male' },
      { service_id: 'cho-hai-nguoi', party_size: 2 },
      { service_id: 'cho-hai-nguoi' },
      { service_id: 'mot-buoi-thong-tha', party_size: 1 },
    ]) {
      const query = Object.entries(filters).map(([name, value]) => `&${name}=${value}`)
      const day = await dayOf(app, `date=${massage.date}&offerId=${service_id}${query.join('')}`)
      const args = { service_id, date: massage.date, ...filters }
      const free = await expectToolResult<Free & { duration_minutes: number }>(
        app,
        'check_slots',
        args,
      )
      const sorted = (people: readonly string[] = []) => people.toSorted()
      const starts = readStarts(free)
      assert.ok(starts.length > 0)
      assert.deepEqual(
        starts.map(({ time, kinds }) => [time, sorted(kinds)]),
        day.slots.map(({ time, therapists }) => [time, sorted(therapists)]),
      )
      assert.equal(free.duration_minutes, day.slots[0]?.duration_minutes)
    }
  })

  it('offers two guests only the package for two', async () => {
    const date = massage.date
    for (const [service_id, party_size] of [
      ['co-vai-gay', 2],
      ['cho-hai-nguoi', 1],
      ['co-vai-gay', 3],
      ['cho-hai-nguoi', 0],
    ] as const) {
      const problem = await expectToolError(app, 'check_slots', { service_id, date, party_size })
      assert.equal(problem.field, 'party_size', `${service_id} ${party_size}`)
    }
    const two = await expectToolResult<Free>(app, 'check_slots', {
      service_id: 'cho-hai-nguoi',
      date,
    })
    const starts = readStarts(two)
    assert.ok(starts.length > 0 && starts.every(({ kinds }) => kinds.length >= 2))
  })

  it('returns the next open days if no therapist works', async () => {
    const availability = await expectToolResult(app, 'check_slots', {
      service_id: massage.offerId,
      date: '2026-11-18',
      therapist_id: 'quoc-bao',
      locale: 'en',
    })
    assert.deepEqual(
      [availability.open, availability.weekday, availability.starts],
      [false, 'Wednesday', undefined],
    )
    assert.match(String(availability.reason), /Quốc Bảo is off on Wednesday and works/)
    assert.deepEqual(
      (availability.next_free_dates as { date: string }[]).map(({ date }) => date),
      ['2026-11-19', '2026-11-20', '2026-11-21'],
    )
  })

  it('counts the free times of a month as the API does', async () => {
    for (const month of ['2026-11', '2026-12', '2027-01']) {
      const { days } = await monthOf(app, `month=${month}&offerId=cho-hai-nguoi`)
      const availability = await expectToolResult(app, 'check_slots', {
        month,
        service_id: 'cho-hai-nguoi',
      })
      const counts = Object.entries(availability.free_by_day as Record<string, number>)
      assert.deepEqual(
        counts.map(([day, free]) => [day.slice(0, 10), free]),
        days.filter(({ free }) => free > 0).map(({ date, free }) => [date, free]),
      )
    }
  })

  it('rejects a weekday that does not match, and names its own arguments', async () => {
    const problem = await expectToolError(app, 'check_slots', {
      service_id: massage.offerId,
      date: '2026-11-20',
      weekday: 'chủ nhật',
    })
    assert.deepEqual([problem.who, problem.field], ['guest', 'weekday'])
    assert.deepEqual(problem.choices, ['2026-11-20', '2026-11-22'])
    const unknown = await expectToolError(app, 'check_slots', {
      service_id: 'nails',
      date: '2026-11-20',
    })
    assert.deepEqual([unknown.who, unknown.field], ['model', 'service_id'])
  })
})

describe('request_appointment', () => {
  it('returns the health conditions in the order of the list, each once', async () => {
    const { offerId: service_id, consent: _, ...fields } = massage
    const health = ['wound', 'pregnant', 'wound']
    const details = { health, health_details: 'month 5' }
    const args = { ...fields, service_id, time: '14:00', ...details, locale: 'en' }
    const { read_back } = await expectToolResult(app, 'request_appointment', args)
    assert.match(String(read_back), /health: Pregnant, An open or healing wound[;.]/)
  })
})

describe('gift cards and memberships', () => {
  const buyer = { name: 'Lan', phone: '0912 345 678', consent: true, dry_run: true }

  it('have the values that list_gift_options returns', async () => {
    type Options = { amounts: { amount: number }[]; treatments: string[]; delivery: JsonRecord[] }
    const options = await expectToolResult<Options>(app, 'list_gift_options')
    assert.deepEqual(options.treatments, ids(services))
    for (const { amount } of options.amounts) {
      const order = { ...buyer, amount, delivery: 'zalo' }
      const { would_be } = await expectToolResult(app, 'request_gift_card', order)
      assert.equal((would_be as { total: { amount: number } }).total.amount, amount)
    }
    const odd = await expectToolError(app, 'request_gift_card', {
      ...buyer,
      amount: 7,
      delivery: 'zalo',
    })
    assert.equal(odd.field, 'amount')
  })

  it('need an amount or a treatment, and an address if they are mailed', async () => {
    const neither = await expectToolError(app, 'request_gift_card', { ...buyer, delivery: 'email' })
    assert.equal(neither.field, 'amount')
    const both = { ...buyer, amount: 500_000, service_id: massage.offerId, delivery: 'zalo' }
    assert.equal((await expectToolError(app, 'request_gift_card', both)).field, 'amount')
  })

  it('have five or ten visits', async () => {
    for (const visits of [5, 10]) {
      const { would_be } = await expectToolResult(app, 'request_membership', { ...buyer, visits })
      assert.match(String((would_be as JsonRecord).read_back), new RegExp(`Thẻ ${visits} lần`))
    }
    const seven = await expectToolError(app, 'request_membership', {
      ...buyer,
      visits: 7,
      locale: 'en',
    })
    assert.deepEqual(
      [seven.field, seven.who, seven.message],
      ['visits', 'guest', 'How many visits: 5 or 10?'],
    )
    const text = await expectToolResult(app, 'request_membership', { ...buyer, visits: '5' })
    assert.match(String((text.would_be as JsonRecord).read_back), /Thẻ 5 lần/)
  })

  it('name what the shop sells in their schemas', async () => {
    const tools = await listTools(app)
    const schemaOf = (name: string) =>
      tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
    assert.deepEqual(schemaOf('request_membership').visits?.enum, [5, 10])
    assert.deepEqual(
      schemaOf('request_gift_card').amount?.enum,
      [500_000, 1_000_000, 2_000_000, 3_000_000],
    )
  })
})
