/** The settings, from the environment: every fault at once, each with what it may be. */
import { fileURLToPath } from 'node:url'
import { isWebhookSecret } from './channels/webhook.ts'
import { type LogLevel, logLevels } from './http/log.ts'
import { fewestCharacters } from './secret.ts'
import { isPostgres } from './store/postgres/address.ts'
import { trades } from './variants/index.ts'

export type Config = {
  variant: string
  contentDir: string
  port: number
  host: string
  baseUrl: string
  deskPort: number
  deskHost: string
  /** Whether the desk's port was asked for by name. */
  deskPortGiven: boolean
  deskUrl: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  staffMail: readonly string[]
  webhooks: readonly string[]
  webhookSecret: string | undefined
  /** Channels may reach addresses inside the house. */
  allowPrivate: boolean
  zaloToken: string | undefined
  zaloChats: readonly string[]
  zaloApi: string | undefined
  telegramToken: string | undefined
  telegramChats: readonly string[]
  telegramApi: string | undefined
  databaseUrl: string
  /** How many share the ports where several do; one a core if it is not said. */
  processes: number | undefined
  drainSeconds: number
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

const mostProcesses = 256

const host = (text: string) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)

function webOrigin(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  const plain = address && /^https?:$/.test(address.protocol) && address.pathname === '/'
  return plain && address.search === '' && address.hash === '' ? address.origin : undefined
}

/** Every one of a list by commas, or nothing if one of them will not do. */
function all(
  text: string,
  read: (one: string) => string | undefined,
): readonly string[] | undefined {
  const found = text.split(',').map((one) => read(one.trim()))
  return found.every((one) => one !== undefined) ? found : undefined
}

