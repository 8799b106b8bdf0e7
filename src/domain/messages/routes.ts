/** Routes of events: staff get what they must answer, webhooks everything, guests their own bookings. */
import type { Notifications } from '../../kernel/lifecycle.ts'
import type { DeliveryRoute, OutboxEvent, Routes } from '../outbox/fan-out.ts'
import { testKind } from '../outbox/test-message.ts'
import { guestMail } from './context.ts'
import { findNotifyingEvent } from './event-notifications.ts'

type RouteSettings = {
  staffMail: readonly string[]
  webhooks: readonly string[]
  zaloChats: readonly string[]
  telegramChats: readonly string[]
  /** True if guests with an email address receive emails. */
  guestMail: boolean
  /** Ids of the push subscriptions of staff browsers. */
  pushSubscriptions(): Promise<readonly string[]>
}

/** Delay before a guest is emailed, so that staff can undo the action first. */
export const guestDelayMs = 15_000

export function createRoutes(settings: RouteSettings): Routes {
  const byChannel = (channel: string, targets: readonly string[]): DeliveryRoute[] =>
    targets.map((target) => ({ channel, target }))
  const staff = async () => [
    ...byChannel('email', settings.staffMail),
    ...byChannel('zalo', settings.zaloChats),
    ...byChannel('telegram', settings.telegramChats),
    ...byChannel('push', await settings.pushSubscriptions()),
  ]
  const programs = byChannel('webhook', settings.webhooks)

  return async (event) => {
    if (event.kind === testKind) {
      const guests = settings.guestMail ? [guestMail] : []
      return selectTestRoutes([...(await staff()), ...programs, ...guests], event)
    }
    const notifies = findNotifyingEvent(event.kind)?.notifies
    if (!notifies) return []
    return [
      ...(notifies.staff === 'never' ? [] : await staff()),
      ...(notifies.webhook ? programs : []),
      ...(settings.guestMail ? guestRoutes[notifies.guest] : []),
    ]
  }
}

const guestRoutes: Record<Notifications['guest'], readonly DeliveryRoute[]> = {
  immediate: [guestMail],
  delayed: [{ ...guestMail, delayMs: guestDelayMs }],
  never: [],
}

function selectTestRoutes(
  routes: readonly DeliveryRoute[],
  { facts }: OutboxEvent,
): DeliveryRoute[] {
  return routes.filter(
    ({ channel, target }) =>
      channel === facts.channel && (facts.target === null || target === facts.target),
  )
}
