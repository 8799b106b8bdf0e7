/** The guests to call about an absence, with a text for each that staff can send. */
import { type Absence, loadCalledGuests } from '../domain/absence/rows.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { absenceText } from '../domain/messages/absence-text.ts'
import { formatStart } from '../domain/scheduling/format-start.ts'
import type { Assignment, CalendarTime } from '../domain/scheduling/rules.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { absencePath, isPerson } from './absence-form.ts'
import { bookingUrl, formatResources, guestContactLinks } from './booking-components.ts'
import { copyButton, postButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatTimestamp } from './labels.ts'

export type AffectedGuest = {
  booking: BookingView
  /** What the guest knows. */
  before: CalendarTime & { assignment: Assignment }
  /** What staff have arranged, or propose. */
  after: (CalendarTime & { resources: readonly string[] }) | undefined
  isArranged: boolean
}

export async function callList(
  context: DeskContext,
  absence: Absence,
  all: readonly AffectedGuest[],
  locale: Locale,
): Promise<Html | undefined> {
  const guests = all.filter((guest) => mustKnow(context, guest))
  if (guests.length === 0) return undefined
  const known = await loadCalledGuests(context.store.read, absence.id)
  const calls = new Map(known.map((one) => [one.bookingId, one]))
  const called = guests.filter(({ booking }) => calls.get(booking.id)?.calledAt)
  const items = await Promise.all(
    guests.map(async (guest) => {
      const call = calls.get(guest.booking.id)
      const by = call?.calledBy ? await context.actorName(call.calledBy, locale) : ''
      return callItem(context, absence, guest, call?.calledAt ?? null, by, locale)
    }),
  )
  const counts = `${called.length} ${words.called[locale]} · ${guests.length - called.length} ${words.open[locale]}`
  return html`<section class="absence-list" id="calls">
<header><h2>${words.title[locale]}</h2><span>${counts}</span></header>
<ul>${items}</ul>
</section>`
}

/** A guest who gets another table or room at the same time need not be called. */
function mustKnow(context: DeskContext, { before, after }: AffectedGuest): boolean {
  if (!after) return true
  const isOtherTime = before.date !== after.date || before.time !== after.time
  return isOtherTime || newPeople(context, { before, after }).length > 0
}

function newPeople(
  context: DeskContext,
  { before, after }: Pick<AffectedGuest, 'before' | 'after'>,
): string[] {
  const known = context.shop.booking.resourcesOf(before.assignment)
  return (after?.resources ?? []).filter((id) => isPerson(context, id) && !known.includes(id))
}

function callItem(
  context: DeskContext,
  { id, resource }: Absence,
  guest: AffectedGuest,
  calledAt: number | null,
  calledBy: string,
  locale: Locale,
): Html {
  const { booking } = guest
  const textId = `call-${formatCode(booking.code)}`
  const fields = { code: formatCode(booking.code) }
  const state =
    calledAt === null
      ? html`<span class="status-badge pending">${words.notCalled[locale]}</span>`
      : html`<span class="status-badge seated">${words.called[locale]} ${formatTimestamp(calledAt, context.now(), locale)}</span> ${calledBy}`
  const mark =
    calledAt === null
      ? postButton(`${absencePath}/${id}/called`, words.markCalled[locale], { fields })
      : postButton(`${absencePath}/${id}/not_called`, words.undo[locale], { fields, tone: 'undo' })
  return html`<li class="call">
<div><p><a href="${bookingUrl(booking)}"><b>${booking.name}</b></a> ${state}</p>
<p id="${textId}" class="call-text" lang="${booking.locale}">${callText(context, resource, guest)[booking.locale]}</p></div>
<div class="actions">${guestContactLinks(booking, locale)}${copyButton(textId, locale)}${mark}</div>
</li>`
}

function callText(context: DeskContext, resource: string, guest: AffectedGuest): LocalizedText {
  const { shop, offerName } = context
  const { booking, before, after, isArranged } = guest
  const startOf = (start: CalendarTime) =>
    forEachLocale((locale) => formatStart(shop.booking.serviceDays, start, locale))
  const isOtherTime = after && (before.date !== after.date || before.time !== after.time)
  const people = formatResources(context, newPeople(context, guest), booking.locale)
  return absenceText({
    ...{ name: booking.name, business: shop.business, before: startOf(before) },
    offerName: offerName(booking.offer_id)[booking.locale],
    absentPerson: isPerson(context, resource)
      ? formatResources(context, [resource], booking.locale)
      : undefined,
    after: after && {
      ...{ isArranged, person: people || undefined },
      start: isOtherTime ? startOf(after) : undefined,
    },
  })
}

const words = {
  title: { vi: 'Gọi khách', en: 'Guests to call' },
  called: { vi: 'đã báo', en: 'informed' },
  open: { vi: 'chưa', en: 'open' },
  notCalled: { vi: 'chưa báo', en: 'not informed' },
  markCalled: { vi: 'Đã báo', en: 'Mark as informed' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
