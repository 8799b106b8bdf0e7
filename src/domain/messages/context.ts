/** Context and types that the messages share. The context is read again for every message: content can reload. */
import type { Business } from '../../content/shop.ts'
import type { ChannelMessage, ChannelTraits } from '../../kernel/channel.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import type { CreateQuote } from '../pricing/quote.ts'
import type { BookingRules } from '../scheduling/rules.ts'

export type MessageContext = {
  readonly store: Store
  readonly business: Business
  readonly rules: BookingRules
  /** What a booking costs on a day. */
  readonly quote: CreateQuote
  readonly bookingForm: BookingForm
  offerName(id: string): LocalizedText
  /** URL of the site. */
  readonly base: string
  /** URL of the desk. */
  readonly deskUrl: string
  readonly secret: string
  readonly now: Clock
  /** Language of messages to staff; Vietnamese by default. */
  readonly locale?: Locale
}

export type MessageContent = Omit<ChannelMessage, 'id' | 'kind' | 'at'>

/** Undefined if there is nothing to send (any more). */
export type ComposeContent = (
  context: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
  channel: ChannelTraits,
) => MessageContent | undefined | Promise<MessageContent | undefined>

/** "booking:7" → "7" */
export function subjectId(subject: string): string {
  return subject.slice(subject.indexOf(':') + 1)
}
