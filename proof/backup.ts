/**
 * R12. A backup is made under load and restored into an empty database: it contains every booking that was acknowledged
 * before, none of them incomplete, and the running shop keeps responding. Another backup is made right after the load: the
 * last bookings are then only in the WAL of SQLite, while under load they are moved to the main file soon.
 */
import { type BackupTarget, createPostgresTarget, createSqliteTarget } from './backup/targets.ts'
import { incrementCount } from './support/count-by.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type ClientResponse, type Server, startServer } from './support/server.ts'
import { waitUntil } from './support/wait-until.ts'

type BackupOptions = {
  /** Number of past bookings in the database. */
  past: number
  writers: number
  /** Number of bookings before the backup starts. */
  before: number
  /** `both`: also PostgreSQL, with its own backup programs. */
  engines: 'sqlite' | 'both'
  seed: number
}

type BackupOutcome = {
  acknowledgedBefore: number
  acknowledgedDuringBackup: number
  responsesDuringBackup: number
  /** Of the bookings before the backup, and of all bookings in the backup after the load. */
  lost: number
  lostWhenIdle: number
  /** Bookings whose retry in the restored shop gets a different response. */
  duplicated: number
  broken: string[]
  otherStatuses: Record<string, number>
  /** Response times of the running shop during the backup. */
  p99Milliseconds: number
  slowestMilliseconds: number
  backupMilliseconds: number
  restoreMilliseconds: number
  /** From the start of the backup until the restored shop responds. */
  totalMilliseconds: number
}

