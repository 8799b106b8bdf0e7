/** A sample shop with errors in its content folder, and the error messages in both languages. */
import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentError, type ContentIssue, formatIssue } from '../../src/content/content-errors.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import { forEachLocale, type Locale } from '../../src/kernel/locale.ts'
import { memoize } from '../../src/kernel/memoize.ts'
import { findTrade, openFolder } from '../../src/variants/index.ts'
import { loadSampleShop } from './shop.ts'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

export type Change = (folder: Folder) => void

export type ContentErrorCase = [name: string, trade: string, change: Change, expected: RegExp[]]

export type Folder = {
  /** Replaces a text that occurs exactly once in the file, and returns its line. */
  replace(file: string, before: string | RegExp, now: string): number
  /** The paths of all files. */
  list(): string[]
  read(file: string): string
  remove(file: string): void
  rename(file: string, to: string): void
  write(file: string, text: string | Buffer): void
  link(file: string, to: string): void
}

/** A copy of the sample folder, to be changed. */
export function copyOf(trade: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  folders.push(folder)
  cpSync(sampleFolder(trade), folder, { recursive: true })
  return folder
}

const usedCopies = memoize(copyOf)

/**
 * Runs the work with a copy of the sample folder that has the change, and undoes the change. All calls share the copy,
 * because copying and removing the files takes longer than most checks of them.
 */
function withChangedCopy<Result>(
  trade: string,
  change: Change,
  work: (folder: string) => Result,
): Result {
  const folder = usedCopies(trade)
  const touchedFiles = new Set<string>()
  try {
    change(createFolderEditor(folder, (file) => touchedFiles.add(file)))
    return work(folder)
  } finally {
    for (const file of touchedFiles) {
      rmSync(join(folder, file), { recursive: true, force: true })
      const original = join(sampleFolder(trade), file)
      if (existsSync(original)) cpSync(original, join(folder, file), { recursive: true })
    }
  }
}

/** The errors in a changed copy of a sample shop, in English. */
export function errorsAfter(trade: string, change: Change): string[] {
  return localizedErrorsAfter(trade, change).en
}

export function localizedErrorsAfter(trade: string, change: Change): Record<Locale, string[]> {
  try {
    withChangedCopy(trade, change, (folder) => findTrade(trade).open(folder))
    return { vi: [], en: [] }
  } catch (error) {
    assert.ok(error instanceof ContentError, String(error))
    assert.equal(error.message, error.localizedMessage.en)
    const [title, ...lines] = error.localizedMessage.en.split('\n')
    assert.match(title ?? '', /needs? a change in /)
    const [heading, ...vietnamese] = error.localizedMessage.vi.split('\n')
    assert.match(heading ?? '', /^Có \d+ chỗ cần sửa trong /)
    return { vi: vietnamese.map((line) => line.trim()), en: lines.map((line) => line.trim()) }
  }
}

type LocalizedLines = Record<Locale, string[]>

/** Notes of an unchanged copy, such as that it has the phone number of the sample, by file and text. */
const notesOfCopy = memoize((trade: string): ReadonlySet<string> => {
  const { notes } = openFolder(findTrade(trade), copyOf(trade))
  return new Set(notes().map(({ file, wrong }) => `${file} ${wrong.en}`))
})

/** The errors and notes of a changed copy of a sample shop, without the notes of an unchanged one. */
export function checkCopy(
  trade: string,
  change: Change,
): { errors: LocalizedLines; notes: LocalizedLines } {
  const format = (issues: readonly ContentIssue[]) =>
    forEachLocale((locale) => issues.map((issue) => formatIssue(issue, locale)))
  try {
    const notes = withChangedCopy(trade, change, (folder) =>
      openFolder(findTrade(trade), folder).notes(),
    )
    const unchanged = notesOfCopy(trade)
    const own = notes.filter(({ file, wrong }) => !unchanged.has(`${file} ${wrong.en}`))
    return { errors: format([]), notes: format(own) }
  } catch (error) {
    assert.ok(error instanceof ContentError, String(error))
    return { errors: format(error.errors), notes: format([]) }
  }
}

/** A change of the owner to the files; `onTouch` is called with each path before it changes. */
export function createFolderEditor(folder: string, onTouch = (_file: string) => {}): Folder {
  return {
    replace(file, before, now) {
      onTouch(file)
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const index = typeof before === 'string' ? text.indexOf(before) : text.search(before)
      assert.ok(index >= 0, `${before} is not in ${file}`)
      writeFileSync(path, text.replace(before, now))
      return text.slice(0, index).split('\n').length
    },
    list: () => readdirSync(folder, { recursive: true }).map(String),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    remove(file) {
      onTouch(file)
      rmSync(join(folder, file))
    },
    rename(file, to) {
      for (const path of [file, to]) onTouch(path)
      renameSync(join(folder, file), join(folder, to))
    },
    write(file, text) {
      onTouch(file)
      writeFileSync(join(folder, file), text)
    },
    link(file, to) {
      onTouch(file)
      symlinkSync(to, join(folder, file))
    },
  }
}

/** Words that occur in English messages and are not names in a content file. */
export const englishWords =
  /(?<![\p{L}\p{N}_.-])(the|is|are|was|of|and|or|with|which|such|one|write|not|it|its|each|missing|must|will|this|there)(?![\p{L}\p{N}_.-])/iu

/** Asserts that the Vietnamese messages are complete and contain no English. */
function assertVietnamese({ vi, en }: Record<Locale, string[]>): void {
  assert.equal(vi.length, en.length)
  vi.forEach((message, index) => {
    const [location = ''] = (en[index] ?? '').split(/ line |: /)
    assert.ok(
      message.startsWith(location) || location.startsWith('the folder'),
      `${message} at ${location}`,
    )
    assert.notEqual(message, en[index])
    assert.doesNotMatch(stripNames(message), englishWords)
    assert.match(message, /; hãy /)
  })
}

/** Removes quoted text and lists of names, which come from the files. */
export function stripNames(message: string): string {
  return message
    .replace(/"[^"]*"/g, '')
    .replace(/(?<=một trong: |các mục |ví dụ )\S+(, \S+)*/g, '')
    .replace(/(?<=price: ).*/, '')
}

/** Asserts exactly these errors, in both languages. */
export function assertErrors(trade: string, change: Change, expected: readonly RegExp[]): void {
  const localizedErrors = localizedErrorsAfter(trade, change)
  const errors = localizedErrors.en
  for (const pattern of expected) {
    assert.ok(
      errors.some((message) => pattern.test(message)),
      `${pattern} not in\n${errors.join('\n')}`,
    )
  }
  assert.equal(errors.length, expected.length, errors.join('\n'))
  assertVietnamese(localizedErrors)
}

/** The file of an article in the sample. */
export function firstArticle(trade: string, locale = 'en'): string {
  return `${loadSampleShop(trade).articles[0]?.slug}.${locale}.md`
}
