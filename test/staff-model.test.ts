/** Random evenings at the desk, step by step beside a model; the tables are read as they lie. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, it } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { sampleFolder } from '../src/config.ts'
import { StaffObstacle } from '../src/domain/booking/obstacle.ts'
import { createClosing } from '../src/domain/closing/closed-days.ts'
import type { Shop } from '../src/domain/trade.ts'
import { findTrade } from '../src/variants/index.ts'
import { guest } from './support/booking.ts'
import {
  acts,
  admitted,
  type Booked,
  type Evening,
  hold,
  holdersOf,
  lengthAt,
  letGo,
  newEvening,
  places,
  type Refusal,
  refuse,
  type Seating,
  statusNow,
  tables,
} from './support/evening.ts'
import { startShop } from './support/shop.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 25)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const date = '2026-11-20'
const midnight = Date.UTC(2026, 10, 19, 17)
const actor = 'mai'

const folder = mkdtempSync(join(tmpdir(), 'letan-evening-'))
const file = join(folder, 'evening.sqlite')
const app = await startShop('restaurant', {
  writeLimit: 1_000_000,
  logLevel: 'silent',
  shop: restaurantOfThree(),
  file,
})
const { desk } = app
const closing = createClosing(app.store, () => app.clock.now)
const raw = new DatabaseSync(file)
after(() => {
  raw.close()
  rmSync(folder, { recursive: true })
})

const often = <Kind>(weight: number, arbitrary: fc.Arbitrary<Kind>) => ({ weight, arbitrary })
/** Counted from the booking that was acted on last: often the same once more. */
const which = fc.oneof(fc.constant(0), fc.nat(30))
const party = fc.integer({ min: 1, max: 4 })
const guestTime = fc.constantFrom(1020, 1080, 1110, 1140, 1200, 1290, 1320)
const oddTime = fc.constantFrom(990, 1005, 1035, 1087, 1125, 1155, 1395, 1410)
const staffTime = fc.oneof(guestTime, oddTime)
const maybe = <Kind>(one: fc.Arbitrary<Kind>) => fc.option(one, { nil: undefined, freq: 2 })
const table = maybe(fc.constantFrom(...tables, 'ban-9'))
/** By how much the version that is named is not the one that is there. */
const stale = fc.oneof(often(9, fc.constant(0)), often(1, fc.constantFrom(-1, 1)))

const simple = fc.constantFrom('confirm', 'confirm', 'decline', 'cancel', 'offer', 'note', 'settle')
const visit = fc.constantFrom('seated', 'seated', 'finished', 'no_show')
const moving = {
  at: maybe(staffTime),
  table,
  party: maybe(fc.integer({ min: 0, max: 5 })),
  confirm: fc.boolean(),
}

const anyStep = fc.oneof(
  often(10, fc.record({ does: fc.constant('request'), party, at: guestTime })),
  often(
    2,
    fc.record({ does: fc.constant('wish'), which, kind: fc.constantFrom('cancel', 'less') }),
  ),
  often(9, fc.record({ does: simple, which, stale })),
  often(6, fc.record({ does: visit, which, stale })),
  often(6, fc.record({ does: fc.constant('undo'), which, stale })),
  often(6, fc.record({ does: fc.constant('move'), which, stale, ...moving })),
  often(3, fc.record({ does: fc.constant('admit'), party, at: staffTime, table })),
  often(
    2,
    fc.record({
      does: fc.constant('block'),
      blocked: fc.uniqueArray(fc.constantFrom(...tables), { minLength: 1 }),
      at: fc.constantFrom(1020, 1080, 1155, 1200),
      minutes: fc.constantFrom(15, 60, 240, 10),
    }),
  ),
  often(
    5,
    fc.record({ does: fc.constantFrom('unblock', 'unblock', 'close', 'expire', 'expire'), which }),
  ),
  often(5, fc.record({ does: fc.constant('wait'), minutes: fc.constantFrom(0, 20, 50) })),
)

type Step = typeof anyStep extends fc.Arbitrary<infer Kind> ? Kind : never
type Does<Name extends Step['does']> = Extract<Step, { does: Name }>

