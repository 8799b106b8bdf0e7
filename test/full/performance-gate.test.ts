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

/** Measured on 2 cores (Neoverse-N1) on 2026-11-17. A new route needs a row here; the failure says which number. */
const measuredRatios: Readonly<Record<GateRow['group'], Readonly<Record<string, number>>>> = {
  Content: {
    'GET /menu/, redirect (308)': 1.3,
    'GET /unknown, not found (404)': 1.4,
    'GET /unknown.md, not found (404)': 1.4,
  },
  'Per request': {
    'GET /api/booking/{code}': 6,
    'GET /booking, step: day': 20,
    'GET /booking, step: time': 25,
    'GET /booking, step: guest details': 20,
    'GET /my-booking': 18,
    'GET /booking/{code}': 16,
    'GET /booking/{code}/calendar': 6.8,
    'GET /booking/{code}/qr': 5.1,
    'GET /booking/{code}/change': 60,
    'GET /booking/{code}/coming': 3,
    'GET /booking/{code}/offers': 3,
    'GET /contact/call-back': 15,
    'GET /privacy/request': 15,
    'GET /newsletter/confirm': 4.4,
    'GET /newsletter/leave': 4.2,
    'GET /api/order/{code}': 5.5,
    'GET /gift-cards/order': 20,
    'GET /memberships/order': 24,
    'GET /order/{code}': 44,
    'GET /order/{code}/qr': 33,
    'GET /api/unknown, problem (404)': 2.3,
    'GET /healthz': 1.2,
    'GET /readyz': 2.5,
  },
  Availability: {
    'a day, no bookings': 3.6,
    'a month, no bookings': 4.7,
    'a day, busy evening': 4.7,
    'a month, busy evening': 9.3,
    'a day, a million past bookings': 4.8,
    'a month, a million past bookings': 7.1,
    'a day, each open day and party size in turn': 13,
  },
  Writes: {
    'POST /api/booking, accepted': 26,
    'POST /api/booking, accepted, one connection': 29,
    'POST /api/booking, slot taken (409)': 10,
    'POST /api/booking, repeated Idempotency-Key': 5.5,
    'POST /api/booking, dry run': 8,
    'POST /api/booking/{code}/change, dry run': 6,
    'POST /api/lead, dry run': 5.9,
    'POST /api/order, dry run': 7.3,
    'POST /api/subscribe': 3.2,
  },
  MCP: {
    initialize: 2.1,
    ping: 1.7,
    'server/discover': 1.6,
    'tools/list': 2.4,
    'resources/list': 1.7,
    'resources/templates/list': 1.6,
    'resources/read': 1.8,
    'completion/complete': 2,
    'prompts/list': 1.6,
    'prompts/get': 1.7,
    get_business_info: 1.9,
    list_offerings: 1.8,
    get_pricing: 1.8,
    search_content: 1.8,
    read_page: 1.8,
    list_faqs: 1.8,
    'submit_contact_request, dry run': 6.2,
    list_team: 1.7,
    get_menu: 1.8,
    get_dish: 1.8,
    get_set_menus: 1.7,
    get_reservation_policy: 1.8,
    check_table_availability: 2.9,
    'request_reservation, dry run': 7.9,
    'request_cancellation, dry run': 5.4,
    list_services: 2.5,
    list_therapists: 2.7,
    suggest_treatment: 2.3,
    check_slots: 3.8,
    'request_appointment, dry run': 12,
    'request_change, dry run': 6.2,
    list_gift_options: 2.2,
    'request_gift_card, dry run': 6.1,
    'request_membership, dry run': 6.3,
    list_stylists: 3.8,
    'request_reservation, accepted': 29,
  },
  Desk: {
    'GET /': 33,
    'GET /more': 13,
    'GET /account': 17,
    'GET /tonight': 22,
    'GET /tonight?walk-in': 29,
    'GET /floor': 15,
    'GET /deposits': 20,
    'GET /sold-out': 21,
    'GET /online': 18,
    'GET /absence': 16,
    'GET /blocks': 16,
    'GET /account/calendar': 18,
    'GET /resource?date&resource': 20,
    'GET /late?date&minutes&resource': 16,
    'GET /late?area&date&minutes&resource': 23,
    'GET /timeline': 19,
    'GET /day': 16,
    'GET /search': 14,
    'GET /leads': 14,
    'GET /closed': 23,
    'GET /content': 20,
    'GET /numbers': 90,
    'GET /subscribers': 13,
    'GET /channels': 15,
    'GET /guest-data': 20,
    'GET /team': 15,
    'GET /bookings/{id}': 50,
    'GET /timeline?date': 21,
    'GET /timeline?date&hours': 24,
    'GET /entry?date&resource': 33,
    'GET /day?date': 18,
    'GET /numbers?days': 61,
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
