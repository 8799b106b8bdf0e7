/**
 * The gate for performance: what each kind of route costs, relative to bare node:http. Requests are those of a browser:
 * its headers, and `Accept-Encoding: br`.
 *
 * Only ratios of CPU time are checked, because they are the same on a slow machine. Other tests run at the same time, so
 * Letan and node:http get the same request in alternating rounds, and the median of the rounds counts. A row above its
 * limit is measured again with more and longer rounds, and fails only if it is above it again.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Case } from '../../bench/cases.ts'
import { type Gate, type GateRow, openGate } from '../../bench/gate.ts'

/**
 * Pages, files and lists that change only with the content or the minute come from the response cache. Measured: 1.2
 * (1.1 to 1.3) times the CPU time of node:http, for the request id, the lookup, the counters and the timeouts. Without the
 * cache a page costs 10 times as much and more, so this limit leaves room for noise only.
 */
const contentLimit = 1.5

/**
 * All other responses are made for one request: from the database, with a form token, for a signed-in staff member. Twice
 * the measured ratio is allowed: less would fail by noise, and a query or a rendering that is added to a page costs more.
 */
const margin = 2

/**
 * The higher ratio of two machines: 2 cores of Neoverse-N1 on 2026-11-17, and of a Xeon at 2.1 GHz on 2026-11-19, where
 * node:http costs a third and our code two thirds. A new route needs a row here; `npm run test:performance` prints it.
 */
