/**
 * Drawings and icons of a shop: SVG without scripts or external references, and PNG where PNG is required. Photos are
 * in `photo-files.ts`.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'
import { unreadableFile } from './file-errors.ts'
import { readContentFile } from './files.ts'
import { findActiveSvgPart } from './svg-check.ts'

/** A picture by file name. It is served only if its bytes confirm its type. */
export type Picture = { name: string; type: string; bytes: Buffer; isServed: boolean }

const types: Readonly<Record<string, { type: string; maxBytes: number }>> = {
  svg: { type: 'image/svg+xml', maxBytes: 40_000 },
  png: { type: 'image/png', maxBytes: 300_000 },
}

/** Pictures that must be PNG: browsers, phones and directories ask for them. A PNG of another name is also a photo. */
export function isSiteIcon(name: string): boolean {
  return /^(?:share|apple-touch-icon|icon-\d+)\.png$/.test(name)
}

export function readPictures(
  folder: string,
  paths: readonly string[],
): { pictures: Picture[]; errors: ContentIssue[]; notes: ContentIssue[] } {
  const errors: ContentIssue[] = []
  const notes: ContentIssue[] = []
  const read = (path: string): Buffer | undefined => {
    try {
      return readContentFile(folder, path)
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
    // The other files are photos, or no pictures.
    if (!kind || (ending === 'png' && !isServedPng(folder, path, kind.maxBytes))) return []
    const bytes = read(path)
    if (!bytes) return []
    if (!isUrlName.test(name)) addError(rejections.badName)
    if (bytes.length > kind.maxBytes) addError(tooLarge(Math.round(kind.maxBytes / 1000)))
    if (kind.type === 'image/svg+xml') {
      const text = bytes.toString()
      const activePart = findActiveSvgPart(text)
      if (!/<svg[\s>]/.test(text)) addError(rejections.notSvg)
      else if (activePart !== undefined) addError(active(activePart))
    } else if (!isPng(bytes) && isSiteIcon(name))
      notes.push({ file: path, line: 1, ...rejections.notPng })
    const isServed = kind.type === 'image/svg+xml' || isPng(bytes)
    return [{ name, type: kind.type, bytes, isServed }]
  })
  return { pictures, errors, notes }
}

const isUrlName = /^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png)$/

/** An icon, or a small PNG that texts may refer to by its own path. All others are photos only. */
function isServedPng(folder: string, path: string, maxBytes: number): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (isSiteIcon(name)) return true
  const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0
  return isUrlName.test(name) && size <= maxBytes
}

/** Checks the first bytes: a photo that was only renamed has others. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 16).toString('latin1').startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
}

type PictureRejection = { wrong: LocalizedText; remedy: LocalizedText }

const rejections = {
  badName: {
    wrong: { vi: 'tên tệp không làm địa chỉ được', en: 'its name cannot be used as a URL' },
    remedy: {
      vi: 'hãy đặt tên bằng chữ thường không dấu, chữ số và dấu gạch ngang, ví dụ hero.svg',
      en: 'use small letters, digits and dashes, such as hero.svg',
    },
  },
  notSvg: {
    wrong: { vi: 'tệp này không phải là SVG', en: 'this is not an SVG' },
    remedy: {
      vi: 'hãy dùng hình vẽ bắt đầu bằng <svg',
      en: 'save a drawing that begins with <svg',
    },
  },
  notPng: {
    wrong: {
      vi: 'tệp này không phải là ảnh PNG, nên khách không thấy gì',
      en: 'this is not a PNG, so guests see nothing',
    },
    remedy: { vi: 'hãy mở ảnh gốc rồi lưu lại dạng PNG', en: 'save the picture again as PNG' },
  },
} satisfies Record<string, PictureRejection>

function active(part: string): PictureRejection {
  return {
    wrong: {
      vi: `trong hình có mã lệnh hoặc liên kết (${part})`,
      en: `it contains a script or a link (${part})`,
    },
    remedy: {
      vi: 'hãy lưu riêng hình vẽ, dạng SVG thường',
      en: 'save the drawing alone, as plain SVG',
    },
  }
}

function tooLarge(maxKilobytes: number): PictureRejection {
  return {
    wrong: { vi: 'ảnh quá nặng', en: 'the picture is too large' },
    remedy: {
      vi: `hãy dùng ảnh nặng nhiều nhất ${maxKilobytes} KB`,
      en: `use one of at most ${maxKilobytes} KB`,
    },
  }
}
