/** Several processes on one machine, as `letan cluster` starts them, and what becomes of them. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, isAlive, startCluster } from '../proof/support/cluster.ts'
import type { SendError } from '../proof/support/http-client.ts'
import { makeScratch, openDays } from '../proof/support/scratch.ts'
import { freePort } from '../proof/support/server.ts'
import { havePostgres, newDatabase } from './support/database.ts'
import { cookieOf, form, password } from './support/desk.ts'
import { openStream } from './support/event-stream.ts'

const root = join(import.meta.dirname, '..')
const skip = !(await havePostgres('a cluster on PostgreSQL'))
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

/** A book and a content folder of its own. */
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

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, `waited in vain: ${what}`)
    await pause(25)
  }
}

/** Refused, or reset in the queue of a door that has just been closed. */
const onNewConnection = ' on a new connection'

/** Asks without a pause on connections that are kept, until told to stop; says what went wrong. */
function askOn({ send }: Cluster, connections: number): () => Promise<string[]> {
  const faults: string[] = []
  let asking = true
  const ask = async () => {
    while (asking) {
      try {
        const { status } = await send('GET', '/api/offers?limit=1')
        if (status !== 200) faults.push(String(status))
      } catch (error) {
        faults.push(`${error}${(error as SendError).kept ? '' : onNewConnection}`)
      }
      await pause(5)
    }
  }
  const loops = Array.from({ length: connections }, ask)
  return async () => {
    asking = false
    await Promise.all(loops)
    return faults
  }
}

const ended = ({ process: parent }: Cluster) =>
  new Promise<number | null>((resolve) => {
    if (parent.exitCode !== null) resolve(parent.exitCode)
    parent.once('exit', resolve)
  })

describe('a cluster', () => {
  it('shares the port, says where to look once, and ends as a whole', async () => {
    const cluster = await start(ownShop().environment, 3)
    const { port, members, log } = cluster
    assert.equal(new Set(members()).size, 3)
    const answering = () =>
      new Set(log.filter(({ event }) => event === 'request').map((one) => one.pid))
    const knock = () =>
      fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
    await until(async () => {
      await Promise.all(Array.from({ length: 12 }, knock))
      return members().every((pid) => answering().has(pid))
    }, 'an answer of each')

    await until(() => cluster.said().includes('3 processes share the work'), 'what to know')
    assert.equal(cluster.said().match(/Khói Lam is open/g)?.length, 1)
    assert.equal(cluster.said().match(/\/join\//g)?.length, 1)
    assert.match(cluster.said(), new RegExp(`kill -HUP ${cluster.process.pid} `))
    assert.match(cluster.said(), /SQLite file, to which they write in turn/)
    const all = members()
    cluster.process.kill('SIGTERM')
    assert.equal(await ended(cluster), 0)
    assert.deepEqual(all.filter(isAlive), [])
    await assert.rejects(knock())
  })

  it('puts another in the place of one that was killed, or was told to go', async () => {
    const cluster = await start(ownShop().environment, 2)
    const [killed = 0, other = 0] = cluster.members()
    process.kill(killed, 'SIGKILL')
    await cluster.told('started', 3)
    const death = cluster.log.find(({ event }) => event === 'process ended')
    assert.deepEqual([death?.process, death?.why], [killed, 'SIGKILL'])

    const stop = askOn(cluster, 4)
    process.kill(other, 'SIGTERM')
    await cluster.told('started', 4)
    await until(() => !isAlive(other), 'the end of the one that was told to go')
    assert.deepEqual(await stop(), [])
    assert.equal(cluster.members().length, 2)
    await cluster.kill('SIGTERM')
  })

  it('leaves nobody behind when its parent is killed, and answers whoever is connected', async () => {
    const cluster = await start(ownShop().environment, 2)
    const members = cluster.members()
    const stop = askOn(cluster, 4)
    await pause(100)
    cluster.process.kill('SIGKILL')
    await until(() => !members.some(isAlive), 'the end of the members')
    const faults = await stop()
    assert.deepEqual(
      faults.filter((fault) => !fault.endsWith(onNewConnection)),
      [],
    )
  })

  it('restarts one after the other for new content and new settings, and loses no request', async () => {
    const { business, settings, environment } = ownShop()
    writeFileSync(settings, 'BASE_URL=https://old.example\n')
    const cluster = await start({ ...environment, SETTINGS_FILE: settings }, 2)
    const before = cluster.members()
    const stop = askOn(cluster, 8)
    writeFileSync(
      business,
      readFileSync(business, 'utf8').replace('name: Khói Lam', 'name: Khói Mới'),
    )
    writeFileSync(settings, 'BASE_URL=https://new.example\n')
    await cluster.restart()
    await until(() => !before.some(isAlive), 'the end of the old ones')
    assert.deepEqual(await stop(), [])
    assert.equal(cluster.members().length, 2)
    const { text } = await cluster.send('GET', '/api')
    assert.match(text, /"name":"Khói Mới"/)
    assert.match(text, /https:\/\/new\.example\/openapi\.json/)
    assert.equal(cluster.said().match(/is open/g)?.length, 1)
    await cluster.kill('SIGTERM')
  })

  it('goes on as it was where the new content will not do, and tries again after a pause', async () => {
    const { content, business, environment } = ownShop()
    const cluster = await start(environment, 2)
    const before = cluster.members()
    const good = readFileSync(business, 'utf8')
    rmSync(business)
    cluster.process.kill('SIGHUP')
    await cluster.told('not restarted: the new process could not start, the others go on', 1)
    assert.deepEqual(cluster.members(), before)
    assert.match(cluster.said(), /business\.yaml line 1: the file is missing/)

    const [killed = 0] = before
    process.kill(killed, 'SIGKILL')
    await cluster.told('process ended', 4)
    const tries = cluster.log
      .filter(({ event }) => event === 'process ended')
      .map(({ time }) => Date.parse(String(time)))
    const pauseBetween = (tries[3] ?? 0) - (tries[2] ?? 0)
    assert.ok(pauseBetween >= 500, `${pauseBetween} ms`)
    assert.equal((await cluster.send('GET', '/readyz')).status, 200)
    writeFileSync(join(content, 'business.yaml'), good)
    await cluster.told('started', 3)
    await cluster.kill('SIGTERM')
  })
})

describe('the command', () => {
  const run = (words: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [join(root, 'bin/letan.js'), 'cluster', ...words], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', HOST: '127.0.0.1', ...environment },
      encoding: 'utf8',
      timeout: 60_000,
    })

  it('says once what is wrong, without a stack, and starts nothing', async () => {
    const { environment } = ownShop()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port: taken } = other.address() as AddressInfo
    const cases: [words: string[], environment: Record<string, string>, said: RegExp][] = [
      [['many'], {}, /PROCESSES must be a whole number from 1 to 256/g],
      [[], { PROCESSES: '0' }, /PROCESSES must be a whole number from 1 to 256/g],
      [['2'], { VARIANT: 'pub' }, /VARIANT must be/g],
      [
        ['2'],
        { VARIANT: 'restaurant', CONTENT_DIR: join(root, 'content/spa') },
        /business\.yaml line \d+: trade is spa/g,
      ],
      [['2'], { PORT: String(taken) }, /Cannot listen on 127\.0\.0\.1 port \d+ \(.+EADDRINUSE\)/g],
    ]
    for (const [words, given, said] of cases) {
      const { status, stderr } = run(words, { ...environment, ...given })
      assert.equal(status, 1, stderr)
      assert.equal(stderr.match(said)?.length, 1, stderr)
      assert.doesNotMatch(stderr, /\n\s+at /)
    }
    other.close()
  })

  it('ends with the shell that npm puts between', async () => {
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
    await until(() => output.includes('2 processes share the work'), 'the start')
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await closed
    assert.equal(output.match(/"event":"stopped"/g)?.length, 3, output)
  })
})

