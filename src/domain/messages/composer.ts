/** Puts each delivery into words at the moment it is sent, from what is true then. */
import type { Compose } from '../outbox/deliver.ts'
import { guestMail, type MessageParts, type Wording } from './context.ts'
import { guestBookingMail } from './guest-booking.ts'
import { guestOrderMail } from './guest-order-emails.ts'
import { newsletterMail } from './newsletter-email.ts'
import { staffBookingMessage } from './staff-booking.ts'
import { staffLeadMessage, staffOrderMessage, testMessage } from './staff-order-messages.ts'

type Writer = (
  parts: MessageParts,
  ...told: Parameters<Compose>
) => Wording | undefined | Promise<Wording | undefined>

const toStaff: Record<string, Writer> = {
  booking: staffBookingMessage,
  order: staffOrderMessage,
  lead: staffLeadMessage,
  test: testMessage,
}

const toGuests: Record<string, Writer> = {
  booking: guestBookingMail,
  order: guestOrderMail,
  subscriber: newsletterMail,
  test: (parts) => (parts.ownMail ? { ...testMessage(parts), to: parts.ownMail } : undefined),
}

export type Composer = { compose: Compose }

export function createComposer(parts: MessageParts): Composer {
  return {
    async compose(delivery, news) {
      const writers = delivery.channel === guestMail.channel ? toGuests : toStaff
      const [noun = ''] = news.subject.split(':')
      const wording = await writers[noun]?.(parts, delivery, news)
      if (!wording) return undefined
      const text = delivery.channel === 'email' ? asLetter(wording) : wording.text
      return { id: delivery.id, kind: news.kind, at: news.at, ...wording, text }
    },
  }
}

/** A mail is read without its title. */
function asLetter({ title, text }: Wording): string {
  return `${title}\n\n${text}`
}
