/** The book that a command looks into: it must be there, and what is said names it. */
import { existsSync } from 'node:fs'
import { readConfig } from '../config/config.ts'
import { DatabaseNotFound } from '../server/backup.ts'
import { type OpenedShop, openShop, rethrowOpenError } from '../server/start.ts'
import { isPostgres, parseConnectionUrl } from '../store/postgres/connection-url.ts'

export type OpenedDatabase = OpenedShop & {
  /** For people: where it is, and never a password. */
  name: string
  /** It was made just now. */
  isNew: boolean
}

/** Whoever forgot the settings of his shop must not be told of an empty book that came of it. */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (database: OpenedDatabase) => Promise<Result>,
  { canCreate = false } = {},
): Promise<Result> {
  const { databaseUrl } = readConfig(environment)
  const isNew = !(await databaseExists(databaseUrl))
  const name = databaseLabel(databaseUrl)
  if (isNew && !canCreate) throw new DatabaseNotFound(name)
  const opened = await openShop(environment)
  try {
    return await work({ ...opened, name, isNew })
  } finally {
    await opened.store.close()
  }
}

export async function databaseExists(databaseUrl: string): Promise<boolean> {
  if (!isPostgres(databaseUrl)) return existsSync(databaseUrl)
  const { hasLetanTables } = await import('../store/postgres/inspect.ts')
  return hasLetanTables(databaseUrl).catch(rethrowOpenError)
}

/** "data/spa.sqlite", "postgres://db.example:5432/letan" */
export function databaseLabel(databaseUrl: string): string {
  if (!isPostgres(databaseUrl)) return databaseUrl
  const {
    host = 'localhost',
    port = 5432,
    database,
    user,
  } = parseConnectionUrl(databaseUrl).connection
  return `postgres://${host}:${port}/${database ?? user ?? ''}`
}
