/**
 * Short marks: whether the guest of a booking or order has been informed, and whether they have answered a reminder.
 */
import { type BookingView, isComing } from '../domain/booking/rows.ts'
import { reminderAction } from '../domain/contact/contacts.ts'
import {
  type ContactRow,
  type ContactState,
  contactStateOf,
  type GuestContacts,
  loadContacts,
} from '../domain/contact/states.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { formatTimestamp } from './labels.ts'

/** By booking id. */
export async function loadBookingContacts(
  { store, now }: DeskContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GuestContacts>> {
  const subjects = ids.map((id) => `booking:${id}`)
  const contacts = await loadContacts(store.read, subjects, now())
  return new Map([...contacts].map(([subject, found]) => [subject.split(':')[1] ?? '', found]))
}

type Addressee = { email: string | null }

/** Whether guests who have left an email address get emails. */
export function hasGuestMail({ channels }: DeskContext): boolean {
  return channels.list.some(
    ({ audience, listTargets }) => audience === 'guest' && listTargets !== undefined,
  )
}

export function contactState(
  context: DeskContext,
  row: ContactRow,
  { email }: Addressee,
): ContactState {
  return contactStateOf(row, email !== null && hasGuestMail(context))
}

/** Nothing if the guest knows it without being informed. */
export function contactBadge(
  context: DeskContext,
  row: ContactRow | undefined,
  guest: Addressee,
  locale: Locale,
): Html | undefined {
  if (!row) return undefined
  const state = contactState(context, row, guest)
  if (state === 'known') return undefined
  const tone = { open: 'bad', queued: '', emailed: 'good', informed: 'good' }[state]
  return html`<span class="badge contact-badge ${tone}">${stateText(context, row, state, locale)}</span>`
}

function stateText(
  { now }: DeskContext,
  { action, way, informed_at, email_at, email_state, tried_at }: ContactRow,
  state: Exclude<ContactState, 'known'>,
  locale: Locale,
): string {
  const at = (time: number | null) => (time === null ? '' : formatTimestamp(time, now(), locale))
  if (state === 'informed')
    return `${words[way === 'message' ? 'messaged' : 'called'][locale]} ${at(informed_at)}`
  if (state === 'emailed') return `${words.emailed[locale]} ${at(email_at)}`
  if (state === 'queued') return words.queued[locale]
  if (tried_at !== null) return `${words.notReached[locale]} ${at(tried_at)}`
  const open = words[action === reminderAction ? 'notReminded' : 'open'][locale]
  return email_state === 'dead' ? `${words.emailFailed[locale]}, ${open}` : open
}

/** Whether an expected guest who was reminded has answered. */
export function responseBadge(
  booking: BookingView,
  reminder: ContactRow | undefined,
  locale: Locale,
): Html | undefined {
  if (!isAwaitingResponse(booking, reminder)) return undefined
  return html`<span class="badge">${words.noResponse[locale]}</span>`
}

export function isAwaitingResponse(
  booking: BookingView,
  reminder: ContactRow | undefined,
): boolean {
  return (
    isReminderOf(booking, reminder) &&
    booking.status === 'confirmed' &&
    booking.visit === null &&
    !isComing(booking)
  )
}

/** A reminder of an earlier time is void. */
export function isReminderOf(
  { starts_at }: Pick<BookingView, 'starts_at'>,
  reminder: ContactRow | undefined,
): reminder is ContactRow {
  return reminder?.about === String(starts_at)
}

const words = {
  open: { vi: 'chưa báo khách', en: 'guest not notified' },
  notReminded: { vi: 'chưa nhắc', en: 'not reminded' },
  emailFailed: { vi: 'email không tới', en: 'email failed' },
  queued: { vi: 'email chờ gửi', en: 'email queued' },
  emailed: { vi: 'đã gửi email', en: 'emailed' },
  called: { vi: 'đã gọi', en: 'called' },
  messaged: { vi: 'đã nhắn', en: 'messaged' },
  notReached: { vi: 'chưa gặp khách', en: 'not reached' },
  noResponse: { vi: 'chưa trả lời nhắc hẹn', en: 'reminder not answered' },
} satisfies Record<string, LocalizedText>
