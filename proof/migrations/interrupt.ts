/** Starts the program and kills it during its migration. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPostgres } from '../../src/kernel/database-url.ts'
import { ProofSkipped } from '../support/proof.ts'
import { openRawDatabase } from './raw-database.ts'

const program = join(import.meta.dirname, '../../bin/letan.js')

/** The process is killed after this time even if the migration has not started. */
const startTimeoutMs = 20_000

/** Kills the process this long after its first write. Returns whether the write was observed. */
export async function startAndKill(
  address: string,
  environment: Record<string, string>,
  milliseconds: number,
): Promise<boolean> {
  const writeWatcher = await createWriteWatcher(address)
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...environment,
      DATABASE_URL: address,
      HOST: '127.0.0.1',
      PORT: '0',
      BASE_URL: 'http://letan.example',
      DESK_PORT: '0',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const deadlineMs = performance.now() + startTimeoutMs
  let hasBegun = false
  while (!hasBegun && child.exitCode === null && performance.now() < deadlineMs) {
    hasBegun = await writeWatcher.isWriting(child.pid ?? 0)
    await nextTurn()
  }
  const killAtMs = performance.now() + milliseconds
  // Timers are too coarse for a migration of a few milliseconds.
  while (performance.now() < killAtMs) await nextTurn()
  child.kill('SIGKILL')
  await ended
  await writeWatcher.close()
  return hasBegun
}

async function createWriteWatcher(address: string) {
  if (!isPostgres(address)) {
    if (!existsSync(locks)) throw new ProofSkipped('/proc/locks exists only on Linux')
    return { isWriting: async (pid: number) => holdsWriteLock(pid), close: async () => {} }
  }
  const database = await openRawDatabase(address)
  const lockQuery = `SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return {
    isWriting: async () => (await database.all(lockQuery)).length > 0,
    close: database.close,
  }
}

/** The file locks of this machine. SQLite locks this byte of the -shm file while it writes. */
const locks = '/proc/locks'
const writeLock = 120

function holdsWriteLock(pid: number): boolean {
  const lock = new RegExp(`POSIX +ADVISORY +WRITE ${pid} \\S+ ${writeLock} ${writeLock}$`, 'm')
  return lock.test(readFileSync(locks, 'utf8'))
}
