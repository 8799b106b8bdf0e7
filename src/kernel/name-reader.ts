/** Reads a name, with or without diacritics and in either language, where a tool expects an id. */
import type { ArgumentReading, ReadingError } from './argument-reader.ts'
import { foldDiacritics } from './fold-diacritics.ts'
import { forEachLocale, type LocalizedText } from './locale.ts'
import { lazy } from './memoize.ts'
import { findNearest } from './nearest.ts'

export type NamedValue = {
  id: string
  name: LocalizedText
  /** Other names; several values may share one. */
  aliases?: readonly string[]
}

/** What a word means that is no name of a value: some values, or nothing that can be chosen without a question. */
export type Synonym = { words: readonly string[] } & (
  | { ids: readonly string[] }
  | { error: ReadingError }
)

type NameOptions = {
  synonyms?: readonly Synonym[]
  /** Words beside a name that mean nothing, such as titles. */
  ignoredWords?: readonly string[]
  /** Words that mean that no value is chosen. */
  noneWords?: readonly string[]
  /** Follows the error about an unknown name: what to send instead. */
  unknownHint?: LocalizedText | undefined
  /** Whether a name with one other letter is read; not where a mistake could harm. */
  acceptsSimilar?: boolean
  /** Whether one common word is enough if no other value has as many. */
  acceptsPartialMatch?: boolean
  /** What a name of several values means; by default a question. */
  choose?: (values: readonly NamedValue[]) => Found
}

const noPreference = [
  'any',
  'anyone',
  'anybody',
  'anywhere',
  'no preference',
  'either',
  'whatever',
  'none',
  'n/a',
  'bất kỳ',
  'không có',
  'sao cũng được',
  'ai cũng được',
]

/** A reader for one id. */
export function readName(values: readonly NamedValue[], options: NameOptions = {}) {
  const find = createNameFinder(values, { acceptsSimilar: true, ...options })
  return (value: unknown): ArgumentReading => {
    if (typeof value !== 'string') return { value }
    const found = find(value)
    if ('error' in found) return found
    const [first, ...others] = found.values
    if (others.length > 0) return { error: askWhich(found.values) }
    return { value: first?.id, ...(first && first.id !== value && { as: first.name }) }
  }
}

/** A reader for a list of ids. */
export function readNames(values: readonly NamedValue[], options: NameOptions = {}) {
  const find = createNameFinder(values, {
    noneWords: ['none', 'no', 'không', 'không có'],
    ...options,
  })
  const findOne = (text: string): Found => {
    const whole = find(text)
    const parts = text.split(/[,;/+]|\s(?:and|và|hoặc|or)\s/i).filter((part) => part.trim() !== '')
    if (!('error' in whole) || parts.length < 2) return whole
    return combine(parts.map(find))
  }
  return (value: unknown): ArgumentReading => {
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return { value }
    const found = combine(value.map(findOne))
    if ('error' in found) return found
    const ids = [...new Set(found.values.map(({ id }) => id))]
    if (ids.join() === value.join()) return { value }
    const chosen = values.filter(({ id }) => ids.includes(id))
    const as = forEachLocale((locale) => chosen.map(({ name }) => name[locale]).join(', '))
    return { value: ids.length > 0 ? ids : undefined, ...(ids.length > 0 && { as }) }
  }
}

export type Found = { values: readonly NamedValue[] } | { error: ReadingError }

/** All values, or the first error. */
function combine(all: readonly Found[]): Found {
  const failed = all.find((one) => 'error' in one)
  return failed ?? { values: all.flatMap((one) => ('values' in one ? one.values : [])) }
}

/** Prepared for the first name: a shop has many readers and is built again after each change of staff. */
function createNameFinder(values: readonly NamedValue[], options: NameOptions) {
  const prepared = lazy(() => prepareNameFinder(values, options))
  return (text: string): Found => prepared()(text)
}

function prepareNameFinder(values: readonly NamedValue[], options: NameOptions) {
  const { synonyms = [], ignoredWords = [], noneWords = noPreference } = options
  const choose = options.choose ?? ((several) => ({ error: askWhich(several) }))
  const toFound = (found: readonly NamedValue[]) =>
    found.length > 1 ? choose(found) : { values: found }
  const known = values.map((value) => ({
    value,
    names: namesOf(value).map(normalizeName),
    accentedNames: namesOf(value).map(normalizeSigns),
  }))
  const byId = new Map(values.map((value) => [value.id, value]))
  const none = new Set(noneWords.map(normalizeName))
  const ignored = new Set(ignoredWords.map(normalizeName))
  const meanings = new Map(
    synonyms.flatMap((synonym) => synonym.words.map((word) => [normalizeName(word), synonym])),
  )

  /** The text is the synonym, perhaps with words that mean nothing. */
  const findMeaning = (text: string) => {
    const whole = meanings.get(text)
    if (whole || ignored.size === 0) return whole
    const isMeantBy = (phrase: string) => {
      const [before, after, ...more] = ` ${text} `.split(` ${phrase} `)
      if (after === undefined || more.length > 0) return false
      return wordsOf(`${before} ${after}`).every((word) => ignored.has(word))
    }
    const phrase = [...meanings.keys()].find(isMeantBy)
    return phrase === undefined ? undefined : meanings.get(phrase)
  }

  return (text: string): Found => {
    const exact = byId.get(text)
    if (exact) return { values: [exact] }
    const normalized = normalizeName(text)
    if (none.has(normalized)) return { values: [] }
    const sameName = known.filter(({ names }) => names.includes(normalized))
    if (sameName.length > 0) return toFound(sameName.map(({ value }) => value))
    const meaning = findMeaning(normalized)
    if (meaning && 'error' in meaning) return meaning
    const meant = meaning?.ids.flatMap((id) => byId.get(id) ?? []) ?? []
    if (meant.length > 0) return { values: meant }
    const accented = normalizeSigns(text)
    const isMeant = (word: string) => !ignored.has(normalizeName(word))
    // With its diacritics, a word is not mistaken for another one: "đau" is not "đầu".
    const matching = [
      () => matchWords(wordsOf(accented).filter(isMeant), known, 'accentedNames', options),
      () => matchWords(wordsOf(normalized).filter(isMeant), known, 'names', options),
    ]
    for (const match of accented === normalized ? matching.slice(1) : matching) {
      const found = match()
      if (found.length > 0) return toFound(found)
    }
    const [similar, ...otherSimilar] = options.acceptsSimilar ? findSimilar(normalized, known) : []
    if (similar && otherSimilar.length === 0) return { values: [similar] }
    return { error: unknownName(text, values, options.unknownHint) }
  }
}

