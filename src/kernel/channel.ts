/** A way to reach somebody. The domain says what is told; a channel knows how it travels. */

/** What is told, once it was put into words. */
export type ChannelMessage = {
  /** The same for every try, so that a receiver can tell a repetition. */
  id: string
  /** "booking.requested" */
  kind: string
  /** When it happened. */
  at: number
  title: string
  text: string
  /** Where to read more and to act. */
  link?: string
  /** For programs: what happened in plain facts, without who the guest is. */
  facts: Readonly<Record<string, unknown>>
  /** For mail: to whom, where the target does not say it. */
  to?: string
  attachments?: readonly { name: string; type: string; body: string }[]
}

export type Channel = {
  name: string
  /** How many it can send at a time to one place, where that is few. */
  maxConcurrentSends?: number
  /** Resolves when the other side has taken it; throws NotDelivered otherwise. */
  send(message: ChannelMessage, target: string): Promise<void>
}

export type DeliveryFailure = {
  /** In a few words, for staff; never what was sent, nor to whom. */
  reason: string
  /** It would fail again in the same way. */
  final?: boolean
  /** There is nobody at this target any more. */
  gone?: boolean
  /** How long the other side asked us to wait. */
  retryAfterMilliseconds?: number
}

export class DeliveryError extends Error {
  readonly failure: DeliveryFailure

  constructor(failure: DeliveryFailure) {
    super(failure.reason)
    this.name = 'DeliveryError'
    this.failure = failure
  }
}
