/**
 * What the domain and the desk know of channels: the message that the domain writes, and the channel that delivers it.
 * Which channels there are is declared in `src/channels`.
 */
import type { Locale, LocalizedText } from './locale.ts'

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
  /** Other links that mail programs open on a click. */
  moreLinks?: readonly string[]
  /** Recipient of an email, if the target does not contain it. */
  to?: string
  /** Of an email to a mailing list: a POST to this URL unsubscribes the recipient (RFC 8058). */
  unsubscribeUrl?: string
  /** Keyed hash of the recipient's mailbox if its owner has not confirmed the address: the email is counted. */
  unconfirmedMailbox?: string
  /** schema.org data (JSON-LD) for mail programs, with the language of the text. Nothing in it was typed by a guest. */
  structuredData?: { locale: Locale; data: object }
  attachments?: readonly { name: string; type: string; body: string }[]
}

/** Who reads the messages of a channel: staff, or the guest whom an event is about. */
export type Audience = 'staff' | 'guest'

/** How a channel is called and what it is sent. */
export type ChannelTraits = {
  /** Stored with each delivery, and part of the desk's URLs. */
  name: string
  /** On the desk. */
  label: LocalizedText
  audience: Audience
  /** Programs get every event, answered or not; people only what they must answer. */
  isForPrograms?: boolean
  /** The text as this channel shows it; by default without the title. */
  formatText?(message: Pick<ChannelMessage, 'title' | 'text'>): string
}

/** Some events are only for owners, without the one who caused it ("staff:…"). */
export type OwnersExcept = { ownersExcept: string }

/** Delivers the messages of one or more channels. */
export type Sender = {
  /** Limit of concurrent sends to one destination. */
  maxConcurrentSends?: number
  /** Resolves when the receiver has accepted the message; otherwise throws DeliveryError. */
  send(message: ChannelMessage, target: string): Promise<void>
  close?(): Promise<void>
}

/** A channel whose settings are complete. */
export type OpenChannel = ChannelTraits &
  Sender & {
    /** With `recipients`, without the targets that are known to belong to others. */
    listTargets(recipients?: OwnersExcept): Promise<readonly string[]>
    /** Deletes a target that no longer exists. Without it, the desk shows what could not be delivered there. */
    removeTarget?(target: string): Promise<void>
  }

/** The target of every channel to guests. The address is read when the message is composed. */
export const guestTarget = 'guest'

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
