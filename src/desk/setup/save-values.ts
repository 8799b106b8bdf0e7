/** Saves what a step or a removal changes in the draft of the owner. */
import type { ContentIssue } from '../../content/content-errors.ts'
import { withoutLink } from './sample-texts.ts'
import { isFileOfSample, type SetupState } from './state.ts'

type Texts = ReadonlyMap<string, string | null>

/** The value of a Markdown file is its text; null removes a file. Errors that the change adds are returned. */
export async function saveValues(
  state: SetupState,
  values: ReadonlyMap<string, unknown>,
  texts: Texts = new Map(),
): Promise<readonly ContentIssue[]> {
  const { editor, memberId } = state
  const all = new Map(texts)
  for (const [file, value] of values) {
    const isText = value === null || (typeof value === 'string' && file.endsWith('.md'))
    all.set(file, isText ? (value as string | null) : await editor.textWith(memberId, file, value))
  }
  const issues = await editor.saveTexts(memberId, all)
  const unlinked = withoutDeadLinks(state, all, issues)
  return unlinked ? editor.saveTexts(memberId, unlinked) : issues
}

/** Pages of the sample link to what is removed: the words stay. Texts of the owner are not changed. */
function withoutDeadLinks(
  state: SetupState,
  texts: Texts,
  issues: readonly ContentIssue[],
): Texts | undefined {
  const isOfSampleText = ({ file, deadLink }: ContentIssue) =>
    deadLink !== undefined && isFileOfSample(state, file)
  if (issues.length === 0 || !issues.every(isOfSampleText)) return undefined
  const changed = new Map(texts)
  for (const { file, deadLink = '' } of issues) {
    const text = changed.get(file) ?? state.textOf(file)
    if (text !== null) changed.set(file, withoutLink(text, deadLink))
  }
  return changed
}
