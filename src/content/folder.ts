/** Reads a folder of YAML and Markdown against a description of its files. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { locales, type Words } from '../kernel/locale.ts'
import { lazily } from '../kernel/memoize.ts'
import {
  ContentError,
  type Fault,
  nameOf,
  placeWords,
  schemaFaults,
  syntaxFaults,
} from './content-errors.ts'
import {
  emptyFolder,
  misnamedFile,
  missingFile,
  noAddress,
  noFolder,
  noHead,
  noText,
  noTranslation,
  notUtf8,
  unreadableFile,
  unreadableFolder,
  unusedFile,
} from './file-errors.ts'
import { misnamedIn } from './file-extensions.ts'
import { type Listing, listFiles } from './files.ts'
import { textsOf } from './parsed-before.ts'
import { type Picture, readPictures } from './pictures.ts'
import { type Path, readProse, readYaml, type Source, textIn } from './source.ts'
import { isSlug } from './vocabulary.ts'
import type { Remedy } from './yaml-errors.ts'

/**
 * One file, every file of a folder in the order of their names, or every text of a folder in both
 * languages. What could not be read is left out, and the folder has faults.
 */
export type FileKind =
  | { kind: 'one'; path: string; schema: z.ZodType }
  | { kind: 'many'; folder: string; schema: z.ZodType }
  | { kind: 'prose'; folder: string; head: z.ZodType }
  | { kind: 'pictures'; folder: string }

export const one = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'one', path, schema }) as const
export const many = <S extends z.ZodType>(folder: string, schema: S) =>
  ({ kind: 'many', folder, schema }) as const
export const prose = <S extends z.ZodType>(folder: string, head: S) =>
  ({ kind: 'prose', folder, head }) as const

export const pictures = (folder: string) => ({ kind: 'pictures', folder }) as const

/** `line` is where the body begins. */
type Text<Head> = { head: Head; body: string; line: number }

export type Prose<Head> = {
  slug: string
  vi: Text<Head>
  en: Text<Head>
}

export type Values<Files extends Record<string, FileKind>> = {
  readonly [Name in keyof Files]: Files[Name] extends {
    kind: 'one'
    schema: infer S extends z.ZodType
  }
    ? z.infer<S>
    : Files[Name] extends { kind: 'many'; schema: infer S extends z.ZodType }
      ? readonly z.infer<S>[]
      : Files[Name] extends { kind: 'prose'; head: infer S extends z.ZodType }
        ? readonly Prose<z.infer<S>>[]
        : Files[Name] extends { kind: 'pictures' }
          ? readonly Picture[]
          : never
}

/** Tells of faults found by comparing files. */
export type Report = {
  /** `of` is the file's value, `path` the place in it. */
  fault(of: object, path: Path, wrong: (name: Words) => Words, write: Words): void
  /** The same of what will do, but may not be meant so. */
  note(of: object, path: Path, wrong: (name: Words) => Words, write: Words): void
  /** A fault of a whole file. */
  at(file: string, wrong: Words, remedy: Remedy): void
  /** What may not be meant so, at a line of a text or of no file that is there. */
  noteAt(file: string, line: number, wrong: Words, remedy: Remedy): void
  /** Where a shop of this kind stands that lacks nothing. */
  sample: string
  /** True of an id in a file that has faults of its own: what it holds is not yet known. */
  mentions(id: string): boolean
  /** Whether two files stand in one folder of such files. */
  areBeside(one: object, other: object): boolean
  /** Where something stands: "menu/1-khoi-vi.yaml line 12". */
  placeOf(of: object, path: Path): Words
}

export type Reading<Files extends Record<string, FileKind>> = {
  values: Values<Files>
  faults: Fault[]
  notes: Fault[]
  report: Report
}

