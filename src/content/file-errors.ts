/** What is wrong with a file or a folder as a whole, whatever stands in it. */

import { program } from '../kernel/command-line.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import { type Fault, wholeFolder } from './content-errors.ts'
import { codeOf } from './files.ts'
import { slugHint } from './vocabulary.ts'
import type { Remedy } from './yaml-errors.ts'

const of = (file: string, wrong: Words, remedy: Remedy): Fault => ({
  file,
  line: 1,
  wrong,
  ...remedy,
})

/** Something of the system's: a link that leads nowhere, a file of somebody else's. */
export function unreadableFile(file: string, error: unknown): Fault {
  const code = codeOf(error)
  const wrong = { vi: `không đọc được tệp (${code})`, en: `the file cannot be read (${code})` }
  return of(file, wrong, { mend: makeReadable })
}

export function unreadableFolder(folder: string): Fault {
  const wrong = { vi: 'không đọc được thư mục', en: 'the folder cannot be read' }
  return of(folder, wrong, { mend: makeReadable })
}

const makeReadable: Words = {
  vi: 'hãy lưu lại, hoặc cho phép chương trình đọc',
  en: 'write it anew, or let the program read it',
}

/** The owner's folder itself. */
export function noFolder(error: unknown): Fault {
  const code = codeOf(error)
  const wrong =
    code === 'ENOENT'
      ? { vi: 'không có thư mục này', en: 'there is no such folder' }
      : { vi: `không đọc được thư mục (${code})`, en: `the folder cannot be read (${code})` }
  return of(wholeFolder, wrong, {
    write: {
      vi: 'đường dẫn của một thư mục đọc được',
      en: 'the path of one that can be read',
    },
  })
}

export function notUtf8(file: string): Fault {
  return of(
    file,
    { vi: 'tệp chưa được lưu dạng UTF-8', en: 'the file is not saved as UTF-8' },
    { mend: { vi: 'hãy lưu lại, chọn bảng mã UTF-8', en: 'save it as UTF-8' } },
  )
}

/** `sample` is where the sample has one. */
export function missingFile(file: string, sample: string): Fault {
  return of(file, { vi: 'thiếu tệp này', en: 'the file is missing' }, copied(sample))
}

export function emptyFolder(folder: string, sample: string): Fault {
  const wrong = {
    vi: 'trong thư mục này không có tệp .yaml nào',
    en: 'there is no .yaml file in it',
  }
  return of(folder, wrong, copied(sample))
}

/** Which sample it should be copied from, nobody knows before it says its trade. */
export function noBusiness(file: string): Fault {
  const init = `${program} init`
  return of(
    file,
    { vi: 'thiếu tệp này', en: 'the file is missing' },
    {
      mend: {
        vi: `hãy chép từ cửa hàng mẫu cùng ngành (lệnh ${init} tạo một bản mẫu mới ở thư mục khác)`,
        en: `copy it from the sample of your trade (${init} makes a new one in another folder)`,
      },
    },
  )
}

export function misnamedFile(file: string, right: string): Fault {
  const ending = right.slice(right.lastIndexOf('.'))
  const name = right.slice(right.lastIndexOf('/') + 1)
  return of(
    file,
    { vi: `tên tệp chưa kết thúc bằng ${ending}`, en: `its name does not end in ${ending}` },
    { mend: { vi: `hãy đổi tên thành ${name}`, en: `rename it to ${name}` } },
  )
}

function copied(sample: string): Remedy {
  return {
    mend: { vi: `hãy chép từ mẫu (${sample})`, en: `copy it from the sample (${sample})` },
  }
}

export function unusedFile(file: string): Fault {
  return of(
    file,
    { vi: 'tệp này không được dùng ở đâu', en: 'this file is not read by anything' },
    {
      mend: {
        vi: 'hãy đặt tên như trong cửa hàng mẫu, hoặc bỏ tệp đi',
        en: 'write its name as in the sample shop, or take it away',
      },
    },
  )
}

export function noHead(file: string): Fault {
  return of(
    file,
    { vi: 'thiếu phần đầu', en: 'the head is missing' },
    {
      write: {
        vi: 'title, description và các ngày giữa hai dòng ---, rồi đến nội dung',
        en: 'the title, description and dates between two lines of ---, then the text',
      },
    },
  )
}

export function noText(file: string): Fault {
  return of(
    file,
    { vi: 'thiếu nội dung', en: 'the text is missing' },
    { write: { vi: 'nội dung ở dưới phần đầu', en: 'it below the head' } },
  )
}

const missingTexts: Readonly<Record<Locale, Words>> = {
  vi: { vi: 'bản tiếng Việt vào tệp này', en: 'the Vietnamese text in this file' },
  en: { vi: 'bản tiếng Anh vào tệp này', en: 'the English text in this file' },
}

export function noTranslation(file: string, locale: Locale): Fault {
  const wrong = { vi: 'thiếu bản dịch', en: 'the translation is missing' }
  return of(file, wrong, { write: missingTexts[locale] })
}

export function noAddress(file: string): Fault {
  return of(
    file,
    { vi: 'tên tệp không làm địa chỉ được', en: 'its name makes no address' },
    {
      mend: { vi: `hãy đặt tên bằng ${slugHint.vi}`, en: `write ${slugHint.en}` },
    },
  )
}
