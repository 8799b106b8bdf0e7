/** The logo of the shop as a member has changed it, and new files for an uploaded one. */
import { iconSizes, logoDrawing, logoFileOf, maxDrawingBytes } from '../../content/logo.ts'
import type { PhotoProblem } from '../../content/photo.ts'
import type { PhotoDesk } from '../../content/share-image.ts'
import { findActiveSvgPart } from '../../content/svg-check.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Editor } from './editor.ts'
import { pictureFolderPrefix } from './photos.ts'

const logoFiles = [logoDrawing, ...Object.keys(iconSizes)]

export type ShownLogo = { type: string; bytes: Buffer; isDraft: boolean }

/** What the member would see on the site; undefined if there is no logo. */
export async function loadLogo(
  editor: Editor,
  { pictures }: Shop,
  memberId: string,
): Promise<ShownLogo | undefined> {
  const changed = await editor.draftTexts(memberId)
  const isThere = (name: string) => {
    const text = changed.get(pictureFolderPrefix + name)
    return text === undefined
      ? pictures.some((one) => one.name === name && one.isServed)
      : text !== null
  }
  const name = logoFileOf(logoFiles.map((one) => ({ name: one, isServed: isThere(one) })))
  if (name === undefined) return undefined
  const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
  const text = changed.get(pictureFolderPrefix + name)
  const own = text && (name === logoDrawing ? Buffer.from(text) : await editor.pictures.load(text))
  if (own) return { type, bytes: own, isDraft: true }
  const picture = pictures.find((one) => one.name === name)
  return picture && { type, bytes: picture.bytes, isDraft: false }
}

export type LogoFiles =
  | { texts: Map<string, string | null>; problem?: never }
  | { texts?: never; problem: LocalizedText }

/**
 * A drawing is stored as it is, if it is harmless; the icons are drawn from it. A picture replaces the drawing by
 * icons.
 */
export async function importLogoFiles(
  { pictures }: Pick<Editor, 'pictures'>,
  { importLogo }: PhotoDesk,
  upload: Buffer,
): Promise<LogoFiles> {
  const drawing = readDrawing(upload)
  const rejection = drawing && rejectDrawing(drawing, upload.length)
  if (rejection) return { problem: rejection }
  const result = await importLogo(upload)
  if ('problem' in result && result.problem !== undefined)
    return { problem: uploadProblems[result.problem] }
  const texts = new Map<string, string | null>([
    [pictureFolderPrefix + logoDrawing, drawing ?? null],
  ])
  for (const [name, bytes] of result.icons)
    texts.set(pictureFolderPrefix + name, await pictures.save(bytes))
  return { texts }
}

export function removedLogo(): Map<string, null> {
  return new Map(logoFiles.map((name) => [pictureFolderPrefix + name, null]))
}

/** Undefined for a file that is no SVG. */
function readDrawing(upload: Buffer): string | undefined {
  const start = upload
    .subarray(0, 4_000)
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart()
  return start.startsWith('<') && /<svg[\s>]/.test(upload.toString())
    ? upload.toString()
    : undefined
}

function rejectDrawing(drawing: string, bytes: number): LocalizedText | undefined {
  if (bytes > maxDrawingBytes) return tooLarge
  const part = findActiveSvgPart(drawing)
  if (part === undefined) return undefined
  return {
    vi: `Tệp SVG này có phần không dùng được trên trang (${part}): mã lệnh, liên kết hoặc ảnh bên ngoài. Hãy lưu riêng hình vẽ dạng SVG thường, hoặc gửi bản PNG.`,
    en: `This SVG has a part that the site does not show (${part}): a script, a link or an external picture. Save the drawing alone as plain SVG, or send it as PNG.`,
  }
}

const tooLarge: LocalizedText = {
  vi: 'Tệp SVG này nặng hơn 40 KB. Hãy lưu hình đơn giản hơn, hoặc gửi bản PNG.',
  en: 'This SVG has more than 40 KB. Save a simpler drawing, or send it as PNG.',
}

const notAnImage: LocalizedText = {
  vi: 'Không mở được tệp này: không phải là ảnh, hoặc ảnh bị hỏng. Hãy gửi logo dạng PNG, SVG hoặc WebP.',
  en: 'This file cannot be opened: it is not a picture, or it is damaged. Send the logo as PNG, SVG or WebP.',
}

const uploadProblems: Readonly<Record<PhotoProblem, LocalizedText>> = {
  'not-decodable': notAnImage,
  damaged: notAnImage,
  unreadable: notAnImage,
  'too-many-pixels': {
    vi: 'Ảnh này có quá nhiều điểm ảnh. Logo chỉ cần rộng khoảng 1.000 điểm.',
    en: 'This picture has too many pixels. A logo needs a width of about 1,000.',
  },
}
