/** Readiness: a probe is written only after a failed write, and once for all who ask at the same time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHistogram } from '../kernel/histogram.ts'
import type { GroupCommit } from './group-commit.ts'
import { createReadiness } from './readiness.ts'
import type { Sql } from './sql.ts'

function start(isWritable: boolean, probe: Promise<void> = Promise.resolve()) {
  const statements: string[] = []
  const record = async (statement: string) => {
    statements.push(statement.replace(/\s.*/s, ''))
    return 0
  }
  const sql: Sql = {
    all: async () => [],
    get: async (statement) => {
      await record(statement)
      return undefined
    },
    run: record,
  }
  const write: GroupCommit['write'] = async (work) => {
    const result = await work(sql)
    await probe
    return result
  }
  const metrics = () => ({
    writeDurations: createHistogram(),
    transactions: 0,
    failures: 0,
    queueLength: 0,
  })
  const groupCommit = {
    write,
    metrics,
    isWritable: () => isWritable,
    waitUntilIdle: async () => {},
    close: async () => {},
  }
  const ready = createReadiness(sql, groupCommit)
  return { statements, ready }
}

it('only reads while writes succeed', async () => {
  const { ready, statements } = start(true)
  await ready()
  assert.deepEqual(statements, ['SELECT'])
})

it('writes one probe for concurrent checks after a failed write, and the next check another one', async () => {
  const held = Promise.withResolvers<void>()
  const { ready, statements } = start(false, held.promise)
  const checks = [ready(), ready(), ready()]
  held.resolve()
  await Promise.all(checks)
  const one = ['INSERT', 'DELETE']
  assert.deepEqual(
    statements.filter((word) => word !== 'SELECT'),
    one,
  )
  await ready()
  assert.deepEqual(
    statements.filter((word) => word !== 'SELECT'),
    [...one, ...one],
  )
})

it('fails while the probe fails', async () => {
  const { ready } = start(false, Promise.reject(new Error('disk full')))
  await assert.rejects(ready(), /disk full/)
})
