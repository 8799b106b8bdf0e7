/**
 * R2 and R8. Random guests, staff and time against a model that knows the rules from the files alone:
 * no overlap, no wrong refusal, no state that should not be, and a month that counts what can be booked.
 */
import { StaffObstacle } from '../src/domain/booking/obstacle.ts'
import { type Running, runShop } from '../test/support/shop.ts'
import { count, defineProof } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { isFree, type Rival, restaurantRival, spaRival, type Taken } from './support/rivals.ts'

export type StateMachine = { days: number; operations: number; seed: number }

export type StateMachineResult = StateMachine & {
  accepted: number
  refused: number
  acts: number
  expired: number
  wrong: string[]
  holds: boolean
}

type Kept = Taken & {
  code: string
  status: string
  version: number
  body: Record<string, unknown>
  ends: Record<string, number>
  startsAt: number
  seated: boolean
}

const hour = 3600_000

/** 23:00 in Vietnam before the three days on which everything happens. */
const thursdayNight = Date.UTC(2026, 10, 19, 16)

export async function stateMachine(given: StateMachine): Promise<StateMachineResult> {
  const result = {
    ...given,
    accepted: 0,
    refused: 0,
    acts: 0,
    expired: 0,
    wrong: [] as string[],
    holds: false,
  }
  const random = randomFrom(given.seed)
  for (let day = 0; day < given.days; day++) {
    const [variant, rival] = day % 2 === 0 ? ['restaurant', restaurantRival()] : ['spa', spaRival()]
    const app = await runShop(variant as string, {
      writeLimit: 1_000_000,
      logLevel: 'silent',
      now: thursdayNight,
    })
    await liveThrough(app, rival as Rival, random, given.operations, result)
    await app.stop()
  }
  const tried = [result.accepted, result.refused, result.acts, result.expired]
  result.holds = result.wrong.length === 0 && tried.every((times) => times >= given.days)
  return result
}

