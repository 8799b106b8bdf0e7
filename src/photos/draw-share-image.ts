/** Draws the picture of a page for chat apps and social networks: the title, the shop, and the picture of the page. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ShareImage, shareImageSize } from '../content/share-image.ts'
import { memoize } from '../kernel/memoize.ts'
import { fitText, loadTypeface, type Typeface } from './text-lines.ts'

const { width, height } = shareImageSize
const margin = 72
/** Width of the picture at the right edge. */
const pictureWidth = 480
const titleSizes = [84, 72, 62, 54, 46, 40]
const nameSizes = [38, 32, 26]
const noteSizes = [46, 40, 34]
/** From the title to the note. */
const noteGap = 22

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

type TextColumn = { face: Typeface; maxWidth: number }

function drawText(image: ShareImage, hasPicture: boolean): string {
  const { shopName, colors, display } = image
  const face = loadDisplay(display)
  const maxWidth = width - 2 * margin - (hasPicture ? pictureWidth - margin / 2 : 0)
  const name = fitText(shopName, face, { maxWidth, maxHeight: 50, sizes: nameSizes })
  const nameBaseline = height - margin
  const ruleTop = nameBaseline - name.size - 34
  const { titlePath, notePath } = drawHeading(image, { face, maxWidth }, ruleTop - margin - 30)
  const namePath = face.draw(name.lines[0] ?? '', margin, nameBaseline, name.size)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${colors.paper}"/>
<path d="${titlePath}" fill="${colors.ink}"/>
<path d="${notePath}" fill="${colors.accent}"/>
<rect x="${margin}" y="${ruleTop}" width="72" height="6" rx="3" fill="${colors.second}"/>
<path d="${namePath}" fill="${colors.accent}"/>
</svg>`
}

/** The title with the note below it, together in the middle of the height. */
function drawHeading(
  { title, note }: ShareImage,
  { face, maxWidth }: TextColumn,
  maxHeight: number,
): { titlePath: string; notePath: string } {
  const line =
    note === undefined
      ? undefined
      : fitText(note, face, { maxWidth, maxHeight: 60, sizes: noteSizes })
  const noteHeight = line ? line.lineHeight + noteGap : 0
  const heading = fitText(title, face, {
    maxWidth,
    maxHeight: maxHeight - noteHeight,
    sizes: titleSizes,
  })
  const { size, lineHeight, lines } = heading
  const top = margin + (maxHeight - noteHeight - lineHeight * lines.length) / 2
  const titlePath = lines
    .map((text, index) => face.draw(text, margin, top + size + index * lineHeight, size))
    .join('')
  const noteBaseline = top + lineHeight * lines.length + noteGap + (line?.size ?? 0)
  const notePath = line ? face.draw(line.lines[0] ?? '', margin, noteBaseline, line.size) : ''
  return { titlePath, notePath }
}
