/** Dispatchers and channels with configurable results, for tests of the outbox. */
import { probeIntervalMs } from '../../src/domain/outbox/claim.ts'
import type {
  ComposeMessage,
  DeliveryChannel,
  DeliveryContext,
} from '../../src/domain/outbox/deliver.ts'
import { createDispatcher } from '../../src/domain/outbox/dispatcher.ts'
import { nextPosition } from '../../src/domain/outbox/event-order.ts'
import type { Routes } from '../../src/domain/outbox/fan-out.ts'
import { type ChannelMessage, DeliveryError } from '../../src/kernel/channel.ts'
import { newId } from '../../src/kernel/id.ts'
import type { Store } from '../../src/store/sql.ts'
import { newDatabase, openTestStore } from './database.ts'
import { closeAfter } from './lifetime.ts'
import { monday } from './shop.ts'

export type DeliveryAttempt = { at: number; target: string; message: ChannelMessage }

export type TestChannel = DeliveryChannel & {
  /** Every attempt, with any result. */
  attempts: DeliveryAttempt[]
  /** The accepted deliveries, in order. */
  accepted: DeliveryAttempt[]
}

/** A channel that calls `answer` for each delivery; an error that `answer` throws is a failed delivery. */
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
  /** Opens the same database as another process would. */
  reopen(): Promise<Store>
  /** Inserts an event with this subject at the current time. */
  emit(subject: string, kind?: string): Promise<void>
}

/** An empty database with a fixed clock, removed after the tests of the file. */
export async function openOutbox(): Promise<OutboxFixture> {
  const file = await newDatabase()
  const clock = { now: monday }
  const now = () => clock.now
  const stores: Store[] = []
  const reopen = async () => {
    const store = await openTestStore(file, now)
    stores.push(store)
    return store
  }
  const store = await reopen()
  closeAfter(async () => {
    for (const one of stores) await one.close()
  })
  return {
    file,
    store,
    clock,
    now,
    reopen,
    emit: (subject, kind = 'booking.requested') =>
      store.write(async (sql) => {
        await sql.run(
          `INSERT INTO outbox (id, kind, subject, facts, created_at, position)
           VALUES (?, ?, ?, '{}', ?, ${nextPosition})`,
          newId(clock.now),
          kind,
          subject,
          clock.now,
        )
      }),
  }
}

/** Renders each delivery only as its subject. */
export const composePlain: ComposeMessage = async ({ id }, { kind, at, subject }) => ({
  id,
  kind,
  at,
  title: subject,
  text: kind,
  facts: {},
})

/** Routes all events to these destinations. */
export function routeTo(...destinations: [channel: string, target: string][]): Routes {
  return () => destinations.map(([channel, target]) => ({ channel, target }))
}

export function createTestDispatcher(
  { store, now }: Pick<OutboxFixture, 'store' | 'now'>,
  channels: readonly DeliveryChannel[],
  routes: Routes,
  overrides: Partial<DeliveryContext> = {},
) {
  return createDispatcher({ store, now, channels, routes, compose: composePlain, ...overrides })
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** The result of a channel while its receiver is down. */
export const failDelivery = () => {
  throw new DeliveryError({ reason: 'status 500' })
}

/**
 * Advances the clock in steps, and runs the dispatcher. While nothing can be due it runs only at the last step before,
 * where an attempt would be too early.
 */
export async function advanceClock(
  { clock, store }: OutboxFixture,
  dispatcher: { dispatch(): Promise<void> },
  milliseconds: number,
  step = 500,
): Promise<void> {
  const end = clock.now + milliseconds
  while (clock.now < end) {
    clock.now += step
    await dispatcher.dispatch()
    const next = Math.min(end, await findNextDue(store, clock.now))
    const idleSteps = Math.ceil((next - clock.now) / step) - 2
    if (idleSteps > 0) clock.now += idleSteps * step
  }
}

/** The earliest time at which a delivery may become due. */
async function findNextDue({ read }: Store, now: number): Promise<number> {
  const rows = await read.all<{ due_at: number; updated_at: number; claimed_until: number }>(
    "SELECT due_at, updated_at, claimed_until FROM deliveries WHERE state = 'waiting'",
  )
  const times = rows.flatMap(({ due_at: due, updated_at: updated, claimed_until: claimed }) => [
    due,
    updated + probeIntervalMs,
    claimed,
  ])
  return Math.min(...times.filter((time) => time > now))
}

/** The states of all deliveries, in order. */
export async function deliveryStates(outbox: OutboxFixture): Promise<string[]> {
  const rows = await outbox.store.read.all<{ state: string }>(
    'SELECT state FROM deliveries ORDER BY id',
  )
  return rows.map(({ state }) => state)
}
