/** The book from a terminal: back it up, restore it, look whether it is whole. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import type { Extent } from '../domain/integrity/invariants.ts'
import { stamp } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { backUp, FileObstacle, NoBook, restore, verifyFile, verifyStore } from '../server/backup.ts'
import { clock, openBook } from '../server/start.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { isThere, nameOf } from './database.ts'

export class UnknownKeepingCommand extends ForPeople {
  constructor() {
    super(`The book is kept like this:\n\n${keepingHelp}`)
    this.name = 'UnknownKeepingCommand'
  }
}

export const keepingHelp = `  letan backup [FILE]               copy the book while the shop is open; by default beside it
  letan restore FILE                make a book of such a copy, where there is none
  letan verify [FILE]               look whether the book, or a copy, is whole and in order`

export async function runBackup(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const named = fileNamed(words)
  const { databaseUrl: book, secret } = sqliteConfig(environment, 'pg_dump')
  const file = resolve(named ?? usualName(book))
  const extent = await backUp(book, file, { now: clock, secretGiven: secret !== undefined })
  return `${file}: ${describe(extent)}\n${secret === undefined ? '' : secretApart}`
}

export async function runRestore(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const file = fileNamed(words)
  if (file === undefined) throw new UnknownKeepingCommand()
  const { databaseUrl: book } = sqliteConfig(environment, 'pg_restore')
  const extent = await restore(file, book, clock)
  return `${resolve(book)}: ${describe(extent)}\nStart Letan as usual. Whoever was erased since then must be erased again.\n`
}

export async function runVerify(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const config = readConfig(environment)
  const file = fileNamed(words) ?? config.databaseUrl
  const extent = isPostgres(file) ? await verifyOpened(config) : await verifyFile(file, clock)
  return `All is in order: ${describe(extent)}\n`
}

async function verifyOpened(config: Config): Promise<Extent> {
  if (!(await isThere(config.databaseUrl))) throw new NoBook(nameOf(config.databaseUrl))
  const store = await openBook(config)
  try {
    return await verifyStore(store)
  } finally {
    await store.close()
  }
}

function fileNamed([file, ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || file?.startsWith('-')) throw new UnknownKeepingCommand()
  return file
}

/** PostgreSQL has its own programs for this, and they know more of it than we do. */
function sqliteConfig(environment: NodeJS.ProcessEnv, program: keyof typeof recipes): Config {
  const config = readConfig(environment)
  if (isPostgres(config.databaseUrl)) throw new FileObstacle(recipes[program])
  return config
}

const recipes = {
  pg_dump: `This book is in PostgreSQL, which has its own program for that:

  pg_dump --format=custom --file=letan.dump "$DATABASE_URL"

docs/backup-and-privacy.md says more.`,
  pg_restore: `This book is in PostgreSQL, which has its own program for that; into an empty database:

  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" letan.dump

docs/backup-and-privacy.md says more.`,
}

/** "data/restaurant.sqlite" → "data/restaurant-2026-11-20-183005.backup.sqlite" */
function usualName(book: string): string {
  const time = stamp(clock()).slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${book.replace(/\.(sqlite|db)$/, '')}-${time}.backup.sqlite`
}

function describe({ bookings, orders, newest }: Extent): string {
  const last =
    newest === null ? '' : `, the newest of ${stamp(newest).replace('T', ' ').slice(0, 19)}`
  return `${count(bookings, 'booking')} and ${count(orders, 'order')}${last}.`
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}

const secretApart = 'SECRET is set by the environment and is not in the copy: keep it as well.\n'
