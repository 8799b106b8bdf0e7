/**
 * A disk that rejects new blocks for a while, so that fsync fails, and loses its power later. The kernel
 * drops the pages it could not write, so a later successful fsync does not mean that they are stored.
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
  ['during a checkpoint of its log into the database', 300, 600],
] as const) {
  it(`loses no commit from before and after the failure, ${caseName}`, async (test) => {
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
