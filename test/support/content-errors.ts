/** A sample shop with errors in its content folder, and the error messages in both languages. */
import assert from 'node:assert/strict'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { ContentError } from '../../src/content/content-errors.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import { findTrade } from '../../src/variants/index.ts'
import { loadSampleShop } from './shop.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

export type Change = (folder: Folder) => void

export type ContentErrorCase = [name: string, trade: string, change: Change, expected: RegExp[]]

type Folder = {
  /** Replaces a text that occurs exactly once in the file, and returns its line. */
  replace(file: string, before: string | RegExp, now: string): number
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

/** The errors in a changed copy of a sample shop, in English. */
export function errorsAfter(trade: string, change: Change): string[] {
  return localizedErrorsAfter(trade, change).en
}

export function localizedErrorsAfter(trade: string, change: Change): Record<Locale, string[]> {
  const folder = copyOf(trade)
  change(createFolderEditor(folder))
  try {
    findTrade(trade).open(folder)
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

/** A change of the owner to the files. */
export function createFolderEditor(folder: string): Folder {
  return {
    replace(file, before, now) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const index = text.search(before)
      assert.ok(index >= 0, `${before} is not in ${file}`)
      writeFileSync(path, text.replace(before, now))
      return text.slice(0, index).split('\n').length
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    remove: (file) => rmSync(join(folder, file)),
    rename: (file, to) => renameSync(join(folder, file), join(folder, to)),
    write: (file, text) => writeFileSync(join(folder, file), text),
    link: (file, to) => symlinkSync(to, join(folder, file)),
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
