/** Every setting there is: what it means, what it may be, and how it is read. */
import { isWebhookSecret } from '../channels/webhook.ts'
import { inBoth, type Words } from '../kernel/locale.ts'
import { type LogLevel, logLevels } from '../kernel/log.ts'
import { fewestCharacters } from '../server/secret.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { tradeNames } from '../variants/index.ts'

export type Setting<Value> = {
  meaning: string
  /** What stands in the documentation where the setting is absent. */
  absent: string
  may: Words
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
    may: { vi: 'đường dẫn của một tệp đọc được', en: 'the path of a file that can be read' },
    read: (text) => text,
  } satisfies Setting<string>,
  VARIANT: {
    meaning: 'The trade to serve.',
    absent: 'what CONTENT_DIR says, or restaurant',
    may: {
      vi: tradeNames.join(' hoặc '),
      en: tradeNames.join(' or '),
    },
    read: (text) => tradeNames.find((name) => name === text),
  } satisfies Setting<string>,
  CONTENT_DIR: {
    meaning: 'The folder with the texts, prices and rules of the business.',
    absent: 'content/<VARIANT>',
    may: { vi: 'đường dẫn của một thư mục', en: 'the path of a folder' },
    read: (text) => text,
  } satisfies Setting<string>,
  PORT: {
    meaning: 'Where the site and the API listen.',
    absent: '3000',
    may: {
      vi: 'một cổng từ 0 đến 65535 (0 là cổng trống bất kỳ)',
      en: 'a port from 0 to 65535 (0 takes any free one)',
    },
    read: port,
  } satisfies Setting<number>,
  HOST: {
    meaning: 'The address to listen on.',
    absent: '0.0.0.0',
    may: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    read: host,
  } satisfies Setting<string>,
  BASE_URL: {
    meaning: 'The public address, as guests write it. It stands in every link.',
    absent: 'http://localhost:<PORT>',
    may: {
      vi: 'một địa chỉ như https://khoilam.example, không có đường dẫn phía sau',
      en: 'an address such as https://khoilam.example, without a path',
    },
    read: webOrigin,
  } satisfies Setting<string>,
  DESK_PORT: {
    meaning: 'Where the desk of the staff listens.',
    absent: '3001',
    may: { vi: 'một cổng từ 0 đến 65535', en: 'a port from 0 to 65535' },
    read: port,
  } satisfies Setting<number>,
  DESK_HOST: {
    meaning: 'The address the desk listens on.',
    absent: '127.0.0.1',
    may: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    read: host,
  } satisfies Setting<string>,
  DESK_URL: {
    meaning: 'The address of the desk, as staff write it. It stands in links and messages to them.',
    absent: 'http://localhost:<DESK_PORT>',
    may: {
      vi: 'một địa chỉ như https://desk.khoilam.example, không có đường dẫn phía sau',
      en: 'an address such as https://desk.khoilam.example, without a path',
    },
    read: webOrigin,
  } satisfies Setting<string>,
  SMTP_URL: {
    meaning: 'The mail server, for mail to guests and staff.',
    absent: '(no mail)',
    may: {
      vi: 'một địa chỉ như smtps://user:password@mail.example:465',
      en: 'an address such as smtps://user:password@mail.example:465',
    },
    read: (text) => (/^smtps?:\/\/[^/\s]+\/?$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  MAIL_FROM: {
    meaning: 'The sender of all mail.',
    absent: '(needed with SMTP_URL)',
    may: {
      vi: 'một địa chỉ email như hello@khoilam.example',
      en: 'a mail address such as hello@khoilam.example',
    },
    read: mailAddress,
  } satisfies Setting<string>,
  STAFF_MAIL: {
    meaning: 'Where staff are told by mail.',
    absent: '(nowhere)',
    may: {
      vi: 'các địa chỉ email, cách nhau bằng dấu phẩy',
      en: 'mail addresses, separated by commas',
    },
    read: (text) => all(text, mailAddress),
  } satisfies Setting<readonly string[]>,
  WEBHOOKS: {
    meaning: 'Programs that are told of everything, as Standard Webhooks.',
    absent: '(none)',
    may: {
      vi: 'các địa chỉ như https://crm.example/letan, cách nhau bằng dấu phẩy',
      en: 'addresses such as https://crm.example/letan, separated by commas',
    },
    read: (text) => all(text, webAddress),
  } satisfies Setting<readonly string[]>,
  WEBHOOK_SECRET: {
    meaning: 'What signs webhooks.',
    absent: '(needed with WEBHOOKS)',
    may: {
      vi: 'whsec_ rồi 24 đến 64 byte viết theo base64',
      en: 'whsec_ and 24 to 64 bytes in base64',
    },
    read: (text) => (isWebhookSecret(text) ? text : undefined),
  } satisfies Setting<string>,
  PRIVATE_TARGETS: {
    meaning: 'allow lets webhooks and bots reach addresses inside the house, also without TLS.',
    absent: 'refuse',
    may: { vi: 'refuse hoặc allow', en: 'refuse or allow' },
    read: (text) => (['refuse', 'allow'] as const).find((one) => one === text),
  } satisfies Setting<'refuse' | 'allow'>,
  ZALO_BOT_TOKEN: {
    meaning: 'The Zalo bot that tells staff.',
    absent: '(none)',
    may: { vi: 'mã do Zalo Bot Manager cấp', en: 'the token that Zalo Bot Manager gave' },
    read: botToken,
  } satisfies Setting<string>,
  ZALO_CHATS: {
    meaning: 'The chats it writes to.',
    absent: '(none)',
    may: {
      vi: 'mã các cuộc trò chuyện, cách nhau bằng dấu phẩy',
      en: 'ids of chats, separated by commas',
    },
    read: (text) => all(text, chatId),
  } satisfies Setting<readonly string[]>,
  ZALO_API_URL: {
    meaning: 'Where the Zalo Bot API is.',
    absent: 'https://bot-api.zaloplatforms.com',
    may: { vi: 'một địa chỉ không có đường dẫn phía sau', en: 'an address without a path' },
    read: webOrigin,
  } satisfies Setting<string>,
  TELEGRAM_BOT_TOKEN: {
    meaning: 'The Telegram bot that tells staff; Telegram is blocked in Vietnam.',
    absent: '(none)',
    may: { vi: 'mã do BotFather cấp', en: 'the token that BotFather gave' },
    read: botToken,
  } satisfies Setting<string>,
  TELEGRAM_CHATS: {
    meaning: 'The chats it writes to.',
    absent: '(none)',
    may: {
      vi: 'mã các cuộc trò chuyện, cách nhau bằng dấu phẩy',
      en: 'ids of chats, separated by commas',
    },
    read: (text) => all(text, chatId),
  } satisfies Setting<readonly string[]>,
  TELEGRAM_API_URL: {
    meaning: 'Where the Telegram Bot API is.',
    absent: 'https://api.telegram.org',
    may: { vi: 'một địa chỉ không có đường dẫn phía sau', en: 'an address without a path' },
    read: webOrigin,
  } satisfies Setting<string>,
  DATABASE_URL: {
    meaning: 'Where bookings are kept: a SQLite file, or PostgreSQL for several processes.',
    absent: 'data/<VARIANT>.sqlite',
    may: {
      vi: 'đường dẫn của một tệp, hoặc một địa chỉ như postgres://user:password@host/letan',
      en: 'the path of a file, or an address such as postgres://user:password@host/letan',
    },
    // What is wrong with an address of PostgreSQL is told by whoever reads it.
    read: (text) => (/^[a-z]+:\/\//i.test(text) && !isPostgres(text) ? undefined : text),
  } satisfies Setting<string>,
  PROCESSES: {
    meaning: 'How many processes "letan cluster" starts.',
    absent: 'one a core',
    may: {
      vi: `một số từ 1 đến ${mostProcesses}`,
      en: `a whole number from 1 to ${mostProcesses}`,
    },
    read: (text) => count(text, mostProcesses) || undefined,
  } satisfies Setting<number>,
  DRAIN_SECONDS: {
    meaning:
      'How long a process that was told to stop still takes requests, while /readyz sends balancers elsewhere.',
    absent: '0',
    may: { vi: 'một số từ 0 đến 600', en: 'a whole number from 0 to 600' },
    read: (text) => count(text, 600),
  } satisfies Setting<number>,
  TRUST_PROXY: {
    meaning: 'How many proxies of our own stand in front; 0 believes no X-Forwarded-For.',
    absent: '0',
    may: { vi: 'một số từ 0 đến 10', en: 'a whole number from 0 to 10' },
    read: (text) => count(text, 10),
  } satisfies Setting<number>,
  WRITE_LIMIT: {
    meaning: 'How many writes an hour one address may make.',
    absent: '5',
    may: { vi: 'một số từ 0 đến 1000000', en: 'a whole number from 0 to 1000000' },
    read: (text) => count(text, 1_000_000),
  } satisfies Setting<number>,
  SECRET: {
    meaning: 'What signs tokens and links; made and kept with the data if absent.',
    absent: '(made)',
    may: { vi: `ít nhất ${fewestCharacters} ký tự`, en: `at least ${fewestCharacters} characters` },
    read: (text) => (text.length >= fewestCharacters ? text : undefined),
  } satisfies Setting<string>,
  MCP_ORIGINS: {
    meaning: 'Origins of other sites whose pages may call /mcp from a browser.',
    absent: '(none)',
    may: {
      vi: 'các địa chỉ như https://chat.example, cách nhau bằng dấu phẩy',
      en: 'addresses such as https://chat.example, separated by commas',
    },
    read: (text) => all(text, webOrigin),
  } satisfies Setting<readonly string[]>,
  MCP_VERSIONS: {
    meaning:
      'lenient lets assistants through that name a 2025 version in the header of a 2026-07-28 message.',
    absent: 'strict',
    may: { vi: 'strict hoặc lenient', en: 'strict or lenient' },
    read: (text) => (['strict', 'lenient'] as const).find((one) => one === text),
  } satisfies Setting<'strict' | 'lenient'>,
  LOG_LEVEL: {
    meaning: 'How much is written to standard output, as JSON lines.',
    absent: 'info',
    may: inBoth(() => logLevels.join(', ')),
    read: (text) => logLevels.find((level) => level === text),
  } satisfies Setting<LogLevel>,
  METRICS_TOKEN: {
    meaning: 'What opens /metrics on the port of the desk to whoever sends it as a bearer token.',
    absent: '(only this machine)',
    may: {
      vi: 'ít nhất 16 chữ cái, chữ số hoặc ký hiệu, không có dấu cách',
      en: 'at least 16 letters, digits or signs, without spaces',
    },
    read: (text) => (/^[\x21-\x7e]{16,200}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
}

export type SettingName = keyof typeof settings

export function describeSettings(): string {
  return Object.entries(settings)
    .map(([name, { meaning, absent }]) => `  ${name.padEnd(13)} ${meaning} [${absent}]`)
    .join('\n')
}
