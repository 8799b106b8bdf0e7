/**
 * What one view of the inbox with sixty requests costs, first after a change and again. The request is that of a
 * browser, and the CPU time that of the process of the server.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { get } from '../../bench/requests.ts'
import { openProber } from '../../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../../proof/support/processor.ts'
import { nodeOptions } from '../../proof/support/server.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import type { InboxServer } from '../support/inbox-server.ts'
import { closeAfter } from '../support/lifetime.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const skip = onlyOnTime()

const rounds = 200
/** Until V8 has compiled what is measured. */
const warmRounds = 250
/** After a response the server still ends the request. */
const endMs = 1
/**
 * In units of what a change costs its sender and the server, which does not depend on the speed of the machine. The
 * first view costs about 1.4 of it, and 3 if it reads and renders all requests again; the next one 0.2.
 */
const maxRatios = { first: 2.1, again: 0.8 }
/** On PostgreSQL a write to any database of the server, such as that of another test, makes a view compute again. */
const undisturbed = { sqlite: 0.5, postgres: 0.1, pgbouncer: 0.1 }

for (const engine of enginesUnderTest('the inbox, first view after a change')) {
  describe(`what the inbox costs, ${engine}`, { skip }, () => {
    it('the inbox, first view after a change and the next one (timing)', async (test) => {
      const program = join(import.meta.dirname, '../support/inbox-server.ts')
      const server = fork(program, [await newDatabase(engine)], { execArgv: [...nodeOptions] })
      const ended = once(server, 'exit')
      closeAfter(async () => {
        server.disconnect()
        await ended
      })
      const [ready] = await once(server, 'message')
      const { deskPort, host, cookie, requests } = ready as InboxServer
      assert.equal(requests, 60)
      const request = get('/', { host, cookie, 'accept-encoding': 'br' })()
      const prober = openProber(deskPort)
      closeAfter(() => prober.close())
      const change = async () => {
        server.send('change')
        await once(server, 'message')
      }
      const view = async () => {
        const { status, head } = await prober.send(request)
        assert.equal(status, 200)
        assert.match(head, /content-encoding: br/i)
      }
      /** Milliseconds of CPU time. */
      const measure = async (work: () => Promise<void>) => {
        const before = cpuMillisecondsOf([server.pid ?? 0])
        await work()
        await sleep(endMs)
        return cpuMillisecondsOf([server.pid ?? 0]) - before
      }

      const times: Record<'change' | 'first' | 'again', number[]> = {
        ...{ change: [], first: [], again: [] },
      }
      for (let round = 0; round < warmRounds + rounds; round++) {
        const [changed, first, again] = [
          await measure(change),
          await measure(view),
          await measure(view),
        ]
        if (round < warmRounds) continue
        times.change.push(changed)
        times.first.push(first)
        times.again.push(again)
      }
      for (const [kind, all] of Object.entries(times))
        test.diagnostic(`${kind}: ${describeTimes(all)}`)
      const changeMs = quantile(times.change, 0.5)
      assertDuration(quantile(times.first, 0.5), { belowMs: maxRatios.first * changeMs })
      const belowMs = maxRatios.again * changeMs
      assertDuration(quantile(times.again, undisturbed[engine]), { belowMs })
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
