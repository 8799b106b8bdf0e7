/**
 * R11. The process that tells the news is killed at each step, and those who are told are down, slow,
 * busy, broken or hang: every piece of news arrives at least once, under one id, in order for each
 * booking, and soon after they are well again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { makeWebhookSecret } from '../src/channels/webhook.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/sql.ts'
import { runMailbox } from '../test/support/receivers.ts'
import { drain } from './outbox/drain.ts'
import { foundAfterKill, steps } from './outbox/interrupted-steps.ts'
import { type Load, type Processes, startLoad } from './outbox/load.ts'
import { judge, type Verdict } from './outbox/verdict.ts'
import { openProgram, type Program, weathers } from './outbox/webhook-receiver.ts'
import { tally } from './support/count-by.ts'
import { type Engine, type Ground, onEach } from './support/engines.ts'
import { count, defineProof } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { restaurantOfTwos } from './support/scratch.ts'
import { startServer } from './support/server.ts'
import { hireAll } from './support/staff-sessions.ts'

export type Outbox = {
  rounds: number
  /** Of each round, and how many times a process is killed in it. */
  milliseconds: number
  kills: number
  writers: number
  /** Stored deadlines are moved instead of being waited for, once all is well. */
  hurry: number
  engine: Engine | 'both'
  seed: number
}

export type OutboxResult = Outbox & { tried: Tried[]; holds: boolean }

type Tried = Verdict & {
  engine: Engine
  processes: number
  /** After what a process was killed. */
  killed: Record<string, number>
  /** In what state the kills left what was to be told; SQLite alone, where nobody else goes on. */
  left: Record<string, number>
  unsigned: number
  overlapping: number
  drainedSeconds: number[]
  holds: boolean
}

/** A process is killed right after one of these, each in its turn. */
const moments = ['arrived', 'taken', 'acknowledged', 'any moment'] as const

export async function outbox(given: Outbox): Promise<OutboxResult> {
  const random = randomFrom(given.seed)
  const tried = await onEach(given.engine, (ground) => onGround(ground, given, random))
  return { ...given, tried, holds: tried.every(({ holds }) => holds) }
}

async function onGround(
  { engine, scratch, database, processes: number }: Ground,
  given: Outbox,
  random: Random,
): Promise<Omit<Tried, 'engine'>> {
  const secret = makeWebhookSecret()
  const program = await openProgram(secret, random)
  const mailbox = await runMailbox()
  const environment = {
    DATABASE_URL: database,
    CONTENT_DIR: restaurantOfTwos(scratch, 40),
    WEBHOOKS: `${program.url}/stormy,${program.url}/steady`,
    WEBHOOK_SECRET: secret,
    PRIVATE_TARGETS: 'allow',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'desk@shop.example',
    STAFF_MAIL: 'staff@shop.example',
  }
  const processes: Processes = { alive: [] }
  const killed: Record<string, number> = {}
  const left: Record<string, number> = {}
  const drainedSeconds: number[] = []
  const slow = { milliseconds: given.hurry ? 200 : 4_000 }
  // Where there are few kills, the engines share the moments.
  let turn = engine === 'sqlite' ? 0 : 2
  let store: Store | undefined
  try {
    while (processes.alive.length < number) processes.alive.push(await startServer(environment))
    const [mai] = await hireAll(processes.alive, ['Mai'])
    store = await openStore(database, Date.now)
    const acknowledged = new Map<string, string[]>()
    for (let round = 0; round < given.rounds; round++) {
      const load = startLoad(processes, mai?.cookie ?? '', given.writers, random)
      for (let kill = 0; kill < given.kills; kill++) {
        await program.turn(kill === 0 ? 'well' : random.pick(weathers))
        mailbox.react(random.pick(['take', 'take', 'hang', 'drop', slow, 450]))
        await pause(random.below(given.milliseconds / given.kills))
        const moment = moments[turn++ % moments.length] as (typeof moments)[number]
        if (moment !== 'any moment') await next(moment, program, load)
        const [victim] = processes.alive.splice(random.below(processes.alive.length), 1)
        await victim?.kill('SIGKILL')
        tally(killed, moment)
        if (engine === 'sqlite') await foundAfterKill(store, program, left)
        processes.alive.push(await startServer(environment))
      }
      await load.stop()
      for (const [code, happened] of load.acknowledged) acknowledged.set(code, happened)
      await program.turn('well')
      mailbox.react('take')
      if (given.hurry) for (const one of [program, mailbox]) one.hangUp()
      drainedSeconds.push(await drain(store, program, given.hurry > 0))
    }
    const verdict = await judge(store, acknowledged, program.receipts, mailbox.mails)
    const { unsigned } = program
    const overlapping = program.overlapping + mailbox.overlapping
    const faults = verdict.wrong.length + verdict.lost + verdict.outOfOrder + unsigned + overlapping
    return {
      processes: number,
      killed,
      left,
      unsigned,
      overlapping,
      drainedSeconds,
      ...verdict,
      holds:
        faults === 0 &&
        verdict.news > 0 &&
        drainedSeconds.every((seconds) => seconds <= 60) &&
        (engine !== 'sqlite' || given.hurry > 0 || steps.every((step) => left[step])),
    }
  } finally {
    for (const server of processes.alive) await server.kill('SIGKILL')
    await store?.close()
    await program.close()
    await mailbox.close()
  }
}

/** Until it happens, or for as long as anybody can wait for it: nothing arrives where nobody listens. */
function next(
  moment: 'acknowledged' | 'arrived' | 'taken',
  program: Program,
  load: Load,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (moment === 'acknowledged') load.onNext(resolve)
  else program.onNext(moment, resolve)
  return Promise.race([promise, pause(3_000)])
}

export const outboxProof = defineProof({
  id: 'R11',
  name: 'outbox',
  tried:
    'The process that tells the news is killed at each step, under load, while the receivers are down, slow, busy, broken, hang up or say nothing; SQLite, and PostgreSQL with two processes.',
  promised:
    'Every piece of news arrives at least once, signed, under one id, in order for each booking and one at a time, all of it within 60 s of recovery.',
  short: {
    rounds: 1,
    milliseconds: 1_500,
    kills: 2,
    writers: 4,
    hurry: 1,
    engine: 'both' as Outbox['engine'],
  },
  long: {
    rounds: 4,
    milliseconds: 60_000,
    kills: 8,
    writers: 4,
    hurry: 0,
    engine: 'both' as Outbox['engine'],
  },
  run: (given, seed) => outbox({ ...given, seed }),
  say: ({ tried }) =>
    tried
      .map(
        ({ engine, killed, news, arrived, repeated, mails, lost, outOfOrder, drainedSeconds }) =>
          `${engine}: ${Object.values(killed).reduce((sum, one) => sum + one, 0)} kills, ${count(news)} pieces of news, ${count(arrived)} tries (${count(repeated)} repeated) and ${count(mails)} mails: ${lost} lost, ${outOfOrder} out of order, drained in ${drainedSeconds.join(', ')} s`,
      )
      .join('; '),
})
