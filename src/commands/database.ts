/** The book that a command looks into: it must be there, and what is said names it. */
import { existsSync } from 'node:fs'
import { readConfig } from '../config/config.ts'
import { NoBook } from '../server/backup.ts'
import { type Opened, open, refuseToOpen } from '../server/start.ts'
import { isPostgres, readAddress } from '../store/postgres/connection-url.ts'

export type Book = Opened & {
  /** For people: where it is, and never a password. */
  name: string
  /** It was made just now. */
  isNew: boolean
}

/** Whoever forgot the settings of his shop must not be told of an empty book that came of it. */
export async function withBook<Result>(
  environment: NodeJS.ProcessEnv,
  work: (book: Book) => Promise<Result>,
  { mayBegin = false } = {},
): Promise<Result> {
  const { databaseUrl } = readConfig(environment)
  const isNew = !(await isThere(databaseUrl))
  const name = nameOf(databaseUrl)
  if (isNew && !mayBegin) throw new NoBook(name)
  const opened = await open(environment)
  try {
    return await work({ ...opened, name, isNew })
  } finally {
    await opened.store.close()
  }
}

export async function isThere(address: string): Promise<boolean> {
  if (!isPostgres(address)) return existsSync(address)
  const { holdsBook } = await import('../store/postgres/inspect.ts')
  return holdsBook(address).catch(refuseToOpen)
}

/** "data/spa.sqlite", "postgres://db.example:5432/letan" */
export function nameOf(address: string): string {
  if (!isPostgres(address)) return address
  const { host = 'localhost', port = 5432, database, user } = readAddress(address).connection
  return `postgres://${host}:${port}/${database ?? user ?? ''}`
}
