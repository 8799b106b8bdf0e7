/**
 * What one view of Tonight costs, first after a change and again, with 104 bookings that evening. The request is that
 * of a browser, and the CPU time that of the process of the server.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { get } from '../../bench/requests.ts'
import { openProber, type Prober } from '../../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../../proof/support/processor.ts'
import { nodeOptions } from '../../proof/support/server.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import type { EveningServer } from '../support/evening-server.ts'
import { closeAfter } from '../support/lifetime.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

const rounds = 120
/** Until V8 has compiled what is measured. */
const warmRounds = 150
/** On PostgreSQL, each statement costs a message in both directions. */
const targetMs = { sqlite: 2, postgres: 3, pgbouncer: 3 }
/** For other work of the machine. */
const noise = 2

for (const engine of enginesUnderTest('Tonight, first view after a change')) {
  describe(`what Tonight costs, ${engine}`, { skip }, () => {
    it('Tonight, first view after a change (timing)', async (test) => {
      const program = join(import.meta.dirname, '../support/evening-server.ts')
      const server = fork(program, [await newDatabase(engine)], { execArgv: [...nodeOptions] })
      const ended = once(server, 'exit')
      closeAfter(async () => {
        server.disconnect()
        await ended
      })
      const [ready] = await once(server, 'message')
      const { deskPort, host, cookie, bookings } = ready as EveningServer
      assert.equal(bookings, 104)
      const request = get('/tonight', { host, cookie, 'accept-encoding': 'br' })()
      const prober = openProber(deskPort)
      closeAfter(() => prober.close())
      const measure = () => measureRequest(prober, request, server.pid ?? 0)

      const times: Record<'first' | 'again', number[]> = { first: [], again: [] }
      for (let round = 0; round < warmRounds + rounds; round++) {
        server.send('change')
        await once(server, 'message')
        const [first, again] = [await measure(), await measure()]
        if (round < warmRounds) continue
        times.first.push(first)
        times.again.push(again)
      }
      for (const [kind, all] of Object.entries(times))
        test.diagnostic(`${kind}: ${describeTimes(all)}`)
      assertDuration(quantile(times.first, 0.25), { belowMs: noise * targetMs[engine] })
    })
  })
}

/** Milliseconds of CPU time of the process, with what it does after the response. */
async function measureRequest(prober: Prober, request: Buffer, pid: number): Promise<number> {
  const before = await waitUntilIdle(pid)
  const response = await prober.send(request)
  assert.equal(response.status, 200)
  return (await waitUntilIdle(pid)) - before
}

/** Returns the CPU time that the process has used when it uses no more. */
async function waitUntilIdle(pid: number): Promise<number> {
  const idleMs = 3
  let used = cpuMillisecondsOf([pid])
  let since = performance.now()
  while (performance.now() - since < idleMs) {
    await nextTurn()
    const now = cpuMillisecondsOf([pid])
    if (now === used) continue
    used = now
    since = performance.now()
  }
  return used
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
