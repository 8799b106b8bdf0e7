/** A correction of a wrong value. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** What an owner wrote for a field. */
export type WrittenValue = {
  /** As it is in the file, with its quotes. */
  text: string
  /** Without quotes. */
  plain: string
  /** As YAML reads it: 145.000 is the number 145. */
  value: unknown
  /** The name of the field in the file. */
  key: string
  /** The entry that contains the field. */
  entry: Readonly<Record<string, unknown>>
  /** The entries of the list that contains the entry. */
  list: readonly unknown[]
}

export type Correction = {
  /** What is wrong, if it is not the usual mistake of this kind of field. `quoted` is the written text. */
  wrong?: ((quoted: string) => LocalizedText) | undefined
  /** Values as they are written in the file; several are alternatives. */
  values: readonly string[]
  /** Other lines that belong to the correction. */
  lines?: readonly string[]
}

export type Propose = (written: WrittenValue) => Correction | undefined

export const inQuotes = (text: string) => `"${text}"`

/** A number or a word that must not be between quotes. */
export const quotesNotNeeded = (quoted: string): LocalizedText => ({
  vi: `${quoted} nằm trong ngoặc kép, ở đây không cần`,
  en: `${quoted} is between quotes, which do not belong here`,
})

export function isQuoted({ text }: WrittenValue): boolean {
  return /^["']/.test(text)
}