async function liveThrough(
  app: Running,
  rival: Rival,
  random: Random,
  operations: number,
  result: StateMachineResult,
): Promise<void> {
  const kept: Kept[] = []
  const dates = ['2026-11-20', '2026-11-21', '2026-11-22']
  const holding = () => kept.filter(({ status }) => status !== 'cancelled')
  const wrong = (text: string) => result.wrong.push(text)

  const request = async () => {
    const wish = random.pick(rival.wishes)
    const [date, time] = [random.pick(dates), random.pick(rival.times)]
    const body = { ...guest, ...wish, date, time }
    const response = await app.post('/api/booking', body)
    const answer = (await response.json()) as { code: string; starts_at: string; ends_at: string }
    const from = minutesOf(time)
    if (response.status === 202) {
      result.accepted++
      const to = from + (Date.parse(answer.ends_at) - Date.parse(answer.starts_at)) / 60_000
      const row = await app.store.read.get<{ given: string }>(
        'SELECT given FROM bookings WHERE code = ?',
        answer.code.replaceAll('-', ''),
      )
      const got = rival.taken(JSON.parse(row?.given ?? '{}'), from, to)
      const ways = rival.ways(wish, date, from, to)
      const names = got
        .map(({ name }) => name)
        .sort()
        .join()
      const way = ways.find(
        (one) =>
          one.resources
            .map(({ name }) => name)
            .sort()
            .join() === names,
      )
      if (!way) wrong(`${answer.code} was given ${names}, which does not fit`)
      else if (!isFree(way, date, from, holding())) wrong(`${answer.code} overlaps at ${names}`)
      else {
        const least = ways.filter((one) => isFree(one, date, from, holding()))
        if (least.some(({ waste }) => waste < way.waste)) wrong(`${answer.code} wastes seats`)
      }
      kept.push({
        code: answer.code,
        status: 'pending',
        version: 1,
        body,
        date,
        from,
        to,
        resources: got.map(({ name }) => name),
        ends: Object.fromEntries(got.map(({ name, to: end }) => [name, end])),
        startsAt: Date.parse(answer.starts_at),
        seated: false,
      })
    } else if (response.status === 409) {
      result.refused++
      const start = await lengthAt(app, wish, date, time)
      const free = rival
        .ways(wish, date, from, from + start)
        .some((way) => isFree(way, date, from, holding()))
      if (start > 0 && free) wrong(`${JSON.stringify(body)} was refused although it was free`)
    } else if (response.status !== 422) wrong(`${response.status} to ${JSON.stringify(body)}`)
  }

  const act = async () => {
    const booking = kept[random.below(kept.length)]
    if (!booking) return
    result.acts++
    const verb = random.pick(['confirm', 'decline', 'cancel', 'move', 'mark'] as const)
    const stale = random.below(8) === 0
    const base = { code: booking.code, version: booking.version + (stale ? 1 : 0), actor: 'mai' }
    const pending = booking.status === 'pending'
    const seatable =
      booking.status === 'confirmed' &&
      !booking.seated &&
      app.clock.now >= booking.startsAt - 2 * hour
    const allowed =
      !stale &&
      (verb === 'mark'
        ? seatable
        : pending || (booking.status === 'confirmed' && verb !== 'confirm' && verb !== 'decline'))
    try {
      if (verb === 'confirm') await app.desk.confirm(base)
      else if (verb === 'mark') await app.desk.mark({ ...base, visit: 'seated' })
      else if (verb === 'move') {
        const time = random.pick(rival.times)
        await app.desk.move({ ...base, date: booking.date, time })
        const row = await app.store.read.get<{ given: string; starts_at: number; ends_at: number }>(
          'SELECT given, starts_at, ends_at FROM bookings WHERE code = ?',
          booking.code.replaceAll('-', ''),
        )
        booking.from = minutesOf(time)
        booking.to = booking.from + ((row?.ends_at ?? 0) - (row?.starts_at ?? 0)) / 60_000
        const got = rival.taken(JSON.parse(row?.given ?? '{}'), booking.from, booking.to)
        const others = holding().filter((one) => one !== booking)
        if (!isFree({ resources: got, waste: 0 }, booking.date, booking.from, others)) {
          wrong(`${booking.code} was moved onto another`)
        }
        booking.resources = got.map(({ name }) => name)
        booking.ends = Object.fromEntries(got.map(({ name, to }) => [name, to]))
        booking.startsAt = row?.starts_at ?? 0
      } else await app.desk[verb]({ ...base, reason: 'x' })
      if (!allowed) wrong(`${verb} of a ${booking.status} booking was let through`)
      booking.version++
      if (verb === 'confirm') booking.status = 'confirmed'
      if (verb === 'mark') booking.seated = true
      if (verb === 'decline' || verb === 'cancel') booking.status = 'cancelled'
    } catch (error) {
      if (!(error instanceof StaffObstacle)) throw error
      if (allowed && verb !== 'move')
        wrong(`${verb} of a ${booking.status} booking: ${error.message}`)
    }
  }

  const wait = async () => {
    if (app.clock.now > Date.UTC(2026, 10, 22)) return
    app.clock.now += random.below(6) * hour
    const late = kept.filter((one) => one.status === 'pending' && one.startsAt <= app.clock.now)
    const expired = await app.desk.expire()
    result.expired += expired
    if (expired !== late.length) wrong(`${expired} expired instead of ${late.length}`)
    for (const one of late) {
      one.status = 'cancelled'
      one.version++
    }
  }

  const compareMonth = async () => {
    const wish = random.pick(rival.wishes)
    const question = new URLSearchParams(
      Object.entries(wish).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const month = (await app.json(`/api/availability?month=2026-11&${question}`)) as unknown as {
      days: { date: string; free: number }[]
    }
    const date = random.pick(dates)
    const day = (await app.json(`/api/availability?date=${date}&${question}`)) as unknown as {
      slots: unknown[]
    }
    const counted = month.days.find((one) => one.date === date)?.free
    if (counted !== day.slots.length)
      wrong(`${date}: the month counts ${counted} of ${day.slots.length}`)
  }

  for (let turn = 0; turn < operations; turn++) {
    const dice = random.below(100)
    if (dice < 65) await request()
    else if (dice < 92) await act()
    else if (dice < 96) await compareMonth()
    else await wait()
  }
  for (const { code, status } of kept) {
    const found = (await app.json(`/api/booking/${code}`)) as { status: string }
    if (found.status !== status) wrong(`${code} is ${found.status} instead of ${status}`)
  }
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** How long such a wish takes at this time; asked of a shop in which nothing is held. */
async function lengthAt(
  app: Running,
  wish: Record<string, unknown>,
  date: string,
  time: string,
): Promise<number> {
  const asked = app.shop.booking.readWish(wish, 'request')
  const opening = asked.wishes && app.shop.booking.opening(asked.wishes[0], date)
  const start = opening?.open ? opening.starts.find(({ at }) => at === minutesOf(time)) : undefined
  return start?.minutes ?? 0
}

export const stateMachineProof = defineProof({
  id: 'R8',
  name: 'state-machine',
  tried: 'Random guests, staff and time against a model that knows the rules from the files alone.',
  promised:
    'No overlap, no wrong refusal, no state that should not be; a month counts what can be booked.',
  short: { days: 4, operations: 200 },
  long: { days: 200, operations: 2_000 },
  run: (given, seed) => stateMachine({ ...given, seed }),
  say: ({ days, operations, accepted, refused, acts, wrong }) =>
    `${count(days * operations)} commands on ${days} days (${count(accepted)} accepted, ${count(refused)} refused, ${count(acts)} acts of staff): ${wrong.length} wrong`,
})
