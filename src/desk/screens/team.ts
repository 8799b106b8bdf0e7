/** Staff management for owners: invitations, roles, recovery links and revoking access. */
import { type Member, type Role, roles, StaffAccessError } from '../../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  copyButton,
  type FormFields,
  itemList,
  option,
  postButton,
  problemNotice,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'

export const roleLabels: Record<Role, LocalizedText> = {
  owner: { vi: 'chủ', en: 'owner' },
  host: { vi: 'nhân viên', en: 'host' },
}

export function teamScreens(context: DeskContext): Screen[] {
  const { staffAccess } = context

  const attempt = async (
    screenRequest: ScreenRequest,
    action: (actor: string) => Promise<Notice | undefined>,
  ) => {
    try {
      const notice = await action(`staff:${screenRequest.member.id}`)
      if (!notice) return { seeOther: '/team' }
      return { ...(await renderPage(context, screenRequest)), notice }
    } catch (error) {
      if (!(error instanceof StaffAccessError)) throw error
      const notice = problemNotice(error.localizedMessage[screenRequest.locale])
      return { ...(await renderPage(context, screenRequest)), notice, status: 409 }
    }
  }
  const actionScreen = (
    path: string,
    action: (screenRequest: ScreenRequest, actor: string) => Promise<Notice | undefined>,
  ): Screen => ({
    path,
    isOwnerOnly: true,
    needsFreshSignIn: true,
    show: async () => ({ seeOther: '/team' }),
    submit: (screenRequest) => attempt(screenRequest, (actor) => action(screenRequest, actor)),
  })

  return [
    {
      path: '/team',
      isOwnerOnly: true,
      show: (screenRequest) => renderPage(context, screenRequest),
    },
    actionScreen('/team/invite', async ({ form, locale }, madeBy) => {
      const role = roles.find((one) => one === form.get('role')) ?? 'host'
      const token = await staffAccess.createLink({ role, madeBy })
      return linkNotice(context, token, words.invited[locale], locale)
    }),
    actionScreen('/team/{id}/again', async ({ pathParams: { id = '' }, locale }, madeBy) => {
      const token = await staffAccess.createLink({ staffId: id, madeBy })
      return linkNotice(context, token, words.recoveryLink[locale], locale)
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

/** The link can be shown only once, because only its hash is stored. */
function linkNotice({ deskUrl }: DeskContext, token: string, hint: string, locale: Locale): Notice {
  const link = `${deskUrl}/join/${token}`
  return {
    tone: 'good',
    body: html`<p>${hint}</p>
<p class="copy"><code id="link">${link}</code> ${copyButton('link', locale)}</p>`,
  }
}

async function renderPage(
  context: DeskContext,
  { locale, member }: ScreenRequest,
): Promise<ScreenPage> {
  const members = await context.staffAccess.listMembers()
  const roleOptions = roles.toReversed().map((role) => option(role, roleLabels[role][locale]))
  return {
    title: words.title[locale],
    tab: '/team',
    body: html`<h1>${words.title[locale]}</h1>
${itemList(members.map((one) => memberLine(context, one, member, locale)))}
<section>
<h2>${words.invite[locale]}</h2>
<p class="hint">${words.inviteHint[locale]}</p>
<form method="post" action="/team/invite" class="row">
${selectField('role', 'role', words.role[locale], roleOptions)}
${submitButton(words.createLink[locale], 'main')}
</form>
</section>`,
  }
}

type ListedMember = Member & { lastSeenAt?: number }

function memberLine(
  { now }: DeskContext,
  member: ListedMember,
  currentMember: Member,
  locale: Locale,
): Html {
  const isRevoked = member.revokedAt !== undefined
  const role = roleLabels[member.role][locale]
  const revoked = isRevoked && ` · ${words.revoked[locale]}`
  const details = memberDetails(member, now(), locale)
  return html`<li${isRevoked && html` class="done"`}>
<span><b>${member.name}</b> · ${role}${revoked}<br><span class="muted">${details}</span></span>
${!isRevoked && memberActions(member, currentMember, locale)}
</li>`
}

/** "khoá truy cập, mật khẩu · vào lần cuối 18:02" */
function memberDetails(member: ListedMember, now: number, locale: Locale): string {
  const signInMethods = [
    ...(member.passkeys > 0 ? [words.passkey[locale]] : []),
    ...(member.hasPassword ? [words.password[locale]] : []),
  ].join(', ')
  if (member.lastSeenAt === undefined) return signInMethods
  const lastSeen = formatTimestamp(member.lastSeenAt, now, locale)
  return `${signInMethods} · ${words.lastSeen[locale]} ${lastSeen}`
}

function memberActions(member: Member, currentMember: Member, locale: Locale): Html {
  const button = (action: string, label: string, fields: FormFields = {}) =>
    postButton(`/team/${member.id}/${action}`, label, { fields })
  const otherRole: Role = member.role === 'owner' ? 'host' : 'owner'
  const changeRole = `${words.changeRole[locale]} ${roleLabels[otherRole][locale]}`
  return html`<div class="actions">
${button('role', changeRole, { role: otherRole })}
${button('again', words.recover[locale])}
${member.id !== currentMember.id && button('revoke', words.revoke[locale])}
</div>`
}

const words = {
  title: { vi: 'Nhân viên', en: 'Staff' },
  invite: { vi: 'Mời thêm người', en: 'Invite a staff member' },
  inviteHint: {
    vi:
      'Gửi đường dẫn cho đúng người; dùng được một lần, trong bảy ngày. Nhân viên lo lượt đặt; chủ còn thấy kênh ' +
      'báo tin, danh sách bản tin, dữ liệu của khách và trang này.',
    en:
      'Send the link only to that person; it is valid once, for seven days. Hosts manage bookings; owners also ' +
      'see the channels, the newsletter list, guest data and this page.',
  },
  role: { vi: 'Vai trò', en: 'Role' },
  createLink: { vi: 'Tạo đường dẫn mời', en: 'Create an invitation link' },
  invited: {
    vi: 'Đường dẫn mời, chỉ hiện một lần:',
    en: 'Invitation link, shown only once:',
  },
  recoveryLink: {
    vi: 'Đường dẫn đăng nhập lại, dùng một lần trong 24 giờ:',
    en: 'Sign-in link, valid once, for 24 hours:',
  },
  recover: { vi: 'Quên cách vào', en: 'Recover access' },
  revoke: { vi: 'Thu quyền', en: 'Revoke access' },
  revoked: { vi: 'đã thu quyền', en: 'access revoked' },
  changeRole: { vi: 'Đổi thành', en: 'Change to' },
  lastSeen: { vi: 'vào lần cuối', en: 'last seen' },
  passkey: { vi: 'khoá truy cập', en: 'passkey' },
  password: { vi: 'mật khẩu', en: 'password' },
} satisfies Record<string, LocalizedText>
