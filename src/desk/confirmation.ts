/**
 * Step-up authentication: instead of a privileged action, a page on which the member confirms with a password or
 * passkey that it is them. The page carries the form of the action along, so that no input is lost.
 */
import { isReadMethod } from '../http/message.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { hiddenInput, submitButton } from './components.ts'
import { refererPath, safePath } from './safe-path.ts'
import type { ScreenPage, ScreenRequest, ScreenResult } from './screen.ts'

export const confirmPath = '/confirm'

/** What the member was about to do. */
export type PendingAction = {
  path: string
  /** The fields of the form; undefined if a page was requested. */
  fields?: readonly (readonly [name: string, value: string])[]
  /** The page with the form. */
  back: string
}

/** The reply to a privileged request of a session whose sign-in is too old. */
export function requestConfirmation(screenRequest: ScreenRequest): ScreenResult {
  const { request, form, locale } = screenRequest
  const { path, query, headers } = request
  const back = refererPath(headers.referer)
  if (isReadMethod(request.method)) {
    const next = query === '' ? path : `${path}?${query}`
    return { seeOther: `${confirmPath}?next=${encodeURIComponent(next)}` }
  }
  if (headers['content-type']?.startsWith('application/json')) {
    const confirm = `${confirmPath}?next=${encodeURIComponent(back)}`
    return { json: { detail: words.hint[locale], confirm }, status: 403 }
  }
  return confirmationPage(screenRequest, { path, fields: [...form], back })
}

export function confirmationPage(
  { member, locale }: ScreenRequest,
  pending: PendingAction,
): ScreenPage {
  const canConfirm = member.hasPassword || member.passkeys > 0
  return {
    title: words.title[locale],
    status: pending.fields ? 403 : 200,
    disableAutoRefresh: true,
    body: html`<div class="sign-in">
<h1>${words.title[locale]}</h1>
<p>${words.hint[locale]}</p>
${canConfirm ? confirmationForm(member, pending, locale) : noMethodHint(member.name, locale)}
<p><a href="${pending.back}">${words.back[locale]}</a></p>
</div>`,
  }
}

function confirmationForm(
  { hasPassword, passkeys }: ScreenRequest['member'],
  pending: PendingAction,
  locale: Locale,
): Html {
  const passkeyChoice = html`<div class="passkey" data-passkey="${confirmPath}" hidden>
<button type="button" class="main">${words.byPasskey[locale]}</button>
<p class="error-text" role="alert"></p>
</div>`
  const passwordField = html`<div class="field">
<label for="password">${words.password[locale]}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200">
</div>
${submitButton(words.confirm[locale], 'main')}`
  return html`<form method="post" action="${confirmPath}">
${pendingInputs(pending)}
${passkeys > 0 && passkeyChoice}
${hasPassword && passwordField}
</form>
${passkeys > 0 && html`<script src="/passkeys.js" defer></script>`}`
}

/** After a confirmation the member sends the form again: without a script, and without the password on the page. */
export function continuePage(
  { path, fields = [], back }: PendingAction,
  locale: Locale,
): ScreenPage {
  return {
    title: words.confirmed[locale],
    disableAutoRefresh: true,
    body: html`<div class="sign-in">
<h1>${words.confirmed[locale]}</h1>
<p>${words.continueHint[locale]}</p>
<form method="post" action="${path}">
${fields.map(([name, value]) => hiddenInput(name, value))}
<button type="submit" class="main" autofocus>${words.continue[locale]}</button>
</form>
<p><a href="${back}">${words.back[locale]}</a></p>
</div>`,
  }
}

const fieldPrefix = 'field:'

function pendingInputs({ path, fields, back }: PendingAction): Html {
  return html`${hiddenInput('next', path)}${hiddenInput('back', back)}
${fields && hiddenInput('resume', 'post')}
${fields?.map(([name, value]) => hiddenInput(`${fieldPrefix}${name}`, value))}`
}

export function parsePendingAction(form: URLSearchParams): PendingAction {
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith(fieldPrefix) ? [[name.slice(fieldPrefix.length), value]] : [],
  )
  return {
    path: safePath(form.get('next'), '/'),
    back: safePath(form.get('back'), '/'),
    ...(form.get('resume') === 'post' && { fields }),
  }
}

function noMethodHint(name: string, locale: Locale): Html {
  return html`<p class="callout">${words.noMethod[locale]}</p>
<p><code>npm run staff -- recover ${name}</code></p>`
}

const words = {
  title: { vi: 'Xác nhận đó là bạn', en: 'Confirm that it is you' },
  hint: {
    vi: 'Việc này cần lần đăng nhập trong vòng 10 phút. Hãy xác nhận bằng cách đăng nhập của bạn; những gì đã nhập vẫn còn.',
    en: 'This action needs a sign-in within the last 10 minutes. Confirm with your sign-in method; your input is not lost.',
  },
  byPasskey: { vi: 'Xác nhận bằng khoá truy cập', en: 'Confirm with a passkey' },
  password: { vi: 'Mật khẩu', en: 'Password' },
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  continueHint: {
    vi: 'Bấm Tiếp tục để làm việc bạn vừa chọn.',
    en: 'Press Continue to do what you chose.',
  },
  continue: { vi: 'Tiếp tục', en: 'Continue' },
  back: { vi: 'Quay lại', en: 'Back' },
  noMethod: {
    vi:
      'Bạn chưa có mật khẩu hay khoá truy cập. Hãy xin một chủ đường dẫn đăng nhập lại ở trang Nhân viên, hoặc nhờ ' +
      'người quản lý máy chủ chạy lệnh dưới đây, rồi đăng nhập bằng đường dẫn đó.',
    en:
      'You have neither a password nor a passkey. Ask an owner for a sign-in link on the Staff page, or ask the ' +
      'operator of the machine to run the command below, and sign in with that link.',
  },
} satisfies Record<string, LocalizedText>
