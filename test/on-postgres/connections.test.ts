/** What the program uses of a PostgreSQL server: one connection listens, and statements are planned once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newDatabase } from '../support/database.ts'
import { openBefore } from '../support/lifetime.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const app = openBefore(async () => startShop('restaurant', { file: await newDatabase('postgres') }))

describe('the connections of a process to PostgreSQL', () => {
  it('are one that listens for changes, although several parts of the program do', async () => {
    let calls = 0
    const listeners = [1, 2, 3].map(() => app.store.onChange?.(() => calls++))
    const countListening = async () => {
      const [row] = await app.store.read.all<{ count: number }>(
        `SELECT COUNT(*) AS count FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
      )
      return row?.count
    }
    await app.store.write((sql) => sql.run('DELETE FROM waitlist'))
    await until(() => calls >= listeners.length, 'a notification for each listener')
    assert.equal(await countListening(), 1)
    for (const stop of listeners) stop?.()
  })

  it('have a name for each statement, so that the server plans it once', async () => {
    const statement = 'SELECT name FROM pg_prepared_statements WHERE statement LIKE ?'
    const read = () => app.store.read.all<{ name: string }>(statement, '%pg_prepared_statements%')
    await read()
    const names = (await read()).map(({ name }) => name)
    assert.equal(names.length, 1)
    assert.match(names[0] ?? '', /^letan_\d+$/)
  })
})
