/**
 * The logo of a shop: a drawing for browsers, and icons for phones and directories. A shop without the drawing shows
 * an icon.
 */
import type { PhotoProblem } from './photo.ts'

/** By file name, in pixels. */
export const iconSizes = {
  'icon-48.png': 48,
  'icon-96.png': 96,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'apple-touch-icon.png': 180,
} as const

export type LogoIcon = keyof typeof iconSizes

export const logoDrawing = 'favicon.svg'

/** Shown instead of a drawing; the icon for the home screen of a phone, with room for sharp screens. */
export const logoPicture: LogoIcon = 'icon-192.png'

/** The largest drawing that the site serves. */
export const maxDrawingBytes = 40_000

/** Draws the icons. */
export type ImportLogo = (
  bytes: Buffer,
) => Promise<{ icons: ReadonlyMap<LogoIcon, Buffer>; problem?: never } | { problem: PhotoProblem }>

/** The file that shows the logo; undefined if the shop has none. */
export function logoFileOf(
  pictures: readonly { name: string; isServed: boolean }[],
): string | undefined {
  const names = new Set(pictures.filter(({ isServed }) => isServed).map(({ name }) => name))
  return [logoDrawing, logoPicture].find((name) => names.has(name))
}
