/** The deposits of upcoming bookings: those that have not arrived, by date with their sums, and those that have. */
import type { Deposit } from '../../domain/booking/deposit/deposit.ts'
import { findUpcomingBookings } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, guestContactLinks } from '../booking-components.ts'
import { disclosure, emptyText, itemList, statList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { formatDay, formatNationalPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { depositBadge, depositOfBooking, nextDepositAction } from './deposit.ts'

export const depositsPath = '/deposits'

/** Whether guests of this shop can pay a deposit. */
export function hasDeposits({ shop }: DeskContext): boolean {
  return shop.business.bank !== undefined
}

type DepositLine = { booking: BookingView; deposit: Deposit; date: string }

export function depositScreens(context: DeskContext): Screen[] {
  return hasDeposits(context) ? [depositScreen(context)] : []
}

function depositScreen(context: DeskContext): Screen {
  return {
    path: depositsPath,
    async show(screenRequest) {
      const { locale } = screenRequest
      const lines = await loadDeposits(context)
      const open = lines.filter(({ deposit }) => isOpen(deposit))
      const paid = lines.filter(({ deposit }) => deposit.state === 'paid')
      const paidTitle = `${words.paid[locale]} (${paid.length})`
      return {
        title: words.title[locale],
        tab: depositsPath,
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${words.title[locale]}</h1>
${statList([
  [words.open[locale], formatMoney(sumOf(open), locale), bookingCount(open, locale)],
  [words.paid[locale], formatMoney(sumOf(paid), locale), bookingCount(paid, locale)],
])}
${open.length === 0 && emptyText(words.none[locale])}
${daySections(context, open, locale)}
${paid.length > 0 && disclosure(paidTitle, daySections(context, paid, locale))}`,
      }
    },
  }
}

const isOpen = ({ state }: Deposit) => state === 'asked' || state === 'not_asked'

async function loadDeposits(context: DeskContext): Promise<DepositLine[]> {
  const { store, now, shop } = context
  const upcoming = await findUpcomingBookings(store.read, now())
  return upcoming.flatMap((booking) => {
    const deposit = depositOfBooking(context, booking)
    if (!deposit) return []
    return [{ booking, deposit, date: shop.booking.serviceDays.find(booking).date }]
  })
}

function daySections(context: DeskContext, lines: readonly DepositLine[], locale: Locale): Html[] {
  return [...Map.groupBy(lines, ({ date }) => date)].map(([date, ofDay]) => {
    const sum = formatMoney(sumOf(ofDay), locale)
    return html`<section>
<h2>${formatDay(date, context.now(), locale)} <small class="muted">${sum}</small></h2>
${itemList(ofDay.map(({ booking }) => depositLine(context, booking, locale)))}
</section>`
  })
}

function depositLine(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const guest = html`<b>${booking.time} ${booking.name}</b>
<span class="number">${formatNationalPhone(booking.phone)}</span>`
  return html`<li><a href="${bookingUrl(booking)}">${guest}<br>${formatGuestCount(booking.party_size, locale)}</a>
${depositBadge(context, booking, locale)}
<div class="actions">${nextDepositAction(context, booking, locale, depositsPath)}
${guestContactLinks(booking, locale)}</div></li>`
}

function sumOf(lines: readonly DepositLine[]): number {
  return lines.reduce((sum, { deposit }) => sum + deposit.amount, 0)
}

function bookingCount({ length }: readonly DepositLine[], locale: Locale): string {
  const english = plural(length, { one: 'booking', other: 'bookings' })
  return { vi: `${length} lượt`, en: `${length} ${english}` }[locale]
}

const words = {
  title: { vi: 'Tiền cọc', en: 'Deposits' },
  open: { vi: 'Chưa nhận', en: 'Not received' },
  paid: { vi: 'Đã nhận', en: 'Received' },
  none: { vi: 'Không có khoản cọc nào đang chờ.', en: 'No deposit is open.' },
} satisfies Record<string, LocalizedText>
