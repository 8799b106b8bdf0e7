/**
 * The notices to an owner about links for owners and new owners, shown on every screen until the owner has seen them.
 */
import { ownerEventTitles } from '../../domain/messages/event-notifications.ts'
import type { Member } from '../../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { postButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import { safePath } from '../safe-path.ts'
import type { Screen } from '../screen.ts'

const seenPath = '/owner-notices/seen'

export function ownerNoticeScreen({ staffAccess }: DeskContext): Screen {
  return {
    path: seenPath,
    isOwnerOnly: true,
    show: async () => ({ seeOther: '/team' }),
    async submit({ member, form }) {
      await staffAccess.dismissOwnerNotices(member.id, (form.get('ids') ?? '').split(' '))
      return { seeOther: safePath(form.get('next'), '/') }
    },
  }
}

/** Undefined if there is nothing that the owner has not seen. */
export async function ownerNotices(
  context: DeskContext,
  { id, role }: Member,
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  const notices = role === 'owner' ? await context.staffAccess.listOwnerNotices(id) : []
  if (notices.length === 0) return undefined
  const lines = await Promise.all(
    notices.map(async ({ kind, actor, subject, at }) => {
      const member = await context.staffAccess.findMember(subject.replace(/^staff:/, ''))
      const names = [
        ...(member ? [member.name] : []),
        ...(actor === subject
          ? []
          : [`${words.by[locale]} ${await context.actorName(actor, locale)}`]),
      ]
      const time = formatTimestamp(at, context.now(), locale)
      return html`<li><b>${ownerEventTitles[kind][locale]}</b> · ${[...names, time].join(' · ')}</li>`
    }),
  )
  const ids = notices.map((notice) => notice.id).join(' ')
  return html`<aside class="owner-notices" aria-label="${words.title[locale]}">
<ul>${lines}</ul>
<p>${words.hint[locale]} <a href="/team">${words.team[locale]}</a></p>
${postButton(seenPath, words.seen[locale], { fields: { ids, next } })}
</aside>`
}

const words = {
  title: { vi: 'Thay đổi về chủ', en: 'Changes of owners' },
  by: { vi: 'bởi', en: 'by' },
  hint: {
    vi: 'Nếu bạn không biết việc này, hãy thu quyền của người đó ngay.',
    en: 'If you did not expect this, revoke that access immediately.',
  },
  team: { vi: 'Mở trang Nhân viên', en: 'Open Staff' },
  seen: { vi: 'Đã xem', en: 'Seen' },
} satisfies Record<string, LocalizedText>
