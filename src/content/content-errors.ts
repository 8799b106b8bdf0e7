/** What is wrong with a content folder, told to its owner. */
import type { z } from 'zod'
import { inBoth, type Locale, type Words } from '../kernel/locale.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { said } from './schema-message.ts'
import type { Path, Source } from './source.ts'
import type { Slip } from './yaml-errors.ts'

export type Fault = { file: string; line: number } & Slip

/** The file of a fault that is no file's. */
export const wholeFolder = '.'

export class ContentError extends ForPeople {
  readonly faults: readonly Fault[]
  override readonly words: Words

  constructor(folder: string, faults: readonly Fault[]) {
    const words = inBoth((locale) => describeFaults(folder, faults, locale))
    super(words.en)
    this.name = 'ContentError'
    this.faults = faults
    this.words = words
  }
}

function describeFaults(folder: string, faults: readonly Fault[], locale: Locale): string {
  return [
    `${countOf(faults.length)[locale]} ${folder}:`,
    ...faults.map((fault) => `  ${describeFault(fault, locale)}`),
  ].join('\n')
}

function countOf(count: number): Words {
  const things = count === 1 ? '1 thing needs' : `${count} things need`
  return { vi: `Có ${count} chỗ cần sửa trong`, en: `${things} a change in` }
}

export function describeFault(fault: Fault, locale: Locale): string {
  return `${whereIs(fault)[locale]}: ${describeWrong(fault, locale)}`
}

const isText = /\.(ya?ml|md|txt)$/i

export function whereIs({ file, line }: Fault): Words {
  if (file === wholeFolder) return { vi: 'thư mục', en: 'the folder' }
  // Neither a picture nor a folder has lines.
  return isText.test(file) ? placeWords(file, line) : inBoth(() => file)
}

export function describeWrong({ wrong, write, mend }: Slip, locale: Locale): string {
  const remedy = write ? `${writeWords[locale]} ${write[locale]}` : mend[locale]
  return `${wrong[locale]}; ${remedy}`
}

const writeWords: Words = { vi: 'hãy viết', en: 'write' }

/** "menu/1-khoi-vi.yaml line 12". */
export function placeWords(file: string, line: number): Words {
  return { vi: `${file} dòng ${line}`, en: `${file} line ${line}` }
}

/** Only the first: the others mostly follow from it. */
export function syntaxFaults(source: Source): Fault[] {
  return source.errors.slice(0, 1).map((slip) => ({ file: source.file, ...slip }))
}

export function schemaFaults(source: Source, error: z.ZodError): Fault[] {
  const faults = error.issues.flatMap((issue): Fault[] => {
    const path = issue.path as Path
    const write = said(issue.message)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file: source.file,
        line: source.lineOfKey(path, key),
        wrong: unknownWord(key, nameOf(source.value, path)),
        write,
      }))
    }
    const wrong = isNothing(valueAt(source.value, path)) ? missing : unfit
    const name = nameOf(source.value, path)
    const slip = curlyQuotes(valueAt(source.value, path), name) ?? { wrong: wrong(name), write }
    return [{ file: source.file, line: source.lineOf(path), ...slip }]
  })
  // A number that is both too small and no quarter hour is one slip.
  const told = new Set<string>()
  return faults.filter((fault) => {
    const words = describeFault(fault, 'en')
    return !told.has(words) && told.add(words)
  })
}

function missing(name: Words): Words {
  if (name === theFile) return { vi: `${name.vi} còn trống`, en: `${name.en} is empty` }
  return { vi: `thiếu ${name.vi}`, en: `${name.en} is missing` }
}

function unfit(name: Words): Words {
  return { vi: `${name.vi} chưa đúng`, en: `${name.en} will not do` }
}

function unknownWord(key: string, owner: Words): Words {
  const [vi, en] = owner === theFile ? ['tệp này', ''] : [owner.vi, ` of ${owner.en}`]
  return {
    vi: `${vi} không có mục "${key}" (tên mục giữ nguyên tiếng Anh)`,
    en: `"${key}"${en} is not a known word here`,
  }
}

/** Word processors bend them; then they are letters like others. */
function curlyQuotes(value: unknown, name: Words): Slip | undefined {
  const [, text] = typeof value === 'string' ? (/^[“”„](.*)[“”]$/.exec(value) ?? []) : []
  if (text === undefined) return undefined
  return {
    wrong: {
      vi: `${name.vi} nằm trong ngoặc kép cong (“ ”)`,
      en: `${name.en} stands between curly quotes (“ ”)`,
    },
    write: { vi: `ngoặc kép thẳng: "${text}"`, en: `straight ones: "${text}"` },
  }
}

const theFile: Words = { vi: 'tệp', en: 'the file' }

/** "price of nem-ran": the words after the nearest entry that has an id, as they stand in the file. */
export function nameOf(root: unknown, path: Path): Words {
  let owner: string | undefined
  let rest: (string | number)[] = []
  let value = root
  for (const step of path) {
    value = valueAt(value, [step])
    const id = valueAt(value, ['id'])
    if (typeof id === 'string' && typeof step === 'number') {
      owner = id
      rest = []
    } else {
      rest.push(typeof step === 'number' ? step + 1 : step)
    }
  }
  const words = rest.join('.')
  if (owner === undefined) return words === '' ? theFile : inBoth(() => words)
  if (words === '') return inBoth(() => owner)
  return { vi: `${words} của ${owner}`, en: `${words} of ${owner}` }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}
