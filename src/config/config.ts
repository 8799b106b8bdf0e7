/** Reads the settings from the environment. All errors are reported together, each with the allowed values. */
import { readDeclaredTrade } from '../content/declared-trade.ts'
import { sampleFolder } from '../content/sample.ts'
import type { BankService } from '../kernel/bank-notification.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import type { LogLevel } from '../kernel/log.ts'
import {
  type ChannelSetting,
  findSettingText,
  readSettingValues,
  type Setting,
  type SettingTexts,
  type SettingValues,
} from '../kernel/setting.ts'
import { UserError } from '../kernel/user-error.ts'
import { type SettingName, settings, variantSetting } from './settings.ts'

export type Config = {
  trade: string
  /** False if neither the settings nor the content folder name a trade. */
  isTradeDeclared: boolean
  /** The settings depend on the trade: with another one, the next start would open another shop. */
  isTradeSet: boolean
  contentDir: string
  port: number
  host: string
  baseUrl: string
  deskPort: number
  deskHost: string
  /** False if `deskPort` is the default. */
  isDeskPortSet: boolean
  deskUrl: string
  /** Channels may connect to private network addresses. */
  allowPrivate: boolean
  channelValues: SettingValues
  databaseUrl: string
  /** Number of workers of a cluster; one per core if undefined. */
  processes: number | undefined
  drainSeconds: number
  trustProxy: number
  writeLimit: number
  firstEmailsPerHour: number
  secret: string | undefined
  mcpOrigins: readonly string[]
  lenientMcpVersions: boolean
  openaiChallenge: string | undefined
  logLevel: LogLevel
  metricsToken: string | undefined
  /** The service that reports bank transfers. */
  bank: { service: BankService; key: string } | undefined
}

export class ConfigError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(errors: readonly LocalizedText[]) {
    const localizedMessage = forEachLocale((locale) =>
      [heading[locale], ...errors.map((error) => `  ${error[locale]}`)].join('\n'),
    )
    super(localizedMessage.en)
    this.name = 'ConfigError'
    this.localizedMessage = localizedMessage
  }
}

const heading: LocalizedText = {
  vi: 'Những thiết lập này chưa đúng:',
  en: 'These settings are not valid:',
}

export function invalidSetting(
  name: string,
  { allowedValues }: Pick<Setting<unknown>, 'allowedValues'>,
): LocalizedText {
  return { vi: `${name} phải là ${allowedValues.vi}`, en: `${name} must be ${allowedValues.en}` }
}

function missingSetting(name: string, requiredBy: string): LocalizedText {
  return { vi: `có ${requiredBy} thì cần cả ${name}`, en: `${name} is required with ${requiredBy}` }
}

/** Trades and channels are passed in, because configuration does not depend on them. */
export function readConfig(
  environment: SettingTexts,
  tradeNames: readonly string[],
  channelSettings: readonly ChannelSetting<unknown>[],
): Config {
  const errors: LocalizedText[] = []
  const parseSetting = <Value>(name: string, definition: Setting<Value>): Value | undefined => {
    const text = findSettingText(environment, name)
    if (text === undefined) return undefined
    const value = definition.parse(text)
    if (value === undefined) errors.push(invalidSetting(name, definition))
    return value
  }
  const setting: <Value>(name: SettingName, definition: Setting<Value>) => Value | undefined =
    parseSetting

  const folder = setting('CONTENT_DIR', settings.CONTENT_DIR)
  const tradeSetting = variantSetting(tradeNames)
  const declaredTrade = folder && tradeSetting.parse(readDeclaredTrade(folder)?.trade ?? '')
  const namedTrade = setting('VARIANT', tradeSetting) ?? declaredTrade
  const trade = namedTrade ?? 'restaurant'
  const isSet = (name: SettingName) => findSettingText(environment, name) !== undefined
  const publicPort = setting('PORT', settings.PORT) ?? 3000
  const deskPort = setting('DESK_PORT', settings.DESK_PORT) ?? 3001
  const bankService = setting('BANK_SERVICE', settings.BANK_SERVICE) ?? 'off'
  const bankKey = setting('BANK_SERVICE_KEY', settings.BANK_SERVICE_KEY)
  const config: Config = {
    trade,
    isTradeDeclared: namedTrade !== undefined,
    isTradeSet: isSet('VARIANT') || folder === undefined || !isSet('DATABASE_URL'),
    contentDir: folder ?? sampleFolder(trade),
    port: publicPort,
    host: setting('HOST', settings.HOST) ?? '0.0.0.0',
    baseUrl: setting('BASE_URL', settings.BASE_URL) ?? `http://localhost:${publicPort}`,
    deskPort,
    isDeskPortSet: Boolean(environment.DESK_PORT?.trim()),
    deskUrl: setting('DESK_URL', settings.DESK_URL) ?? `http://localhost:${deskPort}`,
    allowPrivate: setting('PRIVATE_TARGETS', settings.PRIVATE_TARGETS) === 'allow',
    channelValues: readSettingValues(environment),
    deskHost: setting('DESK_HOST', settings.DESK_HOST) ?? '127.0.0.1',
    databaseUrl: setting('DATABASE_URL', settings.DATABASE_URL) ?? `data/${trade}.sqlite`,
    processes: setting('PROCESSES', settings.PROCESSES),
    drainSeconds: setting('DRAIN_SECONDS', settings.DRAIN_SECONDS) ?? 0,
    trustProxy: setting('TRUST_PROXY', settings.TRUST_PROXY) ?? 0,
    writeLimit: setting('WRITE_LIMIT', settings.WRITE_LIMIT) ?? 5,
    firstEmailsPerHour: setting('FIRST_EMAILS_PER_HOUR', settings.FIRST_EMAILS_PER_HOUR) ?? 60,
    secret: setting('SECRET', settings.SECRET),
    mcpOrigins: setting('MCP_ORIGINS', settings.MCP_ORIGINS) ?? [],
    lenientMcpVersions: setting('MCP_VERSIONS', settings.MCP_VERSIONS) !== 'strict',
    openaiChallenge: setting('OPENAI_CHALLENGE', settings.OPENAI_CHALLENGE),
    logLevel: setting('LOG_LEVEL', settings.LOG_LEVEL) ?? 'info',
    metricsToken: setting('METRICS_TOKEN', settings.METRICS_TOKEN),
    bank: bankService === 'off' || !bankKey ? undefined : { service: bankService, key: bankKey },
  }
  if (config.port === 0 && config.baseUrl.endsWith(':0')) {
    errors.push({ vi: 'PORT là 0 thì cần cả BASE_URL', en: 'BASE_URL is required if PORT is 0' })
  }
  if (bankService !== 'off' && !findSettingText(environment, 'BANK_SERVICE_KEY'))
    errors.push(missingSetting('BANK_SERVICE_KEY', 'BANK_SERVICE'))
  const parsedValues = new Map(
    channelSettings.map((one) => [one.name, parseSetting(one.name, one)]),
  )
  errors.push(...findMissingSettings(channelSettings, parsedValues))
  if (errors.length > 0) throw new ConfigError(errors)
  return config
}

/** Settings that have no effect without another one. */
function findMissingSettings(
  channelSettings: readonly ChannelSetting<unknown>[],
  values: ReadonlyMap<string, unknown>,
): LocalizedText[] {
  return channelSettings.flatMap(({ name, requires }) =>
    requires !== undefined && values.get(name) !== undefined && values.get(requires) === undefined
      ? [missingSetting(requires, name)]
      : [],
  )
}
