/** Reads a folder of YAML and Markdown against a description of its files. */
import { dirname } from 'node:path'
import type { z } from 'zod'
import { type LocalizedText, locales } from '../kernel/locale.ts'
import { findAssistantTexts } from './assistant-text-check.ts'
import {
  ContentError,
  type ContentIssue,
  fieldLabel,
  formatFileLine,
  schemaErrors,
  syntaxErrors,
} from './content-errors.ts'
import {
  emptyFolder,
  invalidFileName,
  linkOutside,
  missingBody,
  missingFile,
  missingFrontMatter,
  missingTranslation,
  notUtf8,
  unreadableContentFolder,
  unreadableFile,
  unreadableFolder,
  unusedFile,
  wrongExtension,
} from './file-errors.ts'
import { findMisnamedFiles } from './file-extensions.ts'
import { type FolderListing, listFiles, readContentFile } from './files.ts'
import { type Picture, readPictures } from './pictures.ts'
import { decodeText, type Path, parseMarkdownFile, parseYaml, type Source } from './source.ts'
import { isSlug } from './vocabulary.ts'
import type { Remedy } from './yaml-errors.ts'

/**
 * One file, all files of a folder sorted by name, or all texts of a folder in both languages. What could not be read is
 * left out and reported as an error.
 */
export type FileKind =
  | { kind: 'one'; path: string; schema: z.ZodType }
  | { kind: 'optional'; path: string; schema: z.ZodType }
  | { kind: 'many'; folder: string; schema: z.ZodType }
  | { kind: 'prose'; folder: string; head: z.ZodType }
  | { kind: 'pictures'; folder: string }

export const yamlFile = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'one', path, schema }) as const
/** A file that a shop may leave out. */
export const optionalYamlFile = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'optional', path, schema }) as const
export const yamlFolder = <S extends z.ZodType>(folder: string, schema: S) =>
  ({ kind: 'many', folder, schema }) as const
export const markdownFolder = <S extends z.ZodType>(folder: string, head: S) =>
  ({ kind: 'prose', folder, head }) as const

export const pictureFolder = (folder: string) => ({ kind: 'pictures', folder }) as const

/** `line` is where the body starts. */
type MarkdownFile<Head> = { head: Head; body: string; line: number }

type Prose<Head> = {
  slug: string
  vi: MarkdownFile<Head>
  en: MarkdownFile<Head>
}

export type Values<Files extends Record<string, FileKind>> = {
  readonly [Name in keyof Files]: Files[Name] extends {
    kind: 'one'
    schema: infer S extends z.ZodType
  }
    ? z.infer<S>
    : Files[Name] extends { kind: 'optional'; schema: infer S extends z.ZodType }
      ? z.infer<S> | undefined
      : Files[Name] extends { kind: 'many'; schema: infer S extends z.ZodType }
        ? readonly z.infer<S>[]
        : Files[Name] extends { kind: 'prose'; head: infer S extends z.ZodType }
          ? readonly Prose<z.infer<S>>[]
          : Files[Name] extends { kind: 'pictures' }
            ? readonly Picture[]
            : never
}

/** Reports errors that are found by comparing files. */
export type Report = {
  /** `of` is the file's value, `path` the position in it. */
  error(
    fileContent: object,
    path: Path,
    wrong: (name: LocalizedText) => LocalizedText,
    write: LocalizedText,
  ): void
  /** The same for something that is valid but possibly unintended. */
  note(
    fileContent: object,
    path: Path,
    wrong: (name: LocalizedText) => LocalizedText,
    write: LocalizedText,
  ): void
  /** An error of a whole file. */
  fileError(file: string, wrong: LocalizedText, remedy: Remedy): void
  /** Possibly unintended, at a line of a text or for a missing file. */
  noteAt(file: string, line: number, wrong: LocalizedText, remedy: Remedy): void
  /** Path of the sample shop of the same trade. */
  sample: string
  /** True for an id in a file with errors: its entries are not fully known. */
  isMentioned(id: string): boolean
  /** Whether two files belong to the same folder of files. */
  areInSameFolder(one: object, other: object): boolean
  /** A position as text: "menu/1-khoi-vi.yaml line 12". */
  locationOf(fileContent: object, path: Path): LocalizedText
}

type FolderContent<Content> = {
  values: Content
  errors: ContentIssue[]
  notes: ContentIssue[]
  report: Report
}

/** `sample` is the path of the sample shop of the same trade. */
export function readFolder<
  Common extends Record<string, FileKind>,
  Own extends Record<string, FileKind>,
