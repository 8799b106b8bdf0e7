/** Errors of staff sign-in and account management: a stable code and a text for staff. */
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { UserError } from '../../kernel/user-error.ts'
import { UniqueViolation } from '../../store/sql.ts'

const accessErrorTexts = {
  wrong: {
    vi: 'Tên hoặc mật khẩu chưa đúng.',
    en: 'The name or password is wrong.',
  },
  wrong_passkey: {
    vi: 'Khoá truy cập này chưa mở được cửa. Hãy thử lại, hoặc vào bằng cách khác.',
    en: 'Sign-in with this passkey failed. Try again, or sign in another way.',
  },
  wait: {
    vi: 'Đã thử sai nhiều lần liên tiếp.',
    en: 'Too many failed attempts in a row.',
  },
  busy: {
    vi: 'Đang có quá nhiều người đăng nhập cùng lúc.',
    en: 'Too many people are signing in at the same time.',
  },
  link_gone: {
    vi: 'Liên kết này không còn dùng được: đã có người dùng, đã hết hạn hoặc đã bị rút lại. Hãy xin một liên kết mới.',
    en: 'This link is no longer valid: it was used, has expired or was withdrawn. Ask for a new one.',
  },
  name_unfit: {
    vi: 'Viết tên trên một dòng, từ 1 đến 60 ký tự.',
    en: 'Write the name on one line, with 1 to 60 characters.',
  },
  name_taken: {
    vi: 'Đã có người ở quầy mang tên này (không phân biệt dấu, chữ hoa và chữ thường). Hãy thêm họ hoặc biệt danh.',
    en:
      'A staff member already has this name (accents and capital letters are ignored). Add a ' +
      'family name or a nickname.',
  },
  password_short: {
    vi: 'Mật khẩu cần ít nhất 10 ký tự. Vài từ ghép lại thì dễ nhớ mà khó đoán.',
    en: 'The password needs at least 10 characters. Several words together are easy to memorize and hard to guess.',
  },
  password_long: {
    vi: 'Mật khẩu dài nhất là 200 ký tự.',
    en: 'The password can have at most 200 characters.',
  },
  password_weak: {
    vi: 'Mật khẩu này quá dễ đoán. Hãy chọn mật khẩu khác, chẳng hạn vài từ không liên quan.',
    en: 'This password is too easy to guess. Choose another one, such as a few unrelated words.',
  },
  passkey_known: {
    vi: 'Khoá truy cập này đã được lưu từ trước.',
    en: 'This passkey is already registered.',
  },
  last_way_in: {
    vi: 'Đây là cách đăng nhập cuối cùng. Hãy thêm một cách khác trước khi bỏ.',
    en: 'This is the last sign-in method. Add another one before you remove it.',
  },
  last_owner: {
    vi: 'Đây là chủ duy nhất. Hãy mời thêm một chủ khác trước.',
    en: 'This is the only owner. Invite another owner first.',
  },
  not_found: {
    vi: 'Không tìm thấy, hoặc không còn nữa.',
    en: 'Not found, or no longer available.',
  },
  not_allowed: {
    vi: 'Chỉ chủ mới làm được việc này.',
    en: 'Only an owner can do this.',
  },
} satisfies Record<string, LocalizedText>

export type StaffAccessErrorCode = keyof typeof accessErrorTexts

export class StaffAccessError extends UserError {
  readonly code: StaffAccessErrorCode
  override readonly localizedMessage: LocalizedText
  readonly retryAfterSeconds: number | undefined

  constructor(code: StaffAccessErrorCode, retryAfterSeconds?: number) {
    const localizedMessage = forEachLocale((locale) =>
      retryAfterSeconds === undefined
        ? accessErrorTexts[code][locale]
        : `${accessErrorTexts[code][locale]} ${formatRetryAfter(retryAfterSeconds)[locale]}`,
    )
    super(localizedMessage.en)
    this.name = 'StaffAccessError'
    this.code = code
    this.localizedMessage = localizedMessage
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Usage: `.catch(rethrowUniqueViolationAs('name_taken'))`. */
export function rethrowUniqueViolationAs(code: StaffAccessErrorCode): (error: unknown) => never {
  return (error) => {
    throw error instanceof UniqueViolation ? new StaffAccessError(code) : error
  }
}

function formatRetryAfter(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) {
    const unit = plural(seconds, { one: 'second', other: 'seconds' })
    return { vi: `Hãy thử lại sau ${seconds} giây.`, en: `Try again in ${seconds} ${unit}.` }
  }
  const unit = plural(minutes, { one: 'minute', other: 'minutes' })
  return { vi: `Hãy thử lại sau ${minutes} phút.`, en: `Try again in ${minutes} ${unit}.` }
}
