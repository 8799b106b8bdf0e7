/** What the generation of a task can use: the content of the shop, its free times, and random numbers. */
import { phoneOf } from '../../proof/support/clients.ts'
import type { Random } from '../../proof/support/random.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import type { RunningShop, TradeName } from '../../test/support/shop.ts'
import type { ShopContent, Text } from '../shop-content.ts'
import type { Task } from './task.ts'
import { addDays, type Person } from './words.ts'

export type TaskContext = {
  trade: TradeName
  locale: Locale
  random: Random
  content: ShopContent
  app: RunningShop
  today: string
  guest: Person
  say(text: Text): string
}

/** A kind of task. `create` may store bookings of other guests first. */
export type TaskKind = {
  name: string
  /** All trades if not set. */
  trades?: readonly TradeName[]
  usesInjectedShop?: true
  create(context: TaskContext): Promise<Omit<Task, 'kind' | 'trade' | 'locale'>>
}

/** Options of GET /api/availability. */
export type TimeQuery = Readonly<Record<string, string>>

export type Start = { date: string; time: string }

const maxDaysAhead = 20

/** A free start on a random day. */
export async function pickStart(
  context: TaskContext,
  query: TimeQuery,
  firstDay = 1,
): Promise<Start> {
  const days = Array.from({ length: maxDaysAhead }, (_, index) => index + firstDay)
  for (const daysAhead of context.random.shuffle(days)) {
    const date = addDays(context.today, daysAhead)
    const times = await listFreeTimes(context, date, query)
    if (times.length > 0) return { date, time: context.random.pick(times) }
  }
  throw new Error(`No time is free for ${JSON.stringify(query)}.`)
}

export async function listFreeTimes(
  { app }: TaskContext,
  date: string,
  query: TimeQuery,
): Promise<string[]> {
  const search = new URLSearchParams({ ...query, date })
  const { slots } = (await app.json(`/api/availability?${search}`)) as {
    slots?: { time: string }[]
  }
  return (slots ?? []).map(({ time }) => time)
}

/** Stores a booking of another guest, with an own phone number and address. Returns its code if there was a place. */
export async function bookForOther(
  { app }: TaskContext,
  body: object,
  index: number,
): Promise<string | undefined> {
  const other = { name: 'Vũ Thị Hoa', phone: phoneOf(index), consent: '1' }
  const headers = { 'x-forwarded-for': `203.${index % 250}.113.7` }
  const response = await app.post('/api/booking', { ...other, ...body }, headers)
  if (response.status === 409) return undefined
  const { code } = (await response.json()) as { code?: string }
  if (response.status !== 202 || code === undefined)
    throw new Error(`The booking of another guest was rejected with status ${response.status}.`)
  return code
}

/** Books a start until no place is left. */
export async function fillStart(context: TaskContext, body: object): Promise<void> {
  for (let index = 0; index < 100; index++) {
    if ((await bookForOther(context, body, index)) === undefined) return
  }
  throw new Error('A start was not full after a hundred bookings.')
}
