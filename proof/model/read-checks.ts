/** What anybody may look at, against what the book says: a booking, a day's times, a month's shares. */

import { Wrong } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { bookable, freeWays, startsOn } from './guest-rules.ts'
import type { Stage } from './setup.ts'
import { type Booked, dayFrom, milliseconds, startOf, statusNow } from './shop-model.ts'
import { clockOf, type Way, type Wish } from './trade.ts'

type Looked = Extract<Command, { does: 'day' | 'month' }>

export async function lookAt({ book, send }: Stage, one: Booked): Promise<void> {
  const found = await read(send, `/api/booking/${one.code}`)
  const [starts, ends] = [startOf(one), startOf(one) + one.length]
  expect('the status', found.status, statusNow(book, one))
  expect('a wish', found.change_requested, one.asks !== undefined)
  expect('the start', Date.parse(String(found.starts_at)), milliseconds(starts))
  expect('the end', Date.parse(String(found.ends_at)), milliseconds(ends))
}

type Slot = { time: string; left: number; duration_minutes: number }

export async function lookAtDay({ book, send }: Stage, { wish: number, day }: Looked) {
  const { trade } = book
  const wish = trade.wishes[number % trade.wishes.length] as Wish
  const date = dayFrom(book, day)
  const found = await read(send, `/api/availability?date=${date}&${questionOf(wish)}`)
  const times = bookable(book, wish, date)
  const slots = found.slots as Slot[]
  expect(`${date} is open`, found.open, startsOn(book, wish, date) !== undefined)
  expect(`${date}'s times`, slots.map(({ time }) => time).join(), times.map(clockOf).join())
  for (const [place, at] of times.entries()) {
    const ways = freeWays(book, wish, { date, at })
    const left = slots[place]?.left ?? 0
    // Where work is spread, how many more can be taken depends on who takes them.
    const right = trade.variant === 'restaurant' ? left === inTurn(ways) : left > 0
    if (!right) throw new Wrong(`${left} are left at ${date} ${clockOf(at)}, not ${inTurn(ways)}`)
  }
}

/** How many more can be had, each taking the best of what the others left. */
function inTurn(ways: readonly Way[]): number {
  const taken = new Set<string>()
  let count = 0
  for (const { takes } of ways.toSorted((one, other) => one.cost - other.cost)) {
    if (takes.some(({ resource }) => taken.has(resource))) continue
    for (const { resource } of takes) taken.add(resource)
    count++
  }
  return count
}

type Day = { date: string; open: boolean; free: number; total: number; share: number }

/** A month's shares are of what can really be booked; without a wish, of anything. */
export async function lookAtMonth({ book, send }: Stage, { wish: number, day }: Looked) {
  const { trade } = book
  const wish = number % 5 === 0 ? undefined : trade.wishes[number % trade.wishes.length]
  const month = dayFrom(book, day).slice(0, 7)
  const question = wish ? `&${questionOf(wish)}` : ''
  const found = await read(send, `/api/availability?month=${month}${question}`)
  const wishes = wish ? [wish] : trade.anyOf
  const days = found.days as Day[]
  let [free, total] = [0, 0]
  for (const one of days) {
    const all = new Set(wishes.flatMap((each) => startsOn(book, each, one.date) ?? []))
    const can = new Set(wishes.flatMap((each) => bookable(book, each, one.date)))
    expect(`${one.date}'s free times`, one.free, can.size)
    expect(`${one.date}'s times`, one.total, all.size)
    expect(`${one.date}'s share`, one.share, shareOf(can.size, all.size))
    free += can.size
    total += all.size
  }
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
  expect(`${month}'s days`, days.length, last.getUTCDate())
  expect(`${month}'s share`, found.share, shareOf(free, total))
}

function shareOf(free: number, total: number): number {
  return total === 0 ? 0 : Math.round((free / total) * 1000) / 1000
}

function questionOf(wish: Wish): string {
  return Object.entries(wish)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

async function read(send: Stage['send'], path: string): Promise<Record<string, unknown>> {
  const { status, text } = await send('GET', path)
  if (status !== 200) throw new Wrong(`${path} was answered ${status}`)
  return JSON.parse(text) as Record<string, unknown>
}

function expect(what: string, found: unknown, ought: unknown): void {
  if (found !== ought) throw new Wrong(`${what}: ${found} instead of ${ought}`)
}
