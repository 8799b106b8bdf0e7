/** Messages to owners about links for owners and new owners. The link in it leads to the list of staff. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import type { MessageContent, MessageContext } from './context.ts'
import { findNotifyingEvent } from './event-notifications.ts'
import { formatShortTimestamp } from './format.ts'

export function composeOwnerMessage(
  { business, deskUrl, locale = 'vi' }: MessageContext,
  _: Delivery,
  { kind, at }: OutboxEvent,
): MessageContent | undefined {
  const event = findNotifyingEvent(kind)
  if (!event) return undefined
  return {
    title: `${business.name}: ${event.title[locale]}`,
    text: `${formatShortTimestamp(at, locale)}. ${advice[locale]}`,
    link: `${deskUrl}/team`,
    facts: {},
  }
}

const advice: LocalizedText = {
  vi: 'Nếu bạn không biết việc này, hãy mở trang Nhân viên ở quầy và thu quyền của người đó ngay.',
  en: 'If you did not expect this, open Staff on the desk and revoke that access immediately.',
}
