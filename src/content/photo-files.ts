/**
 * Finds the photos in the folder of pictures. They are not read here: a photo may have 25 MB, and reading takes time.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { foldDiacritics } from '../kernel/fold-diacritics.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'
import type { PhotoFile } from './photo.ts'
import { isSiteIcon } from './pictures.ts'

export const maxPhotoBytes = 25_000_000

const photoEnding = /\.(jpe?g|png|webp|avif|hei[cf])$/i

/** Files that are photos to their owner, but that browsers or the conversion do not know. */
const otherEnding = /\.(gif|bmp|tiff?|dng|raw|cr2|nef|arw|jxl|psd)$/i

const galleryFolder = 'gallery/'

export function isPhotoPath(path: string): boolean {
  return photoEnding.test(path) && !isSiteIcon(path.slice(path.lastIndexOf('/') + 1))
}

/** Also the icons of the site. The editor stores such a file by the digest of its bytes. */
export function isImagePath(path: string): boolean {
  return photoEnding.test(path)
}

export function listPhotos(
  contentFolder: string,
  under: string,
  paths: readonly string[],
): { photos: PhotoFile[]; notes: ContentIssue[] } {
  const notes: ContentIssue[] = []
  const byName = new Map<string, PhotoFile>()
  const note = (file: string, mistake: PhotoMistake) => notes.push({ file, line: 1, ...mistake })
  for (const path of paths) {
    if (otherEnding.test(path)) note(path, mistakes.otherFormat)
    if (!isPhotoPath(path)) continue
    const found = statIfThere(join(contentFolder, path))
    if (!found?.isFile()) note(path, mistakes.unreadable)
    else if (found.size > maxPhotoBytes) note(path, mistakes.tooLarge)
    else {
      const name = photoName(path.slice(under.length + 1))
      const other = byName.get(name)
      if (other) note(path, sameName(other.file))
      else {
        const { size: sizeBytes, mtimeMs: modifiedMs } = found
        byName.set(name, { name, file: path, sizeBytes, modifiedMs })
      }
    }
  }
  return { photos: [...byName.values()], notes }
}

function statIfThere(path: string) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** "Phở bò.JPG" shows pho-bo. Only the folder of the gallery is part of the name. */
export function photoName(path: string): string {
  const isInGallery = path.startsWith(galleryFolder)
  const fileName = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const name = foldDiacritics(fileName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return isInGallery ? `${galleryFolder}${name}` : name
}

export function isGalleryPhoto({ name }: Pick<PhotoFile, 'name'>): boolean {
  return name.startsWith(galleryFolder)
}

export type PhotoMistake = { wrong: LocalizedText; remedy: LocalizedText }

const mistakes = {
  otherFormat: {
    wrong: {
      vi: 'trang không hiện được loại ảnh này',
      en: 'the site cannot show pictures of this format',
    },
    remedy: { vi: 'hãy lưu ảnh thành JPEG', en: 'save the photo as JPEG' },
  },
  unreadable: {
    wrong: { vi: 'không đọc được ảnh này', en: 'this photo cannot be read' },
    remedy: {
      vi: 'hãy chép lại chính tệp ảnh vào thư mục',
      en: 'copy the photo itself into the folder again',
    },
  },
  tooLarge: {
    wrong: {
      vi: 'ảnh này nặng hơn 25 MB, nên khách không thấy',
      en: 'this photo has more than 25 MB, so guests do not see it',
    },
    remedy: {
      vi: 'hãy gửi ảnh qua Zalo cho chính mình rồi lưu lại, hoặc lưu thành JPEG',
      en: 'save it as JPEG, or send it to yourself in a chat app and save that copy',
    },
  },
} satisfies Record<string, PhotoMistake>

function sameName(other: string): PhotoMistake {
  return {
    wrong: {
      vi: `ảnh ${other} trùng tên, nên khách chỉ thấy ảnh ấy`,
      en: `${other} has the same name, so guests see only that one`,
    },
    remedy: { vi: 'hãy giữ một ảnh, hoặc đổi tên', en: 'keep one of the two, or rename one' },
  }
}
