/** How checks across files report what they find, with the file, the line and the name of the place. */
import { dirname } from 'node:path'
import type { LocalizedText } from '../kernel/locale.ts'
import { lazy } from '../kernel/memoize.ts'
import { type ContentIssue, formatFileLine } from './content-errors.ts'
import { fieldLabel } from './field-label.ts'
import type { Path, Source } from './source.ts'
import type { Remedy } from './yaml-errors.ts'

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
  errorAt(
    file: string,
    line: number,
    wrong: LocalizedText,
    remedy: Remedy & Pick<ContentIssue, 'deadLink'>,
  ): void
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

/** Its line is found with the first call, which is slow in a large file and not needed at the start. */
export type LazyNote = () => ContentIssue

/** A note that is shown from this day on. */
export type DatedNote = { from: string; note: LazyNote }

/** What was found in a folder so far; reports are added to it. */
type Findings = {
  errors: ContentIssue[]
  notes: LazyNote[]
  datedNotes: DatedNote[]
  /** By the value of the file. */
  sources: ReadonlyMap<object, Source>
}

export function createReport(
  { errors, notes, datedNotes, sources }: Findings,
  folder: Pick<Report, 'hasFile' | 'isMentioned' | 'sample'>,
): Report {
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
    const at = { file: source.file, line: source.lineOf(path), path }
    if (typeof wrong === 'function') return { ...at, wrong: wrong(name), write }
    return { ...at, place: name, wrong, write }
  }

  return {
    ...folder,
    textAt: (fileContent, path) => sourceOf(fileContent).textAt(path),
    locationOf: (fileContent, path) =>
      formatFileLine(sourceOf(fileContent).file, sourceOf(fileContent).lineOf(path)),
    areInSameFolder: (one, other) => {
      const [first, second] = [one, other].map((of) => dirname(sourceOf(of).file))
      return first !== '.' && first === second
    },
    createIssue,
    error: (...args) => errors.push(createIssue(...args)),
    note: (...args) => notes.push(lazy(() => createIssue(...args))),
    noteFrom: (from, ...args) => datedNotes.push({ from, note: lazy(() => createIssue(...args)) }),
    fileError: (file, wrong, remedy) => errors.push({ file, line: 1, wrong, ...remedy }),
    errorAt: (file, line, wrong, remedy) => errors.push({ file, line, wrong, ...remedy }),
    noteAt: (file, line, wrong, remedy) => notes.push(() => ({ file, line, wrong, ...remedy })),
  }
}
