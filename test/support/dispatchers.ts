/** Couriers and channels that do as they are told, for news that nobody else must hear. */
import { after } from 'node:test'
import type { Compose, DeliveryParts } from '../../src/domain/outbox/deliver.ts'
import { createCourier } from '../../src/domain/outbox/dispatcher.ts'
import { announce } from '../../src/domain/outbox/events.ts'
import type { Routes } from '../../src/domain/outbox/fan-out.ts'
import { type Channel, type Message, NotDelivered } from '../../src/kernel/channel.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { newDatabase } from './database.ts'
import { monday } from './shop.ts'

export type Try = { at: number; target: string; message: Message }

export type Ear = Channel & {
  /** Every try, whatever came of it. */
  tries: Try[]
  /** What was taken, in order. */
  taken: Try[]
}

/** A channel that asks before it takes anything; whatever `answer` throws is its refusal. */
export function listen(
  name: string,
  now: () => number,
  answer: (message: Message, target: string) => unknown = () => {},
): Ear {
  const ear: Ear = {
    name,
    tries: [],
    taken: [],
    async send(message, target) {
      const one = { at: now(), target, message }
      ear.tries.push(one)
      await answer(message, target)
      ear.taken.push(one)
    },
  }
  return ear
}

export type Book = {
  file: string
  store: Store
  clock: { now: number }
  now(): number
  /** Another process would open it so. */
  again(): Promise<Store>
  /** News of this subject, as it happens now. */
  happen(subject: string, kind?: string): Promise<void>
}

/** An empty book with a clock that stands still; both go away with the file's tests. */
export async function openBook(): Promise<Book> {
  const file = await newDatabase()
  const clock = { now: monday }
  const now = () => clock.now
  const stores: Store[] = []
  const again = async () => {
    const store = await openStore(file, now)
    stores.push(store)
    return store
  }
  const store = await again()
  after(async () => {
    for (const one of stores) await one.close()
  })
  return {
    file,
    store,
    clock,
    now,
    again,
    happen: (subject, kind = 'booking.requested') =>
      store.write((sql) => announce(sql, clock.now, kind, subject)),
  }
}

/** Says of each delivery only whose it is. */
export const plainly: Compose = async ({ id }, { kind, at, subject }) => ({
  id,
  kind,
  at,
  title: subject,
  text: kind,
  facts: {},
})

/** All news to these places. */
export function to(...places: [channel: string, target: string][]): Routes {
  return () => places.map(([channel, target]) => ({ channel, target }))
}

export function send(
  { store, now }: Pick<Book, 'store' | 'now'>,
  channels: readonly Channel[],
  routes: Routes,
  others: Partial<DeliveryParts> = {},
) {
  return createCourier({ store, now, channels, routes, compose: plainly, ...others })
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** A channel's answer while its other side is down. */
export const down = () => {
  throw new NotDelivered({ reason: 'answered 500' })
}

/** Lets time pass in steps, with a turn of the courier at each. */
export async function pass(
  { clock }: Book,
  courier: { tellNews(): Promise<void> },
  milliseconds: number,
  step = 500,
): Promise<void> {
  const end = clock.now + milliseconds
  while (clock.now < end) {
    clock.now += step
    await courier.tellNews()
  }
}

/** How all deliveries stand, in order. */
export async function states(book: Book): Promise<string[]> {
  const rows = await book.store.read.all<{ state: string }>(
    'SELECT state FROM deliveries ORDER BY id',
  )
  return rows.map(({ state }) => state)
}
