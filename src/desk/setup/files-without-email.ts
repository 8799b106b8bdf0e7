/** The files of a shop that mention its email address, without it. */
import { parseValue } from '../../content/edit/rewrite-yaml.ts'
import { withoutEmail } from './sample-texts.ts'
import type { SetupState } from './state.ts'

/** New values of the files that mention it; the value of a Markdown file is its text. */
export function filesWithoutEmail({ files, textOf }: SetupState): Map<string, unknown> {
  const changed = new Map<string, unknown>()
  for (const file of files.filter((one) => /\.(?:md|yaml)$/.test(one))) {
    const text = textOf(file) ?? ''
    if (!text.includes('{email}')) continue
    const next = withoutEmail(text)
    changed.set(file, file.endsWith('.md') ? next : parseValue(next))
  }
  return changed
}
