/** Several servers in DATABASE_URL: only the primary that was promoted last is used. */
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { queryServer, startStandby } from '../../proof/support/replication.ts'
import { openStore } from '../../src/store/open.ts'
import { type Store, StoreUnavailable } from '../../src/store/sql.ts'
import { havePostgres } from '../support/database.ts'
import { type Server, startPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const database = 'shop'

if (havePostgres('several hosts')) {
  describe('with several hosts', () => {
    let primary: Server
    let standby: Server
    let store: Store
    let written = 0

    before(async () => {
      primary = await startServer()
      await primary.newDatabase(undefined, database)
      await open([primary]).then((opened) => opened.close())
      standby = await startStandby(primary, 'standby')
    })
    after(async () => {
      await store?.close()
      for (const server of [standby, primary]) await server?.stop('SIGQUIT')
    })

    const open = (servers: readonly Server[], parameters = '') => {
      const folders = servers.map(({ socket }) => dirname(socket)).join(',')
      const host = encodeURIComponent(folders)
      return openStore(`postgres://letan@localhost/${database}?host=${host}${parameters}`, Date.now)
    }
    const write = (to: Store) =>
      to.write((sql) => sql.run('INSERT INTO form_tokens VALUES (?, 1)', `token-${++written}`))
    const countOn = async (server: Server) => {
      const [row] = await queryServer<{ count: string }>(
        server,
        'SELECT COUNT(*) FROM form_tokens',
        database,
      )
      return Number(row?.count)
    }

    it('the primary is used, wherever it is in the list', async () => {
      for (const servers of [
        [primary, standby],
        [standby, primary],
      ]) {
        const before = await countOn(primary)
        const opened = await open(servers)
        await write(opened)
        await opened.close()
        assert.equal(await countOn(primary), before + 1)
      }
    })

    it('a standby alone is not used, unless any server may be', async () => {
      const standbyText = /the server is a standby/
      await assert.rejects(
        open([standby], '&target_session_attrs=read-write'),
        (error) => error instanceof StoreUnavailable && standbyText.test(String(error.cause)),
      )
      const reader = await open([standby, primary], '&target_session_attrs=any')
      await reader.read.get('SELECT 1 AS one')
      await assert.rejects(write(reader), StoreUnavailable)
      await reader.close()
    })

    it('the promoted standby is used, although the former primary accepts writes', async () => {
      store = await open([primary, standby])
      await write(store)
      await queryServer(standby, 'SELECT pg_promote()')
      await until(async () => {
        const before = await countOn(standby)
        await write(store).catch(() => {})
        return (await countOn(standby)) > before
      }, 'writes on the promoted server')
      const [former, promoted] = [await countOn(primary), await countOn(standby)]
      for (let time = 0; time < 5; time++) await write(store)
      assert.deepEqual([await countOn(primary), await countOn(standby)], [former, promoted + 5])
    })

    it('a former primary is not used while the promoted server is away', async () => {
      const former = await countOn(primary)
      await standby.stop('SIGKILL')
      for (let time = 0; time < 3; time++) await assert.rejects(write(store), StoreUnavailable)
      assert.equal(await countOn(primary), former)
      await standby.start()
      const promoted = await countOn(standby)
      await until(() => write(store).then(Boolean, () => false), 'a write after the start')
      assert.ok((await countOn(standby)) > promoted)
      assert.equal(await countOn(primary), former)
    })
  })
}

async function startServer(): Promise<Server> {
  const server = await startPostgres({ durable: true })
  if (typeof server === 'string') throw new Error(server)
  return server
}
