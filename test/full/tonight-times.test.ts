/**
 * What one view of Tonight costs, first after a change and again, with 104 bookings that evening. The request is that
 * of a browser, over a raw connection, because the client is in the same process; its share is part of the view of bare
 * node:http, which is measured beside the others.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { get } from '../../bench/requests.ts'
import { openProber } from '../../proof/support/prober.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import { addStaff } from '../support/desk.ts'
import { enterEvening } from '../support/full-evening.ts'
import { closeAfter } from '../support/lifetime.ts'
import { startShop } from '../support/shop.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

const rounds = 120
/** Until V8 has compiled what is measured. */
const warmRounds = 80
/** On PostgreSQL, each statement costs a message in both directions. */
const targetMs = { sqlite: 2, postgres: 3, pgbouncer: 3 }
/** For other work of the machine. */
const noise = 2

for (const engine of enginesUnderTest('Tonight, first view after a change')) {
  describe(`what Tonight costs, ${engine}`, { skip }, () => {
    it('Tonight, first view after a change (timing)', async (test) => {
      const app = await startShop('restaurant', {
        file: await newDatabase(engine),
        writeLimit: 100_000,
      })
      assert.equal(await enterEvening(app, [], '18:55'), 104)
      const host = await addStaff(app, 'Hoa', 'owner')
      const headers = { host: new URL(app.deskUrl).host, cookie: host.cookie }
      const request = get('/tonight', { ...headers, 'accept-encoding': 'br' })()
      const page = await openView(app.deskPort, request)
      const bare = await openView(await serveBytes(await page.bytes()), request)

      const late = await app.store.read.all<{ code: string }>(
        `SELECT code FROM bookings WHERE visit IS NULL AND starts_at <= ?`,
        app.clock.now,
      )
      const times: Record<'first' | 'again' | 'bare', number[]> = { first: [], again: [], bare: [] }
      for (let round = 0; round < warmRounds + rounds; round++) {
        const { code = '' } = late[(round >> 1) % late.length] ?? {}
        const row = await app.store.read.get<{ version: number }>(
          'SELECT version FROM bookings WHERE code = ?',
          code,
        )
        const command = round % 2 === 0 ? 'seated' : 'undo'
        const fields = { version: String(row?.version), next: '/tonight' }
        const changed = await host.post(`/bookings/${code}/${command}`, fields)
        assert.equal(changed.status, 303)
        const [first, again, own] = [
          await page.measure(),
          await page.measure(),
          await bare.measure(),
        ]
        if (round < warmRounds) continue
        times.first.push(first)
        times.again.push(again)
        times.bare.push(own)
      }
      for (const [kind, all] of Object.entries(times))
        test.diagnostic(`${kind}: ${describeTimes(all)}`)
      assertDuration(quantile(times.first, 0.25), { belowMs: noise * targetMs[engine] })
    })
  })
}

/** A connection that sends the same request again. */
async function openView(port: number, request: Buffer) {
  const prober = openProber(port)
  closeAfter(async () => prober.close())
  const send = async () => {
    const response = await prober.send(request)
    assert.equal(response.status, 200)
    return response
  }
  return {
    bytes: async () => (await send()).bytes(),
    /** Milliseconds of CPU time of this process. */
    async measure(): Promise<number> {
      const before = process.cpuUsage()
      await send()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    },
  }
}

async function serveBytes(bytes: Buffer): Promise<number> {
  const server = createServer((_request, response) => response.end(bytes))
  closeAfter(async () => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function quantile(values: readonly number[], share: number): number {
  return (
    values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
  )
}

function describeTimes(times: readonly number[]): string {
  const [least, quarter, half] = [0, 0.25, 0.5].map((share) => quantile(times, share).toFixed(2))
  return `${half} ms of CPU time (median; quartile ${quarter}, least ${least})`
}
