/** Axis ticks at round numbers, and the choice of labels that fit beside each other. */

/** Ticks from zero in at most five steps of 1, 2 or 5 times a power of ten, up to the highest value or above. */
export function createTicks(highest: number, integersOnly: boolean): number[] {
  if (!(highest > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(highest / maxSteps))
  const rough = highest / maxSteps / power
  const round = [1, 2, 5, 10].find((step) => step >= rough - 1e-9) ?? 10
  const step = integersOnly ? Math.max(1, round * power) : round * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

const maxSteps = 5

/** Width of the plot in pixels per class; chart.css has container queries for the same classes. */
const widths = { narrow: 270, middle: 420, wide: 660 } as const

export type Width = keyof typeof widths

const characterWidth = 7
const labelGap = 10

/** Intervals between shown labels. */
const steps = [1, 2, 3, 5, 7, 10, 14, 15, 30, 50, 100, 200, 500]

/** For each label, the widths at which it can be shown without touching the next one. */
export function labelWidths(labels: readonly string[]): (index: number) => Width[] {
  const maxLabelLength = Math.max(0, ...labels.map((label) => label.length))
  const stepByWidth = Object.entries(widths).map(([width, pixels]) => {
    const maxLabels = Math.max(1, Math.floor(pixels / (maxLabelLength * characterWidth + labelGap)))
    const minStep = labels.length / maxLabels
    return [width as Width, steps.find((step) => step >= minStep) ?? Math.ceil(minStep)] as const
  })
  return (index) =>
    stepByWidth.flatMap(([width, stepSize]) => (index % stepSize === 0 ? [width] : []))
}

/** Whether all texts fit beside each other at the smallest width. */
export function canFitAll(texts: readonly string[]): boolean {
  const shownAt = labelWidths(texts)
  return texts.every((_, index) => shownAt(index).includes('narrow'))
}

export function formatPercent(value: number): string {
  return `${formatCoordinate(value)}%`
}

/** Rounded to hundredths of a pixel, to keep the markup short. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 100) / 100)
}
