/** The newsletter subscribers: their number, and the list as a file for the owner. */
import { countSubscribers, subscribersCsv } from '../../domain/newsletter/export.ts'
import { createNewsletter } from '../../domain/newsletter/newsletter.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { html } from '../../ui/html.ts'
import { postButton, statList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen } from '../screen.ts'
import { newsletterScreens, sendingSection } from './newsletter-sending.ts'

export function subscriberScreens(context: DeskContext): Screen[] {
  const { store, secret, now, base, shop } = context
  const newsletter = createNewsletter(store, secret, now)
  const unsubscribeUrl = ({ id, locale }: { id: string; locale: Locale }) =>
    `${base}${localPath(newsletter.linkFor('leave', id), locale, shop.languages)}`
  return [
    ...newsletterScreens(context),
    {
      path: '/subscribers',
      isOwnerOnly: true,
      async show({ locale }) {
        const { confirmed, unconfirmed } = await countSubscribers(store.read)
        return {
          title: words.title[locale],
          tab: '/subscribers',
          body: html`<h1>${words.title[locale]}</h1>
${statList([
  [words.confirmed[locale], String(confirmed)],
  [words.unconfirmed[locale], String(unconfirmed)],
])}
<p>${words.hint[locale]}</p>
${postButton('/subscribers/export', words.export[locale], { tone: 'main' })}
${await sendingSection(context, locale)}`,
        }
      },
    },
    {
      path: '/subscribers/export',
      isOwnerOnly: true,
      needsFreshSignIn: true,
      show: async () => ({ seeOther: '/subscribers' }),
      async submit({ locale, member }) {
        await store.write((sql) =>
          recordAudit(sql, now(), `staff:${member.id}`, 'exported', 'subscribers'),
        )
        return {
          file: {
            name: `newsletter-${dateAt(now())}.csv`,
            type: 'text/csv; charset=utf-8',
            body: await subscribersCsv(store.read, unsubscribeUrl, locale),
          },
        }
      },
    },
  ]
}

const words = {
  title: { vi: 'Bản tin', en: 'Newsletter' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  unconfirmed: { vi: 'Chưa bấm xác nhận', en: 'Not confirmed yet' },
  hint: {
    vi: 'Tệp CSV chỉ gồm những người đã xác nhận, cùng bản thoả thuận họ đã đồng ý và đường dẫn huỷ nhận của từng người: ghi vào mỗi bản tin.',
    en: 'The CSV file contains only confirmed subscribers, with the version of the text they accepted and the URL with which each unsubscribes: put it into every newsletter.',
  },
  export: { vi: 'Tải danh sách (CSV)', en: 'Download the list (CSV)' },
} satisfies Record<string, LocalizedText>