it(`whatever staff, guests and the clock do, the tables say what they should (SEED=${seed})`, async (test) => {
  const tally = new Map<string, number>()
  const evenings = fc.noBias(fc.array(anyStep, { minLength: 1, maxLength: 80, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(evenings, async (steps) => {
      clear()
      const evening = newEvening()
      for (const step of steps) {
        const told = `${step.does} ${await take(evening, step)}`
        tally.set(told, (tally.get(told) ?? 0) + 1)
      }
    }),
    { numRuns: runs, seed },
  )
  test.diagnostic(
    [...tally]
      .map(([told, times]) => `${told}: ${times}`)
      .toSorted()
      .join(', '),
  )
  const common = ['undo done', 'move done', 'admit done', 'request done', 'request not_free']
  for (const told of common) {
    assert.ok(tally.has(told), `${told} never came about`)
  }
})

/** Takes a step on both sides and compares; what became of it. */
async function take(evening: Evening, step: Step): Promise<string> {
  if (step.does === 'wait') waitFor(evening, step)
  app.clock.now = midnight + evening.now * 60_000
  const before = dump()
  const refusal = await attempt(evening, step)
  const words = JSON.stringify(step)
  if (refusal) assert.equal(dump(), before, `${words} was refused and left a trace`)
  compare(evening, words)
  return refusal?.obstacle ?? 'done'
}

/** Until so long after the next guests are expected. */
function waitFor(evening: Evening, { minutes }: Does<'wait'>): void {
  const ahead = evening.booked.map(({ at }) => at + minutes).filter((at) => at > evening.now)
  evening.now = Math.min(...ahead, evening.now + 60, 24 * 60 - 1)
}

async function attempt(evening: Evening, step: Step): Promise<Refusal | undefined> {
  switch (step.does) {
    case 'wait':
      return undefined
    case 'request':
      return request(evening, step)
    case 'admit':
      return admit(evening, step)
    case 'block':
      return block(evening, step)
    case 'unblock':
      return unblock(evening, step.which)
    case 'close':
      return closeOrReopen(evening)
    case 'expire':
      return expire(evening)
    default: {
      evening.last = (evening.last + step.which) % Math.max(1, evening.booked.length)
      const booked = evening.booked[evening.last]
      if (!booked) return undefined
      return step.does === 'wish' ? wish(evening, booked, step.kind) : act(evening, booked, step)
    }
  }
}

async function request(evening: Evening, step: Does<'request'>): Promise<Refusal | undefined> {
  const body = { ...guest, date, time: clock(step.at), party_size: step.party }
  const answer = await app.post('/api/booking', body)
  const found = admitted(evening, step)
  if (evening.closed || step.at < evening.now + 60) {
    assert.equal(answer.status, 422)
    return refuse('not_open')
  }
  if ('obstacle' in found) {
    assert.equal(answer.status, 409)
    return found
  }
  assert.equal(answer.status, 202)
  keep(evening, ((await answer.json()) as { code: string }).code, step, found, 'pending')
  return undefined
}

async function admit(evening: Evening, step: Does<'admit'>): Promise<Refusal | undefined> {
  const wishes = app.shop.booking.readWish({ party_size: step.party }, 'request').wishes
  assert.ok(wishes)
  const asked = {
    wish: wishes[0],
    date,
    time: clock(step.at),
    guest: { name: 'Khách lẻ', phone: '', email: null, note: null },
    marks: [],
    consent: { version: 'spoken', text: 'at the door' },
    locale: 'vi' as const,
    source: 'door',
    client: 'desk',
  }
  const resource = step.table && `table:${step.table}`
  const answer = await settled(desk.admit(asked, actor, resource))
  const found = step.at < evening.now - 60 ? refuse('not_possible') : admitted(evening, step)
  if ('obstacle' in found) return agree(answer, found)
  agree(answer, undefined)
  assert.ok('value' in answer && answer.value)
  keep(evening, answer.value.code, step, found, 'confirmed')
  return undefined
}

function keep(
  evening: Evening,
  code: string,
  { party, at }: { party: number; at: number },
  { seating, length }: { seating: Seating; length: number },
  status: 'pending' | 'confirmed',
): void {
  const plain = code.replaceAll('-', '')
  const holder = `booking:${raw.prepare('SELECT id FROM bookings WHERE code = ?').get(plain)?.id}`
  const state = { status, reason: null, visit: null, at, party, seating, asks: false }
  const before = status === 'confirmed' ? { ...state, action: 'admitted' } : undefined
  evening.booked.push({ ...state, code, holder, version: 1, before })
  hold(evening, holder, places(seating, at, length))
}

async function wish(
  evening: Evening,
  booked: Booked,
  kind: 'cancel' | 'less',
): Promise<Refusal | undefined> {
  const smaller = { kind: 'smaller_party', party_size: booked.party - 1 || 1 }
  const answer = await app.post(`/api/booking/${booked.code}/change`, {
    ...(kind === 'less' ? smaller : { kind }),
    phone_last4: '5678',
    consent: '1',
  })
  const known = raw
    .prepare('SELECT phone FROM booking_guests WHERE booking_id = ?')
    .get(booked.holder.replace('booking:', ''))?.phone
  if (known === '') {
    assert.equal(answer.status, 404)
    return refuse('not_found')
  }
  const late = statusNow(evening, booked) === 'cancelled' || booked.at <= evening.now
  if (late || (kind === 'less' && booked.party === 1)) {
    assert.equal(answer.status, 422)
    return refuse('not_open')
  }
  assert.equal(answer.status, 202)
  Object.assign(booked, { asks: true, before: undefined })
  booked.version++
  return undefined
}

async function act(
  evening: Evening,
  booked: Booked,
  step: Exclude<Step, { does: 'request' | 'wish' | 'admit' | 'block' | 'wait' }>,
): Promise<Refusal | undefined> {
  const seen = {
    code: booked.code,
    version: booked.version + ('stale' in step ? step.stale : 0),
    actor,
  }
  const answer = await settled(perform(seen, booked, step))
  const refusal = seen.version === booked.version ? expected(evening, booked, step) : changed
  if (!refusal) booked.version++
  return agree(answer, refusal)
}

const changed = refuse('changed_meanwhile')

type BookingStep = Parameters<typeof act>[2]

function perform(
  seen: { code: string; version: number; actor: string },
  booked: Booked,
  step: BookingStep,
): Promise<void> {
  switch (step.does) {
    case 'confirm':
    case 'settle':
    case 'undo':
      return desk[step.does](seen)
    case 'decline':
    case 'cancel':
      return desk[step.does]({ ...seen, reason: 'kín chỗ' })
    case 'offer':
      return desk.offer({ ...seen, times: ['2026-11-21 11:00'] })
    case 'note':
      return desk.note({ ...seen, note: 'khách quen' })
    case 'move':
      return desk.move({
        ...seen,
        date,
        time: clock(step.at ?? booked.at),
        resource: step.table && `table:${step.table}`,
        partySize: step.party,
        confirm: step.confirm,
      })
    case 'seated':
    case 'finished':
    case 'no_show':
      return desk.mark({ ...seen, visit: step.does })
    default:
      return assert.fail(step.does)
  }
}

function expected(evening: Evening, booked: Booked, step: BookingStep): Refusal | undefined {
  const status = statusNow(evening, booked)
  // What has lapsed is the clock's to end.
  if (status !== booked.status) return refuse('wrong_state')
  switch (step.does) {
    case 'confirm':
    case 'settle':
    case 'undo':
      return acts[step.does](evening, booked)
    case 'decline':
    case 'cancel':
      return acts.end(evening, booked, step.does)
    case 'offer':
      return status === 'cancelled' || booked.visit !== null ? refuse('wrong_state') : undefined
    case 'move':
      return acts.move(evening, booked, { ...step, at: step.at ?? booked.at })
    case 'seated':
    case 'finished':
    case 'no_show':
      return acts.mark(evening, booked, step.does)
    default:
      return undefined
  }
}

async function block(evening: Evening, step: Does<'block'>): Promise<Refusal | undefined> {
  const { blocked, at, minutes } = step
  const blocks = blocked.map((name) => ({
    resource: `table:${name}`,
    date,
    at,
    minutes,
    reason: 'sơn lại',
  }))
  const answer = await settled(desk.blockAll(blocks, actor))
  if (minutes % 15 !== 0 || at + minutes <= evening.now)
    return agree(answer, refuse('not_possible'))
  const wanted = (name: string) => places({ tables: [name], seats: 0, least: 0 }, at, minutes - 15)
  const taken = holdersOf(evening, blocked.flatMap(wanted))
  if (taken.length > 0) return agree(answer, refuse('not_free', taken))
  agree(answer, undefined)
  const known = new Set(evening.blocks.map(({ id }) => id))
  const rows = raw.prepare('SELECT id, resource FROM blocks').all() as Record<string, string>[]
  for (const { id = '', resource = '' } of rows.filter((row) => !known.has(row.id ?? ''))) {
    evening.blocks.push({ id, holder: `block:${id}` })
    hold(evening, `block:${id}`, wanted(resource.replace('table:', '')))
  }
  return undefined
}

async function unblock(evening: Evening, place: number): Promise<Refusal | undefined> {
  const chosen = evening.blocks[place % evening.blocks.length]
  const answer = await settled(desk.unblock(chosen?.id ?? 'none', actor))
  if (!chosen) return agree(answer, refuse('not_found'))
  letGo(evening, chosen.holder)
  evening.blocks = evening.blocks.filter((one) => one !== chosen)
  return agree(answer, undefined)
}

/** By another process as it were: the desk's own rules do not know of it. */
async function closeOrReopen(evening: Evening): Promise<undefined> {
  const reason = { vi: 'Mất điện.', en: 'No power.' }
  await (evening.closed ? closing.reopen(date, actor) : closing.close({ date, reason }, actor))
  evening.closed = !evening.closed
}

async function expire(evening: Evening): Promise<undefined> {
  const late = evening.booked.filter(({ status, at }) => status === 'pending' && at <= evening.now)
  assert.equal(await desk.expire(), late.length)
  for (const one of late) {
    letGo(evening, one.holder)
    Object.assign(one, { status: 'cancelled', reason: 'unanswered', before: undefined })
    one.version++
  }
}

type Settled<Value> = { value: Value } | { error: StaffObstacle }

async function settled<Value>(work: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof StaffObstacle)) throw error
    return { error }
  }
}

