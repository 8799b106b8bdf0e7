/** Histogram of durations with fixed bounds. Plain numbers keep the cost of an observation low. */
export type Histogram = {
  /** Upper bounds in milliseconds. Longer durations are only counted in `total`. */
  bounds: readonly number[]
  /** Durations up to each bound and above the previous one; not cumulative. */
  counts: number[]
  total: number
  milliseconds: number
}

/** From a cached page to a response that is too slow for a guest. */
const defaultBounds = [1, 5, 25, 100, 500, 2_500]

export function createHistogram(bounds: readonly number[] = defaultBounds): Histogram {
  return { bounds, counts: bounds.map(() => 0), total: 0, milliseconds: 0 }
}

export function observe(histogram: Histogram, milliseconds: number): void {
  const { bounds, counts } = histogram
  histogram.total++
  histogram.milliseconds += milliseconds
  for (let index = 0; index < bounds.length; index++) {
    if (milliseconds <= (bounds[index] ?? 0)) {
      counts[index] = (counts[index] ?? 0) + 1
      return
    }
  }
}
