/**
 * R3. The process is killed at random times under load and started again: no acknowledged booking is lost or
 * incomplete, and a retry with the same key does not create a second booking.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { startServer } from './support/server.ts'

type KillOptions = { rounds: number; writers: number; seed: number }

type KillResult = KillOptions & {
  sent: number
  acknowledged: number
  lost: number
  duplicated: number
  broken: string[]
  holds: boolean
}

async function proveKill(options: KillOptions): Promise<KillResult> {
  const { rounds, writers, seed } = options
  const random = randomFrom(seed)
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: scratch.database,
    CONTENT_DIR: restaurantOfTwos(scratch, 400),
  }
  const result: KillResult = {
    ...options,
    sent: 0,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    broken: [],
    holds: false,
  }
  const codes = new Map<string, string>()
  const days = openDays()
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(environment, { connections: writers })
      const sent = new Map<string, object>()
      let running = true
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
          if (response?.status === 202) recordCode(codes, key, response.text, result)
          else if (response?.status === 409) sent.delete(key)
        }
      }
      const loops = Array.from({ length: writers }, write)
      await pause(30 + random.below(250))
      running = false
      await server.kill('SIGKILL')
      await Promise.allSettled(loops)

      const restartedServer = await startServer(environment, { connections: writers })
      for (const [key, body] of sent) {
        const code = codes.get(key)
        if (code !== undefined) {
          const { status } = await restartedServer.send('GET', `/api/booking/${code}`)
          if (status !== 200) result.lost++
        }
        const response = await restartedServer.send('POST', '/api/booking', body, {
          'idempotency-key': key,
        })
        if (response.status === 202) recordCode(codes, key, response.text, result)
      }
      await restartedServer.kill('SIGTERM')
      result.broken.push(...(await checkDatabase(scratch.database, codes.size)))
    }
  } finally {
    scratch.remove()
  }
  result.acknowledged = codes.size
  result.holds =
    result.acknowledged > rounds && result.lost + result.duplicated + result.broken.length === 0
  return result
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

function recordCode(
  codes: Map<string, string>,
  key: string,
  text: string,
  result: KillResult,
): void {
  const { code } = JSON.parse(text) as { code: string }
  const before = codes.get(key)
  if (before !== undefined && before !== code) result.duplicated++
  codes.set(key, code)
}

export const killProof = defineProof({
  id: 'R3',
  name: 'kill',
  scenario: 'The process is killed (SIGKILL) at random times under load and started again.',
  guarantee: 'No acknowledged booking is lost or incomplete, and none is duplicated by a retry.',
  short: { rounds: 4, writers: 16 },
  long: { rounds: 200, writers: 16 },
  run: (options, seed) => proveKill({ ...options, seed }),
  summarize: ({ rounds, acknowledged, lost, duplicated, broken }) =>
    [
      `${rounds} kills, ${formatCount(acknowledged)} bookings acknowledged: ${lost} lost`,
      `${duplicated} duplicated, ${broken.length} incomplete`,
    ].join(', '),
})
