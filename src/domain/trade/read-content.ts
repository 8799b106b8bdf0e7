/** Reads a content folder for a trade: validates, checks and completes its files, and finds their prices of a day. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { findAssistantTexts } from '../../content/assistant-text-check.ts'
import { completeShared, sharedPlaceholders } from '../../content/complete-shared.ts'
import { ContentError, type ContentIssue } from '../../content/content-errors.ts'
import { findPriceChanges, withPricesOn } from '../../content/dated-prices.ts'
import {
  createTradeError,
  type DeclaredTrade,
  readDeclaredTrade,
} from '../../content/declared-trade.ts'
import { noteDeniedSurcharges } from '../../content/denied-surcharges.ts'
import type { Page } from '../../content/document.ts'
import type { FileKind, Values } from '../../content/file-kinds.ts'
import { type FolderContent, readFolder } from '../../content/folder.ts'
import { checkLinks } from '../../content/link-checks.ts'
import type { PhotoFile } from '../../content/photo.ts'
import { checkPhotos } from '../../content/photo-checks.ts'
import { checkPlaceholders, findUntranslated } from '../../content/placeholders.ts'
import type { Report } from '../../content/report.ts'
import { sampleFolder, samplePath } from '../../content/sample.ts'
import { noteLeftovers } from '../../content/sample-leftovers.ts'
import { type Business, type Shared, type SharedFiles, sharedFiles } from '../../content/shop.ts'
import { checkShared } from '../../content/shop-checks.ts'
import type { TextFile } from '../../content/text-files.ts'
import { noteSameTexts } from '../../content/translation-check.ts'
import type { Untranslated } from '../../kernel/content-language.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { lazy, memoize } from '../../kernel/memoize.ts'
import type { Assortment } from '../catalogue/offer.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { TradeDeclaration } from './declaration.ts'
import type { OffersOn } from './next-prices.ts'
import { picturePlacesOfOffers } from './shop-photos.ts'

/** What was read and found, and the prices by day. */
export type TradeContent<Content> = Omit<FolderContent<Content & Shared>, 'errors' | 'notes'> &
  DayPrices<Content & Shared> & {
    untranslated: Untranslated
    /** The checks of texts run with the first call: a start does not need them. */
    notes(): readonly ContentIssue[]
    /** Of the text files. */
    version: string
    /** Throws a ContentError if there is any error. */
    assertNoErrors(): void
  }

type DayPrices<Values> = {
  /** Days on which a price changes, in order. */
  priceChanges: readonly string[]
  valuesOn(day: string): Values
  offersOn: OffersOn
}

/** Throws a ContentError with all errors. */
export function readContent<Files extends Record<string, FileKind>, Content extends Values<Files>>(
  trade: TradeDeclaration<string, Files, Content>,
  folder: string,
  options: { openedOn: string; storedPhotos: readonly PhotoFile[] | undefined },
): TradeContent<Content> {
  const declared = readDeclaredTrade(folder)
  if (declared && declared.trade !== trade.id) throw wrongTradeError(folder, declared, trade.id)
  const { openedOn, storedPhotos } = options
  const sample = samplePath(trade.id)
  const content = readFolder(folder, sharedFiles, trade.files, { sample, storedPhotos })
  const { values, errors, report } = content
  const all = values as Content & SharedFiles
  const assertNoErrors = () => {
    if (errors.length > 0) throw new ContentError(folder, errors)
  }
  checkFiles(trade, all, report)
  const { business } = all
  const isComplete = Object.keys(trade.files).every((name) => all[name] !== undefined)
  if (!business || !isComplete) throw new ContentError(folder, errors)
  const placeholders = { ...sharedPlaceholders(business), ...trade.placeholders(all) }
  errors.push(...checkPlaceholders(content.texts, placeholders))
  assertNoErrors()
  const addTextNotes = lazy(() =>
    noteTexts(
      business,
      content,
      resolve(folder) === sampleFolder(trade.id) ? undefined : sampleFolder(trade.id),
    ),
  )
  const notes = () => {
    addTextNotes()
    return content.notes.map((note) => note())
  }
  completeShared(all, trade.rulesText(all), placeholders)
  const untranslated = findUntranslated(all, business.languages[0])
  deepFreeze(all)
  const prices = pricesOf(trade, all)
  checkPages(trade, all, prices.offersOn(openedOn), report)
  assertNoErrors()
  return {
    ...content,
    notes,
    version: versionOf(content.texts),
    values: all,
    untranslated,
    assertNoErrors,
    ...prices,
  }
}

/**
 * Adds notes about texts that are valid but probably unintended. `original` is the sample that may have been copied.
 */
