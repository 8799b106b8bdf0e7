/** Opens the content and the database that the settings name. */
import type { Config } from '../config/config.ts'
import { ContentError } from '../content/content-errors.ts'
import { folderSignature } from '../content/fingerprint.ts'
import { assertTrade, storeShopIdentity } from '../domain/integrity/shop-identity.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { isPostgres } from '../kernel/database-url.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { type Clock, dateAt } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { openStore } from '../store/open.ts'
import { explainOpenError } from '../store/open-error.ts'
import { type ReportStoreEvent, type Sql, type Store, StoreUnavailable } from '../store/sql.ts'
import { loadCodePrefixes, loadTrade, openFolder } from '../variants/trades.ts'
import { loadOrCreateSecret, readLegacySecretFile } from './secret.ts'
import { readShopConfig } from './shop-config.ts'
import { findStoredShop, type LoadedContent, openStoredContent } from './stored-content.ts'

export const clock: Clock = Date.now

export type OpenedShop = LoadedContent & {
  config: Config
  store: Store
  secret: string
  /** The name of the shop that used the database before, if it was another. */
  previousName: string | undefined
  now: Clock
}

export async function openShop(
  environment: NodeJS.ProcessEnv,
  report: ReportStoreEvent = reportToStderr,
  now = clock,
): Promise<OpenedShop> {
  const settings = readShopConfig(environment)
  const contentSignature = folderSignature(settings.contentDir)
  const { shop, error } = await loadFolder(settings, now)
  const config = error ? findStoredShop(environment, settings) : settings
  if (!config) throw error
  const store = await openDatabase(config, report, now)
  try {
    const content = error
      ? await openStoredContent(config, store, contentSignature, error)
      : { shop, contentSignature }
    const secret = config.secret ?? (await loadSecret(config, store, now))
    const identity = { trade: content.shop.trade, name: content.shop.business.name }
    const previousName = await storeShopIdentity(store, identity, now())
    return { config, ...content, store, secret, previousName, now }
  } catch (error) {
    await store.close()
    return rethrowOpenError(error)
  }
}

type FolderResult = { shop: Shop; error?: never } | { shop?: never; error: ContentError }

async function loadFolder({ trade, contentDir }: Config, now: Clock): Promise<FolderResult> {
  try {
    return { shop: openFolder(await loadTrade(trade), contentDir, { day: dateAt(now()) }) }
  } catch (error) {
    if (error instanceof ContentError) return { error }
    throw error
  }
}

/** Opens the database without reading the content. */
export function openDatabase(
  { databaseUrl, trade }: Config,
  report = reportToStderr,
  now = clock,
): Promise<Store> {
  const assertUsable = (sql: Sql) => assertTrade(sql, 'database', trade, loadCodePrefixes)
  return openStore(databaseUrl, now, { report, assertUsable }).catch(rethrowOpenError)
}

/** For commands, whose result is on stdout. */
const reportToStderr: ReportStoreEvent = (event, fields) => {
  const details = Object.entries(fields).map(([name, value]) => `${name} ${value}`)
  process.stderr.write(`${event}: ${details.join(', ')}\n`)
}

/** The message does not contain DATABASE_URL, because that may contain a password. */
class OpenDatabaseError extends UserError {
  constructor(cause: unknown) {
    const { vi, en } = explainOpenError(cause)
    super({
      vi: `Không mở được cơ sở dữ liệu: ${vi}. Hãy kiểm tra DATABASE_URL.`,
      en: `Cannot open the database: ${en}. Check DATABASE_URL.`,
    })
  }
}

/** Replaces an error of the store or the file system by one that the operator can act on. */
export function rethrowOpenError(error: unknown): never {
  if (error instanceof StoreUnavailable) throw new OpenDatabaseError(error.cause)
  // For example a folder without write access, or a full disk.
  if (error instanceof Error && 'syscall' in error) throw new OpenDatabaseError(error)
  throw error
}

/** The cause of a database failure in the middle of a command or a start. */
export function explainDatabaseFailure(error: unknown): LocalizedText | undefined {
  if (!(error instanceof StoreUnavailable)) return undefined
  const { vi, en } = explainOpenError(error.cause)
  return {
    vi: `Không dùng được cơ sở dữ liệu: ${vi}. Chưa lưu gì.`,
    en: `The database cannot be used: ${en}. Nothing was stored.`,
  }
}

function loadSecret({ databaseUrl }: Config, store: Store, now: Clock): Promise<string> {
  const readLegacySecret = () =>
    isPostgres(databaseUrl) ? undefined : readLegacySecretFile(databaseUrl)
  return loadOrCreateSecret(store, now, readLegacySecret)
}
