/** The drawings of a shop: SVG that draws and does nothing else, and the PNGs that need to be PNGs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'
import { unreadableFile } from './file-errors.ts'

/** A drawing as it is served, by the name of its file. */
export type Picture = { name: string; type: string; bytes: Buffer }

const types: Readonly<Record<string, { type: string; maxBytes: number }>> = {
  svg: { type: 'image/svg+xml', maxBytes: 40_000 },
  png: { type: 'image/png', maxBytes: 300_000 },
}

/** Pictures all the same; whatever else lies there is no business of ours. */
const unsupportedTypes = ['jpg', 'jpeg', 'webp', 'gif', 'avif', 'heic', 'bmp', 'tif', 'tiff']

/** What could act, or fetch something from elsewhere. */
const activeContent =
  /<script|<foreignObject|\son\w+\s*=|javascript:|<!ENTITY|(?:href|src)\s*=\s*["'](?!#)/i

export function readPictures(
  folder: string,
  paths: readonly string[],
): { pictures: Picture[]; errors: ContentIssue[]; notes: ContentIssue[] } {
  const errors: ContentIssue[] = []
  const notes: ContentIssue[] = []
  const read = (path: string): Buffer | undefined => {
    try {
      return readFileSync(join(folder, path))
    } catch (error) {
      errors.push(unreadableFile(path, error))
      return undefined
    }
  }
  const pictures = paths.flatMap((path): Picture[] => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    const kind = types[ending]
    const addError = (rejection: PictureRejection) =>
      errors.push({ file: path, line: 1, ...rejection })
    if (unsupportedTypes.includes(ending)) addError(rejections.ofAnotherKind)
    const bytes = kind && read(path)
    if (!bytes) return []
    if (!/^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png)$/.test(name)) {
      addError(rejections.badName)
    }
    if (bytes.length > kind.maxBytes) addError(tooLarge(Math.round(kind.maxBytes / 1000)))
    if (kind.type === 'image/svg+xml') {
      const text = bytes.toString()
      if (!/<svg[\s>]/.test(text)) addError(rejections.notSvg)
      if (activeContent.test(text)) addError(rejections.active)
    } else if (!isPng(bytes)) notes.push({ file: path, line: 1, ...rejections.notPng })
    return [{ name, type: kind.type, bytes }]
  })
  return { pictures, errors, notes }
}

/** By its first bytes: a photograph that was only renamed has others. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 16).toString('latin1').startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
}

type PictureRejection = { wrong: LocalizedText; remedy: LocalizedText }

const rejections = {
  ofAnotherKind: {
    wrong: { vi: 'trang không dùng loại ảnh này', en: 'such pictures are not served' },
    remedy: { vi: 'hãy lưu thành SVG hoặc PNG', en: 'write it as an SVG or a PNG' },
  },
  badName: {
    wrong: { vi: 'tên tệp không làm địa chỉ được', en: 'its name makes no address' },
    remedy: {
      vi: 'hãy đặt tên bằng chữ thường không dấu, chữ số và dấu gạch ngang, ví dụ hero.svg',
      en: 'write small letters, digits and dashes, such as hero.svg',
    },
  },
  notSvg: {
    wrong: { vi: 'tệp này không phải là SVG', en: 'this is no SVG' },
    remedy: {
      vi: 'hãy dùng hình vẽ bắt đầu bằng <svg',
      en: 'write a drawing that begins with <svg',
    },
  },
  notPng: {
    wrong: {
      vi: 'tệp này không phải là ảnh PNG, nên khách không thấy gì',
      en: 'this is no PNG, so guests see nothing',
    },
    remedy: { vi: 'hãy mở ảnh gốc rồi lưu lại dạng PNG', en: 'save the picture anew as PNG' },
  },
  active: {
    wrong: { vi: 'trong hình có mã lệnh hoặc liên kết', en: 'it holds a script or a link' },
    remedy: {
      vi: 'hãy lưu riêng hình vẽ, dạng SVG thường',
      en: 'write the drawing alone, saved as plain SVG',
    },
  },
} satisfies Record<string, PictureRejection>

function tooLarge(maxKilobytes: number): PictureRejection {
  return {
    wrong: { vi: 'ảnh quá nặng', en: 'the picture is too large' },
    remedy: {
      vi: `hãy dùng ảnh nặng nhiều nhất ${maxKilobytes} KB`,
      en: `write one of at most ${maxKilobytes} KB`,
    },
  }
}