/** `sample` is where a shop of this kind stands that lacks nothing. */
export function readFolder<Files extends Record<string, FileKind>>(
  folder: string,
  files: Files,
  sample: string,
): Reading<Files> {
  const faults: Fault[] = []
  const notes: Fault[] = []
  const sources = new Map<object, Source>()
  const { files: paths, shut } = listOf(folder)
  const present = new Set(paths)
  const misnamed = misnamedIn(paths)
  const known = new Set<string>()
  const mentioned = new Set<string>()
  const texts = textsOf(folder)

  const read = (file: string): string | undefined => {
    known.add(file)
    try {
      const text = textIn(readFileSync(join(folder, file)))
      if (text === undefined) faults.push(notUtf8(file))
      return text
    } catch (error) {
      faults.push(unreadableFile(file, error))
    }
    return undefined
  }

  /** Set where a file does not even say what it should hold: any id may be one of its. */
  let anyId = false

  const accept = (source: Source, schema: z.ZodType): unknown => {
    const refuse = (found: readonly Fault[]): undefined => {
      faults.push(...found)
      for (const id of source.ids) mentioned.add(id)
    }
    if (source.errors.length > 0) return refuse(syntaxFaults(source))
    const parsed = schema.safeParse(source.value, { jitless: true })
    if (!parsed.success) return refuse(schemaFaults(source, parsed.error))
    sources.set(parsed.data as object, source)
    return parsed.data
  }

  /** Tells of a file that is there under another name, and holds what others may speak of. */
  const isMisnamed = (path: string): boolean => {
    const file = misnamed.get(path)
    if (file === undefined) return false
    faults.push(misnamedFile(file, path))
    const text = read(file) ?? ''
    for (const id of readYaml(file, text).ids) mentioned.add(id)
    return true
  }

  const readOne = (path: string, schema: z.ZodType) => {
    if (!present.has(path)) {
      if (!isMisnamed(path)) faults.push(missingFile(path, `${sample}/${path}`))
      return undefined
    }
    const text = read(path)
    const source = text === undefined ? undefined : readYaml(path, text, texts)
    const value = source && accept(source, schema)
    if (value === undefined && !source?.hasEntries) anyId = true
    return value
  }

  /** Those that are there, and those that should be called so. */
  const inFolder = (name: string, ending: string) =>
    [...present, ...misnamed.keys()]
      .filter((file) => file.startsWith(`${name}/`) && file.endsWith(ending))
      .sort()

  const readMany = (name: string, schema: z.ZodType) => {
    const paths = inFolder(name, '.yaml')
    if (paths.length === 0 && !shut.includes(name)) {
      faults.push(emptyFolder(name, `${sample}/${name}`))
    }
    if (paths.length === 0) anyId = true
    return paths.map((path) => readOne(path, schema)).filter((value) => value !== undefined)
  }

  const readText = (path: string, schema: z.ZodType) => {
    const text = read(path)
    if (text === undefined) return undefined
    const found = readProse(path, text, texts)
    if (!found) {
      faults.push(noHead(path))
      return undefined
    }
    const head = accept(found.head, schema)
    const { body, line } = found
    if (body !== '') return head === undefined ? undefined : { head, body, line }
    faults.push(noText(path))
    return undefined
  }

  const readTexts = (name: string, schema: z.ZodType) => {
    const paths = new Set(
      inFolder(name, '.md').map((file) => file.replace(/(\.(vi|en))?\.md$/, '')),
    )
    return [...paths].flatMap((path) => {
      const slug = path.slice(name.length + 1)
      const [vi, en] = locales.map((locale) => {
        const file = `${path}.${locale}.md`
        if (present.has(file)) return readText(file, schema)
        if (!isMisnamed(file)) faults.push(noTranslation(file, locale))
        return undefined
      })
      if (!isSlug(slug)) faults.push(noAddress(`${path}.vi.md`))
      if (vi && en) return { slug, vi, en }
      mentioned.add(slug)
      return []
    })
  }

  const values: Record<string, unknown> = {}
  for (const [name, file] of Object.entries(files)) {
    if (file.kind === 'one') values[name] = readOne(file.path, file.schema)
    else if (file.kind === 'many') values[name] = readMany(file.folder, file.schema)
    else if (file.kind === 'prose') values[name] = readTexts(file.folder, file.head)
    else {
      const found = readPictures(
        folder,
        [...present].filter((path) => path.startsWith(`${file.folder}/`)),
      )
      values[name] = found.pictures
      faults.push(...found.faults)
      notes.push(...found.notes)
    }
  }

  const folders = Object.values(files).flatMap((file) => ('folder' in file ? [file.folder] : []))
  for (const name of shut) {
    if (!folders.some((one) => name === one || name.startsWith(`${one}/`))) continue
    faults.push(unreadableFolder(name))
  }

  for (const file of present) {
    if (!known.has(file) && !ignored(file)) faults.push(unusedFile(file))
  }

  const sourceOf = (of: object): Source => {
    const source = sources.get(of)
    if (!source) throw new Error('reported a value that is no file of the folder')
    return source
  }

  const faultOf = (...[of, path, wrong, write]: Parameters<Report['fault']>): Fault => {
    const source = sourceOf(of)
    const name = nameOf(source.value, path)
    const fault = { file: source.file, wrong: wrong(name), write }
    if (source.isParsed) return { ...fault, line: source.lineOf(path) }
    const line = lazily(() => source.lineOf(path))
    return Object.defineProperty(fault, 'line', { get: line, enumerable: true }) as Fault
  }

  const report: Report = {
    mentions: (id) => anyId || mentioned.has(id),
    placeOf: (of, path) => placeWords(sourceOf(of).file, sourceOf(of).lineOf(path)),
    areBeside: (one, other) => {
      const [first, second] = [one, other].map((of) => dirname(sourceOf(of).file))
      return first !== '.' && first === second
    },
    fault: (...told) => faults.push(faultOf(...told)),
    note: (...told) => notes.push(faultOf(...told)),
    at: (file, wrong, remedy) => faults.push({ file, line: 1, wrong, ...remedy }),
    noteAt: (file, line, wrong, remedy) => notes.push({ file, line, wrong, ...remedy }),
    sample,
  }

  return { values: values as Values<Files>, faults, notes, report }
}

function listOf(folder: string): Listing {
  try {
    return listFiles(folder)
  } catch (error) {
    throw new ContentError(folder, [noFolder(error)])
  }
}

/** Notes and whatever is neither YAML nor Markdown are the owner's own business. */
function ignored(file: string): boolean {
  return file === 'README.md' || !/\.(ya?ml|md)$/.test(file)
}
