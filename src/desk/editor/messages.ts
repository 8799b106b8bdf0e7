/** Errors of a change, beside the fields that they belong to or above the form. */
import { type ContentIssue, formatMistake } from '../../content/content-errors.ts'
import type { PhotoProblem } from '../../content/photo.ts'
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

/** Why a photo was not taken, and what to do. */
export const photoProblemTexts: Readonly<Record<PhotoProblem, LocalizedText>> = {
  'not-decodable': {
    vi:
      'Đây là ảnh HEIC của iPhone, máy chủ không mở được. Hãy lưu thành JPEG rồi gửi lại. Để iPhone luôn chụp JPEG: ' +
      'Cài đặt → Camera → Định dạng → Tương thích nhất.',
    en:
      'This is a HEIC photo of an iPhone, which the server cannot open. Save it as JPEG and send it again. To let the ' +
      'iPhone always take JPEG: Settings → Camera → Formats → Most Compatible.',
  },
  damaged: {
    vi: 'Không mở được tệp này: không phải là ảnh, hoặc ảnh bị hỏng. Hãy chọn ảnh khác.',
    en: 'This file cannot be opened: it is not a photo, or it is damaged. Choose another one.',
  },
  'too-many-pixels': {
    vi: 'Ảnh này có quá nhiều điểm ảnh. Hãy lưu thành JPEG nhỏ hơn rồi gửi lại.',
    en: 'This photo has too many pixels. Save a smaller JPEG and send it again.',
  },
  unreadable: {
    vi: 'Không đọc được ảnh này. Hãy gửi lại.',
    en: 'This photo cannot be read. Send it again.',
  },
}

const words = {
  rejected: {
    vi: 'Chưa lưu: có chỗ cần sửa.',
    en: 'Not saved: something needs a change.',
  },
} satisfies Record<string, LocalizedText>
