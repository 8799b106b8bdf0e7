/** Starts the real program and kills it in the middle of its migration. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPostgres } from '../../src/store/postgres/connection-url.ts'
import { CannotTry } from '../support/proof.ts'
import { openRaw } from './raw-database.ts'

const program = join(import.meta.dirname, '../../bin/letan.js')

/** If it never begins, it is killed all the same. */
const patience = 20_000

/** Kills it so long after it has begun to write. Says whether it was seen to. */
export async function startAndKill(
  address: string,
  environment: Record<string, string>,
  milliseconds: number,
): Promise<boolean> {
  const watch = await watchWriting(address)
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
  const last = performance.now() + patience
  let begun = false
  while (!begun && child.exitCode === null && performance.now() < last) {
    begun = await watch.isWriting(child.pid ?? 0)
    await nextTurn()
  }
  const until = performance.now() + milliseconds
  // Timers are too coarse for a migration that takes some milliseconds.
  while (performance.now() < until) await nextTurn()
  child.kill('SIGKILL')
  await ended
  await watch.close()
  return begun
}

async function watchWriting(address: string) {
  if (!isPostgres(address)) {
    if (!existsSync(locks)) throw new CannotTry('only Linux says who writes to a file')
    return { isWriting: async (pid: number) => holdsWriteLock(pid), close: async () => {} }
  }
  const book = await openRaw(address)
  const held = `SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return { isWriting: async () => (await book.all(held)).length > 0, close: book.close }
}

/** What is locked on this machine, and by whom. SQLite locks this byte beside a book to write to it. */
const locks = '/proc/locks'
const writeLock = 120

function holdsWriteLock(pid: number): boolean {
  const lock = new RegExp(`POSIX +ADVISORY +WRITE ${pid} \\S+ ${writeLock} ${writeLock}$`, 'm')
  return lock.test(readFileSync(locks, 'utf8'))
}
