/** Full-text search over offers, pages, articles and FAQs, with or without Vietnamese diacritics. */
import MiniSearch from 'minisearch'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'

type SearchKind = 'offer' | 'page' | 'article' | 'faq'

export type IndexEntry = {
  /** Unique within its kind. */
  id: string
  kind: SearchKind
  /** Path on the site, with a fragment if the entry is a part of a page. */
  path: string
  title: LocalizedText
  text: LocalizedText
  /** Other words that name it, such as its category and tags; they also occur in the text. */
  labels?: readonly LocalizedText[]
}

export type SearchHit = { entry: IndexEntry; score: number }

export type Search = {
  /** Best match first. Every word must occur; a word without diacritics matches any diacritics. */
  find(words: string, only?: SearchKind): SearchHit[]
  /** Entries whose title or labels contain every word; if there are none, the nearest ones, marked as such. */
  findByName(words: string, only?: SearchKind): { hits: SearchHit[]; isNearest: boolean }
  /** For questions in whole sentences: if no entry contains every word, the best partial matches. */
  findBestMatches(query: string, only?: SearchKind): SearchHit[]
}

/** Partial matches below this share of the best score are dropped. */
const minRelativeScore = 0.5

/** Entries that do not have the name that was searched for. */
const maxNearest = 5

/** Boost for a title that contains the words as one phrase. */
const phraseTitleBoost = 5

/** The index is built on the first search. */
export function createSearch(list: () => readonly IndexEntry[]): Search {
  const loadIndex = lazy(() => {
    const entries = list()
    const titles = entries.map(
      ({ title }) => `${foldDiacritics(title.vi)}\n${foldDiacritics(title.en)}`,
    )
    return { entries, titles, index: buildIndex(entries) }
  })

  const runSearch = (
    words: string,
    only?: SearchKind,
    combineWith: 'AND' | 'OR' = 'AND',
  ): SearchHit[] => {
    const phrase = foldDiacritics(words)
    const { entries, titles, index } = loadIndex()
    return index
      .search(words, { combineWith })
      .map(({ id, score }) => {
        const boost = titles[id]?.includes(phrase) ? phraseTitleBoost : 1
        return { entry: entries[id] as IndexEntry, score: score * boost, order: id as number }
      })
      .filter(({ entry }) => only === undefined || entry.kind === only)
      .sort((one, other) => other.score - one.score || one.order - other.order)
  }

  const find = (words: string, only?: SearchKind): SearchHit[] => {
    const exact = runSearch(words, only)
    return exact.length > 0 ? exact : runSearch(foldDiacritics(words), only)
  }

  const findBestMatches = (query: string, only?: SearchKind): SearchHit[] => {
    const exact = find(query, only)
    if (exact.length > 0) return exact
    const loose = runSearch(significantWords(query).join(' '), only, 'OR')
    const minScore = (loose[0]?.score ?? 0) * minRelativeScore
    return loose.filter(({ score }) => score >= minScore)
  }

  return {
    find,
    findBestMatches,
    findByName(words, only) {
      const named = find(words, only).filter(({ entry }) => isNamed(entry, tokenize(words)))
      if (named.length > 0) return { hits: named, isNearest: false }
      return { hits: findBestMatches(words, only).slice(0, maxNearest), isNearest: true }
    },
  }
}

function buildIndex(entries: readonly IndexEntry[]) {
  const index = new MiniSearch<{ key: number } & Record<string, string | number>>({
    idField: 'key',
    fields: ['title_vi', 'title_en', 'text_vi', 'text_en'],
    tokenize,
    processTerm: spellings,
    searchOptions: {
      boost: { title_vi: 4, title_en: 4 },
      combineWith: 'AND',
      tokenize,
      processTerm: (term) => term,
      prefix: (term, position, terms) => position === terms.length - 1 && term.length >= 4,
      fuzzy: (term) => (term.length >= 6 ? 0.2 : false),
    },
  })
  index.addAll(
    entries.map(({ title, text }, key) => ({
      key,
      title_vi: title.vi,
      title_en: title.en,
      text_vi: text.vi,
      text_en: text.en,
    })),
  )
  return index
}

/** Words without meaning for a search, without diacritics. */
const stopWords = new Set(
  [
    'the and you your are can may how what when where who why does for with from have has there any our not',
    'need want would like could please this that',
    'toi ban minh cua cho voi khong duoc nhu the nao bao nhieu khi nao dau gi muon can hay thi mot cac nhung',
  ].flatMap((words) => words.split(' ')),
)

function significantWords(query: string): string[] {
  return tokenize(query).filter((word) => word.length > 2 && !stopWords.has(foldDiacritics(word)))
}

/** A word without diacritics matches any diacritics; the end of an English plural may be missing. */
function isNamed({ title, labels = [] }: IndexEntry, words: readonly string[]): boolean {
  const names = [title, ...labels].flatMap(({ vi, en }) => tokenize(`${vi} ${en}`))
  const foldedNames = names.map(foldDiacritics)
  return words.every((word) => {
    const candidates = foldDiacritics(word) === word ? foldedNames : names
    return candidates.some((name) => name === word || `${name}s` === word || `${word}s` === name)
  })
}

/** Words are indexed with and without diacritics, so that both spellings match. */
function spellings(term: string): string[] {
  const folded = foldDiacritics(term)
  return folded === term ? [term] : [term, folded]
}

function tokenize(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

export function joinTexts(...parts: readonly LocalizedText[]): LocalizedText {
  return forEachLocale((locale: Locale) => parts.map((part) => part[locale]).join(' '))
}
