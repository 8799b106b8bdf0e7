/**
 * The connection that writes. Where the disk failed, SQLite's log (the WAL) gets no further entry before
 * what it holds is in the book and it begins anew, on other blocks: those that could not be written
 * once are not to be trusted, and what they may hold was refused. The process before us
 * may have ended at such a moment, so the first write begins in this way too, unless others use the
 * log: then they have seen to it.
 */
import { StoreBusy } from '../sql.ts'
import { connect, type SqliteConnection } from './connection.ts'
import type { Room } from './preallocate.ts'

export function createWriting(file: string, room: Room): SqliteConnection {
  let doubt: 'none' | 'inherited' | 'own' = 'inherited'
  const connection = connect(file, () => {
    doubt = 'own'
  })

  /** In a transaction, so that no other process makes room at once and neither takes the other's away. */
  const makeRoom = async () => {
    const size = await connection.get<{ pages: number; bytes: number }>(
      'SELECT page_count AS pages, page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    if (size) room.make(size.pages * size.bytes)
  }
  const beginLogAnew = async () => {
    await connection.begin()
    await makeRoom().finally(() => connection.send('ROLLBACK'))
    const done = await connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (done?.busy && doubt === 'own') throw new StoreBusy('another process still reads the log')
    doubt = 'none'
  }

  return {
    ...connection,
    async begin() {
      if (doubt !== 'none') await beginLogAnew()
      await connection.begin()
    },
    async commit() {
      // What is committed is moved from the log into the book later, when nobody would hear of a fault.
      await makeRoom()
      await connection.commit()
    },
  }
}
