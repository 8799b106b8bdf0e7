/** The readers of the newsletter. The list leaves the house only in the owner's hands. */
import { countSubscribers, subscribersCsv } from '../../domain/newsletter/export.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import type { Screen } from '../screen.ts'

export function subscriberScreens({ store, now }: DeskContext): Screen[] {
  return [
    {
      path: '/subscribers',
      ownerOnly: true,
      async show({ locale }) {
        const { confirmed, unconfirmed } = await countSubscribers(store.read)
        return {
          title: words.title[locale],
          tab: '/subscribers',
          body: html`<h1>${words.title[locale]}</h1>
<dl class="figures"><div><dt>${words.confirmed[locale]}</dt><dd>${confirmed}</dd></div><div><dt>${words.unconfirmed[locale]}</dt><dd>${unconfirmed}</dd></div></dl>
<p>${words.hint[locale]}</p>
<form method="post" action="/subscribers/export"><button type="submit" class="main">${words.export[locale]}</button></form>`,
        }
      },
    },
    {
      path: '/subscribers/export',
      ownerOnly: true,
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
    vi: 'Tệp CSV chỉ gồm những người đã xác nhận, cùng bản thỏa thuận họ đã đồng ý.',
    en: 'The CSV file holds those who confirmed, with the version of the text they agreed to.',
  },
  export: { vi: 'Tải danh sách (CSV)', en: 'Download the list (CSV)' },
} satisfies Record<string, LocalizedText>
