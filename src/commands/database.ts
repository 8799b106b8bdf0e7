/** Opens the database that a command works on. It must exist, and messages name it. */
import { existsSync } from 'node:fs'
import { isPostgres } from '../kernel/database-url.ts'
import { DatabaseNotFound } from '../server/backup.ts'
import { type OpenedShop, openShop, rethrowOpenError } from '../server/open-shop.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { parseConnectionUrl } from '../store/postgres/connection-url.ts'

export type OpenedDatabase = OpenedShop & {
  /** Where the database is, without the password. */
  name: string
  /** Created by this command. */
  isNew: boolean
}

/** Does not create a database unless `canCreate`: without the shop's settings, a command would report an empty one. */
export async function withDatabase<Result>(
  environment: NodeJS.ProcessEnv,
  work: (database: OpenedDatabase) => Promise<Result>,
  { canCreate = false } = {},
): Promise<Result> {
  const { databaseUrl } = readShopConfig(environment)
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
  const { connection } = parseConnectionUrl(databaseUrl)
  const addresses = connection.servers?.addresses ?? [connection]
  const hosts = addresses.map(({ host = 'localhost', port = 5432 }) => `${host}:${port}`)
  return `postgres://${hosts.join(',')}/${connection.database ?? connection.user ?? ''}`
}
