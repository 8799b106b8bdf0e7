/** A process that gets a stop signal first reports 503 on /readyz, and loses no request. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeScratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { assertElapsed, onlyOnTime } from '../support/timing.ts'

const scratch = makeScratch()
const running: Server[] = []
const timed = { skip: onlyOnTime() }
after(async () => {
  for (const { process: child } of running) if (child.exitCode === null) child.kill('SIGKILL')
  scratch.remove()
})

async function start(environment: Record<string, string> = {}): Promise<Server> {
  const server = await startServer({ DATABASE_URL: scratch.database, ...environment })
  running.push(server)
  return server
}

it(
  'responds with 503 only on /readyz for DRAIN_SECONDS, then accepts no connections (timing)',
  timed,
  async () => {
    const server = await start({ DRAIN_SECONDS: '2' })
    const status = async (path: string) => (await server.send('GET', path)).status
    assert.equal(await status('/readyz'), 200)
    const signaledAt = performance.now()
    const stopped = server.kill('SIGTERM')
    while ((await status('/readyz')) === 200) assertElapsed(signaledAt, { belowMs: 1_400 })
    while (performance.now() - signaledAt < 1_500) {
      const fresh = await fetch(`http://127.0.0.1:${server.port}/api/offers?limit=1`, {
        headers: { connection: 'close' },
      })
      assert.equal(fresh.status, 200)
      assert.deepEqual([await status('/readyz'), await status('/healthz')], [503, 200])
      await pause(50)
    }
    await stopped
    assertElapsed(signaledAt, { atLeastMs: 2_000 })
    assert.equal(server.process.exitCode, 0)
    await assert.rejects(fetch(`http://127.0.0.1:${server.port}/healthz`))
  },
)

it('loses no request of clients with keep-alive connections under constant load', async () => {
  const server = await start()
  const failures: string[] = []
  const responseCounts = Array<number>(24).fill(0)
  const sendRequests = async (_: number, client: number) => {
    for (;;) {
      try {
        const { status } = await server.send('GET', '/api/offers?limit=1')
        assert.equal(status, 200)
        responseCounts[client] = (responseCounts[client] ?? 0) + 1
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        // The process has ended: a refused connection is not a lost request.
        if (code !== 'ECONNREFUSED') failures.push(code ?? message)
        return
      }
    }
  }
  const clients = responseCounts.map(sendRequests)
  // A connection that the process has not accepted yet is reset, so each client has had a response before the signal.
  while (Math.min(...responseCounts) < 5) await pause(10)
  const stopped = server.kill('SIGTERM')
  await Promise.all(clients)
  await stopped
  assert.deepEqual(failures, [])
  assert.equal(server.process.exitCode, 0)
})

it('waits one second for idle keep-alive connections (timing)', timed, async () => {
  const server = await start()
  const response = await fetch(`http://127.0.0.1:${server.port}/healthz`)
  await response.text()
  const signaledAt = performance.now()
  server.process.kill('SIGTERM')
  await new Promise((resolve) => server.process.once('exit', resolve))
  assertElapsed(signaledAt, { atLeastMs: 950, belowMs: 4_000 })
})
