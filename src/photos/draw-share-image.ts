/** Draws the picture of a page for chat apps and social networks: the title, the shop, and the picture of the page. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ShareImage, shareImageSize } from '../content/share-image.ts'
import { memoize } from '../kernel/memoize.ts'
import { fitText, loadTypeface } from './text-lines.ts'

const { width, height } = shareImageSize
const margin = 72
/** Width of the picture at the right edge. */
const pictureWidth = 480
const titleSizes = [84, 72, 62, 54, 46, 40]
const nameSizes = [38, 32, 26]

const loadDisplay = memoize((name: string) => loadTypeface(name, 600))

export async function drawShareImage(image: ShareImage, folder: string): Promise<Buffer> {
  const picture = await loadPicture(image, folder)
  const background = sharp(Buffer.from(drawText(image, picture !== undefined)))
  const composed = picture
    ? background.composite([{ input: picture, left: width - pictureWidth, top: 0 }])
    : background
  return composed.flatten({ background: image.colors.paper }).jpeg({ quality: 84 }).toBuffer()
}

/** The image is drawn without its picture if that is no longer there. */
async function loadPicture(
  { illustration }: ShareImage,
  folder: string,
): Promise<Buffer | undefined> {
  if (!illustration) return undefined
  try {
    const source =
      'photo' in illustration
        ? sharp(await readFile(join(folder, illustration.photo)))
        : sharp(Buffer.from(illustration.svg), { density: 144 })
    const position = 'photo' in illustration ? 'attention' : 'centre'
    return await source.resize({ width: pictureWidth, height, position }).png().toBuffer()
  } catch {
    return undefined
  }
}

function drawText({ title, shopName, colors, display }: ShareImage, hasPicture: boolean): string {
  const face = loadDisplay(display)
  const maxWidth = width - 2 * margin - (hasPicture ? pictureWidth - margin / 2 : 0)
  const name = fitText(shopName, face, { maxWidth, maxHeight: 50, sizes: nameSizes })
  const nameBaseline = height - margin
  const ruleTop = nameBaseline - name.size - 34
  const maxHeight = ruleTop - margin - 30
  const heading = fitText(title, face, { maxWidth, maxHeight, sizes: titleSizes })
  const { size, lineHeight, lines } = heading
  const top = margin + (maxHeight - lineHeight * lines.length) / 2
  const titlePath = lines
    .map((line, index) => face.draw(line, margin, top + size + index * lineHeight, size))
    .join('')
  const namePath = face.draw(name.lines[0] ?? '', margin, nameBaseline, name.size)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${colors.paper}"/>
<path d="${titlePath}" fill="${colors.ink}"/>
<rect x="${margin}" y="${ruleTop}" width="72" height="6" rx="3" fill="${colors.second}"/>
<path d="${namePath}" fill="${colors.accent}"/>
</svg>`
}
