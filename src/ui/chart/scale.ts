/** Axes that end on round numbers, and labels that leave one another room. */

/** From zero on by 1, 2 or 5 times a power of ten, past the highest value, in at most five steps. */
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

/** How wide a chart may be drawn, in pixels of its plot; the sheet asks for the same widths. */
const widths = { narrow: 270, middle: 420, wide: 660 } as const

export type Width = keyof typeof widths

const letterWidth = 7
const gap = 10

/** Steps that people count in. */
const steps = [1, 2, 3, 5, 7, 10, 14, 15, 30, 50, 100, 200, 500]

/** At which widths the label at a place is shown, so that none touches the next. */
export function labelWidths(labels: readonly string[]): (index: number) => Width[] {
  const maxLabelLength = Math.max(0, ...labels.map((label) => label.length))
  const stepByWidth = Object.entries(widths).map(([width, pixels]) => {
    const maxLabels = Math.max(1, Math.floor(pixels / (maxLabelLength * letterWidth + gap)))
    const minStep = labels.length / maxLabels
    return [width as Width, steps.find((step) => step >= minStep) ?? Math.ceil(minStep)] as const
  })
  return (index) =>
    stepByWidth.flatMap(([width, stepSize]) => (index % stepSize === 0 ? [width] : []))
}

/** Whether all of them can stand side by side, even where it is narrow. */
export function canFitAll(texts: readonly string[]): boolean {
  const shownAt = labelWidths(texts)
  return texts.every((_, index) => shownAt(index).includes('narrow'))
}

/** A length across, as a share of the width. */
export function formatPercent(value: number): string {
  return `${formatCoordinate(value)}%`
}

/** Hundredths are finer than any screen. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 100) / 100)
}
