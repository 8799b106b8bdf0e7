/** A sample shop whose folder an owner got wrong, and what he is told of it in both languages. */
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
import { sampleFolder } from '../../src/config/config.ts'
import { ContentError } from '../../src/content/content-errors.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import { findTrade } from '../../src/variants/index.ts'
import { loadSampleShop } from './shop.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

export type Change = (folder: Folder) => void

export type ContentErrorCase = [name: string, variant: string, change: Change, expected: RegExp[]]

type Folder = {
  /** Replaces a text that stands in the file exactly once; gives the line where it stood. */
  replace(file: string, before: string | RegExp, now: string): number
  read(file: string): string
  remove(file: string): void
  rename(file: string, to: string): void
  write(file: string, text: string | Buffer): void
  link(file: string, to: string): void
}

/** A folder like the sample's, to be changed. */
export function copyOf(variant: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  folders.push(folder)
  cpSync(sampleFolder(variant), folder, { recursive: true })
  return folder
}

/** The faults of a sample shop after a change to a copy of it, in English. */
export function errorsAfter(variant: string, change: Change): string[] {
  return localizedErrorsAfter(variant, change).en
}

export function localizedErrorsAfter(variant: string, change: Change): Record<Locale, string[]> {
  const folder = copyOf(variant)
  change(createFolderEditor(folder))
  try {
    findTrade(variant).open(folder)
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

/** What an owner does to her files. */
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

/** Words that stand in every English sentence of ours, and are no name of anything in a file. */
export const englishWords =
  /(?<![\p{L}\p{N}_.-])(the|is|are|was|of|and|or|with|which|such|one|write|not|it|its|each|missing|must|will|this|there)(?![\p{L}\p{N}_.-])/iu

/** The same in Vietnamese: nothing is left out, and nothing left in English. */
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

/** Without what stands so in the files: text between quotes, and lists of names. */
export function stripNames(message: string): string {
  return message
    .replace(/"[^"]*"/g, '')
    .replace(/(?<=một trong: |các mục |ví dụ )\S+(, \S+)*/g, '')
    .replace(/(?<=price: ).*/, '')
}

/** Just these faults, in both languages. */
export function assertErrors(variant: string, change: Change, expected: readonly RegExp[]): void {
  const localizedErrors = localizedErrorsAfter(variant, change)
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

/** The file of an article that the sample has. */
export function firstArticle(variant: string, locale = 'en'): string {
  return `${loadSampleShop(variant).articles[0]?.slug}.${locale}.md`
}
