/** What messages are made of. Each part is read anew for every message, so it may change meanwhile. */
import type { Business } from '../../content/shop.ts'
import type { ChannelMessage } from '../../kernel/channel.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { BookingRules } from '../scheduling/rules.ts'

export type MessageContext = {
  readonly store: Store
  readonly business: Business
  readonly rules: BookingRules
  readonly bookingForm: BookingForm
  offerName(id: string): LocalizedText
  /** Where the site is. */
  readonly base: string
  /** Where the desk is. */
  readonly deskUrl: string
  readonly secret: string
  readonly now: Clock
  /** Whose mail to guests it is; a test of it goes back there. */
  readonly ownMail?: string | undefined
  /** The language of the staff; otherwise Vietnamese. */
  readonly locale?: Locale
}

/** A message but for what every message has. */
export type MessageContent = Omit<ChannelMessage, 'id' | 'kind' | 'at'>

/** Mail to a guest; its address is looked up when it is sent. */
export const guestMail = { channel: 'guest-mail', target: 'guest' } as const

/** "booking:…" → the id behind the colon. */
export function subjectId(subject: string): string {
  return subject.slice(subject.indexOf(':') + 1)
}
