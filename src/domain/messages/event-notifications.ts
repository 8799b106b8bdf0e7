/** Whom each event notifies: from the tables of actions, and for the events of things without such a table. */
import type { Lifecycle, NotificationPlan } from '../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { cardLifecycle } from '../cards/actions.ts'
import { articleEvent, testedEvent } from '../newsletter/sendings.ts'
import { orderLifecycle } from '../orders/actions.ts'
import { type OwnerEventKind, ownerEventKinds } from '../staff/owner-notices.ts'
import { waitlistLifecycle } from '../waitlist/actions.ts'

type NotifyingEvent = { type: string; title: LocalizedText; notifies: NotificationPlan }

export const leadEvent: NotifyingEvent = {
  type: 'lead.requested',
  title: { vi: 'Có khách xin được gọi lại', en: 'New callback request' },
  notifies: { staff: 'answer', guest: 'never', webhook: true },
}

const subscriberEvent: NotifyingEvent = {
  type: 'subscriber.asked',
  title: { vi: 'Đăng ký nhận thư', en: 'Newsletter subscription' },
  notifies: { staff: 'never', guest: 'immediate', webhook: false },
}

/** Articles of the newsletter: to a subscriber, and as a test to the shop. */
const articleEvents = [articleEvent, testedEvent].map(
  (type): NotifyingEvent => ({
    type,
    title: { vi: 'Bản tin', en: 'Newsletter' },
    notifies: { staff: 'never', guest: 'immediate', webhook: false },
  }),
)

/** Titles of messages and of the notices on the desk. */
export const ownerEventTitles: Record<OwnerEventKind, LocalizedText> = {
  owner_link_created: {
    vi: 'Vừa tạo đường dẫn đăng nhập cho một chủ',
    en: 'A sign-in link for an owner was created',
  },
  owner_link_used: {
    vi: 'Đường dẫn đăng nhập của một chủ vừa được dùng',
    en: 'A sign-in link for an owner was used',
  },
  owner_promoted: { vi: 'Một nhân viên vừa thành chủ', en: 'A staff member became an owner' },
}

const ownerEvents = ownerEventKinds.map((kind): NotifyingEvent => {
  const notifies = { staff: 'inform', guest: 'never', webhook: false } as const
  return { type: `staff.${kind}`, title: ownerEventTitles[kind], notifies }
})

/** Whether the event is only for owners. */
export function isOwnerEvent(type: string): boolean {
  return ownerEvents.some((event) => event.type === type)
}

export function eventsOf({ noun, transitions }: Lifecycle): NotifyingEvent[] {
  return Object.entries(transitions).map(([action, { title, notifies }]) => ({
    type: `${noun}.${action}`,
    title,
    notifies,
  }))
}

const events: ReadonlyMap<string, NotifyingEvent> = new Map(
  [
    ...eventsOf(bookingLifecycle),
    ...eventsOf(orderLifecycle),
    ...eventsOf(waitlistLifecycle),
    ...eventsOf(cardLifecycle),
    leadEvent,
    subscriberEvent,
    ...articleEvents,
    ...ownerEvents,
  ].map((event) => [event.type, event]),
)

/** Undefined for an event that only refreshes open screens. */
export function findNotifyingEvent(kind: string): NotifyingEvent | undefined {
  return events.get(kind)
}
