/** What anybody may look at, against what the book says: a booking, a day's times, a month's shares. */

import { ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { findBookableTimes, findFreeOptions, findStarts } from './guest-rules.ts'
import type { ModelSetup } from './setup.ts'
import { currentStatus, dayFrom, type ModelBooking, startOf, toEpochMs } from './shop-model.ts'
import { formatClockTime, type RequestDetails, type ResourceOption } from './trade.ts'

type AvailabilityCommand = Extract<Command, { does: 'day' | 'month' }>

export async function checkBooking({ model, send }: ModelSetup, one: ModelBooking): Promise<void> {
  const found = await read(send, `/api/booking/${one.code}`)
  const [starts, ends] = [startOf(one), startOf(one) + one.length]
  assertEqual('the status', found.status, currentStatus(model, one))
  assertEqual('a wish', found.change_requested, one.changeRequest !== undefined)
  assertEqual('the start', Date.parse(String(found.starts_at)), toEpochMs(starts))
  assertEqual('the end', Date.parse(String(found.ends_at)), toEpochMs(ends))
}

type Slot = { time: string; left: number; duration_minutes: number }

export async function checkDay(
  { model, send }: ModelSetup,
  { detailsIndex, day }: AvailabilityCommand,
) {
  const { trade } = model
  const details = trade.sampleDetails[detailsIndex % trade.sampleDetails.length] as RequestDetails
  const date = dayFrom(model, day)
  const found = await read(send, `/api/availability?date=${date}&${formatQuery(details)}`)
  const times = findBookableTimes(model, details, date)
  const slots = found.slots as Slot[]
  assertEqual(`${date} is open`, found.open, findStarts(model, details, date) !== undefined)
  assertEqual(
    `${date}'s times`,
    slots.map(({ time }) => time).join(),
    times.map(formatClockTime).join(),
  )
  for (const [index, at] of times.entries()) {
    const options = findFreeOptions(model, details, { date, at })
    const left = slots[index]?.left ?? 0
    // Where work is spread, how many more can be taken depends on who takes them.
    const isExpected =
      trade.variant === 'restaurant' ? left === countConsecutive(options) : left > 0
    if (!isExpected)
      throw new ModelMismatch(
        `${left} are left at ${date} ${formatClockTime(at)}, not ${countConsecutive(options)}`,
      )
  }
}

/** How many more can be had, each taking the best of what the others left. */
function countConsecutive(options: readonly ResourceOption[]): number {
  const taken = new Set<string>()
  let count = 0
  for (const { takes } of options.toSorted((one, other) => one.cost - other.cost)) {
    if (takes.some(({ resource }) => taken.has(resource))) continue
    for (const { resource } of takes) taken.add(resource)
    count++
  }
  return count
}

type Day = { date: string; open: boolean; free: number; total: number; share: number }

/** A month's shares are of what can really be booked; without a wish, of anything. */
export async function checkMonth(
  { model, send }: ModelSetup,
  { detailsIndex, day }: AvailabilityCommand,
) {
  const { trade } = model
  const details =
    detailsIndex % 5 === 0
      ? undefined
      : trade.sampleDetails[detailsIndex % trade.sampleDetails.length]
  const month = dayFrom(model, day).slice(0, 7)
  const query = details ? `&${formatQuery(details)}` : ''
  const found = await read(send, `/api/availability?month=${month}${query}`)
  const allDetails = details ? [details] : trade.defaultDetails
  const days = found.days as Day[]
  let [free, total] = [0, 0]
  for (const one of days) {
    const allStarts = new Set(allDetails.flatMap((each) => findStarts(model, each, one.date) ?? []))
    const bookableTimes = new Set(
      allDetails.flatMap((each) => findBookableTimes(model, each, one.date)),
    )
    assertEqual(`${one.date}'s free times`, one.free, bookableTimes.size)
    assertEqual(`${one.date}'s times`, one.total, allStarts.size)
    assertEqual(`${one.date}'s share`, one.share, shareOf(bookableTimes.size, allStarts.size))
    free += bookableTimes.size
    total += allStarts.size
  }
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
  assertEqual(`${month}'s days`, days.length, last.getUTCDate())
  assertEqual(`${month}'s share`, found.share, shareOf(free, total))
}

function shareOf(free: number, total: number): number {
  return total === 0 ? 0 : Math.round((free / total) * 1000) / 1000
}

function formatQuery(details: RequestDetails): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

async function read(send: ModelSetup['send'], path: string): Promise<Record<string, unknown>> {
  const { status, text } = await send('GET', path)
  if (status !== 200) throw new ModelMismatch(`${path} was answered ${status}`)
  return JSON.parse(text) as Record<string, unknown>
}

function assertEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new ModelMismatch(`${what}: ${found} instead of ${expected}`)
}
