/** Reads a folder of YAML and Markdown against a description of its files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { locales } from '../kernel/locale.ts'
import { ContentError, type Fault, nameOf, schemaFaults, syntaxFaults } from './faults.ts'
import { type Path, readProse, readYaml, type Source } from './source.ts'

/**
 * One file, every file of a folder in the order of their names, or every text of a folder in both
 * languages. A value that could not be read whole is undefined, and the folder has faults.
 */
export type FileKind =
  | { kind: 'one'; path: string; schema: z.ZodType }
  | { kind: 'many'; folder: string; schema: z.ZodType }
  | { kind: 'prose'; folder: string; head: z.ZodType }

export const one = <S extends z.ZodType>(path: string, schema: S) =>
  ({ kind: 'one', path, schema }) as const
export const many = <S extends z.ZodType>(folder: string, schema: S) =>
  ({ kind: 'many', folder, schema }) as const
export const prose = <S extends z.ZodType>(folder: string, head: S) =>
  ({ kind: 'prose', folder, head }) as const

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
        : never
}

/** Tells of a fault found by comparing files: `of` is the file's value, `path` the place in it. */
export type Report = (
  of: object,
  path: Path,
  wrong: (name: string) => string,
  write: string,
) => void

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
  if (!existsSync(folder)) {
    throw new ContentError(folder, [
      {
        file: '.',
        line: 1,
        wrong: 'the folder does not exist',
        write: 'the path of one that does',
      },
    ])
  }
  const present = new Set(listFiles(folder))
  const known = new Set<string>()

  const read = (file: string): string => {
    known.add(file)
    return readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '')
  }

  const accept = (source: Source, schema: z.ZodType): unknown => {
    if (source.errors.length > 0) {
      faults.push(...syntaxFaults(source))
      return undefined
    }
    const parsed = schema.safeParse(source.value)
    if (!parsed.success) {
      faults.push(...schemaFaults(source, parsed.error))
      return undefined
    }
    sources.set(parsed.data as object, source)
    return parsed.data
  }

  const readOne = (path: string, schema: z.ZodType) => {
    if (present.has(path)) return accept(readYaml(path, read(path)), schema)
    faults.push({ file: path, line: 1, wrong: 'the file is missing', write: 'it anew' })
    return undefined
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
    const values = paths.map((path) => readOne(path, schema))
    return values.includes(undefined) ? undefined : values
  }

  const readText = (path: string, schema: z.ZodType) => {
    const found = readProse(path, read(path))
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
    const slugs = new Set(
      inFolder(name, '.md').map((file) => file.replace(/(\.(vi|en))?\.md$/, '')),
    )
    const texts = [...slugs].map((path) => {
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
      return vi && en ? { slug: path.slice(name.length + 1), vi, en } : undefined
    })
    return texts.includes(undefined) ? undefined : texts
  }

  const values: Record<string, unknown> = {}
  for (const [name, file] of Object.entries(files)) {
    if (file.kind === 'one') values[name] = readOne(file.path, file.schema)
    else if (file.kind === 'many') values[name] = readMany(file.folder, file.schema)
    else values[name] = readTexts(file.folder, file.head)
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

  const report: Report = (of, path, wrong, write) => {
    const source = sources.get(of)
    if (!source) throw new Error('reported a value that is no file of the folder')
    const name = nameOf(source.value, path)
    faults.push({ file: source.file, line: source.lineOf(path), wrong: wrong(name), write })
  }

  return { values: values as Values<Files>, faults, report }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .map((found) =>
      join(found.parentPath, found.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

function ignored(file: string): boolean {
  return file === 'README.md' || file.split('/').some((part) => /^\.|~$/.test(part))
}
