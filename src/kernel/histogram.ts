/** How long things took, counted by a few bounds. Plain numbers: to count must cost next to nothing. */
export type Histogram = {
  /** In milliseconds; what took longer than the last is in no bound's count. */
  bounds: readonly number[]
  /** How many took at most so long, and no less than the bound before. */
  counts: number[]
  total: number
  milliseconds: number
}

/** From what a page may take to what makes a guest leave. */
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
