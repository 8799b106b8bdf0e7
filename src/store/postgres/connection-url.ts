/** Parses DATABASE_URL into the options of the driver. */
import type { ClientConfig } from 'pg'
import { ConnectionUrlError } from './connection-url-error.ts'
import { tlsOptions } from './tls.ts'

export type ConnectionSettings = {
  connection: ClientConfig
  /**
   * A pooler assigns a different connection to each transaction, so no state may stay on a connection: no prepared
   * statement, no session setting, no LISTEN.
   */
  isPooled: boolean
}

const knownParameters = [
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'sslmode',
  'sslrootcert',
  'pgbouncer',
] as const

const parameterList = `${knownParameters.slice(0, -1).join(', ')} or ${knownParameters.at(-1)}`

type ParameterName = (typeof knownParameters)[number]

export function parseConnectionUrl(text: string): ConnectionSettings {
  const url = parseUrl(text)
  const query = parseQuery(url.search)
  const connection: ClientConfig = {
    host: query.host ?? decodePart(url.hostname.replace(/^\[(.+)\]$/, '$1')),
    port: parsePort(query.port ?? decodePart(url.port)),
    user: query.user ?? decodePart(url.username),
    password: query.password ?? decodePart(url.password),
    database: decodePart(url.pathname.slice(1)),
    application_name: query.application_name ?? 'letan',
    ssl: tlsOptions(query.sslmode, query.sslrootcert),
    keepAlive: true,
    // The default of two hours is too long to notice a connection that was dropped silently.
    keepAliveInitialDelayMillis: 10_000,
  }
  // The driver replaces a property that is present but undefined by an environment variable.
  const defined = Object.entries(connection).filter(([, value]) => value !== undefined)
  return { connection: Object.fromEntries(defined), isPooled: parsePgbouncer(query.pgbouncer) }
}

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new ConnectionUrlError(
      'must be postgres://user:password@host:port/database with one host; ' +
        'in a password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.',
    )
  }
}

function decodePart(encoded: string): string | undefined {
  if (encoded === '') return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new ConnectionUrlError(
      'has a % that does not start a percent-encoded character; write % as %25.',
    )
  }
}

/** An unknown parameter is an error, because it may be a misspelled sslmode. */
function parseQuery(search: string): Partial<Record<ParameterName, string>> {
  const parameters: Partial<Record<ParameterName, string>> = {}
  for (const pair of search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=')
    const parameter = knownParameters.find((known) => known === name)
    if (!parameter) {
      throw new ConnectionUrlError(`has a parameter that is not ${parameterList}.`)
    }
    const text = decodePart(value.join('='))
    if (text !== undefined) parameters[parameter] = text
  }
  return parameters
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new ConnectionUrlError('has a port that is not a number up to 65535.')
}

function parsePgbouncer(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true'
  throw new ConnectionUrlError('has a pgbouncer parameter other than true or false.')
}