type BackupResult = BackupOptions & {
  sqlite: BackupOutcome
  postgres: BackupOutcome | string
  holds: boolean
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']
const maxRetried = 200
const maxTotalMs = 60_000

async function proveBackup(options: BackupOptions): Promise<BackupResult> {
  const random = randomFrom(options.seed)
  const scratch = makeScratch()
  const content = restaurantOfTwos(scratch, 60)
  const runAt = async (target: BackupTarget) => {
    try {
      return await backUpUnderLoad(target, content, options, random)
    } finally {
      await target.close()
    }
  }
  try {
    const sqlite = await runAt(await createSqliteTarget(scratch, options.past))
    const other = options.engines === 'both' ? await createPostgresTarget(scratch) : 'not selected'
    const postgres = typeof other === 'string' ? other : await runAt(other)
    const holds = isFulfilled(sqlite) && (typeof postgres === 'string' || isFulfilled(postgres))
    return { ...options, sqlite, postgres, holds }
  } finally {
    scratch.remove()
  }
}

function isFulfilled(outcome: BackupOutcome): boolean {
  return (
    outcome.lost + outcome.lostWhenIdle + outcome.duplicated + outcome.broken.length === 0 &&
    Object.keys(outcome.otherStatuses).length === 0 &&
    outcome.responsesDuringBackup > 0 &&
    outcome.totalMilliseconds < maxTotalMs
  )
}

type AcknowledgedBooking = { key: string; body: object; response: string }

function codeOf({ response }: AcknowledgedBooking): string {
  return (JSON.parse(response) as { code: string }).code
}

async function backUpUnderLoad(
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
  const responseTimes: number[] = []
  let sent = 0
  let running = true
  let isBackingUp = false
  const measureResponse = async (
    pendingResponse: Promise<ClientResponse>,
  ): Promise<ClientResponse | undefined> => {
    const began = performance.now()
    const response = await pendingResponse.catch(() => undefined)
    if (isBackingUp) responseTimes.push(performance.now() - began)
    return response
  }
  const write = async () => {
    while (running) {
      const key = `backup-${seed}-${sent++}`
      const body = { ...guest, date: random.pick(days), time: random.pick(starts), party_size: 2 }
      const response = await measureResponse(send(server, key, body))
      if (response?.status === 202) booked.push({ key, body, response: response.text })
      else if (response?.status !== 409)
        incrementCount(otherStatuses, response?.status ?? 'no response')
    }
  }
  const read = async (path: string) => {
    while (running) {
      const response = await measureResponse(server.send('GET', path))
      if (response?.status !== 200) incrementCount(otherStatuses, response?.status ?? 'no response')
    }
  }
  const loops = [
    ...Array.from({ length: writers }, write),
    read(`/api/availability?date=${days[0]}&party_size=2`),
  ]
  try {
    await waitUntil(() => booked.length >= before)
    const acknowledgedBefore = booked.length
    isBackingUp = true
    const backupMilliseconds = await target.copy()
    isBackingUp = false
    const acknowledgedDuringBackup = booked.length - acknowledgedBefore
    running = false
    await Promise.all(loops)
    const codesWhenIdle = await target.copyWhileIdle?.()
    const lostWhenIdle = booked.filter(
      (one) => codesWhenIdle?.has(codeOf(one).replaceAll('-', '')) === false,
    ).length
    await server.kill('SIGTERM')
    const stopped = performance.now()

    const restored = await target.restore()
    const restoredServer = await startServer({ ...restored.environment, CONTENT_DIR: content })
    const ready = performance.now()
    const expectedBookings = booked.slice(0, acknowledgedBefore)
    const { lost, duplicated } = await compareRestored(restoredServer, expectedBookings)
    const sorted = responseTimes.toSorted((one, other) => one - other)
    return {
      acknowledgedBefore,
      acknowledgedDuringBackup,
      responsesDuringBackup: responseTimes.length,
      lost,
      lostWhenIdle,
      duplicated,
      broken: await restored.findErrors(),
      otherStatuses,
      p99Milliseconds: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      slowestMilliseconds: Math.round(sorted.at(-1) ?? 0),
      backupMilliseconds,
      restoreMilliseconds: restored.milliseconds,
      // Without the time for stopping the shop, which only this proof needs.
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

/** Compares the restored shop with the acknowledged bookings and stops it. */
async function compareRestored(server: Server, booked: readonly AcknowledgedBooking[]) {
  try {
    return {
      lost: await countMissing(server, booked),
      duplicated: await countChangedResponses(server, booked.slice(0, maxRetried)),
    }
  } finally {
    await server.kill('SIGTERM')
  }
}

/** The number of bookings that the restored shop does not have. */
async function countMissing(
  server: Server,
  booked: readonly AcknowledgedBooking[],
): Promise<number> {
  let lost = 0
  for (const one of booked) {
    const { status } = await server.send('GET', `/api/booking/${codeOf(one)}`)
    if (status !== 200) lost++
  }
  return lost
}

/** The number of bookings whose retry gets a different response: a client may retry after the restore. */
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

function formatOutcome(outcome: BackupOutcome): string {
  const { acknowledgedBefore, lost, duplicated, broken, p99Milliseconds, totalMilliseconds } =
    outcome
  const allLost = lost + outcome.lostWhenIdle
  const counts = `${allLost} lost, ${duplicated} duplicated, ${broken.length} incomplete`
  const seconds = (totalMilliseconds / 1000).toFixed(1)
  return [
    `${formatCount(acknowledgedBefore)} bookings acknowledged before the backup: ${counts}`,
    `${seconds} s in total, p99 of the running shop ${p99Milliseconds} ms`,
  ].join('; ')
}

export const backupProof = defineProof({
  id: 'R12',
  name: 'backup',
  scenario:
    'A backup is made under load and restored into an empty database, and a shop is started ' +
    'there; another backup is made right after the load.',
  guarantee:
    'Every booking acknowledged before the backup is restored, none is incomplete, all within ' +
    '60 s.',
  short: { past: 500, writers: 4, before: 60, engines: 'sqlite' as BackupOptions['engines'] },
  long: { past: 200_000, writers: 16, before: 2_000, engines: 'both' as BackupOptions['engines'] },
  run: (options, seed) => proveBackup({ ...options, seed }),
  summarize: ({ past, sqlite, postgres }: BackupResult) =>
    [
      `SQLite with ${formatCount(past)} past bookings, ${formatOutcome(sqlite)}`,
      `PostgreSQL: ${typeof postgres === 'string' ? `SKIPPED: ${postgres}` : formatOutcome(postgres)}`,
    ].join('. '),
})
