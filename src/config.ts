/** The settings, from the environment: every fault at once, each with what it may be. */
import { fileURLToPath } from 'node:url'
import { type LogLevel, logLevels } from './http/log.ts'
import { trades } from './variants/index.ts'

export type Config = {
  variant: string
  contentDir: string
  port: number
  host: string
  baseUrl: string
  deskPort: number
  deskHost: string
  databaseUrl: string
  trustProxy: number
  writeLimit: number
  secret: string | undefined
  mcpOrigins: readonly string[]
  lenientMcpVersions: boolean
  logLevel: LogLevel
}

export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(['These settings will not do:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
    this.name = 'ConfigError'
  }
}

type Setting<Value> = {
  meaning: string
  /** What stands in the documentation where the setting is absent. */
  absent: string
  may: string
  /** The value, or nothing if the text will not do. */
  read(text: string): Value | undefined
}

const port = (text: string) =>
  /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined

const count = (text: string, most: number) =>
  /^[0-9]{1,7}$/.test(text) && Number(text) <= most ? Number(text) : undefined

const host = (text: string) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)

function webOrigin(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  const plain = address && /^https?:$/.test(address.protocol) && address.pathname === '/'
  return plain && address.search === '' && address.hash === '' ? address.origin : undefined
}

function webOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((one) => webOrigin(one.trim()))
  return origins.every((one) => one !== undefined) ? origins : undefined
}

export const settings = {
  VARIANT: {
    meaning: 'The trade to serve.',
    absent: 'restaurant',
    may: trades.map(({ id }) => id).join(' or '),
    read: (text) => trades.find(({ id }) => id === text)?.id,
  } satisfies Setting<string>,
  CONTENT_DIR: {
    meaning: 'The folder with the texts, prices and rules of the business.',
    absent: 'content/<VARIANT>',
    may: 'the path of a folder',
    read: (text) => text,
  } satisfies Setting<string>,
  PORT: {
    meaning: 'Where the site and the API listen.',
    absent: '3000',
    may: 'a port from 0 to 65535 (0 takes any free one)',
    read: port,
  } satisfies Setting<number>,
  HOST: {
    meaning: 'The address to listen on.',
    absent: '0.0.0.0',
    may: 'a host name or an IP address',
    read: host,
  } satisfies Setting<string>,
  BASE_URL: {
    meaning: 'The public address, as guests write it. It stands in every link.',
    absent: 'http://localhost:<PORT>',
    may: 'an address such as https://khoilam.example, without a path',
    read: webOrigin,
  } satisfies Setting<string>,
  DESK_PORT: {
    meaning: 'Where the desk of the staff listens.',
    absent: '3001',
    may: 'a port from 0 to 65535',
    read: port,
  } satisfies Setting<number>,
  DESK_HOST: {
    meaning: 'The address the desk listens on.',
    absent: '127.0.0.1',
    may: 'a host name or an IP address',
    read: host,
  } satisfies Setting<string>,
  DATABASE_URL: {
    meaning: 'Where bookings are kept: a SQLite file.',
    absent: 'data/<VARIANT>.sqlite',
    may: 'the path of a file',
    read: (text) => (/^[a-z]+:\/\//i.test(text) ? undefined : text),
  } satisfies Setting<string>,
  TRUST_PROXY: {
    meaning: 'How many proxies of our own stand in front; 0 believes no X-Forwarded-For.',
    absent: '0',
    may: 'a whole number from 0 to 10',
    read: (text) => count(text, 10),
  } satisfies Setting<number>,
  WRITE_LIMIT: {
    meaning: 'How many writes an hour one address may make.',
    absent: '5',
    may: 'a whole number from 0 to 1000000',
    read: (text) => count(text, 1_000_000),
  } satisfies Setting<number>,
  SECRET: {
    meaning: 'What signs tokens and links; made and kept beside the data if absent.',
    absent: '(made)',
    may: 'at least 32 characters',
    read: (text) => (text.length >= 32 ? text : undefined),
  } satisfies Setting<string>,
  MCP_ORIGINS: {
    meaning: 'Origins of other sites whose pages may call /mcp from a browser.',
    absent: '(none)',
    may: 'addresses such as https://chat.example, separated by commas',
    read: webOrigins,
  } satisfies Setting<readonly string[]>,
  MCP_VERSIONS: {
    meaning:
      'lenient lets assistants through that name a 2025 version in the header of a 2026-07-28 message.',
    absent: 'strict',
    may: 'strict or lenient',
    read: (text) => (['strict', 'lenient'] as const).find((one) => one === text),
  } satisfies Setting<'strict' | 'lenient'>,
  LOG_LEVEL: {
    meaning: 'How much is written to standard output, as JSON lines.',
    absent: 'info',
    may: logLevels.join(', '),
    read: (text) => logLevels.find((level) => level === text),
  } satisfies Setting<LogLevel>,
}

export type SettingName = keyof typeof settings

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const setting = <Value>(name: SettingName, { may, read }: Setting<Value>): Value | undefined => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return undefined
    const value = read(text)
    if (value === undefined) faults.push(`${name} must be ${may}`)
    return value
  }

  const variant = setting('VARIANT', settings.VARIANT) ?? 'restaurant'
  const publicPort = setting('PORT', settings.PORT) ?? 3000
  const config: Config = {
    variant,
    contentDir: setting('CONTENT_DIR', settings.CONTENT_DIR) ?? sampleFolder(variant),
    port: publicPort,
    host: setting('HOST', settings.HOST) ?? '0.0.0.0',
    baseUrl: setting('BASE_URL', settings.BASE_URL) ?? `http://localhost:${publicPort}`,
    deskPort: setting('DESK_PORT', settings.DESK_PORT) ?? 3001,
    deskHost: setting('DESK_HOST', settings.DESK_HOST) ?? '127.0.0.1',
    databaseUrl: setting('DATABASE_URL', settings.DATABASE_URL) ?? `data/${variant}.sqlite`,
    trustProxy: setting('TRUST_PROXY', settings.TRUST_PROXY) ?? 0,
    writeLimit: setting('WRITE_LIMIT', settings.WRITE_LIMIT) ?? 5,
    secret: setting('SECRET', settings.SECRET),
    mcpOrigins: setting('MCP_ORIGINS', settings.MCP_ORIGINS) ?? [],
    lenientMcpVersions: setting('MCP_VERSIONS', settings.MCP_VERSIONS) === 'lenient',
    logLevel: setting('LOG_LEVEL', settings.LOG_LEVEL) ?? 'info',
  }
  if (config.port === 0 && config.baseUrl.endsWith(':0')) {
    faults.push('BASE_URL is needed where PORT is 0')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

export function sampleFolder(variant: string): string {
  return fileURLToPath(new URL(`../content/${variant}`, import.meta.url))
}

export function describeSettings(): string {
  return Object.entries(settings)
    .map(([name, { meaning, absent }]) => `  ${name.padEnd(13)} ${meaning} [${absent}]`)
    .join('\n')
}
