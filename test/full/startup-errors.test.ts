/** Startup after a disk error or during one: the program starts or reports the reason. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, it } from 'node:test'
import { startServer } from '../../proof/support/server.ts'

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

function makeOwnerLink() {
  return spawnSync(process.execPath, ['bin/letan.js', 'staff', 'link'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment() },
    encoding: 'utf8',
  })
}

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

it('does not sign with a secret that a failed first start left behind', () => {
  for (const secretText of ['', '\0'.repeat(43)]) {
    rmSync(environment().DATABASE_URL, { force: true })
    writeFileSync(secretFile(), secretText)
    assert.equal(makeOwnerLink().status, 0)
    assert.match(storedSecret(), /^[\w-]{43}$/)
  }
})

it('keeps signing with the secret that an older version stored beside the database', () => {
  const older = 'one that is long enough to sign with'
  writeFileSync(secretFile(), `${older}\n`)
  assert.equal(makeOwnerLink().status, 0)
  rmSync(secretFile())
  assert.equal(makeOwnerLink().status, 0)
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

it('explains what to do with a secret that is too short', () => {
  writeFileSync(secretFile(), 'too short\n')
  const { status, stderr } = makeOwnerLink()
  assert.equal(status, 1)
  assert.match(stderr, /secret must contain at least 32 characters\. Restore it, or delete it/)
  assert.doesNotMatch(stderr, /\n\s+at /)
  assert.equal(readFileSync(secretFile(), 'utf8'), 'too short\n')
})
