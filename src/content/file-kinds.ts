/** What a content folder may contain, as a description of its files, and the values that follow from it. */
import type { z } from 'zod'
import type { Locale } from '../kernel/locale.ts'
import type { PhotoFile } from './photo.ts'
import type { Picture } from './pictures.ts'

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