const measuredRatios: Readonly<Record<GateRow['group'], Readonly<Record<string, number>>>> = {
  Content: {
    'GET /menu/, redirect (308)': 1.9,
    'GET /unknown, not found (404)': 1.8,
    'GET /unknown.md, not found (404)': 1.9,
  },
  'Per request': {
    'GET /api/booking/{code}': 28,
    'GET /api/waitlist/{code}': 9.6,
    'GET /booking, step: day': 20,
    'GET /booking, step: time': 20,
    'GET /booking, step: guest details': 73,
    'GET /my-booking': 29,
    'GET /booking/{code}': 58,
    'GET /booking/{code}/calendar': 22,
    'GET /booking/{code}/qr': 15,
    'GET /booking/{code}/coming': 3,
    'GET /booking/{code}/offers': 3,
    'GET /booking/{code}/change': 110,
    'GET /waitlist': 2,
    'GET /waitlist/{code}': 51,
    'GET /waitlist/{code}/answer': 2,
    'GET /contact/call-back': 47,
    'GET /privacy/request': 35,
    'GET /newsletter/confirm': 12,
    'GET /newsletter/leave': 13,
    'GET /card': 26,
    'GET /card/{number}': 34,
    'GET /card/{number}/qr': 58,
    'GET /search': 30,
    'GET /api/order/{code}': 36,
    'GET /gift-cards/order': 61,
    'GET /memberships/order': 54,
    'GET /order/{code}': 110,
    'GET /order/{code}/qr': 120,
    'GET /api/unknown, problem (404)': 3.4,
    'GET /healthz': 1.2,
    'GET /readyz': 2.5,
  },
  Availability: {
    'a day, no bookings': 5.9,
    'a month, no bookings': 10,
    'a day, busy evening': 17,
    'a month, busy evening': 17,
    'a day, a million past bookings': 12,
    'a month, a million past bookings': 12,
    'a day, each open day and party size in turn': 19,
  },
  Writes: {
    'POST /api/booking, accepted': 51,
    'POST /api/booking, accepted, one connection': 74,
    'POST /api/booking, slot taken (409)': 34,
    'POST /api/booking, repeated Idempotency-Key': 15,
    'POST /api/booking, dry run': 24,
    'POST /api/booking/{code}/change, dry run': 14,
    'POST /api/waitlist, dry run': 22,
    'POST /api/data-request, dry run': 12,
    'POST /api/card/balance': 12,
    'POST /api/lead, dry run': 18,
    'POST /api/order, dry run': 30,
    'POST /api/subscribe': 6.9,
  },
  MCP: {
    initialize: 4.2,
    ping: 4.1,
    'server/discover': 2.2,
    'tools/list': 4.8,
    'resources/list': 2.6,
    'resources/templates/list': 2.6,
    'resources/read': 2.8,
    'completion/complete': 3.9,
    'prompts/list': 2.8,
    'prompts/get': 3.3,
    get_business_info: 3.2,
    list_offerings: 3.2,
    get_pricing: 3.8,
    search_content: 3.4,
    read_page: 2.6,
    list_faqs: 1.8,
    get_booking_status: 4.3,
    'submit_contact_request, dry run': 18,
    list_team: 3.1,
    get_menu: 4.1,
    get_dish: 3.1,
    get_set_menus: 2.9,
    get_reservation_policy: 2.8,
    check_table_availability: 5.8,
    'request_reservation, dry run': 38,
    'request_cancellation, dry run': 14,
    'join_waitlist, dry run': 31,
    get_card_balance: 8.7,
    list_services: 4.4,
    list_therapists: 3.4,
    suggest_treatment: 2.6,
    check_slots: 9.8,
    'request_appointment, dry run': 53,
    'request_change, dry run': 23,
    list_gift_options: 2.5,
    'request_gift_card, dry run': 20,
    'request_membership, dry run': 23,
    list_stylists: 7.4,
    'request_reservation, accepted': 79,
  },
  Desk: {
    'GET /': 130,
    'GET /more': 39,
    'GET /account': 40,
    'GET /tonight': 38,
    'GET /timeline': 63,
    'GET /day': 37,
    'GET /search': 37,
    'GET /deposits': 55,
    'GET /floor': 36,
    'GET /cards': 35,
    'GET /waitlist': 51,
    'GET /leads': 27,
    'GET /reminders': 44,
    'GET /sold-out': 40,
    'GET /online': 38,
    'GET /absence': 33,
    'GET /closed': 34,
    'GET /blocks': 32,
    'GET /shop': 220,
    'GET /content': 60,
    'GET /numbers': 190,
    'GET /subscribers': 36,
    'GET /channels': 47,
    'GET /guest-data': 45,
    'GET /team': 41,
    'GET /bookings/{id}': 170,
    'GET /guests/{id}': 61,
    'GET /account/calendar': 39,
    'GET /tonight?walk-in': 57,
    'GET /timeline?date': 48,
    'GET /resource?date&resource': 41,
    'GET /day?date': 33,
    'GET /cards/new': 25,
    'GET /cards/report': 59,
    'GET /cards/{id}': 85,
    'GET /shop/setup': 210,
    'GET /shop/part?part': 110,
    'GET /shop/texts?folder': 160,
    'GET /shop/photos': 38,
    'GET /shop/logo': 30,
    'GET /shop/transfer': 30,
    'GET /shop/online': 200,
    'GET /numbers?days': 120,
    'GET /entry?guest': 73,
    'GET /entry?date&resource': 47,
    'GET /late?date&minutes&resource': 32,
    'GET /late?area&date&minutes&resource': 32,
    'GET /shop/setup/name': 35,
    'GET /shop/setup/trade': 40,
    'GET /shop/setup/address': 44,
    'GET /shop/setup/phone': 32,
    'GET /shop/setup/hours': 46,
    'GET /shop/setup/places': 46,
    'GET /shop/setup/languages': 48,
    'GET /shop/setup/offers': 300,
    'GET /shop/setup/look': 44,
    'GET /shop/setup/photo': 120,
    'GET /shop/part?file&part': 100,
    'GET /shop/text?folder&language&slug': 120,
    'GET /shop/entry?file&index&list&part': 140,
    'GET /shop/photo?name': 40,
    'GET /shop/logo/file': 14,
    'GET /shop/transfer/offers': 92,
    'GET /shop/transfer/folder': 110,
    'GET /shop/setup?samples': 230,
    'GET /shop/publish': 21,
  },
}

