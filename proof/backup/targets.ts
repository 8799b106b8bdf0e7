/** Where a book is, how it is copied there, and how a copy becomes a book again. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '../../test/support/postgres.ts'
import { checkBook } from '../support/check-database.ts'
import { letan, run, succeed } from '../support/command.ts'
import { fillPast } from '../support/generated-history.ts'
import type { Scratch } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'

export type Place = {
  environment: { DATABASE_URL: string }
  /** How many milliseconds it took. */
  copy(): Promise<number>
  restore(): Promise<{
    milliseconds: number
    environment: { DATABASE_URL: string }
    /** What is wrong with the restored book, once nobody uses it. */
    faults(): Promise<string[]>
  }>
  leave(): Promise<void>
}

export async function sqlitePlace({ folder, database }: Scratch, past: number): Promise<Place> {
  const environment = { DATABASE_URL: database }
  const copied = join(folder, 'copied.sqlite')
  const empty = join(folder, 'empty')
  const restored = { DATABASE_URL: join(empty, 'book.sqlite') }
  // The program itself makes the empty book.
  const first = await startServer(environment)
  await first.kill('SIGTERM')
  if (past > 0) await fillPast(database, past)
  return {
    environment,
    copy: async () => (await succeed(letan(['backup', copied], environment))).milliseconds,
    async restore() {
      mkdirSync(empty)
      const { milliseconds } = await succeed(letan(['restore', copied], restored))
      return {
        milliseconds,
        environment: restored,
        async faults() {
          const bookings = valueIn(restored.DATABASE_URL, 'SELECT COUNT(*) FROM bookings')
          const same = secretOf(restored.DATABASE_URL) === secretOf(database)
          return [
            ...(await checkBook(restored.DATABASE_URL, Number(bookings))),
            ...(await complaints(restored)),
            ...(same ? [] : ['the links that were sent are worth nothing']),
          ]
        },
      }
    },
    leave: async () => {},
  }
}

/** With the programs of this machine; or why that cannot be tried. */
export async function postgresPlace({ folder }: Scratch): Promise<Place | string> {
  const programs = ownPrograms()
  if (programs === undefined) return 'no pg_dump and pg_restore of the same PostgreSQL here'
  const server = await startPostgres({ durable: true, programs })
  if (typeof server === 'string') return server
  const environment = { DATABASE_URL: await server.newDatabase() }
  const dump = join(folder, 'letan.dump')
  const program = (name: string) => join(programs, 'bin', name)
  return {
    environment,
    async copy() {
      const words = ['--format=custom', `--file=${dump}`, environment.DATABASE_URL]
      return (await succeed(run(program('pg_dump'), words))).milliseconds
    },
    async restore() {
      const restored = { DATABASE_URL: await server.newDatabase() }
      const words = ['--exit-on-error', '--single-transaction', '--no-owner']
      const { milliseconds } = await succeed(
        run(program('pg_restore'), [...words, `--dbname=${restored.DATABASE_URL}`, dump]),
      )
      return { milliseconds, environment: restored, faults: () => complaints(restored) }
    },
    leave: () => server.stop('SIGINT'),
  }
}

/** The folder above `bin`, where all of them are of one version. */
function ownPrograms(): string | undefined {
  try {
    const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
    const all = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
    return all.every((name) => existsSync(join(bin, name))) ? join(bin, '..') : undefined
  } catch {
    return undefined
  }
}

async function complaints(environment: { DATABASE_URL: string }): Promise<string[]> {
  const { code, said } = await letan(['verify'], environment)
  return code === 0 ? [] : [said]
}

function secretOf(file: string): unknown {
  return valueIn(file, "SELECT value FROM secrets WHERE name = 'signing'")
}

/** The one value that a statement gives. */
function valueIn(file: string, statement: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.values(database.prepare(statement).get() ?? {})[0]
  } finally {
    database.close()
  }
}