function agree<Value>(answer: Settled<Value>, refusal: Refusal | undefined): Refusal | undefined {
  const error = 'error' in answer ? answer.error : undefined
  assert.equal(error?.obstacle, refusal?.obstacle)
  if (error?.obstacle === 'not_free') assert.ok(refusal?.holders?.includes(error.holder ?? ''))
  return refusal
}

/** The tables against the model: who holds what, in what state each is, and how often it changed. */
function compare(evening: Evening, step: string): void {
  const cells = raw
    .prepare("SELECT replace(resource, 'table:', '') AS name, cell, holder FROM cells")
    .all()
    .map(({ name, cell, holder }) => `${name} ${Number(cell) - midnight / 900_000} ${holder}`)
  const held = [...evening.held].map(([place, holder]) => `${place} ${holder}`)
  assert.deepEqual(cells.sort(), held.sort(), step)
  for (const one of evening.booked) {
    const id = one.holder.replace('booking:', '')
    const row = raw.prepare('SELECT * FROM bookings WHERE id = ?').get(id)
    const asks = raw
      .prepare('SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL')
      .all(id).length
    const { tables: given } = JSON.parse(String(row?.given))
    const startsAt = midnight + one.at * 60_000
    const length = lengthAt({ ...evening, closed: false }, one.party, one.at) ?? 0
    assert.deepEqual(
      {
        status: row?.status,
        reason: row?.reason,
        visit: row?.visit,
        time: row?.time,
        times: [row?.starts_at, row?.ends_at],
        party: [row?.party_size, JSON.parse(String(row?.wish)).partySize],
        given,
        version: row?.version,
        asks,
      },
      {
        status: one.status,
        reason: one.reason,
        visit: one.visit,
        time: clock(one.at),
        times: [startsAt, startsAt + length * 60_000],
        party: [one.party, one.party],
        given: one.seating.tables,
        version: one.version,
        asks: Number(one.asks),
      },
      step,
    )
  }
}

