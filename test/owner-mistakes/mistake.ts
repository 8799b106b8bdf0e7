/** A mistake that an owner made in a copy of a sample folder, and the message that the check must show. */
import type { Folder } from '../support/content-errors.ts'

export type OwnerMistake = {
  /** Number in the list of recorded mistakes. */
  row: number
  trade: 'restaurant' | 'spa'
  /** The file that the message must name. */
  file: string
  /** Changes the folder as the owner did, and returns the line that the message must name. */
  change: (folder: Folder) => number
  /** The message after the file and the line. */
  en: string
  vi: string
  /** True for what cannot be proved wrong: the shop opens all the same. */
  isNote?: true
}

type Edit = Pick<OwnerMistake, 'file' | 'change'>

export const menu = 'menu/1-khoi-vi.yaml'
export const business = 'business.yaml'
export const treatments = 'treatments/1-cham-soc-da-mat.yaml'

/** A text that the owner wrote instead of another. */
export function written(file: string, before: string | RegExp, now: string): Edit {
  return { file, change: ({ replace }) => replace(file, before, now) }
}

/** The same; the message is about the line below. */
export function writtenAbove(file: string, before: string, now: string): Edit {
  return { file, change: ({ replace }) => replace(file, before, now) + 1 }
}

export function renamed(from: string, file: string): Edit {
  return {
    file,
    change({ rename }) {
      rename(from, file)
      return 1
    },
  }
}

/** "Unicode" in the dialog of an old editor. */
export function savedAsUnicode(file: string): Edit {
  return {
    file,
    change({ read, write }) {
      write(file, Buffer.from(`\uFEFF${read(file)}`, 'utf16le'))
      return 1
    },
  }
}

/** A dish that was copied and renamed, with the id of the first one. */
export function copyDish(file: string): Edit {
  return {
    file,
    change({ read, write }) {
      const text = read(file)
      const at = text.indexOf('  - id: nem-ran-cua-be')
      const dish = text
        .slice(text.indexOf('  - id: dau-mo-mam-tom'), text.indexOf('  - id: banh-duc-lac'))
        .replace('dau-mo-mam-tom', 'cha-ruoi')
        .replace('vi: Đậu Mơ rán chấm mắm tôm', 'vi: Chả mực')
      write(file, text.slice(0, at) + dish + text.slice(at))
      return text.slice(0, at).split('\n').length
    },
  }
}

/** A treatment that no therapist does. */
export function withoutSkill(treatment: string, file: string): Edit {
  return {
    file,
    change({ read, write }) {
      const people = read('therapists.yaml')
      write('therapists.yaml', people.replaceAll(`      - ${treatment}\n`, ''))
      const text = read(file)
      return text.slice(0, text.indexOf(`- id: ${treatment}`)).split('\n').length
    },
  }
}

/** Opening hours that were changed, while the days of bookings were not. */
export function openEveryDay(file: string): Edit {
  return {
    file,
    change({ read, replace }) {
      replace(business, 'days: [2, 3, 4, 5, 6, 7]', 'days: [1, 2, 3, 4, 5, 6, 7]')
      const text = read(file)
      return text.slice(0, text.search(/^weekdays:/m)).split('\n').length
    },
  }
}

export function leftByEditor(file: string): Edit {
  return {
    file,
    change({ write }) {
      write(file, Buffer.from([0, 1, 2, 255]))
      return 1
    },
  }
}

/** A new name in business.yaml, while a text still has the old one. */
export function renamedShop(file: string): Edit {
  return {
    file,
    change({ replace }) {
      replace(business, 'name: Khói Lam', 'name: Phở Góc Phố')
      return replace(file, 'title: Về {name}', 'title: Về Khói Lam')
    },
  }
}
