/** What a search compares: words with and without diacritics, English stems, and synonyms. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { memoize } from '../../kernel/memoize.ts'
import { mergeGroups } from './synonyms.ts'

/** A word of a query, or several that have synonyms. */
export type Concept = {
  words: readonly string[]
  /** The term of its group of synonyms; no word of a text is equal to it. */
  synonym: string | undefined
}

export type SearchTerms = {
  /** Everything by which a text can be found. */
  ofText(text: string): string[]
  ofQuery(query: string): Concept[]
}

/** The words of a large catalogue; they repeat in all of its texts. */
const maxCachedWords = 20_000

export function createTerms(synonyms: readonly (readonly string[])[]): SearchTerms {
  const groups = mergeGroups(synonyms.map((group) => group.map((text) => keyOf(tokenize(text)))))
  const termOf = new Map(groups.flatMap((group, at) => group.map((key) => [key, `#${at}`])))
  // Several words without diacritics are unmistakable; a single one is often another word: "cho" is "chó" and "cho".
  const foldedTermOf = new Map(
    [...termOf]
      .filter(([key]) => key.includes(' '))
      .map(([key, term]) => [foldDiacritics(key), term]),
  )
  const maxWords = Math.max(1, ...[...termOf.keys()].map((key) => key.split(' ').length))

  const findSynonym = (words: readonly string[]) => {
    const key = keyOf(words)
    return termOf.get(key) ?? (isPlain(key) ? foldedTermOf.get(key) : undefined)
  }

  const allLengths = lengths(maxWords)
  const firstTerms = new Set([...termOf.keys()].map((key) => key.split(' ')[0]))
  const readWord = memoize((decomposed: string) => {
    const word = composeWord(decomposed)
    const term = toTerm(word)
    return { term, spellings: spellings(word), canStart: firstTerms.has(term) }
  }, maxCachedWords)

  return {
    ofText(text) {
      const words = decomposedWords(text).map(readWord)
      const synonymsAt = words.flatMap(({ canStart }, start) =>
        (canStart ? allLengths : []).flatMap((length) => {
          const isInside = start + length <= words.length
          const found = words.slice(start, start + length)
          const term = isInside && termOf.get(found.map((word) => word.term).join(' '))
          return term ? [term] : []
        }),
      )
      return [...words.flatMap((word) => word.spellings), ...synonymsAt]
    },
    ofQuery(query) {
      const words = tokenize(query)
      const concepts: Concept[] = []
      for (let start = 0; start < words.length; ) {
        const rest = words.slice(start, start + maxWords)
        const length = lengths(rest.length).find((one) => findSynonym(rest.slice(0, one))) ?? 1
        const found = rest.slice(0, length)
        concepts.push({ words: found, synonym: findSynonym(found) })
        start += length
      }
      return concepts
    },
  }
}

/** The term by which a word of a query is found. */
export function toTerm(word: string): string {
  return isPlain(word) ? stem(word) : word
}

export function tokenize(text: string): string[] {
  return decomposedWords(text).map(composeWord)
}

function decomposedWords(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

function composeWord(decomposed: string): string {
  return decomposed.replace(misplacedTone, '$1$3$2').normalize('NFC')
}

/** The tone mark of oa, oe and uy is written on either vowel: "hoà" and the same word with the mark on the o. */
const misplacedTone = /(o(?=\p{M}[ae])|u(?=\p{M}y))(\p{M})([aey])$/u

/** The longest first. */
function lengths(max: number): number[] {
  return Array.from({ length: max }, (_, index) => max - index)
}

function keyOf(words: readonly string[]): string {
  return words.map(toTerm).join(' ')
}

function isPlain(text: string): boolean {
  return /^[a-z0-9 ]*$/.test(text)
}

function spellings(word: string): string[] {
  const folded = foldDiacritics(word)
  return [...new Set([word, folded, stem(folded)])]
}

/**
 * The common part of the forms of an English word: parking, parked and parks become "park". No Vietnamese syllable ends
 * like these forms. A shorter part would often be a Vietnamese syllable: that of "coming" is "com".
 */
function stem(word: string): string {
  const singular = word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '')
  const base = singular.replace(/(?<=[aeiouy].*[^e])(?:ing|ed)$/, '')
  const isForm = base !== singular && base.length >= 4
  const shown = isForm ? base.replace(/([bdglmnprt])\1$/, '$1') : singular
  return shown.length < 5 ? shown : shown.replace(/e$/, '')
}
