/**
 * Finds offers by approximate names: "gội đầu", "massage vai gáy", "facial". Words count if one offer has all of them
 * in its names or in those of its category; several offers are a choice for staff.
 */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import {
  isIntentionalCapital,
  type Line,
  markAs,
  type Token,
  type TokenRange,
  unreadTokenAt,
} from './tokens.ts'
import { isAfterHonorific, isUnaccented, matchesAny, numberAt } from './word-lists.ts'

type NamedOffer = {
  id: string
  names: readonly string[]
  /** The names of its category. */
  categories: readonly string[]
  minutes?: number | undefined
}

const maxWords = 6

const isConnective = matchesAny('và and với with cho for của of a an the')
const isMinuteUnit = matchesAny('phút p ph min mins minutes')

/** The words of the offers, computed once for many lines. */
export type OfferIndex = {
  known: readonly { offer: NamedOffer; words: ReadonlySet<string>; own: ReadonlySet<string> }[]
  /** Words that are enough alone. */
  heads: ReadonlySet<string>
}

export function createOfferIndex(offers: readonly NamedOffer[]): OfferIndex {
  return {
    known: offers.map((offer) => ({
      offer,
      words: withForms([...offer.names, ...offer.categories].flatMap(splitWords)),
      own: withForms(offer.names.flatMap(splitWords)),
    })),
    heads: headWords(offers),
  }
}

/** The offers that the line may mean, marked as read; none if it names none. */
export function findApproximateOffers(line: Line, { known, heads }: OfferIndex): string[] {
  for (let index = 0; index < line.tokens.length; index += 1) {
    for (let length = maxWords; length > 0; length -= 1) {
      const range = { from: index, to: index + length }
      const found = offersAt(line, range, known, heads)
      if (found.length === 0) continue
      markAs(line, range, 'field')
      return narrowByMinutes(line, range, found).map(({ id }) => id)
    }
  }
  return []
}

/**
 * The offers that a name and the words beside it mean: "gội đầu dưỡng sinh" is the offer itself, "gội đầu cổ vai gáy"
 * another one. None if the words beside it belong to no offer.
 */
export function findExtendedOffers(
  line: Line,
  { known }: OfferIndex,
  offerId: string,
  range: TokenRange,
): string[] {
  const isUsable = (index: number) => {
    const token = unreadTokenAt(line, index)
    const isWord = token?.kind === 'word' && !isIntentionalCapital(line, index)
    return (
      isWord && !isAfterHonorific(line, index) && known.some(({ words }) => hasWord(words, token))
    )
  }
  let { from, to } = range
  while (isUsable(from - 1)) from -= 1
  while (isUsable(to)) to += 1
  if (from === range.from && to === range.to) return []
  const content = line.tokens
    .slice(from, to)
    .filter((token) => token.kind === 'word' && !isConnective(token))
  const found = known
    .filter(({ words }) => content.every((token) => hasWord(words, token)))
    .map(({ offer }) => offer.id)
  if (found.length === 0) return []
  markAs(line, { from, to }, 'field')
  return found.includes(offerId) ? [offerId] : found
}

function offersAt(
  line: Line,
  { from, to }: TokenRange,
  known: OfferIndex['known'],
  heads: ReadonlySet<string>,
): NamedOffer[] {
  const tokens = line.tokens.slice(from, to)
  if (tokens.length < to - from || !tokens.every((_, step) => isOpenWord(line, from + step)))
    return []
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (isConnective(first) || isConnective(last) || isAfterHonorific(line, from)) return []
  if (tokens.length > 1 && tokens.every((_, step) => isIntentionalCapital(line, from + step)))
    return []
  const content = tokens.filter((token) => !isConnective(token))
  if (content.length === 1 && (!first || !isHead(line, from, heads))) return []
  const matching = (which: 'own' | 'words') =>
    known
      .filter((one) => content.every((token) => hasWord(one[which], token)))
      .map(({ offer }) => offer)
  const own = matching('own')
  // One word of one name, as in "facial", may mean its whole category.
  return own.length > 1 || (own.length === 1 && content.length > 1) ? own : matching('words')
}

function isOpenWord(line: Line, index: number): boolean {
  return unreadTokenAt(line, index)?.kind === 'word'
}

function isHead(line: Line, index: number, heads: ReadonlySet<string>): boolean {
  const token = line.tokens[index]
  return token !== undefined && !isIntentionalCapital(line, index) && hasWord(heads, token)
}

/** "massage 90 phút": those of that length, if there are any. */
function narrowByMinutes(
  line: Line,
  { to }: TokenRange,
  found: readonly NamedOffer[],
): readonly NamedOffer[] {
  const number = numberAt(line, to)
  if (!number || !isMinuteUnit(unreadTokenAt(line, number.to))) return found
  const fitting = found.filter(({ minutes }) => minutes === number.value)
  if (fitting.length === 0) return found
  markAs(line, { from: to, to: number.to + 1 }, 'field')
  return fitting
}

/** A single word is enough if several offers, or a category, begin with it: "gội", "nhuộm", "facials". */
function headWords(offers: readonly NamedOffer[]): ReadonlySet<string> {
  const firsts = offers.flatMap(({ names }) => [
    ...new Set(names.map((name) => splitWords(name)[0] ?? '')),
  ])
  const common = [...Map.groupBy(firsts, (word) => word)].filter(
    ([word, all]) => word.length > 2 && all.length > 1,
  )
  const categories = offers.flatMap((offer) => offer.categories)
  const categoryHeads = categories.flatMap((name) => splitWords(name).slice(0, 1))
  return withForms([...common.map(([word]) => word), ...categoryHeads])
}

/** Each word with and without its plural, with its diacritics and without any. */
function withForms(words: readonly string[]): ReadonlySet<string> {
  const singular = words.map((word) => word.replace(/(?<=[a-z]{3})s$/u, ''))
  const all = [...words, ...singular]
  return new Set([...all, ...all.map((word) => `-${foldDiacritics(word)}`)])
}

function hasWord(words: ReadonlySet<string>, token: Token): boolean {
  const isFound = (text: string) => words.has(text) || words.has(text.replace(/s$/, ''))
  return isFound(token.lower) || (isUnaccented(token) && isFound(`-${token.folded}`))
}

function splitWords(name: string): string[] {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  )
}
