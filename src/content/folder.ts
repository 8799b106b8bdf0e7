/** Reads a folder of YAML and Markdown against a description of its files. */
import { dirname } from 'node:path'
import type { z } from 'zod'
import { type Locale, type LocalizedText, locales } from '../kernel/locale.ts'
import { findAssistantTexts } from './assistant-text-check.ts'
import { ContentError, type ContentIssue, formatFileLine, syntaxErrors } from './content-errors.ts'
import { fieldLabel } from './field-label.ts'
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
import type { PhotoFile } from './photo.ts'
import { listPhotos } from './photo-files.ts'
import { type Picture, readPictures } from './pictures.ts'
import { schemaErrors } from './schema-errors.ts'
import { decodeText, type Path, parseMarkdownFile, parseYaml, type Source } from './source.ts'
import { findStrayFiles, isInSubfolder, isLeftover } from './stray-files.ts'
import { isSlug } from './vocabulary.ts'
import type { Remedy } from './yaml-errors.ts'

/**
 * One file, all files of a folder sorted by name, or all texts of a folder. What could not be read is left out and
 * reported as an error. A file with `whenMissing` may be left out; the shop then has that value.
 */
export type FileKind =
  | { kind: 'one'; path: string; schema: z.ZodType; whenMissing?: unknown }
  | { kind: 'optional'; path: string; schema: z.ZodType }
  | { kind: 'many'; folder: string; schema: z.ZodType }
  | { kind: 'prose'; folder: string; head: z.ZodType }
  | { kind: 'pictures'; folder: string }
  | { kind: 'photos'; folder: string }

export const yamlFile = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'one', path, schema }) as const
/** A file that a shop may leave out; `whenMissing` is what it then means, as an owner would write it. */
export const yamlFileOr = <S extends z.ZodType>(path: string, schema: S, whenMissing: unknown) =>
  ({ kind: 'one', path, schema, whenMissing }) as const
/** A file that a shop may leave out, without a value then. */
export const optionalYamlFile = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'optional', path, schema }) as const
export const yamlFolder = <S extends z.ZodType>(folder: string, schema: S) =>
  ({ kind: 'many', folder, schema }) as const
export const markdownFolder = <S extends z.ZodType>(folder: string, head: S) =>
  ({ kind: 'prose', folder, head }) as const

export const pictureFolder = (folder: string) => ({ kind: 'pictures', folder }) as const
export const photoFolder = (folder: string) => ({ kind: 'photos', folder }) as const

/** `line` is where the body starts. */
type MarkdownFile<Head> = { head: Head; body: string; line: number }

/** With `from`, the text exists in that language only. */
type Prose<Head> = {
  slug: string
  vi: MarkdownFile<Head>
  en: MarkdownFile<Head>
  from?: Locale
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
            : Files[Name] extends { kind: 'photos' }
              ? readonly PhotoFile[]
              : never
}

/** What is wrong: a sentence that contains the name of the place, or a text that follows it. */
type Wrong = LocalizedText | ((name: LocalizedText) => LocalizedText)

/** Reports errors that are found by comparing files. */
export type Report = {
  /** `of` is the file's value, `path` the position in it. */
  error(fileContent: object, path: Path, wrong: Wrong, write: LocalizedText): void
  /** The same for something that is valid but possibly unintended. */
  note(fileContent: object, path: Path, wrong: Wrong, write: LocalizedText): void
  /** A note that is shown from a day on. */
  noteFrom(day: string, ...note: Parameters<Report['note']>): void
  /** A note that is not listed yet: whether it applies depends on the day. */
  createIssue(...note: Parameters<Report['note']>): ContentIssue
  /** An error of a whole file. */
  fileError(file: string, wrong: LocalizedText, remedy: Remedy): void
  /** An error at a line of a text. */
  errorAt(file: string, line: number, wrong: LocalizedText, remedy: Remedy): void
  /** Possibly unintended, at a line of a text or for a missing file. */
  noteAt(file: string, line: number, wrong: LocalizedText, remedy: Remedy): void
  /** Whether the folder has this file. */
  hasFile(file: string): boolean
  /** Path of the sample shop of the same trade. */
  sample: string
  /** True for an id in a file with errors: its entries are not fully known. */
  isMentioned(id: string): boolean
  /** Whether two files belong to the same folder of files. */
  areInSameFolder(one: object, other: object): boolean
  /** What the owner wrote at this position. */
  textAt(fileContent: object, path: Path): string | undefined
  /** A position as text: "menu/1-khoi-vi.yaml line 12". */
  locationOf(fileContent: object, path: Path): LocalizedText
}

/** A note that is shown from this day on. */
type DatedNote = { from: string; note: ContentIssue }

