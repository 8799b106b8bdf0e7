/** What stands at the door. */
import type { Link, StaffAccessError } from '../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { ScreenPage } from './screen.ts'

export function signInPage(
  shopName: string,
  locale: Locale,
  { next, name, error }: { next: string; name: string; error: StaffAccessError | undefined },
): ScreenPage {
  return {
    title: words.signIn[locale],
    status: statusFor(error),
    notice: errorNotice(error, locale),
    body: html`<div class="door"><h1>${shopName}</h1>
<p class="quiet">${words.desk[locale]}</p>
<div class="passkey" data-passkey="/sign-in" data-next="${next}" hidden>
<button type="button" class="main">${words.byPasskey[locale]}</button><p class="fault" role="alert"></p></div>
<form method="post" action="/sign-in"><input type="hidden" name="next" value="${next}"><input type="hidden" name="lang" value="${locale}">
<div class="field"><label for="name">${words.name[locale]}</label><input type="text" id="name" name="name" autocomplete="username" autocapitalize="words" required maxlength="60" value="${name}"></div>
<div class="field"><label for="password">${words.password[locale]}</label><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"></div>
<button type="submit">${words.signIn[locale]}</button></form>
${languageLink('/sign-in', locale)}
<script src="/passkeys.js" defer></script></div>`,
  }
}

export function joinPage(
  shopName: string,
  locale: Locale,
  {
    link,
    token,
    name,
    error,
  }: {
    link: Link | undefined
    token: string
    name: string
    error: StaffAccessError | undefined
  },
): ScreenPage {
  if (!link) {
    return {
      title: words.desk[locale],
      status: 410,
      body: html`<div class="door"><h1>${shopName}</h1><p>${words.linkInvalid[locale]}</p><p><a href="/sign-in">${words.signIn[locale]}</a></p></div>`,
    }
  }
  const known = link.kind === 'returning' ? link.member.name : undefined
  return {
    title: words.welcome[locale],
    status: statusFor(error),
    notice: errorNotice(error, locale),
    body: html`<div class="door"><h1>${words.welcome[locale]}</h1>
<p>${known === undefined ? words.joinHint[locale] : `${words.welcomeBack[locale]} ${known}.`}</p>
<form method="post" action="/join/${token}" id="join"><input type="hidden" name="lang" value="${locale}">
${known === undefined && html`<div class="field"><label for="name">${words.yourName[locale]}</label><input type="text" id="name" name="name" autocomplete="username" autocapitalize="words" required maxlength="60" value="${name}"></div>`}
<div class="passkey" data-passkey="/join/${token}" data-next="/" hidden>
<button type="button" class="main">${words.makePasskey[locale]}</button>
<p class="hint">${words.passkeyHint[locale]}</p><p class="fault" role="alert"></p>
<p class="or">${words.or[locale]}</p></div>
<div class="field"><label for="password">${words.choosePassword[locale]}</label><input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="password-hint"><span class="hint" id="password-hint">${words.passwordHint[locale]}</span></div>
<button type="submit">${words.finishJoin[locale]}</button></form>
${languageLink(`/join/${token}`, locale)}
<script src="/passkeys.js" defer></script></div>`,
  }
}

function errorNotice(error: StaffAccessError | undefined, locale: Locale): ScreenPage['notice'] {
  return error && { tone: 'problem', body: html`<p>${error.localizedMessage[locale]}</p>` }
}

function statusFor(error: StaffAccessError | undefined): number {
  if (!error) return 200
  return error.code === 'wait' || error.code === 'busy' ? 429 : 403
}

function languageLink(path: string, locale: Locale): Html {
  const [other, label] = locale === 'vi' ? ['en', 'English'] : ['vi', 'Tiếng Việt']
  return html`<p><a lang="${other}" hreflang="${other}" href="${path}?lang=${other}">${label}</a></p>`
}

const words = {
  signIn: { vi: 'Đăng nhập', en: 'Sign in' },
  desk: { vi: 'Quầy của nhân viên', en: 'The staff’s desk' },
  byPasskey: { vi: 'Vào bằng khóa truy cập', en: 'Sign in with a passkey' },
  name: { vi: 'Tên', en: 'Name' },
  password: { vi: 'Mật khẩu', en: 'Password' },
  welcome: { vi: 'Chào mừng tới quầy', en: 'Welcome to the desk' },
  welcomeBack: { vi: 'Chào lại,', en: 'Welcome back,' },
  joinHint: {
    vi: 'Viết tên để đồng nghiệp thấy ai đã làm gì, rồi chọn cách đăng nhập.',
    en: 'Write your name, so that colleagues see who did what, then choose a way to sign in.',
  },
  yourName: { vi: 'Tên của bạn', en: 'Your name' },
  makePasskey: { vi: 'Tạo khóa truy cập', en: 'Make a passkey' },
  passkeyHint: {
    vi: 'Vân tay, khuôn mặt hoặc mã khóa của máy này: không có gì để quên.',
    en: 'The fingerprint, face or code of this device: nothing to forget.',
  },
  or: { vi: 'hoặc', en: 'or' },
  choosePassword: { vi: 'Chọn mật khẩu', en: 'Choose a password' },
  passwordHint: {
    vi: 'Ít nhất 10 ký tự; vài từ ghép lại là tốt.',
    en: 'At least 10 characters; a few words in a row are good.',
  },
  finishJoin: { vi: 'Vào quầy', en: 'Come in' },
  linkInvalid: {
    vi: 'Liên kết này đã được dùng hoặc đã hết hạn. Xin chủ một liên kết mới.',
    en: 'This link was used or has lapsed. Ask the owner for a new one.',
  },
} satisfies Record<string, LocalizedText>
