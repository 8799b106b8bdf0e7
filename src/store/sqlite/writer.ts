/**
 * The connection that writes. Where the disk failed, SQLite's log (the WAL) gets no further entry before
 * what it holds is in the book and it begins anew, on other blocks: those that could not be written
 * once are not to be trusted, and what they may hold was refused. The process before us
 * may have ended at such a moment, so the first write begins in this way too, unless others use the
 * log: then they have seen to it.
 */
import { LockConflict } from '../sql.ts'
import { connect, type SqliteConnection } from './connection.ts'
import type { Preallocator } from './preallocate.ts'

export function createWriter(file: string, preallocator: Preallocator): SqliteConnection {
  let walState: 'none' | 'inherited' | 'own' = 'inherited'
  const connection = connect(file, () => {
    walState = 'own'
  })

  /** In a transaction, so that no other process makes room at once and neither takes the other's away. */
  const preallocate = async () => {
    const size = await connection.get<{ pages: number; bytes: number }>(
      'SELECT page_count AS pages, page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    if (size) preallocator.ensureSize(size.pages * size.bytes)
  }
  const restartWal = async () => {
    await connection.begin()
    await preallocate().finally(() => connection.send('ROLLBACK'))
    const done = await connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (done?.busy && walState === 'own')
      throw new LockConflict('another process still reads the log')
    walState = 'none'
  }

  return {
    ...connection,
    async begin() {
      if (walState !== 'none') await restartWal()
      await connection.begin()
    },
    async commit() {
      // What is committed is moved from the log into the book later, when nobody would hear of a fault.
      await preallocate()
      await connection.commit()
    },
  }
}
