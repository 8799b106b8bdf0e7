/** Couriers and channels that do as they are told, for news that nobody else must hear. */
import { after } from 'node:test'
import type { ComposeMessage, DeliveryContext } from '../../src/domain/outbox/deliver.ts'
import { createDispatcher } from '../../src/domain/outbox/dispatcher.ts'
import { enqueueEvent } from '../../src/domain/outbox/events.ts'
import type { Routes } from '../../src/domain/outbox/fan-out.ts'
import { type Channel, type ChannelMessage, DeliveryError } from '../../src/kernel/channel.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { newDatabase } from './database.ts'
import { monday } from './shop.ts'

export type DeliveryAttempt = { at: number; target: string; message: ChannelMessage }

export type TestChannel = Channel & {
  /** Every try, whatever came of it. */
  attempts: DeliveryAttempt[]
  /** What was taken, in order. */
  accepted: DeliveryAttempt[]
}

/** A channel that asks before it takes anything; whatever `answer` throws is its refusal. */
export function createTestChannel(
  name: string,
  now: () => number,
  onSend: (message: ChannelMessage, target: string) => unknown = () => {},
): TestChannel {
  const channel: TestChannel = {
    name,
    attempts: [],
    accepted: [],
    async send(message, target) {
      const one = { at: now(), target, message }
      channel.attempts.push(one)
      await onSend(message, target)
      channel.accepted.push(one)
    },
  }
  return channel
}

export type OutboxFixture = {
  file: string
  store: Store
  clock: { now: number }
  now(): number
  /** Another process would open it so. */
  reopen(): Promise<Store>
  /** News of this subject, as it happens now. */
  emit(subject: string, kind?: string): Promise<void>
}

/** An empty book with a clock that stands still; both go away with the file's tests. */
export async function openOutbox(): Promise<OutboxFixture> {
  const file = await newDatabase()
  const clock = { now: monday }
  const now = () => clock.now
  const stores: Store[] = []
  const reopen = async () => {
    const store = await openStore(file, now)
    stores.push(store)
    return store
  }
  const store = await reopen()
  after(async () => {
    for (const one of stores) await one.close()
  })
  return {
    file,
    store,
    clock,
    now,
    reopen,
    emit: (subject, kind = 'booking.requested') =>
      store.write((sql) => enqueueEvent(sql, clock.now, kind, subject)),
  }
}

/** Says of each delivery only whose it is. */
export const composePlain: ComposeMessage = async ({ id }, { kind, at, subject }) => ({
  id,
  kind,
  at,
  title: subject,
  text: kind,
  facts: {},
})

/** All news to these places. */
export function routeTo(...destinations: [channel: string, target: string][]): Routes {
  return () => destinations.map(([channel, target]) => ({ channel, target }))
}

export function createTestDispatcher(
  { store, now }: Pick<OutboxFixture, 'store' | 'now'>,
  channels: readonly Channel[],
  routes: Routes,
  overrides: Partial<DeliveryContext> = {},
) {
  return createDispatcher({ store, now, channels, routes, compose: composePlain, ...overrides })
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** A channel's answer while its other side is down. */
export const failDelivery = () => {
  throw new DeliveryError({ reason: 'answered 500' })
}

/** Lets time pass in steps, with a turn of the courier at each. */
export async function advanceClock(
  { clock }: OutboxFixture,
  dispatcher: { dispatch(): Promise<void> },
  milliseconds: number,
  step = 500,
): Promise<void> {
  const end = clock.now + milliseconds
  while (clock.now < end) {
    clock.now += step
    await dispatcher.dispatch()
  }
}

/** How all deliveries stand, in order. */
export async function deliveryStates(outbox: OutboxFixture): Promise<string[]> {
  const rows = await outbox.store.read.all<{ state: string }>(
    'SELECT state FROM deliveries ORDER BY id',
  )
  return rows.map(({ state }) => state)
}
