/**
 * Worker thread that rewrites a SQLite file, because VACUUM would block the event loop.
 * Plain JavaScript: Node does not strip types from files under node_modules.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const busyTimeoutMs = 30_000
const busyCode = 5

async function vacuum(file) {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    // No blocking wait: the writer may belong to this process and must run between two attempts.
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

/** Repeats the attempt until it returns true or fails for another reason than a lock. */
async function retryWhileBusy(attempt) {
  const deadlineMs = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      if (attempt()) return
      if (performance.now() > deadlineMs) throw new Error('the WAL is in use')
    } catch (error) {
      if ((error.errcode & 0xff) !== busyCode || performance.now() > deadlineMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

await vacuum(workerData).then(
  () => parentPort.postMessage({}),
  (error) => parentPort.postMessage({ error: error.message }),
)
