/** Composes the message of a delivery when it is sent, from the data at that time. */
import type { ComposeMessage } from '../outbox/deliver.ts'
import { guestMail, type MessageContent, type MessageContext } from './context.ts'
import { composeGuestBookingEmail } from './guest-booking.ts'
import { composeGuestOrderEmail } from './guest-order-emails.ts'
import { composeNewsletterEmail } from './newsletter-email.ts'
import { composeStaffBookingMessage } from './staff-booking.ts'
import {
  composeStaffLeadMessage,
  composeStaffOrderMessage,
  composeTestMessage,
} from './staff-order-messages.ts'

type ComposeContent = (
  context: MessageContext,
  ...args: Parameters<ComposeMessage>
) => MessageContent | undefined | Promise<MessageContent | undefined>

const staffComposers: Record<string, ComposeContent> = {
  booking: composeStaffBookingMessage,
  order: composeStaffOrderMessage,
  lead: composeStaffLeadMessage,
  test: composeTestMessage,
}

const guestComposers: Record<string, ComposeContent> = {
  booking: composeGuestBookingEmail,
  order: composeGuestOrderEmail,
  subscriber: composeNewsletterEmail,
  test: (context) =>
    context.ownMail ? { ...composeTestMessage(context), to: context.ownMail } : undefined,
}

type Composer = { compose: ComposeMessage }

export function createComposer(context: MessageContext): Composer {
  return {
    async compose(delivery, event) {
      const composers = delivery.channel === guestMail.channel ? guestComposers : staffComposers
      const [noun = ''] = event.subject.split(':')
      const content = await composers[noun]?.(context, delivery, event)
      if (!content) return undefined
      const text = delivery.channel === 'email' ? formatEmailText(content) : content.text
      return { id: delivery.id, kind: event.kind, at: event.at, ...content, text }
    },
  }
}

/** Mail clients show the subject apart from the text, so the text repeats it. */
function formatEmailText({ title, text }: MessageContent): string {
  return `${title}\n\n${text}`
}
