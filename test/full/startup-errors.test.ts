/** Startup after an error of the disk or the clock, or during one: the program starts or reports the reason. */
import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, it } from 'node:test'
import { startServer } from '../../proof/support/server.ts'
import { day } from '../../src/kernel/time.ts'
import { openStore } from '../../src/store/open.ts'
import { runInProcess } from '../support/command.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'letan-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const environment = () => ({ DATABASE_URL: join(folder, 'book.sqlite') })
const secretFile = () => join(folder, 'secret')

function storedSecret(): string {
  const database = new DatabaseSync(environment().DATABASE_URL, { readOnly: true })
  const row = database.prepare("SELECT value FROM secrets WHERE name = 'signing'").get()
  database.close()
  return String(row?.value)
}

const makeOwnerLink = () => runInProcess(['staff', 'link'], environment())

it('starts even if its output cannot be written', {
  skip: process.platform !== 'linux' && 'SKIPPED: there is no /dev/full here',
}, async () => {
  const full = openSync('/dev/full', 'w')
  const server = await startServer({ ...environment(), LOG_LEVEL: 'debug' }, { output: full })
  closeSync(full)
  const responses = []
  for (const path of ['/api/offers?limit=2', '/menu', '/api/offers?limit=3']) {
    responses.push((await server.send('GET', path)).status)
  }
  const { exitCode } = server.process
  await server.kill('SIGTERM')
  assert.deepEqual([...responses, exitCode], [200, 200, 200, null])
})

it('does not sign with a secret that a failed first start left behind', async () => {
  for (const secretText of ['', '\0'.repeat(43)]) {
    rmSync(environment().DATABASE_URL, { force: true })
    writeFileSync(secretFile(), secretText)
    assert.equal((await makeOwnerLink()).code, 0)
    assert.match(storedSecret(), /^[\w-]{43}$/)
  }
})

it('keeps signing with the secret that an older version stored beside the database', async () => {
  const older = 'one that is long enough to sign with'
  writeFileSync(secretFile(), `${older}\n`)
  assert.equal((await makeOwnerLink()).code, 0)
  rmSync(secretFile())
  assert.equal((await makeOwnerLink()).code, 0)
  assert.equal(storedSecret(), older)
})

it('generates one secret for all processes that start concurrently', async () => {
  const servers = await Promise.all([startServer(environment()), startServer(environment())])
  const [one, other] = servers
  const page = await one.send('GET', '/contact/call-back')
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? []
  const form = { name: 'Lan', phone: '0912345678', consent: '1', form_token: token }
  const response = await fetch(`http://127.0.0.1:${other.port}/api/lead`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  for (const server of servers) await server.kill('SIGTERM')
  assert.equal(response.status, 201, await response.text())
  assert.match(storedSecret(), /^[\w-]{43}$/)
})

it('explains what to do with a secret that is too short', async () => {
  writeFileSync(secretFile(), 'too short\n')
  const { code, output } = await makeOwnerLink()
  assert.equal(code, 1)
  assert.match(output, /secret must contain at least 32 characters\. Restore it, or delete it/)
  assert.doesNotMatch(output, /\n\s+at /)
  assert.equal(readFileSync(secretFile(), 'utf8'), 'too short\n')
})

it('reports a clock that is earlier than the newest row, with the difference', async () => {
  const store = await openStore(environment().DATABASE_URL, Date.now)
  await store.write((sql) =>
    sql.run(
      "INSERT INTO audit (id, at, actor, action, subject, facts) VALUES ('zzz', ?, 'test', 'x', 'y', '{}')",
      Date.now() + day,
    ),
  )
  await store.close()
  const server = await startServer({ ...environment(), LOG_LEVEL: 'error' })
  await server.kill('SIGTERM')
  const line = server.log.find(({ event }) => event === 'clock is behind the database')
  assert.equal(line?.level, 'error', JSON.stringify(server.log))
  assert.ok(Math.abs(Number(line.seconds) - day / 1000) < 60, String(line.seconds))
})
