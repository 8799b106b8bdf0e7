/** `letan cluster`: several processes on one machine, their start, restart and shutdown. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, isAlive, startCluster } from '../../proof/support/cluster.ts'
import type { SendError } from '../../proof/support/http-client.ts'
import { makeScratch, openDays } from '../../proof/support/scratch.ts'
import { freePort } from '../../proof/support/server.ts'
import { havePostgres, newDatabase } from '../support/database.ts'
import { cookieOf, form, password } from '../support/desk.ts'
import { openStream } from '../support/event-stream.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '../..')
const skip = !havePostgres('a cluster on PostgreSQL')
const running: Cluster[] = []
const scratches = [makeScratch()]
after(() => {
  for (const { process: parent } of running) if (parent.exitCode === null) parent.kill('SIGKILL')
  for (const { remove } of scratches) remove()
})

async function start(environment: Record<string, string>, processes: number): Promise<Cluster> {
  const port = String(await freePort())
  const desk = { DESK_PORT: port, DESK_URL: `http://localhost:${port}` }
  const cluster = await startCluster({ ...desk, ...environment }, processes)
  running.push(cluster)
  return cluster
}

/** A database and a content folder for one test. */
function ownShop() {
  const scratch = makeScratch()
  scratches.push(scratch)
  const content = join(scratch.folder, 'content')
  cpSync(join(root, 'content/restaurant'), content, { recursive: true })
  return {
    content,
    business: join(content, 'business.yaml'),
    settings: join(scratch.folder, 'settings'),
    environment: { DATABASE_URL: scratch.database, CONTENT_DIR: content },
  }
}

/** Refused, or reset in the queue of a listener that was just closed. */
const onNewConnection = ' on a new connection'

/** Sends requests continuously on keep-alive connections until stopped; returns the failures. */
function sendRequestsOn({ send }: Cluster, connections: number): () => Promise<string[]> {
  const failures: string[] = []
  let isRunning = true
  const sendRequests = async () => {
    while (isRunning) {
      try {
        const { status } = await send('GET', '/api/offers?limit=1')
        if (status !== 200) failures.push(String(status))
      } catch (error) {
        failures.push(`${error}${(error as SendError).reusedSocket ? '' : onNewConnection}`)
      }
      await pause(5)
    }
  }
  const loops = Array.from({ length: connections }, sendRequests)
  return async () => {
    isRunning = false
    await Promise.all(loops)
    return failures
  }
}

const ended = ({ process: parent }: Cluster) =>
  new Promise<number | null>((resolve) => {
    if (parent.exitCode !== null) resolve(parent.exitCode)
    parent.once('exit', resolve)
  })

