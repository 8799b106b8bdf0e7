/** Every setting there is: what it means, what it may be, and how it is read. */
import { isWebhookSecret } from '../channels/webhook.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { type LogLevel, logLevels } from '../kernel/log.ts'
import { minSecretLength } from '../server/secret.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { tradeNames } from '../variants/index.ts'

export type Setting<Value> = {
  description: string
  /** What stands in the documentation where the setting is absent. */
  defaultText: string
  allowedValues: LocalizedText
  /** The value, or nothing if the text will not do. */
  read(text: string): Value | undefined
}

const parsePort = (text: string) =>
  /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined

const parseCount = (text: string, max: number) =>
  /^[0-9]{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined

const maxProcesses = 256

const parseHost = (text: string) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)

function parseOrigin(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  const isOriginOnly = address && /^https?:$/.test(address.protocol) && address.pathname === '/'
  return isOriginOnly && address.search === '' && address.hash === '' ? address.origin : undefined
}

/** Every one of a list by commas, or nothing if one of them will not do. */
function parseList(
  text: string,
  read: (one: string) => string | undefined,
): readonly string[] | undefined {
  const values = text.split(',').map((one) => read(one.trim()))
  return values.every((one) => one !== undefined) ? values : undefined
}

function parseWebUrl(text: string): string | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

const parseEmail = (text: string) => (/^[^\s@<>,]+@[^\s@<>,]+$/.test(text) ? text : undefined)

const parseBotToken = (text: string) => (/^[\w:-]{10,200}$/.test(text) ? text : undefined)

const parseChatId = (text: string) => (/^[\w@-]{1,64}$/.test(text) ? text : undefined)

