/** Compares public reads with the model: a booking, the times of a day, the shares of a month. */
import { ModelMismatch } from './allowed-resources.ts'
import type { Command } from './commands.ts'
import { findBookableTimes, findFreeOptions, findStarts } from './guest-rules.ts'
import type { ModelSetup } from './setup.ts'
import { currentStatus, dayFrom, type ModelBooking, startOf, toEpochMs } from './shop-model.ts'
import { formatClockTime, type RequestDetails, type ResourceOption } from './trade.ts'

type AvailabilityCommand = Extract<Command, { type: 'read_day' | 'read_month' }>

export async function checkBooking({ model, send }: ModelSetup, one: ModelBooking): Promise<void> {
  const response = await read(send, `/api/booking/${one.code}`)
  const [starts, ends] = [startOf(one), startOf(one) + one.length]
  assertEqual('the status', response.status, currentStatus(model, one))
  assertEqual('the change request', response.change_requested, one.changeRequest !== undefined)
  assertEqual('the start', Date.parse(String(response.starts_at)), toEpochMs(starts))
  assertEqual('the end', Date.parse(String(response.ends_at)), toEpochMs(ends))
}

type Slot = { time: string; left: number; duration_minutes: number }

export async function checkDay(
  { model, send }: ModelSetup,
  { detailsIndex, day }: AvailabilityCommand,
) {
  const { trade } = model
  const details = trade.sampleDetails[detailsIndex % trade.sampleDetails.length] as RequestDetails
  const date = dayFrom(model, day)
  const response = await read(send, `/api/availability?date=${date}&${formatQuery(details)}`)
  const times = findBookableTimes(model, details, date)
  const slots = response.slots as Slot[]
  assertEqual(`${date} is open`, response.open, findStarts(model, details, date) !== undefined)
  assertEqual(
    `${date}'s times`,
    slots.map(({ time }) => time).join(),
    times.map(formatClockTime).join(),
  )
  for (const [index, at] of times.entries()) {
    const options = findFreeOptions(model, details, { date, at })
    const left = slots[index]?.left ?? 0
    // If work is balanced across staff, the remaining capacity depends on who gets it.
    const isExpected = trade.id === 'restaurant' ? left === countConsecutive(options) : left > 0
    if (!isExpected)
      throw new ModelMismatch(
        `${date} ${formatClockTime(at)}: ${left} left instead of ${countConsecutive(options)}`,
      )
  }
}

/** The number of further bookings, if each takes the best remaining option. */
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

/** The share of a day is its bookable starts; without details, of any of the default details. */
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
  const response = await read(send, `/api/availability?month=${month}${query}`)
  const allDetails = details ? [details] : trade.defaultDetails
  const days = response.days as Day[]
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
  assertEqual(`${month}'s share`, response.share, shareOf(free, total))
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
  if (status !== 200) throw new ModelMismatch(`${path} got status ${status}`)
  return JSON.parse(text) as Record<string, unknown>
}

function assertEqual(what: string, response: unknown, expected: unknown): void {
  if (response !== expected) throw new ModelMismatch(`${what}: ${response} instead of ${expected}`)
}
