/** Finds offers, pages, articles and answers by words, typed with or without Vietnamese marks. */
import MiniSearch from 'minisearch'
import { fold } from '../../kernel/fold-diacritics.ts'
import { inBoth, type Locale, type Words } from '../../kernel/locale.ts'
import { lazily } from '../../kernel/memoize.ts'

export type SearchKind = 'offer' | 'page' | 'article' | 'faq'

export type Findable = {
  /** Unique among its kind. */
  id: string
  kind: SearchKind
  /** The site's path, with a fragment where only a part of the page is meant. */
  path: string
  title: Words
  text: Words
}

export type Found = { entry: Findable; score: number }

export type Search = {
  /** Best first. Every word must occur; a word typed without marks finds any marks. */
  find(words: string, only?: SearchKind): Found[]
  /** The same for a question in whole sentences: where not every word occurs, the best that do. */
  ask(question: string, only?: SearchKind): Found[]
}

/** How near to the best a looser find must come. */
const nearTheBest = 0.5

/** How much more a title counts in which the words stand side by side. */
const togetherInTitle = 5

/** The index is made for the first who looks for something. */
export function createSearch(list: () => readonly Findable[]): Search {
  const shelf = lazily(() => {
    const entries = list()
    const titles = entries.map(({ title }) => `${fold(title.vi)}\n${fold(title.en)}`)
    return { entries, titles, index: indexOf(entries) }
  })

  const look = (words: string, only?: SearchKind, combineWith: 'AND' | 'OR' = 'AND'): Found[] => {
    const phrase = fold(words)
    const { entries, titles, index } = shelf()
    return index
      .search(words, { combineWith })
      .map(({ id, score }) => {
        const together = titles[id]?.includes(phrase) ? togetherInTitle : 1
        return { entry: entries[id] as Findable, score: score * together, order: id as number }
      })
      .filter(({ entry }) => only === undefined || entry.kind === only)
      .sort((one, other) => other.score - one.score || one.order - other.order)
  }

  const find = (words: string, only?: SearchKind): Found[] => {
    const exact = look(words, only)
    return exact.length > 0 ? exact : look(fold(words), only)
  }
  return {
    find,
    ask(question, only) {
      const exact = find(question, only)
      if (exact.length > 0) return exact
      const telling = tokenize(question).filter(
        (word) => word.length > 2 && !common.has(fold(word)),
      )
      const loose = look(telling.join(' '), only, 'OR')
      const least = (loose[0]?.score ?? 0) * nearTheBest
      return loose.filter(({ score }) => score >= least)
    },
  }
}

function indexOf(entries: readonly Findable[]) {
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
const common = new Set(
  'the and you your are can may how what when where who why does for with from have has there any our not need want would like could please this that toi ban minh cua cho voi khong duoc nhu the nao bao nhieu khi nao dau gi muon can hay thi mot cac nhung'.split(
    ' ',
  ),
)

/** Words are indexed as written and without their marks, so that both spellings find them. */
function spellings(term: string): string[] {
  const folded = fold(term)
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

export function wordsOf(...parts: readonly Words[]): Words {
  return inBoth((locale: Locale) => parts.map((part) => part[locale]).join(' '))
}
