/**
 * Writes the file of the book anew, in a thread of its own: SQLite would stop everybody else for as long.
 * Plain JavaScript, since a thread does not read TypeScript where npm has installed it.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const busyTimeoutMs = 30_000
const busyCode = 5

async function vacuum(file) {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    // Whoever writes may be of this very process: he must get his turn between two tries.
    database.exec('PRAGMA busy_timeout = 0')
    await retryWhileBusy(() => {
      database.exec('VACUUM')
      return true
    })
    await retryWhileBusy(
      () => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0,
    )
  } finally {
    database.close()
  }
}

/** Until it says that it is done, or fails for another reason than that somebody is at it. */
async function retryWhileBusy(attempt) {
  const deadlineMs = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      if (attempt()) return
      if (performance.now() > deadlineMs) throw new Error('the log of the book is in use')
    } catch (error) {
      if ((error.errcode & 0xff) !== busyCode || performance.now() > deadlineMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

await vacuum(workerData).then(
  () => parentPort.postMessage({}),
  (error) => parentPort.postMessage({ why: error.message }),
)
