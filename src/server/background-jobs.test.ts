import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startJobs } from './background-jobs.ts'

it('a job does not start while its previous run is in progress, and others are not delayed', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] })
  const started = { slow: 0, quick: 0 }
  let finish = () => {}
  const slow = () => {
    started.slow++
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const quick = async () => started.quick++
  const jobs = [
    { name: 'slow', intervalMs: 100, run: slow },
    { name: 'quick', intervalMs: 100, run: quick },
  ]
  const stop = startJobs(jobs, () => assert.fail('a job failed'))
  for (let turn = 0; turn < 3; turn++) {
    test.mock.timers.tick(100)
    await nextTurn()
  }
  assert.deepEqual(started, { slow: 1, quick: 3 })
  finish()
  await nextTurn()
  test.mock.timers.tick(100)
  await nextTurn()
  assert.equal(started.slow, 2)
  finish()
  await stop()
})

it('stopping waits for runs in progress and starts no further ones', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] })
  let runs = 0
  let finish = () => {}
  const run = () => {
    runs++
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const stop = startJobs([{ name: 'slow', intervalMs: 100, runAtStart: true, run }], () => {})
  await nextTurn()
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  test.mock.timers.tick(500)
  await nextTurn()
  assert.deepEqual([runs, isStopped], [1, false])
  finish()
  await stopped
})

it('a failed run is reported with the name of its job, and the job runs again', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] })
  const failures: unknown[] = []
  const run = () => {
    throw new Error('no database')
  }
  const stop = startJobs([{ name: 'expiry', intervalMs: 100, run }], (job, error) =>
    failures.push([job, String(error)]),
  )
  for (let turn = 0; turn < 2; turn++) {
    test.mock.timers.tick(100)
    await nextTurn()
  }
  await stop()
  assert.deepEqual(failures, [
    ['expiry', 'Error: no database'],
    ['expiry', 'Error: no database'],
  ])
})
