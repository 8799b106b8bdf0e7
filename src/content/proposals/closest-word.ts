/** Finds the word that was probably meant. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { findNearest } from '../../kernel/nearest.ts'

/** "Chả rươi" → "cha-ruoi" */
export function toSlug(text: string): string {
  return foldDiacritics(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The same word in another spelling, with few other letters, or else the most similar one. */
export function findClosestWord(text: string, words: readonly string[]): string | undefined {
  return findTypingError(text, words) ?? findNearest(text, words, (word) => [word])
}

/** The same word in another spelling, or the only one with few other letters. */
export function findTypingError(text: string, words: readonly string[]): string | undefined {
  const wanted = toSlug(text)
  if (wanted === '') return undefined
  const same = words.find((word) => toSlug(word) === wanted)
  if (same !== undefined) return same
  const rated = words
    .map((word) => ({ word, distance: countEdits(wanted, toSlug(word)) }))
    .sort((one, other) => one.distance - other.distance)
  const [best, second] = rated
  const maxDistance = Math.min(2, Math.floor(wanted.length / 3))
  const isClear = best && best.distance <= maxDistance && best.distance !== second?.distance
  return isClear ? best.word : undefined
}

/** Letters to insert, delete, replace or swap with the next one. */
export function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const above = rows[i - 1] ?? []
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(
        Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost, swapped),
      )
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
