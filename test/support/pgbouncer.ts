/** A real PgBouncer in transaction mode in front of the PostgreSQL of the tests, if the machine has one. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../proof/support/server.ts'
import type { Databases } from './postgres.ts'

export type Pooler = {
  /** The URL of the same database behind the pooler. */
  throughPooler(address: string): string
}

/** Fewer than one process would open, so that they are shared. */
const connections = 4

const unprivilegedUid = 65_534

/** Runs it until stdin closes, which happens when this process ends in any way; then cleans up. */
const supervisorScript = '"$@" <&- & cat; kill -TERM $!; wait $!; rm -rf "$0"'

const candidatePaths = ['pgbouncer', '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer']

export function findPgbouncer(): string | undefined {
  return candidatePaths.find((path) => spawnSync(path, ['--version']).status === 0)
}

export async function startPooler(program: string, server: Databases): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'letan-pgbouncer-'))
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${dirname(server.socket)} user=letan
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_login_retry = 1
logfile = ${join(folder, 'log')}
`,
  )
  const asRoot = process.getuid?.() === 0
  if (asRoot)
    for (const path of [folder, settings]) chownSync(path, unprivilegedUid, unprivilegedUid)
  const supervisor = spawn('sh', ['-c', supervisorScript, folder, program, '-q', settings], {
    ...(asRoot && { uid: unprivilegedUid, gid: unprivilegedUid }),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  supervisor.unref()
  ;(supervisor.stdin as Socket).unref()
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries === 6_000) throw new Error('pgbouncer did not start')
    await pause(20)
  }
  return {
    throughPooler: (address) =>
      `postgres://letan@127.0.0.1:${port}${new URL(address).pathname}?pgbouncer=true`,
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
