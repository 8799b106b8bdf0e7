/**
 * An inverted index in typed arrays: with 10,000 offers, postings as objects would need a hundred megabytes. The
 * score is BM25+ by field.
 */

type TermQuery = {
  term: string
  /** Also terms that begin with it. */
  prefix?: boolean
  /** Also terms that differ from it in so many letters. */
  maxEdits?: number
}

export type IndexQuery = TermQuery | { all: readonly IndexQuery[] } | { any: readonly IndexQuery[] }

type Match = {
  /** Position in the list of documents. */
  document: number
  score: number
  /** The terms of the query that were found. */
  terms: readonly string[]
}

export type TextIndex = {
  has(term: string): boolean
  search(query: IndexQuery): Match[]
}

const saturation = 1.2
const lengthNormalization = 0.7
const minTermScore = 0.5

const prefixWeight = 0.375
const similarWeight = 0.45

/** `documents` have their terms by field; `boosts` has one number for each field. */
export function createTextIndex(
  documents: Iterable<readonly (readonly string[])[]>,
  boosts: readonly number[],
): TextIndex {
  const { termIds, postings, fieldLengths, count } = readDocuments(documents, boosts.length)
  const averageLengths = boosts.map((_, field) => {
    let sum = 0
    for (let at = field; at < fieldLengths.length; at += boosts.length) sum += fieldLengths[at] ?? 0
    return sum / count
  })
  const sortedTerms = [...termIds.keys()].sort()

  const createResult = (words: number): Result => ({
    scores: new Float64Array(count),
    found: new Uint32Array(count * words),
  })

  /** Adds the scores of an indexed term, which is found for this term of the query. */
  const addTerm = (result: Result, term: string, weight: number, queryTerm: number) => {
    const termId = termIds.get(term)
    if (termId === undefined) return
    const { scores, found } = result
    const words = found.length / count
    boosts.forEach((boost, field) => {
      const group = termId * boosts.length + field
      const [from = 0, to = 0] = [postings.starts[group], postings.starts[group + 1]]
      const rarity = Math.log(1 + (count - (to - from) + 0.5) / (to - from + 0.5))
      const average = averageLengths[field] ?? 0
      for (let at = from; at < to; at++) {
        const document = postings.documents[at] as number
        const frequency = postings.frequencies[at] as number
        const length = fieldLengths[document * boosts.length + field] as number
        const relative = 1 - lengthNormalization + (lengthNormalization * length) / average
        const ratio = (frequency * (saturation + 1)) / (frequency + saturation * relative)
        scores[document] =
          (scores[document] as number) + weight * boost * rarity * (minTermScore + ratio)
        const word = document * words + (queryTerm >>> 5)
        found[word] = (found[word] as number) | (1 << (queryTerm & 31))
      }
    })
  }

  const addMatching = (
    result: Result,
    { term, prefix, maxEdits = 0 }: TermQuery,
    queryTerm: number,
  ) => {
    addTerm(result, term, 1, queryTerm)
    const longer = prefix ? termsWithPrefix(sortedTerms, term) : []
    for (const one of longer) {
      const weight = (prefixWeight * one.length) / (one.length + 0.3 * (one.length - term.length))
      if (one !== term) addTerm(result, one, weight, queryTerm)
    }
    for (const one of maxEdits > 0 ? sortedTerms : []) {
      if (one === term || (prefix && one.startsWith(term))) continue
      const edits = countEditsUpTo(term, one, maxEdits)
      const weight = (similarWeight * one.length) / (one.length + edits)
      if (edits <= maxEdits) addTerm(result, one, weight, queryTerm)
    }
  }

  return {
    has: (term) => termIds.has(term),
    search(query) {
      const queryTerms = [...new Set(termsOf(query))]
      const words = Math.ceil(queryTerms.length / 32)
      const resultOf = (part: IndexQuery): Result => {
        const result = createResult(words)
        addResult(result, part)
        return result
      }
      const addResult = (result: Result, part: IndexQuery): void => {
        if ('term' in part) addMatching(result, part, queryTerms.indexOf(part.term))
        else if ('any' in part) for (const one of part.any) addResult(result, one)
        else if (part.all.length === 1) for (const one of part.all) addResult(result, one)
        else addIntersection(result, part.all.map(resultOf))
      }
      return listMatches(resultOf(query), queryTerms)
    },
  }
}

/** `found`: which terms of the query a document has, as bits; without any, the document is not found. */
type Result = { scores: Float64Array; found: Uint32Array }

