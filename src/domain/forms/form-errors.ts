/** Problems of an operation as texts for the guest who filled in the form. */
import type { Block, Document } from '../../content/document.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { FieldCode, FieldError, Problem, ProblemCode } from '../../kernel/problem.ts'
import { truncate } from '../../kernel/truncate.ts'

export type FieldErrorMessages = Readonly<Record<string, string>>

export function collectErrorMessages({ details }: Problem, locale: Locale): FieldErrorMessages {
  return Object.fromEntries(
    (details.fields ?? []).map((error) => {
      // A question that a rule asks the guest says more than the general text for its code.
      const generalText = error.who === 'guest' ? undefined : fieldErrorTexts[error.code]
      return [
        error.name.split('.')[0] ?? error.name,
        generalText?.[locale] ?? fieldMessage(error, locale),
      ]
    }),
  )
}

/** A field that no form of the site has is not shown again, so sending once more is enough. */
function fieldMessage({ name, code, message }: FieldError, locale: Locale): string {
  if (code !== 'unknown') return message[locale]
  const shown = truncate(name, 40)
  return {
    vi: `Biểu mẫu này không có mục “${shown}”, nên mục ấy đã được bỏ ra. Xin bấm nút lần nữa.`,
    en: `This form has no field “${shown}”, so it was left out. Please press the button again.`,
  }[locale]
}

export function problemText(problem: Problem, locale: Locale): string {
  const ownText = problemTexts[problem.code]
  if (ownText) return ownText[locale]
  const errors = (problem.details.fields ?? []).map((error) => fieldMessage(error, locale))
  return errors.length > 0 ? errors.join(' ') : problem.detailText(locale)
}

export function problemBlock(text: string): Block {
  return { kind: 'notice', tone: 'problem', text: [text] }
}

type NamedField = { name: string; label: LocalizedText; type: string }

/** What has to be corrected, with a link to each field. */
export function errorSummary(
  text: string,
  fields: readonly NamedField[],
  errors: FieldErrorMessages,
  locale: Locale,
): Block {
  const links = fields.flatMap(({ name, label, type }) => {
    const message = errors[name]
    if (message === undefined) return []
    const id = type === 'radio' || type === 'ticks' ? `${name}-1` : name
    return [{ text: `${label[locale]}: ${message}`, href: `#${id}` }]
  })
  return { kind: 'notice', tone: 'problem', text: [text], ...(links.length > 0 && { links }) }
}

/** Screen readers read the title first, so it says that something is wrong. The heading stays. */
export function withErrorTitle(document: Document, locale: Locale): Document {
  const { title, heading = title } = document
  return { ...document, title: `${errorPrefix[locale]} ${title}`, heading }
}

const errorPrefix: LocalizedText = { vi: 'Lỗi:', en: 'Error:' }

export const correctionNotice: LocalizedText = {
  vi: 'Chưa gửi được: xin sửa những chỗ được đánh dấu. Mọi điều bạn đã viết vẫn còn đây.',
  en: 'Not sent yet: please correct the marked fields. Everything you wrote is still here.',
}

/** The API's own texts for these problems address programs. */
const problemTexts: Readonly<Partial<Record<ProblemCode, LocalizedText>>> = {
  'idempotency-key-reused': {
    vi: 'Biểu mẫu này đã gửi một lần rồi. Nếu đây là yêu cầu mới, xin bấm gửi lần nữa.',
    en: 'This form was already sent. If this is a new request, please press the button again.',
  },
  'form-check-failed': {
    vi: 'Trang này để đã lâu hoặc đã gửi rồi. Mọi điều bạn viết vẫn còn đây: xin bấm nút lần nữa.',
    en:
      'This page was open for too long, or was sent before. Everything is still here: please press the button ' +
      'again.',
  },
  'slot-taken': {
    vi: 'Giờ này vừa có người giữ mất. Xin chọn một giờ gần đó.',
    en: 'This time has just been taken. Please choose another time near it.',
  },
  'rate-limited': {
    vi: 'Bạn đã gửi nhiều lần trong một giờ qua. Xin thử lại sau, hoặc gọi cho chúng tôi.',
    en: 'You have sent several requests within the last hour. Please try again later, or call us.',
  },
  'cross-site': {
    vi: 'Biểu mẫu này chỉ nhận từ chính trang của chúng tôi. Xin mở lại trang rồi gửi.',
    en: 'This form is accepted only from our own page. Please open the page again and send it.',
  },
}

const fieldErrorTexts: Readonly<Partial<Record<FieldCode, LocalizedText>>> = {
  missing: { vi: 'Xin điền mục này.', en: 'Please fill this in.' },
  not_one_of: { vi: 'Xin chọn một trong các mục.', en: 'Please choose one of these.' },
  wrong_type: { vi: 'Xin viết lại mục này.', en: 'Please write this again.' },
}
