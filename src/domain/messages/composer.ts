/** Composes the message of a delivery when it is sent, from the data at that time. */
import type { Audience, ChannelTraits } from '../../kernel/channel.ts'
import { articleEvent } from '../newsletter/sendings.ts'
import type { ComposeMessage } from '../outbox/deliver.ts'
import type { ComposeContent, MessageContext } from './context.ts'
import { composeGuestBookingEmail } from './guest-booking.ts'
import { composeGuestCardEmail } from './guest-card-emails.ts'
import { composeGuestOrderEmail } from './guest-order-emails.ts'
import { composeArticleEmail, composeTestArticle } from './newsletter-article.ts'
import { composeNewsletterEmail } from './newsletter-email.ts'
import { composeStaffBookingMessage } from './staff-booking.ts'
import {
  composeStaffLeadMessage,
  composeStaffOrderMessage,
  composeTestMessage,
} from './staff-order-messages.ts'
import { composeOwnerMessage } from './staff-owner-messages.ts'
import { composeGuestWaitlistEmail, composeStaffWaitlistMessage } from './waitlist.ts'

const composeSubscriberEmail: ComposeContent = (context, delivery, event) =>
  event.kind === articleEvent
    ? composeArticleEmail(context, event)
    : composeNewsletterEmail(context, delivery, event)

/** By the noun of the subject. */
const composers: Record<Audience, Readonly<Record<string, ComposeContent>>> = {
  staff: {
    booking: composeStaffBookingMessage,
    order: composeStaffOrderMessage,
    lead: composeStaffLeadMessage,
    waitlist: composeStaffWaitlistMessage,
    staff: composeOwnerMessage,
    test: composeTestMessage,
  },
  guest: {
    booking: composeGuestBookingEmail,
    order: composeGuestOrderEmail,
    card: composeGuestCardEmail,
    waitlist: composeGuestWaitlistEmail,
    subscriber: composeSubscriberEmail,
    newsletter: composeTestArticle,
    test: composeTestMessage,
  },
}

type Composer = { compose: ComposeMessage }

/** A delivery to any other channel gets no text: it is not known who would read it. */
export function createComposer(
  channels: readonly ChannelTraits[],
  context: MessageContext,
): Composer {
  return {
    async compose(delivery, event) {
      const channel = channels.find(({ name }) => name === delivery.channel)
      if (!channel) return undefined
      const [noun = ''] = event.subject.split(':')
      const content = await composers[channel.audience][noun]?.(context, delivery, event, channel)
      if (!content) return undefined
      const text = channel.formatText?.(content) ?? content.text
      return { id: delivery.id, kind: event.kind, at: event.at, ...content, text }
    },
  }
}
