/** Starts the real program and kills it in the middle of its migration. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPostgres } from '../../src/store/postgres/connection-url.ts'
import { ProofSkipped } from '../support/proof.ts'
import { openRawDatabase } from './raw-database.ts'

const program = join(import.meta.dirname, '../../bin/letan.js')

/** If it never begins, it is killed all the same. */
const startTimeoutMs = 20_000

/** Kills it so long after it has begun to write. Says whether it was seen to. */
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
  // Timers are too coarse for a migration that takes some milliseconds.
  while (performance.now() < killAtMs) await nextTurn()
  child.kill('SIGKILL')
  await ended
  await writeWatcher.close()
  return hasBegun
}

async function createWriteWatcher(address: string) {
  if (!isPostgres(address)) {
    if (!existsSync(locks)) throw new ProofSkipped('only Linux says who writes to a file')
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

/** What is locked on this machine, and by whom. SQLite locks this byte beside a book to write to it. */
const locks = '/proc/locks'
const writeLock = 120

function holdsWriteLock(pid: number): boolean {
  const lock = new RegExp(`POSIX +ADVISORY +WRITE ${pid} \\S+ ${writeLock} ${writeLock}$`, 'm')
  return lock.test(readFileSync(locks, 'utf8'))
}