const kept = [
  'bookings',
  'booking_guests',
  'cells',
  'held_days',
  'blocks',
  'booking_changes',
  'closed_days',
  'audit',
  'outbox',
]

function dump(): string {
  return JSON.stringify(kept.map((name) => raw.prepare(`SELECT * FROM ${name}`).all()))
}

function clear(): void {
  for (const name of [...kept.filter((one) => one !== 'bookings'), 'bookings', 'writes']) {
    raw.exec(`DELETE FROM ${name}`)
  }
}

function clock(at: number): string {
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/** The sample restaurant with three tables, two of which can be pushed together. */
function restaurantOfThree(): Shop {
  const content = join(folder, 'content')
  cpSync(sampleFolder('restaurant'), content, { recursive: true })
  const path = join(content, 'tables.yaml')
  const seating = parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const two = { type: 'trong-nha', seats: 2, least: 1 }
  seating.tables = [
    { ...two, id: 'ban-1', name: 'Bàn 1' },
    { ...two, id: 'ban-2', name: 'Bàn 2' },
    { ...two, id: 'ban-3', name: 'Bàn 3', seats: 4, least: 2 },
  ]
  seating.joins = [{ tables: ['ban-1', 'ban-2'], seats: 4, least: 3 }]
  writeFileSync(path, stringify(seating))
  return findTrade('restaurant').open(content)
}
