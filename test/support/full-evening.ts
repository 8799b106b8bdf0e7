/** A full Friday evening at the sample restaurant, which has 26 more tables for it, with four bookings each. */
import assert from 'node:assert/strict'
import { createExtraPlaces } from '../../src/domain/booking/extra-places.ts'
import type { VisitStatus } from '../../src/domain/booking/visit.ts'
import { friday } from './busy-day.ts'
import type { RunningShop } from './shop.ts'

export type EveningGuest = {
  name: string
  time: string
  party: number
  table: string
  visits?: readonly [VisitStatus, string][]
}

const crowdTables = 26

/** Those of the added tables, four times a day; at 18:55 most of the third turn are there. */
const turns: readonly { time: string; visits: readonly [VisitStatus, string][] }[] = [
  {
    time: '11:00',
    visits: [
      ['seated', '11:05'],
      ['finished', '12:30'],
    ],
  },
  {
    time: '17:00',
    visits: [
      ['seated', '17:05'],
      ['finished', '18:25'],
    ],
  },
  { time: '18:45', visits: [['seated', '18:50']] },
  { time: '20:45', visits: [] },
]

export function timeOnFriday(time: string): number {
  return Date.parse(`${friday}T${time}:00+07:00`)
}

/** Enters the crowd and these guests, each where they are seated, and sets the clock. */
export async function enterEvening(
  app: RunningShop,
  guests: readonly EveningGuest[],
  now: string,
  tableCount = crowdTables,
): Promise<number> {
  app.clock.now = timeOnFriday('09:00')
  const tables = await addTables(app, tableCount)
  const crowd = tables.flatMap((table, index) =>
    turns.map(({ time, visits }, turn) => ({
      ...{ name: `Khách ${turn * tableCount + index + 1}`, time, party: 2, table },
      // Every fifth party of this turn is not there yet.
      visits: turn === 2 && index % 5 === 4 ? [] : visits,
    })),
  )
  const all = [...crowd, ...guests]
  const marks: { at: string; code: string; visit: VisitStatus }[] = []
  for (const guest of all) {
    const code = await enter(app, guest)
    for (const [visit, at] of guest.visits ?? []) marks.push({ at, code, visit })
  }
  const versions = new Map<string, number>()
  for (const { at, code, visit } of marks.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    app.clock.now = timeOnFriday(at)
    const version = (versions.get(code) ?? 0) + 1
    versions.set(code, version)
    await app.desk.setVisitStatus({ code, version, actor: 'terminal', visit })
  }
  app.clock.now = timeOnFriday(now)
  await app.desk.extendSeated()
  return all.length
}

async function addTables(app: RunningShop, count: number): Promise<string[]> {
  const places = createExtraPlaces(app.store, () => app.clock.now)
  const ids: string[] = []
  for (let index = 1; index <= count; index++) {
    const place = {
      name: `Bàn phụ ${index}`,
      kind: 'trong-nha',
      seats: 4,
      from: friday,
      to: friday,
    }
    ids.push(await places.add(place, 'terminal'))
  }
  await app.appHost.refresh()
  return ids
}

async function enter(
  app: RunningShop,
  { name, time, party, table }: EveningGuest,
): Promise<string> {
  const details = app.shop.booking.parseDetails({ party_size: party }, 'request').details?.[0]
  assert.ok(details, name)
  const request = {
    ...{ details, date: friday, time, answers: {}, locale: 'vi' as const },
    guest: { name, phone: '', email: null, note: null },
    consent: { version: 'spoken', text: 'Khách đồng ý qua điện thoại.' },
    ...{ source: 'phone', client: 'desk' },
  }
  const choice = { resources: [`table:${table}`], overrides: ['seats', 'small_party'] as const }
  return (await app.desk.createByStaff(request, 'terminal', choice)).code
}
