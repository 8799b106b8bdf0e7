/** One's own ways in, sessions, language, calendar and notices. */
import { type Session, StaffAccessError, type StoredPasskey } from '../../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { calendarFeedUrl } from '../calendar-feed.ts'
import type { DeskContext } from '../context.ts'
import { readJson } from '../json-body.ts'
import { formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { nextPath } from './booking-actions.ts'
import { roleLabels } from './team.ts'

export function accountScreens(context: DeskContext): Screen[] {
  const { staffAccess, relyingParty } = context

  const attempt = async (
    screenRequest: ScreenRequest,
    action: () => Promise<unknown>,
  ): Promise<ScreenResult> => {
    try {
      await action()
      return { seeOther: '/account' }
    } catch (error) {
      if (!(error instanceof StaffAccessError)) throw error
      const notice: Notice = {
        tone: 'problem',
        body: html`<p>${error.localizedMessage[screenRequest.locale]}</p>`,
      }
      return { ...(await page(context, screenRequest)), notice, status: 409 }
    }
  }
  /** Whoever finds a tablet unlocked must not take the account along. */
  const assertRecentSignIn = ({ session }: ScreenRequest) => {
    if (context.now() - session.createdAt > hour) throw new StaffAccessError('sign_in_again')
  }
  const actionScreen = (
    path: string,
    action: (screenRequest: ScreenRequest, actor: string) => Promise<unknown>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/account' }),
    submit: (screenRequest) =>
      attempt(screenRequest, () => action(screenRequest, `staff:${screenRequest.member.id}`)),
  })
  const jsonScreen = (
    path: string,
    handler: (screenRequest: ScreenRequest) => Promise<unknown>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/account' }),
    async submit(screenRequest) {
      try {
        return { json: (await handler(screenRequest)) ?? { next: '/account' } }
      } catch (error) {
        if (!(error instanceof StaffAccessError)) throw error
        return { json: { detail: error.localizedMessage[screenRequest.locale] }, status: 403 }
      }
    },
  })

  return [
    { path: '/account', show: (screenRequest) => page(context, screenRequest) },
    {
      path: '/account/language',
      show: async () => ({ seeOther: '/account' }),
      async submit({ member, form }) {
        const locale = form.get('locale') === 'en' ? 'en' : 'vi'
        await staffAccess.setLocale(member.id, locale, `staff:${member.id}`)
        return { seeOther: nextPath(form, '/account') }
      },
    },
    actionScreen('/account/password', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      const { member, form, session } = screenRequest
      await staffAccess.setPassword(member.id, form.get('password') ?? '', session.hash)
    }),
    actionScreen('/account/password/remove', async (screenRequest, actor) => {
      assertRecentSignIn(screenRequest)
      await staffAccess.removePassword(screenRequest.member.id, actor)
    }),
    actionScreen('/account/passkeys/{id}/remove', async (screenRequest, actor) => {
      assertRecentSignIn(screenRequest)
      await staffAccess.removePasskey(
        screenRequest.member.id,
        screenRequest.pathParams.id ?? '',
        actor,
      )
    }),
    actionScreen(
      '/account/sessions/{hash}/end',
      async ({ member, pathParams: { hash = '' } }, actor) => {
        const own = await staffAccess.listSessions(member.id)
        if (own.some((session) => session.hash === hash)) await staffAccess.endSession(hash, actor)
      },
    ),
    actionScreen('/account/feed', ({ member }, actor) => staffAccess.renewFeed(member.id, actor)),
    jsonScreen('/account/options', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      return staffAccess.passkeyRegistrationOptions(screenRequest.member, relyingParty)
    }),
    jsonScreen('/account/passkey', async (screenRequest) => {
      assertRecentSignIn(screenRequest)
      await staffAccess.addPasskey(
        screenRequest.member,
        relyingParty,
        readJson(screenRequest.request).response,
      )
      return undefined
    }),
  ]
}

