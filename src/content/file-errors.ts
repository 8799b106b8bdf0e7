/** Errors of a file or folder as a whole, independent of its content. */

import { program } from '../kernel/command-line.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type ContentIssue, wholeFolder } from './content-errors.ts'
import { OutsideFolderError, systemErrorCode } from './files.ts'
import { slugHint } from './vocabulary.ts'
import type { Remedy } from './yaml-errors.ts'

const createIssue = (file: string, wrong: LocalizedText, remedy: Remedy): ContentIssue => ({
  file,
  line: 1,
  wrong,
  ...remedy,
})

/** Errors of the file system: a dangling link, missing permissions. */
export function unreadableFile(file: string, error: unknown): ContentIssue {
  if (error instanceof OutsideFolderError) return linkOutside(file)
  const code = systemErrorCode(error)
  const wrong = { vi: `không đọc được tệp (${code})`, en: `the file cannot be read (${code})` }
  return createIssue(file, wrong, { remedy: makeReadableHint })
}

export function linkOutside(file: string): ContentIssue {
  return createIssue(
    file,
    {
      vi: 'liên kết này dẫn ra ngoài thư mục nội dung',
      en: 'this link leads out of the content folder',
    },
    {
      remedy: {
        vi: 'hãy chép chính tệp ấy vào thư mục',
        en: 'copy the file itself into the folder',
      },
    },
  )
}

export function unreadableFolder(folder: string): ContentIssue {
  const wrong = { vi: 'không đọc được thư mục', en: 'the folder cannot be read' }
  return createIssue(folder, wrong, { remedy: makeReadableHint })
}

const makeReadableHint: LocalizedText = {
  vi: 'hãy lưu lại, hoặc cho phép chương trình đọc',
  en: 'save it again, or give the program read permission',
}

/** The owner's folder itself. */
export function unreadableContentFolder(error: unknown): ContentIssue {
  const code = systemErrorCode(error)
  const wrong =
    code === 'ENOENT'
      ? { vi: 'không có thư mục này', en: 'the folder does not exist' }
      : { vi: `không đọc được thư mục (${code})`, en: `the folder cannot be read (${code})` }
  return createIssue(wholeFolder, wrong, {
    write: {
      vi: 'đường dẫn của một thư mục đọc được',
      en: 'the path of a readable folder',
    },
  })
}

export function notUtf8(file: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'tệp chưa được lưu dạng UTF-8', en: 'the file is not saved as UTF-8' },
    { remedy: { vi: 'hãy lưu lại, chọn bảng mã UTF-8', en: 'save it as UTF-8' } },
  )
}

/** `sample` is the path of the same file in the sample shop. */
export function missingFile(file: string, sample: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'thiếu tệp này', en: 'the file is missing' },
    copyFromSample(sample),
  )
}

export function emptyFolder(folder: string, sample: string): ContentIssue {
  const wrong = {
    vi: 'trong thư mục này không có tệp .yaml nào',
    en: 'it contains no .yaml file',
  }
  return createIssue(folder, wrong, copyFromSample(sample))
}

/** The remedy names no sample, because the trade is not known yet. */
export function missingBusinessFile(file: string): ContentIssue {
  const init = `${program} init`
  return createIssue(
    file,
    { vi: 'thiếu tệp này', en: 'the file is missing' },
    {
      remedy: {
        vi: `hãy chép từ cửa hàng mẫu cùng ngành (lệnh ${init} tạo một bản mẫu mới ở thư mục khác)`,
        en: `copy it from the sample of your trade (${init} makes a new one in another folder)`,
      },
    },
  )
}

export function wrongExtension(file: string, right: string): ContentIssue {
  const name = right.slice(right.lastIndexOf('/') + 1)
  const endings = [...name.matchAll(/\./g)].map(({ index }) => name.slice(index)).reverse()
  const ending = endings.find((one) => !file.endsWith(one))
  const wrong =
    ending === undefined
      ? { vi: 'tên tệp viết chưa đúng', en: 'its name is not spelled as expected' }
      : { vi: `tên tệp chưa kết thúc bằng ${ending}`, en: `its name does not end in ${ending}` }
  return createIssue(file, wrong, {
    remedy: { vi: `hãy đổi tên thành ${name}`, en: `rename it to ${name}` },
  })
}

function copyFromSample(sample: string): Remedy {
  return {
    remedy: { vi: `hãy chép từ mẫu (${sample})`, en: `copy it from the sample (${sample})` },
  }
}

export function unusedFile(file: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'tệp này không được dùng ở đâu', en: 'this file is not used' },
    {
      remedy: {
        vi: 'hãy đặt tên như trong cửa hàng mẫu, hoặc bỏ tệp đi',
        en: 'name it as in the sample shop, or remove it',
      },
    },
  )
}

export function missingFrontMatter(file: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'thiếu phần đầu', en: 'the front matter is missing' },
    {
      write: {
        vi: 'title, description và các ngày giữa hai dòng ---, rồi đến nội dung',
        en: 'the title, description and dates between two lines of ---, then the text',
      },
    },
  )
}

export function missingBody(file: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'thiếu nội dung', en: 'the text is missing' },
    { write: { vi: 'nội dung ở dưới phần đầu', en: 'it below the front matter' } },
  )
}

const missingTexts: Readonly<Record<Locale, LocalizedText>> = {
  vi: { vi: 'bản tiếng Việt vào tệp này', en: 'the Vietnamese text in this file' },
  en: { vi: 'bản tiếng Anh vào tệp này', en: 'the English text in this file' },
}

export function missingTranslation(file: string, locale: Locale): ContentIssue {
  const wrong = { vi: 'thiếu bản dịch', en: 'the translation is missing' }
  return createIssue(file, wrong, { write: missingTexts[locale] })
}

export function invalidFileName(file: string): ContentIssue {
  return createIssue(
    file,
    { vi: 'tên tệp không làm địa chỉ được', en: 'its name cannot be used as a URL' },
    {
      remedy: { vi: `hãy đặt tên bằng ${slugHint.vi}`, en: `write ${slugHint.en}` },
    },
  )
}