type FolderContent<Content> = {
  values: Content
  /** Paths of the files that the values come from. */
  usedFiles: readonly string[]
  errors: ContentIssue[]
  notes: ContentIssue[]
  datedNotes: DatedNote[]
  /** Every text file that could be read, and what is in those that are valid. */
  texts: { file: string; text: string }[]
  sources: Source[]
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
  const datedNotes: DatedNote[] = []
  const texts: { file: string; text: string }[] = []
  const sources = new Map<object, Source>()
  const { files: paths, unreadableFolders, outsideFolders } = listContentFolder(folder)
  const ofKind = (isWanted: (kind: FileKind) => boolean) =>
    Object.values(files).flatMap((file) =>
      'folder' in file && isWanted(file) ? [file.folder] : [],
    )
  const pictureFolders = ofKind(({ kind }) => kind === 'pictures')
  const textFolders = ofKind(({ kind }) => kind !== 'pictures' && kind !== 'photos')
  notes.push(...findStrayFiles(paths, textFolders, pictureFolders))
  const readable = paths.filter((file) => !isLeftover(file) && !isInSubfolder(file, textFolders))
  const existingFiles = new Set(readable)
  const singleFiles = Object.values(files).flatMap((file) => ('path' in file ? [file.path] : []))
  const misnamed = findMisnamedFiles(readable, singleFiles)
  const misnamedFiles = new Set(misnamed.values())
  const known = new Set<string>()
  const mentioned = new Set<string>()

  const read = (file: string): string | undefined => {
    known.add(file)
    try {
      const text = decodeText(readContentFile(folder, file))
      if (text === undefined) errors.push(notUtf8(file))
      else {
        notes.push(...findAssistantTexts(file, text))
        texts.push({ file, text })
      }
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

  const readYamlFile = (path: string, schema: z.ZodType, whenMissing?: unknown) => {
    if (!existingFiles.has(path)) {
      if (isMisnamed(path)) return undefined
      if (whenMissing !== undefined) {
        return validate({ ...parseYaml(path, ''), value: whenMissing }, schema)
      }
      errors.push(missingFile(path, `${sample}/${path}`))
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
      .filter(
        (file) => !misnamedFiles.has(file) && file.startsWith(`${name}/`) && file.endsWith(ending),
      )
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

  const values: Record<string, unknown> = {}
  const pictureFiles: string[] = []
  for (const [name, file] of Object.entries(files)) {
    if (file.kind === 'one') values[name] = readYamlFile(file.path, file.schema, file.whenMissing)
    else if (file.kind === 'optional') values[name] = readOptionalFile(file.path, file.schema)
    else if (file.kind === 'many') values[name] = readYamlFolder(file.folder, file.schema)
    else if (file.kind === 'prose') values[name] = readMarkdownFolder(file.folder, file.head)
    else {
      const inside = [...existingFiles].filter((path) => path.startsWith(`${file.folder}/`))
      if (file.kind === 'photos') {
        const result = listPhotos(folder, file.folder, inside)
        values[name] = result.photos
        notes.push(...result.notes)
        continue
      }
      const result = readPictures(folder, inside)
      // Photos are not among them: they may have hundreds of megabytes.
      pictureFiles.push(...result.pictures.map((picture) => `${file.folder}/${picture.name}`))
      values[name] = result.pictures
      errors.push(...result.errors)
      notes.push(...result.notes)
    }
  }

  const folders = [...textFolders, ...pictureFolders]
  const isContent = (name: string) =>
    folders.some((one) => name === one || name.startsWith(`${one}/`))
  errors.push(...unreadableFolders.filter(isContent).map(unreadableFolder))
  errors.push(...outsideFolders.filter(isContent).map(linkOutside))

  for (const file of existingFiles) {
    const isInFolder = file.includes('/') && !isContent(file)
    if (!known.has(file) && !isInFolder && !isIgnored(file)) errors.push(unusedFile(file))
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
    const at = { file: source.file, line: source.lineOf(path) }
    if (typeof wrong === 'function') return { ...at, wrong: wrong(name), write }
    return { ...at, place: name, wrong, write }
  }

  const report: Report = {
    isMentioned: (id) => canBeAnyId || mentioned.has(id),
    textAt: (fileContent, path) => sourceOf(fileContent).textAt(path),
    locationOf: (fileContent, path) =>
      formatFileLine(sourceOf(fileContent).file, sourceOf(fileContent).lineOf(path)),
    areInSameFolder: (one, other) => {
      const [first, second] = [one, other].map((of) => dirname(sourceOf(of).file))
      return first !== '.' && first === second
    },
    createIssue,
    error: (...args) => errors.push(createIssue(...args)),
    note: (...args) => notes.push(createIssue(...args)),
    noteFrom: (from, ...args) => datedNotes.push({ from, note: createIssue(...args) }),
    fileError: (file, wrong, remedy) => errors.push({ file, line: 1, wrong, ...remedy }),
    hasFile: (file) => existingFiles.has(file),
    errorAt: (file, line, wrong, remedy) => errors.push({ file, line, wrong, ...remedy }),
    noteAt: (file, line, wrong, remedy) => notes.push({ file, line, wrong, ...remedy }),
    sample,
  }

  return {
    values: values as Values<Common> & Values<Own>,
    usedFiles: [...known, ...pictureFiles].sort(),
    errors,
    notes,
    datedNotes,
    texts,
    sources: [...sources.values()],
    report,
  }
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
