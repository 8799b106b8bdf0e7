/**
 * R18. An attacker tries to hold a Saturday evening with unanswered requests, in several ways, while ordinary guests
 * book the same evening: what one phone number, address or network holds stays within its limit, and the guests get a
 * time.
 */

import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import type { FairShareLimits } from '../src/kernel/fair-share-limits.ts'
import { type Attack, attacks } from './fair-share/attacks.ts'
import { openShops, type Sent, type Shops, saturday } from './fair-share/shops.ts'
import { attackWaitlist } from './fair-share/waitlist.ts'
import { phoneOf } from './support/clients.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos } from './support/scratch.ts'

type FairShareOptions = { tries: number; guests: number; tables: number; engine: Engine | 'both' }

type VariantResult = {
  variant: string
  /** Part of the evening's bookable cells that the attacker holds, without and with the limits, in percent. */
  before: number
  after: number
  /** Requests of the attacker that hold a place. */
  open: number
  guestsServed: number
  wrong: string[]
}

type FairShareResult = {
  outcomes: { engine: Engine; variants: VariantResult[]; waitlist: string[] }[]
  holds: boolean
}

/** The defaults of the product, written here again: the proof must not read them from it. */
const maxDayShare = 0.25
const maxLostGuests = 2
const dayQuarters = { evening: 4 * 7, day: 4 * (7 + 5) }

const unlimited: FairShareLimits = {
  openPerContact: Number.MAX_SAFE_INTEGER,
  openPerClient: Number.MAX_SAFE_INTEGER,
  dailyPerContact: Number.MAX_SAFE_INTEGER,
  dailyPerClient: Number.MAX_SAFE_INTEGER,
  dayShare: 1,
}

async function proveFairShare(
  { tries, guests, tables, engine }: FairShareOptions,
  seed: number,
  report: ReportProgress,
): Promise<FairShareResult> {
  const random = randomFrom(seed)
  let done = 0
  const outcomes = await runOnEachEngine(engine, async (setup) => {
    const variants: VariantResult[] = []
    for (const attack of attacks) {
      const before = await withShops(setup, tables, unlimited, async (shops) => {
        await attack.run(shops, tries)
        return (await measure(shops, tables)).eveningShare
      })
      variants.push(
        await withShops(setup, tables, undefined, (shops) =>
          runVariant(shops, attack, { tries, guests, tables, before, random }),
        ),
      )
      report(++done, attacks.length * (engine === 'both' ? 2 : 1))
    }
    const waitlist = await withShops(setup, tables, undefined, (shops) =>
      attackWaitlist(shops, tries),
    )
    const wrong = [...variants.flatMap((variant) => variant.wrong), ...waitlist]
    return { variants, waitlist, holds: wrong.length === 0 }
  })
  return { outcomes, holds: outcomes.every(({ holds }) => holds) }
}

/** Each run has an own database. */
async function withShops<Result>(
  { newDatabase }: EngineSetup,
  tables: number,
  limits: FairShareLimits | undefined,
  run: (shops: Shops) => Promise<Result>,
): Promise<Result> {
  const scratch = makeScratch()
  const file = (await newDatabase?.()) ?? scratch.database
  const shops = await openShops(restaurantOfTwos(scratch, tables), file, limits)
  try {
    return await run(shops)
  } finally {
    await shops.close()
    scratch.remove()
  }
}

type VariantInput = {
  tries: number
  guests: number
  tables: number
  before: number
  random: Random
}

async function runVariant(
  shops: Shops,
  attack: Attack,
  { tries, guests, tables, before, random }: VariantInput,
): Promise<VariantResult> {
  const wrong: string[] = []
  const sent = await attack.run(shops, tries)
  const { open, dayShare, eveningShare } = await measure(shops, tables)
  const accepted = new Set(sent.flatMap(({ status, code }) => (status === 202 ? [code] : []))).size
  if (open > attack.maxOpen) wrong.push(`${open} requests hold a place`)
  if (dayShare > maxDayShare) wrong.push(`${dayShare} of the day is held`)
  if (accepted < attack.minAccepted) wrong.push(`only ${accepted} requests were accepted`)
  wrong.push(...checkRejections(shops, sent))
  const guestsServed = await serveGuests(shops, guests, random)
  if (guestsServed < guests - maxLostGuests) wrong.push(`only ${guestsServed} guests got a time`)
  wrong.push(...(await checkReleased(shops)))
  const [app] = shops.apps
  if (app) wrong.push(...(await findBrokenInvariants(app.store.read)))
  const percent = (share: number) => Math.round(share * 1000) / 10
  return {
    variant: attack.id,
    before: percent(before),
    after: percent(eveningShare),
    ...{ open, guestsServed, wrong },
  }
}

