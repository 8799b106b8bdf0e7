/** The account page: language, notifications, sign-in methods, sessions and calendar. */
import type { Session, StoredPasskey } from '../../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { calendarFeedUrl } from '../calendar-feed.ts'
import {
  copyButton,
  hiddenInput,
  inputField,
  itemList,
  postButton,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { ScreenPage, ScreenRequest } from '../screen.ts'
import { roleLabels } from './team.ts'

export async function accountPage(
  context: DeskContext,
  { member, session, locale, query }: ScreenRequest,
): Promise<ScreenPage> {
  const passkeys = await context.staffAccess.listPasskeys(member.id)
  const sessions = await context.staffAccess.listSessions(member.id)
  return {
    title: words.title[locale],
    tab: '/account',
    disableAutoRefresh: true,
    notice: doneNotice(query.get('done'), locale),
    body: html`<h1>${member.name}</h1>
<p class="muted">${roleLabels[member.role][locale]}</p>
<div class="actions">
${languageForm(locale)}
${postButton('/sign-out', words.signOut[locale])}
</div>
${notificationSection(locale)}
${signInSection(context, passkeys, member.hasPassword, locale)}
<section>
<h2>${words.sessions[locale]}</h2>
${itemList(sessions.map((one) => sessionLine(context, one, one.hash === session.hash, locale)))}
</section>
${calendarSection(locale)}
<script src="/passkeys.js" defer></script>`,
  }
}

function languageForm(locale: Locale): Html {
  const other: Locale = locale === 'vi' ? 'en' : 'vi'
  const label = { vi: 'Tiếng Việt', en: 'English' }[other]
  return html`<form method="post" action="/account/language">
${hiddenInput('locale', other)}<button type="submit" lang="${other}">${label}</button>
</form>`
}

function notificationSection(locale: Locale): Html {
  return html`<section>
<h2>${words.notifications[locale]}</h2>
<div class="push" data-push hidden>
<p>${words.pushHint[locale]}</p>
<button type="button">${words.push[locale]}</button>
<p class="error-text" role="alert"></p>
</div>
<p class="hint">${words.bellHint[locale]}</p>
</section>`
}

function signInSection(
  context: DeskContext,
  passkeys: readonly StoredPasskey[],
  hasPassword: boolean,
  locale: Locale,
): Html {
  const newPassword = html`name="password" type="password" autocomplete="new-password"
 minlength="10" maxlength="200" required`
  return html`<section>
<h2>${words.signInMethods[locale]}</h2>
${itemList([
  ...passkeys.map((key) => passkeyLine(context, key, locale)),
  ...(hasPassword ? [passwordLine(locale)] : []),
])}
<div class="passkey" data-passkey="/account" data-next="/account" hidden>
<button type="button">${words.addPasskey[locale]}</button>
<p class="error-text" role="alert"></p>
</div>
<form method="post" action="/account/password" class="row">
${inputField('password', words.newPassword[locale], newPassword)}
${submitButton(words.setPassword[locale])}
</form>
</section>`
}

function passkeyLine({ now }: DeskContext, key: StoredPasskey, locale: Locale): Html {
  const lastUsed = formatTimestamp(key.usedAt ?? key.createdAt, now(), locale)
  const action = `/account/passkeys/${encodeURIComponent(key.id)}/remove`
  return html`<li>
<span>${words.passkey[locale]} · ${lastUsed}</span>
${postButton(action, words.remove[locale])}
</li>`
}

function passwordLine(locale: Locale): Html {
  return html`<li>
<span>${words.password[locale]}</span>
${postButton('/account/password/remove', words.remove[locale])}
</li>`
}

function sessionLine(
  { now }: DeskContext,
  { device, lastSeenAt, hash }: Session,
  isCurrent: boolean,
  locale: Locale,
): Html {
  const lastSeen = formatTimestamp(lastSeenAt, now(), locale)
  const current = isCurrent && html` · <b>${words.thisDevice[locale]}</b>`
  return html`<li>
<span>${device} · ${lastSeen}${current}</span>
${!isCurrent && postButton(`/account/sessions/${hash}/end`, words.endSession[locale])}
</li>`
}

function calendarSection(locale: Locale): Html {
  return html`<section>
<h2>${words.calendar[locale]}</h2>
<p class="hint">${words.calendarHint[locale]}</p>
<p><a class="button" href="${calendarPath}">${words.showFeed[locale]}</a></p>
</section>`
}

export const calendarPath = '/account/calendar'

/** The address is a secret that stays valid without a session, so it is not on a page that every session can open. */
export function calendarPage(context: DeskContext, { member, locale }: ScreenRequest): ScreenPage {
  const feedUrl = calendarFeedUrl(context, member)
  return {
    title: words.calendar[locale],
    tab: '/account',
    disableAutoRefresh: true,
    body: html`<h1>${words.calendar[locale]}</h1>
<p class="hint">${words.calendarHint[locale]}</p>
<p class="copy"><code id="feed">${feedUrl}</code> ${copyButton('feed', locale)}</p>
${postButton('/account/feed', words.renewFeed[locale])}
<p><a href="/account">${words.title[locale]}</a></p>`,
  }
}

function doneNotice(done: string | null, locale: Locale): ScreenPage['notice'] {
  const text = { device: words.deviceEnded, password: words.passwordSet }[String(done)]
  return text && { tone: 'good', body: html`<p>${text[locale]}</p>` }
}

const words = {
  title: { vi: 'Tài khoản', en: 'Account' },
  signOut: { vi: 'Đăng xuất', en: 'Sign out' },
  notifications: { vi: 'Báo tin trên máy này', en: 'Notifications on this device' },
  push: { vi: 'Báo tin cả khi quầy đóng', en: 'Notify me when the desk is closed' },
  pushHint: {
    vi: 'Trình duyệt sẽ hỏi một lần. Tin báo không có tên hay số điện thoại của khách.',
    en: 'The browser asks once. Notifications contain no names or phone numbers of guests.',
  },
  bellHint: {
    vi: 'Chuông ở góc trên kêu khi có yêu cầu mới, sau khi bạn bật một lần.',
    en: 'The bell at the top rings for new requests, once you have turned it on.',
  },
  signInMethods: { vi: 'Cách đăng nhập', en: 'Sign-in methods' },
  passkey: { vi: 'Khoá truy cập', en: 'Passkey' },
  password: { vi: 'Mật khẩu', en: 'Password' },
  addPasskey: { vi: 'Thêm khoá truy cập', en: 'Add a passkey' },
  newPassword: { vi: 'Mật khẩu mới', en: 'New password' },
  setPassword: { vi: 'Đặt mật khẩu', en: 'Set password' },
  remove: { vi: 'Bỏ', en: 'Remove' },
  sessions: { vi: 'Đang đăng nhập ở', en: 'Signed in on' },
  thisDevice: { vi: 'máy này', en: 'this device' },
  endSession: { vi: 'Đăng xuất máy đó', en: 'Sign out that device' },
  calendar: { vi: 'Lịch trên điện thoại', en: 'Calendar on your phone' },
  calendarHint: {
    vi:
      'Thêm địa chỉ này vào ứng dụng lịch để thấy các lượt đặt. Ai có địa chỉ đều xem được, nên đừng chia sẻ; đổi ' +
      'địa chỉ mới nếu lỡ lộ.',
    en:
      'Add this address to a calendar app to see the bookings. Anyone who has it can see them, so do not share ' +
      'it; create a new address if it became known.',
  },
  showFeed: { vi: 'Xem địa chỉ lịch', en: 'Show the calendar address' },
  deviceEnded: {
    vi:
      'Máy đó đã đăng xuất và không còn nhận tin báo. Địa chỉ lịch đã đổi: nếu bạn dùng lịch trên điện thoại, hãy ' +
      'thêm địa chỉ mới.',
    en:
      'That device is signed out and gets no more notifications. The calendar address has changed: if you use the ' +
      'calendar on your phone, add the new address.',
  },
  passwordSet: {
    vi:
      'Đã đặt mật khẩu. Các máy khác đã đăng xuất và không còn nhận tin báo. Địa chỉ lịch đã đổi: nếu bạn dùng lịch ' +
      'trên điện thoại, hãy thêm địa chỉ mới.',
    en:
      'The password is set. Your other devices are signed out and get no more notifications. The calendar address ' +
      'has changed: if you use the calendar on your phone, add the new address.',
  },
  renewFeed: { vi: 'Đổi địa chỉ mới', en: 'Create a new address' },
} satisfies Record<string, LocalizedText>
