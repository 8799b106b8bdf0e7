/** Who works here: inviting, changing roles, revoking. For the owner. */
import { type Member, type Role, roles, StaffAccessError } from '../../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'

export const roleLabels: Record<Role, LocalizedText> = {
  owner: { vi: 'chủ', en: 'owner' },
  host: { vi: 'nhân viên', en: 'staff' },
}

export function teamScreens(context: DeskContext): Screen[] {
  const { staffAccess } = context

  const attempt = async (
    screenRequest: ScreenRequest,
    action: (actor: string) => Promise<Notice | undefined>,
  ) => {
    try {
      const notice = await action(`staff:${screenRequest.member.id}`)
      return notice ? { ...(await page(context, screenRequest)), notice } : { seeOther: '/team' }
    } catch (error) {
      if (!(error instanceof StaffAccessError)) throw error
      const notice: Notice = {
        tone: 'problem',
        body: html`<p>${error.localizedMessage[screenRequest.locale]}</p>`,
      }
      return { ...(await page(context, screenRequest)), notice, status: 409 }
    }
  }
  const actionScreen = (
    path: string,
    action: (screenRequest: ScreenRequest, actor: string) => Promise<Notice | undefined>,
  ) => ({
    path,
    ownerOnly: true,
    show: async () => ({ seeOther: '/team' }),
    submit: (screenRequest: ScreenRequest) =>
      attempt(screenRequest, (actor) => action(screenRequest, actor)),
  })

  return [
    { path: '/team', ownerOnly: true, show: (screenRequest) => page(context, screenRequest) },
    actionScreen('/team/invite', async ({ form, locale }, madeBy) => {
      const role = roles.find((one) => one === form.get('role')) ?? 'host'
      const token = await staffAccess.createLink({ role, madeBy })
      return linkNotice(context, token, words.invited[locale], locale)
    }),
    actionScreen('/team/{id}/again', async ({ pathParams: { id = '' }, locale }, madeBy) => {
      const token = await staffAccess.createLink({ staffId: id, madeBy })
      return linkNotice(context, token, words.returning[locale], locale)
    }),
    actionScreen('/team/{id}/revoke', async ({ pathParams: { id = '' } }, actor) => {
      await staffAccess.revoke(id, actor)
      return undefined
    }),
    actionScreen('/team/{id}/role', async ({ pathParams: { id = '' }, form }, actor) => {
      const role = roles.find((one) => one === form.get('role'))
      if (role) await staffAccess.changeRole(id, role, actor)
      return undefined
    }),
  ]
}

/** Shown once: only its hash is kept. */
function linkNotice({ deskUrl }: DeskContext, token: string, hint: string, locale: Locale): Notice {
  const link = `${deskUrl}/join/${token}`
  return {
    tone: 'good',
    body: html`<p>${hint}</p><p class="copy"><code id="link">${link}</code> <button type="button" data-copy="link" hidden>${words.copy[locale]}</button></p>`,
  }
}

async function page(context: DeskContext, { locale, member }: ScreenRequest): Promise<ScreenPage> {
  const members = await context.staffAccess.listMembers()
  return {
    title: words.title[locale],
    tab: '/team',
    body: html`<h1>${words.title[locale]}</h1>
<ul class="found">${members.map((one) => memberLine(context, one, member, locale))}</ul>
<section><h2>${words.invite[locale]}</h2><p class="hint">${words.inviteHint[locale]}</p>
<form method="post" action="/team/invite" class="row"><div><label for="role">${words.role[locale]}</label><select id="role" name="role">${roles.toReversed().map((role) => html`<option value="${role}">${roleLabels[role][locale]}</option>`)}</select></div><button type="submit" class="main">${words.makeLink[locale]}</button></form></section>`,
  }
}

function memberLine(
  { now }: DeskContext,
  one: Member & { lastSeenAt?: number },
  me: Member,
  locale: Locale,
): Html {
  const signInMethods = [
    ...(one.passkeys > 0 ? [words.passkey[locale]] : []),
    ...(one.hasPassword ? [words.password[locale]] : []),
  ]
  const form = (action: string, label: string, field?: Html) =>
    html`<form method="post" action="/team/${one.id}/${action}">${field}<button type="submit">${label}</button></form>`
  const other: Role = one.role === 'owner' ? 'host' : 'owner'
  const isRevoked = one.revokedAt !== undefined
  return html`<li class="${isRevoked && 'done'}"><span><b>${one.name}</b> · ${roleLabels[one.role][locale]}${isRevoked && html` · ${words.revoked[locale]}`}<br><span class="quiet">${signInMethods.join(', ')}${one.lastSeenAt !== undefined && ` · ${words.lastSeen[locale]} ${formatTimestamp(one.lastSeenAt, now(), locale)}`}</span></span>
${
  !isRevoked &&
  html`<div class="acts">${form('role', `${words.make[locale]} ${roleLabels[other][locale]}`, html`<input type="hidden" name="role" value="${other}">`)}
${form('again', words.recover[locale])}${one.id !== me.id && form('revoke', words.revoke[locale])}</div>`
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
  recover: { vi: 'Quên cách vào', en: 'Let in again' },
  revoke: { vi: 'Thu quyền', en: 'Revoke' },
  revoked: { vi: 'đã thu quyền', en: 'revoked' },
  make: { vi: 'Đổi thành', en: 'Make' },
  lastSeen: { vi: 'vào lần cuối', en: 'last seen' },
  passkey: { vi: 'khóa truy cập', en: 'passkey' },
  password: { vi: 'mật khẩu', en: 'password' },
} satisfies Record<string, LocalizedText>
