/**
 * Reads and validates the text files of a content folder. What could not be read is left out and reported;
 * references to the ids in it are then no errors.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { locales } from '../kernel/locale.ts'
import { type ContentIssue, syntaxErrors } from './content-errors.ts'
import {
  emptyFolder,
  invalidFileName,
  missingBody,
  missingFile,
  missingFrontMatter,
  missingTranslation,
  notUtf8,
  unreadableFile,
  wrongExtension,
} from './file-errors.ts'
import { readContentFile } from './files.ts'
import { schemaErrors } from './schema-errors.ts'
import { decodeText, missingSource, parseMarkdownFile, parseYaml, type Source } from './source.ts'
import { isSlug } from './vocabulary.ts'

/** A text file that could be read, with the digest of its bytes. */
export type TextFile = { file: string; text: string; digest: string }

type Folder = {
  path: string
  /** Path of the sample shop of the same trade. */
  sample: string
  existingFiles: ReadonlySet<string>
  /** Right name → the name that the file has. */
  misnamed: ReadonlyMap<string, string>
  /** Folders that could not be listed. */
  inaccessibleFolders: readonly string[]
}

/** Errors are added to `errors`. */
export function createTextReader(
  { path: folder, sample, existingFiles, misnamed, inaccessibleFolders }: Folder,
  errors: ContentIssue[],
) {
  const texts: TextFile[] = []
  const sources = new Map<object, Source>()
  const known = new Set<string>()
  const mentioned = new Set<string>()
  const misnamedFiles = new Set(misnamed.values())

  const read = (file: string): string | undefined => {
    known.add(file)
    try {
      const bytes = readContentFile(folder, file)
      const text = decodeText(bytes)
      if (text === undefined) errors.push(notUtf8(file))
      else texts.push({ file, text, digest: digestOf(bytes) })
      return text
    } catch (error) {
      errors.push(unreadableFile(file, error))
    }
    return undefined
  }

  /** Set if a file could not be parsed at all: any id may be one of its entries. */
  let canBeAnyId = false

  const validate = (source: Source, schema: z.ZodType): unknown => {
    const reject = (issues: readonly ContentIssue[]): undefined => {
      errors.push(...issues)
      for (const id of source.findIds()) mentioned.add(id)
    }
    if (source.errors.length > 0) return reject(syntaxErrors(source))
    const parsed = schema.safeParse(source.value, { jitless: true })
    if (!parsed.success) {
      if (source.readAgain) return validate(source.readAgain(), schema)
      return reject(schemaErrors(source, parsed.error))
    }
    sources.set(parsed.data as object, source.withoutValue())
    return parsed.data
  }

  /** Reports a file with a wrong name, whose entries other files may refer to. */
  const isMisnamed = (path: string): boolean => {
    const file = misnamed.get(path)
    if (file === undefined) return false
    errors.push(wrongExtension(file, path))
    const text = read(file) ?? ''
    for (const id of parseYaml(file, text).findIds()) mentioned.add(id)
    return true
  }

  const readYamlFile = (path: string, schema: z.ZodType, whenMissing?: unknown): unknown => {
    if (!existingFiles.has(path)) {
      if (isMisnamed(path)) return undefined
      if (whenMissing !== undefined) {
        return validate(missingSource(path, whenMissing), schema)
      }
      errors.push(missingFile(path, `${sample}/${path}`))
      return undefined
    }
    const text = read(path)
    const source = text === undefined ? undefined : parseYaml(path, text)
    const value = source && validate(source, schema)
    if (value === undefined && !source?.hasEntries()) canBeAnyId = true
    return value
  }

  const readOptionalFile = (path: string, schema: z.ZodType) =>
    existingFiles.has(path) || misnamed.has(path) ? readYamlFile(path, schema) : undefined

  /** Files that exist, and files that only need another name. */
  const inFolder = (name: string, ending: string) =>
    [...existingFiles, ...misnamed.keys()]
      .filter(
        (file) => !misnamedFiles.has(file) && file.startsWith(`${name}/`) && file.endsWith(ending),
      )
      .sort()

  const readYamlFolder = (name: string, schema: z.ZodType) => {
    const paths = inFolder(name, '.yaml')
    if (paths.length === 0 && !inaccessibleFolders.includes(name)) {
      errors.push(emptyFolder(name, `${sample}/${name}`))
    }
    if (paths.length === 0) canBeAnyId = true
    return paths.map((path) => readYamlFile(path, schema)).filter((value) => value !== undefined)
  }

  const readMarkdownFile = (path: string, schema: z.ZodType) => {
    const text = read(path)
    if (text === undefined) return undefined
    const parsed = parseMarkdownFile(path, text)
    if (!parsed) {
      errors.push(missingFrontMatter(path))
      return undefined
    }
    const head = validate(parsed.head, schema)
    const { body, line } = parsed
    if (body !== '') return head === undefined ? undefined : { head, body, line }
    errors.push(missingBody(path))
    return undefined
  }

  const readMarkdownFolder = (name: string, schema: z.ZodType) => {
    const paths = new Set(
      inFolder(name, '.md').map((file) => file.replace(/(\.(vi|en))?\.md$/, '')),
    )
    return [...paths].flatMap((path) => {
      const slug = path.slice(name.length + 1)
      let isComplete = true
      const [vi, en] = locales.map((locale) => {
        const file = `${path}.${locale}.md`
        const text = existingFiles.has(file) ? readMarkdownFile(file, schema) : undefined
        if (!text && (existingFiles.has(file) || isMisnamed(file))) isComplete = false
        return text
      })
      if (!isSlug(slug)) errors.push(invalidFileName(`${path}.vi.md`))
      if (!isComplete) mentioned.add(slug)
      else if (vi && en) return { slug, vi, en }
      else if (vi) return { slug, vi, en: vi, from: 'vi' as const }
      else if (en) return { slug, vi: en, en, from: 'en' as const }
      else errors.push(missingTranslation(`${path}.vi.md`, 'vi'))
      mentioned.add(slug)
      return []
    })
  }

  return {
    readYamlFile,
    readOptionalFile,
    readYamlFolder,
    readMarkdownFolder,
    /** Every text file that could be read. */
    texts,
    /** The valid files, by their value. */
    sources,
    /** Every file that was looked at. */
    known,
    /** True for an id in a file with errors: its entries are not fully known. */
    isMentioned: (id: string) => canBeAnyId || mentioned.has(id),
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
