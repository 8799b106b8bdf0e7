/** Reports missing pictures that the site or a text refers to: the site works without, but guests notice it. */
import { type LocalizedText, locales } from '../kernel/locale.ts'
import { logoDrawing, logoFileOf } from './logo.ts'
import { findPictures } from './markdown.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'

const onAndroid: LocalizedText = {
  vi: 'biểu tượng khi khách ghim trang lên màn hình điện thoại Android',
  en: 'the icon of the site on the home screen of an Android phone',
}

const forAssistants: LocalizedText = {
  vi: 'biểu tượng trong danh mục của các trợ lý AI và của trình duyệt cũ',
  en: 'the icon in directories of AI assistants and in old browsers',
}

/** Pictures that the site uses if they exist, and their purpose. */
const sitePictures: Readonly<Record<string, LocalizedText>> = {
  'favicon.svg': {
    vi: 'biểu tượng ở đầu mọi trang và trên thẻ trình duyệt',
    en: 'the icon at the top of every page and on its tab',
  },
  'apple-touch-icon.png': {
    vi: 'biểu tượng khi khách ghim trang lên màn hình iPhone',
    en: 'the icon of the site on the home screen of an iPhone',
  },
  'icon-48.png': forAssistants,
  'icon-96.png': forAssistants,
  'icon-192.png': onAndroid,
  'icon-512.png': onAndroid,
}

const addPictureHint: LocalizedText = {
  vi: 'hãy thêm ảnh của mình; chưa có thì chỗ đó để trống',
  en: 'add one of your own; until then it is left out',
}

const folder = '/pictures/'

export function checkPictures(
  { pictures, photos, pages, articles }: SharedFiles,
  report: Report,
): void {
  const photoNames = photos.map(({ file }) => file.replace(/^pictures\//, ''))
  const there = new Set([...pictures.map(({ name }) => name), ...photoNames])
  const hasLogo = logoFileOf(pictures) !== undefined
  for (const [name, { vi, en }] of Object.entries(sitePictures)) {
    if (there.has(name) || (name === logoDrawing && hasLogo)) continue
    const wrong = { vi: `chưa có ảnh này (${vi})`, en: `there is no such picture (${en})` }
    report.noteAt(`pictures/${name}`, 1, wrong, { remedy: addPictureHint })
  }
  for (const [under, texts] of Object.entries({ pages, articles })) {
    for (const text of texts) {
      for (const locale of text.from ? [text.from] : locales) {
        const { body, line } = text[locale]
        for (const picture of findPictures(body)) {
          const name = picture.address.startsWith(folder) && picture.address.slice(folder.length)
          if (name !== false && there.has(name)) continue
          const mistake = name === false ? externalPicture(picture.address) : missingPicture(name)
          const file = `${under}/${text.slug}.${locale}.md`
          report.noteAt(file, line + picture.line, mistake.wrong, { write: mistake.write })
        }
      }
    }
  }
}

type PictureMistake = { wrong: LocalizedText; write: LocalizedText }

function missingPicture(name: string): PictureMistake {
  return {
    wrong: {
      vi: `trong thư mục pictures không có ảnh "${name}"`,
      en: `there is no picture "${name}" in the folder pictures`,
    },
    write: {
      vi: 'tên một ảnh đã có, hoặc thêm ảnh đó vào',
      en: 'the name of an existing one, or add it',
    },
  }
}

/** External images are not shown, and a file beside the text has no URL. */
function externalPicture(address: string): PictureMistake {
  return {
    wrong: {
      vi: `trang không hiện được ảnh "${address}"`,
      en: `the site cannot show the picture "${address}"`,
    },
    write: {
      vi: '/pictures/ rồi đến tên một ảnh trong thư mục pictures',
      en: '/pictures/ and the name of one in the folder pictures',
    },
  }
}