/** Adds the documents that are in all of these results. */
function addIntersection({ scores, found }: Result, results: readonly Result[]): void {
  const words = found.length / scores.length
  for (let document = 0; document < scores.length; document++) {
    if (!results.every((one) => isFound(one, document, words))) continue
    for (const one of results) {
      scores[document] = (scores[document] as number) + (one.scores[document] as number)
      for (let at = document * words; at < (document + 1) * words; at++)
        found[at] = (found[at] as number) | (one.found[at] as number)
    }
  }
}

function isFound({ found }: Result, document: number, words: number): boolean {
  for (let at = document * words; at < (document + 1) * words; at++)
    if (found[at] !== 0) return true
  return false
}

/** A document with more terms of the query has a higher score. */
function listMatches(result: Result, queryTerms: readonly string[]): Match[] {
  const { scores, found } = result
  const words = found.length / scores.length
  const termsByBits = new Map<string, readonly string[]>()
  const matches: Match[] = []
  for (let document = 0; document < scores.length; document++) {
    if (!isFound(result, document, words)) continue
    const bits = found.subarray(document * words, (document + 1) * words)
    const key = bits.join()
    const terms =
      termsByBits.get(key) ??
      queryTerms.filter((_, at) => ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0)
    termsByBits.set(key, terms)
    matches.push({ document, score: (scores[document] as number) * terms.length, terms })
  }
  return matches
}

function termsOf(query: IndexQuery): readonly string[] {
  if ('term' in query) return [query.term]
  return ('all' in query ? query.all : query.any).flatMap(termsOf)
}

/** Postings in groups, one for each term and field: the documents with their frequencies. */
type Postings = { starts: Uint32Array; documents: Uint32Array; frequencies: Uint16Array }

function readDocuments(
  documents: Iterable<readonly (readonly string[])[]>,
  fields: number,
): {
  termIds: ReadonlyMap<string, number>
  postings: Postings
  fieldLengths: Uint32Array
  count: number
} {
  const termIds = new Map<string, number>()
  const entries = createNumberList()
  const lengths = createNumberList()
  /** Of the terms of one text, by their ids. */
  const frequencies: number[] = []
  let count = 0
  for (const texts of documents) {
    texts.forEach((terms, field) => {
      const found: number[] = []
      for (const term of terms) {
        const termId = termIds.get(term) ?? termIds.size
        if (termId === termIds.size) termIds.set(term, termId)
        const before = frequencies[termId] ?? 0
        if (before === 0) found.push(termId)
        frequencies[termId] = before + 1
      }
      lengths.add(found.length)
      for (const termId of found) {
        entries.add(termId * fields + field)
        entries.add(count)
        entries.add(frequencies[termId] as number)
        frequencies[termId] = 0
      }
    })
    count++
  }
  const postings = groupPostings(entries.values(), termIds.size * fields)
  return { termIds, postings, fieldLengths: lengths.values().slice(), count }
}

/** Of entries with group, document and frequency, in the order of the documents. */
function groupPostings(entries: Uint32Array, groups: number): Postings {
  const starts = new Uint32Array(groups + 1)
  for (let at = 0; at < entries.length; at += 3) {
    const next = (entries[at] as number) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let group = 1; group <= groups; group++)
    starts[group] = (starts[group] as number) + (starts[group - 1] as number)
  const ends = starts.slice()
  const documents = new Uint32Array(entries.length / 3)
  const frequencies = new Uint16Array(entries.length / 3)
  for (let at = 0; at < entries.length; at += 3) {
    const group = entries[at] as number
    const end = ends[group] as number
    documents[end] = entries[at + 1] as number
    frequencies[end] = entries[at + 2] as number
    ends[group] = end + 1
  }
  return { starts, documents, frequencies }
}

/** A list of numbers outside the heap, whose previous memory is released when it grows. */
function createNumberList() {
  let values = new Uint32Array(1024)
  let length = 0
  return {
    add(value: number) {
      if (length === values.length) {
        values = new Uint32Array(values.buffer.transfer(values.byteLength * 2))
      }
      values[length++] = value
    },
    values: () => values.subarray(0, length),
  }
}

function termsWithPrefix(sorted: readonly string[], prefix: string): readonly string[] {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] as string) < prefix) from = middle + 1
    else to = middle
  }
  let end = from
  while (sorted[end]?.startsWith(prefix)) end++
  return sorted.slice(from, end)
}

/** The Levenshtein distance, or a larger number than `max`. */
function countEditsUpTo(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] as number) + (one[at] === other[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] as number) + 1, (next[to] as number) + 1))
    }
    if (Math.min(...next) > max) return max + 1
    row = next
  }
  return row[other.length] as number
}