>(
  folder: string,
  commonFiles: Common,
  ownFiles: Own,
  sample: string,
): FolderContent<Values<Common> & Values<Own>> {
  const files = { ...commonFiles, ...ownFiles }
  const errors: ContentIssue[] = []
  const notes: ContentIssue[] = []
  const sources = new Map<object, Source>()
  const { files: paths, unreadableFolders, outsideFolders } = listContentFolder(folder)
  const existingFiles = new Set(paths)
  const misnamed = findMisnamedFiles(paths)
  const known = new Set<string>()
  const mentioned = new Set<string>()

  const read = (file: string): string | undefined => {
    known.add(file)
    try {
      const text = decodeText(readContentFile(folder, file))
      if (text === undefined) errors.push(notUtf8(file))
      else notes.push(...findAssistantTexts(file, text))
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
      for (const id of source.ids) mentioned.add(id)
    }
    if (source.errors.length > 0) return reject(syntaxErrors(source))
    const parsed = schema.safeParse(source.value, { jitless: true })
    if (!parsed.success) return reject(schemaErrors(source, parsed.error))
    sources.set(parsed.data as object, source)
    return parsed.data
  }

  /** Reports a file with a wrong name, whose entries other files may refer to. */
  const isMisnamed = (path: string): boolean => {
    const file = misnamed.get(path)
    if (file === undefined) return false
    errors.push(wrongExtension(file, path))
    const text = read(file) ?? ''
    for (const id of parseYaml(file, text).ids) mentioned.add(id)
    return true
  }

  const readYamlFile = (path: string, schema: z.ZodType) => {
    if (!existingFiles.has(path)) {
      if (!isMisnamed(path)) errors.push(missingFile(path, `${sample}/${path}`))
      return undefined
    }
    const text = read(path)
    const source = text === undefined ? undefined : parseYaml(path, text)
    const value = source && validate(source, schema)
    if (value === undefined && !source?.hasEntries) canBeAnyId = true
    return value
  }

  const readOptionalFile = (path: string, schema: z.ZodType) =>
    existingFiles.has(path) || misnamed.has(path) ? readYamlFile(path, schema) : undefined

  /** Files that exist, and files that only need another name. */
  const inFolder = (name: string, ending: string) =>
    [...existingFiles, ...misnamed.keys()]
      .filter((file) => file.startsWith(`${name}/`) && file.endsWith(ending))
      .sort()

  const readYamlFolder = (name: string, schema: z.ZodType) => {
    const paths = inFolder(name, '.yaml')
    if (paths.length === 0 && ![...unreadableFolders, ...outsideFolders].includes(name)) {
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
      const [vi, en] = locales.map((locale) => {
        const file = `${path}.${locale}.md`
        if (existingFiles.has(file)) return readMarkdownFile(file, schema)
        if (!isMisnamed(file)) errors.push(missingTranslation(file, locale))
        return undefined
      })
      if (!isSlug(slug)) errors.push(invalidFileName(`${path}.vi.md`))
      if (vi && en) return { slug, vi, en }
      mentioned.add(slug)
      return []
    })
  }

  const values: Record<string, unknown> = {}
  for (const [name, file] of Object.entries(files)) {
    if (file.kind === 'one') values[name] = readYamlFile(file.path, file.schema)
    else if (file.kind === 'optional') values[name] = readOptionalFile(file.path, file.schema)
    else if (file.kind === 'many') values[name] = readYamlFolder(file.folder, file.schema)
    else if (file.kind === 'prose') values[name] = readMarkdownFolder(file.folder, file.head)
    else {
      const result = readPictures(
        folder,
        [...existingFiles].filter((path) => path.startsWith(`${file.folder}/`)),
      )
      values[name] = result.pictures
      errors.push(...result.errors)
      notes.push(...result.notes)
    }
  }

  const folders = Object.values(files).flatMap((file) => ('folder' in file ? [file.folder] : []))
  const isContent = (name: string) =>
    folders.some((one) => name === one || name.startsWith(`${one}/`))
  errors.push(...unreadableFolders.filter(isContent).map(unreadableFolder))
  errors.push(...outsideFolders.filter(isContent).map(linkOutside))

  for (const file of existingFiles) {
    if (!known.has(file) && !isIgnored(file)) errors.push(unusedFile(file))
  }

  const sourceOf = (fileContent: object): Source => {
    const source = sources.get(fileContent)
    if (!source) throw new Error('reported a value that is no file of the folder')
    return source
  }

  const createIssue = (
    ...[fileContent, path, wrong, write]: Parameters<Report['error']>
  ): ContentIssue => {
    const source = sourceOf(fileContent)
    const name = fieldLabel(source.value, path)
    return { file: source.file, line: source.lineOf(path), wrong: wrong(name), write }
  }

  const report: Report = {
    isMentioned: (id) => canBeAnyId || mentioned.has(id),
    locationOf: (fileContent, path) =>
      formatFileLine(sourceOf(fileContent).file, sourceOf(fileContent).lineOf(path)),
    areInSameFolder: (one, other) => {
      const [first, second] = [one, other].map((of) => dirname(sourceOf(of).file))
      return first !== '.' && first === second
    },
    error: (...args) => errors.push(createIssue(...args)),
    note: (...args) => notes.push(createIssue(...args)),
    fileError: (file, wrong, remedy) => errors.push({ file, line: 1, wrong, ...remedy }),
    noteAt: (file, line, wrong, remedy) => notes.push({ file, line, wrong, ...remedy }),
    sample,
  }

  return { values: values as Values<Common> & Values<Own>, errors, notes, report }
}

function listContentFolder(folder: string): FolderListing {
  try {
    return listFiles(folder)
  } catch (error) {
    throw new ContentError(folder, [unreadableContentFolder(error)])
  }
}

/** Files that are neither YAML nor Markdown are ignored. */
function isIgnored(file: string): boolean {
  return file === 'README.md' || !/\.(ya?ml|md)$/.test(file)
}
