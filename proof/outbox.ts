/**
 * R11. The process that dispatches events is killed at each step, and the receivers are down, slow, busy, failing or
 * hanging: every event is delivered at least once, with one id, in order for each booking, and soon after the
 * receivers recover.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { generateWebhookSecret } from '../src/channels/webhook.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/sql.ts'
import { runMailbox } from '../test/support/receivers.ts'
import { waitUntilDrained } from './outbox/drain.ts'
import { interruptedSteps, recordInterruptedSteps } from './outbox/interrupted-steps.ts'
import { type OutboxLoad, type Processes, startOutboxLoad } from './outbox/load.ts'
import {
  type ConfiguredReceiver,
  type DeliveryVerdict,
  evaluateDeliveries,
} from './outbox/verdict.ts'
import {
  openWebhookReceiver,
  receiverBehaviors,
  type WebhookReceiver,
} from './outbox/webhook-receiver.ts'
import { sumCounts } from './support/callers.ts'
import { incrementCount } from './support/count-by.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { restaurantOfTwos } from './support/scratch.ts'
import { startServer } from './support/server.ts'
import { signInStaff } from './support/staff-sessions.ts'

type OutboxOptions = {
  rounds: number
  /** Duration of each round, and number of kills in it. */
  milliseconds: number
  kills: number
  writers: number
  /** 1: sets stored retry times to now after the recovery instead of waiting for them. */
  skipWaiting: number
  /** From the recovery to the last delivery. Longer beside other tests on the same machine. */
  maxDrainSeconds: number
  engine: Engine | 'both'
  seed: number
}

type OutboxResult = OutboxOptions & { outcomes: EngineResult[]; holds: boolean }

type EngineResult = DeliveryVerdict & {
  engine: Engine
  processes: number
  /** Number of kills by kill point. */
  killed: Record<string, number>
  /** State of the deliveries after the kills; only on SQLite, where no other process continues them. */
  interrupted: Record<string, number>
  unsigned: number
  overlapping: number
  drainedSeconds: number[]
  holds: boolean
}

/** A process is killed right after one of these, in turn. */
const killPoints = ['arrived', 'accepted', 'acknowledged', 'random time'] as const

