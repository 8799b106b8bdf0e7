/** The drawings of a shop: SVG that draws and does nothing else, and the PNGs that need to be PNGs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Words } from '../kernel/locale.ts'
import type { Fault } from './content-errors.ts'
import { unreadableFile } from './file-errors.ts'

/** A drawing as it is served, by the name of its file. */
export type Picture = { name: string; type: string; bytes: Buffer }

const types: Readonly<Record<string, { type: string; most: number }>> = {
  svg: { type: 'image/svg+xml', most: 40_000 },
  png: { type: 'image/png', most: 300_000 },
}

/** Pictures all the same; whatever else lies there is no business of ours. */
const otherTypes = ['jpg', 'jpeg', 'webp', 'gif', 'avif', 'heic', 'bmp', 'tif', 'tiff']

/** What could act, or fetch something from elsewhere. */
const active =
  /<script|<foreignObject|\son\w+\s*=|javascript:|<!ENTITY|(?:href|src)\s*=\s*["'](?!#)/i

export function readPictures(
  folder: string,
  paths: readonly string[],
): { pictures: Picture[]; faults: Fault[]; notes: Fault[] } {
  const faults: Fault[] = []
  const notes: Fault[] = []
  const read = (path: string): Buffer | undefined => {
    try {
      return readFileSync(join(folder, path))
    } catch (error) {
      faults.push(unreadableFile(path, error))
      return undefined
    }
  }
  const pictures = paths.flatMap((path): Picture[] => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    const kind = types[ending]
    const fault = (refusal: Refusal) => faults.push({ file: path, line: 1, ...refusal })
    if (otherTypes.includes(ending)) fault(refusals.ofAnotherKind)
    const bytes = kind && read(path)
    if (!bytes) return []
    if (!/^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png)$/.test(name)) {
      fault(refusals.badName)
    }
    if (bytes.length > kind.most) fault(tooLarge(Math.round(kind.most / 1000)))
    if (kind.type === 'image/svg+xml') {
      const text = bytes.toString()
      if (!/<svg[\s>]/.test(text)) fault(refusals.notSvg)
      if (active.test(text)) fault(refusals.active)
    } else if (!isPng(bytes)) notes.push({ file: path, line: 1, ...refusals.notPng })
    return [{ name, type: kind.type, bytes }]
  })
  return { pictures, faults, notes }
}

/** By its first bytes: a photograph that was only renamed has others. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 16).toString('latin1').startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
}

type Refusal = { wrong: Words; mend: Words }

const refusals = {
  ofAnotherKind: {
    wrong: { vi: 'trang không dùng loại ảnh này', en: 'such pictures are not served' },
    mend: { vi: 'hãy lưu thành SVG hoặc PNG', en: 'write it as an SVG or a PNG' },
  },
  badName: {
    wrong: { vi: 'tên tệp không làm địa chỉ được', en: 'its name makes no address' },
    mend: {
      vi: 'hãy đặt tên bằng chữ thường không dấu, chữ số và dấu gạch ngang, ví dụ hero.svg',
      en: 'write small letters, digits and dashes, such as hero.svg',
    },
  },
  notSvg: {
    wrong: { vi: 'tệp này không phải là SVG', en: 'this is no SVG' },
    mend: {
      vi: 'hãy dùng hình vẽ bắt đầu bằng <svg',
      en: 'write a drawing that begins with <svg',
    },
  },
  notPng: {
    wrong: {
      vi: 'tệp này không phải là ảnh PNG, nên khách không thấy gì',
      en: 'this is no PNG, so guests see nothing',
    },
    mend: { vi: 'hãy mở ảnh gốc rồi lưu lại dạng PNG', en: 'save the picture anew as PNG' },
  },
  active: {
    wrong: { vi: 'trong hình có mã lệnh hoặc liên kết', en: 'it holds a script or a link' },
    mend: {
      vi: 'hãy lưu riêng hình vẽ, dạng SVG thường',
      en: 'write the drawing alone, saved as plain SVG',
    },
  },
} satisfies Record<string, Refusal>

function tooLarge(most: number): Refusal {
  return {
    wrong: { vi: 'ảnh quá nặng', en: 'the picture is too large' },
    mend: { vi: `hãy dùng ảnh nặng nhiều nhất ${most} KB`, en: `write one of at most ${most} KB` },
  }
}
