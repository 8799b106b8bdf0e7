/** Migrations: applies each frozen SQL file once, in the order of the names. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import type { WriteConnection } from './group-commit.ts'
import { type Sql, StoreUnavailable } from './sql.ts'

const folder = new URL('./migrations/', import.meta.url)

export class MigrationError extends UserError {}

export type MigrationOptions = {
  /** Lists the names of all tables in the column `name`. */
  tablesQuery: string
  /** Throws if the caller cannot use the database, which then stays as it was. */
  assertUsable?: AssertUsable | undefined
}

export type AssertUsable = (sql: Sql) => Promise<void>

/** Applies all in one transaction, so that of several processes that start together only one migrates. */
export async function migrate(
  connection: WriteConnection,
  now: () => number,
  { tablesQuery, assertUsable }: MigrationOptions,
): Promise<void> {
  await connection.begin(Number.POSITIVE_INFINITY)
  try {
    await applyAll(connection, now, tablesQuery)
    await assertUsable?.(connection)
    await connection.commit(Number.POSITIVE_INFINITY)
  } catch (error) {
    if (connection.isInTransaction()) await connection.send('ROLLBACK')
    throw error
  }
}

async function applyAll(
  connection: WriteConnection,
  now: () => number,
  tablesQuery: string,
): Promise<void> {
  const applied = await readOrCreateTable(connection, tablesQuery)
  for (const { name, digest, text } of findPending(applied)) {
    for (const statement of splitStatements(text)) await connection.run(statement)
    await connection.run('INSERT INTO migrations VALUES (?, ?, ?)', name, digest, now())
  }
}

type Migration = { name: string; digest: string; text: string }

/** SHA-256 digests of the applied migrations, by file name. */
type Applied = ReadonlyMap<string, string>

/** Migrations that are not applied yet. Throws a MigrationError if this version cannot use the database. */
export async function pendingMigrations(sql: Sql): Promise<Migration[]> {
  return findPending(await readApplied(sql))
}

/** Also false if the migrations table does not exist or may not be read. */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  try {
    return (await pendingMigrations(sql)).length === 0
  } catch (error) {
    if (error instanceof MigrationError || error instanceof StoreUnavailable) throw error
    return false
  }
}

function findPending(applied: Applied): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const unknown = [...applied.keys()].find((name) => !files.includes(name))
  if (unknown) throw new MigrationError(newerVersionText(unknown))

  return files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === digest) return []
    if (before) throw new MigrationError(changedMigrationText(name))
    return [{ name, digest, text }]
  })
}

const newerVersionText = (name: string): LocalizedText => ({
  vi: `Cơ sở dữ liệu là của một bản mới hơn (${name}). Hãy chạy bản ấy, hoặc khôi phục một bản sao lưu cũ hơn.`,
  en: `The database was written by a newer version (${name}). Start that version, or restore an older backup.`,
})

/** Tables of both programs would have the same names, such as `bookings` and `staff`. */
function foreignDatabaseText(tables: readonly { name: string }[]): LocalizedText {
  const list = tables.slice(0, maxNamedTables).map(({ name }) => name)
  const names = list.join(', ')
  const hasMore = tables.length > maxNamedTables
  return {
    vi:
      `Cơ sở dữ liệu này của một chương trình khác: trong đó có bảng ${names}${hasMore ? ' và các bảng khác' : ''}, ` +
      'không có bảng nào của Letan. Chưa tạo bảng nào. Hãy đặt DATABASE_URL là một cơ sở dữ liệu chỉ dùng cho Letan.',
    en:
      `The database belongs to another program: it has the tables ${names}${hasMore ? ' and others' : ''}, and none of Letan. ` +
      'No table was created. Set DATABASE_URL to a database that only Letan uses.',
  }
}

const maxNamedTables = 5

const changedMigrationText = (name: string): LocalizedText => ({
  vi: `Tệp ${name} đã bị sửa sau khi được áp dụng. Hãy lấy lại tệp ấy từ bản phát hành.`,
  en: `The migration ${name} was changed after it was applied. Restore the file from the release.`,
})

async function readApplied(sql: Sql): Promise<Applied> {
  const rows = await sql.all<{ name: string; digest: string }>(
    'SELECT name, digest FROM migrations',
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** Reads before it creates: a role without the CREATE privilege can start once the table exists. */
async function readOrCreateTable(
  connection: WriteConnection,
  tablesQuery: string,
): Promise<Applied> {
  await connection.send('SAVEPOINT read_applied')
  try {
    return await readApplied(connection)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await connection.send('ROLLBACK TO read_applied')
    const tables = await connection.all<{ name: string }>(tablesQuery)
    if (tables.length > 0) throw new MigrationError(foreignDatabaseText(tables))
    await connection.run(
      'CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
    return new Map()
  }
}

/**
 * The text is split at every `;` and comments are removed first, so a migration must not contain `;` or `--`
 * inside a literal. A test checks the files.
 */
function splitStatements(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
