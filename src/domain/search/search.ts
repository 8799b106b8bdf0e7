/**
 * Full-text search over offers, pages, articles and FAQs: with or without Vietnamese diacritics, by stems and
 * synonyms.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import { commonSynonyms } from './synonyms.ts'
import { type Concept, createTerms, type SearchTerms, toTerm } from './terms.ts'
import { createTextIndex, type IndexQuery } from './text-index.ts'

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
  findByName(words: string, only?: SearchKind): SearchResult
  /**
   * For questions in whole sentences: if no entry contains every word with a meaning, those that contain most of
   * them.
   */
  findBestMatches(query: string, only?: SearchKind): SearchResult
  /** The text from the sentence on that contains the most words of the query. */
  passageFor(query: string, text: string): string
}

type SearchResult = { hits: SearchHit[]; isNearest: boolean }

/** Partial matches below this share of the best score are dropped. */
const minRelativeScore = 0.5

/** Partial matches with a smaller share of the words are dropped: they are about something else. */
const minWordShare = 0.5

/** Entries that do not have the name that was searched for. */
const maxNearest = 5

/** Boost for a title that contains the words as one phrase. */
const phraseTitleBoost = 5

/** Shared by the apps that replace each other: most changes at the desk leave the texts as they are. */
export type IndexCache = LRUCache<string, SearchIndex>

/** Two, because assistants may have an index of their own. */
export const createIndexCache = (): IndexCache => new LRUCache({ max: 2 })

/** The index is built on the first search. The synonyms of the owner are added to the common ones. */
export function createSearch(
  list: () => readonly IndexEntry[],
  ownSynonyms: readonly (readonly string[])[] = [],
  cache: IndexCache = createIndexCache(),
): Search {
  const loadIndex = lazy(() => {
    const entries = list()
    const key = hashOf([...entries, ownSynonyms])
    const index = cache.get(key) ?? createIndex(entries, ownSynonyms)
    cache.set(key, index)
    return index
  })

  const runSearch = (
    concepts: readonly Concept[],
    only: SearchKind | undefined,
    combineWith: 'AND' | 'OR' = 'AND',
  ) => {
    if (concepts.length === 0) return []
    const phrase = foldDiacritics(concepts.flatMap(({ words }) => words).join(' '))
    const { entries, titles, index } = loadIndex()
    const queries = concepts.map((concept, at) =>
      conceptQuery(concept, at === concepts.length - 1, index.has),
    )
    return index
      .search(combineWith === 'AND' ? { all: queries } : { any: queries })
      .map(({ document: order, score, terms }) => {
        const boost = titles[order]?.includes(phrase) ? phraseTitleBoost : 1
        return { entry: entries[order] as IndexEntry, score: score * boost, order, terms }
      })
      .filter(({ entry }) => only === undefined || entry.kind === only)
      .sort((one, other) => other.score - one.score || one.order - other.order)
  }

  const find = (words: string, only?: SearchKind): SearchHit[] => {
    const { ofQuery } = loadIndex().terms
    const exact = runSearch(ofQuery(words), only)
    return exact.length > 0 ? exact : runSearch(ofQuery(foldDiacritics(words)), only)
  }

  const findBestMatches = (query: string, only?: SearchKind): SearchResult => {
    const exact = find(query, only)
    if (exact.length > 0) return { hits: exact, isNearest: false }
    const concepts = loadIndex().terms.ofQuery(query).filter(isSignificant)
    const all = runSearch(concepts, only)
    if (all.length > 0) return { hits: all, isNearest: false }
    const some = runSearch(concepts, only, 'OR').filter(
      ({ terms }) => countFound(concepts, terms) >= concepts.length * minWordShare,
    )
    const minScore = (some[0]?.score ?? 0) * minRelativeScore
    return { hits: some.filter(({ score }) => score >= minScore), isNearest: some.length > 0 }
  }

  return {
    find,
    findBestMatches,
    findByName(words, only) {
      const { terms } = loadIndex()
      const concepts = terms.ofQuery(words)
      const named = find(words, only).filter(({ entry }) => isNamed(entry, concepts, terms))
      if (named.length > 0) return { hits: named, isNearest: false }
      return { hits: findBestMatches(words, only).hits.slice(0, maxNearest), isNearest: true }
    },
    passageFor(query, text) {
      const { terms } = loadIndex()
      const concepts = terms.ofQuery(query).filter(isSignificant)
      const sentences = text.split(sentenceEnd)
      const counts = sentences.map((sentence) => countFound(concepts, terms.ofText(sentence)))
      return sentences.slice(counts.indexOf(Math.max(...counts))).join(' ')
    },
  }
}

