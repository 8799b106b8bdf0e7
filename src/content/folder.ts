/** Reads a folder of YAML and Markdown against a description of its files. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { z } from 'zod'
import { locales } from '../kernel/locale.ts'
import { ContentError, type Fault, nameOf, schemaFaults, syntaxFaults } from './faults.ts'
import { type Picture, readPictures } from './pictures.ts'
import { type Path, readProse, readYaml, type Source } from './source.ts'
import { isSlug, slugHint } from './vocabulary.ts'

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

export type Prose<Head> = {
  slug: string
  vi: { head: Head; body: string }
  en: { head: Head; body: string }
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
  fault(of: object, path: Path, wrong: (name: string) => string, write: string): void
  /** A fault of a whole file. */
  at(file: string, wrong: string, write: string): void
  /** True of an id in a file that has faults of its own: what it holds is not yet known. */
  mentions(id: string): boolean
}

export type Reading<Files extends Record<string, FileKind>> = {
  values: Values<Files>
  faults: Fault[]
  report: Report
}

export function readFolder<Files extends Record<string, FileKind>>(
  folder: string,
  files: Files,
): Reading<Files> {
  const faults: Fault[] = []
  const sources = new Map<object, Source>()
  const present = new Set(listFiles(folder))
  const known = new Set<string>()
  const mentioned = new Set<string>()

  const read = (file: string): string | undefined => {
    known.add(file)
    try {
      return readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '')
    } catch {
      faults.push({
        file,
        line: 1,
        wrong: 'the file may not be read',
        write: 'its permissions anew',
      })
      return undefined
    }
  }

  const accept = (source: Source, schema: z.ZodType): unknown => {
    if (source.errors.length > 0) {
      faults.push(...syntaxFaults(source))
      return undefined
    }
    const parsed = schema.safeParse(source.value)
    if (!parsed.success) {
      faults.push(...schemaFaults(source, parsed.error))
      for (const id of idsIn(source.value)) mentioned.add(id)
      return undefined
    }
    sources.set(parsed.data as object, source)
    return parsed.data
  }

  const readOne = (path: string, schema: z.ZodType) => {
    if (!present.has(path)) {
      faults.push({ file: path, line: 1, wrong: 'the file is missing', write: 'it anew' })
      return undefined
    }
    const text = read(path)
    return text === undefined ? undefined : accept(readYaml(path, text), schema)
  }

  const inFolder = (name: string, ending: string) =>
    [...present].filter((file) => file.startsWith(`${name}/`) && file.endsWith(ending))

  const readMany = (name: string, schema: z.ZodType) => {
    const paths = inFolder(name, '.yaml')
    if (paths.length === 0) {
      faults.push({
        file: name,
        line: 1,
        wrong: 'the folder is empty',
        write: 'a .yaml file in it',
      })
    }
    return paths.map((path) => readOne(path, schema)).filter((value) => value !== undefined)
  }

  const readText = (path: string, schema: z.ZodType) => {
    const text = read(path)
    if (text === undefined) return undefined
    const found = readProse(path, text)
    if (!found) {
      faults.push({
        file: path,
        line: 1,
        wrong: 'the head is missing',
        write: 'the title, description and dates between two lines of ---, then the text',
      })
      return undefined
    }
    const head = accept(found.head, schema)
    if (found.body !== '') return head === undefined ? undefined : { head, body: found.body }
    faults.push({ file: path, line: 1, wrong: 'the text is missing', write: 'it below the head' })
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
        const language = locale === 'vi' ? 'Vietnamese' : 'English'
        faults.push({
          file,
          line: 1,
          wrong: 'the translation is missing',
          write: `the ${language} text in this file`,
        })
        return undefined
      })
      if (!isSlug(slug)) {
        faults.push({
          file: `${path}.vi.md`,
          line: 1,
          wrong: 'its name makes no address',
          write: slugHint,
        })
      }
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
    }
  }

  for (const file of present) {
    if (known.has(file) || ignored(file)) continue
    faults.push({
      file,
      line: 1,
      wrong: 'this file is not read by anything',
      write: 'its name as in the sample shop, or take it away',
    })
  }

  const report: Report = {
    mentions: (id) => mentioned.has(id),
    fault(of, path, wrong, write) {
      const source = sources.get(of)
      if (!source) throw new Error('reported a value that is no file of the folder')
      const name = nameOf(source.value, path)
      faults.push({ file: source.file, line: source.lineOf(path), wrong: wrong(name), write })
    },
    at: (file, wrong, write) => faults.push({ file, line: 1, wrong, write }),
  }

  return { values: values as Values<Files>, faults, report }
}

function listFiles(folder: string): string[] {
  const root = resolve(folder)
  try {
    return readdirSync(root, { withFileTypes: true, recursive: true })
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .sort()
  } catch {
    throw new ContentError(folder, [
      {
        file: '.',
        line: 1,
        wrong: 'there is no such folder',
        write: 'the path of one that can be read',
      },
    ])
  }
}

/** Notes, hidden files and whatever is neither YAML nor Markdown are the owner's own business. */
function ignored(file: string): boolean {
  if (file === 'README.md' || !/\.(ya?ml|md)$/.test(file)) return true
  return file.split('/').some((part) => part.startsWith('.'))
}

function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && typeof value.id === 'string' ? [value.id] : []
  return [...own, ...Object.values(value).flatMap(idsIn)]
}
