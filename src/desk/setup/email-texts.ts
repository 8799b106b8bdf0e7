/** Texts of the sample that mention the email address, for a shop that has none: guests are asked to call instead. */
import { parseValue } from '../../content/edit/rewrite-yaml.ts'
import type { SetupState } from './state.ts'

const email = String.raw`(?:\*\*)?\{email\}(?:\*\*)?`

const replacements: readonly [pattern: string, text: string][] = [
  [`Viết cho ${email} hoặc gọi`, 'Gọi'],
  [`viết cho ${email} hoặc gọi`, 'gọi'],
  [` hoặc viết tới ${email}`, ''],
  [`xin gửi ${email} hoặc gọi`, 'xin gọi'],
  [`qua email ${email} hoặc gọi`, 'bằng cách gọi'],
  [`${email} hoặc gọi`, 'gọi'],
  [`Write to ${email} or call`, 'Call'],
  [`write to ${email} or call`, 'call'],
  [` or write to ${email}`, ''],
  [`at ${email} or by phone`, 'by phone'],
  [`${email}, or call`, 'call us'],
  [`${email} or (?=(?:\\*\\*)?\\{phone\\})`, ''],
]

export function withoutEmail(text: string): string {
  return replacements.reduce(
    (changed, [pattern, replacement]) => changed.replace(new RegExp(pattern, 'gu'), replacement),
    text,
  )
}

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
