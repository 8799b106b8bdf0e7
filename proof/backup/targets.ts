/** Backup and restore of SQLite and PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '../../test/support/postgres.ts'
import { checkDatabase } from '../support/check-database.ts'
import { assertSuccess, runLetan, runProgram } from '../support/command.ts'
import { insertPastBookings } from '../support/generated-history.ts'
import type { Scratch } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'

export type BackupTarget = {
  environment: { DATABASE_URL: string }
  /** Returns the duration in milliseconds. */
  copy(): Promise<number>
  /** Makes another backup and returns the codes of its bookings. Absent if PostgreSQL makes the backup. */
  copyWhileIdle?(): Promise<ReadonlySet<string>>
  restore(): Promise<{
    milliseconds: number
    environment: { DATABASE_URL: string }
    /** Checks the restored database after the shop has stopped. */
    findErrors(): Promise<string[]>
  }>
  close(): Promise<void>
}

export async function createSqliteTarget(
  { folder, database }: Scratch,
  pastBookings: number,
): Promise<BackupTarget> {
  const environment = { DATABASE_URL: database }
  const copied = join(folder, 'copied.sqlite')
  const empty = join(folder, 'empty')
  const restored = { DATABASE_URL: join(empty, 'book.sqlite') }
  // The program creates the empty database.
  const first = await startServer(environment)
  await first.kill('SIGTERM')
  if (pastBookings > 0) await insertPastBookings(database, pastBookings)
  return {
    environment,
    copy: async () => (await assertSuccess(runLetan(['backup', copied], environment))).milliseconds,
    async copyWhileIdle() {
      const file = join(folder, 'idle.sqlite')
      await assertSuccess(runLetan(['backup', file], environment))
      return readCodes(file)
    },
    async restore() {
      mkdirSync(empty)
      const { milliseconds } = await assertSuccess(runLetan(['restore', copied], restored))
      return {
        milliseconds,
        environment: restored,
        async findErrors() {
          const bookings = readValue(restored.DATABASE_URL, 'SELECT COUNT(*) FROM bookings')
          const same = readSecret(restored.DATABASE_URL) === readSecret(database)
          return [
            ...(await checkDatabase(restored.DATABASE_URL, Number(bookings))),
            ...(await runVerify(restored)),
            ...(same ? [] : ['the signing secret has changed']),
          ]
        },
      }
    },
    close: async () => {},
  }
}

/** Uses the PostgreSQL programs of this machine, or returns why it cannot. */
export async function createPostgresTarget({ folder }: Scratch): Promise<BackupTarget | string> {
  const programs = findPostgresPrograms()
  if (programs === undefined) return 'no pg_dump and pg_restore of one PostgreSQL version'
  const server = await startPostgres({ durable: true, programs })
  if (typeof server === 'string') return server
  const environment = { DATABASE_URL: await server.newDatabase() }
  const dump = join(folder, 'letan.dump')
  const program = (name: string) => join(programs, 'bin', name)
  return {
    environment,
    async copy() {
      const args = ['--format=custom', `--file=${dump}`, environment.DATABASE_URL]
      return (await assertSuccess(runProgram(program('pg_dump'), args))).milliseconds
    },
    async restore() {
      const restored = { DATABASE_URL: await server.newDatabase() }
      const args = ['--exit-on-error', '--single-transaction', '--no-owner']
      const { milliseconds } = await assertSuccess(
        runProgram(program('pg_restore'), [...args, `--dbname=${restored.DATABASE_URL}`, dump]),
      )
      return { milliseconds, environment: restored, findErrors: () => runVerify(restored) }
    },
    close: () => server.stop('SIGINT'),
  }
}

/** The parent folder of `bin` with all programs of one version. */
function findPostgresPrograms(): string | undefined {
  try {
    const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
    const all = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
    return all.every((name) => existsSync(join(bin, name))) ? join(bin, '..') : undefined
  } catch {
    return undefined
  }
}

async function runVerify(environment: { DATABASE_URL: string }): Promise<string[]> {
  const { code, output } = await runLetan(['verify'], environment)
  return code === 0 ? [] : [output]
}

function readSecret(file: string): unknown {
  return readValue(file, "SELECT value FROM secrets WHERE name = 'signing'")
}

function readCodes(file: string): Set<string> {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT code FROM bookings').all()
  database.close()
  return new Set(rows.map(({ code }) => String(code)))
}

/** The single value of a query. */
function readValue(file: string, statement: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.values(database.prepare(statement).get() ?? {})[0]
  } finally {
    database.close()
  }
}