describe('cluster', () => {
  it('shares the port, prints its addresses once, and stops as a whole', async () => {
    const cluster = await start(ownShop().environment, 3)
    const { port, workerPids: members, log } = cluster
    assert.equal(new Set(members()).size, 3)
    const answering = () =>
      new Set(log.filter(({ event }) => event === 'request').map((one) => one.pid))
    const probe = () =>
      fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
    await until(async () => {
      await Promise.all(Array.from({ length: 12 }, probe))
      return members().every((pid) => answering().has(pid))
    }, 'an answer of each')

    await until(() => cluster.stderrText().includes('3 workers are running'), 'the start message')
    assert.equal(cluster.stderrText().match(/Khói Lam is open/g)?.length, 1)
    assert.equal(cluster.stderrText().match(/\/join\//g)?.length, 1)
    assert.match(cluster.stderrText(), new RegExp(`kill -HUP ${cluster.process.pid} `))
    assert.match(cluster.stderrText(), /SQLite file, to which the workers write one at a time/)
    const all = members()
    cluster.process.kill('SIGTERM')
    assert.equal(await ended(cluster), 0)
    assert.deepEqual(all.filter(isAlive), [])
    await assert.rejects(probe())
  })

  it('replaces a worker that was killed or terminated', async () => {
    const cluster = await start(ownShop().environment, 2)
    const [killed = 0, other = 0] = cluster.workerPids()
    process.kill(killed, 'SIGKILL')
    await cluster.waitForEvent('started', 3)
    const death = cluster.log.find(({ event }) => event === 'worker exited')
    assert.deepEqual([death?.process, death?.reason], [killed, 'SIGKILL'])

    const stop = sendRequestsOn(cluster, 4)
    process.kill(other, 'SIGTERM')
    await cluster.waitForEvent('started', 4)
    await until(() => !isAlive(other), 'the exit of the terminated worker')
    assert.deepEqual(await stop(), [])
    assert.equal(cluster.workerPids().length, 2)
    await cluster.kill('SIGTERM')
  })

  it('stops all workers when the primary is killed, after responding to connected clients', async () => {
    const cluster = await start(ownShop().environment, 2)
    const members = cluster.workerPids()
    const stop = sendRequestsOn(cluster, 4)
    await pause(100)
    cluster.process.kill('SIGKILL')
    await until(() => !members.some(isAlive), 'the exit of the workers')
    const failures = await stop()
    assert.deepEqual(
      failures.filter((failure) => !failure.endsWith(onNewConnection)),
      [],
    )
  })

  it('restarts the workers one by one with new content and settings, without losing a request', async () => {
    const { business, settings, environment } = ownShop()
    writeFileSync(settings, 'BASE_URL=https://old.example\n')
    const cluster = await start({ ...environment, SETTINGS_FILE: settings }, 2)
    const before = cluster.workerPids()
    const stop = sendRequestsOn(cluster, 8)
    writeFileSync(
      business,
      readFileSync(business, 'utf8').replace('name: Khói Lam', 'name: Khói Mới'),
    )
    writeFileSync(settings, 'BASE_URL=https://new.example\n')
    await cluster.restart()
    await until(() => !before.some(isAlive), 'the exit of the old workers')
    assert.deepEqual(await stop(), [])
    assert.equal(cluster.workerPids().length, 2)
    const { text } = await cluster.send('GET', '/api')
    assert.match(text, /"name":"Khói Mới"/)
    assert.match(text, /https:\/\/new\.example\/openapi\.json/)
    assert.equal(cluster.stderrText().match(/is open/g)?.length, 1)
    await cluster.kill('SIGTERM')
  })

  it('continues with the old workers if a new one cannot start, and retries after a pause', async () => {
    const { settings, environment } = ownShop()
    writeFileSync(settings, '')
    const cluster = await start({ ...environment, SETTINGS_FILE: settings }, 2)
    const before = cluster.workerPids()
    writeFileSync(settings, 'DRAIN_SECONDS=soon\n')
    cluster.process.kill('SIGHUP')
    await cluster.waitForEvent('restart aborted: new worker failed, old workers keep running', 1)
    assert.deepEqual(cluster.workerPids(), before)
    assert.match(cluster.stderrText(), /DRAIN_SECONDS must be/)

    const [killed = 0] = before
    process.kill(killed, 'SIGKILL')
    await cluster.waitForEvent('worker exited', 4)
    const tries = cluster.log
      .filter(({ event }) => event === 'worker exited')
      .map(({ time }) => Date.parse(String(time)))
    const pauseBetween = (tries[3] ?? 0) - (tries[2] ?? 0)
    assert.ok(pauseBetween >= 500, `${pauseBetween} ms`)
    assert.equal((await cluster.send('GET', '/readyz')).status, 200)
    writeFileSync(settings, '')
    await cluster.waitForEvent('started', 3)
    await cluster.kill('SIGTERM')
  })

  it('restarts with the stored content if the folder is not valid, without losing a request', async () => {
    const { content, business, environment } = ownShop()
    const cluster = await start(environment, 2)
    const stored = join(content, '../book.content/current.json')
    await until(() => existsSync(stored), 'the stored content')
    const before = cluster.workerPids()
    const stop = sendRequestsOn(cluster, 4)
    rmSync(business)
    await cluster.restart()
    await until(() => !before.some(isAlive), 'the exit of the old workers')
    assert.deepEqual(await stop(), [])
    assert.match((await cluster.send('GET', '/api')).text, /"name":"Khói Lam"/)
    assert.match((await cluster.send('GET', '/readyz')).text, /"content":"stored"/)
    await cluster.kill('SIGTERM')
  })
})

describe('cluster command', () => {
  const run = (args: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [join(root, 'bin/letan.js'), 'cluster', ...args], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', HOST: '127.0.0.1', ...environment },
      encoding: 'utf8',
      timeout: 120_000,
    })

  it('prints an error once, without a stack trace, and starts nothing', async () => {
    const { environment } = ownShop()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port: usedPort } = other.address() as AddressInfo
    const cases: [words: string[], environment: Record<string, string>, expected: RegExp][] = [
      [['many'], {}, /PROCESSES must be a whole number from 1 to 256/g],
      [[], { PROCESSES: '0' }, /PROCESSES must be a whole number from 1 to 256/g],
      [['2'], { VARIANT: 'pub' }, /VARIANT must be/g],
      [
        ['2'],
        { VARIANT: 'restaurant', CONTENT_DIR: join(root, 'content/spa') },
        /business\.yaml line \d+: trade is spa/g,
      ],
      [
        ['2'],
        { PORT: String(usedPort) },
        /Cannot listen on 127\.0\.0\.1 port \d+ \(.+EADDRINUSE\)/g,
      ],
    ]
    for (const [args, changes, expected] of cases) {
      const { status, stderr } = run(args, { ...environment, ...changes })
      assert.equal(status, 1, stderr)
      assert.equal(stderr.match(expected)?.length, 1, stderr)
      assert.doesNotMatch(stderr, /\n\s+at /)
    }
    other.close()
  })

  it('stops with the shell that npm starts', async () => {
    const [port, deskPort] = [await freePort(), await freePort()]
    const child = spawn('npm', ['run', 'cluster', '--', '2'], {
      cwd: root,
      env: {
        ...process.env,
        ...ownShop().environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        DESK_PORT: String(deskPort),
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output += part
      })
    }
    await until(() => output.includes('2 workers are running'), 'the start')
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await closed
    assert.equal(output.match(/"event":"stopped"/g)?.length, 3, output)
  })
})

