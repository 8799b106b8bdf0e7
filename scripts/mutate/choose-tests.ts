/** Chooses the test files for a change: those that execute it, and rarely executed code near it. */
import type { Mutation } from './mutations.ts'

export type Measurement = {
  test: string
  /** Of the text of the test file. */
  hash: string
  ms: number
  /** Indices of the changes. */
  executed: readonly number[]
  /** A test file that fails without a change would notice every change. */
  failure?: string
}

const maxFiles = 10

export function createChooser(changes: readonly Mutation[], measurements: readonly Measurement[]) {
  const usable = measurements
    .filter(({ failure }) => failure === undefined)
    .map((one) => ({ ...one, set: new Set(one.executed) }))
  const countOf = changes.map((_, index) => usable.filter(({ set }) => set.has(index)).length)

  /** The best of those that are not in the list. */
  return (index: number, tried: readonly string[]): Measurement[] => {
    const { file, line } = changes[index] as Mutation
    const near = changes.flatMap((other, at) => {
      if (other.file !== file || countOf[at] === 0) return []
      return { at, weight: 1 / ((countOf[at] ?? 1) * (1 + Math.abs(other.line - line) / 10)) }
    })
    const ratings = usable
      .filter((one) => one.set.has(index) && !tried.includes(versionOf(one)))
      .map((one) => {
        const rarity = near.reduce((sum, { at, weight }) => sum + (one.set.has(at) ? weight : 0), 0)
        return { one, value: rarity * (1 + countCommonWords(file, one.test)) }
      })
      .toSorted((first, second) => second.value - first.value)
    const quickest = ratings.toSorted(
      (first, second) => second.value / second.one.ms - first.value / first.one.ms,
    )
    // Without the others, a slow test file that is about the changed code would be left out.
    const chosen = new Set([...quickest.slice(0, maxFiles / 2), ...ratings].map(({ one }) => one))
    return [...chosen].slice(0, maxFiles)
  }
}

/** The file and its text. */
export function versionOf({ test, hash }: Pick<Measurement, 'test' | 'hash'>): string {
  return `${test} ${hash}`
}

/** The tests of `src/domain/guard` and `src/domain/booking/undo.ts` are named after them. */
function countCommonWords(file: string, test: string): number {
  const words = new Set(wordsOf(file))
  return wordsOf(test).filter((word) => words.has(word)).length
}

function wordsOf(path: string): string[] {
  return path.split(/[^a-z]+/).filter((word) => !/^(src|domain|store|test|full|on|ts|)$/.test(word))
}