async function page(
  context: DeskContext,
  { member, session, locale }: ScreenRequest,
): Promise<ScreenPage> {
  const passkeys = await context.staffAccess.listPasskeys(member.id)
  const sessions = await context.staffAccess.listSessions(member.id)
  const feed = calendarFeedUrl(context, member)
  const other: Locale = locale === 'vi' ? 'en' : 'vi'
  return {
    title: words.title[locale],
    tab: '/account',
    disableAutoRefresh: true,
    body: html`<h1>${member.name}</h1><p class="quiet">${roleLabels[member.role][locale]}</p>
<div class="acts"><form method="post" action="/account/language"><input type="hidden" name="locale" value="${other}"><button type="submit" lang="${other}">${{ vi: 'Tiếng Việt', en: 'English' }[other]}</button></form>
<form method="post" action="/sign-out"><button type="submit">${words.signOut[locale]}</button></form></div>
<section><h2>${words.notices[locale]}</h2>
<div class="push" data-push hidden><p>${words.pushHint[locale]}</p><button type="button">${words.push[locale]}</button><p class="fault" role="alert"></p></div>
<p class="hint">${words.bellHint[locale]}</p></section>
<section><h2>${words.signInMethods[locale]}</h2>
<ul class="found">${passkeys.map((key) => passkeyLine(context, key, locale))}${member.hasPassword && html`<li><span>${words.password[locale]}</span><form method="post" action="/account/password/remove"><button type="submit">${words.remove[locale]}</button></form></li>`}</ul>
<div class="passkey" data-passkey="/account" data-next="/account" hidden><button type="button">${words.addPasskey[locale]}</button><p class="fault" role="alert"></p></div>
<form method="post" action="/account/password" class="row"><div><label for="password">${words.newPassword[locale]}</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required></div><button type="submit">${words.setPassword[locale]}</button></form></section>
<section><h2>${words.sessions[locale]}</h2><ul class="found">${sessions.map((one) => sessionLine(context, one, session, locale))}</ul></section>
<section><h2>${words.calendar[locale]}</h2><p class="hint">${words.calendarHint[locale]}</p>
<p class="copy"><code id="feed">${feed}</code> <button type="button" data-copy="feed" hidden>${words.copy[locale]}</button></p>
<form method="post" action="/account/feed"><button type="submit">${words.renew[locale]}</button></form></section>
<script src="/passkeys.js" defer></script>`,
  }
}

function passkeyLine({ now }: DeskContext, key: StoredPasskey, locale: Locale): Html {
  const used = key.usedAt ?? key.createdAt
  return html`<li><span>${words.passkey[locale]} · ${formatTimestamp(used, now(), locale)}</span><form method="post" action="/account/passkeys/${encodeURIComponent(key.id)}/remove"><button type="submit">${words.remove[locale]}</button></form></li>`
}

function sessionLine({ now }: DeskContext, one: Session, mine: Session, locale: Locale): Html {
  return html`<li><span>${one.device} · ${formatTimestamp(one.lastSeenAt, now(), locale)}${one.hash === mine.hash && html` · <b>${words.thisOne[locale]}</b>`}</span>${one.hash !== mine.hash && html`<form method="post" action="/account/sessions/${one.hash}/end"><button type="submit">${words.end[locale]}</button></form>`}</li>`
}

const words = {
  copy: { vi: 'Chép', en: 'Copy' },
  title: { vi: 'Tài khoản', en: 'Account' },
  signOut: { vi: 'Đăng xuất', en: 'Sign out' },
  notices: { vi: 'Báo tin trên máy này', en: 'Notices on this device' },
  push: { vi: 'Báo tin cả khi quầy đóng', en: 'Tell me even when the desk is closed' },
  pushHint: {
    vi: 'Trình duyệt sẽ hỏi một lần. Tin báo không có tên hay số điện thoại của khách.',
    en: 'The browser asks once. Notices hold neither names nor phone numbers of guests.',
  },
  bellHint: {
    vi: 'Chuông ở góc trên kêu khi có yêu cầu mới, sau khi bạn bật một lần.',
    en: 'The bell in the corner rings for new requests, once you have turned it on.',
  },
  signInMethods: { vi: 'Cách đăng nhập', en: 'Ways to sign in' },
  passkey: { vi: 'Khóa truy cập', en: 'Passkey' },
  password: { vi: 'Mật khẩu', en: 'Password' },
  addPasskey: { vi: 'Thêm khóa truy cập', en: 'Add a passkey' },
  newPassword: { vi: 'Mật khẩu mới', en: 'New password' },
  setPassword: { vi: 'Đặt mật khẩu', en: 'Set the password' },
  remove: { vi: 'Bỏ', en: 'Remove' },
  sessions: { vi: 'Đang đăng nhập ở', en: 'Signed in on' },
  thisOne: { vi: 'máy này', en: 'this device' },
  end: { vi: 'Đăng xuất máy đó', en: 'Sign it out' },
  calendar: { vi: 'Lịch trên điện thoại', en: 'Calendar' },
  calendarHint: {
    vi: 'Thêm địa chỉ này vào ứng dụng lịch để thấy các lượt đặt. Ai có địa chỉ đều xem được, nên đừng chia sẻ; đổi địa chỉ mới nếu lỡ lộ.',
    en: 'Add this address to a calendar app to see the bookings. Whoever has it can read it, so keep it to yourself; make a new one if it got out.',
  },
  renew: { vi: 'Đổi địa chỉ mới', en: 'Make a new address' },
} satisfies Record<string, LocalizedText>
