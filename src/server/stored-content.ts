/**
 * The last accepted content, stored beside the data: a shop whose content folder is invalid or missing opens with it.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, parse, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { ContentError, type ContentIssue, wholeFolder } from '../content/content-errors.ts'
import { folderSignature } from '../content/fingerprint.ts'
import { DamagedCopy, describeCopy, openCopy, storeCopy } from '../content/folder-copy.ts'
import type { PhotoFile } from '../content/photo.ts'
import { findShopId } from '../domain/integrity/shop-identity.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { isPostgres } from '../kernel/database-url.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import type { SettingTexts } from '../kernel/setting.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import { loadTrade, openFolder, tradeNames } from '../variants/trades.ts'
import { readShopConfig } from './shop-config.ts'

/** The shop of a content folder, or that of the stored content with the errors of the folder. */
export type LoadedContent = {
  shop: Shop
  /** Signature of the content folder before it was read. */
  contentSignature: string
  /** Set if the shop is that of the stored content. */
  rejected?: { errors: readonly ContentIssue[]; acceptedAtMs: number }
}

/** Beside a SQLite database; a process with PostgreSQL has it in the folder `data` of its machine. */
function copyFolderOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  if (isPostgres(databaseUrl))
    return resolve('data', `postgres-${hashAddress(databaseUrl)}.content`)
  return resolve(dirname(databaseUrl), `${parse(databaseUrl).name}.content`)
}

/** Different for each database, and the same after a change of the password. */
function hashAddress(databaseUrl: string): string {
  const address = databaseUrl
    .replace(/\/\/[^@/]*@/, '//')
    .replace(/(?<=[?&])(user|password)=[^&]*/g, '')
  return createHash('sha256').update(address).digest('hex').slice(0, 12)
}

/**
 * The settings of the shop whose stored content can be used instead of the content folder. Without a trade in the
 * settings or in the folder, they depend on the trade of the stored content. Undefined if there is none, or if it is
 * not clear which.
 */
export function findStoredShop(environment: SettingTexts, config: Config): Config | undefined {
  const candidates = config.isTradeDeclared
    ? [config]
    : tradeNames.map((VARIANT) => readShopConfig({ ...environment, VARIANT }))
  const [found, ...others] = candidates.filter((one) =>
    hasStoredContent(one, config.isTradeDeclared),
  )
  return others.length === 0 ? found : undefined
}

function hasStoredContent(config: Config, isTradeDeclared: boolean): boolean {
  const { databaseUrl, trade } = config
  // Opening a database that does not exist would create it.
  if (!isPostgres(databaseUrl) && !existsSync(databaseUrl)) return false
  try {
    return describeCopy(copyFolderOf(config))?.trade === trade
  } catch (error) {
    // Reported when it is opened.
    if (error instanceof DamagedCopy) return isTradeDeclared
    throw error
  }
}

/** Throws the error of the content folder, with the reason, if the stored content cannot be used. */
export async function openStoredContent(
  config: Config,
  store: Store,
  contentSignature: string,
  error: ContentError,
): Promise<LoadedContent> {
  const refuse = (reason: LocalizedText): never => {
    const issue = { file: wholeFolder, line: 1, wrong: reason, remedy: repairFolderHint }
    throw new ContentError(resolve(config.contentDir), [...error.errors, issue])
  }
  if (!hasStoredContent(config, true)) throw error
  const shopId = await findShopId(store.read)
  try {
    const { folder, description } = openCopy(copyFolderOf(config))
    if (description.shopId !== shopId) return refuse(otherShopText)
    const { acceptedAtMs, photos = [] } = description
    const shop = (await openValidFolder(config, folder, photos)) ?? refuse(outdatedText)
    return { shop, contentSignature, rejected: { errors: error.errors, acceptedAtMs } }
  } catch (cause) {
    if (cause instanceof DamagedCopy) return refuse(damagedText(cause.message))
    throw cause
  }
}

async function openValidFolder(
  { trade }: Config,
  folder: string,
  storedPhotos: readonly PhotoFile[],
): Promise<Shop | undefined> {
  try {
    return openFolder(await loadTrade(trade), folder, { storedPhotos })
  } catch (error) {
    if (error instanceof ContentError) return undefined
    throw error
  }
}

const repairFolderHint: LocalizedText = {
  vi: 'hãy sửa thư mục nội dung',
  en: 'repair the content folder',
}

const otherShopText: LocalizedText = {
  vi: 'bản nội dung đã lưu là của cửa hàng khác, nên không dùng được',
  en: 'the stored content belongs to another shop and cannot be used',
}

const outdatedText: LocalizedText = {
  vi: 'bản nội dung đã lưu không hợp với phiên bản này của chương trình',
  en: 'the stored content is not valid for this version of the program',
}

function damagedText(reason: string): LocalizedText {
  return {
    vi: `bản nội dung đã lưu bị hỏng (${reason}), nên không dùng được`,
    en: `the stored content is damaged (${reason}) and cannot be used`,
  }
}

/** Stores the content folder of a shop that was opened when the folder had this signature. */
export type StoreContent = (shop: Shop, contentSignature: string) => Promise<boolean>

export function createContentStorage(config: Config, store: Store, now: Clock): StoreContent {
  const { contentDir: source } = config
  return async ({ trade, contentFiles: files, photos }, contentSignature) => {
    const isUnchanged = () => folderSignature(source) === contentSignature
    const shopId = await findShopId(store.read)
    if (shopId === undefined || !isUnchanged()) return false
    const description = { trade, shopId, acceptedAtMs: now(), photos }
    return storeCopy({ copyFolder: copyFolderOf(config), source, files, description, isUnchanged })
  }
}
