/**
 * What one view of Tonight costs, first after a change and again, with 104 bookings that evening. The request is that
 * of a browser, and the CPU time that of the process of the server: of changes with views less that of changes alone.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { get } from '../../bench/requests.ts'
import { openProber } from '../../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../../proof/support/processor.ts'
import { nodeOptions } from '../../proof/support/server.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import type { EveningServer } from '../support/evening-server.ts'
import { closeAfter } from '../support/lifetime.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

const rounds = 40
/** Until V8 has compiled what is measured. */
const warmRounds = 30
/** The CPU time of a process is not exact enough for a single request. */
const changesPerRound = 8
/**
 * A change costs its sender and the server about 0.8 of what the first view after it costs. Their ratio does not depend
 * on the speed of the machine.
 */
const maxRatio = 2

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
      const change = async () => {
        server.send('change')
        await once(server, 'message')
      }
      /** Milliseconds of CPU time per change that is followed by this many views. */
      const measure = async (views: number) => {
        const before = cpuMillisecondsOf([server.pid ?? 0])
        for (let count = 0; count < changesPerRound; count++) {
          await change()
          for (let view = 0; view < views; view++) {
            const response = await prober.send(request)
            assert.equal(response.status, 200)
          }
        }
        return (cpuMillisecondsOf([server.pid ?? 0]) - before) / changesPerRound
      }

      const times: Record<'change' | 'first' | 'again', number[]> = {
        ...{ change: [], first: [], again: [] },
      }
      for (let round = 0; round < warmRounds + rounds; round++) {
        const [none, one, two] = [await measure(0), await measure(1), await measure(2)]
        if (round < warmRounds) continue
        times.change.push(none)
        times.first.push(one - none)
        times.again.push(two - one)
      }
      for (const [kind, all] of Object.entries(times))
        test.diagnostic(`${kind}: ${describeTimes(all)}`)
      const belowMs = maxRatio * quantile(times.change, 0.5)
      assertDuration(quantile(times.first, 0.5), { belowMs })
    })
  })
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
