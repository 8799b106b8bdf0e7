/** Guests of the waitlist on several screens: who fits a free place, who was offered one, and who waits at the door. */
import { loadOpenOffers, type PlaceOffer } from '../domain/booking/place-offer/rows.ts'
import { bookingPath } from '../domain/booking/url.ts'
import { formatGuestCount, formatSource } from '../domain/messages/format.ts'
import { closedDayReason } from '../domain/scheduling/availability.ts'
import { findWaitlistProposals, type WaitlistProposal } from '../domain/waitlist/proposals.ts'
import { isAtDoor, loadOpenEntries, type WaitlistEntry } from '../domain/waitlist/rows.ts'
import { formatWindow } from '../domain/waitlist/texts.ts'
import { entryAsOwner } from '../domain/waitlist/transitions.ts'
import { waitlistPath as guestPath } from '../domain/waitlist/url.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { formatShortDate } from '../kernel/format-date.ts'
import { type Locale, type LocalizedText, localPath } from '../kernel/locale.ts'
import { dateAt, minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { formatResources, guestContactLinks } from './booking-components.ts'
import { copyButton, postButton } from './components.ts'
import { hasGuestMail } from './contact-state.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { formatClock, formatDay } from './labels.ts'

export const deskWaitlistPath = '/waitlist'

export type WaitlistView = {
  entries: readonly WaitlistEntry[]
  proposals: readonly WaitlistProposal[]
  /** Open offers by the id of their entry. */
  offers: ReadonlyMap<string, readonly PlaceOffer[]>
}

export async function loadWaitlist({
  store,
  bookingContext,
  now,
}: DeskContext): Promise<WaitlistView> {
  const entries = await loadOpenEntries(store.read, now())
  if (entries.length === 0) return { entries, proposals: [], offers: new Map() }
  const proposals = await findWaitlistProposals(store.read, bookingContext, now(), entries)
  const open = await loadOpenOffers(store.read, entries.map(entryAsOwner))
  const offers = Map.groupBy(open, ({ owner }) => owner.slice('waitlist:'.length))
  return { entries, proposals, offers }
}

/** On the inbox and on the screen of the service: free places with the guests who fit. */
export function proposalNotices(
  context: DeskContext,
  { proposals }: WaitlistView,
  next: string,
  locale: Locale,
  isToday = false,
): Html | undefined {
  const today = serviceDateNow(context)
  const shown = proposals.filter(({ entry }) => !isToday || entry.date === today)
  if (shown.length === 0) return undefined
  return html`<section class="notice note waitlist-proposals" aria-label="${words.proposals[locale]}">
<p><b>${words.proposals[locale]}</b> · <a href="${deskWaitlistPath}">${words.list[locale]}</a></p>
${shown.map((proposal) => proposalRow(context, proposal, next, locale))}
</section>`
}

/** A place that is free, and the button that offers it. */
export function proposalRow(
  context: DeskContext,
  { entry, date, time, resources }: WaitlistProposal,
  next: string,
  locale: Locale,
  isOnCard = false,
): Html {
  const place = formatResources(context, resources, locale)
  const when = `${formatDay(date, context.now(), locale)}, ${time}`
  const label = `${words.offer[locale]} ${time}`
  return html`<div class="actions" id="p-${entry.code}">
<span><b>${when}</b> ${place}${
    isOnCard
      ? html` ${words.isFree[locale]}`
      : html` → ${entry.name},
${formatGuestCount(entry.party_size, locale)}`
  }</span>
${postButton(`${deskWaitlistPath}/${formatCode(entry.code)}/offer`, label, {
  tone: 'main',
  fields: { date, time, next },
})}
</div>`
}

/** An offer that was not answered yet: how to tell the guest, and what they say. */
export function waitlistOfferRow(
  context: DeskContext,
  entry: WaitlistEntry,
  offer: PlaceOffer,
  next: string,
  locale: Locale,
): Html {
  const { now, shop } = context
  const place = formatResources(context, shop.booking.resourcesOf(offer.assignment), locale)
  const when = `${formatDay(offer.date, now(), locale)}, ${offer.time}`
  const id = `offer-text-${offer.id}`
  const path = `${deskWaitlistPath}/offers/${offer.id}`
  const fields = { next }
  const isEmailed = entry.email !== null && hasGuestMail(context)
  const sent = (isEmailed ? words.emailed : words.tell)[locale]
  return html`<div class="waitlist-offer" id="o-${offer.id}">
<p><b>${when}</b> ${place} · ${words.until[locale]} <b>${formatClock(offer.expires_at)}</b></p>
<p class="muted">${sent}</p>
<p class="note" id="${id}">${offerText(context, entry, offer)}</p>
<div class="actions">${copyButton(id, locale)}
${guestContactLinks(entry, locale)}
${postButton(`${path}/accept`, words.accepts[locale], { tone: 'main', fields })}
${postButton(`${path}/decline`, words.declines[locale], { fields })}
${postButton(`${path}/withdraw`, words.withdraw[locale], { tone: 'undo', fields })}</div>
</div>`
}

/** The text for a message, in the language of the guest. */
export function offerText(
  { shop: { business }, base, now }: DeskContext,
  entry: WaitlistEntry,
  offer: Pick<PlaceOffer, 'date' | 'time' | 'expires_at'>,
): string {
  const { locale, name } = entry
  const today = dateAt(now()) === offer.date
  const day = `${today ? `${words.today[locale]}, ` : ''}${formatShortDate(offer.date, locale)}`
  const url = `${base}${localPath(`${guestPath}/${formatCode(entry.code)}`, locale, business.languages)}`
  const by = formatClock(offer.expires_at)
  return {
    vi: `Chào ${name}, ${business.name} có chỗ cho ${formatGuestCount(entry.party_size, 'vi')} lúc ${offer.time} ${day}. Xin trả lời trước ${by}: ${url}`,
    en: `Hello ${name}, ${business.name} has a place for ${formatGuestCount(entry.party_size, 'en')} at ${offer.time}, ${day}. Please answer by ${by}: ${url}`,
  }[locale]
}

/** For a guest who knows of an offer that staff have taken back, or whose day they have closed. */
export function withdrawnText(
  { shop: { business, booking }, base, now }: DeskContext,
  { name, locale, date }: WaitlistEntry,
): string {
  const reason = closedDayReason(booking, business, date, now())
  const url = `${base}${localPath(bookingPath, locale, business.languages)}`
  if (reason)
    return {
      vi: `Chào ${name}, rất tiếc chỗ ${business.name} mời ${formatShortDate(date, 'vi')} không còn nữa. ${reason.vi} Mời bạn chọn ngày khác: ${url}`,
      en: `Hello ${name}, we are sorry: the place that ${business.name} offered on ${formatShortDate(date, 'en')} is no longer available. ${reason.en} Please choose another day: ${url}`,
    }[locale]
  return {
    vi: `Chào ${name}, rất tiếc chỗ ${business.name} vừa mời không còn nữa. Bạn vẫn ở trong danh sách chờ.`,
    en: `Hello ${name}, we are sorry: the place that ${business.name} offered is no longer available. You are still on the waitlist.`,
  }[locale]
}

/** "18:00–20:00 · 4 khách · Đặt bàn · trang web"; with the person or place that the guest asked for. */
export function entryLine(context: DeskContext, entry: WaitlistEntry, locale: Locale): string {
  const window = isAtDoor(entry)
    ? waitedText(context, entry, locale)
    : formatWindow({ from: formatClock(entry.starts_from), to: formatClock(entry.starts_until) })
  return [
    window,
    formatGuestCount(entry.party_size, locale),
    context.offerName(entry.offer_id)[locale],
    context.shop.booking.requestedResource?.(entry.details)?.[locale] ?? '',
    formatSource(entry.source, locale),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

/** "đã chờ 12′ trên 20′" */
function waitedText({ now }: DeskContext, entry: WaitlistEntry, locale: Locale): string {
  const waited = Math.floor((now() - entry.created_at) / minute)
  return `${words.waited[locale]} ${waited}′ / ${entry.quoted_minutes}′`
}

/** Guests at the door on the screen of the service, with how long they wait against what they were told. */
export function doorList(
  context: DeskContext,
  { entries }: WaitlistView,
  locale: Locale,
): Html | undefined {
  const atDoor = entries.filter(isAtDoor)
  if (atDoor.length === 0) return undefined
  const rows = atDoor.map((entry) => doorRow(context, entry, locale))
  return html`<section class="tn-box" id="door"><h2>${words.door[locale]} <b>${atDoor.length}</b></h2>
<ul class="tn-list">${rows}</ul></section>`
}

function doorRow(context: DeskContext, entry: WaitlistEntry, locale: Locale): Html {
  const code = formatCode(entry.code)
  const waited = Math.floor((context.now() - entry.created_at) / minute)
  const quoted = entry.quoted_minutes ?? 0
  const isOver = waited > quoted
  const size = asSize(entry)
  return html`<li class="tn-row${isOver && ' tn-late'}" id="w-${entry.code}">
<span class="tn-time"><b>${waited}′</b><small>/ ${quoted}′</small></span>
<span class="tn-guest"><b>${entry.name}</b><span class="tn-meta">${formatGuestCount(
    entry.party_size,
    locale,
  )}</span></span>
<span class="tn-door-actions">${
    entry.phone !== '' &&
    html`<a class="button" href="tel:${entry.phone}">${words.call[locale]}</a>`
  }
${postButton(`${deskWaitlistPath}/${code}/remove`, words.left[locale], { fields: { next: '/tonight' } })}
<a class="button main" href="/tonight?walk-in=${size}&amp;waiting=${code}" data-sheet>${words.seat[locale]}</a></span>
</li>`
}

/** Trades without a party size ask for the service instead. */
function asSize({ details }: WaitlistEntry): string {
  return `${details.partySize}&offer=${encodeURIComponent(details.offerId)}`
}

const words = {
  proposals: { vi: 'Có chỗ cho khách đang chờ', en: 'Places for guests on the waitlist' },
  list: { vi: 'Danh sách chờ', en: 'Waitlist' },
  offer: { vi: 'Mời lúc', en: 'Offer' },
  isFree: { vi: 'đang trống', en: 'is free' },
  until: { vi: 'giữ đến', en: 'held until' },
  tell: {
    vi: 'Khách không được báo qua email: gọi hoặc nhắn tin này.',
    en: 'The guest gets no email: call, or send this message.',
  },
  emailed: {
    vi: 'Thư mời được gửi tới email của khách; nên gọi hoặc nhắn thêm.',
    en: 'The offer is sent to the guest’s email address. You can also call or send this message.',
  },
  today: { vi: 'hôm nay', en: 'today' },
  accepts: { vi: 'Khách nhận', en: 'Guest accepts' },
  declines: { vi: 'Khách không nhận', en: 'Guest declines' },
  withdraw: { vi: 'Rút lời mời', en: 'Withdraw' },
  waited: { vi: 'đã chờ', en: 'waited' },
  door: { vi: 'Chờ ở cửa', en: 'Waiting at the door' },
  seat: { vi: 'Xếp chỗ', en: 'Seat' },
  call: { vi: 'Gọi', en: 'Call' },
  left: { vi: 'Đã đi', en: 'Left' },
} satisfies Record<string, LocalizedText>
