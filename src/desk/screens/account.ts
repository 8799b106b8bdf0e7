/** One's own ways in, sessions, language, calendar and notices. */
import { type KeptPasskey, type Session, StaffRefusal } from '../../domain/staff/staff.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { feedAddress } from '../calendar-feed.ts'
import type { DeskParts } from '../context.ts'
import { readJson } from '../json-body.ts'
import { sayMoment } from '../labels.ts'
import type { Notice, Page, Screen, Shown, Visit } from '../screen.ts'
import { nextOf } from './booking-actions.ts'
import { roleWords } from './team.ts'

export function accountScreens(parts: DeskParts): Screen[] {
  const { room, site } = parts

  const attempt = async (visit: Visit, act: () => Promise<unknown>): Promise<Shown> => {
    try {
      await act()
      return { seeOther: '/account' }
    } catch (error) {
      if (!(error instanceof StaffRefusal)) throw error
      const notice: Notice = { tone: 'problem', body: html`<p>${error.words[visit.locale]}</p>` }
      return { ...(await page(parts, visit)), notice, status: 409 }
    }
  }
  /** Whoever finds a tablet unlocked must not take the account along. */
  const checkFresh = ({ session }: Visit) => {
    if (parts.now() - session.createdAt > hour) throw new StaffRefusal('sign_in_again')
  }
  const acting = (
    path: string,
    act: (visit: Visit, actor: string) => Promise<unknown>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/account' }),
    act: (visit) => attempt(visit, () => act(visit, `staff:${visit.member.id}`)),
  })
  const answering = (path: string, answer: (visit: Visit) => Promise<unknown>): Screen => ({
    path,
    show: async () => ({ seeOther: '/account' }),
    async act(visit) {
      try {
        return { json: (await answer(visit)) ?? { next: '/account' } }
      } catch (error) {
        if (!(error instanceof StaffRefusal)) throw error
        return { json: { detail: error.words[visit.locale] }, status: 403 }
      }
    },
  })

  return [
    { path: '/account', show: (visit) => page(parts, visit) },
    {
      path: '/account/language',
      show: async () => ({ seeOther: '/account' }),
      async act({ member, form }) {
        const locale = form.get('locale') === 'en' ? 'en' : 'vi'
        await room.setLocale(member.id, locale, `staff:${member.id}`)
        return { seeOther: nextOf(form, '/account') }
      },
    },
    acting('/account/password', async (visit) => {
      checkFresh(visit)
      const { member, form, session } = visit
      await room.setPassword(member.id, form.get('password') ?? '', session.hash)
    }),
    acting('/account/password/remove', async (visit, actor) => {
      checkFresh(visit)
      await room.removePassword(visit.member.id, actor)
    }),
    acting('/account/passkeys/{id}/remove', async (visit, actor) => {
      checkFresh(visit)
      await room.removePasskey(visit.member.id, visit.at.id ?? '', actor)
    }),
    acting('/account/sessions/{hash}/end', async ({ member, at: { hash = '' } }, actor) => {
      const own = await room.sessionsOf(member.id)
      if (own.some((session) => session.hash === hash)) await room.endSession(hash, actor)
    }),
    acting('/account/feed', ({ member }, actor) => room.renewFeed(member.id, actor)),
    answering('/account/options', async (visit) => {
      checkFresh(visit)
      return room.passkeyRegistration(visit.member, site)
    }),
    answering('/account/passkey', async (visit) => {
      checkFresh(visit)
      await room.keepPasskey(visit.member, site, readJson(visit.request).response)
      return undefined
    }),
  ]
}

async function page(parts: DeskParts, { member, session, locale }: Visit): Promise<Page> {
  const passkeys = await parts.room.passkeysOf(member.id)
  const sessions = await parts.room.sessionsOf(member.id)
  const feed = feedAddress(parts, member)
  const other: Locale = locale === 'vi' ? 'en' : 'vi'
  return {
    title: words.title[locale],
    tab: '/account',
    stays: true,
    body: html`<h1>${member.name}</h1><p class="quiet">${roleWords[member.role][locale]}</p>
<div class="acts"><form method="post" action="/account/language"><input type="hidden" name="locale" value="${other}"><button type="submit" lang="${other}">${{ vi: 'Tiếng Việt', en: 'English' }[other]}</button></form>
<form method="post" action="/sign-out"><button type="submit">${words.signOut[locale]}</button></form></div>
<section><h2>${words.notices[locale]}</h2>
<div class="push" data-push hidden><p>${words.pushHint[locale]}</p><button type="button">${words.push[locale]}</button><p class="fault" role="alert"></p></div>
<p class="hint">${words.bellHint[locale]}</p></section>
<section><h2>${words.ways[locale]}</h2>
<ul class="found">${passkeys.map((key) => passkeyLine(parts, key, locale))}${member.hasPassword && html`<li><span>${words.password[locale]}</span><form method="post" action="/account/password/remove"><button type="submit">${words.remove[locale]}</button></form></li>`}</ul>
<div class="passkey" data-passkey="/account" data-next="/account" hidden><button type="button">${words.addPasskey[locale]}</button><p class="fault" role="alert"></p></div>
<form method="post" action="/account/password" class="row"><div><label for="password">${words.newPassword[locale]}</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required></div><button type="submit">${words.setPassword[locale]}</button></form></section>
<section><h2>${words.sessions[locale]}</h2><ul class="found">${sessions.map((one) => sessionLine(parts, one, session, locale))}</ul></section>
<section><h2>${words.calendar[locale]}</h2><p class="hint">${words.calendarHint[locale]}</p>
<p class="copy"><code id="feed">${feed}</code> <button type="button" data-copy="feed" hidden>${words.copy[locale]}</button></p>
<form method="post" action="/account/feed"><button type="submit">${words.renew[locale]}</button></form></section>
<script src="/passkeys.js" defer></script>`,
  }
}

function passkeyLine({ now }: DeskParts, key: KeptPasskey, locale: Locale): Html {
  const used = key.usedAt ?? key.createdAt
  return html`<li><span>${words.passkey[locale]} · ${sayMoment(used, now(), locale)}</span><form method="post" action="/account/passkeys/${encodeURIComponent(key.id)}/remove"><button type="submit">${words.remove[locale]}</button></form></li>`
}

function sessionLine({ now }: DeskParts, one: Session, mine: Session, locale: Locale): Html {
  return html`<li><span>${one.device} · ${sayMoment(one.seenAt, now(), locale)}${one.hash === mine.hash && html` · <b>${words.thisOne[locale]}</b>`}</span>${one.hash !== mine.hash && html`<form method="post" action="/account/sessions/${one.hash}/end"><button type="submit">${words.end[locale]}</button></form>`}</li>`
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
  ways: { vi: 'Cách đăng nhập', en: 'Ways to sign in' },
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
} satisfies Record<string, Words>
