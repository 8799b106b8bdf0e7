/** The guests to inform about an absence, with a text for each. */
import type { Absence } from '../domain/absence/rows.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { absencePath } from './absence-form.ts'
import { type AffectedGuest, callText, mustKnow } from './absence-guests.ts'
import { bookingUrl } from './booking-components.ts'
import { contactItem } from './contact-item.ts'
import { absenceItem } from './contact-items.ts'
import { contactState, loadBookingContacts } from './contact-state.ts'
import type { DeskContext } from './context.ts'

/** Each with the state of what the guest must know now: the absence itself, or what staff have arranged since. */
export async function callList(
  context: DeskContext,
  absence: Absence,
  all: readonly AffectedGuest[],
  locale: Locale,
): Promise<Html | undefined> {
  const guests = all.filter((guest) => mustKnow(context, guest))
  if (guests.length === 0) return undefined
  const contacts = await loadBookingContacts(
    context,
    guests.map(({ booking }) => booking.id),
  )
  const known = guests.flatMap((guest) => {
    const row = contacts.get(guest.booking.id)?.current
    return row ? [{ guest, row }] : []
  })
  const items = await Promise.all(
    known.map(({ guest, row }) => {
      const item = absenceItem(context, row, absence, guest, locale)
      const text = callText(context, absence.resource, guest)[guest.booking.locale]
      const next = `${absencePath}/${absence.id}#calls`
      return contactItem(context, { ...item, url: bookingUrl(guest.booking), text }, next, locale)
    }),
  )
  const open = known.filter(
    ({ guest, row }) => contactState(context, row, guest.booking) === 'open',
  )
  const counts = `${known.length - open.length} ${words.informed[locale]} · ${open.length} ${words.open[locale]}`
  return html`<section class="contact-list" id="calls">
<header><h2>${words.title[locale]}</h2><span>${counts}</span></header>
<ul>${items}</ul>
</section>`
}

const words = {
  title: { vi: 'Báo khách', en: 'Guests to notify' },
  informed: { vi: 'đã báo', en: 'notified' },
  open: { vi: 'chưa', en: 'open' },
} satisfies Record<string, LocalizedText>
