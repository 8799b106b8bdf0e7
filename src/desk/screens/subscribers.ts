/** The newsletter subscribers: their number, and the list as a file for the owner. */
import { countSubscribers, subscribersCsv } from '../../domain/newsletter/export.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { html } from '../../ui/html.ts'
import { postButton, statList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen } from '../screen.ts'

export function subscriberScreens({ store, now }: DeskContext): Screen[] {
  return [
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
${postButton('/subscribers/export', words.export[locale], { tone: 'main' })}`,
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
            body: await subscribersCsv(store.read, locale),
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
    vi: 'Tệp CSV chỉ gồm những người đã xác nhận, cùng bản thoả thuận họ đã đồng ý.',
    en: 'The CSV file contains only confirmed subscribers, with the version of the text they accepted.',
  },
  export: { vi: 'Tải danh sách (CSV)', en: 'Download the list (CSV)' },
} satisfies Record<string, LocalizedText>
