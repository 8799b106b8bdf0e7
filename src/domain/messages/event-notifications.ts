/** Whom each event notifies: from the tables of actions, and for the events of things without such a table. */
import type { Lifecycle, Notifications } from '../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { orderLifecycle } from '../orders/actions.ts'

type NotifyingEvent = { type: string; title: LocalizedText; notifies: Notifications }

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

export function eventsOf({ noun, transitions }: Lifecycle): NotifyingEvent[] {
  return Object.entries(transitions).map(([action, { title, notifies }]) => ({
    type: `${noun}.${action}`,
    title,
    notifies,
  }))
}

const events: ReadonlyMap<string, NotifyingEvent> = new Map(
  [...eventsOf(bookingLifecycle), ...eventsOf(orderLifecycle), leadEvent, subscriberEvent].map(
    (event) => [event.type, event],
  ),
)

/** Undefined for an event that only refreshes open screens. */
export function findNotifyingEvent(kind: string): NotifyingEvent | undefined {
  return events.get(kind)
}
