/** Keeping the book: a copy of it while the shop is open, a book of a copy, and whether one is whole. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { recordBackup } from '../domain/integrity/backup-log.ts'
import { brokenInvariants, type Extent, extentOf } from '../domain/integrity/invariants.ts'
import type { Clock } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import type { Sql, Store } from '../store/sql.ts'
import { copyBook, type Look, lookAt, settle } from '../store/sqlite/database-file.ts'
import { openSqlite } from '../store/sqlite.ts'
import { secretBeside, secretWithin } from './secret.ts'

/** What is wrong with a book, each in plain words. */
export class BookFaults extends ForPeople {
  constructor(what: string, faults: readonly string[]) {
    super([what, ...faults.map((fault) => `  ${fault}`)].join('\n'))
    this.name = 'BookFaults'
  }
}

/** The files are not as the command needs them; it says what to do. */
export class FileObstacle extends ForPeople {}

/** Most often the settings are those of another shop, or none. */
export class NoBook extends FileObstacle {
  constructor(name: string) {
    super(
      `There is no book at ${name}. Give this command the settings with which the shop is started: CONTENT_DIR, VARIANT, DATABASE_URL or SETTINGS_FILE.`,
    )
    this.name = 'NoBook'
  }
}

/** The book of a running shop, whole and by itself in one file; how much is in it. */
export async function backUp(
  book: string,
  file: string,
  { now, secretGiven }: { now: Clock; secretGiven: boolean },
): Promise<Extent> {
  if (!existsSync(book)) throw new NoBook(book)
  if (existsSync(file)) {
    throw new FileObstacle(`${file} is there already; name another file, or move it away.`)
  }
  if (!existsSync(dirname(file))) throw new FileObstacle(`There is no folder ${dirname(file)}.`)
  const { isOlder, ...extent } = await copyWhole(book, file, now, async (store) => {
    // Without it the links that were sent would be worth nothing in the shop that is restored.
    if (!secretGiven) await secretWithin(store, now, () => secretBeside(book))
  })
  // A backup before an update must not bring the book itself up to date.
  if (!isOlder) await note(book, file, now)
  return extent
}

async function note(book: string, file: string, now: Clock): Promise<void> {
  const store = await openSqlite(book, now)
  try {
    await store.write((sql) => recordBackup(sql, { at: now(), file }, 'terminal'))
  } finally {
    await store.close()
  }
}

/** A book where there is none, from what `backUp` wrote; how much is in it. */
export async function restore(file: string, book: string, now: Clock): Promise<Extent> {
  if (!existsSync(file)) throw new FileObstacle(`There is no file ${file}.`)
  const there = [book, `${book}-wal`].find((one) => existsSync(one))
  if (there !== undefined) {
    throw new FileObstacle(
      `There is a book already: ${there}. Stop the shop and move it away with its -wal and -shm, or name another place with DATABASE_URL.`,
    )
  }
  const folder = dirname(resolve(book))
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const { isOlder: _, ...extent } = await copyWhole(file, book, now, async () => {})
    return extent
  } catch (error) {
    if (made !== undefined) removeEmpty(folder, made)
    throw error
  }
}

/** Takes away the folders that were made for a book which did not come, from the innermost to `made`. */
function removeEmpty(folder: string, made: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody has put something there meanwhile: it is his now.
    return
  }
  if (folder !== made) removeEmpty(dirname(folder), made)
}

/** How much is in the book in a file, which is only read; BookFaults if something is wrong with it. */
export async function verifyFile(file: string, now: Clock): Promise<Extent> {
  if (!existsSync(file)) throw new NoBook(file)
  const look = await lookAtSound(file)
  try {
    if (!look.isOlder) return await check(file, look.read)
  } finally {
    look.close()
  }
  // What an older version wrote is judged by what this one would make of it.
  const copy = passingName(file)
  try {
    return await prepare(file, copy, now, ({ read }) => check(file, read))
  } finally {
    discard(copy)
  }
}

/** The same of a book that is open. */
export async function verifyStore({ read, inspect }: Store): Promise<Extent> {
  const faults = await inspect()
  if (faults.length > 0) throw new BookFaults('The book is not whole:', faults)
  return check('The book', read)
}

async function check(what: string, sql: Sql): Promise<Extent> {
  const faults = await brokenInvariants(sql)
  if (faults.length > 0) throw new BookFaults(`${what} is not in order:`, faults)
  return extentOf(sql)
}

async function lookAtSound(file: string): Promise<Look> {
  const look = await lookAt(file)
  if (look.faults.length === 0) return look
  look.close()
  throw new BookFaults(`${file} cannot be used:`, look.faults)
}

/** Copies a book, completes and checks the copy, and gives it its name when all is well. */
async function copyWhole(
  from: string,
  to: string,
  now: Clock,
  complete: (store: Store) => Promise<unknown>,
): Promise<Extent & { isOlder: boolean }> {
  const { isOlder, close } = await lookAtSound(from)
  close()
  const copy = passingName(to)
  try {
    const extent = await prepare(from, copy, now, async (store) => {
      await complete(store)
      return verifyStore(store)
    })
    if (existsSync(to)) throw new FileObstacle(`${to} has come to be there meanwhile.`)
    settle(copy, to)
    return { ...extent, isOlder }
  } finally {
    discard(copy)
  }
}

/** Works on a copy that was brought up to date. */
async function prepare<Result>(
  from: string,
  copy: string,
  now: Clock,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    copyBook(from, copy)
  } catch (error) {
    const { cause = error } = error as Error
    throw new FileObstacle(`${from} cannot be copied to ${copy}: ${(cause as Error).message}`)
  }
  const store = await openSqlite(copy, now)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

function passingName(file: string): string {
  return `${file}.partial-${randomUUID()}`
}

function discard(copy: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${end}`, { force: true })
}
