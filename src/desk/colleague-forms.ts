/**
 * Gives a guest to a colleague: one button for each who does this and is free. In the sheet of a service screen,
 * `next` is that screen.
 */
import { findColleagues } from '../domain/absence/colleagues.ts'
import { isActionPossible } from '../domain/booking/action-rules.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { erasedName } from '../domain/guest/fields.ts'
import type { StaffOption } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { actionFields, bookingUrl, formatResources } from './booking-components.ts'
import { hiddenInputs } from './components.ts'
import type { DeskContext } from './context.ts'

export async function colleagueForms(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  next?: string,
): Promise<Html | undefined> {
  const { store, bookingContext, now } = context
  if (booking.name === erasedName || !isActionPossible('rearranged', booking, now()))
    return undefined
  const colleagues = await findColleagues(store.read, bookingContext, booking, now())
  if (colleagues.length === 0) return undefined
  const forms = colleagues.map((one) => colleagueForm(context, booking, one, { locale, next }))
  if (next !== undefined)
    return html`<section id="colleagues" class="tn-choice"><h3>${words.title[locale]}</h3>
<div class="actions">${forms}</div>
</section>`
  return html`<section id="colleagues">
<h2>${words.title[locale]}</h2>
<div class="times">${forms}</div>
</section>`
}

function colleagueForm(
  context: DeskContext,
  booking: BookingView,
  { holds, broken, balanceAcross }: StaffOption,
  { locale, next }: { locale: Locale; next: string | undefined },
): Html {
  const { date, time } = booking
  const resource = holds.map((one) => one.resource).join(',')
  const rules = [...new Set(broken.map(({ rule }) => rule))]
  const name = formatResources(context, balanceAcross, locale)
  const remark = rules.length > 0 && html` <small>· ${words.notAsked[locale]}</small>`
  return html`<form method="post" action="${bookingUrl(booking)}/move">
${actionFields(booking, next)}${hiddenInputs({ date, time, override: rules.join(','), resource })}
<button type="submit">${name}${remark}</button>
</form>`
}

const words = {
  title: { vi: 'Giao cho người khác, cùng giờ', en: 'Give to a colleague, same time' },
  notAsked: { vi: 'khách xin người khác', en: 'the guest asked for another person' },
} satisfies Record<string, LocalizedText>
