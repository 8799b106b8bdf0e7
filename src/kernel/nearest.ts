/** Finds the text that looks most like another one, for suggestions. */
import { foldDiacritics } from './fold-diacritics.ts'

/** Below this share of common pairs of letters, a suggestion would only confuse. */
const usualMinSimilarity = 0.5

export function findNearest<Item>(
  text: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
  minSimilarity = usualMinSimilarity,
): Item | undefined {
  const wanted = letterPairs(text)
  const rated = items.map((item) => {
    const similarities = textsOf(item).map((one) => similarity(wanted, letterPairs(one)))
    return { item, similarity: Math.max(0, ...similarities) }
  })
  const best = rated.sort((one, other) => other.similarity - one.similarity)[0]
  return best && best.similarity >= minSimilarity ? best.item : undefined
}

/** Twice the number of common pairs as a share of all pairs, 0 to 1 (Dice). */
function similarity(one: readonly string[], other: readonly string[]): number {
  const remaining = [...other]
  let common = 0
  for (const pair of one) {
    const index = remaining.indexOf(pair)
    if (index === -1) continue
    remaining.splice(index, 1)
    common += 1
  }
  const all = one.length + other.length
  return all === 0 ? 0 : (2 * common) / all
}

/** Longer texts are not names. */
const maxLength = 80

/** Pairs of letters within words: "mam com" → ma, am, co, om. */
function letterPairs(text: string): string[] {
  const words = foldDiacritics(text.slice(0, maxLength)).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) =>
    Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2)),
  )
}