function noteTexts(
  business: SharedFiles['business'],
  { texts, sources, notes, report }: FolderContent<unknown>,
  original: string | undefined,
): void {
  for (const { file, text } of texts)
    for (const note of findAssistantTexts(file, text)) notes.push(() => note)
  noteSameTexts(sources, report)
  noteDeniedSurcharges(business, texts, report)
  if (original !== undefined) noteLeftovers(business, texts, original, report)
}

/** Equal for the same texts on any machine. Of the texts that were read: the folder may have changed since then. */
function versionOf(texts: readonly TextFile[]): string {
  const hash = createHash('sha256')
  const sorted = texts.toSorted((one, other) => (one.file < other.file ? -1 : 1))
  for (const { file, digest } of sorted) hash.update(`${file} ${digest}\n`)
  return hash.digest('hex').slice(0, 12)
}

/** The checks that compare files; the steps of `complete` run before the others. */
function checkFiles<Files extends Record<string, FileKind>, Content extends Values<Files>>(
  trade: TradeDeclaration<string, Files, Content>,
  all: Content & SharedFiles,
  report: Report,
): void {
  checkShared(all, report)
  const { business } = all
  if (business && business.trade !== trade.id) {
    // readDeclaredTrade finds only a plain line `trade: …`.
    const found = declaredTradeText(business.trade)
    report.error(business, ['trade'], () => found, { vi: trade.id, en: trade.id })
  }
  for (const { needs, run } of [...(trade.complete ?? []), ...trade.checks]) {
    if (needs.every((name) => all[name] !== undefined)) run(all, report)
  }
}

/** The values and the offers of a day, of which there is one each for all days between two changes. */
function pricesOf<Files extends Record<string, FileKind>, Content extends Values<Files>>(
  trade: TradeDeclaration<string, Files, Content>,
  all: Content & Shared,
): DayPrices<Content & Shared> {
  const priceChanges = findPriceChanges(all)
  const valuesOn = (day: string) => (priceChanges.length > 0 ? withPricesOn(all, day) : all)
  const assortmentSince = memoize((day: string) => deepFreeze(trade.assortment(valuesOn(day))))
  const offersOn: OffersOn = (day) =>
    assortmentSince(priceChanges.findLast((change) => change <= day) ?? '')
  return { priceChanges, valuesOn, offersOn }
}

/** What is checked once the pages and the offers exist. */
function checkPages<Files extends Record<string, FileKind>, Content extends Values<Files>>(
  trade: TradeDeclaration<string, Files, Content>,
  all: Content & Shared,
  offers: Assortment,
  report: Report,
): void {
  const tradePages = trade.pages(all, all, offers)
  checkPageNames(all.pages, tradePages, report)
  checkLinks(all, tradePages, report)
  checkPhotos(all, [...picturePlacesOfOffers(offers), ...trade.picturePlaces(all)], report)
}

/** A page of the owner must not have the path of a page of the trade. */
function checkPageNames(pages: Shared['pages'], tradePages: readonly Page[], report: Report): void {
  for (const { slug } of pages) {
    if (!tradePages.some(({ path }) => path === `/${slug}`)) continue
    report.fileError(
      `pages/${slug}.vi.md`,
      {
        vi: 'ngành này đã có trang tên như vậy',
        en: 'the trade already has a page with this name',
      },
      { write: { vi: 'tên khác', en: 'another name' } },
    )
  }
}

/** A question about health adds its own sentence to the text that the guest agrees to (`guest/consent.ts`). */
export function checkOwnerConsent(
  { business, booking }: { business: Business; booking: BookingRules },
  report: Report,
): void {
  const { vi, en } = business.consent.booking.ownerText
  const isRepeated = vi.includes('dữ liệu nhạy cảm') || en.includes('sensitive data')
  if (!isRepeated || booking.questions.every(({ sensitivity }) => sensitivity !== 'health')) return
  report.note(
    business,
    ['consent', 'booking', 'text'],
    () => ({
      vi: 'lời này nói đến dữ liệu nhạy cảm, mà chương trình đã tự thêm một câu về điều đó',
      en: 'this text mentions sensitive data, and the program itself adds a sentence about it',
    }),
    { vi: 'lời này không có phần ấy', en: 'the text without that part' },
  )
}

/** Reported alone: all other errors of a folder of another trade follow from this one. */
function wrongTradeError(folder: string, declared: DeclaredTrade, id: string): ContentError {
  const instead = {
    vi: `${id}, hoặc khởi động với VARIANT=${declared.trade}`,
    en: `${id}, or start with VARIANT=${declared.trade}`,
  }
  return new ContentError(folder, [
    createTradeError(declared, declaredTradeText(declared.trade), instead),
  ])
}

function declaredTradeText(trade: string): LocalizedText {
  return { vi: `trade là ${trade}`, en: `trade is ${trade}` }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value)) return value
  for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}
