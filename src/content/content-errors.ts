/** A content error with file, line and remedy, in both languages. */
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Path, Source } from './source.ts'
import type { SyntaxMistake } from './yaml-errors.ts'

export type ContentIssue = {
  file: string
  line: number
  /** Where in the file, in the owner's words: "the price of Chả rươi". */
  place?: LocalizedText
  /** The same for a form: the position in the value of the file. */
  path?: Path
  /** Lines to paste into the file. */
  lines?: readonly string[]
  /** The address of a link that leads nowhere. */
  deadLink?: string
} & SyntaxMistake

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
  const lines = issue.lines?.map((line) => `\n    ${line}`) ?? []
  const separator = issue.place ? ', ' : ': '
  return `${formatLocation(issue)[locale]}${separator}${formatMistake(issue, locale)}${lines.join('')}`
}

const isText = /\.(ya?ml|md|txt)$/i

export function formatLocation({ file, line }: ContentIssue): LocalizedText {
  if (file === wholeFolder) return { vi: 'thư mục', en: 'the folder' }
  // Pictures and folders have no lines.
  return isText.test(file) ? formatFileLine(file, line) : forEachLocale(() => file)
}

/** "the price of Chả rươi: "145k" is not an amount of money; write price: 145000" */
export function formatMistake(issue: ContentIssue, locale: Locale): string {
  const { place, wrong, write, remedy } = issue
  const instruction = write ? `${writeLabel[locale]} ${write[locale]}` : remedy[locale]
  return `${place ? `${place[locale]}: ` : ''}${wrong[locale]}; ${instruction}`
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
