/**
 * R7. Every booking is sent several times over several connections, some of which close before the response: each
 * creates one booking, every response has the same bytes, and a different body with the same key is rejected.
 */
import { connect } from 'node:net'
import { checkDatabase } from './support/check-database.ts'
import { incrementCount } from './support/count-by.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'

type RetriesOptions = { bookings: number; concurrency: number; seed: number }

type RetriesResult = RetriesOptions & {
  sent: number
  disconnected: number
  differing: number
  reusedKeyRejected: number
  otherStatuses: Record<string, number>
  broken: string[]
  holds: boolean
}

async function proveRetries(
  options: RetriesOptions,
  report: ReportProgress,
): Promise<RetriesResult> {
  const random = randomFrom(options.seed)
  const scratch = makeScratch()
  const server = await startServer({
    DATABASE_URL: scratch.database,
    CONTENT_DIR: restaurantOfTwos(scratch, 400),
  })
  const result: RetriesResult = {
    ...options,
    sent: 0,
    disconnected: 0,
    differing: 0,
    reusedKeyRejected: 0,
    otherStatuses: {},
    broken: [],
    holds: false,
  }
  const days = openDays()
  let acknowledged = 0
  let started = 0
  const sendBookings = async () => {
    while (started < options.bookings) {
      const number = started++
      report(number, options.bookings)
      const key = `retry-${options.seed}-${number}`
      const body = { ...guest, date: random.pick(days), time: random.pick(starts), party_size: 2 }
      const texts = new Set<string>()
      const times = 1 + random.below(5)
      await Promise.all(
        Array.from({ length: times }, async () => {
          result.sent++
          if (random.below(3) === 0) {
            result.disconnected++
            await sendAndDisconnect(server, body, key)
            return
          }
          const { status, text } = await server.send('POST', '/api/booking', body, {
            'idempotency-key': key,
          })
          if (status === 202) texts.add(text)
          else incrementCount(result.otherStatuses, status)
        }),
      )
      const last = await server.send('POST', '/api/booking', body, { 'idempotency-key': key })
      if (last.status === 202) {
        acknowledged++
        texts.add(last.text)
      } else incrementCount(result.otherStatuses, last.status)
      if (texts.size > 1) result.differing++
      const other = { ...body, party_size: 1 }
      const reused = await server.send('POST', '/api/booking', other, { 'idempotency-key': key })
      if (reused.status === 422) result.reusedKeyRejected++
    }
  }
  try {
    await Promise.all(Array.from({ length: options.concurrency }, sendBookings))
    await server.kill('SIGTERM')
    result.broken = await checkDatabase(scratch.database, acknowledged)
    const others = Object.keys(result.otherStatuses).length
    result.holds =
      result.differing + result.broken.length + others === 0 &&
      result.reusedKeyRejected === options.bookings &&
      result.disconnected > 0
  } finally {
    scratch.remove()
  }
  return result
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

function sendAndDisconnect({ port }: Server, body: object, key: string): Promise<void> {
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.write(
      [
        'POST /api/booking HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        `Idempotency-Key: ${key}`,
        `Content-Length: ${Buffer.byteLength(text)}`,
        '',
        text,
      ].join('\r\n'),
      () => socket.destroy(),
    )
  })
}

export const retriesProof = defineProof({
  id: 'R7',
  name: 'retries',
  scenario:
    'Each booking is sent one to five times over several connections, some of which close ' +
    'before the response.',
  guarantee:
    'Each creates one booking, every response has the same bytes, and a different body with ' +
    'the same key is rejected.',
  short: { bookings: 150, concurrency: 16 },
  long: { bookings: 20_000, concurrency: 32 },
  run: (options, seed, report) => proveRetries({ ...options, seed }, report),
  summarize: ({ bookings, sent, disconnected, differing, broken }) =>
    [
      `${formatCount(bookings)} bookings sent ${formatCount(sent)} times`,
      `${formatCount(disconnected)} times without reading the response: ${differing} responses differ`,
      `${broken.length} bookings duplicated or lost`,
    ].join(', '),
})