export const settings = {
  SETTINGS_FILE: {
    description:
      'A file with more of these, a line each as NAME=value; read anew at every restart.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'đường dẫn của một tệp đọc được',
      en: 'the path of a file that can be read',
    },
    read: (text) => text,
  } satisfies Setting<string>,
  VARIANT: {
    description: 'The trade to serve.',
    defaultText: 'what CONTENT_DIR says, or restaurant',
    allowedValues: {
      vi: tradeNames.join(' hoặc '),
      en: tradeNames.join(' or '),
    },
    read: (text) => tradeNames.find((name) => name === text),
  } satisfies Setting<string>,
  CONTENT_DIR: {
    description: 'The folder with the texts, prices and rules of the business.',
    defaultText: 'content/<VARIANT>',
    allowedValues: { vi: 'đường dẫn của một thư mục', en: 'the path of a folder' },
    read: (text) => text,
  } satisfies Setting<string>,
  PORT: {
    description: 'Where the site and the API listen.',
    defaultText: '3000',
    allowedValues: {
      vi: 'một cổng từ 0 đến 65535 (0 là cổng trống bất kỳ)',
      en: 'a port from 0 to 65535 (0 takes any free one)',
    },
    read: parsePort,
  } satisfies Setting<number>,
  HOST: {
    description: 'The address to listen on.',
    defaultText: '0.0.0.0',
    allowedValues: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    read: parseHost,
  } satisfies Setting<string>,
  BASE_URL: {
    description: 'The public address, as guests write it. It stands in every link.',
    defaultText: 'http://localhost:<PORT>',
    allowedValues: {
      vi: 'một địa chỉ như https://khoilam.example, không có đường dẫn phía sau',
      en: 'an address such as https://khoilam.example, without a path',
    },
    read: parseOrigin,
  } satisfies Setting<string>,
  DESK_PORT: {
    description: 'Where the desk of the staff listens.',
    defaultText: '3001',
    allowedValues: { vi: 'một cổng từ 0 đến 65535', en: 'a port from 0 to 65535' },
    read: parsePort,
  } satisfies Setting<number>,
  DESK_HOST: {
    description: 'The address the desk listens on.',
    defaultText: '127.0.0.1',
    allowedValues: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    read: parseHost,
  } satisfies Setting<string>,
  DESK_URL: {
    description:
      'The address of the desk, as staff write it. It stands in links and messages to them.',
    defaultText: 'http://localhost:<DESK_PORT>',
    allowedValues: {
      vi: 'một địa chỉ như https://desk.khoilam.example, không có đường dẫn phía sau',
      en: 'an address such as https://desk.khoilam.example, without a path',
    },
    read: parseOrigin,
  } satisfies Setting<string>,
  SMTP_URL: {
    description: 'The mail server, for mail to guests and staff.',
    defaultText: '(no mail)',
    allowedValues: {
      vi: 'một địa chỉ như smtps://user:password@mail.example:465',
      en: 'an address such as smtps://user:password@mail.example:465',
    },
    read: (text) => (/^smtps?:\/\/[^/\s]+\/?$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  MAIL_FROM: {
    description: 'The sender of all mail.',
    defaultText: '(needed with SMTP_URL)',
    allowedValues: {
      vi: 'một địa chỉ email như hello@khoilam.example',
      en: 'a mail address such as hello@khoilam.example',
    },
    read: parseEmail,
  } satisfies Setting<string>,
  STAFF_MAIL: {
    description: 'Where staff are told by mail.',
    defaultText: '(nowhere)',
    allowedValues: {
      vi: 'các địa chỉ email, cách nhau bằng dấu phẩy',
      en: 'mail addresses, separated by commas',
    },
    read: (text) => parseList(text, parseEmail),
  } satisfies Setting<readonly string[]>,
  WEBHOOKS: {
    description: 'Programs that are told of everything, as Standard Webhooks.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'các địa chỉ như https://crm.example/letan, cách nhau bằng dấu phẩy',
      en: 'addresses such as https://crm.example/letan, separated by commas',
    },
    read: (text) => parseList(text, parseWebUrl),
  } satisfies Setting<readonly string[]>,
  WEBHOOK_SECRET: {
    description: 'What signs webhooks.',
    defaultText: '(needed with WEBHOOKS)',
    allowedValues: {
      vi: 'whsec_ rồi 24 đến 64 byte viết theo base64',
      en: 'whsec_ and 24 to 64 bytes in base64',
    },
    read: (text) => (isWebhookSecret(text) ? text : undefined),
  } satisfies Setting<string>,
  PRIVATE_TARGETS: {
    description: 'allow lets webhooks and bots reach addresses inside the house, also without TLS.',
    defaultText: 'refuse',
    allowedValues: { vi: 'refuse hoặc allow', en: 'refuse or allow' },
    read: (text) => (['refuse', 'allow'] as const).find((one) => one === text),
  } satisfies Setting<'refuse' | 'allow'>,
  ZALO_BOT_TOKEN: {
    description: 'The Zalo bot that tells staff.',
    defaultText: '(none)',
    allowedValues: { vi: 'mã do Zalo Bot Manager cấp', en: 'the token that Zalo Bot Manager gave' },
    read: parseBotToken,
  } satisfies Setting<string>,
  ZALO_CHATS: {
    description: 'The chats it writes to.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'mã các cuộc trò chuyện, cách nhau bằng dấu phẩy',
      en: 'ids of chats, separated by commas',
    },
    read: (text) => parseList(text, parseChatId),
  } satisfies Setting<readonly string[]>,
  ZALO_API_URL: {
    description: 'Where the Zalo Bot API is.',
    defaultText: 'https://bot-api.zaloplatforms.com',
    allowedValues: {
      vi: 'một địa chỉ không có đường dẫn phía sau',
      en: 'an address without a path',
    },
    read: parseOrigin,
  } satisfies Setting<string>,
  TELEGRAM_BOT_TOKEN: {
    description: 'The Telegram bot that tells staff; Telegram is blocked in Vietnam.',
    defaultText: '(none)',
    allowedValues: { vi: 'mã do BotFather cấp', en: 'the token that BotFather gave' },
    read: parseBotToken,
  } satisfies Setting<string>,
  TELEGRAM_CHATS: {
    description: 'The chats it writes to.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'mã các cuộc trò chuyện, cách nhau bằng dấu phẩy',
      en: 'ids of chats, separated by commas',
    },
    read: (text) => parseList(text, parseChatId),
  } satisfies Setting<readonly string[]>,
  TELEGRAM_API_URL: {
    description: 'Where the Telegram Bot API is.',
    defaultText: 'https://api.telegram.org',
    allowedValues: {
      vi: 'một địa chỉ không có đường dẫn phía sau',
      en: 'an address without a path',
    },
    read: parseOrigin,
  } satisfies Setting<string>,
  DATABASE_URL: {
    description: 'Where bookings are kept: a SQLite file, or PostgreSQL for several processes.',
    defaultText: 'data/<VARIANT>.sqlite',
    allowedValues: {
      vi: 'đường dẫn của một tệp, hoặc một địa chỉ như postgres://user:password@host/letan',
      en: 'the path of a file, or an address such as postgres://user:password@host/letan',
    },
    // What is wrong with an address of PostgreSQL is told by whoever reads it.
    read: (text) => (/^[a-z]+:\/\//i.test(text) && !isPostgres(text) ? undefined : text),
  } satisfies Setting<string>,
  PROCESSES: {
    description: 'How many processes "letan cluster" starts.',
    defaultText: 'one a core',
    allowedValues: {
      vi: `một số từ 1 đến ${maxProcesses}`,
      en: `a whole number from 1 to ${maxProcesses}`,
    },
    read: (text) => parseCount(text, maxProcesses) || undefined,
  } satisfies Setting<number>,
  DRAIN_SECONDS: {
    description:
      'How long a process that was told to stop still takes requests, while /readyz sends balancers elsewhere.',
    defaultText: '0',
    allowedValues: { vi: 'một số từ 0 đến 600', en: 'a whole number from 0 to 600' },
    read: (text) => parseCount(text, 600),
  } satisfies Setting<number>,
  TRUST_PROXY: {
    description: 'How many proxies of our own stand in front; 0 believes no X-Forwarded-For.',
    defaultText: '0',
    allowedValues: { vi: 'một số từ 0 đến 10', en: 'a whole number from 0 to 10' },
    read: (text) => parseCount(text, 10),
  } satisfies Setting<number>,
  WRITE_LIMIT: {
    description: 'How many writes an hour one address may make.',
    defaultText: '5',
    allowedValues: { vi: 'một số từ 0 đến 1000000', en: 'a whole number from 0 to 1000000' },
    read: (text) => parseCount(text, 1_000_000),
  } satisfies Setting<number>,
  SECRET: {
    description: 'What signs tokens and links; made and kept with the data if absent.',
    defaultText: '(made)',
    allowedValues: {
      vi: `ít nhất ${minSecretLength} ký tự`,
      en: `at least ${minSecretLength} characters`,
    },
    read: (text) => (text.length >= minSecretLength ? text : undefined),
  } satisfies Setting<string>,
  MCP_ORIGINS: {
    description: 'Origins of other sites whose pages may call /mcp from a browser.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'các địa chỉ như https://chat.example, cách nhau bằng dấu phẩy',
      en: 'addresses such as https://chat.example, separated by commas',
    },
    read: (text) => parseList(text, parseOrigin),
  } satisfies Setting<readonly string[]>,
  MCP_VERSIONS: {
    description:
      'lenient lets assistants through that name a 2025 version in the header of a 2026-07-28 message.',
    defaultText: 'strict',
    allowedValues: { vi: 'strict hoặc lenient', en: 'strict or lenient' },
    read: (text) => (['strict', 'lenient'] as const).find((one) => one === text),
  } satisfies Setting<'strict' | 'lenient'>,
  LOG_LEVEL: {
    description: 'How much is written to standard output, as JSON lines.',
    defaultText: 'info',
    allowedValues: forEachLocale(() => logLevels.join(', ')),
    read: (text) => logLevels.find((level) => level === text),
  } satisfies Setting<LogLevel>,
  METRICS_TOKEN: {
    description:
      'What opens /metrics on the port of the desk to whoever sends it as a bearer token.',
    defaultText: '(only this machine)',
    allowedValues: {
      vi: 'ít nhất 16 chữ cái, chữ số hoặc ký hiệu, không có dấu cách',
      en: 'at least 16 letters, digits or signs, without spaces',
    },
    read: (text) => (/^[\x21-\x7e]{16,200}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
}

export type SettingName = keyof typeof settings

export function describeSettings(): string {
  return Object.entries(settings)
    .map(
      ([name, { description, defaultText }]) =>
        `  ${name.padEnd(13)} ${description} [${defaultText}]`,
    )
    .join('\n')
}
