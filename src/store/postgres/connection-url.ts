/** Parses DATABASE_URL into the options of the driver. */
import type { ConnectionConfig } from './client.ts'
import { ConnectionUrlError } from './connection-url-error.ts'
import { createServers, type ServerAddress } from './servers.ts'
import { tlsOptions } from './tls.ts'

export type ConnectionSettings = {
  connection: ConnectionConfig
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
  'target_session_attrs',
] as const

const parameterList = `${knownParameters.slice(0, -1).join(', ')} or ${knownParameters.at(-1)}`

type ParameterName = (typeof knownParameters)[number]

export function parseConnectionUrl(text: string): ConnectionSettings {
  const { hostList, url } = splitHosts(text)
  const query = parseQuery(url.search)
  const addresses = query.host
    ? pairWithPorts(query.host.split(','), (query.port ?? decodePart(url.port) ?? '').split(','))
    : hostList.map((host) => parseHost(host, query.port))
  const connection: ConnectionConfig = {
    ...addresses[0],
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
  const needsPrimary = parseSessionAttributes(query.target_session_attrs, addresses.length)
  const hasChoice = addresses.length > 1 || needsPrimary
  const servers = hasChoice ? { servers: createServers(addresses, needsPrimary) } : {}
  return {
    connection: { ...Object.fromEntries(defined), ...servers },
    isPooled: parsePgbouncer(query.pgbouncer),
  }
}

/** A URL has one host, so the others of a list are taken out before it is parsed. */
function splitHosts(text: string): { hostList: string[]; url: URL } {
  const [, start = '', hosts = '', end = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  if (!hosts.includes(',')) {
    const url = parseUrl(text)
    return { hostList: [url.host], url }
  }
  const hostList = hosts.split(',')
  for (const host of hostList) parseUrl(`${start}${host || ' '}${end}`)
  return { hostList, url: parseUrl(`${start}${hostList[0]}${end}`) }
}

function parseHost(text: string, commonPort: string | undefined): ServerAddress {
  const [, host = '', port = ''] = /^(.*?)(?::([0-9]*))?$/.exec(text) ?? []
  return withoutUndefined(
    decodePart(host.replace(/^\[(.+)\]$/, '$1')),
    parsePort(commonPort ?? decodePart(port)),
  )
}

/** As in libpq: one port for all hosts, or one for each. */
function pairWithPorts(hosts: readonly string[], ports: readonly string[]): ServerAddress[] {
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new ConnectionUrlError({
      vi: 'có số máy chủ và số cổng không bằng nhau.',
      en: 'has a different number of hosts and ports.',
    })
  }
  return hosts.map((host, index) => {
    const port = ports.length > 1 ? ports[index] : ports[0]
    return withoutUndefined(host || undefined, parsePort(port || undefined))
  })
}

function withoutUndefined(host: string | undefined, port: number | undefined): ServerAddress {
  return { ...(host !== undefined && { host }), ...(port !== undefined && { port }) }
}

/** Returns whether a standby is skipped; by default, if there are several hosts. */
function parseSessionAttributes(text: string | undefined, hostCount: number): boolean {
  if (text === undefined) return hostCount > 1
  if (text === 'any') return false
  if (text === 'read-write' || text === 'primary') return true
  throw new ConnectionUrlError({
    vi: 'có target_session_attrs khác read-write, primary và any; Letan cần quyền ghi.',
    en: 'has a target_session_attrs other than read-write, primary or any; Letan has to write.',
  })
}

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new ConnectionUrlError({
      vi:
        'phải có dạng postgres://user:password@host:port/database, nhiều máy chủ thì viết host1:port,host2:port; ' +
        'trong mật khẩu viết @ là %40, : là %3A, / là %2F, ? là %3F, # là %23 và % là %25.',
      en:
        'must be postgres://user:password@host:port/database, or with several hosts host1:port,host2:port; ' +
        'in a password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.',
    })
  }
}

function decodePart(encoded: string): string | undefined {
  if (encoded === '') return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new ConnectionUrlError({
      vi: 'có dấu % không mở đầu một ký tự mã hoá; hãy viết % là %25.',
      en: 'has a % that does not start a percent-encoded character; write % as %25.',
    })
  }
}

/** An unknown parameter is an error, because it may be a misspelled sslmode. */
function parseQuery(search: string): Partial<Record<ParameterName, string>> {
  const parameters: Partial<Record<ParameterName, string>> = {}
  for (const pair of search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=')
    const parameter = knownParameters.find((known) => known === name)
    if (!parameter) {
      throw new ConnectionUrlError({
        vi: `có tham số lạ; chỉ dùng được ${knownParameters.join(', ')}.`,
        en: `has a parameter that is not ${parameterList}.`,
      })
    }
    const text = decodePart(value.join('='))
    if (text !== undefined) parameters[parameter] = text
  }
  return parameters
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new ConnectionUrlError({
    vi: 'có cổng không phải là số đến 65535.',
    en: 'has a port that is not a number up to 65535.',
  })
}

function parsePgbouncer(text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true'
  throw new ConnectionUrlError({
    vi: 'có tham số pgbouncer khác true và false.',
    en: 'has a pgbouncer parameter other than true or false.',
  })
}
