/** Why somebody was not let in, or may not do that: a word that stays, and words for people. */

import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'
import { UniqueViolation } from '../../store/sql.ts'

const accessErrorTexts = {
  wrong: {
    vi: 'Tên hoặc mật khẩu chưa đúng.',
    en: 'The name or the password is not right.',
  },
  wrong_passkey: {
    vi: 'Khóa truy cập này chưa mở được cửa. Hãy thử lại, hoặc vào bằng cách khác.',
    en: 'This passkey did not open the door. Try again, or come in another way.',
  },
  wait: {
    vi: 'Đã thử sai nhiều lần liên tiếp.',
    en: 'There were many wrong tries in a row.',
  },
  busy: {
    vi: 'Đang có quá nhiều người đăng nhập cùng lúc.',
    en: 'Too many people are signing in at this moment.',
  },
  link_gone: {
    vi: 'Liên kết này không còn dùng được: đã có người dùng, đã hết hạn hoặc đã bị rút lại. Hãy xin một liên kết mới.',
    en: 'This link is no longer good: it was used, has lapsed or was withdrawn. Ask for a new one.',
  },
  name_unfit: {
    vi: 'Viết tên trên một dòng, từ 1 đến 60 ký tự.',
    en: 'Write a name on one line, of 1 to 60 characters.',
  },
  name_taken: {
    vi: 'Đã có người ở quầy mang tên này (không phân biệt dấu, chữ hoa và chữ thường). Hãy thêm họ hoặc biệt danh.',
    en: 'Somebody at the desk has this name already (marks and capitals make no difference). Add a family name or a nickname.',
  },
  password_short: {
    vi: 'Mật khẩu cần ít nhất 10 ký tự. Vài từ ghép lại thì dễ nhớ mà khó đoán.',
    en: 'A password needs at least 10 characters. A few words in a row are easy to keep and hard to guess.',
  },
  password_long: {
    vi: 'Mật khẩu dài nhất là 200 ký tự.',
    en: 'A password has at most 200 characters.',
  },
  password_weak: {
    vi: 'Mật khẩu này quá dễ đoán. Hãy chọn mật khẩu khác, chẳng hạn vài từ không liên quan.',
    en: 'This password is too easy to guess. Choose another, such as a few words that have nothing to do with each other.',
  },
  passkey_known: {
    vi: 'Khóa truy cập này đã được lưu từ trước.',
    en: 'This passkey is kept already.',
  },
  last_way_in: {
    vi: 'Đây là cách đăng nhập cuối cùng. Hãy thêm một cách khác trước khi bỏ.',
    en: 'This is the last way in. Add another before you remove it.',
  },
  last_owner: {
    vi: 'Đây là chủ duy nhất. Hãy mời thêm một chủ khác trước.',
    en: 'This is the only owner. Bring in another one first.',
  },
  sign_in_again: {
    vi: 'Để đổi cách đăng nhập, xin đăng xuất rồi đăng nhập lại trước.',
    en: 'To change the ways in, please sign out and in again first.',
  },
  not_found: {
    vi: 'Không tìm thấy, hoặc không còn nữa.',
    en: 'It is not there, or not any more.',
  },
  not_allowed: {
    vi: 'Chỉ chủ mới làm được việc này.',
    en: 'Only an owner may do this.',
  },
} satisfies Record<string, LocalizedText>

export type StaffAccessErrorCode = keyof typeof accessErrorTexts

export class StaffAccessError extends UserError {
  readonly code: StaffAccessErrorCode
  override readonly localizedMessage: LocalizedText
  /** After how long it may be tried again. */
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

/** For a row whose key somebody else has: `.catch(ifTaken('name_taken'))`. */
export function rethrowUniqueViolationAs(code: StaffAccessErrorCode): (error: unknown) => never {
  return (error) => {
    throw error instanceof UniqueViolation ? new StaffAccessError(code) : error
  }
}

function formatRetryAfter(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) {
    const unit = seconds === 1 ? 'second' : 'seconds'
    return { vi: `Hãy thử lại sau ${seconds} giây.`, en: `Try again in ${seconds} ${unit}.` }
  }
  const unit = minutes === 1 ? 'minute' : 'minutes'
  return { vi: `Hãy thử lại sau ${minutes} phút.`, en: `Try again in ${minutes} ${unit}.` }
}
