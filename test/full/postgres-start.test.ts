/** Startup on PostgreSQL: it needs minimal privileges, and ends if it cannot serve. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startServer } from '../../proof/support/server.ts'
import { openShop } from '../../src/server/open-shop.ts'
import { openStore } from '../../src/store/open.ts'
import { book, table } from '../support/booking.ts'
import { havePostgres, newDatabase, newEmptyDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'

const skip = !havePostgres('a start on PostgreSQL')

/** The roles of docs/postgresql.md: one owns the tables, the other reads and writes them. */
async function grantRights(address: string): Promise<{ owner: string; clerk: string }> {
  const client = new pg.Client(address)
  await client.connect()
  const database = new URL(address).pathname.slice(1)
  const as = (role: string) => address.replace('letan@', `${role}@`)
  const [owner, clerk] = [`${database}_owner`, `${database}_clerk`]
  await client.query(`
    CREATE ROLE ${owner} LOGIN;
    CREATE ROLE ${clerk} LOGIN;
    ALTER DATABASE ${database} OWNER TO ${owner};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA public
      GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${clerk};
  `)
  await client.end()
  return { owner: as(owner), clerk: as(clerk) }
}

describe('a start on PostgreSQL', { skip }, () => {
  it('works with one role that owns the tables and another that uses them', async () => {
    const { owner, clerk } = await grantRights(await newEmptyDatabase('postgres'))
    await assert.rejects(
      openShop({ DATABASE_URL: clerk }),
      /the user lacks a privilege in the database; docs\/postgresql\.md lists what it needs \(42501\)/,
    )
    await (await openStore(owner, Date.now)).close()
    const app = await startShop('restaurant', { file: clerk })
    const { status, body } = await book(app, table)
    assert.equal(status, 202)
    assert.equal((await app.json(`/api/booking/${body.code}`)).code, body.code)
    await app.dispatch()
    await assert.rejects(app.store.write((sql) => sql.run('DROP TABLE bookings')))
  })

  it('does not wait for writers if the tables exist', async () => {
    const address = await newDatabase('postgres')
    const store = await openStore(address, Date.now)
    const begun = Promise.withResolvers<void>()
    let isDone = false
    // It ends only after the other store was opened, and an idle transaction would time out.
    const writes = store.write(async (sql) => {
      while (!isDone) {
        await sql.get('SELECT 1 AS one')
        begun.resolve()
        await pause(50)
      }
    })
    await begun.promise
    const other = await openStore(address, Date.now)
    assert.equal((await other.read.get<{ one: number }>('SELECT 1 AS one'))?.one, 1)
    isDone = true
    await writes
    await Promise.all([store.close(), other.close()])
  })

  it('warns about a clock that differs from that of the database by more than a second', async () => {
    const address = await newDatabase('postgres')
    for (const [offsetMs, expected] of [
      [20_000, 20],
      [-20_000, -20],
      [0, undefined],
    ] as const) {
      const server = await startServer({
        DATABASE_URL: address,
        LOG_LEVEL: 'warn',
        CLOCK_OFFSET_MS: String(offsetMs),
        NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../proof/support/shift-clock.js')}`,
      })
      await server.kill('SIGTERM')
      const line = server.log.find(({ event }) => event === 'clock differs from the database')
      const seconds = line?.seconds_ahead === undefined ? undefined : Number(line.seconds_ahead)
      assert.equal(seconds === undefined ? undefined : Math.round(seconds), expected)
    }
  })

  it('ends if the port is in use, even with an open database', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1')
    await once(neighbour, 'listening')
    const { port } = neighbour.address() as AddressInfo
    const DATABASE_URL = await newDatabase('postgres')
    for (const usedPorts of [
      { PORT: String(port), DESK_PORT: '0' },
      { PORT: '0', DESK_PORT: String(port), BASE_URL: 'http://localhost' },
    ]) {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/letan.js')], {
        env: { ...process.env, DATABASE_URL, HOST: '127.0.0.1', ...usedPorts },
        timeout: 120_000,
      })
      let output = ''
      child.stderr.on('data', (part) => {
        output += part
      })
      const [code] = await once(child, 'exit')
      assert.equal(code, 1, output)
      assert.match(output, new RegExp(`^Cannot listen on 127.0.0.1 port ${port} [^\\n]+\\n$`))
    }
    neighbour.close()
  })
})
