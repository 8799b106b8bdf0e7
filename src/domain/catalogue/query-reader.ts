/** Reads filters out of the words of a search: "không cay" means spice 0, not dishes that mention chilies. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { lazy } from '../../kernel/memoize.ts'
import { type FilterValues, type OfferFilters, readAmount } from './filters.ts'

export type ReadQuery = {
  /** What remains to be searched for; undefined if all words were filters. */
  words: string | undefined
  values: FilterValues
  /** What the query excludes and no filter knows, as it was written. */
  notExcluded: readonly string[]
}

/** Each is a list of words, without diacritics. "đừng" is left out: without diacritics it also means "use". */
const negations = ['khong', 'kieng', 'di ung', 'no', 'not', 'without', 'allergic to'].map(toWords)

/** Words between a negation and what it negates. */
const fillers = new Set(['co', 'an', 'duoc', 'bi', 'voi', 'any', 'the', 'for'])

/** Words that end what a negation negates. */
const connectors = new Set(['va', 'hoac', 'nhung', 'ma', 'and', 'or', 'but', 'with'])

type Known = { words: readonly string[]; filter: string; value: unknown }

type KnownPhrases = Readonly<Record<'phrases' | 'negated', readonly Known[]>>

/** Words that continue what a negation negates: "no peanuts or soy". */
const listConnectors = new Set(['va', 'hoac', 'and', 'or'])

type Word = {
  written: string
  folded: string
  /** After a comma or the like. */
  isListed: boolean
}

export function createQueryReader(filters: OfferFilters): (text: string) => ReadQuery {
  const known = lazy(() => knownPhrases(filters))
  return (text) => {
    const price = 'max_price' in filters ? priceLimit.exec(text.normalize('NFC')) : null
    const amount = price && readAmount(price[1])
    if (!price || !amount || !('value' in amount) || typeof amount.value !== 'number')
      return readQuery(known(), text)
    const rest = text.normalize('NFC').replace(price[0], ' ').trim()
    const query = rest === '' ? noWords : readQuery(known(), rest)
    return { ...query, values: mergeFilterValues({ max_price: amount.value }, query.values) }
  }
}

const noWords: ReadQuery = { words: undefined, values: {}, notExcluded: [] }

/** "under 300k", "dưới 300.000đ": a price has a unit or at least four digits. */
const priceLimit =
  /(?<!\p{L})(?:under|below|less than|up to|max|dưới|không quá|tối đa)\s+([0-9][0-9.,]*(?:\s*(?:k|nghìn|ngàn|tr|triệu|million|₫|đ|vnd|vnđ|đồng)(?!\p{L})|(?<=[0-9]{4}|[0-9][.,][0-9]{3})))/iu

function readQuery({ phrases, negated }: KnownPhrases, text: string): ReadQuery {
  const words = splitWords(text)
  const remaining: string[] = []
  const notExcluded: string[] = []
  let values: FilterValues = {}
  let position = 0
  const take = ({ words: { length }, filter, value }: Known, start: number) => {
    values = mergeFilterValues(values, { [filter]: value })
    position = start + length
  }

  while (position < words.length) {
    const phrase = findAt(phrases, words, position)
    const negation = phrase ? undefined : negations.find((one) => isAt(one, words, position))
    if (phrase) take(phrase, position)
    else if (negation) {
      let start = position + negation.length
      while (fillers.has(words[start]?.folded ?? '')) start++
      const known = findAt(negated, words, start)
      if (known) {
        take(known, start)
        let next = findContinued(negated, words, position, known.filter)
        while (next) {
          take(next.known, next.start)
          next = findContinued(negated, words, position, known.filter)
        }
      } else {
        // A negation at the end is the Vietnamese question word: "có cá không?"
        const end = findEnd(words, start)
        if (end > start) notExcluded.push(writtenText(words.slice(start, end)))
        position = end
      }
    } else {
      remaining.push(words[position]?.written ?? '')
      position++
    }
  }
  const isConnectorOnly = remaining.every((word) => connectors.has(foldDiacritics(word)))
  return { words: isConnectorOnly ? undefined : remaining.join(' '), values, notExcluded }
}

/** Explicit values win; lists are united. */
export function mergeFilterValues(read: FilterValues, explicit: FilterValues): FilterValues {
  const merged: Record<string, unknown> = { ...read }
  for (const [name, value] of Object.entries(explicit)) {
    const before = merged[name]
    if (value === undefined) continue
    merged[name] =
      Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value
  }
  return merged
}

function knownPhrases(filters: OfferFilters): KnownPhrases {
  const list = (kind: 'phrases' | 'negated') =>
    Object.entries(filters)
      .flatMap(([filter, one]) =>
        (one[kind] ?? []).map(({ text, value }) => ({ words: toWords(text), filter, value })),
      )
      .filter(({ words }) => words.length > 0)
      .sort((one, other) => other.words.length - one.words.length)
  return { phrases: list('phrases'), negated: list('negated') }
}

function findAt(known: readonly Known[], words: readonly Word[], start: number): Known | undefined {
  return known.find((one) => isAt(one.words, words, start))
}

/** In a list of what is negated, the next one: it must mean the same filter, so that "not hot, fish" finds fish. */
function findContinued(
  negated: readonly Known[],
  words: readonly Word[],
  position: number,
  filter: string,
): { known: Known; start: number } | undefined {
  const { folded = '', isListed = false } = words[position] ?? {}
  const isConnector = listConnectors.has(folded)
  if (!isConnector && !isListed) return undefined
  const start = isConnector ? position + 1 : position
  const known = findAt(negated, words, start)
  return known?.filter === filter ? { known, start } : undefined
}

function isAt(phrase: readonly string[], words: readonly Word[], start: number): boolean {
  return phrase.every((word, index) => isSameWord(word, words[start + index]?.folded))
}

/** "peanut" and "peanuts" are the same word. */
function isSameWord(one: string, other: string | undefined): boolean {
  return other !== undefined && (one === other || one === `${other}s` || `${one}s` === other)
}

function findEnd(words: readonly Word[], start: number): number {
  let end = start
  while (end < words.length && !isBoundary(words, end)) end++
  return end
}

function isBoundary(words: readonly Word[], at: number): boolean {
  return connectors.has(words[at]?.folded ?? '') || negations.some((one) => isAt(one, words, at))
}

function toWords(text: string): string[] {
  return splitWords(text).map(({ folded }) => folded)
}

function splitWords(text: string): Word[] {
  const found = text.normalize('NFC').matchAll(/([^\p{L}\p{N}]*)([\p{L}\p{N}]+)/gu)
  return [...found].map(([, before = '', written = '']) => ({
    written,
    folded: foldDiacritics(written),
    isListed: /[,;/&+]/.test(before),
  }))
}

function writtenText(words: readonly Word[]): string {
  return words.map(({ written }) => written).join(' ')
}
