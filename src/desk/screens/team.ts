/** Who works here: inviting, changing roles, revoking. For the owner. */
import { type Member, type Role, roles, StaffRefusal } from '../../domain/staff/staff.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import { sayMoment } from '../labels.ts'
import type { Notice, Page, Screen, Visit } from '../screen.ts'

export const roleWords: Record<Role, Words> = {
  owner: { vi: 'chủ', en: 'owner' },
  host: { vi: 'nhân viên', en: 'staff' },
}

export function teamScreens(parts: DeskParts): Screen[] {
  const { room } = parts

  const attempt = async (visit: Visit, act: (actor: string) => Promise<Notice | undefined>) => {
    try {
      const notice = await act(`staff:${visit.member.id}`)
      return notice ? { ...(await page(parts, visit)), notice } : { seeOther: '/team' }
    } catch (error) {
      if (!(error instanceof StaffRefusal)) throw error
      const notice: Notice = { tone: 'problem', body: html`<p>${error.words[visit.locale]}</p>` }
      return { ...(await page(parts, visit)), notice, status: 409 }
    }
  }
  const acting = (
    path: string,
    act: (visit: Visit, actor: string) => Promise<Notice | undefined>,
  ) => ({
    path,
    ownerOnly: true,
    show: async () => ({ seeOther: '/team' }),
    act: (visit: Visit) => attempt(visit, (actor) => act(visit, actor)),
  })

  return [
    { path: '/team', ownerOnly: true, show: (visit) => page(parts, visit) },
    acting('/team/invite', async ({ form, locale }, madeBy) => {
      const role = roles.find((one) => one === form.get('role')) ?? 'host'
      const token = await room.makeLink({ role, madeBy })
      return linkNotice(parts, token, words.invited[locale], locale)
    }),
    acting('/team/{id}/again', async ({ at: { id = '' }, locale }, madeBy) => {
      const token = await room.makeLink({ staffId: id, madeBy })
      return linkNotice(parts, token, words.returning[locale], locale)
    }),
    acting('/team/{id}/revoke', async ({ at: { id = '' } }, actor) => {
      await room.revoke(id, actor)
      return undefined
    }),
    acting('/team/{id}/role', async ({ at: { id = '' }, form }, actor) => {
      const role = roles.find((one) => one === form.get('role'))
      if (role) await room.changeRole(id, role, actor)
      return undefined
    }),
  ]
}

/** Shown once: only its hash is kept. */
function linkNotice({ deskUrl }: DeskParts, token: string, hint: string, locale: Locale): Notice {
  const link = `${deskUrl}/join/${token}`
  return {
    tone: 'good',
    body: html`<p>${hint}</p><p class="copy"><code id="link">${link}</code> <button type="button" data-copy="link" hidden>${words.copy[locale]}</button></p>`,
  }
}

async function page(parts: DeskParts, { locale, member }: Visit): Promise<Page> {
  const members = await parts.room.members()
  return {
    title: words.title[locale],
    tab: '/team',
    body: html`<h1>${words.title[locale]}</h1>
<ul class="found">${members.map((one) => line(parts, one, member, locale))}</ul>
<section><h2>${words.invite[locale]}</h2><p class="hint">${words.inviteHint[locale]}</p>
<form method="post" action="/team/invite" class="row"><div><label for="role">${words.role[locale]}</label><select id="role" name="role">${roles.toReversed().map((role) => html`<option value="${role}">${roleWords[role][locale]}</option>`)}</select></div><button type="submit" class="main">${words.makeLink[locale]}</button></form></section>`,
  }
}

function line(
  { now }: DeskParts,
  one: Member & { lastSeenAt?: number },
  me: Member,
  locale: Locale,
): Html {
  const ways = [
    ...(one.passkeys > 0 ? [words.passkey[locale]] : []),
    ...(one.hasPassword ? [words.password[locale]] : []),
  ]
  const form = (act: string, label: string, field?: Html) =>
    html`<form method="post" action="/team/${one.id}/${act}">${field}<button type="submit">${label}</button></form>`
  const other: Role = one.role === 'owner' ? 'host' : 'owner'
  const gone = one.revokedAt !== undefined
  return html`<li class="${gone && 'done'}"><span><b>${one.name}</b> · ${roleWords[one.role][locale]}${gone && html` · ${words.revoked[locale]}`}<br><span class="quiet">${ways.join(', ')}${one.lastSeenAt !== undefined && ` · ${words.seen[locale]} ${sayMoment(one.lastSeenAt, now(), locale)}`}</span></span>
${
  !gone &&
  html`<div class="acts">${form('role', `${words.make[locale]} ${roleWords[other][locale]}`, html`<input type="hidden" name="role" value="${other}">`)}
${form('again', words.again[locale])}${one.id !== me.id && form('revoke', words.revoke[locale])}</div>`
}</li>`
}

const words = {
  copy: { vi: 'Chép', en: 'Copy' },
  title: { vi: 'Nhân viên', en: 'Staff' },
  invite: { vi: 'Mời thêm người', en: 'Invite somebody' },
  inviteHint: {
    vi: 'Gửi đường dẫn cho đúng người; dùng được một lần, trong bảy ngày. Nhân viên lo lượt đặt; chủ còn thấy kênh báo tin, danh sách bản tin, dữ liệu của khách và trang này.',
    en: 'Send the link to the right person; it works once, for seven days. Staff see to bookings; owners also see the channels, the newsletter list, guests’ data and this page.',
  },
  role: { vi: 'Vai trò', en: 'Role' },
  makeLink: { vi: 'Tạo đường dẫn mời', en: 'Make an invitation' },
  invited: {
    vi: 'Đường dẫn mời, chỉ hiện một lần:',
    en: 'The invitation, shown only once:',
  },
  returning: {
    vi: 'Đường dẫn đăng nhập lại, dùng một lần trong 24 giờ:',
    en: 'A link to come in again, once, within 24 hours:',
  },
  again: { vi: 'Quên cách vào', en: 'Let in again' },
  revoke: { vi: 'Thu quyền', en: 'Revoke' },
  revoked: { vi: 'đã thu quyền', en: 'revoked' },
  make: { vi: 'Đổi thành', en: 'Make' },
  seen: { vi: 'vào lần cuối', en: 'last seen' },
  passkey: { vi: 'khóa truy cập', en: 'passkey' },
  password: { vi: 'mật khẩu', en: 'password' },
} satisfies Record<string, Words>
