/**
 * A disk that takes no new blocks for a while, so that fsync fails, and loses its power later. The
 * kernel forgets what it could not write, and whoever trusts its next fsync loses that with the power.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { type Disk, needDisk } from '../proof/support/disk.ts'
import { ProofSkipped } from '../proof/support/proof.ts'
import { openSqlite } from '../src/store/sqlite.ts'

async function diskFor(test: TestContext): Promise<Disk | undefined> {
  try {
    return await needDisk(40)
  } catch (error) {
    if (!(error instanceof ProofSkipped)) throw error
    test.skip(`SKIPPED: ${error.message}`)
    return undefined
  }
}

for (const [caseName, before, during] of [
  ['while its log grows', 0, 100],
  ['while what is in its log is moved into the book', 300, 600],
] as const) {
  it(`loses nothing of what it kept before and after, ${caseName}`, async (test) => {
    const disk = await diskFor(test)
    if (!disk) return
    try {
      const file = join(disk.folder, 'book.sqlite')
      const store = await openSqlite(file, Date.now)
      const storedIds: string[] = []
      let failed = 0
      const write = async (times: number) => {
        for (let time = 0; time < times; time++) {
          const id = `${storedIds.length + failed}${'.'.repeat(600)}`
          await store
            .write((sql) => sql.run('INSERT INTO form_tokens VALUES (?, 1)', id))
            .then(() => storedIds.push(id))
            .catch(() => failed++)
        }
      }
      await write(before)
      disk.rejectWrites()
      await write(during)
      disk.acceptWrites()
      const failedWrites = failed
      await write(300)
      assert.ok(failedWrites > 0)
      assert.equal(failed, failedWrites)
      disk.cutPower()
      await store.close()
      disk.restorePower()

      const database = new DatabaseSync(file)
      assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
      const rows = database.prepare('SELECT id FROM form_tokens').all()
      database.close()
      assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(storedIds))
    } finally {
      await disk.remove()
    }
  })
}