describe('open desk', { skip }, () => {
  it('receives every event while the workers are replaced', async () => {
    const cluster = await start({ DATABASE_URL: await newDatabase('postgres') }, 2)
    await until(() => cluster.stderrText().includes('/join/'), 'the owner’s link')
    const [link = ''] = /http:\/\/localhost:\d+\/join\/[\w-]+/.exec(cluster.stderrText()) ?? []
    const { origin } = new URL(link)
    const cookie = cookieOf(await fetch(link, form({ name: 'Cô Ba', password })))

    const eventIds: string[] = []
    let [listening, isConnected] = [true, false]
    const listen = async () => {
      let last = ''
      while (listening) {
        const stream = await openStream(`${origin}/live`, {
          cookie,
          ...(last && { 'last-event-id': last }),
        })
        assert.equal(stream.status, 200)
        isConnected = true
        const recordEvents = () => {
          for (const { id } of stream.events) {
            if (!eventIds.includes(id)) eventIds.push(id)
            if (id > last) last = id
          }
          if (!listening) stream.close()
        }
        const timer = setInterval(recordEvents, 50)
        await stream.ended
        clearInterval(timer)
        recordEvents()
        streams++
        await pause(200)
      }
    }
    let streams = 0
    const desk = listen()
    const requestBooking = async (index: number) => {
      const body = {
        date: openDays()[index % 30],
        time: index < 30 ? '18:30' : '12:00',
        party_size: 2,
        name: 'Lan',
        phone: `0912${300_000 + index}`,
        consent: '1',
      }
      const { status, text } = await cluster.send('POST', '/api/booking', body)
      assert.equal(status, 202, text)
    }
    await until(() => isConnected, 'the stream of the desk')
    let requestCount = 0
    const restarted = cluster.restart().then(() => true)
    while (!(await Promise.race([restarted, pause(50, false)])))
      await requestBooking(requestCount++)
    await requestBooking(requestCount++)
    await until(() => eventIds.length >= requestCount, 'the last event')
    listening = false
    await desk
    assert.ok(streams > 1, 'the stream was never ended')
    assert.equal(eventIds.length, requestCount)
    await cluster.kill('SIGTERM')
  })
})
