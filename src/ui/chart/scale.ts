/** Axes that end on round numbers, and labels that leave one another room. */

/** From zero on by 1, 2 or 5 times a power of ten, past the highest value, in at most five steps. */
export function ticksTo(highest: number, whole: boolean): number[] {
  if (!(highest > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(highest / mostSteps))
  const rough = highest / mostSteps / power
  const round = [1, 2, 5, 10].find((step) => step >= rough - 1e-9) ?? 10
  const step = whole ? Math.max(1, round * power) : round * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)))
}

const mostSteps = 5

/** How wide a chart may be drawn, in pixels of its plot; the sheet asks for the same widths. */
const widths = { narrow: 270, middle: 420, wide: 660 } as const

export type Width = keyof typeof widths

const letter = 7
const gap = 10

/** Steps that people count in. */
const steps = [1, 2, 3, 5, 7, 10, 14, 15, 30, 50, 100, 200, 500]

/** At which widths the label at a place is shown, so that none touches the next. */
export function placesOf(labels: readonly string[]): (place: number) => Width[] {
  const longest = Math.max(0, ...labels.map((label) => label.length))
  const everyAt = Object.entries(widths).map(([width, pixels]) => {
    const room = Math.max(1, Math.floor(pixels / (longest * letter + gap)))
    const least = labels.length / room
    return [width as Width, steps.find((step) => step >= least) ?? Math.ceil(least)] as const
  })
  return (place) => everyAt.flatMap(([width, every]) => (place % every === 0 ? [width] : []))
}

/** Whether all of them can stand side by side, even where it is narrow. */
export function allFit(texts: readonly string[]): boolean {
  const shownAt = placesOf(texts)
  return texts.every((_, place) => shownAt(place).includes('narrow'))
}

/** A length across, as a share of the width. */
export function percent(value: number): string {
  return `${short(value)}%`
}

/** Hundredths are finer than any screen. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
