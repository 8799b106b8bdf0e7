/** The pages that staff see before they are signed in. */
import type { Link, StaffAccessError } from '../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { hiddenInput, submitButton } from './components.ts'
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
    body: html`<div class="sign-in">
<h1>${shopName}</h1>
<p class="muted">${words.desk[locale]}</p>
<div class="passkey" data-passkey="/sign-in" data-next="${next}" hidden>
<button type="button" class="main">${words.byPasskey[locale]}</button>
<p class="error-text" role="alert"></p>
</div>
<form method="post" action="/sign-in">
${hiddenInput('next', next)}${hiddenInput('lang', locale)}
${nameField(words.name[locale], name)}
<div class="field">
<label for="password">${words.password[locale]}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200">
</div>
${submitButton(words.signIn[locale])}
</form>
${languageLink('/sign-in', locale)}
<script src="/passkeys.js" defer></script>
</div>`,
  }
}

type JoinPageOptions = {
  link: Link | undefined
  token: string
  name: string
  error: StaffAccessError | undefined
}

export function invitationPage(
  shopName: string,
  locale: Locale,
  { link, token, name, error }: JoinPageOptions,
): ScreenPage {
  if (!link) return invalidLinkPage(shopName, locale)
  const knownName = link.kind === 'returning' ? link.member.name : undefined
  const greeting =
    knownName === undefined ? words.joinHint[locale] : `${words.welcomeBack[locale]} ${knownName}.`
  return {
    title: words.welcome[locale],
    status: statusFor(error),
    notice: errorNotice(error, locale),
    body: html`<div class="sign-in">
<h1>${words.welcome[locale]}</h1>
<p>${greeting}</p>
<form method="post" action="/join/${token}" id="join">
${hiddenInput('lang', locale)}
${knownName === undefined && nameField(words.yourName[locale], name)}
${passkeyChoice(token, locale)}
${newPasswordField(locale)}
${submitButton(words.finishJoin[locale])}
</form>
${languageLink(`/join/${token}`, locale)}
<script src="/passkeys.js" defer></script>
</div>`,
  }
}

function invalidLinkPage(shopName: string, locale: Locale): ScreenPage {
  return {
    title: words.desk[locale],
    status: 410,
    body: html`<div class="sign-in">
<h1>${shopName}</h1>
<p>${words.linkInvalid[locale]}</p>
<p><a href="/sign-in">${words.signIn[locale]}</a></p>
</div>`,
  }
}

function nameField(label: string, name: string): Html {
  return html`<div class="field">
<label for="name">${label}</label>
<input type="text" id="name" name="name" autocomplete="username" autocapitalize="words"
 required maxlength="60" value="${name}">
</div>`
}

/** Hidden until the script has found that the browser supports passkeys. */
function passkeyChoice(token: string, locale: Locale): Html {
  return html`<div class="passkey" data-passkey="/join/${token}" data-next="/" hidden>
<button type="button" class="main">${words.createPasskey[locale]}</button>
<p class="hint">${words.passkeyHint[locale]}</p>
<p class="error-text" role="alert"></p>
<p class="or">${words.or[locale]}</p>
</div>`
}

function newPasswordField(locale: Locale): Html {
  return html`<div class="field">
<label for="password">${words.choosePassword[locale]}</label>
<input id="password" name="password" type="password" autocomplete="new-password"
 required minlength="10" maxlength="200" aria-describedby="password-hint">
<span class="hint" id="password-hint">${words.passwordHint[locale]}</span>
</div>`
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
  const href = `${path}?lang=${other}`
  return html`<p><a lang="${other}" hreflang="${other}" href="${href}">${label}</a></p>`
}

const words = {
  signIn: { vi: 'Đăng nhập', en: 'Sign in' },
  desk: { vi: 'Quầy của nhân viên', en: 'Staff desk' },
  byPasskey: { vi: 'Vào bằng khoá truy cập', en: 'Sign in with a passkey' },
  name: { vi: 'Tên', en: 'Name' },
  password: { vi: 'Mật khẩu', en: 'Password' },
  welcome: { vi: 'Chào mừng tới quầy', en: 'Welcome to the desk' },
  welcomeBack: { vi: 'Chào lại,', en: 'Welcome back,' },
  joinHint: {
    vi: 'Viết tên để đồng nghiệp thấy ai đã làm gì, rồi chọn cách đăng nhập.',
    en: 'Enter your name, so that colleagues see who did what. Then choose how to sign in.',
  },
  yourName: { vi: 'Tên của bạn', en: 'Your name' },
  createPasskey: { vi: 'Tạo khoá truy cập', en: 'Create a passkey' },
  passkeyHint: {
    vi: 'Vân tay, khuôn mặt hoặc mã khoá của máy này: không có gì để quên.',
    en: 'Uses the fingerprint, face or screen lock of this device: no password to lose.',
  },
  or: { vi: 'hoặc', en: 'or' },
  choosePassword: { vi: 'Chọn mật khẩu', en: 'Choose a password' },
  passwordHint: {
    vi: 'Ít nhất 10 ký tự; vài từ ghép lại là tốt.',
    en: 'At least 10 characters. Several words in a row are a good choice.',
  },
  finishJoin: { vi: 'Vào quầy', en: 'Go to the desk' },
  linkInvalid: {
    vi: 'Liên kết này đã được dùng hoặc đã hết hạn. Xin chủ một liên kết mới.',
    en: 'This link was used or has expired. Ask the owner for a new one.',
  },
} satisfies Record<string, LocalizedText>
