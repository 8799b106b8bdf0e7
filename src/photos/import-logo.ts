/** Draws the icons of a shop from its logo: a drawing or a picture. */
import sharp from 'sharp'
import { iconSizes, type LogoIcon } from '../content/logo.ts'
import { openPhoto, PhotoError } from './convert-photo.ts'

/** The usual density of an SVG, at which its width and height are pixels. */
const svgDensity = 72
const maxDensity = 4_800
const largestIcon = Math.max(...Object.values(iconSizes))

export async function importLogo(bytes: Buffer): Promise<Map<LogoIcon, Buffer>> {
  const open = await openLogo(bytes)
  const icons = new Map<LogoIcon, Buffer>()
  for (const [name, size] of Object.entries(iconSizes) as [LogoIcon, number][]) {
    // An iPhone shows what is transparent as black.
    const isOpaque = name === 'apple-touch-icon.png'
    const background = isOpaque ? '#fff' : '#0000'
    const icon = open().resize({ width: size, height: size, fit: 'contain', background })
    if (isOpaque) icon.flatten({ background })
    icon.toColourspace('srgb')
    icons.set(name, await icon.png({ palette: true, effort: 10 }).toBuffer().catch(rethrow))
  }
  return icons
}

/** A drawing is rendered as large as the largest icon, also if it names another size. */
async function openLogo(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: '', width: 0, height: 0 }))
  if (format !== 'svg') return (await openPhoto(bytes)).open
  const factor = largestIcon / Math.max(1, width, height)
  const density = Math.min(maxDensity, Math.max(1, svgDensity * factor))
  return () => sharp(bytes, { density })
}

function rethrow(error: Error): never {
  throw /memory|allocat/i.test(error.message) ? error : new PhotoError('damaged')
}
