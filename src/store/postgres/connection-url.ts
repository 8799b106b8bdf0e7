/** What the address of a PostgreSQL database says, as the driver wants to hear it. */
import type { ClientConfig } from 'pg'
import { ConnectionUrlError } from './connection-url-error.ts'
import { tlsOptions } from './tls.ts'

export type ConnectionSettings = {
  connection: ClientConfig
  /**
   * Between us and the server stands a pooler that gives each transaction another connection: then
   * nothing may be left on a connection, neither a prepared statement nor a setting nor a LISTEN.
   */
  isPooled: boolean
}

/** What may stand after the question mark. */
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

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url)
}

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
    // The system's own two hours are too long for a line that was cut without a word.
    keepAliveInitialDelayMillis: 10_000,
  }
  // The driver asks the environment for what is there without a value.
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
    throw new ConnectionUrlError('has a % that is no code of a character; write % itself as %25.')
  }
}

/** A word that nobody knows may be a misspelt sslmode: it is refused, not passed over. */
function parseQuery(search: string): Partial<Record<ParameterName, string>> {
  const parameters: Partial<Record<ParameterName, string>> = {}
  for (const pair of search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=')
    const parameter = knownParameters.find((one) => one === name)
    if (!parameter) {
      throw new ConnectionUrlError(
        `has a word after its question mark that is not ${parameterList}.`,
      )
    }
    const text = decodePart(value.join('='))
    if (text !== undefined) parameters[parameter] = text
  }
  return parameters
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new ConnectionUrlError('has a port that is no number up to 65535.')
}

function parsePgbouncer(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true'
  throw new ConnectionUrlError('has pgbouncer with something else than true or false.')
}