const firstRounds = { rounds: 3, seconds: 0.025, connections: 16 }
const furtherRounds = { rounds: 7, seconds: 0.08, connections: 16 }

/** After so many confirmed rows the rest is not measured again: a fault of all routes would take minutes. */
const maxConfirmed = 5

let gate: Gate
/** Other tests on the same cores would change the ratios: `npm run test:performance` has the machine to itself. */
const skip =
  process.env.MEASURE_ALONE === undefined &&
  'SKIPPED: run npm run test:performance on an idle machine'

before(async () => {
  gate = await openGate()
})
after(() => gate?.close())

const limitOf = ({ group, name, limit }: Case): number | undefined => {
  if (limit?.of === 'node:http') return contentLimit
  const measured = measuredRatios[group][name]
  return measured === undefined ? undefined : measured * margin
}

const findCase = (name: string): Case => {
  const found = gate.cases.find((one) => one.name === name)
  assert.ok(found, name)
  return found
}

describe('the limits of the CPU time of a request', () => {
  it('are set for each kind of route', () => {
    const missing = gate.cases.filter((one) => limitOf(one) === undefined)
    assert.deepEqual(
      missing.map(({ group, name }) => `${group}: ${name}`),
      [],
      'npm run test:performance prints the measured ratios of these',
    )
  })

  it('are set only for routes that exist', () => {
    const names = new Set(gate.cases.map(({ group, name }) => `${group}: ${name}`))
    const listed = Object.entries(measuredRatios).flatMap(([group, ratios]) =>
      Object.keys(ratios).map((name) => `${group}: ${name}`),
    )
    assert.deepEqual(
      listed.filter((name) => !names.has(name)),
      [],
    )
  })
})

describe('the CPU time of a request', { skip }, () => {
  it('is within the limit of its kind of route (timing)', async (test) => {
    const measured: { one: Case; limit: number; excess: number }[] = []
    for (const one of gate.cases) {
      const { group, name, ratio } = await gate.measure(one, firstRounds)
      const limit = limitOf(one)
      if (limit === undefined) test.diagnostic(`${group}: '${name}': ${ratio},`)
      else measured.push({ one, limit, excess: ratio / limit })
    }
    const failures: string[] = []
    const suspicious = measured.filter(({ excess }) => excess > 1)
    suspicious.sort((first, second) => second.excess - first.excess)
    for (const { one, limit } of suspicious) {
      if (failures.length >= maxConfirmed) break
      const { group, name, ratio } = await gate.measure(one, furtherRounds)
      if (ratio > limit)
        failures.push(
          `${group}: ${name} costs ${ratio} times node:http, at most ${limit} is allowed`,
        )
    }
    assert.deepEqual(failures, [], `${suspicious.length} of ${measured.length} rows were above`)
    assert.ok(measured.length > 140)
  })

  it('does not grow with past bookings (timing)', async () => {
    const without = await gate.measure(findCase('a day, no bookings'), furtherRounds)
    const years = await gate.measure(findCase('a day, a million past bookings'), furtherRounds)
    // Measured: 1.0 to 1.4. The bookings are in another process with other caches.
    assert.ok(years.ratio / without.ratio < 2.5, `${years.ratio} and ${without.ratio}`)
  })

  it('is lower for a rejected booking than for an accepted one (timing)', async () => {
    const rejected = await gate.measure(
      findCase('POST /api/booking, slot taken (409)'),
      furtherRounds,
    )
    const accepted = await gate.measure(findCase('POST /api/booking, accepted'), furtherRounds)
    // Measured: 0.4. A rejection does not wait for the writer and stores nothing.
    assert.ok(rejected.ratio < accepted.ratio, `${rejected.ratio} and ${accepted.ratio}`)
  })
})
