/** Contrast of colors after WCAG 2.2, and tones of the same color that can be read. */

/** Level AA for text. */
export const minContrast = 4.5

/** 1 for equal colors, 21 for black on white. */
export function contrastBetween(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The nearest darker or lighter tone that has enough contrast to all these colors. */
export function findReadableTone(color: string, others: readonly string[]): string | undefined {
  const { hue, saturation, lightness } = toHsl(color)
  const steps = Array.from({ length: 200 }, (_, index) => (index + 1) / 200)
  const tones = steps.flatMap((step) => [lightness - step, lightness + step])
  return tones
    .filter((tone) => tone >= 0 && tone <= 1)
    .map((tone) => fromHsl(hue, saturation, tone))
    .find((tone) => others.every((other) => contrastBetween(tone, other) >= minContrast))
}

export function isDarker(one: string, other: string): boolean {
  return luminanceOf(one) < luminanceOf(other)
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toHsl(color: string): { hue: number; saturation: number; lightness: number } {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [lightness, range] = [(max + min) / 2, max - min]
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  if (max === red) return { hue: ((green - blue) / range + 6) % 6, saturation, lightness }
  const hue = max === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return { hue, saturation, lightness }
}

/** `hue` from 0 to 6. */
function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const channels = [0, 8, 4].map((offset) => {
    const at = (offset + hue * 2) % 12
    return lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  })
  const digits = channels.map((channel) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}
