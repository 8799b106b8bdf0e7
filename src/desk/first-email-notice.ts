/** Warning that guests were not emailed because the budget of first emails is spent. */
import { type FirstEmails, loadFirstEmails } from '../domain/messages/first-email-budget.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import { disclosure } from './components.ts'
import type { DeskContext } from './context.ts'

/** More are only counted. */
const maxListed = 50

/** Undefined while the budget is not spent and every guest was emailed. */
export async function firstEmailNotice(
  { store, now, channels: { firstEmailsPerHour } }: DeskContext,
  locale: Locale,
): Promise<Html | undefined> {
  const firstEmails = await loadFirstEmails(store.read, now())
  const unsent = listUnsent(firstEmails)
  const isSpent = firstEmails.used >= firstEmailsPerHour
  if (unsent.length === 0 && !isSpent) return undefined
  const guests = `${unsent.length} ${plural(unsent.length, guestForms[locale], locale)}`
  return html`<section class="notice problem" id="first-emails">
<p>${isSpent && spentText(firstEmailsPerHour)[locale]} ${
    unsent.length === 0 ? words.all[locale] : `${guests} ${words.unsent[locale]}`
  }</p>
${unsent.length > 0 && disclosure(words.list[locale], guestList(unsent))}
</section>`
}

type Unsent = { code: string; url: string }

/** One entry for each booking and order. */
function listUnsent({ unsent }: FirstEmails): Unsent[] {
  const entries = unsent.flatMap(({ subject, code }): [string, Unsent][] => {
    // A newsletter subscription: there is no phone number to call.
    if (code === null) return []
    const url = subject.startsWith('order:') ? '/orders' : bookingUrl({ code })
    return [[subject, { code: formatCode(code), url }]]
  })
  return [...new Map(entries).values()]
}

function guestList(unsent: readonly Unsent[]): Html {
  const items = unsent
    .slice(0, maxListed)
    .map(({ code, url }) => html`<li><a href="${url}">${code}</a></li>`)
  return html`<ul>${items}${unsent.length > maxListed && html`<li>…</li>`}</ul>`
}

const guestForms = {
  vi: { other: 'khách' },
  en: { one: 'guest was', other: 'guests were' },
}

const spentText = (limit: number): LocalizedText => ({
  vi: `Trong một giờ qua đã gửi hết ${limit} thư được phép tới các địa chỉ chưa xác nhận.`,
  en: `All ${limit} emails that may go to unconfirmed addresses in an hour were sent.`,
})

const words = {
  unsent: {
    vi: 'chưa nhận được thư. Chỗ đặt của họ vẫn được ghi nhận: xin gọi điện cho họ.',
    en: 'not emailed. Their requests are stored as usual: please call them.',
  },
  all: {
    vi: 'Khách mới có thể chưa nhận được thư ngay: xin gọi điện cho họ.',
    en: 'New guests may not get their email immediately: please call them.',
  },
  list: { vi: 'Những khách cần gọi', en: 'Guests to call' },
} satisfies Record<string, LocalizedText>
