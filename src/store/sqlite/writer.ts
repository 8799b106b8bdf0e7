/**
 * Write connection. After a disk error the WAL is checkpointed and truncated before the next write: its blocks are
 * not reliable, and frames in them belong to writes that were reported as failed. A previous process may have ended
 * in this state, so the first write restarts the WAL too, unless another process uses it and has already done so.
 */
import { LockConflict } from '../sql.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import type { Preallocator } from './preallocate.ts'

export function createWriter(file: string, preallocator: Preallocator): SqliteConnection {
  let walState: 'none' | 'inherited' | 'own' = 'inherited'
  const connection = openConnection(file, () => {
    walState = 'own'
  })

  /** Called in a transaction, so that no other process resizes the file at the same time. */
  const preallocate = async () => {
    const size = await connection.get<{ pages: number; bytes: number }>(
      'SELECT page_count AS pages, page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    if (size) preallocator.ensureSize(size.pages * size.bytes)
  }
  const restartWal = async () => {
    await connection.begin(Number.POSITIVE_INFINITY)
    await preallocate().finally(() => connection.send('ROLLBACK'))
    const result = await connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (result?.busy && walState === 'own') {
      throw new LockConflict('another process is reading the WAL')
    }
    walState = 'none'
  }

  return {
    ...connection,
    async begin(timeLeftMs) {
      if (walState !== 'none') await restartWal()
      await connection.begin(timeLeftMs)
    },
    async commit(timeLeftMs) {
      // A checkpoint moves committed pages into the file later, when an error could no longer be reported.
      await preallocate()
      await connection.commit(timeLeftMs)
    },
  }
}
