/** What the address of a PostgreSQL database says, as the driver wants to hear it. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'

export type Address = {
  connection: ClientConfig
  /**
   * Between us and the server stands a pooler that gives each transaction another connection: then
   * nothing may be left on a connection, neither a prepared statement nor a setting nor a LISTEN.
   */
  pooled: boolean
}

/** The address cannot be read; its text is not repeated, as a password may stand in it. */
export class AddressError extends Error {}

export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address)
}

export function readAddress(text: string): Address {
  const url = parse(text)
  const asked = (name: string) => url.searchParams.get(name) ?? undefined
  const part = (encoded: string) => (encoded === '' ? undefined : decodeURIComponent(encoded))
  const port = asked('port') ?? part(url.port)
  const connection: ClientConfig = {
    host: asked('host') ?? part(url.hostname.replace(/^\[(.+)\]$/, '$1')),
    port: port === undefined ? undefined : Number(port),
    user: asked('user') ?? part(url.username),
    password: asked('password') ?? part(url.password),
    database: part(url.pathname.slice(1)),
    application_name: asked('application_name') ?? 'letan',
    ssl: security(asked('sslmode'), asked('sslrootcert')),
  }
  // The driver asks the environment for what is there without a value.
  const given = Object.entries(connection).filter(([, value]) => value !== undefined)
  return { connection: Object.fromEntries(given), pooled: asked('pgbouncer') === 'true' }
}

function parse(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new AddressError('DATABASE_URL is not an address that can be read.')
  }
}

/** The words of PostgreSQL's own clients: require encrypts, verify-full also knows whom it talks to. */
function security(
  mode: string | undefined,
  rootFile: string | undefined,
): ConnectionOptions | false {
  const root = rootFile === undefined ? {} : { ca: readFileSync(rootFile, 'utf8') }
  switch (mode) {
    case undefined:
    case 'disable':
      return false
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { ...root, checkServerIdentity: () => undefined }
    case 'verify-full':
      return root
    default:
      throw new AddressError(
        'sslmode in DATABASE_URL must be disable, require, verify-ca or verify-full.',
      )
  }
}
