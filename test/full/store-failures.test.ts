/** The cause of a database failure is in the log, once and at error level. */
import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runLetan } from '../../proof/support/command.ts'
import { makeScratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { openStore } from '../../src/store/open.ts'
import { runInProcess } from '../support/command.ts'
import { havePostgres, newDatabase, useOwnPostgres } from '../support/database.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

const scratch = makeScratch()
after(scratch.remove)

async function createDatabase(file: string): Promise<void> {
  const store = await openStore(file, Date.now)
  await store.close()
}

/** Replaces everything after the header, as a failing disk would. */
function overwrite(file: string): void {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
  closeSync(descriptor)
}

describe('a damaged database', () => {
  it('is reported once with its cause, while pages are still served', async () => {
    const file = join(scratch.folder, 'book.sqlite')
    await createDatabase(file)
    const server = await startServer({ DATABASE_URL: file, LOG_LEVEL: 'error' })
    try {
      // The desk is loaded last.
      assert.equal((await fetch(`${server.deskUrl}/sign-in`)).status, 200)
      overwrite(file)
      const body = { name: 'Lan', phone: '0912345678', consent: '1' }
      for (const _ of [1, 2, 3]) {
        assert.equal((await server.send('POST', '/api/lead', body)).status, 503)
      }
      // A disk error may pass; a damaged file does not.
      const { text } = await server.send('POST', '/api/lead', body)
      assert.match(text, /must be repaired|phải được sửa/)
      assert.doesNotMatch(text, /temporarily|tạm thời/)
      const desk = await fetch(server.deskUrl, { headers: { cookie: '__Host-desk=unknown' } })
      assert.equal(desk.status, 503)
      assert.match(await desk.text(), /The database is damaged\. .* must restore a backup/)
      assert.equal((await server.send('GET', '/menu')).status, 200)
      const lines = server.log.filter(({ event }) => event === 'database unavailable')
      const reasons = lines.map(({ reason }) => reason)
      assert.ok(lines.length > 0)
      assert.equal(new Set(reasons).size, reasons.length, 'each cause once')
      for (const { level } of lines) assert.equal(level, 'error')
      assert.match(reasons.join('\n'), /the file is damaged|the disk reports an error/)
      assert.doesNotMatch(JSON.stringify(server.log), /0912345678|Lan"/)
    } finally {
      await server.kill('SIGKILL')
    }
  })

  it('ends a start and a command with the cause', async () => {
    const file = join(scratch.folder, 'second.sqlite')
    await createDatabase(file)
    overwrite(file)
    const commands = [
      () => runLetan([], { DATABASE_URL: file }),
      () => runInProcess(['bookings'], { DATABASE_URL: file }),
      () => runInProcess(['staff'], { DATABASE_URL: file }),
    ]
    for (const run of commands) {
      const { code, output } = await run()
      assert.equal(code, 1)
      assert.match(output, /: the file is damaged, or is no database; restore a backup/)
    }
  })
})

/** Sends writes until five have failed. Returns the causes in the log, each of which must be there once. */
async function causesOfFailedWrites(server: Server): Promise<string> {
  for (let failed = 0, sent = 0; failed < 5; sent++) {
    assert.ok(sent < 500, 'the writes do not fail')
    const phone = String(912_000_000 + sent)
    const body = { name: 'Lan', phone: `0${phone}`, consent: '1', message: 'x'.repeat(500) }
    const response = await server.send('POST', '/api/lead', body)
    if (response.status === 201) continue
    assert.deepEqual([response.status, response.headers['retry-after']], [503, '5'])
    failed++
  }
  const lines = server.log.filter(({ event }) => event === 'database unavailable')
  const reasons = lines.map(({ reason }) => String(reason))
  assert.equal(new Set(reasons).size, reasons.length, 'each cause once')
  for (const { level } of lines) assert.equal(level, 'error')
  return reasons.join('\n')
}

it('a full disk is reported once with its cause', async (test) => {
  // The program also stores a copy of the content.
  const disk = mountSmallDisk(40)
  if (!disk) return test.skip('SKIPPED: a small disk can only be mounted by root')
  const file = join(disk.folder, 'book.sqlite')
  await createDatabase(file)
  const server = await startServer({ DATABASE_URL: file, LOG_LEVEL: 'error' })
  try {
    disk.fill()
    assert.match(await causesOfFailedWrites(server), /^the disk is full; free some space$/m)
  } finally {
    await server.kill('SIGKILL')
    disk.remove()
  }
})

it('an unreachable PostgreSQL is reported once with its cause', {
  skip: !havePostgres('an unreachable database in the log'),
}, async () => {
  const database = await useOwnPostgres()
  const server = await startServer({
    DATABASE_URL: await newDatabase('postgres'),
    LOG_LEVEL: 'error',
  })
  try {
    await database.stop('SIGKILL')
    assert.match(
      await causesOfFailedWrites(server),
      /no socket of a server|nothing listens|the connection was reset/,
    )
  } finally {
    await server.kill('SIGKILL')
  }
})
