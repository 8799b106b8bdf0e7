/** The contract of channels: email, webhook, push, chat bots. The domain writes the message, a channel delivers it. */
import type { Locale } from './locale.ts'

export type ChannelMessage = {
  /** The same for every attempt, so that a receiver can detect duplicates. */
  id: string
  /** "booking.requested" */
  kind: string
  /** When the event happened. */
  at: number
  title: string
  text: string
  /** Page with the details and the actions. */
  link?: string
  /** Event data for programs, without personal data. */
  facts: Readonly<Record<string, unknown>>
  /** Recipient of an email, if the target does not contain it. */
  to?: string
  /** schema.org data (JSON-LD) for mail programs, with the language of the text. Nothing in it was typed by a guest. */
  structuredData?: { locale: Locale; data: object }
  attachments?: readonly { name: string; type: string; body: string }[]
}

export type Channel = {
  name: string
  /** Limit of concurrent sends to one destination. */
  maxConcurrentSends?: number
  /** Resolves when the receiver has accepted the message; otherwise throws DeliveryError. */
  send(message: ChannelMessage, target: string): Promise<void>
}

export type DeliveryFailure = {
  /** For staff; contains neither message nor recipient. */
  reason: string
  /** A retry would fail in the same way. */
  final?: boolean
  /** The target no longer exists. */
  gone?: boolean
  /** As requested by the receiver. */
  retryAfterMs?: number
}

export class DeliveryError extends Error {
  readonly failure: DeliveryFailure

  constructor(failure: DeliveryFailure) {
    super(failure.reason)
    this.name = 'DeliveryError'
    this.failure = failure
  }
}
