/** Reports photos that guests do not see: shown nowhere, or not convertible. */

import { type LocalizedText, locales } from '../kernel/locale.ts'
import { findNearest } from '../kernel/nearest.ts'
import type { ContentIssue } from './content-errors.ts'
import { findPictures } from './markdown.ts'
import type { PhotoFile, PhotoProblem } from './photo.ts'
import { isGalleryPhoto, type PhotoMistake, photoName } from './photo-files.ts'
import type { Report } from './report.ts'
import type { Shared } from './shop.ts'

/** Something that a picture can show: its id is the name of the file. */
export type PicturePlace = { id: string; name?: string | LocalizedText }

/** Places that every shop has. */
const sharedPlaces: readonly PicturePlace[] = [
  { id: 'hero', name: { vi: 'trang chủ', en: 'home page' } },
  { id: 'team', name: { vi: 'đội ngũ', en: 'team' } },
  { id: 'article', name: { vi: 'bài viết', en: 'articles' } },
  { id: '404' },
]

export function checkPhotos(shared: Shared, trade: readonly PicturePlace[], report: Report): void {
  const { photos, photoTexts, pages, articles } = shared
  const articlePlaces = articles.map(({ slug, vi }) => ({ id: slug, name: vi.head.title }))
  const places = [...sharedPlaces, ...trade, ...articlePlaces]
  const ids = new Set(places.map(({ id }) => id))
  const inTexts = new Set(
    [...pages, ...articles].flatMap((text) =>
      locales.flatMap((locale) => findPictures(text[locale].body).flatMap(photoOfAddress)),
    ),
  )
  for (const photo of photos) {
    if (isGalleryPhoto(photo) || ids.has(photo.name) || inTexts.has(photo.name)) continue
    const { wrong, remedy } = shownNowhere(photo, places)
    report.noteAt(photo.file, 1, wrong, { remedy })
  }
  const names = new Set(photos.map(({ name }) => name))
  photoTexts?.photos.forEach(({ name }, index) => {
    if (names.has(name)) return
    const near = findNearest(name, photos, (photo) => [photo.name])
    report.note(
      photoTexts,
      ['photos', index, 'name'],
      (field) => ({
        vi: `${field.vi}: không có ảnh "${name}"`,
        en: `${field.en}: there is no photo "${name}"`,
      }),
      near
        ? { vi: near.name, en: near.name }
        : {
            vi: 'tên một ảnh trong thư mục pictures, không có đuôi, ví dụ gallery/san-vuon',
            en: 'the name of a photo in the folder pictures without its ending, such as gallery/courtyard',
          },
    )
  })
}

function photoOfAddress({ address }: { address: string }): string[] {
  return address.startsWith('/pictures/') ? [photoName(address.slice('/pictures/'.length))] : []
}

function shownNowhere({ name, file }: PhotoFile, places: readonly PicturePlace[]): PhotoMistake {
  const isHeic = /\.hei[cf]$/i.test(file)
  const ending = isHeic ? '.jpg' : file.slice(file.lastIndexOf('.'))
  const near = findNearest(name, places, (place) => [place.id, ...textsOf(place)])
  return {
    wrong: {
      vi: 'tên ảnh này không khớp với món, dịch vụ hay trang nào, nên khách không thấy',
      en: 'the name of this photo fits no offer and no page, so guests do not see it',
    },
    remedy: withJpegHint(isHeic, near ? renameHint(near, ending) : nameHint(ending)),
  }
}

/** Most servers cannot open a HEIC photo, under any name. */
function withJpegHint(isHeic: boolean, remedy: LocalizedText): LocalizedText {
  if (!isHeic) return remedy
  const { remedy: jpeg } = problems['not-decodable']
  return { vi: `${jpeg.vi}; rồi ${remedy.vi}`, en: `${jpeg.en}; then ${remedy.en}` }
}

function renameHint(place: PicturePlace, ending: string): LocalizedText {
  const [vi = place.id, en = vi] = textsOf(place)
  const newName = `${place.id}${ending}`
  return {
    vi: `hãy đổi tên thành ${newName} nếu đó là ảnh “${vi}”, hoặc chuyển vào pictures/gallery`,
    en: `rename it to ${newName} if it shows “${en}”, or move it to pictures/gallery`,
  }
}

function nameHint(ending: string): LocalizedText {
  return {
    vi:
      `hãy đặt tên theo mã của món hay dịch vụ trong ảnh, ví dụ hero${ending} cho trang chủ, ` +
      'hoặc chuyển vào pictures/gallery',
    en:
      `give it the id of what it shows as its name, such as hero${ending} for the home page, ` +
      'or move it to pictures/gallery',
  }
}

function textsOf({ name }: PicturePlace): string[] {
  if (name === undefined) return []
  return typeof name === 'string' ? [name] : [name.vi, name.en]
}

/** A note about a photo that could not be converted. */
export function describePhotoProblem(file: string, problem: PhotoProblem): ContentIssue {
  return { file, line: 1, ...problems[problem] }
}

const saveAsJpeg: LocalizedText = {
  vi: 'hãy mở ảnh gốc rồi lưu thành JPEG',
  en: 'open the original and save it as JPEG',
}

const problems: Record<PhotoProblem, PhotoMistake> = {
  'not-decodable': {
    wrong: {
      vi: 'đây là ảnh HEIC của iPhone, máy chủ này không mở được, nên khách không thấy',
      en: 'this is a HEIC photo of an iPhone, which this server cannot open, so guests do not see it',
    },
    remedy: {
      vi:
        'hãy lưu thành JPEG; để iPhone luôn chụp JPEG: Cài đặt → Camera → Định dạng → ' +
        'Tương thích nhất',
      en:
        'save it as JPEG; to let the iPhone always take JPEG: Settings → Camera → Formats → ' +
        'Most Compatible',
    },
  },
  damaged: {
    wrong: {
      vi: 'tệp ảnh này hỏng hoặc chưa chép xong, nên khách không thấy',
      en: 'this photo is damaged or was not copied completely, so guests do not see it',
    },
    remedy: { vi: 'hãy chép lại ảnh gốc', en: 'copy the original again' },
  },
  'too-many-pixels': {
    wrong: {
      vi: 'ảnh này có quá nhiều điểm ảnh, nên khách không thấy',
      en: 'this photo has too many pixels, so guests do not see it',
    },
    remedy: saveAsJpeg,
  },
  unreadable: {
    wrong: {
      vi: 'không đọc được ảnh này, nên khách không thấy',
      en: 'this photo cannot be read, so guests do not see it',
    },
    remedy: {
      vi: 'hãy chép lại chính tệp ảnh vào thư mục, hoặc cho phép chương trình đọc',
      en: 'copy the photo itself into the folder, or give the program read permission',
    },
  },
}
