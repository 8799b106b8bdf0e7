/**
 * What a view of a screen of the desk costs: the first one after a change and the next one. The request is that of a
 * browser, and the CPU time that of the process of the server.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { get } from '../../bench/requests.ts'
import { openProber } from '../../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../../proof/support/processor.ts'
import { type Engine, newDatabase } from './database.ts'
import type { BusyDesk, DeskServer } from './desk-server.ts'
import { closeAfter } from './lifetime.ts'
import { startMeasured } from './measured-program.ts'

/** Milliseconds of CPU time, a value for each round. */
export type ScreenCosts = { change: number[]; first: number[]; again: number[] }

/** On PostgreSQL a write to any database of the server, such as that of another test, makes a view compute again. */
export const undisturbed = { sqlite: 0.5, postgres: 0.1, pgbouncer: 0.1 }

const rounds = 200
/** Until V8 has compiled what is measured. */
const warmRounds = 250
/** After a response the server still ends the request. */
const endMs = 1

export async function measureScreen(
  test: TestContext,
  { engine, desk, path, count }: { engine: Engine; desk: BusyDesk; path: string; count: number },
): Promise<ScreenCosts> {
  const server = startMeasured('desk-server.ts', [await newDatabase(engine), desk])
  const { deskPort, host, cookie, ...filled } = (await server.next()) as DeskServer
  assert.equal(filled.count, count)
  const request = get(path, { host, cookie, 'accept-encoding': 'br' })()
  const prober = openProber(deskPort)
  closeAfter(() => prober.close())
  const change = async () => {
    server.send('change')
    await server.next()
  }
  const view = async () => {
    const { status, head } = await prober.send(request)
    assert.equal(status, 200)
    assert.match(head, /content-encoding: br/i)
  }
  const measure = async (work: () => Promise<void>) => {
    const before = cpuMillisecondsOf([server.pid])
    await work()
    await sleep(endMs)
    return cpuMillisecondsOf([server.pid]) - before
  }

  const costs: ScreenCosts = { change: [], first: [], again: [] }
  for (let round = 0; round < warmRounds + rounds; round++) {
    const times = {
      change: await measure(change),
      first: await measure(view),
      again: await measure(view),
    }
    if (round < warmRounds) continue
    for (const kind of ['change', 'first', 'again'] as const) costs[kind].push(times[kind])
  }
  for (const [kind, times] of Object.entries(costs))
    test.diagnostic(`${kind}: ${describeTimes(times)}`)
  return costs
}

export function quantile(values: readonly number[], share: number): number {
  return (
    values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
  )
}

function describeTimes(times: readonly number[]): string {
  const [least, quarter, half] = [0, 0.25, 0.5].map((share) => quantile(times, share).toFixed(2))
  return `${half} ms of CPU time (median; quartile ${quarter}, least ${least})`
}