type SearchIndex = ReturnType<typeof createIndex>

function createIndex(entries: readonly IndexEntry[], ownSynonyms: readonly (readonly string[])[]) {
  const terms = createTerms([...commonSynonyms, ...ownSynonyms])
  const titles = entries.map(
    ({ title }) => `${foldDiacritics(title.vi)}\n${foldDiacritics(title.en)}`,
  )
  const index = createTextIndex(fieldsOf(entries, terms), [titleBoost, titleBoost, 1, 1])
  return { entries, titles, terms, index }
}

const titleBoost = 4

/** One entry after the other, so that the terms of an entry can be garbage collected before those of the next. */
function* fieldsOf(entries: readonly IndexEntry[], terms: SearchTerms) {
  for (const { title, text } of entries)
    yield [title.vi, title.en, text.vi, text.en].map(terms.ofText)
}

function hashOf(values: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const value of values) hash.update(JSON.stringify(value)).update('\n')
  return hash.digest('hex')
}

/**
 * The words or their synonyms. The last word may be incomplete, and a word that does not occur is compared by
 * letters.
 */
function conceptQuery(
  { words, synonym }: Concept,
  isLast: boolean,
  isIndexed: (term: string) => boolean,
): IndexQuery {
  const byWords = {
    all: words.map((word, at): IndexQuery => {
      const isEnd = isLast && at === words.length - 1
      const isUnknown = !isIndexed(toTerm(word))
      const prefix = isEnd && word.length >= 4
      const maxEdits = isUnknown && word.length >= 6 ? Math.round(word.length * 0.2) : 0
      return { any: [{ term: toTerm(word) }, { term: word, prefix, maxEdits }] }
    }),
  }
  return synonym === undefined ? byWords : { any: [{ term: synonym }, byWords] }
}

function countFound(concepts: readonly Concept[], found: readonly string[]): number {
  return concepts.filter(({ words, synonym }) =>
    [synonym, ...words.map(toTerm), ...words].some((term) => term && found.includes(term)),
  ).length
}

const sentenceEnd = /(?<=[.!?…])\s+/

/** Words without meaning for a search, without diacritics. */
const stopWords = new Set(
  [
    'the and you your are can may how what when where who why does for with from have has there any our not',
    'need want would like could please this that some about get got tell know was were will been its',
    'toi ban minh cua cho voi khong duoc nhu the nao bao nhieu khi nao dau gi muon can hay thi mot cac nhung',
    'xin hoi biet nhe vay',
  ].flatMap((words) => words.split(' ')),
)

function isSignificant({ words, synonym }: Concept): boolean {
  if (synonym !== undefined) return true
  return words.some((word) => word.length > 2 && !stopWords.has(foldDiacritics(word)))
}

function isNamed(
  { title, labels = [] }: IndexEntry,
  concepts: readonly Concept[],
  terms: SearchTerms,
): boolean {
  const names = new Set(
    [title, ...labels].flatMap(({ vi, en }) => [...terms.ofText(vi), ...terms.ofText(en)]),
  )
  return concepts.every(
    ({ words, synonym }) =>
      (synonym !== undefined && names.has(synonym)) ||
      words.every((word) => names.has(toTerm(word))),
  )
}

export function joinTexts(...parts: readonly LocalizedText[]): LocalizedText {
  return forEachLocale((locale: Locale) => parts.map((part) => part[locale]).join(' '))
}
