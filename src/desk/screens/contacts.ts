/** All guests who have not been informed, and the marks that staff set in every list. */
import { isContactMark, markContact } from '../../domain/contact/mark.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { html } from '../../ui/html.ts'
import { emptyText, problemNotice } from '../components.ts'
import { contactsPath } from '../contact-item.ts'
import type { DeskContext } from '../context.ts'
import { inboxPath } from '../inbox-path.ts'
import { loadNotNotified, notNotifiedList, notNotifiedPath } from '../not-notified.ts'
import { safePath } from '../safe-path.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'

export function contactScreens(context: DeskContext): Screen[] {
  const { store, now } = context
  return [
    { path: notNotifiedPath, show: ({ locale }) => renderPage(context, locale) },
    {
      path: `${contactsPath}/{id}`,
      show: async () => ({ seeOther: notNotifiedPath }),
      async submit({ pathParams: { id = '' }, form, member, locale }) {
        const mark = form.get('mark') ?? ''
        try {
          if (!isContactMark(mark)) throw new BookingActionError('not_found')
          await markContact(store, id, mark, `staff:${member.id}`, now)
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
          return { ...(await renderPage(context, locale, notice)), status: 409 }
        }
        return { seeOther: safePath(form.get('next'), notNotifiedPath) }
      },
    },
  ]
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  notice?: Notice,
): Promise<ScreenPage> {
  const { open, marked } = await loadNotNotified(context, locale)
  const list = (items: typeof open) => notNotifiedList(context, items, notNotifiedPath, locale)
  return {
    title: words.title[locale],
    tab: inboxPath,
    notice,
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${words.hint[locale]}</p>
${open.length === 0 ? emptyText(words.none[locale]) : html`<section class="contact-list">${await list(open)}</section>`}
${
  marked.length > 0 &&
  html`<h2>${words.marked[locale]}</h2>
<section class="contact-list">${await list(marked)}</section>`
}`,
  }
}

const words = {
  title: { vi: 'Chưa báo khách', en: 'Not yet notified' },
  hint: {
    vi: 'Những khách chưa nhận email và chưa ai gọi hay nhắn. Gọi hoặc nhắn tin, rồi chạm để ghi lại.',
    en: 'Guests who have received no email, and whom no one has called or messaged. Contact them, then tap the result.',
  },
  none: { vi: 'Khách nào cũng đã được báo.', en: 'All guests have been notified.' },
  marked: { vi: 'Vừa báo', en: 'Notified just now' },
} satisfies Record<string, LocalizedText>
