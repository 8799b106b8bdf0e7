/**
 * R12. The book is copied while guests book, and a shop is opened from the copy in an empty place: every
 * booking that was acknowledged before is there, none is half there, and nobody had to wait.
 */
import { type Place, postgresPlace, sqlitePlace } from './backup/targets.ts'
import { tally } from './support/count-by.ts'
import { count, defineProof } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Answer, type Server, startServer } from './support/server.ts'
import { until } from './support/wait-until.ts'

export type Backup = {
  /** Bookings of years ago that are in the book already. */
  past: number
  writers: number
  /** How many are booked before the copy is begun. */
  before: number
  /** "both" tries PostgreSQL with its own programs as well. */
  engines: 'sqlite' | 'both'
  seed: number
}

export type Found = {
  acknowledgedBefore: number
  acknowledgedMeanwhile: number
  answeredMeanwhile: number
  /** Of those before. */
  lost: number
  /** Retried with their key in the restored shop, and answered otherwise. */
  doubled: number
  broken: string[]
  otherStatuses: Record<string, number>
  /** Answers of the running shop while it was copied. */
  p99Milliseconds: number
  slowestMilliseconds: number
  backupMilliseconds: number
  restoreMilliseconds: number
  /** From the beginning of the copy until the restored shop answers. */
  totalMilliseconds: number
}

