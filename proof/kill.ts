/**
 * R3. The process is killed under load and started again, at random times and right after a response: no acknowledged
 * booking is lost or incomplete, and a retry with the same key does not create a second booking.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'

type KillOptions = {
  rounds: number
  writers: number
  engine: Engine | 'both'
  seed: number
}

type KillResult = KillOptions & { outcomes: (EngineResult & { engine: Engine })[]; holds: boolean }

type EngineResult = {
  sent: number
  acknowledged: number
  /** Number of kills right after a response. */
  killedAfterResponse: number
  lost: number
  duplicated: number
  /** Incomplete rows, and a process that stopped responding by itself. */
  broken: string[]
  holds: boolean
}

async function proveKill(options: KillOptions): Promise<KillResult> {
  const random = randomFrom(options.seed)
  const outcomes = await runOnEachEngine(options.engine, (engineSetup) =>
    runOnEngine(engineSetup, options, random),
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

/** Under load there is a response every few milliseconds. */
const responseTimeoutMs = 60_000

async function runOnEngine(
  { scratch, database }: EngineSetup,
  { rounds, writers, seed }: KillOptions,
  random: Random,
): Promise<EngineResult> {
  const environment = { DATABASE_URL: database, CONTENT_DIR: restaurantOfTwos(scratch, 400) }
  const result: EngineResult = {
    sent: 0,
    acknowledged: 0,
    killedAfterResponse: 0,
    lost: 0,
    duplicated: 0,
    broken: [],
    holds: false,
  }
  const codes = new Map<string, string>()
  const days = openDays()
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(environment, { connections: writers })
    const sent = new Map<string, object>()
    let running = true
    let onAcknowledged = () => {}
    const write = async () => {
      while (running) {
        const key = `kill-${seed}-${round}-${result.sent++}`
        const body = {
          ...guest,
          date: random.pick(days),
          time: random.pick(starts),
          party_size: 2,
        }
        sent.set(key, body)
        const response = await server
          .send('POST', '/api/booking', body, { 'idempotency-key': key })
          .catch(() => undefined)
        if (response?.status === 202) {
          recordCode(codes, key, response.text, result)
          onAcknowledged()
        } else if (response?.status === 409) sent.delete(key)
      }
    }
    const loops = Array.from({ length: writers }, write)
    await pause(30 + random.below(250))
    if (round % 2 === 1) {
      const acknowledged = new Promise<boolean>((resolve) => {
        onAcknowledged = () => resolve(true)
      })
      if (await Promise.race([acknowledged, pause(responseTimeoutMs, false)]))
        result.killedAfterResponse++
    }
    running = false
    await server.kill('SIGKILL')
    await Promise.allSettled(loops)

    const restartedServer = await startServer(environment, { connections: writers })
    try {
      await sendAgain(restartedServer, sent, codes, result)
    } catch (error) {
      // Nothing ends this process before SIGTERM, so each of its connections must stay open.
      const { exitCode } = restartedServer.process
      const reason = `${(error as Error).message}, exit code ${exitCode}: ${restartedServer.stderrText()}`
      result.broken.push(`no response after the restart: ${reason}`)
    }
    await restartedServer.kill('SIGTERM')
    result.broken.push(...(await checkDatabase(database, codes.size)))
  }
  result.acknowledged = codes.size
  result.holds =
    result.acknowledged > rounds &&
    result.killedAfterResponse >= Math.floor(rounds / 2) &&
    result.lost + result.duplicated + result.broken.length === 0
  return result
}

/** Looks up each acknowledged booking, and repeats each request. */
async function sendAgain(
  server: Server,
  sent: ReadonlyMap<string, object>,
  codes: Map<string, string>,
  result: EngineResult,
): Promise<void> {
  for (const [key, body] of sent) {
    const code = codes.get(key)
    if (code !== undefined) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) result.lost++
    }
    const response = await server.send('POST', '/api/booking', body, { 'idempotency-key': key })
    if (response.status === 202) recordCode(codes, key, response.text, result)
  }
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

function recordCode(
  codes: Map<string, string>,
  key: string,
  text: string,
  result: EngineResult,
): void {
  const { code } = JSON.parse(text) as { code: string }
  const before = codes.get(key)
  if (before !== undefined && before !== code) result.duplicated++
  codes.set(key, code)
}

export const killProof = defineProof({
  id: 'R3',
  name: 'kill',
  scenario:
    'The process is killed (SIGKILL) under load and started again, at random times and right ' +
    'after a response; SQLite and PostgreSQL.',
  guarantee: 'No acknowledged booking is lost or incomplete, and none is duplicated by a retry.',
  short: { rounds: 4, writers: 16, engine: 'both' as KillOptions['engine'] },
  long: { rounds: 200, writers: 16, engine: 'both' as KillOptions['engine'] },
  run: (options, seed) => proveKill({ ...options, seed }),
  summarize: ({ rounds, outcomes }) =>
    outcomes
      .map(({ engine, acknowledged, killedAfterResponse, lost, duplicated, broken }) =>
        [
          `${engine}: ${rounds} kills (${killedAfterResponse} right after a response)`,
          `${formatCount(acknowledged)} bookings acknowledged: ${lost} lost`,
          `${duplicated} duplicated, ${broken.length} incomplete`,
        ].join(', '),
      )
      .join('; '),
})
