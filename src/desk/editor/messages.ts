/** Errors of a change, beside the fields that they belong to or above the form. */
import { type ContentIssue, formatMistake } from '../../content/content-errors.ts'
import type { Path } from '../../content/source.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'
import { html } from '../../ui/html.ts'
import { plainList } from '../components.ts'
import type { Notice } from '../screen.ts'

/** By the name of the field: the position in the file below `path`. */
export function errorsByField(
  issues: readonly ContentIssue[],
  file: string,
  path: Path,
  locale: Locale,
): { errors: Map<string, string[]>; others: ContentIssue[] } {
  const errors = new Map<string, string[]>()
  const others: ContentIssue[] = []
  for (const issue of issues) {
    const isHere =
      issue.file === file &&
      issue.path !== undefined &&
      path.every((step, index) => issue.path?.[index] === step)
    if (!isHere) {
      others.push(issue)
      continue
    }
    const name = issue.path?.slice(path.length).join('.') ?? ''
    if (name === '') others.push(issue)
    else errors.set(name, [...(errors.get(name) ?? []), mistakeText(issue, locale)])
  }
  return { errors, others }
}

/** Beside a field, its name is not repeated. */
function mistakeText({ place: _place, ...issue }: ContentIssue, locale: Locale): string {
  const text = formatMistake(issue as ContentIssue, locale)
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

export function rejectedNotice(others: readonly ContentIssue[], locale: Locale): Notice {
  const lines = others.map((issue) => formatMistake(issue, locale))
  return {
    tone: 'problem',
    body: html`<p>${words.rejected[locale]}</p>${lines.length > 0 && plainList(lines)}`,
  }
}

/** The text of an error that the owner can act on; any other is thrown again. */
export function userErrorNotice(error: unknown, locale: Locale): Notice {
  if (!(error instanceof UserError)) throw error
  return {
    tone: 'problem',
    body: html`<p>${error.localizedMessage?.[locale] ?? error.message}</p>`,
  }
}

const words = {
  rejected: {
    vi: 'Chưa lưu: có chỗ cần sửa.',
    en: 'Not saved: something needs a change.',
  },
} satisfies Record<string, LocalizedText>
