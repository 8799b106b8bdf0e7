/**
 * R12. The book is copied while guests book, and a shop is opened from the copy in an empty place: every
 * booking that was acknowledged before is there, none is half there, and nobody had to wait.
 */
import { type BackupTarget, createPostgresTarget, createSqliteTarget } from './backup/targets.ts'
import { incrementCount } from './support/count-by.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type ClientResponse, type Server, startServer } from './support/server.ts'
import { waitUntil } from './support/wait-until.ts'

export type BackupOptions = {
  /** Bookings of years ago that are in the book already. */
  past: number
  writers: number
  /** How many are booked before the copy is begun. */
  before: number
  /** "both" tries PostgreSQL with its own programs as well. */
  engines: 'sqlite' | 'both'
  seed: number
}

export type BackupOutcome = {
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

export type BackupResult = BackupOptions & {
  sqlite: BackupOutcome
  postgres: BackupOutcome | string
  holds: boolean
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']
const maxRetried = 200
const maxTotalMs = 60_000

export async function proveBackup(options: BackupOptions): Promise<BackupResult> {
  const random = randomFrom(options.seed)
  const scratch = makeScratch()
  const content = restaurantOfTwos(scratch, 60)
  const runAt = async (target: BackupTarget) => {
    try {
      return await copyUnderLoad(target, content, options, random)
    } finally {
      await target.close()
    }
  }
  try {
    const sqlite = await runAt(await createSqliteTarget(scratch, options.past))
    const other = options.engines === 'both' ? await createPostgresTarget(scratch) : 'not asked for'
    const postgres = typeof other === 'string' ? other : await runAt(other)
    const holds = isFulfilled(sqlite) && (typeof postgres === 'string' || isFulfilled(postgres))
    return { ...options, sqlite, postgres, holds }
  } finally {
    scratch.remove()
  }
}

function isFulfilled(found: BackupOutcome): boolean {
  return (
    found.lost + found.doubled + found.broken.length === 0 &&
    Object.keys(found.otherStatuses).length === 0 &&
    found.answeredMeanwhile > 0 &&
    found.totalMilliseconds < maxTotalMs
  )
}

type AcknowledgedBooking = { key: string; body: object; response: string }

async function copyUnderLoad(
  target: BackupTarget,
  content: string,
  { writers, before, seed }: BackupOptions,
  random: Random,
): Promise<BackupOutcome> {
  const server = await startServer(
    { ...target.environment, CONTENT_DIR: content },
    { connections: writers + 2 },
  )
  const days = openDays()
  const booked: AcknowledgedBooking[] = []
  const otherStatuses: Record<string, number> = {}
  const waits: number[] = []
  let sent = 0
  let running = true
  let copying = false
  const measureWait = async (
    pendingResponse: Promise<ClientResponse>,
  ): Promise<ClientResponse | undefined> => {
    const began = performance.now()
    const response = await pendingResponse.catch(() => undefined)
    if (copying) waits.push(performance.now() - began)
    return response
  }
  const write = async () => {
    while (running) {
      const key = `backup-${seed}-${sent++}`
      const body = { ...guest, date: random.pick(days), time: random.pick(starts), party_size: 2 }
      const response = await measureWait(send(server, key, body))
      if (response?.status === 202) booked.push({ key, body, response: response.text })
      else if (response?.status !== 409)
        incrementCount(otherStatuses, response?.status ?? 'no answer')
    }
  }
  const read = async (path: string) => {
    while (running) {
      const response = await measureWait(server.send('GET', path))
      if (response?.status !== 200) incrementCount(otherStatuses, response?.status ?? 'no answer')
    }
  }
  const loops = [
    ...Array.from({ length: writers }, write),
    read(`/api/availability?date=${days[0]}&party_size=2`),
  ]
  try {
    await waitUntil(() => booked.length >= before)
    const acknowledgedBefore = booked.length
    copying = true
    const backupMilliseconds = await target.copy()
    copying = false
    const acknowledgedMeanwhile = booked.length - acknowledgedBefore
    running = false
    await Promise.all(loops)
    await server.kill('SIGTERM')
    const stopped = performance.now()

    const restored = await target.restore()
    const restoredServer = await startServer({ ...restored.environment, CONTENT_DIR: content })
    const ready = performance.now()
    const expectedBookings = booked.slice(0, acknowledgedBefore)
    const { lost, doubled } = await compareRestored(restoredServer, expectedBookings)
    const sorted = waits.toSorted((one, other) => one - other)
    return {
      acknowledgedBefore,
      acknowledgedMeanwhile,
      answeredMeanwhile: waits.length,
      lost,
      doubled,
      broken: await restored.findErrors(),
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
async function compareRestored(server: Server, booked: readonly AcknowledgedBooking[]) {
  try {
    return {
      lost: await countMissing(server, booked),
      doubled: await countChangedResponses(server, booked.slice(0, maxRetried)),
    }
  } finally {
    await server.kill('SIGTERM')
  }
}

/** How many of them the restored shop does not know. */
async function countMissing(
  server: Server,
  booked: readonly AcknowledgedBooking[],
): Promise<number> {
  let lost = 0
  for (const { response } of booked) {
    const { code } = JSON.parse(response) as { code: string }
    const { status } = await server.send('GET', `/api/booking/${code}`)
    if (status !== 200) lost++
  }
  return lost
}

/** Whoever did not hear the answer asks again, and the restored shop is the one he finds. */
async function countChangedResponses(
  server: Server,
  booked: readonly AcknowledgedBooking[],
): Promise<number> {
  let changed = 0
  for (const { key, body, response } of booked) {
    const { status, text } = await send(server, key, body)
    if (status !== 202 || text !== response) changed++
  }
  return changed
}

function formatOutcome(found: BackupOutcome): string {
  const { acknowledgedBefore, lost, doubled, broken, p99Milliseconds, totalMilliseconds } = found
  return `${formatCount(acknowledgedBefore)} bookings acknowledged before: ${lost} lost, ${doubled} doubled, ${broken.length} half there; ${(totalMilliseconds / 1000).toFixed(1)} s in all, p99 of the running shop ${p99Milliseconds} ms`
}

export const backupProof = defineProof({
  id: 'R12',
  name: 'backup',
  tried: 'The book is copied under load, restored into an empty place, and a shop opened there.',
  promised:
    'Every booking acknowledged before the copy is in it, none is half there, all within 60 s.',
  short: { past: 500, writers: 4, before: 60, engines: 'sqlite' as BackupOptions['engines'] },
  long: { past: 200_000, writers: 16, before: 2_000, engines: 'both' as BackupOptions['engines'] },
  run: (options, seed) => proveBackup({ ...options, seed }),
  summarize: ({ past, sqlite, postgres }: BackupResult) =>
    `SQLite with ${formatCount(past)} past bookings, ${formatOutcome(sqlite)}. PostgreSQL: ${typeof postgres === 'string' ? `SKIPPED: ${postgres}` : formatOutcome(postgres)}`,
})
