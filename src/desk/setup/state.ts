/** The shop during its setup: the folder as the owner has changed it, beside the sample that it was copied from. */
import { isDeepStrictEqual } from 'node:util'
import { readFileText } from '../../content/edit/write-files.ts'
import { valueAt } from '../../content/field-label.ts'
import { listFiles } from '../../content/files.ts'
import { isProgramFolder, sampleFolder } from '../../content/sample.ts'
import type { Path } from '../../content/source.ts'
import type { Locale } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { DeskContext } from '../context.ts'
import type { Editor } from '../editor/editor.ts'
import { createFileParser } from '../editor/file-parser.ts'
import { comparableText } from './sample-texts.ts'

export const businessFile = 'business.yaml'

export type SetupState = {
  context: DeskContext
  editor: Editor
  memberId: string
  locale: Locale
  /** All files of the folder with the draft. */
  files: readonly string[]
  /** The value of a file with the draft. */
  read(file: string): unknown
  /** The text of a file with the draft. */
  textOf(file: string): string | null
  sample: Sample
}

type Sample = {
  files: readonly string[]
  read(file: string): unknown
  textOf(file: string): string | null
}

/** Files of the program do not change while it runs. */
const loadSample = memoize((trade: string): Sample => {
  const folder = sampleFolder(trade)
  const textOf = memoize((file: string) => readFileText(folder, file))
  const parseFile = createFileParser()
  return {
    files: listFiles(folder).files,
    textOf,
    read: memoize((file) => parseFile(file, textOf(file))),
  }
})

export async function openSetup(
  context: DeskContext,
  editor: Editor,
  { memberId, locale }: { memberId: string; locale: Locale },
): Promise<SetupState> {
  const { folder } = editor.content
  const draft = await editor.draftTexts(memberId)
  const textOf = (file: string) =>
    draft.has(file) ? (draft.get(file) ?? null) : readFileText(folder, file)
  const all = new Set([...listFiles(folder).files, ...draft.keys()])
  return {
    ...{ context, editor, memberId, locale, textOf },
    files: [...all].filter((file) => draft.get(file) !== null).sort(),
    read: memoize((file) => editor.parseFile(file, textOf(file))),
    sample: loadSample(context.shop.trade),
  }
}

/** Whether a value of a file is still that of the sample. */
export function isOfSample({ read, sample }: SetupState, file: string, path: Path): boolean {
  const value = valueAt(read(file), path)
  return value !== undefined && isDeepStrictEqual(value, valueAt(sample.read(file), path))
}

/** Whether a text file, or a drawing, is still that of the sample, apart from what the setup itself has changed. */
export function isFileOfSample({ textOf, sample }: SetupState, file: string): boolean {
  const [text, original] = [textOf(file), sample.textOf(file)]
  if (text === null || original === null) return false
  return text === original || comparableText(text) === comparableText(original)
}

/** The name of the sample shop. */
export const sampleName = memoize((trade: string): string =>
  String(valueAt(loadSample(trade).read(businessFile), ['name'])),
)

/** Whether guests see the sample shop, in a folder that the owner can change. */
export function isSampleShop({ shop, content, isDemo }: DeskContext): boolean {
  if (!content || isDemo || isProgramFolder(content.folder, shop.trade)) return false
  return shop.business.name === sampleName(shop.trade)
}

/** The value of a file of the sample of any trade. */
export function sampleValue(trade: string, file: string): unknown {
  return loadSample(trade).read(file)
}