function webAddress(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

const mailAddress = (text: string) => (/^[^\s@<>,]+@[^\s@<>,]+$/.test(text) ? text : undefined)

const botToken = (text: string) => (/^[\w:-]{10,200}$/.test(text) ? text : undefined)

const chatId = (text: string) => (/^[\w@-]{1,64}$/.test(text) ? text : undefined)

export const settings = {
  SETTINGS_FILE: {
    meaning: 'A file with more of these, a line each as NAME=value; read anew at every restart.',
    absent: '(none)',
    may: 'the path of a file that can be read',
    read: (text) => text,
  } satisfies Setting<string>,
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
  DESK_URL: {
    meaning: 'The address of the desk, as staff write it. It stands in links and messages to them.',
    absent: 'http://localhost:<DESK_PORT>',
    may: 'an address such as https://desk.khoilam.example, without a path',
    read: webOrigin,
  } satisfies Setting<string>,
  SMTP_URL: {
    meaning: 'The mail server, for mail to guests and staff.',
    absent: '(no mail)',
    may: 'an address such as smtps://user:password@mail.example:465',
    read: (text) => (/^smtps?:\/\/[^/\s]+\/?$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  MAIL_FROM: {
    meaning: 'The sender of all mail.',
    absent: '(needed with SMTP_URL)',
    may: 'a mail address such as hello@khoilam.example',
    read: mailAddress,
  } satisfies Setting<string>,
  STAFF_MAIL: {
    meaning: 'Where staff are told by mail.',
    absent: '(nowhere)',
    may: 'mail addresses, separated by commas',
    read: (text) => all(text, mailAddress),
  } satisfies Setting<readonly string[]>,
  WEBHOOKS: {
    meaning: 'Programs that are told of everything, as Standard Webhooks.',
    absent: '(none)',
    may: 'addresses such as https://crm.example/letan, separated by commas',
    read: (text) => all(text, webAddress),
  } satisfies Setting<readonly string[]>,
  WEBHOOK_SECRET: {
    meaning: 'What signs webhooks.',
    absent: '(needed with WEBHOOKS)',
    may: 'whsec_ and 24 to 64 bytes in base64',
    read: (text) => (isWebhookSecret(text) ? text : undefined),
  } satisfies Setting<string>,
  PRIVATE_TARGETS: {
    meaning: 'allow lets webhooks and bots reach addresses inside the house, also without TLS.',
    absent: 'refuse',
    may: 'refuse or allow',
    read: (text) => (['refuse', 'allow'] as const).find((one) => one === text),
  } satisfies Setting<'refuse' | 'allow'>,
  ZALO_BOT_TOKEN: {
    meaning: 'The Zalo bot that tells staff.',
    absent: '(none)',
    may: 'the token that Zalo Bot Manager gave',
    read: botToken,
  } satisfies Setting<string>,
  ZALO_CHATS: {
    meaning: 'The chats it writes to.',
    absent: '(none)',
    may: 'ids of chats, separated by commas',
    read: (text) => all(text, chatId),
  } satisfies Setting<readonly string[]>,
  ZALO_API_URL: {
    meaning: 'Where the Zalo Bot API is.',
    absent: 'https://bot-api.zaloplatforms.com',
    may: 'an address without a path',
    read: webOrigin,
  } satisfies Setting<string>,
  TELEGRAM_BOT_TOKEN: {
    meaning: 'The Telegram bot that tells staff; Telegram is blocked in Vietnam.',
    absent: '(none)',
    may: 'the token that BotFather gave',
    read: botToken,
  } satisfies Setting<string>,
  TELEGRAM_CHATS: {
    meaning: 'The chats it writes to.',
    absent: '(none)',
    may: 'ids of chats, separated by commas',
    read: (text) => all(text, chatId),
  } satisfies Setting<readonly string[]>,
  TELEGRAM_API_URL: {
    meaning: 'Where the Telegram Bot API is.',
    absent: 'https://api.telegram.org',
    may: 'an address without a path',
    read: webOrigin,
  } satisfies Setting<string>,
  DATABASE_URL: {
    meaning: 'Where bookings are kept: a SQLite file, or PostgreSQL for several processes.',
    absent: 'data/<VARIANT>.sqlite',
    may: 'the path of a file, or an address such as postgres://user:password@host/letan',
    // What is wrong with an address of PostgreSQL is told by whoever reads it.
    read: (text) => (/^[a-z]+:\/\//i.test(text) && !isPostgres(text) ? undefined : text),
  } satisfies Setting<string>,
  PROCESSES: {
    meaning: 'How many processes "letan cluster" starts.',
    absent: 'one a core',
    may: `a whole number from 1 to ${mostProcesses}`,
    read: (text) => count(text, mostProcesses) || undefined,
  } satisfies Setting<number>,
  DRAIN_SECONDS: {
    meaning:
      'How long a process that was told to stop still takes requests, while /readyz sends balancers elsewhere.',
    absent: '0',
    may: 'a whole number from 0 to 600',
    read: (text) => count(text, 600),
  } satisfies Setting<number>,
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
    meaning: 'What signs tokens and links; made and kept with the data if absent.',
    absent: '(made)',
    may: `at least ${fewestCharacters} characters`,
    read: (text) => (text.length >= fewestCharacters ? text : undefined),
  } satisfies Setting<string>,
  MCP_ORIGINS: {
    meaning: 'Origins of other sites whose pages may call /mcp from a browser.',
    absent: '(none)',
    may: 'addresses such as https://chat.example, separated by commas',
    read: (text) => all(text, webOrigin),
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
  const deskPort = setting('DESK_PORT', settings.DESK_PORT) ?? 3001
  const config: Config = {
    variant,
    contentDir: setting('CONTENT_DIR', settings.CONTENT_DIR) ?? sampleFolder(variant),
    port: publicPort,
    host: setting('HOST', settings.HOST) ?? '0.0.0.0',
    baseUrl: setting('BASE_URL', settings.BASE_URL) ?? `http://localhost:${publicPort}`,
    deskPort,
    deskPortGiven: Boolean(environment.DESK_PORT?.trim()),
    deskUrl: setting('DESK_URL', settings.DESK_URL) ?? `http://localhost:${deskPort}`,
    smtpUrl: setting('SMTP_URL', settings.SMTP_URL),
    mailFrom: setting('MAIL_FROM', settings.MAIL_FROM),
    staffMail: setting('STAFF_MAIL', settings.STAFF_MAIL) ?? [],
    webhooks: setting('WEBHOOKS', settings.WEBHOOKS) ?? [],
    webhookSecret: setting('WEBHOOK_SECRET', settings.WEBHOOK_SECRET),
    allowPrivate: setting('PRIVATE_TARGETS', settings.PRIVATE_TARGETS) === 'allow',
    zaloToken: setting('ZALO_BOT_TOKEN', settings.ZALO_BOT_TOKEN),
    zaloChats: setting('ZALO_CHATS', settings.ZALO_CHATS) ?? [],
    zaloApi: setting('ZALO_API_URL', settings.ZALO_API_URL),
    telegramToken: setting('TELEGRAM_BOT_TOKEN', settings.TELEGRAM_BOT_TOKEN),
    telegramChats: setting('TELEGRAM_CHATS', settings.TELEGRAM_CHATS) ?? [],
    telegramApi: setting('TELEGRAM_API_URL', settings.TELEGRAM_API_URL),
    deskHost: setting('DESK_HOST', settings.DESK_HOST) ?? '127.0.0.1',
    databaseUrl: setting('DATABASE_URL', settings.DATABASE_URL) ?? `data/${variant}.sqlite`,
    processes: setting('PROCESSES', settings.PROCESSES),
    drainSeconds: setting('DRAIN_SECONDS', settings.DRAIN_SECONDS) ?? 0,
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
  faults.push(...missingTogether(config))
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Settings that mean nothing without another. */
function missingTogether(config: Config): string[] {
  const { smtpUrl, mailFrom, staffMail, webhooks, webhookSecret } = config
  const needs: [wrong: boolean, fault: string][] = [
    [smtpUrl !== undefined && mailFrom === undefined, 'MAIL_FROM is needed with SMTP_URL'],
    [staffMail.length > 0 && smtpUrl === undefined, 'SMTP_URL is needed with STAFF_MAIL'],
    [webhooks.length > 0 && webhookSecret === undefined, 'WEBHOOK_SECRET is needed with WEBHOOKS'],
    [
      config.zaloChats.length > 0 && config.zaloToken === undefined,
      'ZALO_BOT_TOKEN is needed with ZALO_CHATS',
    ],
    [
      config.telegramChats.length > 0 && config.telegramToken === undefined,
      'TELEGRAM_BOT_TOKEN is needed with TELEGRAM_CHATS',
    ],
  ]
  return needs.flatMap(([wrong, fault]) => (wrong ? [fault] : []))
}

export function sampleFolder(variant: string): string {
  return fileURLToPath(new URL(`../content/${variant}`, import.meta.url))
}

export function describeSettings(): string {
  return Object.entries(settings)
    .map(([name, { meaning, absent }]) => `  ${name.padEnd(13)} ${meaning} [${absent}]`)
    .join('\n')
}