export type BackupResult = Backup & {
  sqlite: Found
  postgres: Found | string
  holds: boolean
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']
const mostRetried = 200
const promisedMilliseconds = 60_000

export async function backup(given: Backup): Promise<BackupResult> {
  const random = randomFrom(given.seed)
  const scratch = makeScratch()
  const content = restaurantOfTwos(scratch, 60)
  const tryAt = async (place: Place) => {
    try {
      return await copyUnderLoad(place, content, given, random)
    } finally {
      await place.leave()
    }
  }
  try {
    const sqlite = await tryAt(await sqlitePlace(scratch, given.past))
    const other = given.engines === 'both' ? await postgresPlace(scratch) : 'not asked for'
    const postgres = typeof other === 'string' ? other : await tryAt(other)
    const holds = fulfils(sqlite) && (typeof postgres === 'string' || fulfils(postgres))
    return { ...given, sqlite, postgres, holds }
  } finally {
    scratch.remove()
  }
}

function fulfils(found: Found): boolean {
  return (
    found.lost + found.doubled + found.broken.length === 0 &&
    Object.keys(found.otherStatuses).length === 0 &&
    found.answeredMeanwhile > 0 &&
    found.totalMilliseconds < promisedMilliseconds
  )
}

type Booked = { key: string; body: object; answer: string }

async function copyUnderLoad(
  place: Place,
  content: string,
  { writers, before, seed }: Backup,
  random: Random,
): Promise<Found> {
  const server = await startServer(
    { ...place.environment, CONTENT_DIR: content },
    { connections: writers + 2 },
  )
  const days = openDays()
  const booked: Booked[] = []
  const otherStatuses: Record<string, number> = {}
  const waits: number[] = []
  let sent = 0
  let running = true
  let copying = false
  const timed = async (asked: Promise<Answer>): Promise<Answer | undefined> => {
    const began = performance.now()
    const answer = await asked.catch(() => undefined)
    if (copying) waits.push(performance.now() - began)
    return answer
  }
  const write = async () => {
    while (running) {
      const key = `backup-${seed}-${sent++}`
      const body = { ...guest, date: random.pick(days), time: random.pick(starts), party_size: 2 }
      const answer = await timed(send(server, key, body))
      if (answer?.status === 202) booked.push({ key, body, answer: answer.text })
      else if (answer?.status !== 409) tally(otherStatuses, answer?.status ?? 'no answer')
    }
  }
  const read = async (path: string) => {
    while (running) {
      const answer = await timed(server.send('GET', path))
      if (answer?.status !== 200) tally(otherStatuses, answer?.status ?? 'no answer')
    }
  }
  const loops = [
    ...Array.from({ length: writers }, write),
    read(`/api/availability?date=${days[0]}&party_size=2`),
  ]
  try {
    await until(() => booked.length >= before)
    const acknowledgedBefore = booked.length
    copying = true
    const backupMilliseconds = await place.copy()
    copying = false
    const acknowledgedMeanwhile = booked.length - acknowledgedBefore
    running = false
    await Promise.all(loops)
    await server.kill('SIGTERM')
    const stopped = performance.now()

    const restored = await place.restore()
    const again = await startServer({ ...restored.environment, CONTENT_DIR: content })
    const ready = performance.now()
    const mustBeThere = booked.slice(0, acknowledgedBefore)
    const { lost, doubled } = await compare(again, mustBeThere)
    const sorted = waits.toSorted((one, other) => one - other)
    return {
      acknowledgedBefore,
      acknowledgedMeanwhile,
      answeredMeanwhile: waits.length,
      lost,
      doubled,
      broken: await restored.faults(),
      otherStatuses,
      p99Milliseconds: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      slowestMilliseconds: Math.round(sorted.at(-1) ?? 0),
      backupMilliseconds,
      restoreMilliseconds: restored.milliseconds,
      // Without the stopping of the shop, which only this proof needs.
      totalMilliseconds: backupMilliseconds + Math.round(ready - stopped),
    }
  } finally {
    running = false
    await Promise.all(loops)
    await server.kill('SIGKILL')
  }
}

const send = (server: Server, key: string, body: object) =>
  server.send('POST', '/api/booking', body, { 'idempotency-key': key })

/** What the restored shop knows of those who were acknowledged; it is closed then. */
async function compare(server: Server, booked: readonly Booked[]) {
  try {
    return {
      lost: await missing(server, booked),
      doubled: await answeredOtherwise(server, booked.slice(0, mostRetried)),
    }
  } finally {
    await server.kill('SIGTERM')
  }
}

/** How many of them the restored shop does not know. */
async function missing(server: Server, booked: readonly Booked[]): Promise<number> {
  let lost = 0
  for (const { answer } of booked) {
    const { code } = JSON.parse(answer) as { code: string }
    const { status } = await server.send('GET', `/api/booking/${code}`)
    if (status !== 200) lost++
  }
  return lost
}

/** Whoever did not hear the answer asks again, and the restored shop is the one he finds. */
async function answeredOtherwise(server: Server, booked: readonly Booked[]): Promise<number> {
  let otherwise = 0
  for (const { key, body, answer } of booked) {
    const { status, text } = await send(server, key, body)
    if (status !== 202 || text !== answer) otherwise++
  }
  return otherwise
}

function sayFound(found: Found): string {
  const { acknowledgedBefore, lost, doubled, broken, p99Milliseconds, totalMilliseconds } = found
  return `${count(acknowledgedBefore)} bookings acknowledged before: ${lost} lost, ${doubled} doubled, ${broken.length} half there; ${(totalMilliseconds / 1000).toFixed(1)} s in all, p99 of the running shop ${p99Milliseconds} ms`
}

export const backupProof = defineProof({
  id: 'R12',
  name: 'backup',
  tried: 'The book is copied under load, restored into an empty place, and a shop opened there.',
  promised:
    'Every booking acknowledged before the copy is in it, none is half there, all within 60 s.',
  short: { past: 500, writers: 4, before: 60, engines: 'sqlite' as Backup['engines'] },
  long: { past: 200_000, writers: 16, before: 2_000, engines: 'both' as Backup['engines'] },
  run: (given, seed) => backup({ ...given, seed }),
  say: ({ past, sqlite, postgres }: BackupResult) =>
    `SQLite with ${count(past)} past bookings, ${sayFound(sqlite)}. PostgreSQL: ${typeof postgres === 'string' ? `SKIPPED: ${postgres}` : sayFound(postgres)}`,
})
