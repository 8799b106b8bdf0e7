/** PostgreSQL servers that replicate a primary by streaming. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Server as Postgres, startPostgres } from '../../test/support/postgres.ts'
import { ProofSkipped } from './proof.ts'

/** Runs statements on the server itself, outside of the database of the shop. */
export async function queryServer<Row extends pg.QueryResultRow>(
  { socket }: Pick<Postgres, 'socket'>,
  statement: string,
  database = 'postgres',
): Promise<Row[]> {
  const client = new pg.Client({ host: dirname(socket), user: 'letan', database })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A hot standby with this name for `synchronous_standby_names`, made from a copy of the files. */
export async function startStandby(primary: Postgres, name: string): Promise<Postgres> {
  const createData = async (data: string) => {
    const client = new pg.Client({
      host: dirname(primary.socket),
      user: 'letan',
      database: 'postgres',
    })
    await client.connect()
    await client.query("SELECT pg_backup_start('standby', true)")
    // Files that disappear while they are copied are restored from the WAL.
    spawnSync('cp', ['-a', primary.data, data])
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    )
    await client.end()
    rmSync(join(data, 'postmaster.pid'), { force: true })
    const conninfo = `host=${dirname(primary.socket)} user=letan application_name=${name}`
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    const { uid, gid } = statSync(primary.data)
    for (const [file, text] of Object.entries({
      backup_label: rows[0]?.labelfile ?? '',
      'standby.signal': '',
    })) {
      writeFileSync(join(data, file), text, { mode: 0o600 })
      chownSync(join(data, file), uid, gid)
    }
  }
  const standby = await startPostgres({ durable: true, createData })
  if (typeof standby === 'string') throw new ProofSkipped(`A standby is not possible: ${standby}`)
  return standby
}

/** Both standbys receive each commit, and one of them has to confirm it. */
export async function requireConfirmation(
  primary: Postgres,
  names: readonly string[],
): Promise<void> {
  await queryServer(
    primary,
    `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${names.join(', ')})'`,
  )
  await queryServer(primary, 'SELECT pg_reload_conf()')
}

/** Promotes the standby that has received most, and returns it. */
export async function promoteBest(standbys: readonly Postgres[]): Promise<Postgres> {
  const received = await Promise.all(
    standbys.map(async (standby) => {
      const [row] = await queryServer<{ bytes: string }>(
        standby,
        "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') AS bytes",
      )
      return { standby, bytes: Number(row?.bytes) }
    }),
  )
  const [best] = received.toSorted((one, other) => other.bytes - one.bytes)
  if (!best) throw new Error('There is no standby.')
  await queryServer(best.standby, 'SELECT pg_promote()')
  return best.standby
}
