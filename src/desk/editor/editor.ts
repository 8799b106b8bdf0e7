/** What all screens of the editor share: the drafts, the publications, and checks of changes before they are saved. */
import { type ContentIssue, formatIssue } from '../../content/content-errors.ts'
import { rewriteYaml } from '../../content/edit/rewrite-yaml.ts'
import { readFileText } from '../../content/edit/write-files.ts'
import { valueAt } from '../../content/field-label.ts'
import { listFiles } from '../../content/files.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { Path } from '../../content/source.ts'
import { createDrafts, type Drafts } from '../../domain/editor/drafts.ts'
import { createStoredPictures, type StoredPictures } from '../../domain/editor/pictures.ts'
import { createPublications, type Publications } from '../../domain/editor/publications.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { digestOf } from './digest.ts'
import { createFileParser, type ParseFile } from './file-parser.ts'
import { listParts, type Part } from './parts.ts'

export type Editor = {
  parts: readonly Part[]
  content: ContentReloader
  drafts: Drafts
  publications: Publications
  pictures: StoredPictures
  /** The value of a text of a file. */
  parseFile: ParseFile
  /** The files of a part as the member has changed them, in their order. */
  filesOf(part: Part, memberId: string): Promise<string[]>
  /** The value of a file as the member has changed it. */
  valueOf(memberId: string, file: string): Promise<unknown>
  /** The same for several files: the draft is loaded once. */
  reader(memberId: string): Promise<ReadValue>
  /** The files of the draft that can be published, as texts. */
  draftTexts(memberId: string): Promise<Map<string, string | null>>
  /**
   * Saves new values of files in the draft, null for those that are removed, unless they add errors, which are
   * returned.
   */
  save(memberId: string, values: ReadonlyMap<string, unknown>): Promise<readonly ContentIssue[]>
  /** The same for whole files: texts, digests of photos, or null for files that are removed. */
  saveTexts(memberId: string, texts: ReadonlyMap<string, Text>): Promise<readonly ContentIssue[]>
  /** The text of a YAML file with a new value. */
  textWith(memberId: string, file: string, value: unknown): Promise<string>
}

type Text = string | null

type ReadValue = (file: string) => unknown

export function createEditor({ shop, store, now }: DeskContext, content: ContentReloader): Editor {
  const { folder } = content
  const drafts = createDrafts(store, folder, now)
  const parseFile = createFileParser()
  const draftTexts = async (memberId: string) => {
    const files = (await drafts.list(memberId)).filter(({ isConflict }) => !isConflict)
    return new Map(files.map(({ file, text }) => [file, text]))
  }
  const reader = async (memberId: string): Promise<ReadValue> => {
    const changed = await draftTexts(memberId)
    return (file) =>
      parseFile(file, changed.has(file) ? changed.get(file) : readFileText(folder, file))
  }
  const textWith = async (memberId: string, file: string, value: unknown) => {
    const text = (await drafts.textOf(memberId, file)) ?? ''
    // A file that does not exist is not created for nothing.
    const isNothing = text === '' && Object.keys(value as object).length === 0
    return isNothing ? text : rewriteYaml(text, value)
  }
  const saveTexts: Editor['saveTexts'] = async (memberId, texts) => {
    const before = await draftTexts(memberId)
    const after = new Map(before)
    for (const [file, text] of texts) {
      const current = await drafts.textOf(memberId, file)
      if (text !== (current ?? (text === null ? null : ''))) after.set(file, text)
    }
    const changedFiles = [...texts.keys()].filter((file) => after.get(file) !== before.get(file))
    if (changedFiles.length === 0) return []
    const { errors } = await content.tryChanges(after)
    const added = errors.length === 0 ? [] : await withoutKnown(content, before, errors)
    if (added.length > 0) return added
    for (const file of changedFiles) await drafts.save(memberId, file, after.get(file) ?? null)
    return []
  }
  return {
    parts: listParts(shop),
    content,
    drafts,
    publications: createPublications(store, folder, now),
    pictures: createStoredPictures(store, now),
    parseFile,
    textWith,
    saveTexts,
    draftTexts,
    async filesOf({ file, folder: name }, memberId) {
      if (file !== undefined) return [file]
      const changed = await draftTexts(memberId)
      const all = new Set([...listFiles(folder).files, ...changed.keys()])
      return [...all]
        .filter((one) => isCategoryFile(one, name ?? '') && changed.get(one) !== null)
        .sort()
    },
    reader,
    valueOf: async (memberId, file) => (await reader(memberId))(file),
    async save(memberId, values) {
      const texts = new Map<string, Text>()
      for (const [file, value] of values)
        texts.set(file, value === null ? null : await textWith(memberId, file, value))
      return saveTexts(memberId, texts)
    },
  }
}

/** Another one means that the member, perhaps in another window, has saved or published something since. */
export async function draftVersion(
  { draftTexts }: Pick<Editor, 'draftTexts'>,
  memberId: string,
): Promise<string> {
  return digestOf([...(await draftTexts(memberId))])
}

/** Errors that the folder had before do not prevent other changes. */
async function withoutKnown(
  content: ContentReloader,
  before: ReadonlyMap<string, string | null>,
  errors: readonly ContentIssue[],
): Promise<ContentIssue[]> {
  const known = new Set((await content.tryChanges(before)).errors.map(textOf))
  return errors.filter((error) => !known.has(textOf(error)))
}

function textOf({ line: _line, ...issue }: ContentIssue): string {
  return formatIssue({ ...issue, line: 0 } as ContentIssue, 'en')
}

function isCategoryFile(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`) && file.endsWith('.yaml') && file.split('/').length === 2
}

/** The file of a category with this name. The number before the name sets the order of the categories. */
export function categoryFileOf({ folder }: Part, files: readonly string[], name: string): string {
  const slug = toSlug(name)
  const numbers = files.map((file) => Number(/\/(\d+)-/.exec(file)?.[1] ?? 0))
  const existing = files.find((file) => file.replace(/^.*?\/(\d+-)?/, '') === `${slug}.yaml`)
  return existing ?? `${folder}/${Math.max(0, ...numbers) + 1}-${slug}.yaml`
}

/** The part of a file, from the address of a screen; undefined if it is not one that the editor knows. */
export async function findPart(
  editor: Editor,
  memberId: string,
  partId: string | null,
  file: string | null,
) {
  const part = editor.parts.find(({ id }) => id === partId)
  if (!part) return undefined
  const files = await editor.filesOf(part, memberId)
  const chosen = file === null || file === '' ? files[0] : files.find((one) => one === file)
  return chosen === undefined ? undefined : { part, file: chosen, files }
}

/** A copy of a value with another value at a path. */
export function withValueAt(root: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(root) as Record<string | number, unknown>
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>
  const step = path.at(-1)
  if (step === undefined) return value
  if (value === undefined) delete parent[step]
  else parent[step] = value
  return copy
}
