/** What a guest waits or has waited for, on the page of the guest. */
import { formatGuestCount } from '../domain/messages/format.ts'
import type { GuestRecord } from '../domain/profile/guest-record.ts'
import {
  currentStatus,
  isAtDoor,
  isOpenEntry,
  type WaitlistEntry,
} from '../domain/waitlist/rows.ts'
import { waitlistLabels } from '../domain/waitlist/status.ts'
import { formatWindow } from '../domain/waitlist/texts.ts'
import { formatDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { itemList } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatClock } from './labels.ts'
import { deskWaitlistPath } from './waitlist-parts.ts'

export function waitlistSection(
  context: DeskContext,
  { waiting }: GuestRecord,
  locale: Locale,
): Html | undefined {
  if (waiting.length === 0) return undefined
  return html`<section><h2>${words.title[locale]}</h2>
${itemList(waiting.map((entry) => entryItem(context, entry, locale)))}
</section>`
}

/** Only an open entry is on the screen of the waitlist. */
function entryItem(context: DeskContext, entry: WaitlistEntry, locale: Locale): Html {
  const now = context.now()
  const facts = [
    formatGuestCount(entry.party_size, locale),
    context.offerName(entry.offer_id)[locale],
  ].join(' · ')
  const text = html`<b>${formatDate(entry.date, locale)}, ${windowText(entry, locale)}</b><br>${facts}`
  const status = currentStatus(entry, now)
  return html`<li>${
    isOpenEntry(entry, now)
      ? html`<a href="${deskWaitlistPath}#w-${entry.code}">${text}</a>`
      : html`<div>${text}</div>`
  }<span class="status-badge">${waitlistLabels[status][locale]}</span></li>`
}

function windowText(entry: WaitlistEntry, locale: Locale): string {
  if (isAtDoor(entry)) return words.door[locale]
  return formatWindow({ from: formatClock(entry.starts_from), to: formatClock(entry.starts_until) })
}

const words = {
  title: { vi: 'Danh sách chờ', en: 'Waitlist' },
  door: { vi: 'chờ ở cửa', en: 'at the door' },
} satisfies Record<string, LocalizedText>