/** What the requests of the attacker hold, from the tables and not from responses. */
async function measure({ apps }: Shops, tables: number) {
  const rows = await apps[0]?.store.read.all<{ holder: string; time: string; cells: number }>(
    `SELECT holder, time, COUNT(*) AS cells FROM cells
     JOIN bookings ON holder = 'booking:' || bookings.id
     WHERE status = 'pending' AND date = ? GROUP BY holder, time`,
    saturday,
  )
  const held = rows ?? []
  const cellsOf = (list: typeof held) => list.reduce((sum, { cells }) => sum + Number(cells), 0)
  return {
    open: held.length,
    dayShare: cellsOf(held) / (tables * dayQuarters.day),
    eveningShare:
      cellsOf(held.filter(({ time }) => time >= '17:00')) / (tables * dayQuarters.evening),
  }
}

/** Rejected requests say how long to wait and where to call, and nothing about other requests. */
function checkRejections({ phone }: Shops, sent: readonly Sent[]): string[] {
  return sent.flatMap(({ status, problem, detail, retryAfter, code }) => {
    if (status === 202 || status === 409) return []
    if (status !== 429) return [`got status ${status} ${problem}`]
    const isWaitValid = retryAfter > 0 && retryAfter <= 86_400
    const namesPhone = problem === 'rate-limited' || detail.includes(phone)
    const isSilent = code === undefined && !/\d{2}:\d{2}|[A-Z]{3}-/.test(detail)
    return isWaitValid && namesPhone && isSilent ? [] : [`rejected with ${retryAfter}: ${detail}`]
  })
}

/** Guests with an own address and an own phone number, one request each, at a random free time. */
async function serveGuests(shops: Shops, guests: number, random: Random): Promise<number> {
  let served = 0
  for (let index = 0; index < guests; index++) {
    const sender = { address: `192.0.2.${index + 1}` }
    const times = await shops.freeTimes()
    if (times.length === 0) continue
    const { status } = await shops.send(sender, { phone: phoneOf(index), time: random.pick(times) })
    if (status === 202) served++
  }
  return served
}

/** Requests that staff declined are not counted any more: the same phone number can send again. */
async function checkReleased({ apps, send }: Shops): Promise<string[]> {
  const [app] = apps
  const pending = await app?.store.read.all<{ code: string; version: number; phone: string }>(
    `SELECT code, version, phone FROM bookings JOIN booking_guests ON booking_id = bookings.id
     WHERE status = 'pending' ORDER BY created_at, bookings.id`,
  )
  const phone = pending?.[0]?.phone
  if (!app || !pending || phone === undefined) return ['no request is pending']
  for (const { code, version } of pending) {
    await app.desk.decline({ code, version, actor: 'staff:1', reason: 'Kín chỗ' })
  }
  for (let index = 0; index < 3; index++) {
    const sender = { address: `192.0.2.${200 + index}` }
    const { status } = await send(sender, { phone, time: ['11:00', '17:00', '20:30'][index] })
    if (status !== 202) return [`got status ${status} after all requests were declined`]
  }
  return []
}

export const fairShareProof = defineProof({
  id: 'R18',
  name: 'fair-share',
  scenario:
    'An attacker tries to hold a Saturday evening with unanswered requests: from one address or many, with one ' +
    'phone number or many, from IPv6 networks, behind a shared assistant, on all faces, for a day, repeatedly. ' +
    'Then 50 ordinary guests book that evening. The waitlist of a full evening is attacked in the same way.',
  guarantee:
    'No phone number, address or network exceeds its limit of open requests or a quarter of the day, and at least ' +
    '48 of 50 guests get a time. No phone number or address has more entries of the waitlist than its limit.',
  short: { tries: 40, guests: 50, tables: 30, engine: 'sqlite' } as FairShareOptions,
  long: { tries: 120, guests: 50, tables: 30, engine: 'both' } as FairShareOptions,
  run: proveFairShare,
  summarize: ({ outcomes }) =>
    outcomes
      .map(
        ({ engine, variants }) =>
          `${engine}: ${variants
            .map(
              ({ variant, before, after, guestsServed }) =>
                `(${variant}) ${before} % → ${after} %, ${guestsServed} guests`,
            )
            .join('; ')}`,
      )
      .join('. '),
})
