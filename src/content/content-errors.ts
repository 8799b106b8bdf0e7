/** A content error with file, line and remedy, in both languages. */
import type { z } from 'zod'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { decodeMessage } from './schema-message.ts'
import type { Path, Source } from './source.ts'
import type { SyntaxMistake } from './yaml-errors.ts'

export type ContentIssue = { file: string; line: number } & SyntaxMistake

/** The file name of an error that concerns the whole folder. */
export const wholeFolder = '.'

export class ContentError extends UserError {
  readonly errors: readonly ContentIssue[]
  override readonly localizedMessage: LocalizedText

  constructor(folder: string, errors: readonly ContentIssue[]) {
    const localizedMessage = forEachLocale((locale) => formatIssues(folder, errors, locale))
    super(localizedMessage.en)
    this.name = 'ContentError'
    this.errors = errors
    this.localizedMessage = localizedMessage
  }
}

function formatIssues(folder: string, errors: readonly ContentIssue[], locale: Locale): string {
  return [
    `${formatCount(errors.length)[locale]} ${folder}:`,
    ...errors.map((issue) => `  ${formatIssue(issue, locale)}`),
  ].join('\n')
}

function formatCount(count: number): LocalizedText {
  const subject = count === 1 ? '1 thing needs' : `${count} things need`
  return { vi: `Có ${count} chỗ cần sửa trong`, en: `${subject} a change in` }
}

export function formatIssue(issue: ContentIssue, locale: Locale): string {
  return `${formatLocation(issue)[locale]}: ${formatMistake(issue, locale)}`
}

const isText = /\.(ya?ml|md|txt)$/i

export function formatLocation({ file, line }: ContentIssue): LocalizedText {
  if (file === wholeFolder) return { vi: 'thư mục', en: 'the folder' }
  // Pictures and folders have no lines.
  return isText.test(file) ? formatFileLine(file, line) : forEachLocale(() => file)
}

export function formatMistake({ wrong, write, remedy }: SyntaxMistake, locale: Locale): string {
  const instruction = write ? `${writeLabel[locale]} ${write[locale]}` : remedy[locale]
  return `${wrong[locale]}; ${instruction}`
}

const writeLabel: LocalizedText = { vi: 'hãy viết', en: 'write' }

/** "menu/1-khoi-vi.yaml line 12". */
export function formatFileLine(file: string, line: number): LocalizedText {
  return { vi: `${file} dòng ${line}`, en: `${file} line ${line}` }
}

/** Only the first error: the others mostly follow from it. */
export function syntaxErrors(source: Source): ContentIssue[] {
  return source.errors.slice(0, 1).map((mistake) => ({ file: source.file, ...mistake }))
}

export function schemaErrors(source: Source, error: z.ZodError): ContentIssue[] {
  const errors = error.issues.flatMap((issue): ContentIssue[] => {
    const path = issue.path as Path
    const write = decodeMessage(issue.message)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file: source.file,
        line: source.lineOfKey(path, key),
        wrong: unknownKeyText(key, fieldLabel(source.value, path)),
        write,
      }))
    }
    const wrong = isNullish(valueAt(source.value, path)) ? missingText : invalidText
    const name = fieldLabel(source.value, path)
    const mistake = curlyQuotes(valueAt(source.value, path), name) ?? { wrong: wrong(name), write }
    return [{ file: source.file, line: source.lineOf(path), ...mistake }]
  })
  // A number that is both too small and not a quarter hour is one mistake.
  const seen = new Set<string>()
  return errors.filter((issue) => {
    const text = formatIssue(issue, 'en')
    return !seen.has(text) && seen.add(text)
  })
}

function missingText(name: LocalizedText): LocalizedText {
  if (name === theFile) return { vi: `${name.vi} còn trống`, en: `${name.en} is empty` }
  return { vi: `thiếu ${name.vi}`, en: `${name.en} is missing` }
}

function invalidText(name: LocalizedText): LocalizedText {
  return { vi: `${name.vi} chưa đúng`, en: `${name.en} is not valid` }
}

function unknownKeyText(key: string, owner: LocalizedText): LocalizedText {
  const [vi, en] = owner === theFile ? ['tệp này', ''] : [owner.vi, ` of ${owner.en}`]
  return {
    vi: `${vi} không có mục "${key}" (tên mục giữ nguyên tiếng Anh)`,
    en: `"${key}"${en} is not a known name here`,
  }
}

/** Word processors replace straight quotes by curly ones, which YAML reads as letters. */
function curlyQuotes(value: unknown, name: LocalizedText): SyntaxMistake | undefined {
  const [, text] = typeof value === 'string' ? (/^[“”„](.*)[“”]$/.exec(value) ?? []) : []
  if (text === undefined) return undefined
  return {
    wrong: {
      vi: `${name.vi} nằm trong ngoặc kép cong (“ ”)`,
      en: `${name.en} is in curly quotes (“ ”)`,
    },
    write: { vi: `ngoặc kép thẳng: "${text}"`, en: `straight ones: "${text}"` },
  }
}

const theFile: LocalizedText = { vi: 'tệp', en: 'the file' }

/** "price of nem-ran": the path after the nearest entry with an id, as it is written in the file. */
export function fieldLabel(root: unknown, path: Path): LocalizedText {
  let owner: string | undefined
  let segments: (string | number)[] = []
  let value = root
  for (const step of path) {
    value = valueAt(value, [step])
    const id = valueAt(value, ['id'])
    if (typeof id === 'string' && typeof step === 'number') {
      owner = id
      segments = []
    } else {
      segments.push(typeof step === 'number' ? step + 1 : step)
    }
  }
  const label = segments.join('.')
  if (owner === undefined) return label === '' ? theFile : forEachLocale(() => label)
  if (label === '') return forEachLocale(() => owner)
  return { vi: `${label} của ${owner}`, en: `${label} of ${owner}` }
}

function isNullish(value: unknown): boolean {
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