describe('an open desk', { skip }, () => {
  it('misses nothing while the processes are replaced', async () => {
    const cluster = await start({ DATABASE_URL: await newDatabase('postgres') }, 2)
    await until(() => cluster.said().includes('/join/'), 'the owner’s link')
    const [link = ''] = /http:\/\/localhost:\d+\/join\/[\w-]+/.exec(cluster.said()) ?? []
    const { origin } = new URL(link)
    const cookie = cookieOf(await fetch(link, form({ name: 'Cô Ba', password })))

    const heard: string[] = []
    let listening = true
    const listen = async () => {
      let last = ''
      while (listening) {
        const stream = await openStream(`${origin}/live`, {
          cookie,
          ...(last && { 'last-event-id': last }),
        })
        assert.equal(stream.status, 200)
        const leave = setInterval(() => !listening && stream.close(), 50)
        await stream.ended
        clearInterval(leave)
        for (const { id } of stream.heard) {
          if (!heard.includes(id)) heard.push(id)
          if (id > last) last = id
        }
        streams++
        await pause(200)
      }
    }
    let streams = 0
    const desk = listen()
    const ask = async (place: number) => {
      const body = {
        date: openDays()[place % 30],
        time: place < 30 ? '18:30' : '12:00',
        party_size: 2,
        name: 'Lan',
        phone: '0912345678',
        consent: '1',
      }
      const { status, text } = await cluster.send('POST', '/api/booking', body)
      assert.equal(status, 202, text)
    }
    await pause(500)
    let asked = 0
    const restarted = cluster.restart().then(() => true)
    while (!(await Promise.race([restarted, pause(50, false)]))) await ask(asked++)
    await ask(asked++)
    await pause(1_500)
    listening = false
    await desk
    assert.ok(streams > 1, 'the stream was never ended')
    assert.equal(heard.length, asked)
    await cluster.kill('SIGTERM')
  })
})