/** Shorter names differ in one letter without being the same. */
const minSimilarLength = 5

/** "color" is "Colour": one letter is missing, added or different. */
function findSimilar(text: string, known: readonly KnownName[]): NamedValue[] {
  if (text.length < minSimilarLength) return []
  return known
    .filter(({ names }) => names.some((name) => differsByOneLetter(text, name)))
    .map(({ value }) => value)
}

function differsByOneLetter(one: string, other: string): boolean {
  const [short = '', long = ''] = one.length < other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = long.slice(start + 1)
  return short.slice(start) === rest || short.slice(start + 1) === rest
}

type KnownName = {
  value: NamedValue
  names: readonly string[]
  accentedNames: readonly string[]
}

function namesOf({ id, name, aliases = [] }: NamedValue): string[] {
  return [id, name.vi, name.en, ...aliases]
}

/** The values with a name that contains all words, or as many of them as possible. Whole words come first. */
function matchWords(
  words: readonly string[],
  known: readonly KnownName[],
  spelling: 'names' | 'accentedNames',
  { acceptsPartialMatch = false }: NameOptions,
): NamedValue[] {
  if (words.length === 0) return []
  for (const isSame of [isSameWord, isBeginning]) {
    const countIn = (name: string) => {
      const nameWords = wordsOf(name)
      return words.filter((word) => nameWords.some((one) => isSame(word, one))).length
    }
    const counted = known.map((one) => ({
      value: one.value,
      count: Math.max(...one[spelling].map(countIn)),
    }))
    const most = Math.max(...counted.map(({ count }) => count))
    if (most === words.length || (acceptsPartialMatch && most > 0))
      return counted.filter(({ count }) => count === most).map(({ value }) => value)
  }
  return []
}

/** A plural is the same word. */
function isSameWord(word: string, of: string): boolean {
  return word === of || word === `${of}s` || `${word}s` === of
}

/** From three letters on. */
function isBeginning(word: string, of: string): boolean {
  return isSameWord(word, of) || (word.length >= 3 && of.startsWith(word))
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** Lower case, without signs; an id becomes words. */
function normalizeSigns(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** The same without diacritics. */
function normalizeName(text: string): string {
  return foldDiacritics(normalizeSigns(text))
}

/** A longer list is not read out. */
const maxChoices = 6

function askWhich(values: readonly NamedValue[]): ReadingError {
  const shown = values.slice(0, maxChoices)
  const list = forEachLocale((locale) => shown.map(({ name }) => name[locale]).join(' · '))
  return {
    who: 'guest',
    code: 'not_one_of',
    message: { vi: `Chọn mục nào: ${list.vi}?`, en: `Which one: ${list.en}?` },
    choices: shown.map(({ id }) => id),
  }
}

/** Up to so many values are all listed, and up to so many with their names. */
const maxListedValues = 16
const maxNamedValues = 8

/** “window” is not near to “Indoors”. */
const minSimilarity = 0.55

function unknownName(
  text: string,
  values: readonly NamedValue[],
  hint: LocalizedText | undefined,
): ReadingError {
  const spelled = findNearest(text, values, ({ id, name }) => [id, name.vi, name.en], minSimilarity)
  const near = spelled ?? findWithSameWord(text, values)
  const how = spelled ? nearestSpelling : sameWord
  const rest = forEachLocale((locale) => {
    if (near) return ` ${how[locale]}${locale === 'vi' ? ':' : ''} ${near.name[locale]}.`
    return hint ? ` ${hint[locale]}` : ''
  })
  const shown = text.trim().slice(0, 40)
  return {
    who: 'model',
    code: 'not_one_of',
    message: {
      vi: `Không có “${shown}”.${rest.vi}`,
      en: `There is no “${shown}”.${rest.en}`,
    },
    ...(near && { nearest: near.id }),
    ...(values.length <= maxListedValues && { choices: values.map(({ id }) => id) }),
    ...(values.length <= maxNamedValues && { choiceNames: values.map(({ name }) => name) }),
  }
}

const nearestSpelling: LocalizedText = {
  vi: 'Viết gần giống nhất',
  en: 'The nearest in spelling is',
}
const sameWord: LocalizedText = { vi: 'Có một từ chung', en: 'One word is the same in' }

/** Shorter words are too common. */
const minCommonLength = 4

/** The only value with one of the words: "hot stone" is near to "Warm Stone Massage". */
function findWithSameWord(text: string, values: readonly NamedValue[]): NamedValue | undefined {
  const words = wordsOf(normalizeName(text)).filter((word) => word.length >= minCommonLength)
  const [first, ...others] = values.filter((value) =>
    namesOf(value).some((name) =>
      wordsOf(normalizeName(name)).some((one) => words.some((word) => isSameWord(word, one))),
    ),
  )
  return others.length === 0 ? first : undefined
}
