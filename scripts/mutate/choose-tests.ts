/** Chooses the test files for a change: the cheapest ones that execute it and rarely executed code near it. */
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

const maxFiles = 12

export function createChooser(changes: readonly Mutation[], measurements: readonly Measurement[]) {
  const usable = measurements
    .filter(({ failure }) => failure === undefined)
    .map((one) => ({ ...one, set: new Set(one.executed) }))
  const countOf = changes.map((_, index) => usable.filter(({ set }) => set.has(index)).length)

  return (index: number): Measurement[] => {
    const { file, line } = changes[index] as Mutation
    const near = changes.flatMap((other, at) => {
      if (other.file !== file || countOf[at] === 0) return []
      return { at, weight: 1 / ((countOf[at] ?? 1) * (1 + Math.abs(other.line - line) / 10)) }
    })
    const rate = ({ set, ms }: (typeof usable)[number]) =>
      near.reduce((sum, { at, weight }) => sum + (set.has(at) ? weight : 0), 0) / ms
    return usable
      .filter(({ set }) => set.has(index))
      .map((one) => ({ one, value: rate(one) }))
      .toSorted((one, other) => other.value - one.value)
      .slice(0, maxFiles)
      .map(({ one }) => one)
  }
}