async function proveOutbox(options: OutboxOptions): Promise<OutboxResult> {
  const random = randomFrom(options.seed)
  const outcomes = await runOnEachEngine(options.engine, (engineSetup) =>
    runOnEngine(engineSetup, options, random),
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

async function runOnEngine(
  { engine, scratch, database, processes: number }: EngineSetup,
  options: OutboxOptions,
  random: Random,
): Promise<Omit<EngineResult, 'engine'>> {
  const secret = generateWebhookSecret()
  const receiver = await openWebhookReceiver(secret, random)
  const mailbox = await runMailbox()
  const webhooks = [`${receiver.url}/unreliable`, `${receiver.url}/reliable`]
  const environment = {
    DATABASE_URL: database,
    CONTENT_DIR: restaurantOfTwos(scratch, 40),
    WEBHOOKS: webhooks.join(),
    WEBHOOK_SECRET: secret,
    PRIVATE_TARGETS: 'allow',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@shop.example',
    STAFF_MAIL: 'staff@shop.example',
  }
  const receivers: ConfiguredReceiver[] = [
    ...webhooks.map((target) => ({ channel: 'webhook', target, kinds: loadEvents })),
    { channel: 'email', target: environment.STAFF_MAIL, kinds: staffEvents },
    { channel: 'guest-mail', target: 'guest', kinds: guestEvents },
  ]
  const processes: Processes = { alive: [] }
  const killed: Record<string, number> = {}
  const interrupted: Record<string, number> = {}
  const drainedSeconds: number[] = []
  const slow = { milliseconds: options.skipWaiting ? 200 : 4_000 }
  // With few kills each engine covers half of the kill points.
  let turn = engine === 'sqlite' ? 0 : 2
  let store: Store | undefined
  try {
    while (processes.alive.length < number) processes.alive.push(await startServer(environment))
    const [mai] = await signInStaff(processes.alive, ['Mai'])
    store = await openStore(database, Date.now)
    const acknowledged = new Map<string, string[]>()
    for (let round = 0; round < options.rounds; round++) {
      const load = startOutboxLoad(processes, mai?.cookie ?? '', options.writers, random)
      for (let kill = 0; kill < options.kills; kill++) {
        await receiver.setBehavior(kill === 0 ? 'ok' : random.pick(receiverBehaviors))
        mailbox.react(random.pick(['take', 'take', 'hang', 'drop', slow, 450]))
        await pause(random.below(options.milliseconds / options.kills))
        const killPoint = killPoints[turn++ % killPoints.length] as (typeof killPoints)[number]
        if (killPoint !== 'random time') await waitForKillPoint(killPoint, receiver, load)
        const [victim] = processes.alive.splice(random.below(processes.alive.length), 1)
        await victim?.kill('SIGKILL')
        incrementCount(killed, killPoint)
        if (engine === 'sqlite') await recordInterruptedSteps(store, receiver, interrupted)
        processes.alive.push(await startServer(environment))
      }
      await waitForConfirmation(load)
      await load.stop()
      for (const [code, actions] of load.acknowledged) acknowledged.set(code, actions)
      await receiver.setBehavior('ok')
      mailbox.react('take')
      if (options.skipWaiting) {
        receiver.closeConnections()
        mailbox.hangUp()
      }
      drainedSeconds.push(await waitUntilDrained(store, receiver, options))
    }
    const { receipts } = receiver
    const verdict = await evaluateDeliveries(
      store,
      acknowledged,
      receivers,
      receipts,
      mailbox.mails,
    )
    const { unsigned } = receiver
    const overlapping = receiver.overlapping + mailbox.overlapping
    const faults = verdict.wrong.length + verdict.lost + verdict.outOfOrder + unsigned + overlapping
    return {
      processes: number,
      killed,
      interrupted,
      unsigned,
      overlapping,
      drainedSeconds,
      ...verdict,
      holds:
        faults === 0 &&
        verdict.events > 0 &&
        drainedSeconds.every((seconds) => seconds <= options.maxDrainSeconds) &&
        (engine !== 'sqlite' ||
          options.skipWaiting > 0 ||
          interruptedSteps.every((step) => interrupted[step])),
    }
  } finally {
    for (const server of processes.alive) await server.kill('SIGKILL')
    await store?.close()
    await receiver.close()
    await mailbox.close()
  }
}

/** Whom the events of the load notify (`notifies` in the table of booking actions). */
const staffEvents = ['booking.requested', 'booking.change_requested']
const guestEvents = ['booking.requested', 'booking.confirmed', 'booking.cancelled']
const loadEvents = [...new Set([...staffEvents, ...guestEvents, 'booking.noted'])]

/** A run without a confirmation would not show that confirmations have their event. */
async function waitForConfirmation({ acknowledged }: OutboxLoad): Promise<void> {
  const deadlineMs = performance.now() + 120_000
  const isConfirmed = (actions: readonly string[]) => actions.includes('booking.confirmed')
  while (performance.now() < deadlineMs) {
    if ([...acknowledged.values()].some(isConfirmed)) return
    await pause(20)
  }
}

/** Waits at most 3 s, because nothing is received while the receiver is down. */
function waitForKillPoint(
  killPoint: 'acknowledged' | 'arrived' | 'accepted',
  receiver: WebhookReceiver,
  load: OutboxLoad,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (killPoint === 'acknowledged') load.onNext(resolve)
  else receiver.onNext(killPoint, resolve)
  return Promise.race([promise, pause(3_000)])
}

export const outboxProof = defineProof({
  id: 'R11',
  name: 'outbox',
  scenario:
    'The process that dispatches events is killed at each step under load, while the receivers ' +
    'are down, slow, busy, failing, disconnecting or not responding; SQLite, and PostgreSQL ' +
    'with two processes.',
  guarantee:
    'Every event is delivered at least once, signed, with one id, in order for each booking ' +
    'and one at a time, all within 60 s of recovery.',
  short: {
    rounds: 1,
    milliseconds: 1_500,
    kills: 2,
    writers: 4,
    skipWaiting: 1,
    maxDrainSeconds: 300,
    engine: 'both' as OutboxOptions['engine'],
  },
  long: {
    rounds: 4,
    milliseconds: 60_000,
    kills: 8,
    writers: 4,
    skipWaiting: 0,
    maxDrainSeconds: 60,
    engine: 'both' as OutboxOptions['engine'],
  },
  run: (options, seed) => proveOutbox({ ...options, seed }),
  summarize: ({ outcomes }) =>
    outcomes
      .map(
        ({ engine, killed, events, arrived, repeated, mails, lost, outOfOrder, drainedSeconds }) =>
          [
            `${engine}: ${sumCounts(killed)} kills`,
            `${formatCount(events)} events`,
            `${formatCount(arrived)} deliveries (${formatCount(repeated)} repeated)`,
            `${formatCount(mails)} emails: ${lost} lost`,
            `${outOfOrder} out of order`,
            `delivered in ${drainedSeconds.join(', ')} s`,
          ].join(', '),
      )
      .join('; '),
})
