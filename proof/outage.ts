/**
 * R6. PostgreSQL is stopped, killed or paused under load: no acknowledged booking is lost, whoever
 * asks is told to come back, what needs no book is served, and all goes on as soon as it is there.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { keptCodes, needPostgres } from './support/postgres.ts'
import { count, defineProof } from './support/proof.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Answer, type Server, startServer } from './support/server.ts'
import { tally } from './support/tally.ts'

export const outages = ['fast', 'immediate', 'killed', 'paused'] as const

export type Outage = {
  kinds: readonly (typeof outages)[number][]
  writers: number
  /** How long PostgreSQL is away. */
  milliseconds: number
}

export type OutageResult = Outage & {
  acknowledged: number
  lost: number
  doubled: number
  /** Answers while it was away, by status; readings of the catalogue and of free times apart. */
  writes: Record<string, number>
  catalogue: Record<string, number>
  availability: Record<string, number>
  slowestWhileAway: number
  /** From the moment it takes connections again to the first booking. */
  recoveryMilliseconds: number[]
  restarts: number
  holds: boolean
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

export async function outage(given: Outage): Promise<OutageResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const scratch = makeScratch()
  const server = await startServer(
    { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 40) },
    { connections: given.writers + 8 },
  )
  const result: OutageResult = {
    ...given,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    writes: {},
    catalogue: {},
    availability: {},
    slowestWhileAway: 0,
    recoveryMilliseconds: [],
    restarts: 0,
    holds: false,
  }
  const codes = new Map<string, string>()
  const bodies = new Map<string, object>()
  const days = openDays()
  let away = false
  let running = true
  let count = 0
  let lastAcknowledged = 0

  const timed = async (
    asked: Promise<Answer | undefined>,
    into: Record<string, number>,
  ): Promise<Answer | undefined> => {
    const began = performance.now()
    const wasAway = away
    const answer = await asked.catch(() => undefined)
    if (wasAway) {
      tally(into, answer?.status ?? 'no answer')
      result.slowestWhileAway = Math.max(
        result.slowestWhileAway,
        Math.round(performance.now() - began),
      )
    }
    return answer
  }

  const send = (key: string) =>
    server.send('POST', '/api/booking', bodies.get(key), { 'idempotency-key': key })

  const write = async () => {
    while (running) {
      const key = `outage-${count}`
      const date = days[count % days.length]
      const time = starts[Math.floor(count / days.length) % starts.length]
      count++
      bodies.set(key, { ...guest, date, time, party_size: 2 })
      while (running && !codes.has(key)) {
        const answer = await timed(send(key), result.writes)
        if (answer?.status === 202) {
          lastAcknowledged = performance.now()
          note(codes, key, answer, result)
        } else await pause(100)
      }
    }
  }
  const read = async (path: string, into: Record<string, number>) => {
    while (running) {
      await timed(server.send('GET', path), into)
      await pause(25)
    }
  }

  const loops = [
    ...Array.from({ length: given.writers }, write),
    read('/api/offers?limit=3', result.catalogue),
    read('/menu', result.catalogue),
    read(`/api/availability?date=${days[0]}`, result.availability),
  ]
  try {
    for (const kind of given.kinds) {
      const before = codes.size
      while (codes.size < before + given.writers) await pause(20)
      away = true
      if (kind === 'paused') database.pause()
      else await database.stop(signals[kind])
      await pause(given.milliseconds)
      if (kind === 'paused') database.resume()
      else await database.start()
      away = false
      const back = performance.now()
      while (lastAcknowledged < back && performance.now() - back < 20_000) await pause(5)
      result.recoveryMilliseconds.push(Math.round(lastAcknowledged - back))
      if (!(await isUp(server))) result.restarts++
    }
  } finally {
    running = false
    await Promise.allSettled(loops)
  }

  // Whoever was told to come back comes back; whoever was acknowledged finds his booking.
  for (const key of bodies.keys()) {
    for (let tries = 0; !codes.has(key) && tries < 50; tries++) {
      const answer = await send(key)
      if (answer.status === 202) note(codes, key, answer, result)
      else await pause(100)
    }
  }
  const kept = await keptCodes(address)
  const acknowledged = [...codes.values()].map((code) => code.replaceAll('-', ''))
  result.lost = acknowledged.filter((code) => !kept.includes(code)).length
  result.doubled += kept.filter((code) => !acknowledged.includes(code)).length
  result.acknowledged = acknowledged.length
  await server.kill('SIGTERM')
  await database.stop('SIGINT')
  scratch.remove()
  const only = (statuses: Record<string, number>, ...allowed: string[]) =>
    Object.keys(statuses).every((status) => allowed.includes(status))
  result.holds =
    result.acknowledged > given.writers &&
    result.lost + result.doubled + result.restarts === 0 &&
    only(result.writes, '202', '503') &&
    only(result.catalogue, '200') &&
    only(result.availability, '200', '503') &&
    result.recoveryMilliseconds.every((milliseconds) => milliseconds >= 0 && milliseconds < 2_000)
  return result
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

function note(
  codes: Map<string, string>,
  key: string,
  { text }: Answer,
  result: OutageResult,
): void {
  const { code } = JSON.parse(text) as { code: string }
  const before = codes.get(key)
  if (before !== undefined && before !== code) result.doubled++
  codes.set(key, code)
}

async function isUp(server: Server): Promise<boolean> {
  const answer = await server.send('GET', '/readyz').catch(() => undefined)
  return server.process.exitCode === null && answer?.status === 200
}

export const outageProof = defineProof({
  id: 'R6',
  name: 'outage',
  tried: 'PostgreSQL is stopped fast, stopped at once, killed and paused under load.',
  promised:
    'No acknowledged booking is lost, the process stays up, the catalogue is served throughout, the first booking after it follows within 2 s.',
  short: { rounds: 1, writers: 8, milliseconds: 600 },
  long: { rounds: 1, writers: 16, milliseconds: 30_000 },
  run: ({ rounds, ...given }) =>
    outage({ ...given, kinds: Array.from({ length: rounds }, () => outages).flat() }),
  say: ({ acknowledged, lost, doubled, recoveryMilliseconds }) =>
    `${recoveryMilliseconds.length} outages, ${count(acknowledged)} bookings acknowledged: ${lost} lost, ${doubled} doubled; back in ${recoveryMilliseconds.join(', ')} ms`,
})
