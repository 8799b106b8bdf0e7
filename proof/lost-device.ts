/**
 * R21. A signed-in device is lost: privileged actions need a sign-in of the last ten minutes, and after a revocation nothing
 * on the device is valid. Other owners are notified of links for owners, and a team always has an owner who can sign in.
 */
import { loadSampleShop } from '../test/support/shop.ts'
import { loseDevice, revocations } from './lost-device/lose-device.ts'
import { changeTeam, checkNotices } from './lost-device/owners.ts'
import { compareRoutes } from './lost-device/privileged-requests.ts'
import { openShop } from './lost-device/shop.ts'
import { tryPrivileged } from './lost-device/try-privileged.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'

type LostDeviceOptions = {
  rounds: number
  /** Random commands of owners in each round. */
  commands: number
  /** Until nothing on the device is valid. Longer beside other tests on the same machine. */
  maxRevocationMs: number
  engine: Engine | 'both'
  seed: number
}

type EngineResult = {
  engine: Engine
  processes: number
  /** Privileged requests with sign-ins of different ages. */
  tried: number
  devices: number
  slowestRevocationMs: number
  /** Commands that would have left the team without an owner, and others that were not possible. */
  rejected: number
  wrong: string[]
  holds: boolean
}

type LostDeviceResult = LostDeviceOptions & { outcomes: EngineResult[]; holds: boolean }

async function proveLostDevice(
  options: LostDeviceOptions,
  report: ReportProgress,
): Promise<LostDeviceResult> {
  const random = randomFrom(options.seed)
  const outcomes = await runOnEachEngine(options.engine, (engineSetup) =>
    runOnEngine(engineSetup, options, random, report),
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

async function runOnEngine(
  engineSetup: EngineSetup,
  { rounds, commands, maxRevocationMs }: LostDeviceOptions,
  random: Random,
  report: ReportProgress,
): Promise<Omit<EngineResult, 'engine'>> {
  const wrong = compareRoutes(loadSampleShop('spa'))
  const shop = await openShop(engineSetup)
  let [tried, devices, slowestRevocationMs, rejected] = [0, 0, 0, 0]
  try {
    await shop.addMember('Lan', 'host')
    await checkNotices(shop, wrong)
    for (let round = 0; round < rounds; round++) {
      report(round, rounds)
      tried += await tryPrivileged(shop, random, wrong)
      // The following steps need a shop in which no action got through.
      if (wrong.length > 0) break
      for (const revocation of revocations) {
        const elapsedMs = await loseDevice(
          shop,
          revocation,
          devices++,
          random,
          wrong,
          maxRevocationMs,
        )
        slowestRevocationMs = Math.max(slowestRevocationMs, elapsedMs)
      }
    }
    if (wrong.length === 0) {
      rejected = await changeTeam(shop, commands * rounds, random, wrong)
    }
  } finally {
    await shop.close()
  }
  return {
    processes: engineSetup.processes,
    ...{ tried, devices, slowestRevocationMs, rejected, wrong },
    holds: wrong.length === 0,
  }
}

export const lostDeviceProof = defineProof({
  id: 'R21',
  name: 'lost-device',
  scenario:
    'A signed-in device is lost: every privileged action with sign-ins 0, 9, 11 and 600 minutes old; then its session is ' +
    'ended, the password changed or the account recovered from another device; random commands of owners; SQLite, and ' +
    'PostgreSQL with two processes.',
  guarantee:
    'A privileged action needs a sign-in of the last 10 minutes; after a revocation nothing on the device is valid within ' +
    '5 s in any process; other owners are notified; an owner can always sign in.',
  short: {
    rounds: 1,
    commands: 20,
    maxRevocationMs: 30_000,
    engine: 'both' as LostDeviceOptions['engine'],
  },
  long: {
    rounds: 20,
    commands: 50,
    maxRevocationMs: 5_000,
    engine: 'both' as LostDeviceOptions['engine'],
  },
  run: (options, seed, report) => proveLostDevice({ ...options, seed }, report),
  summarize: ({ outcomes }) =>
    outcomes
      .map(({ engine, processes, tried, devices, slowestRevocationMs, wrong }) => {
        const where = `${engine} (processes: ${processes})`
        const counts = `${formatCount(tried)} privileged requests, ${devices} lost devices`
        return `${counts} on ${where}, revoked within ${slowestRevocationMs} ms: ${wrong.length} errors`
      })
      .join('; '),
})
