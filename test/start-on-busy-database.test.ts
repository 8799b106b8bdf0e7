/** A server that starts while another client holds the lock of the database. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { startServer } from '../src/server/start.ts'
import { newDatabase } from './support/database.ts'
import { closeAfter } from './support/lifetime.ts'

it('serves guests, and says how to create the sign-in link of the owner', async () => {
  const file = await newDatabase('sqlite')
  const server = await startServer({
    CONTENT_DIR: join(import.meta.dirname, '../content/restaurant'),
    DATABASE_URL: file,
    HOST: '127.0.0.1',
    PORT: '0',
    DESK_PORT: '0',
    BASE_URL: 'http://127.0.0.1',
    DESK_URL: 'http://127.0.0.1',
    LC_ALL: 'C.UTF-8',
    LOG_LEVEL: 'silent',
  })
  closeAfter(async () => {
    await server.close()
    await server.shutdown({ idleMs: 0, busyMs: 0 })
  })
  assert.match(await server.createStartupBanner(), /\/join\/[\w-]{20,}/)

  const otherClient = new DatabaseSync(file)
  otherClient.exec('BEGIN IMMEDIATE')
  try {
    const banner = await server.createStartupBanner()
    assert.match(banner, /is open/)
    assert.match(banner, /The database is busy.*: letan staff link/)
  } finally {
    otherClient.exec('ROLLBACK')
    otherClient.close()
  }
  assert.match(await server.createStartupBanner(), /\/join\/[\w-]{20,}/)
})
