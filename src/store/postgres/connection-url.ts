/** What the address of a PostgreSQL database says, as the driver wants to hear it. */
import type { ClientConfig } from 'pg'
import { AddressError } from './connection-url-error.ts'
import { security } from './tls.ts'

export type Address = {
  connection: ClientConfig
  /**
   * Between us and the server stands a pooler that gives each transaction another connection: then
   * nothing may be left on a connection, neither a prepared statement nor a setting nor a LISTEN.
   */
  pooled: boolean
}

/** What may stand after the question mark. */
const known = [
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'sslmode',
  'sslrootcert',
  'pgbouncer',
] as const

const list = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`

type Known = (typeof known)[number]

export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address)
}

export function readAddress(text: string): Address {
  const url = parse(text)
  const asked = readQuery(url.search)
  const connection: ClientConfig = {
    host: asked.host ?? part(url.hostname.replace(/^\[(.+)\]$/, '$1')),
    port: portOf(asked.port ?? part(url.port)),
    user: asked.user ?? part(url.username),
    password: asked.password ?? part(url.password),
    database: part(url.pathname.slice(1)),
    application_name: asked.application_name ?? 'letan',
    ssl: security(asked.sslmode, asked.sslrootcert),
    keepAlive: true,
    // The system's own two hours are too long for a line that was cut without a word.
    keepAliveInitialDelayMillis: 10_000,
  }
  // The driver asks the environment for what is there without a value.
  const given = Object.entries(connection).filter(([, value]) => value !== undefined)
  return { connection: Object.fromEntries(given), pooled: isPooled(asked.pgbouncer) }
}

function parse(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new AddressError(
      'must be postgres://user:password@host:port/database with one host; ' +
        'in a password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.',
    )
  }
}

function part(encoded: string): string | undefined {
  if (encoded === '') return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new AddressError('has a % that is no code of a character; write % itself as %25.')
  }
}

/** A word that nobody knows may be a misspelt sslmode: it is refused, not passed over. */
function readQuery(search: string): Partial<Record<Known, string>> {
  const found: Partial<Record<Known, string>> = {}
  for (const pair of search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=')
    const word = known.find((one) => one === name)
    if (!word) {
      throw new AddressError(`has a word after its question mark that is not ${list}.`)
    }
    const text = part(value.join('='))
    if (text !== undefined) found[word] = text
  }
  return found
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new AddressError('has a port that is no number up to 65535.')
}

function isPooled(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true'
  throw new AddressError('has pgbouncer with something else than true or false.')
}
