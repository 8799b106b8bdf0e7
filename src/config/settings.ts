/**
 * The settings, except those that the channels declare: description, default, allowed values and parser. README and
 * --help list all of them.
 */
import { type BankService, bankServices } from '../kernel/bank-notification.ts'
import { parseDatabaseUrl } from '../kernel/database-url.ts'
import { forEachLocale } from '../kernel/locale.ts'
import { type LogLevel, logLevels } from '../kernel/log.ts'
import { type ChannelSetting, parseList, parseOrigin, type Setting } from '../kernel/setting.ts'
import {
  minSecretLength,
  parseChoice,
  parseCount,
  parseHost,
  parsePort,
  parseSecret,
  parseToken,
} from './setting-parsers.ts'

const maxProcesses = 256

export const settings = {
  SETTINGS_FILE: {
    description:
      'Path of a file with settings, one NAME=value per line. It is read at every start. ' +
      'Environment variables take precedence.',
    defaultText: '(none)',
    allowedValues: { vi: 'đường dẫn của một tệp đọc được', en: 'the path of a readable file' },
    parse: (text) => text,
  } satisfies Setting<string>,
  VARIANT: {
    description: 'Trade to serve.',
    defaultText: 'what CONTENT_DIR declares, or restaurant',
    allowedValues: { vi: 'tên một ngành', en: 'the name of a trade' },
    parse: (text) => text,
  } satisfies Setting<string>,
  CONTENT_DIR: {
    description: 'Folder with the texts, prices and rules of the business.',
    defaultText: 'content/<VARIANT>',
    allowedValues: { vi: 'đường dẫn của một thư mục', en: 'the path of a folder' },
    parse: (text) => text,
  } satisfies Setting<string>,
  PORT: {
    description: 'Port of the site, the API and the MCP server.',
    defaultText: '3000',
    allowedValues: {
      vi: 'một cổng từ 0 đến 65535 (0 là cổng trống bất kỳ)',
      en: 'a port from 0 to 65535 (0 selects any free port)',
    },
    parse: parsePort,
  } satisfies Setting<number>,
  HOST: {
    description: 'Address on which the site, the API and the MCP server listen.',
    defaultText: '0.0.0.0',
    allowedValues: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    parse: parseHost,
  } satisfies Setting<string>,
  BASE_URL: {
    description: 'Public URL of the site, used in all links.',
    defaultText: 'http://localhost:<PORT>',
    allowedValues: {
      vi: 'một địa chỉ như https://khoilam.example, không có đường dẫn phía sau',
      en: 'a URL such as https://khoilam.example, without a path',
    },
    parse: parseOrigin,
  } satisfies Setting<string>,
  DESK_PORT: {
    description: 'Port of the desk.',
    defaultText: '3001',
    allowedValues: { vi: 'một cổng từ 0 đến 65535', en: 'a port from 0 to 65535' },
    parse: parsePort,
  } satisfies Setting<number>,
  DESK_HOST: {
    description: 'Address on which the desk listens.',
    defaultText: '127.0.0.1',
    allowedValues: { vi: 'tên máy hoặc địa chỉ IP', en: 'a host name or an IP address' },
    parse: parseHost,
  } satisfies Setting<string>,
  DESK_URL: {
    description: 'URL of the desk, used in links to staff.',
    defaultText: 'http://localhost:<DESK_PORT>',
    allowedValues: {
      vi: 'một địa chỉ như https://desk.khoilam.example, không có đường dẫn phía sau',
      en: 'a URL such as https://desk.khoilam.example, without a path',
    },
    parse: parseOrigin,
  } satisfies Setting<string>,
  DATABASE_URL: {
    description: 'Database: a SQLite file, or a PostgreSQL URL for several processes.',
    defaultText: 'data/<VARIANT>.sqlite',
    allowedValues: {
      vi: 'đường dẫn của một tệp, hoặc một địa chỉ như postgres://user:password@host/letan',
      en: 'the path of a file, or a URL such as postgres://user:password@host/letan',
    },
    // The store checks the other parts of a PostgreSQL URL.
    parse: parseDatabaseUrl,
  } satisfies Setting<string>,
  PROCESSES: {
    description: 'Number of workers of `letan cluster`.',
    defaultText: 'one per core',
    allowedValues: {
      vi: `một số từ 1 đến ${maxProcesses}`,
      en: `a whole number from 1 to ${maxProcesses}`,
    },
    parse: (text) => parseCount(text, maxProcesses) || undefined,
  } satisfies Setting<number>,
  DRAIN_SECONDS: {
    description:
      'Seconds for which a stopping process still accepts connections while `/readyz` returns 503.',
    defaultText: '0',
    allowedValues: { vi: 'một số từ 0 đến 600', en: 'a whole number from 0 to 600' },
    parse: (text) => parseCount(text, 600),
  } satisfies Setting<number>,
  TRUST_PROXY: {
    description:
      'Number of trusted proxies in front of Letan; 0 ignores X-Forwarded-For and Forwarded.',
    defaultText: '0',
    allowedValues: { vi: 'một số từ 0 đến 10', en: 'a whole number from 0 to 10' },
    parse: (text) => parseCount(text, 10),
  } satisfies Setting<number>,
  WRITE_LIMIT: {
    description:
      'Writes per hour and client address. The limits of unanswered booking requests grow in proportion; ' +
      'from 100 on there are none.',
    defaultText: '5',
    allowedValues: { vi: 'một số từ 0 đến 1000000', en: 'a whole number from 0 to 1000000' },
    parse: (text) => parseCount(text, 1_000_000),
  } satisfies Setting<number>,
  FIRST_EMAILS_PER_HOUR: {
    description:
      'Emails per hour, for the whole shop, to addresses that their owners have not confirmed.',
    defaultText: '60',
    allowedValues: { vi: 'một số từ 1 đến 1000000', en: 'a whole number from 1 to 1000000' },
    parse: (text) => parseCount(text, 1_000_000) || undefined,
  } satisfies Setting<number>,
  SECRET: {
    description:
      'Key that signs tokens and links. If it is not set, one is generated and stored in the database.',
    defaultText: '(generated)',
    allowedValues: {
      vi: `ít nhất ${minSecretLength} ký tự`,
      en: `at least ${minSecretLength} characters`,
    },
    parse: parseSecret,
  } satisfies Setting<string>,
  MCP_ORIGINS: {
    description: 'Origins of other sites whose pages may call /mcp from a browser.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'các địa chỉ như https://chat.example, cách nhau bằng dấu phẩy',
      en: 'URLs such as https://chat.example, separated by commas',
    },
    parse: (text) => parseList(text, parseOrigin),
  } satisfies Setting<readonly string[]>,
  MCP_VERSIONS: {
    description:
      '`strict` rejects assistants that name a 2025 version in the header of a 2026-07-28 message.',
    defaultText: 'lenient',
    allowedValues: { vi: 'lenient hoặc strict', en: 'lenient or strict' },
    parse: (text) => parseChoice(text, ['lenient', 'strict']),
  } satisfies Setting<'lenient' | 'strict'>,
  OPENAI_CHALLENGE: {
    description:
      'Token of the portal of OpenAI, returned at `/.well-known/openai-apps-challenge` to verify the domain.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'chữ cái, chữ số hoặc ký hiệu, không có dấu cách',
      en: 'letters, digits or symbols, without spaces',
    },
    parse: (text) => (/^[!-~]{1,500}$/.test(text) ? text : undefined),
  } satisfies Setting<string>,
  BANK_SERVICE: {
    description:
      'Service that reports transfers to the account of the shop, at `/bank-notifications`: `sepay` or `casso`.',
    defaultText: 'off',
    allowedValues: { vi: 'off, sepay hoặc casso', en: 'off, sepay or casso' },
    parse: (text) => parseChoice(text, ['off', ...bankServices]),
  } satisfies Setting<'off' | BankService>,
  BANK_SERVICE_KEY: {
    description: 'Key that this service sends, or with which it signs. Required with BANK_SERVICE.',
    defaultText: '(none)',
    allowedValues: {
      vi: 'ít nhất 16 chữ cái, chữ số hoặc ký hiệu, không có dấu cách',
      en: 'at least 16 letters, digits or symbols, without spaces',
    },
    parse: parseToken,
  } satisfies Setting<string>,
  LOG_LEVEL: {
    description: 'Lowest level that is logged. The log is JSON lines on standard output.',
    defaultText: 'info',
    allowedValues: forEachLocale(() => logLevels.join(', ')),
    parse: (text) => parseChoice(text, logLevels),
  } satisfies Setting<LogLevel>,
  METRICS_TOKEN: {
    description:
      'Bearer token for `/metrics` on the desk port. Without it, only local requests are allowed, ' +
      'and none if a proxy is configured.',
    defaultText: '(local requests only)',
    allowedValues: {
      vi: 'ít nhất 16 chữ cái, chữ số hoặc ký hiệu, không có dấu cách',
      en: 'at least 16 letters, digits or symbols, without spaces',
    },
    parse: parseToken,
  } satisfies Setting<string>,
  PRIVATE_TARGETS: {
    description:
      '`allow` lets webhooks and bots connect to private network addresses, also without TLS.',
    defaultText: 'refuse',
    allowedValues: { vi: 'refuse hoặc allow', en: 'refuse or allow' },
    parse: (text) => parseChoice(text, ['refuse', 'allow']),
  } satisfies Setting<'refuse' | 'allow'>,
}

export type SettingName = keyof typeof settings

/** The list of trades is passed in, because configuration does not depend on the trades. */
export function variantSetting(tradeNames: readonly string[]): Setting<string> {
  return {
    ...settings.VARIANT,
    allowedValues: { vi: tradeNames.join(' hoặc '), en: tradeNames.join(' or ') },
    parse: (text) => parseChoice(text, tradeNames),
  }
}

/** All settings by name. Those of the channels are passed in, because configuration does not depend on the channels. */
export function listSettings(
  channelSettings: readonly ChannelSetting<unknown>[],
): ReadonlyMap<string, Setting<unknown>> {
  return new Map<string, Setting<unknown>>([
    ...Object.entries(settings),
    ...channelSettings.map((setting) => [setting.name, setting] as const),
  ])
}

/** For --help. */
export function formatSettings(channelSettings: readonly ChannelSetting<unknown>[]): string {
  return [...listSettings(channelSettings)]
    .map(
      ([name, { description, defaultText }]) =>
        `  ${name.padEnd(13)} ${description} [${defaultText}]`,
    )
    .join('\n')
}
