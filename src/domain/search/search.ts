/** Finds offers, pages, articles and answers by words, typed with or without Vietnamese marks. */
import MiniSearch from 'minisearch'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'

export type SearchKind = 'offer' | 'page' | 'article' | 'faq'

export type IndexEntry = {
  /** Unique among its kind. */
  id: string
  kind: SearchKind
  /** The site's path, with a fragment where only a part of the page is meant. */
  path: string
  title: LocalizedText
  text: LocalizedText
}

export type SearchHit = { entry: IndexEntry; score: number }

export type Search = {
  /** Best first. Every word must occur; a word typed without marks finds any marks. */
  find(words: string, only?: SearchKind): SearchHit[]
  /** The same for a question in whole sentences: where not every word occurs, the best that do. */
  findBestMatches(query: string, only?: SearchKind): SearchHit[]
}

/** How near to the best a looser find must come. */
const minRelativeScore = 0.5

/** How much more a title counts in which the words stand side by side. */
const phraseTitleBoost = 5

/** The index is made for the first who looks for something. */
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
        const together = titles[id]?.includes(phrase) ? phraseTitleBoost : 1
        return { entry: entries[id] as IndexEntry, score: score * together, order: id as number }
      })
      .filter(({ entry }) => only === undefined || entry.kind === only)
      .sort((one, other) => other.score - one.score || one.order - other.order)
  }

  const find = (words: string, only?: SearchKind): SearchHit[] => {
    const exact = runSearch(words, only)
    return exact.length > 0 ? exact : runSearch(foldDiacritics(words), only)
  }
  return {
    find,
    findBestMatches(query, only) {
      const exact = find(query, only)
      if (exact.length > 0) return exact
      const significantWords = tokenize(query).filter(
        (word) => word.length > 2 && !stopWords.has(foldDiacritics(word)),
      )
      const loose = runSearch(significantWords.join(' '), only, 'OR')
      const minScore = (loose[0]?.score ?? 0) * minRelativeScore
      return loose.filter(({ score }) => score >= minScore)
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

/** Words that say nothing of what is asked, folded. */
const stopWords = new Set(
  'the and you your are can may how what when where who why does for with from have has there any our not need want would like could please this that toi ban minh cua cho voi khong duoc nhu the nao bao nhieu khi nao dau gi muon can hay thi mot cac nhung'.split(
    ' ',
  ),
)

/** Words are indexed as written and without their marks, so that both spellings find them. */
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
